"""Where instruction files lie: in the configurations of agents, and in a project."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from memtui.formats.finding import Found, Machine
from memtui.formats.ground.looking import Tally, markdown_below, statements_in
from memtui.formats.instructions.notes import is_notes
from memtui.formats.instructions.reading import NAMES, RULES

KEPT_NOTES = "memory"
"""The folder of a project in which agents of all kinds are told to keep notes."""


def instruction_files(machine: Machine) -> Iterator[Found]:
    """Yield the instruction files of a person, then those of the project."""
    home, settings, cwd = machine.home, machine.settings, machine.cwd
    given = machine.given("CLAUDE_CONFIG_DIR")
    for config in [given] if given else [home / ".claude", settings / "claude"]:
        if _is_folder(config):
            yield from _found_in(config, [config / "CLAUDE.md", *markdown_below(config / "rules")], config)
    codex = machine.given("CODEX_HOME") or home / ".codex"
    of_others = (settings / "opencode" / "AGENTS.md", settings / "goose" / ".goosehints")
    for file in (codex / "AGENTS.md", home / ".gemini" / "GEMINI.md", *of_others):
        yield from _found_in(file, [file], file.parent)
    if cwd is not None and cwd.resolve() != home.resolve():
        rules = (file for name in RULES for file in markdown_below(cwd / name))
        yield from _found_in(cwd, [*(cwd / name for name in NAMES), *rules], cwd)
        if _holds_notes(cwd / KEPT_NOTES):
            yield from _found_in(cwd / KEPT_NOTES, markdown_below(cwd / KEPT_NOTES), cwd / KEPT_NOTES)


def _holds_notes(folder: Path) -> bool:
    """Say whether a folder of a project holds notes: not the code of a program, nor what tells of that."""
    try:
        pages = any(page.stem.casefold() != "readme" for page in markdown_below(folder))
        return pages and is_notes(folder)
    except OSError:
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # whose memory cannot be looked at either, and that is told there
        return False


def _found_in(path: Path, files: list[Path], place: Path) -> Iterator[Found]:
    tally = Tally(place.resolve())
    for file in files:
        if file.is_file() or file.is_symlink():
            tally.add(file, partial(statements_in, file))
    names = tuple(file.relative_to(path).as_posix() for file in files if file != path and file.is_file())
    for found in tally.result("markdown", path):
        yield replace(found, files=names)
