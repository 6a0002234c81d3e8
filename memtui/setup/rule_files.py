"""Writes a memory as a line into the instructions that agents load: CLAUDE.md, AGENTS.md, GEMINI.md.

`memtui rule` calls it, for one memory, when a person asks. The line goes to the end of the file as a bullet,
and can be taken out again; no other byte of the file changes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.memory import Memory
from memtui.domain.scope import contains
from memtui.setup.files import text_of
from memtui.store import projects
from memtui.store.database import Store

_USER = "/user"
_NAMES = ("AGENTS.md", "CLAUDE.md", "GEMINI.md")
_IMPORTED = "@AGENTS.md"
"""With this line another file of instructions loads AGENTS.md."""


@dataclass(frozen=True, slots=True)
class _Own:
    """Where a program keeps the instructions of its person."""

    folder: str
    """Below the home folder."""
    variable: str
    """Which names another folder."""
    file: str


_OWN = (
    _Own(".claude", "CLAUDE_CONFIG_DIR", "CLAUDE.md"),
    _Own(".codex", "CODEX_HOME", "AGENTS.md"),
    _Own(".gemini", "", "GEMINI.md"),
)


def files_for(store: Store, memory: Memory, home: Path, environment: Mapping[str, str]) -> list[Path]:
    """Return the files of instructions that agents load where a memory belongs.

    What is about the person goes to the instructions of each program on this machine, what is about a project
    to those of its checkout: all that are there, or an AGENTS.md that is not there yet. None for a project
    that is not on this machine, and for what belongs to neither. Raises StoreError and SettingsError.
    """
    if contains(_USER, memory.scope):
        return list(_of_person(home, environment))
    return next((_in_folder(folder) for folder in _checkouts(store, memory.scope)), [])


def with_rule(text: str, rule: str) -> str:
    """Return a file of instructions that ends with a rule; unchanged when it has the rule."""
    bullet = _bullet(rule)
    if f"\n{bullet}" in f"\n{text}\n":
        return text
    end = "" if not text or text.endswith("\n") else "\n"
    lines = text.splitlines()
    apart = "\n" if lines and lines[-1].strip() and not lines[-1].startswith(("- ", "  ")) else ""
    return f"{text}{end}{apart}{bullet}"


def without_rule(text: str, rule: str) -> str:
    """Return a file of instructions without a rule that `with_rule` put in; unchanged when it has not."""
    bullet = _bullet(rule)
    before, separator, after = f"\n{text}".rpartition(f"\n{bullet}")
    return f"{before}\n{after}".removeprefix("\n") if separator else text


def _of_person(home: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    for own in _OWN:
        given = environment.get(own.variable) if own.variable else None
        folder = Path(given).expanduser() if given else home / own.folder
        if folder.is_dir():
            yield folder / own.file


def _in_folder(folder: Path) -> list[Path]:
    there = [folder / name for name in _NAMES if (folder / name).is_file()]
    agents = folder / _NAMES[0]
    if agents in there:
        there = [path for path in there if path == agents or not _loads_agents(path)]
    return there or [agents]


def _loads_agents(path: Path) -> bool:
    return any(line.strip() == _IMPORTED for line in text_of(path).splitlines())


def _checkouts(store: Store, scope: str) -> Iterator[Path]:
    for binding in projects.bindings(store):
        folder = Path(binding.checkout or binding.identity)
        if folder.is_absolute() and contains(binding.scope, scope) and folder.is_dir():
            yield folder


def _bullet(rule: str) -> str:
    return "- " + rule.strip().replace("\n", "\n  ") + "\n"
