"""Undo and redo in the Settings view: they write back what a setting was before it was changed here.

The settings file is no part of the store, so none of this is in the journal: it lasts as long as the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memtui.config.described import Described
from memtui.config.reading import Loaded
from memtui.config.values import ConfigError
from memtui.config.writing import written
from memtui.tui.host import Host
from memtui.tui.settings import changing


@dataclass(frozen=True, slots=True)
class Changed:
    """One setting that was changed; its values are as TOML writes them, None when the file sets none."""

    key: str
    before: str | None
    after: str | None

    @property
    def inverse(self) -> Changed:
        """The change that takes this one back."""
        return Changed(self.key, self.after, self.before)


class Changes:
    """Changes settings, and takes that back."""

    def __init__(self, host: Host) -> None:
        """Begin with nothing to take back."""
        self._host = host
        self.done: list[Changed] = []
        self.undone: list[Changed] = []

    def keep(self, setting: Described, value: str) -> Loaded:
        """Write a value into the file, as `changing.keep` does. Raises ConfigError."""
        return self._noted(setting, lambda: changing.keep(self._host, setting, value))

    def put_back(self, setting: Described) -> Loaded:
        """Put a setting back to its default, as `changing.put_back` does. Raises ConfigError."""
        return self._noted(setting, lambda: changing.put_back(self._host, setting))

    def undo(self) -> tuple[str, Loaded]:
        """Take back the latest change; return the setting's key and what the file says now.

        Raises ConfigError when the file has another value by now, which is left alone.
        """
        return self._taken_back(self.done, self.undone)

    def redo(self) -> tuple[str, Loaded]:
        """Do again what was taken back last, as `undo` does."""
        return self._taken_back(self.undone, self.done)

    def _noted(self, setting: Described, deed: Callable[[], Loaded]) -> Loaded:
        before = changing.loaded(self._host)
        now = deed()
        changed = Changed(setting.key, written(before, setting.key), written(now, setting.key))
        if changed.before != changed.after:
            self.done.append(changed)
            self.undone.clear()
        return now

    def _taken_back(self, given: list[Changed], taken: list[Changed]) -> tuple[str, Loaded]:
        change = given[-1]
        if written(changing.loaded(self._host), change.key) != change.after:
            given.pop()
            raise ConfigError(f"{change.key} was changed elsewhere since, and is left as it is")
        now = changing.set_to(self._host, change.key, change.before)
        given.pop()
        taken.append(change.inverse)
        return change.key, now
