"""What of a card has to have been on the screen before a yes counts.

A yes stores a text as it stands; so its end has to have been seen, on the page or in `read_first`'s dialog.
"""

from collections.abc import Callable

from memtui.tui.review.read_first import MoreBelow
from memtui.tui.widgets.pages import Page


class MustRead:
    """How far the text was read that a yes to the card would store."""

    def __init__(self, page: Page, below: MoreBelow, text: Callable[[], tuple[int, str] | None]) -> None:
        """Watch `page`, saying in `below` how far it was read; `text` is what has to be read, by proposal."""
        self._page, self._below, self._text = page, below, text
        self._read: set[tuple[int, str]] = set()
        """The texts that were read to their end, each with its proposal."""
        self._end = 0
        """How many lines of the card have to have been on the screen."""

    @property
    def unread(self) -> bool:
        """Whether the end of what has to be read was not on the screen yet."""
        text = self._text()
        return text is not None and text not in self._read

    @property
    def longer_than_page(self) -> bool:
        """Whether what has to be read does not fit the page."""
        return self._end > self._page.size.height

    def laid_out(self, end: int, key: str) -> None:
        """Take in how many lines have to be read, 0 for none; `key` says yes and reads on."""
        self._end = end
        self.note(key)

    def note(self, key: str) -> None:
        """Take note of what is on the screen of the text."""
        bottom = self._page.scroll_offset.y + self._page.size.height
        text = self._text()
        if text is None or not self._end or not self._page.display:
            return
        if bottom >= self._end:
            self._read.add(text)
        share = 1.0 if text in self._read else bottom / self._end
        self._below.show(share, key, "yes")
