"""Dialogs: the frame they share, the preview before many memories change, the typed count of a purge.

What can be undone opens no dialog for a handful of memories. The keys that answer are the same in all of
them, see `answer`. The key that confirms is never the one that asked.
"""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from memtui.domain import decay
from memtui.domain.counting import plural
from memtui.domain.headings import row_text
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.secrets.masking import masked_memory
from memtui.tui.before_key import do_bound
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.line_list import fitted_end
from memtui.tui.widgets.pages import Page, text_lines
from memtui.tui.widgets.wrapping import wrapped

Answer = TypeVar("Answer")
Keys = Sequence[tuple[str, str]]
"""Keys, or tokens, each with what it does."""

TIGHT = 24
"""Under so many lines a dialog does without its margins."""
WIDTH = 84
"""How wide a dialog is at most."""
_TIED = "\N{NO-BREAK SPACE}"
_ROWS = 14
"""Rows of a preview that are seen at once."""


def answer(key: str) -> bool | None:
    """Return what a key answers to a question: enter confirms it, esc and n leave it, others neither.

    No letter confirms: it may be part of a word that is typed, or the key that asked, pressed twice.
    """
    return {"enter": True, "escape": False, "n": False}.get(key)


class Dialog(ModalScreen[Answer]):
    """A framed panel over the view."""

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        background: $background 55%;
        .panel {
            width: 84; max-width: 100%; height: auto; max-height: 100%;
            border: round $faint; border-title-color: $accent; border-title-style: bold;
            background: $background; padding: 1 2;
        }
        .hint { height: auto; color: $dim; margin-top: 1; }
        .note { height: auto; color: $dim; }
        .note.-error { color: $error; }
        Page { height: auto; max-height: 14; }
        &.-tight .panel { padding: 0 1; }
        &.-tight .hint, &.-tight .count, &.-tight .note { margin-top: 0; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = []
    AUTO_FOCUS = None

    title_words = ""

    def panel(self, *children: Widget) -> Vertical:
        """Return the frame around what the dialog shows."""
        panel = Vertical(*children, classes="panel")
        panel.border_title = self.title_words
        return panel

    def on_resize(self) -> None:
        """Give the parts the room there is now."""
        self.set_class(self.app.size.height < TIGHT, "-tight")
        self.share_room()

    def share_room(self) -> None:
        """Shrink the least important parts, so that the question stays in view."""

    widest = WIDTH
    """How wide its panel is at most."""

    def room_beside(self, *texts: str, keys: Keys = ()) -> int:
        """Return how many lines the panel has for more than `texts`, a paragraph each, and the `keys`."""
        width, height = self.app.size
        tight = height < TIGHT
        inner = min(self.widest, width) - (4 if tight else 6)
        paragraphs = [len(list(wrapped(text, inner))) for text in texts]
        paragraphs += [len(keys_lines(keys, inner))] if keys else []
        return height - (2 if tight else 4) - sum(lines + (not tight) for lines in paragraphs)

    def shows(self, widget: Widget) -> bool:
        """Say whether all of `widget` is on the screen."""
        panel = self.query_one(".panel")
        return bool(widget.region.area) and panel.content_region.contains_region(widget.region)

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close with an answer; once, because what was typed ahead still comes when it has closed."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    async def on_key(self, event: events.Key) -> None:
        """Act on a key, or leave it to the field that is typed in; closed by an earlier key, do nothing."""
        if not self.is_current or self.pressed(event.key):
            event.stop()
            event.prevent_default()
        else:
            await do_bound(self, event)

    def pressed(self, key: str) -> bool:
        """Act on a key and say whether it was one of ours; esc leaves without doing anything."""
        if key == "escape":
            self.dismiss(None)
        return key == "escape"


class Form(Dialog[Answer]):
    """A dialog with a text and labelled fields below it."""

    DEFAULT_CSS = """
    Form {
        .panel { width: 96; }
        SafeTextArea {
            height: 10; border: none; padding: 0 1; margin-bottom: 1; background: $raised;
        }
        .field { height: 1; }
        .label { width: 13; color: $dim; }
        .field:focus-within .label { color: $accent; }
        .note { margin-top: 1; }
        &.-tight .note { margin-top: 0; }
        &.-tight SafeTextArea { margin-bottom: 0; }
    }
    """


class KeysLine(Widget):
    """Keys and what they do, in as many lines as they need; none is parted from what it does."""

    DEFAULT_CSS = "KeysLine { height: auto; }"

    def __init__(self, keys: Keys, *, gap: int = 4, classes: str = "hint") -> None:
        super().__init__(classes=classes)
        self._keys, self._gap = keys, gap

    def show(self, keys: Keys) -> None:
        """Show other keys."""
        self._keys = keys
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many lines there are in `width` cells."""
        del container, viewport
        return len(keys_lines(self._keys, width, self._gap))

    def render(self) -> Content:
        """Return the lines."""
        return Content("\n").join(keys_lines(self._keys, self.content_size.width, self._gap))


def hint(*keys: tuple[str, str]) -> KeysLine:
    """Return a line of keys and what they do here."""
    return KeysLine(keys)


def keys_line(keys: Keys, gap: int = 4) -> Content:
    """Return keys with what they do, or tokens with an example of each."""
    parts: list[Content] = []
    for key, label in keys:
        parts += [Content.styled(key, "$accent"), Content(f" {label}" + " " * gap)]
    return Content("").join(parts)


def keys_lines(keys: Keys, width: int, gap: int = 4) -> list[Content]:
    """Return keys with what they do, broken between two of them wherever one fits into `width` cells."""
    whole = keys_line(keys, gap)
    pairs = [f"{key} {label}" for key, label in keys]
    words = (" " * gap).join(pair if cell_len(pair) > width else pair.replace(" ", _TIED) for pair in pairs)
    lines, at = [], 0
    for line in wrapped(words, width):
        at = words.index(line, at)
        lines.append(whole[at : at + len(line)])
        at += len(line)
    return lines


def preview_row(memory: Memory, now: Instant) -> str:
    """Return a memory as a line of a preview: strength, scope, text."""
    memory = masked_memory(memory)
    strength = decay.strength_of(memory, now)
    return f"{strength:4.2f}  {fitted_end(memory.scope, 18)}  {row_text(memory)[0]}"


class _Rows(Page, can_focus=False):
    """The first memories that are about to change, to scroll in, and the number of the others."""

    def __init__(self, headlines: Sequence[str], count: int) -> None:
        """Show `headlines` of `count` memories; one of two lines makes more lines than that."""
        super().__init__()
        self._headlines, self._more = headlines, count - len(headlines)
        self.give(_ROWS)

    def on_mount(self) -> None:
        """Show the lines."""
        lines = [[Segment(f"  {line}", self.look.text)] for line in self._headlines]
        if self._more > 0:
            lines += text_lines(f"… and {self._more:,} more", WIDTH - 6, self.look.dim, indent=2)
        self.show_lines(lines)

    def give(self, room: int) -> None:
        """Take at most so many lines of the dialog, and no more than are seen at once."""
        self.styles.height = max(min(room, len(self._headlines) + (self._more > 0), _ROWS), 0)


class Confirmation(Dialog[bool]):
    """Asks about what stands on its page: what cannot be read cannot be confirmed."""

    _page: Page
    _hint: KeysLine

    def pressed(self, key: str) -> bool:
        """Answer or scroll."""
        if self._page.scrolls(key):
            return True
        sure = answer(key)
        if sure is None:
            return super().pressed(key)
        if not sure or self.shows(self._hint):
            self.dismiss(sure or None)
        return True


class Preview(Confirmation):
    """Shows what a change to many memories is about to touch."""

    def __init__(
        self,
        verb: str,
        count: int,
        headlines: Sequence[str],
        *,
        title: str = "",
        yes: str = "",
        notes: Sequence[str] = (),
    ) -> None:
        """Ask whether to `verb` `count` memories; `title`, `yes` and `notes` say it in more words."""
        super().__init__()
        self._notes = notes
        self.title_words = title or f"{verb.capitalize()} {plural(count)}?"
        scrolls = [("↑ ↓", "scroll")] if len(headlines) > _ROWS else []
        keys = [("enter", yes or verb), *scrolls, ("esc", "leave them")]
        self._keys = keys
        self._page: _Rows = _Rows(headlines, count)
        self._hint = hint(*keys)

    def compose(self) -> ComposeResult:
        """Lay out the rows and the keys."""
        yield self.panel(
            self._page,
            *(Static(Content(f"\n{note}"), classes="note") for note in self._notes),
            self._hint,
        )

    def share_room(self) -> None:
        """Let the rows give way to the question."""
        self._page.give(self.room_beside(*self._notes, keys=self._keys))


_FOR_GOOD = (
    "Text, history and quotes are scrubbed from the file. No key brings them back, and the same text is not "
    "learned again."
)
_ERASE = (("enter", "erase"), ("esc", "leave them"))


class PurgeDialog(Dialog[bool]):
    """Asks for the count before anything is erased for good."""

    DEFAULT_CSS = """
    PurgeDialog {
        .told { height: auto; margin-top: 1; }
        .typed Static { width: auto; }
        &.-tight .told { margin-top: 0; }
    }
    """

    def __init__(self, count: int, states: str, headlines: Sequence[str], left_out: str = "") -> None:
        """Ask about `count` memories, `states` of them in words; `left_out` says what is not among them."""
        super().__init__()
        self.title_words = f"Erase for good: {states}"
        self._count, self._left_out = count, left_out
        self._rows = _Rows(headlines, count)
        self._input = SafeInput()
        self._note = Static(classes="note")
        self._asks = f"Type {self._count} to erase:"

    def compose(self) -> ComposeResult:
        """Lay out what is erased and where to type."""
        yield self.panel(
            self._rows,
            *([Static(Content(self._left_out), classes="note told")] if self._left_out else []),
            Static(Content(_FOR_GOOD), classes="told"),
            Horizontal(Static(Content(f"{self._asks} ")), self._input, classes="told typed"),
            self._note,
            KeysLine(_ERASE),
        )

    def share_room(self) -> None:
        """Let the rows give way to what is asked."""
        left_out = [self._left_out] if self._left_out else []
        self._rows.give(self.room_beside(*left_out, _FOR_GOOD, self._asks, keys=_ERASE))

    def on_mount(self) -> None:
        """Start typing."""
        self.set_focus(self._input)

    def on_input_submitted(self) -> None:
        """Erase when the count is right."""
        if self._input.value.strip().replace(",", "") == str(self._count):
            self.dismiss(True)
        else:
            self._note.set_class(True, "-error")
            self._note.update(Content(f"! Type {self._count} to erase, or press esc"))
