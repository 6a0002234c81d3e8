"""The pages that a card stands on: its keys can be clicked, and up and down choose of stacked memories."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from memtui.tui.review.card_layout import Laid
from memtui.tui.widgets.chrome import StatusLine
from memtui.tui.widgets.pages import Page

_STEPS = {"up": -1, "down": 1}


class ClickablePage(Page):
    """A card as lines, whose keys can be clicked."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__()
        self._laid = Laid([])

    def show_card(self, laid: Laid, *, from_top: bool = True) -> None:
        """Show a card as it was laid out."""
        self._laid = laid
        self.show_lines(laid.lines, from_top=from_top)

    def on_click(self, event: events.Click) -> None:
        """Do what the key does that was clicked."""
        line = event.y + self.scroll_offset.y
        for button in self._laid.buttons:
            if button.line == line and button.start <= event.x < button.end:
                self.post_message(StatusLine.KeyChosen(button.key))


class CardPage(ClickablePage):
    """The card that is decided on; up and down choose of its memories where they stand stacked."""

    def __init__(self, other: Callable[[int], int | None], choose: Callable[[int], None]) -> None:
        """Show cards; `other` returns the memory a step away, and `choose` marks it as the one that stays."""
        super().__init__()
        self._other, self._choose = other, choose

    @property
    def stacked(self) -> bool:
        """Whether one of its memories is to be chosen, and they stand one above the other."""
        return self._laid.stacked

    def takes(self, key: str) -> bool:
        """Say whether a key lets another memory stay; beyond the last one it goes on to another card."""
        step = _STEPS.get(key)
        return step is not None and self.has_focus and self.stacked and self._other(step) is not None

    def on_key(self, event: events.Key) -> None:
        """Let the upper or the lower memory stay."""
        if self.takes(event.key):
            self._choose(_STEPS[event.key])
            event.stop()
            event.prevent_default()
