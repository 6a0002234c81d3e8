"""Writes a memory as a line into the instructions that agents load: CLAUDE.md, AGENTS.md, GEMINI.md.

`memtui rule` calls it, for one memory, when a person asks. The line goes as a bullet behind the list of the
section that it fits into (`rule_places`), and can be taken out again; no other byte of the file changes.
Where none fits it goes to the end of the file, or, where it would stand there under a heading that becomes
part of what it says, above the first heading, behind the words that open the page.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from memtui.domain.memory import Memory
from memtui.domain.scope import USER, contains
from memtui.formats.ground.labels import is_item
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.records import records
from memtui.language.headed import narrows
from memtui.lifecycle.rule_lines import bullet
from memtui.setup.files import text_of
from memtui.setup.rule_places import Section, fitting, sections
from memtui.store import projects
from memtui.store.database import Store

_NAMES = ("AGENTS.md", "CLAUDE.md", "GEMINI.md")
_IMPORTED = "@AGENTS.md"
"""With this line another file of instructions loads AGENTS.md."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A place in a file, in characters, and the line ends around the rule there."""

    at: int
    lead: str = ""
    tail: str = ""
    under: str = ""
    """The heading of the section that it is in, where that was chosen for it."""

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


def put_in(text: str, rule: str, sort: str = "rules") -> Cut | None:
    """Return where a rule goes in a file of instructions; None when it has the rule.

    `sort` is what `rule_places.sort_of` says of its memory.
    """
    if _found(f"{text}\n", rule) is not None:
        return None
    blocks = records(text)[1]
    page = sections(text, blocks)
    cuts = chain(
        ((_behind_list(text, section), True) for section in fitting(page, rule, sort)),
        ((_at_end(text), False),),
        _above_headings(text, page),
    )
    return next((cut for cut, below in cuts if _says(text, blocks, cut, rule, below=below)), _at_end(text))


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


def _behind_list(text: str, section: Section) -> Cut:
    """Return the place behind the last entry of a section's list, or behind all that it says."""
    items = section.items
    if not items:
        at_end = section.end == text.count("\n") + 1
        return replace(_at_end(text) if at_end else _above(text, section.end), under=section.heading)
    last = items[-1]
    at = _start_of(text, last.line - 1 + len(last.lines))
    lead = "" if text[:at].endswith("\n") else "\n"
    if len(items) > 1 and not text.split("\n")[last.line - 2].strip():
        lead += "\n"  # as between its entries
    alone = not text[at:] or text[at:].startswith(("\n", "\r\n")) or is_item(text[at:])
    return Cut(at, lead, "" if alone else "\n", section.heading)


def _above_headings(text: str, page: Sequence[Section]) -> Iterator[tuple[Cut, bool]]:
    """Yield the places above the first heading below a title, behind the words below a title, and on top;
    each with whether the rule may have the title as its heading there.
    """
    first = page[0] if page else None
    second = page[1] if page[1:] else None
    if second is not None and second.level > 1:
        yield _above(text, second.at), False
    if first is not None and second is not None and _is_title(page) and first.begins_with_words:
        yield _above(text, second.at), True
    if first is not None:
        yield _above(text, first.at), False


def _is_title(page: Sequence[Section]) -> bool:
    """Say whether the first heading of a page is that of the whole page."""
    return page[0].level == 1 or all(section.level > page[0].level for section in page[1:])


def _above(text: str, line: int) -> Cut:
    """Return the place behind what stands above a heading, which is a line from 0."""
    heading = _start_of(text, line)
    above = text[:heading].rstrip()
    at = text.index("\n", len(above)) + 1 if above else heading
    blank = text[at:].startswith(("\n", "\r\n"))
    return Cut(at, _apart(above), "" if blank else "\n")


def _apart(text: str) -> str:
    """Return the blank line between a text and a bullet, where it needs one."""
    lines = text.splitlines()
    return "\n" if lines and lines[-1].strip() and not lines[-1].startswith(("- ", "  ")) else ""


def _start_of(text: str, line: int) -> int:
    """Return where a line begins, from 0, in characters; the end of the text for the one behind its last."""
    return min(sum(len(one) + 1 for one in text.split("\n")[:line]), len(text))


def _says(text: str, blocks: Sequence[Block], cut: Cut, rule: str, *, below: bool = False) -> bool:
    """Say whether a rule that is put there is read as its own words, and all else as before; with `below`
    under headings that leave it its sense.
    """
    before = Counter(block.statement for block in blocks)
    new = []
    for block in records(cut.put(text, rule))[1]:
        if before[block.statement]:
            before[block.statement] -= 1
        else:
            new.append(block)
    if +before or len(new) != 1 or new[0].text != rule.strip():
        return False
    return not narrows(new[0].headings) if below else new[0].statement == rule.strip()


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
