"""The lines that the Extract view asks for a file and for a model with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date

from memtui import secrets
from memtui.domain.text import one_line
from memtui.tui.extract.text_sources import NotReadError, completed, text_of_file
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.prompts import AskingPrompt

_FEW = 6
"""Names that a completion shows."""


class PathPrompt(AskingPrompt):
    """Asks for a file and reads it; a mistake is said while the path can still be corrected."""

    def __init__(self, then: Callable[[str, str], None]) -> None:
        """Ask; `then` gets the file's name and its text."""
        super().__init__("open", SafeInput(placeholder="path of a text file, such as ~/notes/monday.md"))
        self._then = then

    def on_mount(self) -> None:
        """Say how to go on."""
        self.note("enter opens · tab completes · esc")

    def enter(self) -> None:
        """Open the file."""
        if typed := _unquoted(self.input.value):
            self.run_worker(self._open(typed), group="path", exclusive=True)

    def complete(self) -> None:
        """Complete the path up to where several names fit."""
        if typed := _unquoted(self.input.value):
            self.run_worker(self._complete(typed), group="path", exclusive=True)

    async def _complete(self, typed: str) -> None:
        before = self.input.value
        path, names = await asyncio.to_thread(completed, typed)
        if self.input.value != before:
            return
        self.input.value = path
        self.input.cursor_position = len(path)
        if len(names) > 1:
            more = f" and {len(names) - _FEW:,} more" if len(names) > _FEW else ""
            self.note(", ".join(one_line(name, 30) for name in names[:_FEW]) + more)
        elif names or path != typed:
            self.note("enter opens · tab completes · esc")
        else:
            self.note("No name starts like that", error=True)

    async def _open(self, typed: str) -> None:
        self.note("reading …")
        try:
            name, text = await asyncio.to_thread(text_of_file, typed)
        except NotReadError as error:
            self.note(str(error), error=True)
            return
        self.close()
        self._then(name, text)


def _unquoted(typed: str) -> str:
    """Return a path without the quotes that terminals put around a dropped file."""
    path = typed.strip()
    return path[1:-1] if len(path) > 1 and path[0] == path[-1] and path[0] in "'\"" else path


class ModelPrompt(AskingPrompt):
    """Asks for a model; nothing typed is none."""

    def __init__(
        self, start: str, usual: str, then: Callable[[str], None], *, verb: str, without: str
    ) -> None:
        """Ask, `start` being there already; `usual` is the model of the settings. `verb` says what enter
        does, `without` what is where nothing is typed.
        """
        line = SafeInput(start, suggestions=[usual] if usual else None, placeholder="such as ollama/llama3.2")
        super().__init__("model", line)
        self._then, self._how = then, f"enter {verb} · empty: {without} · esc"

    def on_mount(self) -> None:
        """Say how to go on."""
        self.note(self._how)

    def enter(self) -> None:
        """Choose, unless what was typed is a key."""
        name = self.input.value.strip()
        if secrets.find_secrets(name):
            self.note("That is a key, not a model; keys are read from the environment", error=True)
            return
        self.close()
        self._then(name)


class DayPrompt(AskingPrompt):
    """Asks for the day that a text is of; nothing typed is what the text tells, else today."""

    def __init__(self, start: str, today: date, then: Callable[[str], None], *, verb: str) -> None:
        """Ask, `start` being there already; `then` gets the day as `2026-03-02`, or nothing."""
        super().__init__("the text is of", SafeInput(start, placeholder="2026-03-02"))
        self._today, self._then, self._verb = today, then, verb

    def on_mount(self) -> None:
        """Say how to go on."""
        super().on_mount()
        self.note(f"enter {self._verb} · empty: as the text says · esc")

    def enter(self) -> None:
        """Take the day, unless it is none or still to come."""
        typed = self.input.value.strip()
        try:
            day = date.fromisoformat(typed) if typed else None
        except ValueError:
            self.note("Write the day as 2026-03-02", error=True)
            return
        if day is not None and day > self._today:
            self.note("That day is still to come, so nothing was written on it", error=True)
            return
        self.close()
        self._then(day.isoformat() if day is not None else "")
