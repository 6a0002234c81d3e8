"""Which of two statements says of itself that it replaces what the other says.

`We moved the office from Leeds to York` is newer than `The office is in Leeds`, whenever either was written
down: stores are imported in one go, and agents note old things late. Words of a change alone say less than a
change that names what the other still has, or than one that says that this is over, or done (`done`).
"""

from dataclasses import dataclass
from pathlib import Path

from memtui.language.done import says_what_came
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, Statement, read
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="announced")
_CHANGED = _PHRASES["changed"].pattern
"""Words by which a statement says that something was otherwise before."""
_WAS = _PHRASES["was"].pattern
"""Those of them behind which stands what was before."""
_SINCE = _PHRASES["since"].pattern
"""What stands before a day from which on something is so."""
_SINCE_WITHIN = 24
"""Letters before the day in which that is looked for."""
_NEAR = 5
"""Words behind those in which what was before is looked for."""


@dataclass(frozen=True, slots=True)
class Announced:
    """Which of two statements tells of the change."""

    side: str
    """`left` or `right`."""
    names_it: bool
    """It says what was before, and the other still says so."""


def announced(left: str, right: str) -> Announced | None:
    """Return which of two statements that disagree tells of the change; None when both do, or none."""
    came = says_what_came(right, left), says_what_came(left, right)
    if came[0] != came[1]:
        return Announced("left" if came[0] else "right", names_it=True)
    changed = bool(_CHANGED.search(left)), bool(_CHANGED.search(right))
    if changed[0] == changed[1]:
        return None
    telling, other = (left, right) if changed[0] else (right, left)
    return Announced("left" if changed[0] else "right", _names_what_was(read(telling), read(other)))


def tells_since_when(text: str) -> bool:
    """Say whether a statement names the day from which on it is so."""
    dates = (token for token in read(text).tokens if token.kind is Kind.DATE)
    return any(_SINCE.search(text[max(date.start - _SINCE_WITHIN, 0) : date.start]) for date in dates)


def _names_what_was(telling: Statement, other: Statement) -> bool:
    """Say whether a statement names as past something that the other one has."""
    known = {word_id(token) for token in other.tokens if tells(token)}
    for match in _WAS.finditer(telling.text):
        behind = [token for token in telling.tokens if token.start >= match.end() and tells(token)][:_NEAR]
        if any(word_id(token) in known for token in behind):
            return True
    return False
