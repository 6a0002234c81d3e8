"""The form in which a fact is edited before it is accepted. Nothing is stored by it."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from memtui.capture.facts import Candidate
from memtui.domain.memory import RESERVED_CATEGORIES, Draft
from memtui.domain.text import Longest, one_line, printable_lines, well_formed
from memtui.tui.memories.form import TypeChoice, field_line
from memtui.tui.widgets.dialogs import TIGHT, Form, hint
from memtui.tui.widgets.inputs import SafeInput, SafeTextArea

_KEYS = (("ctrl+s", "accept it so"), ("tab", "next field"), ("esc", "leave it as it was"))


class FactForm(Form[Candidate]):
    """Text, type, importance and categories of one fact."""

    DEFAULT_CSS = "FactForm SafeTextArea { height: 8; }"
    title_words = "Edit the fact, and accept it"

    def __init__(self, candidate: Candidate) -> None:
        super().__init__()
        self._candidate = candidate
        self._shown = printable_lines(candidate.text)
        self.text = SafeTextArea(candidate.text)
        self.kind = TypeChoice(candidate.type)
        self.importance = SafeInput(f"{candidate.importance:g}")
        self.categories = SafeInput(" ".join(candidate.categories), suggestions=list(RESERVED_CATEGORIES))
        self._note = Static(classes="note")
        self._said = ""
        """What the note says."""

    def compose(self) -> ComposeResult:
        """Lay out the fields."""
        yield self.panel(
            self.text,
            field_line("type", self.kind),
            field_line("importance", self.importance),
            field_line("categories", self.categories),
            self._note,
            hint(*_KEYS),
        )

    def on_mount(self) -> None:
        """Start typing the text."""
        self.set_focus(self.text)
        self.text.move_cursor(self.text.document.end)

    def share_room(self) -> None:
        """Let the text give way to the fields and the keys."""
        tight = self.app.size.height < TIGHT
        self._note.display = bool(self._said) or not tight
        room = self.room_beside(*([self._said] if self._said else []), keys=_KEYS) - 3
        self.text.styles.height = min(max(room, 2), 8) if tight else 8

    def pressed(self, key: str) -> bool:
        """Accept what was typed, or leave."""
        if key == "ctrl+s":
            self._accept()
            return True
        return super().pressed(key)

    def _say(self, sentence: str) -> None:
        self._note.set_class(True, "-error")
        self._said = f"! {one_line(sentence, Longest.SENTENCE)}"
        self._note.update(Content(self._said))
        self.share_room()

    def _accept(self) -> None:
        """Hand the fact on, checked as the store would check it."""
        from memtui.lifecycle.checks import checked

        try:
            importance = float(self.importance.value)
        except ValueError:
            self._say("importance is a number from 0 to 1")
            self.set_focus(self.importance)
            return
        text = self._candidate.text if self.text.text == self._shown else well_formed(self.text.text)
        categories = tuple(self.categories.value.replace(",", " ").split())
        try:
            draft = checked(
                Draft(text=text, type=self.kind.chosen, importance=importance, categories=categories)
            )
        except ValueError as error:
            self._say(str(error))
            return
        self.dismiss(
            replace(
                self._candidate,
                text=draft.text,
                abstract=self._candidate.abstract if draft.text == self._candidate.text else "",
                type=draft.type,
                importance=draft.importance,
                categories=draft.categories,
            )
        )
