"""Wrapped, styled lines of text that can be scrolled: what the detail and Insights are made of."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from memtui.tui.widgets.line_list import LineList, at_most, fitted
from memtui.tui.widgets.wrapping import wrapped

Line = list[Segment]

_BETWEEN = " · "


class Page(LineList):
    """Lines of text without a cursor: moving scrolls."""

    shows_cursor = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.lines: list[Line] = []

    def show_lines(self, lines: list[Line], *, from_top: bool = True) -> None:
        """Show `lines`; `from_top` scrolls back to the first."""
        self.lines = lines
        self.lines_changed(len(lines), 0 if from_top else self.cursor, keep_line=False)
        if from_top:
            self.scroll_to(y=0, animate=False, force=True, immediate=True)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one line, filled or cut to `width`."""
        return self.filled(self.lines[index], width)

    def filled(self, segments: Sequence[Segment], width: int) -> Line:
        """Return segments in exactly `width` cells."""
        line, used = [], 0
        for segment in segments:
            length = cell_len(segment.text)
            if used + length > width:
                line.append(Segment(fitted(segment.text, width - used), segment.style))
                used = width
                break
            line.append(segment)
            used += length
        return [*line, Segment(" " * (width - used))]

    def move_to(self, index: int) -> None:
        """Scroll so that line `index` is the first on the screen."""
        last = max(self.count - self.page, 0)
        self.cursor = min(max(index, 0), last)
        self.scroll_to(y=self.cursor, animate=False, force=True, immediate=True)

    def scrolls(self, key: str) -> bool:
        """Scroll by a key of a dialog; say whether it is one that scrolls."""
        steps = {"j": 1, "down": 1, "k": -1, "up": -1, "pagedown": self.page, "pageup": -self.page}
        if key in steps:
            self.move_by(steps[key])
        return key in steps

    def on_resize(self) -> None:
        """Keep to the end when the page grew past it."""
        self.forget_strips()
        self.move_to(self.cursor)


def text_lines(text: str, width: int, style: Style, indent: int = 1) -> Iterator[Line]:
    """Yield safe `text` as wrapped lines of one style; two that say the same are one."""
    known: dict[str, Line] = {}
    for line in wrapped(text, width - indent - 1):
        if line not in known:
            known[line] = [Segment(" " * indent + line, style)]
        yield known[line]


def first_lines(text: str, width: int, most: int, style: Style, indent: int = 1) -> list[Line]:
    """Return safe `text` as `text_lines` does, at most so many; one that goes on ends in `…`."""
    rows = list(islice(text_lines(text, width, style, indent), most + 1))
    if len(rows) > most:
        rows = rows[:most]
        rows[-1] = [Segment(at_most(rows[-1][0].text, width - 3) + " …", style)]
    return rows


def flowing(parts: Iterable[tuple[str, Style]], width: int, dim: Style) -> list[Line]:
    """Return safe `parts` in rows with a dot between two, as many to a row as fit."""
    lines: list[Line] = []
    used = width
    for text, style in parts:
        length = cell_len(text)
        if lines and used + len(_BETWEEN) + length <= width - 1:
            lines[-1] += [Segment(_BETWEEN, dim), Segment(text, style)]
            used += len(_BETWEEN) + length
        else:
            *full, last = wrapped(text, width - 2)
            lines += [[Segment(" " + line, style)] for line in full]
            lines.append([Segment(" " + last, style)])
            used = 1 + cell_len(last)
    return lines


def quoted(quote: str, width: int, most: int) -> list[str]:
    """Return a quote in rows of `width` cells, at most so many; one that goes on ends in `…”`."""
    rows = list(wrapped(f"“{quote}”", width))
    if len(rows) <= most:
        return rows
    return [*rows[: most - 1], f"{fitted(f'{rows[most - 1]} {rows[most]}', width - 1)}”"]
