"""What Codex loads: one file of the person's, then one of each folder from the repository's first one down.

In each folder `AGENTS.override.md` goes before `AGENTS.md`. Those of a project have 32 KiB in all, unless
`config.toml` says otherwise; what is behind that is cut off.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from memtui import plain_files
from memtui.formats.codex.reading import SUMMARY
from memtui.formats.seen import Place, SeenFile, View, data_of, loaded, text_of

NAME, LABEL = "codex", "Codex"
_NAMES = ("AGENTS.override.md", "AGENTS.md")
_MOST_BYTES = 32 * 1024
"""Bytes that Codex loads of all AGENTS.md together, unless `project_doc_max_bytes` says otherwise."""
_NOTES = ("Of its settings, the size limit and other names for AGENTS.md are taken into account.",)


def view(place: Place) -> View:
    """Return what a session in a folder loads."""
    view = View(NAME, LABEL, place.folder, notes=_NOTES)
    home = place.of("CODEX_HOME", ".codex")
    limit, others = _settings(home / "config.toml", place)
    _own(place, home, view)
    _project(place, (*_NAMES, *others), limit, view)
    summary = home / "memories" / SUMMARY
    if place.has(summary) and (data := data_of(summary, view)):
        why = "the summary of its memory, when that is switched on"
        view.files.append(SeenFile(summary, why, loaded(text_of(data))))
    return view


def _own(place: Place, home: Path, view: View) -> None:
    """Add the first of the person's files that says something."""
    used = ""
    for file in (home / name for name in _NAMES):
        if not place.has(file) or not (data := data_of(file, view)) or not data.strip():
            continue
        if used:
            view.leave(file, f"{used} stands in for it")
            continue
        used = file.name
        view.files.append(SeenFile(file, "yours, in every project", loaded(text_of(data))))


def _project(place: Place, names: Sequence[str], limit: int, view: View) -> None:
    """Add one file of each folder, as long as there is room."""
    room = limit
    for folder in _folders(place):
        files = [folder / name for name in names if place.has(folder / name)]
        for file in files[1:]:
            view.leave(file, f"{files[0].name} stands in for it")
        for file in files[:1]:
            data = data_of(file, view)
            if data is None or not data.strip():
                continue
            bound = f"{limit / 1024:g} KiB of the project's files"
            if not room:
                view.leave(file, f"it stops at {bound}, which were read before")
                continue
            part = loaded(text_of(data[:room]), text_of(data[room:]), bound)
            view.files.append(SeenFile(file, place.whose(folder), part))
            room -= len(data[:room])


def _folders(place: Place) -> list[Path]:
    """Return the folders from the repository's first down to the session's; that one alone without one."""
    top = place.top()
    if top is None:
        return [place.folder]
    around = place.around()
    return around[around.index(top) :: -1]


def _settings(file: Path, place: Place) -> tuple[int, tuple[str, ...]]:
    """Return how many bytes of a project's files are read, and what else AGENTS.md may be called."""
    try:
        settings = tomllib.loads(text_of(plain_files.bytes_of(file))) if place.has(file) else {}
    except (OSError, ValueError, RecursionError):
        settings = {}
    limit, others = settings.get("project_doc_max_bytes"), settings.get("project_doc_fallback_filenames")
    names = (name for name in others if isinstance(name, str) and name) if isinstance(others, list) else ()
    return limit if isinstance(limit, int) and limit >= 0 else _MOST_BYTES, tuple(names)
