"""Says of an undo which files do not have its text back, and what lets memtui write it there."""

import shlex
from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from memtui.config.places import from_home
from memtui.domain.counting import listed, plural
from memtui.domain.text import Longest, one_line
from memtui.store.shut_files import ShutFile

_NAMED = 3
"""Files of one source that are named; the others are counted."""


def not_in_files(lacking: Sequence[ShutFile]) -> list[str]:
    """Return a sentence for each source with files that lack what was taken back."""
    by_source = sorted(lacking, key=attrgetter("source", "file"))
    return [_sentence(source, list(files)) for source, files in groupby(by_source, attrgetter("source"))]


def _sentence(source: str, files: Sequence[ShutFile]) -> str:
    named = [one_line(from_home(one.file), Longest.QUOTE) for one in files[:_NAMED]]
    more = len(files) - _NAMED
    lack = listed([*named, plural(more, "other file")] if more > 0 else named)
    verb, them = ("does", "it") if len(files) == 1 else ("do", "them")
    why = "memtui may not write there" if files[0].linked else f"memtui has let go of {them}"
    place = "" if files[0].in_store else f" {_quoted(source)}"
    allow = f"`memtui sources allow{place}`"
    way = f"{allow} writes" if files[0].linked else f"`memtui sources link{place}` and then {allow} write"
    return f"{lack} {verb} not say it again, as {why}: {way} it back"


def _quoted(path: str) -> str:
    """Return a path as a shell takes it, from the home folder on."""
    short = from_home(path)
    return f"~/{shlex.quote(short[2:])}" if short.startswith("~/") else shlex.quote(path)
