"""Where Claude Code keeps its memory: in its configuration, and in a project's `.claude`."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path

from memtui import plain_files
from memtui.formats.changes import UNKNOWN
from memtui.formats.claude_code.index import pointer
from memtui.formats.claude_code.reading import INDEX, fact_of, items_in, memory_folders, sureness
from memtui.formats.finding import Found, Machine
from memtui.formats.ground.apart import may_be_listed
from memtui.formats.ground.dates import date_in_name
from memtui.formats.ground.files import leads_out, text_of
from memtui.formats.ground.looking import Tally, below, blocks_of, markdown_below, words_of
from memtui.formats.protocol import Skipped

_LOOKED_AT = 200
"""Files of a folder that are looked at for days in their names."""
_READ = 1_000
"""Files of a folder that are read to count them, at most three seconds; each further one counts as one."""
VARIABLES = {"CLAUDE_CONFIG_DIR": "where Claude Code keeps its configuration and memory"}


def configurations(machine: Machine) -> list[Path]:
    """Return the folders in which Claude Code may keep its configuration."""
    given = machine.given("CLAUDE_CONFIG_DIR")
    return [given] if given else [machine.home / ".claude", machine.settings / "claude"]


def all_folders(machine: Machine) -> Iterator[Found]:
    """Yield the memory folders of a person, then those of the project."""
    for config in configurations(machine):
        yield from _configured(config)
        for folder in _named_in_settings(config, machine.home):
            yield from _found_in([folder], folder)
    if machine.cwd is not None:
        settled = _named_in_settings(machine.cwd / ".claude", machine.home, machine.cwd)
        kept = [machine.cwd / ".claude" / "memory", *_in_the_open(machine.cwd), *settled]
        yield from _found_in(kept, machine.cwd)
        yield from _found_in(_agent_folders(machine.cwd / ".claude"), machine.cwd)


def _in_the_open(project: Path) -> Iterator[Path]:
    """Yield the `memory` folder of a project where it is laid out as Claude Code does, and no agent with a
    soul keeps a diary there.
    """
    folder = project / "memory"
    try:
        days = any(date_in_name(file.stem) for file in islice(folder.glob("*.md"), _LOOKED_AT))
        if folder.is_dir() and not days and not (project / "SOUL.md").is_file() and sureness(folder):
            yield folder
    except OSError:
        return


def _configured(config: Path) -> Iterator[Found]:
    try:
        if not config.is_dir():
            return
        folders = [config / "memory", *below(config / "projects", "memory"), *_agent_folders(config)]
    except OSError as error:
        yield Found("claude", config, problem=words_of(config, error))
        return
    yield from _found_in(folders, config)


def _named_in_settings(config: Path, home: Path, project: Path | None = None) -> Iterator[Path]:
    """Yield the folders that settings name (`autoMemoryDirectory`); of what a project says, those in it."""
    for name in ("settings.json", "settings.local.json"):
        try:
            settings = json.loads(plain_files.bytes_of(config / name))
        except (OSError, ValueError, RecursionError):
            continue
        settled = settings.get("autoMemoryDirectory") if isinstance(settings, Mapping) else None
        if not isinstance(settled, str) or not settled.strip() or "\0" in settled:
            continue
        folder = home / settled[2:] if settled.startswith("~/") else (project or config) / settled
        if project is None or folder.resolve().is_relative_to(project.resolve()):
            yield folder


def _found_in(folders: list[Path], place: Path) -> Iterator[Found]:
    root = place.resolve()
    for folder in folders:
        try:
            if not folder.is_dir():
                continue
            if leads_out(folder, root):
                problem = f"{folder.name} is a link that leads out; not followed"
                yield Found("claude", folder, problem=problem)
                continue
            files = markdown_below(folder)
            if not (folder / INDEX).is_file() and not memory_folders(folder):
                continue
        except OSError as error:
            yield Found("claude", folder, problem=words_of(folder, error))
            continue
        tally = Tally(folder.resolve())
        depth = len(folder.parts)
        names = {"/".join(file.parts[depth:]) for file in files}
        for file in files:
            index = file.name == INDEX and file.parent == folder
            read = partial(_told, file) if tally.files < _READ else _one
            tally.add(file, partial(_stated, file, names) if index else read)
        yield from tally.result("claude", folder)


def _one() -> int:
    return 1


def _told(file: Path) -> int:
    """Return how many memories a fact file is: one, unless it is a list or cannot be read."""
    text = text_of(file)
    if isinstance(text, Skipped):
        return 0
    return len(items_in(file, file.name, fact_of(text, None), UNKNOWN)) or 1 if may_be_listed(text) else 1


def _stated(index: Path, names: set[str]) -> int:
    """Return how many statements an index makes itself."""
    targets = (pointer(block) for block in blocks_of(index))
    return sum(target is None or target.file not in names for target in targets)


def _agent_folders(config: Path) -> list[Path]:
    folders: list[Path] = []
    for name in ("agent-memory", "agent-memory-local"):
        folders += [folder.parent for folder in below(config / name, "x")]
    return folders
