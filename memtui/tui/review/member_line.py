"""The members of a batch as lines: on the card, and in the list that enter opens."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from memtui.domain import decay, durations
from memtui.domain.headings import row_text
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.proposal import Proposal
from memtui.domain.text import one_line
from memtui.secrets import masking
from memtui.tui.review.texts import masked
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import at_most, fitted, fitted_end, right
from memtui.tui.widgets.pages import Line
from memtui.tui.widgets.wrapping import wrapped

_BEFORE = 12
"""Cells of strength and age."""
_NARROWEST = 8
"""Cells that a text gets at least, whether there is room for them or not."""
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
    heading: int = 0
    """The end of the heading that the headline begins with; it makes way where there is no room for both."""


def member_row(proposal: Proposal, memories: Mapping[int, Memory], now: Instant) -> MemberRow:
    """Return the memory that a proposal is about, as a line."""
    memory = next((memories[t.id] for t in proposal.targets if t.id in memories), None)
    if memory is None:
        text = str(proposal.change.draft.get("text", "")) or proposal.reason
        return MemberRow("    ", "", "", one_line(masking.masked(text)))
    if len(proposal.targets) > 2:
        return MemberRow("    ", "", proposal.scope, one_line(masking.masked(proposal.reason)))
    strength = decay.strength_of(memory, now)
    text, heading = row_text(masking.masked_memory(memory))
    if proposal.kind.record.hides:
        text, heading = one_line(masked(memory.text, proposal.evidence.marks.get(memory.id, ()))), 0
    age = durations.age(max(now - memory.last_touch, 0.0))
    return MemberRow(f"{strength:4.2f}", age, memory.scope, text, _then(proposal), heading)


def _then(proposal: Proposal) -> str:
    change = proposal.change
    text = one_line(masking.masked(change.new_text))
    if not text or change.deed.record.shortens:
        return ""
    return f"{_INSTEAD if change.gone or change.keep is not None else _BESIDES} {text}"


def member_lines(row: MemberRow, width: int, scopes: int, most: int, look: Look) -> list[Line]:
    """Return a member with its text in at most so many lines, and beneath it what will be said, likewise."""
    room = _text_room(width, scopes)
    first, *rest = _in_lines(_fitting(row, room * most), room, most) or [""]
    lines = [member_line(replace(row, headline=first, then="", heading=0), width, scopes, look)]
    lines += [_below(text, look.text) for text in rest]
    return [*lines, *(_below(text, look.accent) for text in _in_lines(row.then, width - _BEFORE, most))]


def _text_room(width: int, scopes: int) -> int:
    """Return the cells that a text has in a line of `width`, beside a scope in `scopes`."""
    return max(width - _BEFORE - (scopes + 2 if scopes else 0), _NARROWEST)


def _fitting(row: MemberRow, room: int) -> str:
    """Return the text of a member, without its heading if that takes room from what it says."""
    fits = not row.heading or cell_len(row.headline) < room
    return row.headline if fits else f"… {row.headline[row.heading :]}"


def _in_lines(text: str, room: int, most: int) -> list[str]:
    """Return a text in at most `most` lines, the last of which is cut where more follows."""
    room = max(room, _NARROWEST)
    lines = list(wrapped(text, room)) if text else []
    if len(lines) > most:
        lines[most - 1 :] = [at_most(" ".join(lines[most - 1 :]), room)]
    return lines


def _below(text: str, style: Style) -> Line:
    return [Segment(" " * _BEFORE), Segment(text, style)]


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
    room = _text_room(width, scopes)
    headline = _fitting(row, room // 2 if row.then else room)
    old = min(cell_len(headline) + 1, room // 2) if row.then else room
    line = [
        Segment(f"{fitted(row.strength, 4)} ", look.dim),
        Segment(right(row.age, 5) + "  ", look.dim),
        Segment(fitted(headline, old), look.text),
        Segment(fitted(row.then, room - old), look.accent),
    ]
    return [*line, Segment("  " + fitted_end(row.scope, scopes), look.dim)] if scopes else line
