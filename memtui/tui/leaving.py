"""Asks before the screen is left with something that was accepted and is not stored, or is being read."""

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from memtui.tui.widgets.dialogs import Dialog, hint

_GO_OR_STAY = ("enter", "leave all the same"), ("esc", "stay")


class LeaveDialog(Dialog[str]):
    """What would be lost, and what to do about it. Answers `keep` or `leave`; None stays."""

    title_words = "Leave?"

    def __init__(self, unsaved: str, *, can_save: bool) -> None:
        """Ask about what is `unsaved`, a sentence without its full stop."""
        super().__init__()
        self._unsaved, self._can_save = unsaved, can_save

    def compose(self) -> ComposeResult:
        """Say what would be lost, and the keys."""
        yield self.panel(
            Static(Content(f"{self._unsaved}.")),
            hint(*([("s", "store them, and stay")] if self._can_save else []), *_GO_OR_STAY),
        )

    def pressed(self, key: str) -> bool:
        """Answer."""
        if key == "enter" or (key == "s" and self._can_save):
            self.dismiss("keep" if key == "s" else "leave")
            return True
        return super().pressed(key)
