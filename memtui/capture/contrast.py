"""Sentences that say what is so against what is not: `48 hours, not 24`, `Node 16 is over; use Node 18`.

Of a memory that says 48, or speaks of Node 18, that is no change. `set_right` and `by_place` ask.
"""

from pathlib import Path

from memtui.capture.spoken_of import ends_something
from memtui.language.statement import Kind, read
from memtui.language.told_change import parts
from memtui.phrases import phrases_in

CONTRAST = phrases_in(Path(__file__).with_name("contrast.toml"))["contrast"].pattern
"""From the sign on behind which stands what is not so."""
_VALUES = frozenset({Kind.NUMBER, Kind.VERSION, Kind.DATE, Kind.NAME, Kind.PATH})


def confirms_against_another(statement: str, memory: str) -> bool:
    """Say whether a memory gives all values that a statement says are so, and none that it says are not."""
    contrast = CONTRAST.search(statement)
    if contrast is None:
        return False
    so, not_so = _values(statement[: contrast.start()]), _values(contrast[0])
    known = _values(memory)
    return bool(so and not_so) and so <= known and not _bare(not_so) & _bare(known)


def ends_another(statement: str, memory: str) -> bool:
    """Say whether of two things a statement says that one is over, and a memory has the other."""
    clauses = [statement[start:end] for start, end in parts(statement)]
    ended = [clause for clause in clauses if ends_something(clause)]
    so = _figures(_values(" ".join(clause for clause in clauses if clause not in ended)))
    not_so, known = _figures(_values(" ".join(ended))), _figures(_values(memory))
    return bool(so and not_so) and so <= known and not not_so & known


def _values(text: str) -> frozenset[str]:
    return frozenset(token.key for token in read(text).tokens if token.kind in _VALUES)


def _figures(values: frozenset[str]) -> frozenset[str]:
    return frozenset(value for value in _bare(values) if any(map(str.isdigit, value)))


def _bare(values: frozenset[str]) -> frozenset[str]:
    """Return values without the unit that one side may leave out: `24`, `24 h`."""
    return frozenset(value.partition(" ")[0] for value in values)
