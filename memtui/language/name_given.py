"""Statements that give one thing a name: `The database is PostgreSQL 15 in Oslo`, `The database is MySQL 8`.

Such statements go on to say other things, and their figures differ as much as their names do. So of their
words they may share no more than the subject, and hold too little in common to be compared whole. What each
begins with, the subject and the name without its version, tells what they are to each other.
"""

from pathlib import Path

from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="name_given")
_NAMED = _PHRASES["named"].pattern


def begun(one: str, other: str) -> tuple[str, str] | None:
    """Return how two statements begin that name one thing: the subject and the name; None for others."""
    left, right = _NAMED.match(one), _NAMED.match(other)
    if left is None or right is None or left["subject"].lower() != right["subject"].lower():
        return None
    if left["name"].lower() == right["name"].lower():
        return None
    return one[: left.end()], other[: right.end()]
