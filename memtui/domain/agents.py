"""Lets programs that memtui starts know that memtui started them.

Whoever starts an agent's program for memtui sets `OWN`; that agent's hooks then do nothing, so that memtui
never learns from its own questions.
"""

OWN = "MEMTUI_AGENT"
"""Set to 1 in the environment of an agent that memtui starts itself."""
