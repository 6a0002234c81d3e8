"""The verdict that was refused last: an undo right after it is asked about, as it would reach past it."""

from __future__ import annotations

from memtui.review.queue import Card
from memtui.tui.review.on_screen import OnScreen


class Refused:
    """Says why a verdict is not taken, and remembers on which card."""

    def __init__(self, screen: OnScreen) -> None:
        """Refuse verdicts on the card that `screen` shows."""
        self._screen = screen
        self._card: Card | None = None

    def say(self, why: str) -> None:
        """Say why a verdict on the shown card is not taken."""
        self._card = self._screen.queue.card
        self._screen.host.say(why)

    def clear(self) -> None:
        """Note that a verdict was taken."""
        self._card = None

    def do_undo(self) -> None:
        """Take back the last change; ask first where the person may take a refused verdict for it."""
        from memtui.tui.history.undoing import undo

        undo(self._screen.host, asks=self._card is not None and self._card is self._screen.queue.card)
