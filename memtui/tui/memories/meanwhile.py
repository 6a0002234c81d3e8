"""Asks whose words stay, when a memory was changed by somebody else while a person was writing at it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from textual.app import ComposeResult

from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line, printable_lines
from memtui.secrets.masking import masked
from memtui.tui.themes import Look, look
from memtui.tui.widgets.dialogs import Dialog, hint
from memtui.tui.widgets.pages import Line, Page, text_lines

_WIDTH = 96


class Whose(Enum):
    """What a person decides about two versions."""

    MINE = auto()
    """Theirs is written over."""
    THEIRS = auto()
    """What was written is thrown away."""
    WRITE_ON = auto()
    """Neither yet: it is written on, with theirs in sight."""


class MeanwhileDialog(Dialog[Whose]):
    """Shows what a memory says by now, and what the person wrote."""

    DEFAULT_CSS = """
    MeanwhileDialog { .panel { width: 96; } Page { max-height: 100%; } }
    """
    widest = _WIDTH
    title_words = "It was changed meanwhile"
    _keys = (
        ("m", "save mine over it"),
        ("t", "leave it as it is now"),
        ("↑ ↓", "scroll"),
        ("esc", "write on"),
    )

    def __init__(self, seen: Memory, now: Memory, mine: str) -> None:
        """Ask about a memory that was `seen`, as it is `now`, and the text that is to take its place."""
        super().__init__()
        self._seen, self._now, self._mine = seen, now, mine
        self._page = Page()
        self._page.can_focus = False
        self._hint = hint(*self._keys)

    def compose(self) -> ComposeResult:
        """Lay out both, and the keys."""
        yield self.panel(self._page, self._hint)

    def on_mount(self) -> None:
        """Show both."""
        width = min(_WIDTH, self.app.size.width) - 6
        self._page.show_lines(list(self._lines(width, look(self.app.theme))))
        self.share_room()

    def share_room(self) -> None:
        """Let the texts give way to the keys."""
        room = self.room_beside(keys=self._keys)
        self._page.styles.height = max(min(self._page.count, room), 1)

    def _lines(self, width: int, colours: Look) -> Iterator[Line]:
        for label, text in (("it says now", self._now.text), ("you wrote", self._mine)):
            yield from text_lines(label, width, colours.accent)
            yield from text_lines(printable_lines(masked(text)), width, colours.text, indent=3)
            yield []
        for sentence in beside_the_text(self._seen, self._now):
            yield from text_lines(sentence, width, colours.dim)

    def pressed(self, key: str) -> bool:
        """Answer or scroll; a text that cannot be read cannot be written over."""
        if self._page.scrolls(key):
            return True
        chosen = {"m": Whose.MINE, "t": Whose.THEIRS, "escape": Whose.WRITE_ON}.get(key)
        if chosen is not None and (chosen is Whose.WRITE_ON or self.shows(self._hint)):
            self.dismiss(chosen)
        return chosen is not None


def beside_the_text(seen: Memory, now: Memory) -> Iterator[str]:
    """Yield a sentence for each value beside the text that somebody changed."""
    if seen.state is not now.state:
        yield f"it is {now.state} now, and stays so"
    pairs = {
        "scope": (seen.scope, now.scope),
        "type": (seen.type.label, now.type.label),
        "importance": (f"{seen.importance:g}", f"{now.importance:g}"),
        "categories": (" ".join(seen.categories), " ".join(now.categories)),
    }
    for name, (before, after) in pairs.items():
        if before != after:
            yield f"{name}: {one_line(masked(after), Longest.PATH) or 'none'} now"
