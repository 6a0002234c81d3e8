"""Writes a memory as a line into the instructions that agents load: CLAUDE.md, AGENTS.md, GEMINI.md.

`memtui rule` calls it, for one memory, when a person asks. The line goes to the end of the file as a bullet,
and can be taken out again; no other byte of the file changes. Where it would stand under a heading that
becomes part of what it says, it goes above the first heading instead.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from memtui.domain.memory import Memory
from memtui.domain.scope import USER, contains
from memtui.formats.ground.records import records
from memtui.lifecycle.rule_lines import bullet
from memtui.setup.files import text_of
from memtui.store import projects
from memtui.store.database import Store

_NAMES = ("AGENTS.md", "CLAUDE.md", "GEMINI.md")
_IMPORTED = "@AGENTS.md"
"""With this line another file of instructions loads AGENTS.md."""
_HEADING = re.compile(r"^(#{1,6}) ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cut:
    """A place in a file, in characters, and the line ends around the rule there."""

    at: int
    lead: str = ""
    tail: str = ""

    def put(self, text: str, rule: str) -> str:
        """Return the file with a rule at this place."""
        return f"{text[: self.at]}{self.lead}{bullet(rule)}{self.tail}{text[self.at :]}"

    def taken(self, text: str, rule: str) -> str:
        """Return the file without the rule that stands at this place."""
        size = len(f"{self.lead}{bullet(rule)}{self.tail}")
        return text[: self.at] + text[self.at + size :]


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
    if contains(USER, memory.scope):
        return list(_of_person(home, environment))
    return next((_in_folder(folder) for folder in _checkouts(store, memory.scope)), [])


def put_in(text: str, rule: str) -> Cut | None:
    """Return where a rule goes in a file of instructions; None when it has the rule."""
    if _found(f"{text}\n", rule) is not None:
        return None
    cuts = [_at_end(text), *(_above(text, heading.start()) for heading in _headings(text))]
    return next((cut for cut in cuts if _says(text, cut, rule)), cuts[0])


def taken_out(text: str, rule: str) -> Cut | None:
    """Return where a rule that `put_in` put in stands in a file of instructions; None where it does not."""
    at = _found(text, rule)
    return None if at is None else Cut(at)


def _found(text: str, rule: str) -> int | None:
    at = f"\n{text}".rfind(f"\n{bullet(rule)}")
    return None if at < 0 else at


def _at_end(text: str) -> Cut:
    end = "" if not text or text.endswith("\n") else "\n"
    return Cut(len(text), f"{end}{_apart(text)}")


def _above(text: str, heading: int) -> Cut:
    """Return the place behind what stands above a heading."""
    above = text[:heading].rstrip()
    at = text.index("\n", len(above)) + 1 if above else heading
    blank = text[at:].startswith(("\n", "\r\n"))
    return Cut(at, _apart(above), "" if blank else "\n")


def _apart(text: str) -> str:
    """Return the blank line between a text and a bullet, where it needs one."""
    lines = text.splitlines()
    return "\n" if lines and lines[-1].strip() and not lines[-1].startswith(("- ", "  ")) else ""


def _headings(text: str) -> Iterator[re.Match[str]]:
    """Yield the first heading and the first below a title: what stands above has none of the others."""
    yield from islice((match for match in _HEADING.finditer(text) if len(match[1]) > 1), 1)
    yield from islice(_HEADING.finditer(text), 1)


def _says(text: str, cut: Cut, rule: str) -> bool:
    """Say whether a rule that is put there is read as its own words, and all else as before."""
    new = Counter(_statements(cut.put(text, rule)))
    new.subtract(_statements(text))
    return {said: count for said, count in new.items() if count} == {rule.strip(): 1}


def _statements(text: str) -> list[str]:
    return [block.statement for block in records(text)[1]]


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
