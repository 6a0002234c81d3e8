"""Texts that have to be read before a yes to them counts: how far they were, and several of them in a dialog.

A yes on a text whose end was not on the screen yet shows more of it instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.app import ComposeResult

from memtui.domain.text import Longest, one_line, printable_lines
from memtui.review.new_text import ToRead
from memtui.tui.themes import Look, look
from memtui.tui.widgets.chrome import OneLine
from memtui.tui.widgets.dialogs import Dialog, hint
from memtui.tui.widgets.pages import Line, Page, text_lines

_OVERLAP = 2
"""Lines that stay in view when one reads on."""
_AROUND = 9
"""Lines of the dialog around its texts."""


class MoreBelow(OneLine):
    """Says beneath a text how far it was read, and which key reads on."""

    def __init__(self) -> None:
        super().__init__()
        self.share = 0.0
        self.key = ""
        self.yes = ""
        """What the key does once all was read."""

    def show(self, share: float, key: str, yes: str) -> None:
        """Show that `share` of it was read, from 0 to 1."""
        self.share, self.key, self.yes = share, key, yes
        self.refresh()

    def parts(self, look: Look, _width: int) -> tuple[list[Segment], list[Segment]]:
        """Return how far it was read at the left, and the key at the right."""
        over = self.share >= 1.0
        state = "read to its end" if over else "more below"
        left = [Segment("    "), Segment("✓ " if over else "▾ ", look.accent), Segment(state, look.text)]
        left += [] if over else [Segment(f"   {percent(self.share)} read", look.dim)]
        does = self.yes if over else "reads on"
        return left, [Segment(f"{self.key} ", look.accent_strong), Segment(f"{does}    ", look.dim)]


def percent(share: float) -> str:
    """Return how much was read, never all of it before it was."""
    return f"{min(int(share * 100), 99)} %"


def read_on(page: Page) -> None:
    """Show what follows on a page."""
    page.move_by(max(page.page - _OVERLAP, 1))


class ReadFirst(Dialog[bool]):
    """Shows texts whole, one under the other, and takes a yes when the end of the last was on the screen."""

    DEFAULT_CSS = """
    ReadFirst {
        .panel { width: 104; }
        Page { max-height: 100%; }
    }
    """

    def __init__(self, title: str, texts: Sequence[ToRead], yes: str, notes: Sequence[str] = ()) -> None:
        """Show `texts` under `title`; `yes` says what is done then, empty where one only looks."""
        super().__init__()
        self.title_words = title
        self._texts, self._notes, self._yes = texts, notes, yes
        self._page, self._below = Page(), MoreBelow()
        self.read = False
        """Whether the end was on the screen."""

    def compose(self) -> ComposeResult:
        """Lay out the texts, how far they were read, and the keys."""
        yield self.panel(self._page, self._below, hint(("esc", "leave")))

    def on_mount(self) -> None:
        """Begin at the first text."""
        self.watch(self._page, "scroll_y", self._scrolled, init=False)
        self.set_focus(self._page)

    def share_room(self) -> None:
        """Give the texts the room there is, and wrap them to it."""
        width, height = min(104, self.app.size.width) - 8, self.app.size.height
        lines = _texts_lines(self._texts, self._notes, width, look(self.app.theme))
        self._page.styles.height = max(min(len(lines), height - _AROUND), 3)
        self._page.show_lines(lines, from_top=not self._page.count)
        self._page.call_after_refresh(self._scrolled)

    def _scrolled(self, _to: float = 0.0) -> None:
        page = self._page
        bottom = page.scroll_offset.y + page.size.height
        self.read = self.read or (page.size.height > 0 and bottom >= page.count)
        share = 1.0 if self.read else bottom / max(page.count, 1)
        self._below.show(share, "enter", self._yes or "closes")

    def pressed(self, key: str) -> bool:
        """Read on, answer, or leave."""
        if self._page.scrolls(key):
            return True
        if key == "enter" and not self.read:
            read_on(self._page)
        elif key == "enter":
            self.dismiss(bool(self._yes))
        else:
            return super().pressed(key)
        return True


def _texts_lines(texts: Sequence[ToRead], notes: Sequence[str], width: int, look: Look) -> list[Line]:
    """Return texts whole, each under the reason why it is proposed."""
    lines: list[Line] = []
    for note in notes:
        lines += text_lines(note, width, look.warn)
    for at, text in enumerate(texts, 1):
        lines += [[]] if lines else []
        number = f"{at} of {len(texts)}  " if len(texts) > 1 else ""
        lines += text_lines(f"{number}{one_line(text.reason, Longest.REASON)}", width, look.dim)
        lines += text_lines(printable_lines(text.text), width, look.text, indent=3)
    return lines
