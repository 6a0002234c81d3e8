"""The draggable lines between two panes; their place is kept as a setting.

A `Rule` is between panes one above the other, a `Fence` between panes side by side. Each sets the size of
one pane, the one below a rule or left of a fence; the other gets the rest.

Each leads into a pane, the one below or at its right, and is bright while that has the focus; bold without
colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from memtui.tui.themes import look


class Border(Widget):
    """A line that gives a pane its size, within what leaves each side some room."""

    LEAST = 6
    """Lines, or columns, that each side keeps."""

    @dataclass
    class Dragged(Message):
        """The border was let go of somewhere else."""

        setting: str
        """The setting of the screen that keeps the size."""
        size: int

    def __init__(self, pane: Widget, setting: str, leads_into: Widget) -> None:
        """Give `pane` the size that `setting` of the screen keeps, as all panes have that share it."""
        super().__init__()
        self.pane, self.setting = pane, setting
        self.leads_into = leads_into
        self._given = 0
        self._held = False

    @property
    def is_lit(self) -> bool:
        """Whether it leads into the pane that has the focus."""
        return self.leads_into.has_focus

    def settle(self, size: int) -> None:
        """Give the pane a size; with 0, or while the border is not shown, what its view gives it."""
        self._given = size
        self._give(self._within(size) if size and self.display else None)

    def _within(self, size: int) -> int:
        most = self._room(self._around) - self.LEAST - 1
        return max(min(size, most), self.LEAST) if self._around else size

    @property
    def _around(self) -> Region:
        """What the two panes share."""
        return self.parent.region if isinstance(self.parent, Widget) else Region()

    def _room(self, around: Region) -> int:
        """Return how much there is to share."""
        raise NotImplementedError

    def _give(self, size: int | None) -> None:
        """Give the pane a size, or its own again."""
        raise NotImplementedError

    def _size_at(self, event: events.MouseEvent, around: Region) -> int:
        """Return the size that the pane has with the border under the mouse."""
        raise NotImplementedError

    def on_mouse_down(self) -> None:
        """Take hold of the border."""
        self._held = True
        self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the border to the mouse."""
        if self._held:
            self.settle(self._within(self._size_at(event, self._around)))

    def on_mouse_up(self) -> None:
        """Let go of the border, and tell where it is."""
        if self._held:
            self._held = False
            self.release_mouse()
            self.post_message(self.Dragged(self.setting, self._given))


class Rule(Border):
    """A line between the panes above and the one below, joined to a fence between those above."""

    DEFAULT_CSS = "Rule { height: 1; }"

    def __init__(self, below: Widget, setting: str, *, fence: Fence | None = None) -> None:
        """Give `below` its height, and join the `fence` above."""
        super().__init__(below, setting, leads_into=below)
        self.fence = fence

    def _room(self, around: Region) -> int:
        return around.height

    def _give(self, size: int | None) -> None:
        self.pane.styles.height = size

    def _size_at(self, event: events.MouseEvent, around: Region) -> int:
        return int(around.bottom - event.screen_y - 1)

    def render_line(self, _y: int) -> Strip:
        """Draw the line."""
        width, styles = self.size.width, look(self.app.theme)
        dash, up = ("━", "┷") if self.is_lit and self.app.no_color else ("─", "┴")
        fence = self.fence
        joint = fence.region.x - self.region.x if fence is not None and fence.display else -1
        line = dash * joint + up + dash * (width - joint - 1) if joint > 0 else dash * width
        style = styles.accent if self.is_lit else styles.faint
        return Strip([Segment(line, style)], width).apply_style(styles.base)


class Fence(Border):
    """A line between the pane at its left and the one at its right."""

    DEFAULT_CSS = "Fence { width: 1; height: 1fr; }"
    LEAST = 10

    def _room(self, around: Region) -> int:
        return around.width

    def _give(self, size: int | None) -> None:
        self.pane.styles.width = size

    def _size_at(self, event: events.MouseEvent, around: Region) -> int:
        return int(event.screen_x - around.x)

    def render_line(self, _y: int) -> Strip:
        """Draw the line's part on one row."""
        styles = look(self.app.theme)
        line = "┃" if self.is_lit and self.app.no_color else "│"
        style = styles.accent if self.is_lit else styles.faint
        return Strip([Segment(line, style)], 1).apply_style(styles.base)


def settle_all(borders: Sequence[Border], sizes: object) -> None:
    """Give all panes the sizes that the settings of the screen keep."""
    for border in borders:
        border.settle(getattr(sizes, border.setting))
        border.call_after_refresh(border.refresh)  # a rule is joined to where its fence is once laid out
