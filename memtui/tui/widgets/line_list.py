"""The list widget under every view: any number of lines, of which only the visible ones are made.

Textual's own tables hold every row, which at a million memories costs seconds and hundreds of
megabytes. A `LineList` knows how many lines there are and how to draw one; it draws those on the
screen, keeps the drawn ones, and repaints the two lines that change when the cursor moves.

MemoryTable, ScopeTree, HistoryList, Detail and the palette are LineLists.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memtui.tui.themes import Look, look
from memtui.tui.widgets.wrapping import wrapped

_KEPT_STRIPS = 600
_LONGEST = 76
"""Cells of a line of words that are read: longer ones are hard to follow."""
_INDENT = 3
"""Cells before the words of an empty list."""


class LineList(ScrollView, can_focus=True, inherit_bindings=False):
    """Lines with a cursor. Subclasses say what line `index` looks like in `draw`."""

    DEFAULT_CSS = """
    LineList {
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
    }
    """

    @dataclass
    class Moved(Message):
        """The cursor stands on another line."""

        list: "LineList"
        index: int

        def can_replace(self, message: Message) -> bool:
            """Only where the cursor came to rest matters."""
            return isinstance(message, LineList.Moved) and message.list is self.list

    @dataclass
    class Chosen(Message):
        """A line was double-clicked."""

        list: "LineList"
        index: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.count = 0
        """How many lines there are."""
        self.cursor = 0
        """The line the cursor stands on; 0 when there are none."""
        self.empty: Sequence[str] = ()
        """What to say when there are no lines; the first one stands out."""
        self.row_height = 1
        """How many lines of the screen one line of the list takes."""
        self._has_edge = False
        self._strips: OrderedDict[tuple[int, int, int], Strip] = OrderedDict()

    def takes(self, key: str) -> bool:
        """Say whether this pane does something of its own with a key, so that it is no action."""
        del key
        return False

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return line `index` in exactly `width` cells, with no background."""
        raise NotImplementedError

    def draw_part(self, index: int, width: int, part: int) -> Sequence[Segment]:
        """Return one of the screen's lines that line `index` takes; the first is 0."""
        del part
        return self.draw(index, width)

    def take_height(self, row_height: int) -> None:
        """Draw each item on this many lines of the screen; the cursor stays in view."""
        if row_height != self.row_height:
            self.row_height = row_height
            self.lines_changed(self.count, self.cursor, keep_line=False)

    # -- what there is to show ---------------------------------------------------------------

    @property
    def look(self) -> Look:
        """The styles of the theme in use."""
        return look(self.app.theme)

    @property
    def above_cursor(self) -> int:
        """How many lines of the screen are above the cursor."""
        return self.cursor * self.row_height - int(self.scroll_offset.y)

    def lines_changed(
        self, count: int, cursor: int, *, keep_line: bool = True, above: int | None = None
    ) -> None:
        """Take over new lines with the cursor on line `cursor`.

        With `keep_line` the cursor stays where it is on the screen and the lines move around it; else it has
        so many lines of the screen `above` it as are said.
        """
        above = self.above_cursor if above is None else above
        self.count = count
        self.cursor = min(max(cursor, 0), max(count - 1, 0))
        self.forget_strips()
        self._take_size(Size(1, count * self.row_height))
        if keep_line and self.size.height:
            self.scroll_to(y=max(self.cursor * self.row_height - max(above, 0), 0), animate=False, force=True)
        self._show_cursor()
        self.refresh()

    def _take_size(self, size: Size) -> None:
        """Take the size of all lines; the screen is laid out anew only where the scrollbar comes or goes."""
        room = self.container_size.height
        same_bar = (self.virtual_size.height > room) == (size.height > room)
        if self.size and same_bar and not self.styles.auto_dimensions:
            self.set_reactive(LineList.virtual_size, size)
            self._scroll_update(size)
        else:
            self.virtual_size = size

    def forget_strips(self) -> None:
        """Draw every line anew at the next paint."""
        self._strips.clear()

    def repaint_line(self, index: int) -> None:
        """Draw one line anew, because what it shows has changed."""
        for key in [key for key in self._strips if key[0] == index]:
            del self._strips[key]
        self._refresh_row(index)

    def _refresh_row(self, index: int) -> None:
        for part in range(self.row_height):
            self.refresh_line(index * self.row_height + part)

    def theme_changed(self) -> None:
        """Take the styles of the new theme."""
        self.forget_strips()
        self.refresh()

    # -- the cursor --------------------------------------------------------------------------

    def move_to(self, index: int) -> None:
        """Put the cursor on line `index`, or on the nearest there is, and scroll it into view."""
        index = min(max(index, 0), max(self.count - 1, 0))
        if index == self.cursor:
            return
        before, self.cursor = self.cursor, index
        if not self._show_cursor():
            self._refresh_row(before)
            self._refresh_row(index)
        self.post_message(self.Moved(self, index))

    def move_by(self, lines: int) -> None:
        """Move the cursor by some lines, stopping at the ends."""
        self.move_to(self.cursor + lines)

    @property
    def line_width(self) -> int:
        """How many cells a line has, beside the scrollbar."""
        return self.scrollable_content_region.width

    @property
    def page(self) -> int:
        """How many of its lines fit on the screen."""
        return max(self.size.height // self.row_height, 1)

    def _show_cursor(self) -> bool:
        """Scroll the cursor into view; say whether that moved anything."""
        top, height = self.scroll_offset.y, self.size.height
        first = self.cursor * self.row_height
        end = first + self.row_height
        if not height or (top <= first and end <= top + height):
            return False
        wanted = first if first < top else end - height
        self.scroll_to(y=wanted, animate=False, force=True)
        return True

    # -- drawing -----------------------------------------------------------------------------

    def take_edge(self, has_edge: bool) -> None:
        """Draw a line down the left edge while it has the focus, where no border leads into it."""
        if has_edge != self._has_edge:
            self._has_edge = has_edge
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw the line at `y` of the widget; Textual calls this for the lines that changed."""
        strip = self._line(y)
        if not (self._has_edge and self.has_focus) or self._is_cursor_at(y):
            return strip
        edge = Strip([Segment("▏", self.look.accent)], 1).apply_style(self.look.base)
        return Strip.join([edge, strip.crop(1)])

    def _is_cursor_at(self, y: int) -> bool:
        index = (y + self.scroll_offset.y) // self.row_height
        return self.shows_cursor and index == self.cursor < self.count

    def _line(self, y: int) -> Strip:
        width = self.line_width
        index, part = divmod(y + self.scroll_offset.y, self.row_height)
        if index >= self.count:
            return self._beyond_the_end(y, width)
        key = (index, width, part)
        strip = self._strips.get(key)
        if strip is None:
            strip = self._strips[key] = Strip(self.draw_part(index, width, part), width)
            if len(self._strips) > _KEPT_STRIPS:
                self._strips.popitem(last=False)
        if index == self.cursor and self.shows_cursor:
            strip = self._under_cursor(strip, width)
        return strip.apply_style(self.look.base)

    shows_cursor = True
    """Whether one line stands out; text that is only read has no cursor."""
    always_active = False
    """Whether the cursor looks like the one that moves even while the focus is elsewhere."""

    def _under_cursor(self, strip: Strip, width: int) -> Strip:
        active = self.has_focus or self.always_active
        style = self.look.cursor if active else self.look.resting
        strip = Strip([Segment(strip.text, style)]) if style.reverse else strip.apply_style(style)
        edge = Segment("▌", self.look.accent) if active else Segment("▏", self.look.dim)
        return Strip.join([Strip([edge], 1).apply_style(style), strip.crop(1, width)])

    def _beyond_the_end(self, y: int, width: int) -> Strip:
        height = self.size.height
        lines = () if self.count else empty_lines(tuple(self.empty), width - _INDENT - 1, height)
        first = max((height - len(lines)) // 3, 0)
        if not first <= y < first + len(lines):
            return Strip.blank(width, self.look.base)
        text = lines[y - first]
        style = self.look.text if text in self.empty[:1] or y == first else self.look.dim
        strip = Strip([Segment(" " * _INDENT), Segment(fitted(text, max(width - _INDENT, 0)), style)])
        return strip.adjust_cell_length(width).apply_style(self.look.base)

    # -- events ------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Draw anew when the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.theme_changed())

    def on_resize(self) -> None:
        """Keep the cursor in view, and the lines as wide as the widget."""
        self.forget_strips()
        self._show_cursor()

    def on_focus(self) -> None:
        """Show the cursor as the one that moves."""
        self._focus_changed()

    def on_blur(self) -> None:
        """Show the cursor as one that waits."""
        self._focus_changed()

    def _focus_changed(self) -> None:
        if self._has_edge:
            self.refresh()
        else:
            self._refresh_row(self.cursor)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the clicked line; a second click opens it."""
        index = (event.y + self.scroll_offset.y) // self.row_height
        if index >= self.count:
            return
        self.move_to(index)
        if event.chain == 2:
            self.post_message(self.Chosen(self, index))


@lru_cache(maxsize=8)
def empty_lines(words: tuple[str, ...], width: int, height: int) -> tuple[str, ...]:
    """Return the words of an empty list in lines of `width` cells; a line that is indented is cut instead.

    Where they are more than `height`, empty ones go first, and then all but the first one and the keys.
    """
    width = min(width, _LONGEST)
    lines = [line for text in words for line in _wrapped(text, width)]
    if len(lines) > height:
        lines = [line for line in lines if line]
    if len(lines) > height:
        said = [text for at, text in enumerate(words) if at == 0 or "  " in text.strip()]
        keys = [text for text in said if not text[:1].isspace()]
        lines = [line for text in keys for line in _wrapped(text, width)]
    return tuple(lines[: max(height, 1)])


def _wrapped(text: str, width: int) -> list[str]:
    """Return words in lines; what goes on of `key   what it does` stands below what the key does."""
    if text[:1].isspace():
        return [text]
    key, gap, rest = text.partition("  ")
    column = len(text) - len(rest.lstrip())
    if not gap or column * 2 > width:
        return list(wrapped(f"{key}{gap}{rest.lstrip()}", width))
    first, *others = wrapped(text[column:], width - column)
    return [text[:column] + first, *(" " * column + line for line in others)]


def fitted(text: str, width: int) -> str:
    """Return safe `text` in exactly `width` cells: padded, or cut with an ellipsis."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, width - 1) + "…"


def at_most(text: str, width: int) -> str:
    """Return safe `text` in no more than `width` cells, cut with an ellipsis where it is longer."""
    return text if cell_len(text) <= width else fitted(text, width)


def fitted_end(text: str, width: int) -> str:
    """Return safe `text` in exactly `width` cells, its end kept when it is too long."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    while text and cell_len(text) > width - 1:
        text = text[1:]
    return set_cell_size("…" + text, width)


def fitted_scope(scope: str, width: int) -> str:
    """Return a scope in exactly `width` cells; a long one loses whole segments at its start, then the end of
    its name, by whose beginning it is known.
    """
    while cell_len(scope) > width and scope.count("/") > 1:
        scope = "…/" + scope.removeprefix("…").lstrip("/").partition("/")[2]
    return fitted(scope if cell_len(scope) <= width else scope.rpartition("/")[2], width)


def right(text: str, width: int) -> str:
    """Return `text` at the right end of `width` cells."""
    return " " * (width - cell_len(text)) + text if cell_len(text) <= width else fitted(text, width)


def within(line: Sequence[Segment], width: int) -> list[Segment]:
    """Return a line in exactly `width` cells."""
    segments: list[Segment] = []
    for segment in line:
        length = cell_len(segment.text)
        if length > width:
            segments.append(Segment(fitted(segment.text, width), segment.style))
            return segments
        segments.append(segment)
        width -= length
    return [*segments, Segment(" " * width)]
