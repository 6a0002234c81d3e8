"""The table of memories: strength as a bar and a number, type, last use, text, and what is special.

Used by the Memories and the Dropped view, which own the listing, the marks and every key.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from memtui.domain import decay, durations
from memtui.domain.memory import Memory, MemoryType, State
from memtui.domain.scope import ROOT, contains
from memtui.domain.text import one_line
from memtui.secrets.masking import shown
from memtui.tui.line_list import LineList, bar, fitted, fitted_end, right
from memtui.tui.marks import Marks
from memtui.tui.rows import Rows
from memtui.tui.themes import look

_LEAD = 3
"""Cursor, mark, and a space."""
_TYPE_WIDTH = 10
_TYPES = {
    kind: kind if len(kind) <= _TYPE_WIDTH else kind[: _TYPE_WIDTH - 1] + "." for kind in map(str, MemoryType)
}


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide each column is; 0 leaves it out."""

    bar: int
    type: int
    scope: int
    source: int
    text: int

    @classmethod
    def for_width(cls, width: int, *, with_scope: bool) -> "Columns":
        """Share `width` cells out: the text gets what the others leave."""
        columns = cls(
            bar=10 if width >= 88 else 6 if width >= 52 else 0,
            type=_TYPE_WIDTH if width >= 66 else 0,
            scope=0 if not with_scope or width < 100 else 16 if width < 130 else 22,
            source=11 if width >= 116 else 0,
            text=0,
        )
        gaps = (columns.bar > 0) + 2 * (columns.type > 0) + 2 * (columns.scope > 0)
        gaps += 2 * (columns.source > 0)
        taken = _LEAD + columns.bar + 4 + columns.type + 2 + 5 + 2 + columns.scope + columns.source + gaps + 1
        return replace(columns, text=max(width - taken, 4))


class MemoryTable(LineList):
    """Lines of memories in the order of a listing."""

    def __init__(self, marks: Marks, *, id: str | None = None) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.marks = marks
        self.rows: Rows | None = None
        self.cursor_id: int | None = None
        """The memory under the cursor; it stays there when rows come and go around it."""
        self.range_from: int | None = None
        """Where a range of lines began that is being drawn up."""
        self.with_scope = True
        """Whether the rows lie in several scopes, so that naming them says something."""
        self.stale = False
        """Whether the rows are not what is being asked for; they are dimmed then."""

    @property
    def memory(self) -> Memory | None:
        """The memory under the cursor."""
        return self.rows.at(self.cursor) if self.rows and self.count else None

    def show(self, rows: Rows, cursor: int, *, keep_line: bool = True) -> None:
        """Show `rows` with the cursor on line `cursor`."""
        self.rows = rows
        self.range_from = None
        self.lines_changed(len(rows), cursor, keep_line=keep_line)
        self.note_cursor()

    def show_stale(self, stale: bool) -> None:
        """Dim the rows because they answer an older question, or show them as ever."""
        if stale is not self.stale:
            self.stale = stale
            self.forget_strips()
            self.refresh()

    def note_cursor(self) -> None:
        """Remember which memory the cursor stands on."""
        memory = self.memory
        self.cursor_id = memory.id if memory else None

    def move_to(self, index: int) -> None:
        """Move the cursor, and remember the memory it comes to stand on."""
        before = self.cursor
        super().move_to(index)
        if self.range_from is not None and self.cursor != before:
            self.forget_strips()
            self.refresh()
        self.note_cursor()

    def in_range(self, index: int) -> bool:
        """Say whether a line lies in the range that is being drawn up."""
        if self.range_from is None:
            return False
        return min(self.range_from, self.cursor) <= index <= max(self.range_from, self.cursor)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one memory as one line."""
        memory = self.rows.at(index) if self.rows else None
        if self.rows is None or memory is None:
            return [Segment(" " * width)]
        look, now = self.look, self.rows.listing.now
        columns = Columns.for_width(width, with_scope=self.with_scope)
        strength = decay.strength(memory.importance, memory.last_touch, memory.half_life, now)
        marked = memory.id in self.marks or self.in_range(index)
        fading = memory.state is State.LIVE and strength < self.rows.store.decay.prune_threshold
        quiet = look.dim if fading or memory.state is not State.LIVE else look.text
        segments = [Segment(" "), Segment("✓ " if marked else "  ", look.accent_strong)]
        if columns.bar:
            full, rest = bar(strength, columns.bar)
            segments += [Segment(full, look.accent), Segment(rest, look.faint), Segment(" ")]
        segments.append(Segment(f"{strength:4.2f}", quiet))
        if columns.type:
            segments.append(Segment("  " + fitted(_TYPES[memory.type], columns.type), look.dim))
        used = durations.age(max(now - memory.last_touch, 0.0))
        segments.append(Segment("  " + right(used, 5) + "  ", look.dim))
        if columns.scope:
            segments.append(
                Segment(fitted_scope(self.short_scope(memory.scope), columns.scope) + "  ", look.dim)
            )
        if columns.source:
            segments.append(Segment(fitted(one_line(memory.source, 20), columns.source) + "  ", look.dim))
        flags = _flags(memory, fading=fading)
        room = columns.text - (len(flags) + 2 if flags else 0)
        segments.append(Segment(fitted(shown(memory).headline, room), look.accent if marked else quiet))
        if flags:
            segments.append(Segment(f"  {flags}", look.warn if fading else look.accent))
        segments.append(Segment(" "))
        if self.stale:
            return [Segment(segment.text, look.faint) for segment in segments]
        return segments

    def short_scope(self, scope: str) -> str:
        """Return `scope` without the part that the filter's scope already says."""
        base = self.rows.listing.filter.scope if self.rows else ROOT
        if base == ROOT or not contains(base, scope):
            return scope
        return scope.removeprefix(base).lstrip("/") or "·"


def fitted_scope(scope: str, width: int) -> str:
    """Return a scope in exactly `width` cells; a long one loses whole segments at its start."""
    while cell_len(scope) > width and scope.count("/") > 1:
        scope = "…/" + scope.removeprefix("…").lstrip("/").partition("/")[2]
    return fitted_end(scope, width)


def _flags(memory: Memory, *, fading: bool) -> str:
    words = ["pin"] if memory.pinned else []
    words += [str(memory.state)] if memory.state is not State.LIVE else []
    words += ["fading"] if fading else []
    return " ".join(words)


class TableHead(Widget):
    """The names of the table's columns, above it."""

    DEFAULT_CSS = "TableHead { height: 1; }"

    def __init__(self, table: MemoryTable) -> None:
        super().__init__()
        self.table = table
        self.order = "strength"

    def render_line(self, _y: int) -> Strip:
        """Draw the one line."""
        width = self.size.width
        styles = look(self.app.theme)
        columns = Columns.for_width(self.table.line_width or width - 1, with_scope=self.table.with_scope)
        text = " " * _LEAD + (fitted("strength", columns.bar + 5) if columns.bar else "str ")
        text += "  " + fitted("type", columns.type) if columns.type else ""
        text += "  " + right("used", 5) + "  "
        text += fitted("scope", columns.scope) + "  " if columns.scope else ""
        text += fitted("source", columns.source) + "  " if columns.source else ""
        text += "memory"
        order = "" if self.order == "strength" else f"by {self.order} "
        left = fitted(text, max(width - len(order), 0))
        return Strip([Segment(left, styles.dim), Segment(order, styles.accent)], width).apply_style(
            styles.base
        )
