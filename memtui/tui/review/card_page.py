"""The pages that a card stands on: its keys can be clicked."""

from __future__ import annotations

from textual import events

from memtui.tui.review.card_layout import Laid
from memtui.tui.widgets.chrome import StatusLine
from memtui.tui.widgets.pages import Page


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
