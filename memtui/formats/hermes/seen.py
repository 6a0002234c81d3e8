"""What Hermes loads: who it is, one kind of instructions of the project, and its two memory files."""

from collections.abc import Iterator
from pathlib import Path

from memtui.formats.hermes.reading import LIMITS
from memtui.formats.hermes.writing import loaded_in
from memtui.formats.protocol import Skipped, SourceError
from memtui.formats.seen import Place, SeenFile, View, data_of, loaded, text_of

NAME, LABEL = "hermes", "Hermes"
_OF_REPOSITORY = (".hermes.md", "HERMES.md")
_OF_FOLDER = ("AGENTS.override.md", "AGENTS.md", "CLAUDE.md", ".cursorrules")
_NOTES = ("It shortens long instructions; where is not known here. Its profiles are not looked at.",)


def view(place: Place) -> View:
    """Return what a session in a folder loads."""
    view = View(NAME, LABEL, place.folder, notes=_NOTES)
    home = place.of("HERMES_HOME", ".hermes")
    if place.has(home / "SOUL.md"):
        _add(home / "SOUL.md", "who it is, in every project", view)
    used = ""
    own = [file for file in _own_instructions(place) if place.has(file)]
    shared = _shared(place) if own or home.is_dir() else []
    for file in [*own, *filter(place.has, shared)]:
        if used:
            view.leave(file, f"it reads one kind of instructions, and {used} goes first")
        else:
            used = file.name
            _add(file, "the project's", view)
    for name in LIMITS:
        _memory(home / "memories" / name, place, view)
    return view


def _own_instructions(place: Place) -> Iterator[Path]:
    """Yield the files that may hold instructions for Hermes alone; the first is read."""
    top = place.top()
    around = place.around()
    for folder in around[: around.index(top) + 1] if top is not None else around[:1]:
        yield from (folder / name for name in _OF_REPOSITORY)


def _shared(place: Place) -> list[Path]:
    """Return the files of other agents that it reads where it has none of its own."""
    return [place.folder / name for name in _OF_FOLDER]


def _add(file: Path, why: str, view: View) -> None:
    data = data_of(file, view)
    if data is not None:
        view.files.append(SeenFile(file, why, loaded(text_of(data))))


def _memory(file: Path, place: Place, view: View) -> None:
    if not place.has(file):
        return
    try:
        part = loaded_in([file], file)
    except SourceError as error:
        view.left.append(Skipped(str(file), str(error)))
        return
    view.files.append(SeenFile(file, "its memory", part))
