"""The one screen that all views live in: the lines above, the views, the status line and the notice."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget

from memtui.tui.before_key import do_bound
from memtui.tui.widgets.chrome import TALL


class Main(Screen[None]):
    """The one screen all views live in."""

    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    Main { layers: base above; layout: vertical; overflow: hidden; }
    Main.-low OverviewLine { display: none; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, height: int, *parts: Widget) -> None:
        """Hold `parts` in a terminal of `height` lines; known now, nothing is styled twice."""
        super().__init__(classes="-tall" if height >= TALL else "-low")
        self._parts = parts

    def compose(self) -> ComposeResult:
        """Lay out the header and how the store is, the first view, the status line and the notice."""
        yield from self._parts

    async def on_key(self, event: events.Key) -> None:
        """Do what a key does in a field, before the next key."""
        await do_bound(self, event)
