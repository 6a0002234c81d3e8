"""What threads of the screen say of an error that nobody foresaw: none of them ends without a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from memtui.domain.text import Longest, one_line
from memtui.secrets.masking import masked, masked_error
from memtui.store.errors import StoreError

if TYPE_CHECKING:
    from textual.message_pump import MessagePump


class _Says(Protocol):
    """The app, as far as a thread's trouble knows it."""

    def say(self, text: str, kind: str = "note") -> None:
        """Show a passing message."""


def say_of(view: MessagePump, sentence: str) -> None:
    """Say on the screen of `view` what went wrong, from any thread."""
    view.call_later(lambda: cast(_Says, view.app).say(sentence, "error"))


def error_words(error: Exception) -> str:
    """Return what an error says that nobody foresaw; one of the store says what to do as it is."""
    if isinstance(error, StoreError):
        return one_line(masked(str(error)), Longest.QUOTE)
    return masked_error(error)
