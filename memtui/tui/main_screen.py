"""The one screen that all views live in: the header, the views, the status line and the notice."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget


class Main(Screen[None]):
    """The one screen all views live in."""

    BINDINGS: ClassVar[list[BindingType]] = []
    CSS = "Main { layers: base above; layout: vertical; overflow: hidden; }"

    def __init__(self, *parts: Widget) -> None:
        super().__init__()
        self._parts = parts

    def compose(self) -> ComposeResult:
        """Lay out the header, the first view, the status line and the notice."""
        yield from self._parts
