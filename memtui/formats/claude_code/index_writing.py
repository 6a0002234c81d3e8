"""Changing the index of a memory folder: its statements, and its lines that point to fact files."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import HEADLINE_LENGTH, Longest, one_line, well_formed
from memtui.formats.changes import AS_IT_IS, Given, LoadedLine, Plan, RecordChange
from memtui.formats.claude_code.index import Pointer, is_table_of_files, pointer, pointers_in_rows
from memtui.formats.claude_code.reading import (
    stands_beside,
)
from memtui.formats.ground.markdown import Block, blocks
from memtui.formats.ground.markdown_writing import Layout, Place, loaded_lines, rewrite
from memtui.formats.ground.splicing import CannotWrite, Page, Rewritten, Splice, bytes_of, take_up
from memtui.formats.protocol import Skipped
from memtui.language.carried_over import CarriedOver, carried_over
from memtui.language.naming_only import gives_any, values_gone

MAX_LINES = 200
MAX_BYTES = 25_000
"""What Claude Code loads of an index."""
_LINK = re.compile(r"(?:\]\(|\[\[)([^\]|)\n]+)")
_TARGET = re.compile(r"(\]\([^)\n]{0,300}\)|\[\[[^\]|\n]{1,300}|(?<![\w./-])[\w./-]{1,300}\.md\b)")
"""A link, or the name of a file by itself."""
_LONGEST_POINTER = 20
"""Lines."""
TO = "→"
"""Begins the key of a line that points to a fact file; those are no records."""


@dataclass(frozen=True, slots=True)
class Reworded:
    """A fact file that says something else, and what it said."""

    file: str
    before: str
    after: str
    described: tuple[str, str] = ("", "")
    """How the fact described itself, and describes itself now."""


class IndexLayout(Layout):
    """The statements of an index, and its lines that point to fact files."""

    def __init__(
        self, name: str, folder: Path, given: Given = AS_IT_IS, coming: frozenset[str] = frozenset()
    ) -> None:
        super().__init__(name)
        self._folder = folder
        self._given = given
        self._coming = coming
        self._beside: set[str] | None = None

    def places(self, text: str) -> list[Place]:
        """Return the statements and the pointers of an index, in order."""
        return [part for place in super().places(text) for part in self._parted(text, place)]

    def place(self, block: Block) -> Place:
        """Return a statement's place in the file and its key."""
        target = pointer(block)
        if target is None or not self._is_there(target.file):
            place = super().place(block)
            return replace(place, record=False) if is_table_of_files(block, self._is_there) else place
        start, end = block.line - 1, block.line - 1 + len(block.lines)
        section = " › ".join(block.headings)
        text, columns = well_formed(block.text), block.columns
        return Place(TO + target.file, text, start, end, section, record=False, columns=columns)

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield ways to put a statement or a pointer in; a pointer goes behind the last one."""
        pointers = [place for place in places if place.key.startswith(TO) and not place.columns]
        if draft.provenance.get("pointer") and pointers:
            last = pointers[-1]
            first = page.line(last.start)
            lead = first[: first.index("[")]
            yield Splice(last.end, last.end, [lead + draft.text])
        yield from super().insertions(page, places, draft)

    def _is_there(self, name: str) -> bool:
        if name in self._coming:
            return True
        if self._given and (file := self._folder / name) in self._given:
            return self._given[file] is not None
        if self._beside is None:
            self._beside = {entry.name for entry in os.scandir(self._folder) if entry.is_file()}
        return name in self._beside or stands_beside(self._folder, name)

    def _parted(self, text: str, place: Place) -> Iterator[Place]:
        """Yield a paragraph of several pointers line by line."""
        if not place.key.startswith(TO) or place.end - place.start == 1:
            yield place
            return
        lines = text.split("\n")[place.start : place.end]
        starts = [0]
        keys = [place.key]
        for at, line in enumerate(lines[1:], 1):
            target = pointer(Block(at, (), [line]))
            if target is not None and self._is_there(target.file):
                starts.append(at)
                keys.append(TO + target.file)
        for start, end, key in zip(starts, [*starts[1:], len(lines)], keys, strict=True):
            statement = Block(1, (), lines[start:end]).text
            yield Place(key, statement, place.start + start, place.start + end, place.section, record=False)


class Indexes:
    """The indexes beside the facts that are changed, each read once."""

    def __init__(self, path: Path, given: Given) -> None:
        self._path = path
        self._given = given
        self._data: dict[Path, bytes | None] = {}
        self._lines: dict[Path, tuple[list[str], dict[str, list[int]]]] = {}
        self._rows: dict[Path, dict[str, Pointer]] = {}

    def data(self, index: Path) -> bytes | None:
        """Return an index file's bytes; None without such a file, or if it is a link to outside of the
        folder.
        """
        if index not in self._data:
            try:
                self._data[index] = bytes_of(self._path, index, self._given)
            except CannotWrite:
                self._data[index] = None
        return self._data[index]

    def pointer(self, index: Path, name: str) -> Pointer | None:
        """Return what an index says of a fact file."""
        if index not in self._lines:
            lines = Page.of(self.data(index) or b"").text.split("\n")
            links: dict[str, list[int]] = {}
            for at, line in enumerate(lines):
                for link in _LINK.finditer(line):
                    links.setdefault(link[1].strip().removeprefix("./").removesuffix(".md"), []).append(at)
            self._lines[index] = lines, links
            self._rows[index] = pointers_in_rows("\n".join(lines))
        lines, links = self._lines[index]
        if name in self._rows[index]:
            return self._rows[index][name]
        for at in links.get(name.removesuffix(".md"), []):
            block = next(blocks("\n".join(lines[at : at + _LONGEST_POINTER])), None)
            target = pointer(block) if block is not None else None
            if target is not None and target.file == name:
                return target
        return None


def pointer_change(
    index: Path,
    name: str,
    draft: Draft | None,
    before: bytes | None,
    after: bytes | None,
    pointed: Pointer | None,
) -> RecordChange | None:
    """Return how the line that points to a fact file has to change; `draft` is what that is to say."""
    key = TO + name
    if after is None:
        return RecordChange(key, str(index), "", None) if before is not None and pointed else None
    if draft is None:
        return None
    if before is None and pointed is None:
        title = draft.provenance.get("name")
        title = title if isinstance(title, str) and title else Path(name).stem
        hook = draft.provenance.get("description") or draft.abstract or one_line(draft.text, Longest.TITLE)
        link = _link(name, title, str(hook))
        return RecordChange(key, str(index), None, Draft(text=link, provenance={"pointer": True}))
    return None


def _link(file: str, title: str, hook: str) -> str:
    title = one_line(title, Longest.TITLE).replace("[", "(").replace("]", ")")
    hook = f" — {one_line(hook, HEADLINE_LENGTH)}" if hook else ""
    if any(character.isspace() or character in "()" for character in file):
        return f"[[{file.removesuffix('.md')}|{title}]]{hook}"
    return f"[{title}]({file}){hook}"


def _with_hooks(layout: IndexLayout, data: bytes, reworded: Sequence[Reworded], warnings: list[str]) -> bytes:
    """Return an index in which the lines that point to facts give the values that these give now.

    Where a line gives in another way what a fact no longer says, that is added to the warnings.
    """
    page = Page.of(data)
    lines = [page.line(at) for at in range(len(page.lines))]
    left: dict[int, str] = {}
    for fact in reworded:
        for at in _lines_about(fact.file, page, layout) if fact.before != fact.after else ():
            carried = _carried(lines[at], fact)
            lines[at] = carried.text
            left |= {at: fact.file} if carried.left else {}
    warnings += [
        f"{layout.name} line {at + 1} still says of {file}: {one_line(lines[at], Longest.SENTENCE)}"
        for at, file in sorted(left.items())
    ]
    splices = [Splice(at, at + 1, [line]) for at, line in enumerate(lines) if line != page.line(at)]
    changed = page.spliced(splices)
    keys = [
        [place.key for place in layout.of(each) if place.record or place.key.startswith(TO)]
        for each in (page, changed)
    ]
    return changed.data if keys[0] == keys[1] else data


def _lines_about(file: str, page: Page, layout: IndexLayout) -> list[int]:
    """Return the lines of an index that point to a fact file or name it, without those that are records."""
    records = {at for place in layout.of(page) if place.record for at in range(place.start, place.end)}
    pointing = {
        at for place in layout.of(page) if place.key == TO + file for at in range(place.start, place.end)
    }
    naming = {
        at
        for at in range(len(page.lines))
        if any(_named(target) == file for target in _TARGET.findall(page.line(at)))
    }
    return sorted((pointing | naming) - records)


def _named(target: str) -> str:
    """Return the file that a link, or a name in a cell, stands for."""
    name = target.removeprefix("](").removeprefix("[[").removesuffix(")").strip().removeprefix("./")
    return f"{name.removesuffix('.md')}.md"


def _carried(line: str, fact: Reworded) -> CarriedOver:
    """Return a line with the values that a fact gives now; the name of its file stays."""
    texts, left = [], False
    for piece in _TARGET.split(line):
        carried = CarriedOver(piece, left=False)
        if _TARGET.fullmatch(piece) is None:
            carried = carried_over(piece, fact.before, fact.after)
            if carried.left or carried.text == piece:
                carried = _repeated(piece, fact, left=carried.left)
            if carried.left and piece.rpartition("[")[1] and "]" not in piece:
                gone = values_gone(fact.before, fact.after)
                carried = CarriedOver(carried.text, left=gives_any(carried.text, gone))
        texts.append(carried.text)
        left |= carried.left
    return CarriedOver("".join(texts), left)


def _repeated(piece: str, fact: Reworded, *, left: bool) -> CarriedOver:
    """Return a part of a line that repeats what a fact said, word for word, with what it says now instead.

    `left` says whether it gives what is gone as it is.
    """
    for before, after in (fact.described, (fact.before, fact.after)):
        if before and after and before != after and "\n" not in before + after and before in piece:
            return CarriedOver(piece.replace(before, after), left=False)
    return CarriedOver(piece, left)


def add_index(
    path: Path,
    index: Path,
    changes: Sequence[RecordChange],
    given: Given,
    coming: frozenset[str],
    reworded: Sequence[Reworded],
    done: Plan,
) -> None:
    """Add the changes to an index to a plan, and what it says of facts that were `reworded`."""
    try:
        before = bytes_of(path, index, given)
    except CannotWrite as error:
        done.left += [Skipped(change.key, str(error)) for change in changes]
        return
    layout = IndexLayout(index.name, index.parent, given, coming)
    if before is None and not changes:
        return
    after = rewrite(layout, before, changes) if changes else Rewritten(before)
    lines = [left for left in after.left if left.where.startswith(TO)]
    after.left = [left for left in after.left if not left.where.startswith(TO)]
    done.warnings += [
        f"{index.name} still points to {left.where.removeprefix(TO)}: {left.reason}" for left in lines
    ]
    after.renamed = {old: new for old, new in after.renamed.items() if not old.startswith(TO)}
    if after.data is not None and after.data != before:
        after.warnings += _falls_off(index, after.data)
        text = Page.of(after.data).text
        after.warnings += [
            f"{index.name} still mentions {change.key.removeprefix(TO)} in another line"
            for change in changes
            if change.after is None and f"]({change.key.removeprefix(TO)})" in text
        ]
    if after.data is not None and reworded:
        after.data = _with_hooks(layout, after.data, reworded, after.warnings)
    take_up(done, index, before, after)


def _falls_off(index: Path, data: bytes) -> list[str]:
    page = Page.of(data)
    size, unseen = 0, []
    for at, line in enumerate(page.lines):
        size += len(line) + 1
        if not _is_seen(at + 1, size) and line.strip():
            unseen.append(at)
    if not unseen:
        return []
    return [
        f"{index.name} has {len(page.lines):,} lines and {len(data):,} bytes; Claude Code reads the first "
        f"{MAX_LINES} lines and {MAX_BYTES:,} bytes, so {len(unseen):,} fall off, "
        f"from: {one_line(page.line(unseen[0]), Longest.PATH)}"
    ]


def _is_seen(lines: int, size: int) -> bool:
    """Say whether a session reads to the end of a line, given the lines and bytes up to there."""
    return lines <= MAX_LINES and size <= MAX_BYTES + 1


def index_lines(layout: IndexLayout, data: bytes) -> list[LoadedLine]:
    """Return the lines of an index as a session loads them, each with its statement or fact file."""
    loaded = loaded_lines(layout, data, _is_seen)
    page = Page.of(data)
    facts = {
        at: place.key.removeprefix(TO)
        for place in layout.of(page)
        if place.key.startswith(TO)
        for at in range(place.start, place.end)
    }
    return [
        LoadedLine(line.text, facts.get(at, line.key), line.tokens, line.seen)
        for at, line in enumerate(loaded)
    ]
