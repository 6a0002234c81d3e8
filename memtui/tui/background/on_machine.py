"""What agents keep on this machine, looked for in a thread and remembered while the screen is open.

The first-run page and the Sources view show it. It only reads.
"""

import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App
from textual.message import Message

from memtui.config.places import from_home
from memtui.domain.counting import plural
from memtui.sources.called import format_name
from memtui.tui.background.unforeseen import error_words, say_of

if TYPE_CHECKING:
    from memtui.formats.finding import Found

_LISTED = 5


@dataclass
class Scanned(Message):
    """The machine was looked through."""

    places: "list[Found]"


class OnMachine:
    """What was found, and whether it is being looked for."""

    def __init__(self, app: App[int]) -> None:
        """Tell `app` with `Scanned` when there is news."""
        self._app = app
        self.found: list[Found] | None = None
        """None until the machine was looked through."""
        self.looking = False

    def look(self) -> None:
        """Look through the known places, in a thread."""
        if not self.looking:
            self.looking = True
            threading.Thread(target=self._look, name="memtui-scan", daemon=True).start()

    def _look(self) -> None:
        from memtui.sources.places import scan

        try:
            try:
                places = list(scan(Path.home(), os.environ, Path.cwd()))
            except OSError:  # the folder one is in was removed
                places = list(scan(Path.home(), os.environ))
        except Exception as error:  # noqa: BLE001 - a thread must not end silently
            self.looking = False
            sentence = f"Agents' memories on this machine could not be looked for: {error_words(error)}"
            say_of(self._app, sentence)
            return
        self._app.post_message(Scanned(places))

    def take(self, news: Scanned) -> None:
        """Remember what was found."""
        self.looking = False
        self.found = news.places

    @property
    def memories(self) -> int:
        """About how many memories were found."""
        return sum(place.records for place in self.found or ())

    def offer(self) -> tuple[str, ...]:
        """Return the lines of a new store's first page about the memories found on this machine; empty
        without any.
        """
        places = sorted((p for p in self.found or () if p.records or not p.counted), key=lambda p: -p.records)
        if not places:
            return ()
        where = plural(len(places), "place")
        count = plural(self.memories)
        rows = [f"{_amount(p):>7}   {format_name(p.format):<13}  {from_home(p.path)}" for p in places]
        more = [f"          and {len(rows) - _LISTED:,} more places"] if len(rows) > _LISTED else []
        return (
            f"Found {count} in {where} on this machine",
            "",
            *rows[:_LISTED],
            *more,
            "",
            "{open:22}looks; nothing is imported yet",
        )


def _amount(place: "Found") -> str:
    return f"{place.records:,}" if place.counted else "some"
