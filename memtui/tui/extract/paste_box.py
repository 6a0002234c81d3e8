"""Where a text is typed, and what a paste may be.

A terminal hands over whatever is on the clipboard: megabytes, or no text at all. Large pastes are never
laid out in a text area, which would take seconds.
"""

from __future__ import annotations

from textual import events

from memtui import secrets
from memtui.domain.decoding import is_binary
from memtui.domain.text import printable_lines
from memtui.tui.widgets.inputs import SafeTextArea

LARGE = 100_000
"""Characters from which on a text is only shown by its size and beginning."""
MOST = 64 * 1024 * 1024


def taken(pasted: str) -> tuple[str, str, tuple[str, ...]]:
    """Return a pasted text as it is kept, why it is refused if it is, and what was left out of it.

    Of a text that is not large, secrets are taken out at once, so that they are not even shown; of a large
    one before anything reads it.
    """
    if is_binary(pasted):
        return "", "That is binary, not text, so it was not taken. memtui extract FILE reads text files", ()
    if not pasted.strip():
        return "", "There is no text in that", ()
    if len(pasted) > MOST:
        return "", f"That is more than {MOST >> 20} MB; paste the part that matters", ()
    if len(pasted) > LARGE:
        return pasted, "", ()
    text, kinds = secrets.redact(pasted)
    return text, "", kinds


def size_of(text: str) -> str:
    """Return how large a text is, in words."""
    if len(text) <= LARGE:
        return f"{len(text):,} {'character' if len(text) == 1 else 'characters'}"
    return f"{len(text) / 1e6:,.1f} MB of text"


class PasteBox(SafeTextArea):
    """The text, while it is typed or edited."""

    DEFAULT_CSS = """
    PasteBox { border: none; padding: 0 1; background: $raised; }
    PasteBox:focus { border: none; }
    """

    def __init__(self) -> None:
        super().__init__("")
        self._shown = ""

    def show(self, text: str) -> None:
        """Show `text` for editing."""
        self._shown = printable_lines(text)
        self.load_text(self._shown)
        self.move_cursor(self.document.end)

    def written(self, before: str) -> str:
        """Return what was typed; `before` when nothing was changed."""
        return before if self.text == self._shown else self.text

    def on_paste(self, event: events.Paste) -> None:
        """Insert what fits; leave what is large, or no text, to the view."""
        text, refused, _ = taken(event.text)
        if refused or len(text) + len(self.text) > LARGE:
            event.prevent_default()
            return
        event.stop()
        event.text = printable_lines(text)
