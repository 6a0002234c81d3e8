"""Statements that give one thing a name: `The database is PostgreSQL 15 in Oslo`, `The database is MySQL 8`.

Such statements go on to say other things, and their figures differ as much as their names do. So of their
words they may share no more than the subject, and hold too little in common to be compared whole. What each
begins with, the subject and the name without its version, tells what they are to each other.
"""

import re

_NAMED = re.compile(
    r"(?P<subject>(?i:the|our|my|your|his|her|their|this|its)\s(?:[\w'’-]{1,30}\s){1,4})(?:is|are)\s"
    r"(?:now\s|currently\s)?(?P<name>[`\"“]?[A-Z][\w.+#-]{1,30}(?:\s[A-Z][\w.+#-]{1,30}){0,2})",
)


def begun(one: str, other: str) -> tuple[str, str] | None:
    """Return how two statements begin that name one thing: the subject and the name; None for others."""
    here, there = _NAMED.match(one), _NAMED.match(other)
    if here is None or there is None or here["subject"].lower() != there["subject"].lower():
        return None
    if here["name"].lower() == there["name"].lower():
        return None
    return one[: here.end()], other[: there.end()]
