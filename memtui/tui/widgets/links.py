"""A page with places to go: the cursor steps from link to link, and enter follows the one it stands on.

Insights is one, and so is the detail, whose related memories are links. A page without links scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip

from memtui.tui.keys.views import ViewId
from memtui.tui.widgets.pages import Line, Page


class Link(NamedTuple):
    """Where a place on a page leads."""

    filter: str = ""
    """What is listed there, as `/` takes it."""
    memory: int | None = None
    """The memory to go to."""
    view: ViewId = ViewId.MEMORIES
    says: str = ""
    """What stands behind it, for the status line."""


class Spot(NamedTuple):
    """Cells of one line that a link stands on. A link of several lines has a spot on each."""

    line: int
    start: int
    end: int
    link: Link


class Sheet:
    """Lines with spots, put together piece by piece."""

    def __init__(self, lines: Sequence[Line] = (), spots: Sequence[Spot] = ()) -> None:
        self.lines: list[Line] = list(lines)
        self.spots: list[Spot] = list(spots)

    def add(self, line: Line, link: Link | None = None) -> None:
        """Add a line; all that is said in it is the link."""
        if link is not None:
            text = "".join(segment.text for segment in line)
            start = cell_len(text) - cell_len(text.lstrip())
            self.spots.append(Spot(len(self.lines), start, cell_len(text.rstrip()), link))
        self.lines.append(line)

    def below(self, other: Sheet) -> None:
        """Add another sheet beneath this one."""
        at = len(self.lines)
        self.spots += [spot._replace(line=spot.line + at) for spot in other.spots]
        self.lines += other.lines

    def beside(self, other: Sheet, column: int) -> None:
        """Add another sheet at the right of this one, from cell `column` on."""
        for index, line in enumerate(other.lines):
            if index == len(self.lines):
                self.lines.append([])
            used = sum(cell_len(segment.text) for segment in self.lines[index])
            self.lines[index] = [*self.lines[index], Segment(" " * max(column - used, 0)), *line]
        self.spots += [
            spot._replace(start=spot.start + column, end=spot.end + column) for spot in other.spots
        ]


class LinkPage(Page):
    """A page whose cursor steps from link to link."""

    @dataclass
    class Followed(Message):
        """A link was double-clicked."""

        page: LinkPage
        link: Link

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.spots: list[Spot] = []
        self.chosen: Spot | None = None
        """The first spot of the link under the cursor."""

    @property
    def link(self) -> Link | None:
        """The link under the cursor."""
        return self.chosen.link if self.chosen is not None else None

    def show_sheet(self, sheet: Sheet, *, from_top: bool = True, choose: bool = True) -> None:
        """Show a sheet; the cursor stays on its link, or goes to the first when told to `choose` one."""
        before = None if from_top else self.link
        self.spots = sorted(sheet.spots, key=lambda spot: (spot.line, spot.start))
        first = self.spots[0] if self.spots and choose else None
        self.chosen = next((spot for spot in self.spots if before is not None and spot.link == before), first)
        self.show_lines(sheet.lines, from_top=from_top)

    def render_line(self, y: int) -> Strip:
        """Draw a line, with the link under the cursor standing out."""
        strip = super().render_line(y)
        index = y + self.scroll_offset.y
        style = self.look.cursor if self.has_focus else self.look.resting
        for spot in self.spots:
            if spot.line == index and spot.link is self.link:
                before, link, *after = strip.divide([spot.start, spot.end, strip.cell_length])
                link = Strip([Segment(part.text, (part.style or Style()) + style) for part in link])
                strip = Strip.join([before, link, *after])
        return strip

    # -- going from link to link -------------------------------------------------------------

    def move_by(self, lines: int) -> None:
        """Go to the next link below or above; scroll where there is none near."""
        near = self._beyond(lines)
        if near is None:
            super().move_by(lines)
        else:
            self._choose(near)

    def step(self, by: int) -> bool:
        """Go to the next link of the same line; say whether there was one."""
        chosen = self.chosen
        if chosen is None:
            return False
        row = [spot for spot in self.spots if spot.line == chosen.line]
        index = row.index(chosen) + by
        if not 0 <= index < len(row):
            return False
        self._choose(row[index])
        return True

    def move_to(self, index: int) -> None:
        """Scroll so that line `index` is the first on the screen, and take the cursor along."""
        super().move_to(index)
        chosen = self.chosen
        if chosen is not None and not self._is_seen(chosen.line):
            seen = [spot for spot in self.spots if self._is_seen(spot.line)]
            if seen:
                self.chosen = seen[0] if chosen.line < self.scroll_offset.y else seen[-1]
                self.refresh()

    def to_end(self, *, first: bool) -> None:
        """Go to the first link or to the last, with all that stands before or behind it."""
        super().move_to(0 if first else self.count - 1)
        if self.spots:
            self.chosen = self.spots[0 if first else -1]
            self.refresh()
            self.post_message(self.Moved(self, self.chosen.line))

    def _beyond(self, lines: int) -> Spot | None:
        """Return the link some lines further on that is nearest to the column of this one."""
        chosen = self.chosen
        if chosen is None:
            seen = [spot for spot in self.spots if self._is_seen(spot.line)]
            return seen[0] if seen and lines > 0 else None
        sign = 1 if lines > 0 else -1
        others = [
            spot
            for spot in self.spots
            if (spot.line - chosen.line) * sign > 0 and spot.link is not chosen.link
        ]
        if not others:
            return None
        goal = chosen.line + lines
        reached = [spot for spot in others if (spot.line - goal) * sign <= 0] if abs(lines) > 1 else []
        line = (max if sign > 0 else min)(spot.line for spot in reached) if reached else None
        if line is None:
            line = (min if sign > 0 else max)(spot.line for spot in others)
        if not self._is_seen(line) and abs(line - chosen.line) > self.page:
            return None
        middle = (chosen.start + chosen.end) / 2
        return min(
            (spot for spot in others if spot.line == line),
            key=lambda spot: abs((spot.start + spot.end) / 2 - middle),
        )

    def _choose(self, spot: Spot) -> None:
        self.chosen = spot
        top = self.scroll_offset.y
        if spot.line == self.spots[0].line:
            super().move_to(0)
        elif not self._is_seen(spot.line):
            wanted = spot.line - 1 if spot.line < top else spot.line - self.page + 2
            super().move_to(max(wanted, 0))
        self.refresh()
        self.post_message(self.Moved(self, spot.line))

    def _is_seen(self, line: int) -> bool:
        return self.scroll_offset.y <= line < self.scroll_offset.y + self.page

    def on_click(self, event: events.Click) -> None:
        """Take the link that was clicked; a second click follows it."""
        line = event.y + self.scroll_offset.y
        for spot in self.spots:
            if spot.line == line and spot.start <= event.x < spot.end:
                self._choose(spot)
                if event.chain == 2:
                    self.post_message(self.Followed(self, spot.link))
