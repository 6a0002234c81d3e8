"""The tables of Insights: what became of what each source brought, and of what is kept in each folder.

A row is a part of the store, a column a figure of it, and each figure leads to the memories that it counts.
"""

from collections.abc import Mapping, Sequence

from rich.segment import Segment

from memtui.domain.filter import WHOLE, quoted
from memtui.domain.instant import Instant
from memtui.domain.text import Longest, one_line
from memtui.secrets.masking import masked
from memtui.sources.called import format_name
from memtui.store.parts import Part, asked
from memtui.tui.insights.drawing import heading
from memtui.tui.insights.figures import LISTED
from memtui.tui.keys.views import ViewId
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import fitted, fitted_end, right
from memtui.tui.widgets.links import Link, Sheet, Spot

_COLUMNS = {
    "live": "live",
    "recent": "new",
    "unused": "unused",
    "faded": "faded",
    "waiting": "review",
    "dropped": "dropped",
}
"""The figures of a row, each with the word above it."""
_SAYS = {
    "live": "memories",
    "recent": "made in the last 30 days",
    "unused": "never used",
    "faded": "faded",
    "waiting": "to decide about in Review",
    "dropped": "dropped",
}
"""What a figure counts, for the status line."""
_TO_ACT_ON = frozenset({"faded", "waiting"})
_CELL, _TOKENS = 8, 10
_LONGEST = 44
"""Cells of a name at most: figures stand near what they are figures of."""
LEAST = 2 + 20 + len(_COLUMNS) * _CELL + _TOKENS
"""Cells from which on a table reads well."""
UNKNOWN = "–"


def of_sources(parts: Sequence[Part], now: Instant, width: int, look: Look) -> Sheet:
    """Return the table of who wrote what, and what became of it."""
    rows = [(_source(part.name), f"source:{quoted(WHOLE + part.name)}", part) for part in parts]
    sheet = _table("Who writes it", rows, now, width, look)
    if any(part.seen < part.live for part in parts[:LISTED]):
        sheet.add([Segment(f"  {UNKNOWN}  not known: no agent has said what it used of these", look.dim)])
    return sheet


def _source(name: str) -> str:
    """Return a source as people call it, and as a filter does where that is something else."""
    label = format_name(name) if name else "yourself"
    return f"{label} · {name}" if name and label.casefold() != name.casefold() else label


def of_folders(parts: Sequence[Part], now: Instant, width: int, look: Look) -> Sheet:
    """Return the table of where memories are kept; what is filed at the top itself no filter lists."""
    return _table(
        "Where it is kept",
        [(part.name, f"in:{quoted(part.name)}" if part.name != "/" else "", part) for part in parts],
        now,
        width,
        look,
    )


def _table(
    title: str,
    rows: Sequence[tuple[str, str, Part]],
    now: Instant,
    width: int,
    look: Look,
) -> Sheet:
    """Return rows of figures, each with its name and the filter of its part."""
    room = min(max(width - 3 - len(_COLUMNS) * _CELL - _TOKENS, 12), _LONGEST)
    sheet = heading(title, look)
    words = "".join(right(word, _CELL) for word in _COLUMNS.values()) + right("≈ tokens", _TOKENS)
    sheet.lines[0] = [Segment("  " + fitted(title, room), look.strong), Segment(words, look.dim)]
    wanted = {name: each.describe() for name, each in asked(now).items()}
    for name, line, part in rows[:LISTED]:
        sheet.below(_row(one_line(masked(name), Longest.PHRASE), line, part, wanted, room, look))
    if len(rows) > LISTED:
        sheet.add([Segment(f"  and {len(rows) - LISTED:,} more", look.dim)])
    return sheet


def _row(name: str, line: str, part: Part, wanted: Mapping[str, str], room: int, look: Look) -> Sheet:
    """Return the figures of one part; what no filter lists is no link."""
    label = fitted_end(name, room) if name.startswith("/") else fitted(name, room)
    segments = [Segment(f"  {label}", look.text)]
    spots: list[Spot] = []
    at = 2 + room
    for figure in _COLUMNS:
        count = getattr(part, figure)
        unknown = figure == "unused" and part.seen < part.live
        text = UNKNOWN if unknown else f"{count:,}"
        acted_on = count and figure in _TO_ACT_ON
        style = look.accent_strong if acted_on else look.text if count and not unknown else look.dim
        segments.append(Segment(right(text, _CELL), style))
        at += _CELL
        if line and count and not unknown:
            view = ViewId.DROPPED if figure == "dropped" else ViewId.MEMORIES
            link = Link(
                f"{line} {wanted[figure]}".strip(), view=view, says=f"{name}: {count:,} {_SAYS[figure]}"
            )
            spots.append(Spot(0, 2 if figure == "live" else at - len(text), at, link))
    segments.append(Segment(right(f"{part.tokens:,}", _TOKENS), look.dim))
    return Sheet([segments], spots)
