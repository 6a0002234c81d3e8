"""Telling keys, tokens and passwords from ordinary text, by rules that are data and by the words beside one.

Whoever takes a text in, shows it or passes it on asks here. Standard library only; reading the rules costs
a millisecond, once, and a rule is compiled when a text first has one of its words.
"""

from memtui.secrets.finding import find_secrets, redact, unsuspicious
from memtui.secrets.secret import Secret

__all__ = ["Secret", "find_secrets", "redact", "unsuspicious"]
