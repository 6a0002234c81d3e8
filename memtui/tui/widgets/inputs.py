"""Places to type that cannot be made to write to the terminal.

Textual's inputs show pasted control characters as they are, so a pasted ESC would be acted on.
These take what is pasted in its visible form.
"""

from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.suggester import SuggestFromList
from textual.widgets import Input, TextArea

from memtui.domain.text import one_line, printable_lines

_LARGE = 200_000


class SafeInput(Input):
    """A line to type in. What stands in it at first is selected, so that typing replaces it."""

    takes_words: ClassVar = True
    """A text is typed here, and alt and some letters move by words: see `on_terminal`."""

    @property
    def takes_at_once(self) -> bool:
        """Whether letters that wait come in as one: all but the first, which some lines take as a key."""
        return bool(self.value)

    DEFAULT_CSS = """
    SafeInput { border: none; height: 1; padding: 0; background: transparent; width: 1fr; }
    SafeInput:focus { border: none; background-tint: transparent 0%; }
    SafeInput > .input--placeholder, SafeInput > .input--suggestion { color: $dim; }
    """

    def __init__(
        self, value: str = "", *, suggestions: list[str] | None = None, placeholder: str = ""
    ) -> None:
        super().__init__(
            one_line(value, 4_000),
            placeholder=placeholder,
            suggester=SuggestFromList(suggestions) if suggestions else None,
            compact=True,
            select_on_focus=False,  # of keys that come in one burst with the focus, it would select the first
        )
        self.cursor_blink = False
        self._example = placeholder

    def on_mount(self) -> None:
        """Select what stands here."""
        self.select_all()

    def on_resize(self) -> None:
        """Cut the example that stands in the empty line behind a word."""
        self.show_example(self._example)

    def show_example(self, example: str) -> None:
        """Show what can be typed while the line is empty, as much of it as has room."""
        self._example = example
        self.placeholder = whole_words(example, self.size.width)

    def on_paste(self, event: events.Paste) -> None:
        """Take a paste as one visible line."""
        event.text = one_line(event.text, 4_000)


def whole_words(text: str, width: int) -> str:
    """Return `text` in at most `width` cells; what has to go is whole words, and `…` stands for them."""
    while cell_len(text) > width and " " in text:
        text = text.removesuffix(" …").rpartition(" ")[0] + " …"
    return text if cell_len(text) <= width else ""


class SafeTextArea(TextArea):
    """A text to type. Long lines wrap, until the text is so large that wrapping would be felt."""

    takes_words: ClassVar = True
    takes_at_once: ClassVar = True
    """Letters that wait come in as one."""

    def __init__(self, text: str) -> None:
        super().__init__(
            printable_lines(text), soft_wrap=len(text) < _LARGE, tab_behavior="focus", compact=True
        )
        self.cursor_blink = False

    def on_paste(self, event: events.Paste) -> None:
        """Take a paste in its visible form; a huge one stops the wrapping."""
        event.text = printable_lines(event.text)
        if len(event.text) > _LARGE:
            self.soft_wrap = False
