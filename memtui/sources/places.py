"""Where memories are on a machine: the known places of each format, looked through without changing a thing.

`memtui sources scan` and the first-run screen list what `scan` finds. What lies in a known place is
taken for what belongs there, so that ten thousand files are counted without being read one by one;
`records` is therefore about right, and importing says exactly.

A known place may be a link itself, as people keep their configuration elsewhere and link it. Below
it, nothing that leads out of it is followed, only named.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from memtui import plain_files
from memtui.domain.instant import Instant
from memtui.domain.text import one_line
from memtui.formats.claude_code.format import ClaudeCode
from memtui.formats.claude_code.index import pointer
from memtui.formats.claude_code.reading import INDEX
from memtui.formats.claude_mem import ClaudeMem
from memtui.formats.codex.format import Codex
from memtui.formats.ground.files import leads_out, text_of
from memtui.formats.ground.markdown import Block, statements
from memtui.formats.hermes.format import Hermes
from memtui.formats.hermes.pending import Pending, pending
from memtui.formats.instructions.format import Instructions
from memtui.formats.instructions.reading import NAMES, RULES
from memtui.formats.mcp_graph.format import McpGraph
from memtui.formats.protocol import Reader, Skipped, SourceError

VARIABLES = {
    "CLAUDE_CONFIG_DIR": "where Claude Code keeps its configuration and memory",
    "CODEX_HOME": "where Codex does",
    "HERMES_HOME": "where Hermes does",
    "CLAUDE_MEM_DATA_DIR": "where claude-mem keeps its database",
    "MEMORY_FILE_PATH": "the graph of the MCP memory server",
    "XDG_CONFIG_HOME": "the folder of configurations, usually ~/.config",
}
"""The variables of other programs that the scan follows."""
_MCP_SETTINGS = (
    ".claude.json",
    ".cursor/mcp.json",
    ".gemini/settings.json",
    "Library/Application Support/Claude/claude_desktop_config.json",
)
_MCP_FILES = ("memory.jsonl", "memory.json", ".memory/memory.jsonl", ".claude/memory.jsonl")
_MCP_DEFAULT = ".npm/_npx/*/node_modules/@modelcontextprotocol/server-memory/dist"
_MAX_SETTINGS = 32_000_000
_COUNTED_BYTES = 16_000_000
"""A larger file is counted by its lines."""
_MOST_FILES = 200_000
_MOST_FOLDERS = 20_000


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that could be imported or linked."""

    format: str
    path: Path
    """What to give to import or link."""
    records: int = 0
    """About how many memories."""
    bytes: int = 0
    newest: Instant | None = None
    """When its newest file was changed."""
    waiting: int = 0
    """Changes that the agent waits for a person to allow."""
    problem: str = ""
    """Why it, or a part of it, could not be looked at; empty when all is well."""


def scan(home: Path, environment: Mapping[str, str], cwd: Path | None = None) -> Iterator[Found]:
    """Yield what lies in the known places below `home`, where the environment says, and in project `cwd`.

    Nothing is written and nothing raised: what cannot be read is told in `problem`.
    """
    seen: set[tuple[str, Path]] = set()
    for found in _scan(home, environment, cwd):
        place = (found.format, found.path.resolve() if not found.path.is_symlink() else found.path)
        if place not in seen:
            seen.add(place)
            yield found


def _scan(home: Path, environment: Mapping[str, str], cwd: Path | None) -> Iterator[Found]:
    settings = _given(environment, "XDG_CONFIG_HOME") or home / ".config"
    given = _given(environment, "CLAUDE_CONFIG_DIR")
    for config in [given] if given else [home / ".claude", settings / "claude"]:
        yield from _claude_config(config)
    codex = _given(environment, "CODEX_HOME") or home / ".codex"
    yield from _read_through(Codex(), codex / "memories", codex, ("MEMORY.md", "memory_summary.md"))
    yield from _hermes(_given(environment, "HERMES_HOME") or home / ".hermes")
    data = _given(environment, "CLAUDE_MEM_DATA_DIR") or home / ".claude-mem"
    yield from _one_file(ClaudeMem(), data / "claude-mem.db", data)
    instructions = (codex / "AGENTS.md", home / ".gemini" / "GEMINI.md", settings / "opencode" / "AGENTS.md")
    for file in instructions:
        yield from _instructions(file, [file], file.parent)
    yield from _graphs(home, settings, environment, cwd)
    if cwd is not None:
        yield from _claude_folders([cwd / ".claude" / "memory"], cwd)
        yield from _claude_folders(_agents(cwd / ".claude"), cwd)
        if cwd.resolve() != home.resolve():
            files = [cwd / name for name in NAMES] + _markdown_below(cwd / RULES)
            yield from _instructions(cwd, files, cwd)


@dataclass(slots=True)
class _Tally:
    """What the files of one place add up to."""

    root: Path
    records: int = 0
    bytes: int = 0
    newest: Instant | None = None
    files: int = 0
    problems: list[str] = field(default_factory=list)

    def add(self, file: Path, count: Callable[[], int]) -> None:
        """Count one file, unless it leads out of the place."""
        try:
            if file.is_symlink() and leads_out(file, self.root):
                self.problems.append(f"{file.name} is a link that leads out; not followed")
                return
            stat = file.stat()
            self.files += 1
            self.bytes += stat.st_size
            self.newest = max(stat.st_mtime, self.newest or 0.0)
            self.records += count()
        except (OSError, SourceError) as error:
            self.problems.append(_words(file, error))

    def found(self, format_name: str, path: Path, waiting: int = 0) -> Iterator[Found]:
        """Yield what was counted, when there was anything."""
        if self.files or self.problems or waiting:
            more = f" (and {len(self.problems) - 1:,} more)" if len(self.problems) > 1 else ""
            problem = f"{self.problems[0]}{more}" if self.problems else ""
            yield Found(format_name, path, self.records, self.bytes, self.newest, waiting, problem)


# -- the places --------------------------------------------------------------------------------


def _claude_config(config: Path) -> Iterator[Found]:
    try:
        if not config.is_dir():
            return
        folders = [config / "memory", *_below(config / "projects", "memory"), *_agents(config)]
    except OSError as error:
        yield Found("claude", config, problem=_words(config, error))
        return
    yield from _claude_folders(folders, config)
    files = [config / "CLAUDE.md", *_markdown_below(config / "rules")]
    yield from _instructions(config, files, config)


def _claude_folders(folders: list[Path], place: Path) -> Iterator[Found]:
    root = place.resolve()
    for folder in folders:
        try:
            if not folder.is_dir():
                continue
            if leads_out(folder, root):
                problem = f"{folder.name} is a link that leads out; not followed"
                yield Found("claude", folder, problem=problem)
                continue
            files = _markdown_below(folder)
            if not (folder / INDEX).is_file() and not ClaudeCode().detect(folder):
                continue
        except OSError as error:
            yield Found("claude", folder, problem=_words(folder, error))
            continue
        tally = _Tally(folder.resolve())
        names = {file.relative_to(folder).as_posix() for file in files}
        for file in files:
            index = file.name == INDEX and file.parent == folder
            tally.add(file, partial(_stated, file, names) if index else _one)
        yield from tally.found("claude", folder)


def _one() -> int:
    return 1


def _statements_in(file: Path) -> int:
    return len(_blocks(file))


def _stated(index: Path, names: set[str]) -> int:
    """Return how many statements an index makes itself."""
    found = (pointer(block) for block in _blocks(index))
    return sum(target is None or target.file not in names for target in found)


def _hermes(home: Path) -> Iterator[Found]:
    try:
        profiles = sorted(folder for folder in (home / "profiles").iterdir() if folder.is_dir())
    except OSError:
        profiles = []
    for place in (home, *islice(profiles, _MOST_FOLDERS)):
        if place != home and leads_out(place, home.resolve()):
            continue
        waiting = sum(isinstance(change, Pending) for change in pending(place))
        folder = place / "memories"
        yield from _read_through(Hermes(), folder, place, ("MEMORY.md", "USER.md"), waiting)


def _read_through(
    reader: Reader, folder: Path, place: Path, names: tuple[str, ...], waiting: int = 0
) -> Iterator[Found]:
    """Yield a folder of few files by reading them."""
    tally = _Tally(place.resolve())
    for name in names:
        if (folder / name).is_file() or (folder / name).is_symlink():
            tally.add(folder / name, lambda: 0)
    if tally.files:
        try:
            tally.records = _count(reader, folder, tally)
        except (OSError, SourceError) as error:
            tally.problems.append(_words(folder, error))
    yield from tally.found(reader.name, folder if tally.files else place, waiting)


def _one_file(reader: Reader, file: Path, place: Path) -> Iterator[Found]:
    """Yield one file when it is of the reader's format, or cannot be looked at."""
    try:
        if not file.is_file():
            return
        if not leads_out(file, place.resolve()) and not reader.detect(file):
            return
    except (OSError, SourceError) as error:
        yield Found(reader.name, file, problem=_words(file, error))
        return
    tally = _Tally(place.resolve())
    tally.add(file, lambda: _count(reader, file, tally))
    yield from tally.found(reader.name, file)


def _instructions(path: Path, files: list[Path], place: Path) -> Iterator[Found]:
    tally = _Tally(place.resolve())
    for file in files:
        if file.is_file() or file.is_symlink():
            tally.add(file, partial(_statements_in, file))
    yield from tally.found(Instructions().name, path)


def _graphs(home: Path, settings: Path, environment: Mapping[str, str], cwd: Path | None) -> Iterator[Found]:
    given = [_given(environment, "MEMORY_FILE_PATH")]
    listed = [home / name for name in _MCP_SETTINGS]
    listed += [settings / "Claude" / "claude_desktop_config.json"]
    files = [file for file in given if file is not None]
    if cwd is not None:
        listed += [cwd / ".mcp.json", cwd / ".cursor" / "mcp.json"]
        files += [cwd / name for name in _MCP_FILES]
    files += [file for setting in listed for file in _named_graphs(setting)]
    for folder in islice(sorted(home.glob(_MCP_DEFAULT)), 100):
        files += [folder / name for name in _MCP_FILES[:2]]
    for file in dict.fromkeys(files):
        yield from _one_file(McpGraph(), file, file.parent)


def _named_graphs(file: Path) -> list[Path]:
    """Return the graphs that a program's settings name for its MCP servers."""
    try:
        if file.stat().st_size > _MAX_SETTINGS:
            return []
        told = json.loads(plain_files.bytes_of(file))
    except (OSError, ValueError, RecursionError):
        return []
    if not isinstance(told, dict):
        return []
    projects = told.get("projects")
    parts = [told, *(projects.values() if isinstance(projects, dict) else ())]
    found = []
    for part in parts:
        servers = part.get("mcpServers") if isinstance(part, dict) else None
        for server in servers.values() if isinstance(servers, dict) else ():
            variables = server.get("env") if isinstance(server, dict) else None
            path = variables.get("MEMORY_FILE_PATH") if isinstance(variables, dict) else None
            if isinstance(path, str) and path.startswith(("/", "~")):
                found.append(Path(path).expanduser())
    return found


# -- looking ---------------------------------------------------------------------------------------


def _count(reader: Reader, path: Path, tally: _Tally) -> int:
    if path.is_file() and path.stat().st_size > _COUNTED_BYTES:
        return _lines(path)
    count = 0
    for record in reader.read(path):
        if isinstance(record, Skipped):
            tally.problems.append(f"{record.where}: {record.reason}")
        else:
            count += 1
    return count


def _lines(file: Path) -> int:
    with plain_files.opened(file) as opened:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: opened.read(1 << 20), b""))


def _blocks(file: Path) -> list[Block]:
    text = text_of(file)
    if isinstance(text, Skipped):
        raise SourceError(text.reason)
    return statements(text)[1]


def _below(folder: Path, name: str) -> list[Path]:
    """Return what is called `name` in each folder in `folder`."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in islice(entries, _MOST_FOLDERS) if entry.is_dir())
    except OSError:
        return []
    return [folder / inner / name for inner in names]


def _agents(config: Path) -> list[Path]:
    found: list[Path] = []
    for name in ("agent-memory", "agent-memory-local"):
        found += [folder.parent for folder in _below(config / name, "x")]
    return found


def _markdown_below(folder: Path) -> list[Path]:
    """Return the `.md` files at or below a folder, links to files among them; no folder link is entered."""
    found: list[Path] = []
    for above, folders, names in os.walk(folder):
        folders.sort()
        found += [Path(above, name) for name in sorted(names) if name.endswith(".md")]
        if len(found) > _MOST_FILES:
            break
    return found


def _given(environment: Mapping[str, str], name: str) -> Path | None:
    value = environment.get(name, "").strip()
    return Path(value).expanduser() if value else None


def _words(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return one_line(f"{path.name}: {reason}", 200)
