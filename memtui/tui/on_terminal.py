"""The app as far as the terminal is concerned: what its keys mean, whether it is light, what fits that."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import events
from textual.app import App, ScreenStackError
from textual.driver import Driver

from memtui.config.settings import Settings
from memtui.tui import themes
from memtui.tui.background import daylight
from memtui.tui.keys.keymap import Keymap

_BY_WORDS = frozenset({"\x1bb", "\x1bf", "\x1b\x7f"})
"""What terminals send for alt and the arrows or backspace in a text."""


class TypingParser(daylight.HearingParser):
    """The parser of what comes from a terminal, for which Esc and a quick key behind it are two keys.

    A terminal sends the same for alt and a key. On a busy machine, or from a quick hand, Esc and the next
    key come in together; taken for one they would do nothing, and leave open what Esc should close.
    """

    bound: ClassVar[frozenset[str]] = frozenset()
    """The keys that do something; one with alt among them is one key."""
    in_field: ClassVar[Callable[[], bool]] = lambda: True
    """Says whether a text is typed, where alt and some letters move by words, and are one key."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        as_one = list(super()._sequence_to_key_events(sequence, alt=alt))
        # Textual knows some of the two as a character of their own, such as Esc and 4 as a cent sign.
        two = alt or (len(sequence) == 2 and any(event.is_printable for event in as_one))
        two |= sequence in _BY_WORDS and not type(self).in_field()
        if not two or any(event.key.startswith("alt+") and event.key in self.bound for event in as_one):
            return as_one
        return [events.Key("escape", "\x1b"), *super()._sequence_to_key_events(sequence[-1])]


class OnTerminal(App[int]):
    """An app whose theme follows the terminal, unless a person chose one."""

    settings: Settings
    keymap: Keymap
    light: bool | None = None
    """Whether the terminal is light; None until it has said so."""

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of this platform, which hears what the terminal answers."""
        driver = super().get_driver_class()
        # The driver makes its parser by this name and has no other place to say which.
        vars(sys.modules[driver.__module__])["XTermParser"] = TypingParser
        return driver

    def bind_keys(self, keymap: Keymap) -> None:
        """Let a person's keys work from now on."""
        self.keymap = keymap
        TypingParser.bound = frozenset(key for action in keymap.actions for key in action.keys)
        TypingParser.in_field = self._in_field

    def _in_field(self) -> bool:
        """Say whether a text is typed; asked from the thread that reads the terminal, before the first screen
        too.
        """
        try:
            return getattr(self.focused, "takes_words", False)
        except ScreenStackError:
            return False

    def on_mount(self) -> None:
        """Ask the terminal, where the theme depends on it, and paint all when the shell gives it back."""
        self.app_resume_signal.subscribe(self, lambda _app: self.refresh(layout=True))
        if self.settings.screen.theme == themes.AUTO:
            daylight.ask(self._driver)

    def on_background_told(self, event: daylight.BackgroundTold) -> None:
        """Take on the theme that fits the terminal, unless a person chose one meanwhile."""
        self.light = event.light
        self._wear(self.settings.screen.theme)

    def wear(self, setting: str) -> None:
        """Show the screen in the theme that `screen.theme` means from now on."""
        if setting == themes.AUTO and self.light is None:
            daylight.ask(self._driver)
        self._wear(setting)

    def _wear(self, setting: str) -> None:
        light = daylight.guessed() if self.light is None else self.light
        self.theme = themes.named(setting, light=light)
