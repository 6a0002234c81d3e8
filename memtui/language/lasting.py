"""For how long one thing holds: `A permit is valid for 48 hours`, `Permits expire after two days`.

In few words and always others: what holds stands before, and the length behind. So two such say the same, or
are at odds, by what holds and by its length alone. What goes on behind the length (`of silence`, `after the
harvest`) is another thing. Called by `relation` and `restated`.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from memtui.language.difference import Difference, Finding, Span
from memtui.language.lengths import lengths
from memtui.language.side import tells, word_id
from memtui.language.statement import read
from memtui.language.stems import stem
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("lasting.toml")
_LASTS = phrases_in(FILE, within="lasting")["lasts"].pattern
_FILLING = frozenset(map(stem, lists_in(FILE, "lists")["filling"].words))
_LONGEST = 120
"""Characters of a statement that says only this."""


@dataclass(frozen=True, slots=True)
class _Lasting:
    what: frozenset[str]
    seconds: float
    span: Span
    """Where the length stands."""


def lasts_as_long(left: str, right: str) -> bool:
    """Say whether two statements give one thing the same length of time, and nothing else."""
    one, other = _of_one_thing(left, right)
    return one is not None and other is not None and one.seconds == other.seconds


def lasts_otherwise(left: str, right: str) -> Finding | None:
    """Return the lengths of time that two statements give one thing, where they differ."""
    one, other = _of_one_thing(left, right)
    if one is None or other is None or one.seconds == other.seconds:
        return None
    return Finding(Difference.NUMBER, (one.span,), (other.span,))


def _of_one_thing(left: str, right: str) -> tuple[_Lasting | None, _Lasting | None]:
    one, other = _lasting(left), _lasting(right)
    return (one, other) if one and other and one.what == other.what else (None, None)


@lru_cache(maxsize=4096)
def _lasting(text: str) -> _Lasting | None:
    """Return what a statement says how long it holds; None for one that says it of some, or denies it."""
    match = _LASTS.search(text) if len(text) <= _LONGEST else None
    given = lengths(match["length"]) if match else {}
    if match is None or len(given) != 1:
        return None
    before = [token for token in read(text).tokens if token.end <= match.start()]
    what = frozenset(word_id(token) for token in before if tells(token) and token.key not in _FILLING)
    if not what or any(token.negation or token.quantity for token in before):
        return None
    return _Lasting(what, next(iter(given)), Span(*match.span("length")))
