"""What the Review view asks for: which cards, the text that stays, the count before a secret is erased."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, Static

from memtui.domain.card_kinds import Kind
from memtui.domain.counting import listed, plural
from memtui.domain.scope import ROOT, ScopeError, normalise
from memtui.domain.text import Longest, one_line, printable_lines, well_formed
from memtui.store.proposals import Wanted
from memtui.tui.widgets.dialogs import Dialog, hint
from memtui.tui.widgets.inputs import SafeInput, SafeTextArea
from memtui.tui.widgets.prompts import Prompt


def wanted_of(line: str) -> Wanted:
    """Return which cards a filter line asks for: kinds, and a scope. Raises ValueError naming what is wrong.

    Kinds may be shortened, `conf` or `kind:conflict`; several are joined with OR. A scope is `in:/project/x`.
    """
    kinds: set[Kind] = set()
    scope = ROOT
    for word in line.split():
        name, colon, value = word.partition(":")
        if (colon and name == "in") or word.startswith("/"):
            try:
                scope = normalise(value if colon else word)
            except ScopeError as error:
                raise ValueError(str(error)) from None
            continue
        if colon and name != "kind":
            raise ValueError(f"{one_line(name, Longest.WORD)}: is no token here; use kind: and in:")
        for part in (value if colon else word).lower().split(","):
            named = [kind for kind in Kind if part and kind.startswith(part)]
            if not named:
                raise ValueError(
                    f"{one_line(part, Longest.WORD) or 'nothing'} is no kind; there are {', '.join(Kind)}"
                )
            kinds.update(named)
    return Wanted(frozenset(kinds), scope)


def described(wanted: Wanted) -> str:
    """Return a filter as a line that `wanted_of` reads."""
    kinds = " ".join(kind for kind in Kind if kind in wanted.kinds)
    return f"{kinds} {'' if wanted.scope == ROOT else f'in:{wanted.scope}'}".strip()


class CardFilterPrompt(Prompt):
    """The filter of the cards: the view follows every key."""

    def __init__(self, wanted: Wanted, want: Callable[[Wanted], None], count: Callable[[], int]) -> None:
        """Begin with `wanted`; `want` shows the cards that are asked for, of which there are `count`."""
        super().__init__(
            "/", SafeInput(described(wanted), placeholder="conflict duplicate  in:/project/atlas")
        )
        self._want, self._count = want, count
        self._valid = True

    def tell(self, _count: str) -> None:
        """Show how many cards there are."""
        if self._valid:
            count = self._count()
            self.note(f"{plural(count, 'card')} · enter keeps · esc clears")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Apply what was typed so far, or say what is wrong with it."""
        event.stop()
        try:
            wanted = wanted_of(event.value)
        except ValueError as error:
            self._valid = False
            self.note(str(error), error=True)
        else:
            self._valid = True
            self._want(wanted)

    def on_key(self, event: events.Key) -> None:
        """Keep or clear the filter, not one with a mistake."""
        if event.key not in {"enter", "tab", "escape"}:
            return
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self._want(Wanted())
            self.close()
        elif self._valid:
            self.close()


class TextForm(Dialog[str]):
    """The text that stays or is added, to edit before it is accepted."""

    DEFAULT_CSS = """
    TextForm {
        .panel { width: 96; }
        SafeTextArea { height: 8; border: none; padding: 0 1; background: $raised; }
        .note { margin-top: 1; }
    }
    """
    title_words = "Edit the text, and accept it"

    keys: ClassVar[Sequence[tuple[str, str]]] = (("ctrl+s", "accept it so"), ("esc", "leave it as it was"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self._before = text
        self.text = SafeTextArea(text)
        self._note = Static(classes="note")
        self._asked = False

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        yield self.panel(self.text, self._note, hint(*self.keys))

    def on_mount(self) -> None:
        """Start typing."""
        self.text.styles.height = min(max(self.app.size.height - 11, 3), 8)
        self.set_focus(self.text)
        self.text.move_cursor(self.text.document.end)

    def pressed(self, key: str) -> bool:
        """Accept what was typed, or leave: at once when nothing was typed."""
        if key == "ctrl+s":
            self._checked()
        elif key == "escape" and self.changed and not self._asked:
            self._asked = True
            self.say("esc again throws away what you typed; ctrl+s accepts it")
            return True
        self._asked = False
        return key == "ctrl+s" or super().pressed(key)

    @property
    def changed(self) -> bool:
        """Whether anything was typed that leaving would lose."""
        return self.text.text != printable_lines(self._before)

    def say(self, sentence: str, kind: str = "note") -> None:
        """Show a sentence below the text."""
        self._note.set_class(kind == "error", "-error")
        mark = "! " if kind == "error" else ""
        self._note.update(Content(f"{mark}{one_line(sentence, Longest.SENTENCE)}"))

    def accept(self, written: str) -> None:
        """Take the text as it was written."""
        self.dismiss(written)

    def _checked(self) -> None:
        from memtui.lifecycle.checks import checked_text

        typed = self.text.text
        same = typed == printable_lines(self._before)
        try:
            written = self._before if same else checked_text(well_formed(typed))
        except ValueError as error:
            self.say(str(error), "error")
        else:
            self.accept(written)


class EraseDialog(Dialog[bool]):
    """Asks before a secret is erased for good; for the count where several memories hold it."""

    title_words = "Erase a secret for good"

    def __init__(
        self, count: int, texts: Sequence[str], files: Sequence[str] = (), *, in_store: bool = True
    ) -> None:
        """Ask about `count` memories; `texts` are theirs, with the secret hidden.

        `files` are the names of the linked files that it goes out of; `in_store` says that a memory holds it.
        """
        super().__init__()
        self._count, self._texts, self._files, self._in_store = count, texts, files, in_store
        self._input = SafeInput()
        self._note = Static(classes="note")
        self._hint = hint(("enter", "erase"), ("esc", "leave it"))

    def compose(self) -> ComposeResult:
        """Lay out what is erased and, for several, where to type."""
        texts = "\n".join(one_line(text, 160) for text in self._texts)
        goes = self._what_goes()
        yield self.panel(
            Static(Content(texts)),
            Static(
                Content(
                    f"\n{goes} No key brings the secret back. Where it is still in use, change it there: "
                    "it was written down in the clear."
                    + (f"\n\nType {self._count} to erase:" if self._several else "")
                )
            ),
            *((self._input,) if self._several else ()),
            self._note,
            self._hint,
        )

    def _what_goes(self) -> str:
        """Say where the secret is taken out, and what takes its place."""
        files = listed(self._files)
        if not self._in_store:
            return (
                f"The secret goes out of {files} and out of what is kept of it for undo. A note of its "
                "kind takes its place there; the rest of the line stays, and so does the memory."
            )
        it = "a copy takes its place" if self._count == 1 else "copies take their places"
        too = f" It goes out of {files}, too." if files else ""
        return (
            f"The secret is scrubbed from memtui's store and its history, and {it} that names only its "
            f"kind.{too}"
        )

    @property
    def _several(self) -> bool:
        return self._count > 1

    def on_mount(self) -> None:
        """Start typing where a count is asked for."""
        self.set_focus(self._input if self._several else None)

    def pressed(self, key: str) -> bool:
        """Take enter for one memory at its word; what cannot be read cannot be confirmed."""
        if self._several or key not in {"enter", "n", "y"}:
            return super().pressed(key)
        if key == "y":
            self._note.update(Content("! enter erases it: y has asked for this"))
        elif key == "n" or self.shows(self._hint):
            self.dismiss(key == "enter")
        return True

    def on_input_submitted(self) -> None:
        """Erase when the count is right."""
        if self._input.value.strip() == str(self._count):
            self.dismiss(True)
        else:
            self._note.set_class(True, "-error")
            self._note.update(Content(f"! Type {self._count} to erase, or press esc"))
