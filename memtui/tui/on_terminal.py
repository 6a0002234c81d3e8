"""The app as far as the terminal is concerned: it asks whether it is light, and wears what fits."""

from __future__ import annotations

import sys

from textual.app import App
from textual.driver import Driver

from memtui.config.settings import Settings
from memtui.tui import themes
from memtui.tui.background import daylight


class OnTerminal(App[int]):
    """An app whose theme follows the terminal, unless a person chose one."""

    settings: Settings
    light: bool | None = None
    """Whether the terminal is light; None until it has said so."""

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of this platform, which hears what the terminal answers."""
        driver = super().get_driver_class()
        # The driver makes its parser by this name and has no other place to say which.
        vars(sys.modules[driver.__module__])["XTermParser"] = daylight.HearingParser
        return driver

    def on_mount(self) -> None:
        """Ask the terminal, where the theme depends on it."""
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
