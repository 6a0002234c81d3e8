"""The table of memories: the text, what is special about it, and dim behind it its last use and strength.

Used by the Memories and the Dropped view, which own the listing, the marks and every key.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from memtui.domain import decay, durations
from memtui.domain.filter import Filter
from memtui.domain.headings import row_text
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, State
from memtui.domain.scope import ROOT, contains
from memtui.domain.text import bar, printable
from memtui.secrets.masking import masked_memory
from memtui.store.listing import Order
from memtui.store.writers import writer
from memtui.tui.memories.columns import LEAD, USED, Columns
from memtui.tui.memories.marking import Marker
from memtui.tui.memories.marks import Marks
from memtui.tui.memories.matches import Matches
from memtui.tui.memories.rows import Rows
from memtui.tui.signs import Sign, is_faded, signs_of
from memtui.tui.themes import look
from memtui.tui.widgets.headings import dimmed, shortened
from memtui.tui.widgets.line_list import LineList, fitted, fitted_scope, right
from memtui.tui.widgets.wrapping import wrapped

_FEW = 60
"""Cells of text below which only the most urgent sign is shown."""
_LEAST = 6
"""Cells of text that a sign leaves, or else gives way."""
_SHARE = 3
"""Signs take no more than this part of the text's room."""


class MemoryTable(LineList):
    """Lines of memories in the order of a listing."""

    def __init__(
        self,
        marks: Marks,
        *,
        gone: bool = False,
        id: str | None = None,  # noqa: A002 - the name Textual uses
    ) -> None:
        """Show which of the memories are in `marks`; with `gone`, when and by whom they were dropped."""
        super().__init__(id=id)
        self.marks, self.gone = marks, gone
        self.rows: Rows | None = None
        self.cursor_id: int | None = None
        """The memory under the cursor; it stays there when rows come and go around it."""
        self.range_from: int | None = None
        """Where a range of lines began that is being drawn up."""
        self.with_scope = True
        """Whether the rows lie in several scopes, so that naming them says something."""
        self.marker = Marker(Filter())
        """Marks the words of a search."""
        self.stale = False
        """Whether the rows are not what is being asked for; they are dimmed then."""

    @property
    def rule(self) -> int | None:
        """The line of the rule between what holds the words of a search and what comes near."""
        listing = self.rows.listing if self.rows else None
        return listing.rule if isinstance(listing, Matches) else None

    @property
    def at_top(self) -> bool:
        """Whether the cursor is on the first memory."""
        return self.cursor <= (1 if self.rule == 0 else 0)

    @property
    def memory(self) -> Memory | None:
        """The memory under the cursor."""
        return self.rows.at(self.cursor) if self.rows and self.count else None

    def show(self, rows: Rows, cursor: int, *, keep_line: bool = True, above: int | None = None) -> None:
        """Show `rows` with the cursor on line `cursor`, as high on the screen as it was or below `above`."""
        self.rows = rows
        self.range_from = None
        searched = isinstance(rows.listing, Matches)
        self.marker = Marker(rows.listing.filter if searched else Filter())
        cursor += cursor == self.rule
        self.lines_changed(len(rows), cursor, keep_line=keep_line, above=above)
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
        if self.rule is not None and min(max(index, 0), self.count - 1) == self.rule:
            up = index < before and self.rule > 0
            index = self.rule + (-1 if up else 1)
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

    def draw_part(self, index: int, width: int, part: int) -> Sequence[Segment]:
        """Return the first line of a memory, or the one below it with more of its text."""
        if part == 0:
            return self.draw(index, width)
        memory = self.rows.at(index) if self.rows else None
        if self.rows is None or memory is None:
            return [Segment(" " * width)]
        masked, plain = masked_memory(memory), self._style(index, memory)
        headline, end = self._text(index, masked, self._room(index, memory, width))
        start = len(self._first(headline, self._room(index, memory, width)))
        rest = headline[start:].lstrip()
        line = self.marker.marked(rest, width - LEAD - 1, plain, self.look.match)
        line = dimmed(line, end - start, plain, self.look.dim)
        dim = self.look.dim
        lead = Segment(" " * LEAD)
        return [lead, *([Segment(s.text, dim) for s in line] if self.stale else line), Segment(" ")]

    def _style(self, index: int, memory: Memory) -> Style:
        """Return how the text of a memory looks: marked, quiet or plain."""
        if self.rows is None or memory.id in self.marks or self.in_range(index):
            return self.look.accent
        faded = is_faded(memory, self.rows.listing.now, self.rows.store.decay)
        return self.look.dim if faded or memory.state is not State.LIVE else self.look.text

    def _shown_signs(self, index: int, memory: Memory, room: int) -> Sequence[Sign]:
        """Return the signs of a memory that fit beside its text."""
        if self.rows is None:
            return ()
        now, rules = self.rows.listing.now, self.rows.store.decay
        secret = masked_memory(memory) is not memory
        return _that_fit(signs_of(memory, self.rows.standing(index), now, rules, secret=secret), room)

    def _room(self, index: int, memory: Memory, width: int) -> int:
        """Return how many cells the text has on its first line."""
        text = self.columns(width).text
        return text - sum(cell_len(word) + 2 for word, _ in self._shown_signs(index, memory, text))

    def columns(self, width: int) -> Columns:
        """Return how wide each column is in `width` cells."""
        return Columns.for_width(width, with_scope=self.with_scope, gone=self.gone)

    def _first(self, headline: str, room: int) -> str:
        """Return the first line of a text that takes two, in whole words."""
        return next(wrapped(headline, room)) if self.row_height > 1 else headline

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one memory as one line."""
        memory = self.rows.at(index) if self.rows else None
        if self.rows is None or memory is None:
            return self._rule(width) if index == self.rule else [Segment(" " * width)]
        look, now = self.look, self.rows.listing.now
        columns, plain = self.columns(width), self._style(index, memory)
        marked = memory.id in self.marks or self.in_range(index)
        signs = self._shown_signs(index, memory, columns.text)
        segments = [Segment(" "), Segment("✓ " if marked else "  ", look.accent_strong)]
        segments += self._text_cells(index, masked_memory(memory), self._room(index, memory, width), plain)
        segments += [Segment(f"  {word}", look.warn if urgent else look.accent) for word, urgent in signs]
        if columns.scope:
            segments.append(
                Segment("  " + fitted_scope(self.short_scope(memory.scope), columns.scope), look.dim)
            )
        segments += self._end(index, memory, columns.last, now)
        if self.stale:
            return [Segment(segment.text, look.dim) for segment in segments]
        return segments

    def _end(self, index: int, memory: Memory, room: int, now: Instant) -> list[Segment]:
        """Return when a memory was used and how strong it is, or when and by whom it was dropped."""
        look = self.look
        if not room:
            return [Segment(" ")]
        if not self.gone:
            full, rest = bar(decay.strength_of(memory, now), room)
            used = Segment("  " + right(_last_used(memory, now), USED) + "  ", look.dim)
            return [used, Segment(full, look.accent), Segment(rest, look.faint), Segment(" ")]
        gone = self.rows.standing(index).gone if self.rows else None
        when = durations.age(max(now - gone.at, 0.0)) if gone else "–"
        who = writer(gone.by) if gone else "imported"
        return [Segment("  " + right(when, USED) + "  " + fitted(printable(who), room) + " ", look.dim)]

    def _text_cells(self, index: int, masked: Memory, room: int, plain: Style) -> list[Segment]:
        """Return what a memory says in `room` cells, its heading dim."""
        headline, end = self._text(index, masked, room)
        segments = self.marker.marked(self._first(headline, room), room, plain, self.look.match)
        whole = segments[0].text[:1] == headline[:1]
        return dimmed(segments, end, plain, self.look.dim) if end and whole else segments

    def _text(self, index: int, masked: Memory, room: int) -> tuple[str, int]:
        """Return what a row says, its heading short below the same one, and where the heading ends."""
        headline, end = row_text(masked)
        if end and not self.marker.marks:
            return shortened(headline, end, self._heading_of(index - 1), room)
        return headline, end

    def _heading_of(self, index: int) -> str:
        """Return the heading of the memory on a line; empty if it has none or there is no such line."""
        memory = self.rows.at(index) if self.rows and index >= 0 else None
        if memory is None:
            return ""
        headline, end = row_text(masked_memory(memory))
        return headline[:end]

    def _rule(self, width: int) -> list[Segment]:
        """Return the line above what does not hold all the words."""
        listing = self.rows.listing if self.rows else None
        by_meaning = isinstance(listing, Matches) and listing.by_meaning
        title = "by meaning" if by_meaning else "some of the words"
        return [
            Segment(" " * LEAD + "── ", self.look.faint),
            Segment(title, self.look.dim),
            Segment(" " + "─" * max(width - LEAD - len(title) - 4, 0), self.look.faint),
        ]

    def short_scope(self, scope: str) -> str:
        """Return `scope` without the part that the filter's scope already says."""
        base = self.rows.listing.filter.scope if self.rows else ROOT
        if base == ROOT or not contains(base, scope):
            return scope
        return scope.removeprefix(base).lstrip("/") or "·"


def _last_used(memory: Memory, now: Instant) -> str:
    """Return how long ago a memory was used: a dash for never, `?` where only the count is known."""
    if not memory.access_count:
        return "–"
    return "?" if memory.last_accessed_at is None else durations.age(max(now - memory.last_touch, 0.0))


def _that_fit(signs: Sequence[Sign], room: int) -> Sequence[Sign]:
    """Return the most urgent signs that leave the text its room; of a narrow row the first one, or none."""
    most = 1 if room < _FEW else len(signs)
    if signs and room - cell_len(signs[0][0]) - 2 < _LEAST:
        return ()
    while most > 1 and sum(cell_len(word) + 2 for word, _ in signs[:most]) > room // _SHARE:
        most -= 1
    return signs[:most]


ORDERS = {
    Order.STRENGTH: ("strongest first", "weakest first"),
    Order.NEWEST: ("newest first", "oldest first"),
    Order.OLDEST: ("oldest first", "newest first"),
    Order.USED: ("last used or made first", "longest untouched first"),
    Order.IMPORTANCE: ("most important first", "least important first"),
    Order.SCOPE: ("by scope", "by scope, from the end"),
    Order.CHANGED: ("last changed first", "longest unchanged first"),
    Order.LARGEST: ("largest first", "smallest first"),
    Order.WORTH: ("worth a look first", "worth a look last"),
}
"""What an order is called, and what it is from its end."""


_STRENGTH = ("strength", "str.", "str")
"""What the head calls the strength, by the room there is."""


class TableHead(Widget):
    """The names of the table's columns, above it; a click on one sorts by it, a second turns that round."""

    DEFAULT_CSS = "TableHead { height: 1; }"

    @dataclass
    class Sorted(Message):
        """A column was clicked."""

        order: Order

    def __init__(self, table: MemoryTable) -> None:
        super().__init__()
        self.table = table
        self.order_name = ""
        """How the rows are ordered, when it is not the view's own order."""

    @property
    def _columns(self) -> Columns:
        width = self.table.line_width or self.size.width - 1
        return self.table.columns(width)

    def render_line(self, _y: int) -> Strip:
        """Draw the one line."""
        width = self.size.width
        styles = look(self.app.theme)
        columns = self._columns
        order = f"  {self.order_name}" if self.order_name else ""
        text = fitted("memory", min(len("memory"), columns.text))
        text += order[: max(columns.text - len(text), 0)]
        rest = "  " + fitted("scope", columns.scope) if columns.scope else ""
        strength = next((name for name in _STRENGTH if len(name) <= columns.last), "")
        when, last = ("when", "by") if self.table.gone else ("used", strength)
        rest += "  " + right(when, USED) + "  " + fitted(last, columns.last) if columns.last else ""
        gap = " " * max(columns.text - len(text), 0)
        segments = [
            Segment(" " * LEAD + text[: len("memory")], styles.dim),
            Segment(text[len("memory") :], styles.accent),
            Segment(gap + rest, styles.dim),
        ]
        return Strip(segments).adjust_cell_length(width).apply_style(styles.base)

    def on_click(self, event: events.Click) -> None:
        """Sort by the column that was clicked."""
        columns = self._columns
        from_end = LEAD + columns.text + (columns.scope + 2 if columns.scope else 0) - event.x
        if from_end > (columns.scope + 2 if columns.scope else 0):
            order = Order.NEWEST
        elif from_end > 0:
            order = Order.SCOPE
        elif self.table.gone:
            order = Order.CHANGED
        else:
            order = Order.USED if -from_end < 2 + USED + 1 else Order.STRENGTH
        self.post_message(self.Sorted(order))
