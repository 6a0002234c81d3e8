"""The lines that ask in the Settings view: for the value of a setting, and for words to find one by."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from memtui.config.described import Described
from memtui.config.reading import Loaded
from memtui.config.values import ConfigError
from memtui.tui.settings.listed import unquoted
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.prompts import AskingPrompt, Prompt


class ValuePrompt(AskingPrompt):
    """Asks for the value of a setting; what is not allowed is said while it can still be corrected."""

    def __init__(
        self, setting: Described, keep: Callable[[str], Loaded], then: Callable[[Loaded], None]
    ) -> None:
        super().__init__(setting.name, SafeInput(unquoted(setting.value)))
        self._setting, self._keep, self._then = setting, keep, then

    def on_mount(self) -> None:
        """Say what the value may be."""
        super().on_mount()
        self.note(f"{self._setting.allowed} · enter keeps · esc")

    def enter(self) -> None:
        """Keep what was typed."""
        try:
            now = self._keep(self.input.value.strip())
        except ConfigError as error:
            self.note(str(error), error=True)
            return
        self.close()
        self._then(now)


class FindPrompt(Prompt):
    """Lists the settings that have the words that are typed."""

    def __init__(self, title: str, apply: Callable[[str], None]) -> None:
        super().__init__("/", SafeInput(title, placeholder="fade, model, key, theme …"))
        self._apply = apply

    def on_mount(self) -> None:
        """Say how to go on."""
        super().on_mount()
        self.note("enter keeps · esc shows all")

    def on_input_changed(self) -> None:
        """List what matches so far."""
        self._apply(self.input.value)

    def pressed(self, key: str) -> bool:
        """Keep the words or drop them; say whether that was asked for."""
        if key == "escape":
            self._apply("")
        if key in {"enter", "tab", "escape"}:
            self.close()
            return True
        return False

    def on_key(self, event: events.Key) -> None:
        """Keep or drop the words."""
        if self.pressed(event.key):
            event.stop()
            event.prevent_default()
