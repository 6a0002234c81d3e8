"""Where instruction files lie: in the configurations of agents, and in a project."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from memtui.formats.finding import Found, Machine
from memtui.formats.ground.looking import Tally, markdown_below, statements_in
from memtui.formats.instructions.reading import NAMES, RULES


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
        files = [*(cwd / name for name in NAMES), *markdown_below(cwd / RULES)]
        yield from _found_in(cwd, files, cwd)


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
