"""How programs that memtui starts know that it was memtui that started them.

Whoever starts an agent's command line for memtui sets `OWN`; the hooks of that agent then do nothing, so that
memtui never learns from its own questions.
"""

OWN = "MEMTUI_AGENT"
"""Set to 1 in the environment of an agent that memtui starts itself."""
