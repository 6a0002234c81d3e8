"""The members of a batch as lines: on the card, and in the list that enter opens."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.segment import Segment

from memtui.domain import decay, durations
from memtui.domain.headings import row_text
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.proposal import Proposal
from memtui.domain.text import one_line
from memtui.secrets import masking
from memtui.tui.review.texts import masked
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import fitted, fitted_end, right
from memtui.tui.widgets.pages import Line

_BEFORE = 12
"""Cells of strength and age."""
_INSTEAD, _BESIDES = "→", "+"
_LEAST_TEXT = 40
"""The scope is shown only if the text keeps this many cells beside it."""


@dataclass(frozen=True, slots=True)
class MemberRow:
    """One proposal of a batch, as a line."""

    strength: str
    age: str
    scope: str
    headline: str
    then: str = ""
    """What will be said instead, or besides, behind a sign for which of the two; empty where nothing is."""


def member_row(proposal: Proposal, memories: Mapping[int, Memory], now: Instant) -> MemberRow:
    """Return the memory that a proposal is about, as a line."""
    memory = next((memories[t.id] for t in proposal.targets if t.id in memories), None)
    if memory is None:
        text = str(proposal.change.draft.get("text", "")) or proposal.reason
        return MemberRow("    ", "", "", one_line(masking.masked(text)))
    if len(proposal.targets) > 2:
        return MemberRow("    ", "", proposal.scope, one_line(masking.masked(proposal.reason)))
    strength = decay.strength_of(memory, now)
    text = row_text(masking.masked_memory(memory))[0]
    if proposal.kind.record.hides:
        text = one_line(masked(memory.text, proposal.evidence.marks.get(memory.id, ())))
    age = durations.age(max(now - memory.last_touch, 0.0))
    return MemberRow(f"{strength:4.2f}", age, memory.scope, text, _then(proposal))


def _then(proposal: Proposal) -> str:
    change = proposal.change
    text = one_line(masking.masked(change.new_text))
    if not text or change.deed.record.shortens:
        return ""
    return f"{_INSTEAD if change.gone or change.keep is not None else _BESIDES} {text}"


def member_lines(row: MemberRow, width: int, scopes: int, look: Look) -> list[Line]:
    """Return a member as a line, and what will be said in another beneath it."""
    then = [Segment(" " * _BEFORE), Segment(fitted(row.then, max(width - _BEFORE, 8)), look.accent)]
    return [member_line(replace(row, then=""), width, scopes, look), *([then] if row.then else [])]


def scope_width(widest: int, width: int) -> int:
    """Return how many of `width` cells the column of scopes gets; 0 leaves it out.

    `widest` is the cells of the longest scope.
    """
    scopes = min(widest, 24, width // 5)
    return scopes if width - _BEFORE - scopes - 2 >= _LEAST_TEXT else 0


def member_line(row: MemberRow, width: int, scopes: int, look: Look) -> Line:
    """Return a member in exactly `width` cells: strength, age, text, and its scope in `scopes` cells.

    Of one that will say something else both texts are shown, the first in no more than half of the room.
    """
    room = max(width - _BEFORE - (scopes + 2 if scopes else 0), 8)
    old = min(cell_len(row.headline) + 1, room // 2) if row.then else room
    line = [
        Segment(f"{fitted(row.strength, 4)} ", look.dim),
        Segment(right(row.age, 5) + "  ", look.dim),
        Segment(fitted(row.headline, old), look.text),
        Segment(fitted(row.then, room - old), look.accent),
    ]
    return [*line, Segment("  " + fitted_end(row.scope, scopes), look.dim)] if scopes else line
