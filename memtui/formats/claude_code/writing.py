"""Writing back to Claude Code's auto memory: fact files, and the index that points to them.

A fact that goes takes its line in the index with it, one that comes back gets one. The index is changed
before a file goes and after a file comes, so that a crash in between never leaves a line that points
nowhere. Of a fact file only its body, its description and its pin are changed; all else is kept.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memtui import secrets
from memtui.domain.memory import Draft
from memtui.domain.text import HEADLINE_LENGTH, fingerprint, one_line, well_formed
from memtui.formats.changes import AS_IT_IS, Given, Held, Loaded, LoadedLine, Plan, RecordChange
from memtui.formats.claude_code.index import Pointer, pointer
from memtui.formats.claude_code.reading import (
    INDEX,
    Fact,
    fact_of,
    memory_folders,
    near_folders,
    stands_beside,
)
from memtui.formats.ground.files import fault
from memtui.formats.ground.frontmatter import FENCE, flat, opening, split
from memtui.formats.ground.markdown import Block, blocks
from memtui.formats.ground.markdown_writing import Layout, Place, held, loaded_lines, rewrite
from memtui.formats.ground.splicing import BINARY, CannotWrite, Page, Rewritten, Splice, bytes_of, take_up
from memtui.formats.protocol import Skipped
from memtui.lifecycle.checks import checked_abstract

MAX_LINES = 200
MAX_BYTES = 25_000
"""What Claude Code loads of an index."""
_LINK = re.compile(r"(?:\]\(|\[\[)([^\]|)\n]+)")
_LONGEST_POINTER = 20
"""Lines."""
_STATEMENT = re.compile(r".*#[0-9a-f]{12}")
_TO = "→"
"""Begins the key of a line that points to a fact file; those are no records."""
_PLAIN = re.compile(r"[A-Za-z_/][^:#\n\"'{}\[\],&*!|>%@`]*")
_KEYWORDS = {"true", "false", "yes", "no", "on", "off", "null", "~"}


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
        """Return where a statement stands and what it is called."""
        target = pointer(block)
        if target is None or not self._is_there(target.file):
            return super().place(block)
        start, end = block.line - 1, block.line - 1 + len(block.lines)
        section = " › ".join(block.headings)
        return Place(_TO + target.file, well_formed(block.text), start, end, section, record=False)

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield ways to put a statement or a pointer in; a pointer goes behind the last one."""
        pointers = [place for place in places if place.key.startswith(_TO)]
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
        if not place.key.startswith(_TO) or place.end - place.start == 1:
            yield place
            return
        lines = text.split("\n")[place.start : place.end]
        starts = [0]
        keys = [place.key]
        for at, line in enumerate(lines[1:], 1):
            target = pointer(Block(at, (), [line]))
            if target is not None and self._is_there(target.file):
                starts.append(at)
                keys.append(_TO + target.file)
        for start, end, key in zip(starts, [*starts[1:], len(lines)], keys, strict=True):
            said = Block(1, (), lines[start:end]).text
            yield Place(key, said, place.start + start, place.start + end, place.section, record=False)


def plan(path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
    """Return what changes would do to the files at `path`, as they are `given`. Raises SourceError."""
    done = Plan()
    gone, come = Plan(), Plan()
    by_index: dict[Path, list[RecordChange]] = {}
    coming: dict[Path, set[str]] = {}
    indexes = _Indexes(path, given)
    for change in {(change.file, change.key): change for change in changes}.values():
        file = Path(change.file)
        if _STATEMENT.fullmatch(change.key):
            by_index.setdefault(file, []).append(change)
            continue
        index = _folder_of(file, change.key) / INDEX
        try:
            before = bytes_of(path, file, given)
            pointed = indexes.pointer(index, change.key)
            after = _fact(file, before, change, pointed)
        except CannotWrite as error:
            done.left.append(Skipped(change.key, str(error)))
            continue
        take_up(gone if after.data is None else come, file, before, after)
        if path.is_dir():
            follows = _pointer_change(index, change, before, after.data, pointed)
            if follows is not None and indexes.data(index) is not None:
                by_index.setdefault(index, []).append(follows)
                coming.setdefault(index, set()).update({change.key} if after.data is not None else ())
        elif after.data is None and before is not None and pointed is not None:
            done.warnings.append(f"{INDEX} still points to {change.key}; only this file was linked")
    between = Plan()
    for index, wanted in by_index.items():
        _index(path, index, wanted, given, frozenset(coming.get(index, ())), between)
    for part in (come, between, gone):
        done.files += part.files
        done.left += part.left
        done.warnings += part.warnings
        done.renamed |= part.renamed
        done.held |= part.held
    return done


class _Indexes:
    """The indexes beside the facts that are changed, each read once."""

    def __init__(self, path: Path, given: Given) -> None:
        self._path = path
        self._given = given
        self._data: dict[Path, bytes | None] = {}
        self._lines: dict[Path, tuple[list[str], dict[str, list[int]]]] = {}

    def data(self, index: Path) -> bytes | None:
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
        lines, links = self._lines[index]
        for at in links.get(name.removesuffix(".md"), []):
            block = next(blocks("\n".join(lines[at : at + _LONGEST_POINTER])), None)
            found = pointer(block) if block is not None else None
            if found is not None and found.file == name:
                return found
        return None


def _folder_of(file: Path, key: str) -> Path:
    return file.parents[len(Path(key).parts) - 1]


# -- the index -----------------------------------------------------------------------------------


def _pointer_change(
    index: Path, change: RecordChange, before: bytes | None, after: bytes | None, pointed: Pointer | None
) -> RecordChange | None:
    """Return what has to become of the line that points to a fact file."""
    key = _TO + change.key
    if after is None:
        return RecordChange(key, str(index), "", None) if before is not None and pointed else None
    draft = change.after
    if draft is None:
        return None
    if before is None and pointed is None:
        name = draft.provenance.get("name")
        title = name if isinstance(name, str) and name else Path(change.key).stem
        link = _link(change.key, title, draft.abstract or one_line(draft.text, 120))
        return RecordChange(key, str(index), None, Draft(text=link, provenance={"pointer": True}))
    return None


def _link(file: str, title: str, hook: str) -> str:
    title = one_line(title, 120).replace("[", "(").replace("]", ")")
    hook = f" — {one_line(hook, HEADLINE_LENGTH)}" if hook else ""
    if any(character.isspace() or character in "()" for character in file):
        return f"[[{file.removesuffix('.md')}|{title}]]{hook}"
    return f"[{title}]({file}){hook}"


def _index(
    path: Path,
    index: Path,
    changes: Sequence[RecordChange],
    given: Given,
    coming: frozenset[str],
    done: Plan,
) -> None:
    """Add what becomes of an index to a plan."""
    try:
        before = bytes_of(path, index, given)
    except CannotWrite as error:
        done.left += [Skipped(change.key, str(error)) for change in changes]
        return
    layout = IndexLayout(index.name, index.parent, given, coming)
    after = rewrite(layout, before, changes)
    lines = [left for left in after.left if left.where.startswith(_TO)]
    after.left = [left for left in after.left if not left.where.startswith(_TO)]
    done.warnings += [
        f"{index.name} still points to {left.where.removeprefix(_TO)}: {left.reason}" for left in lines
    ]
    after.renamed = {old: new for old, new in after.renamed.items() if not old.startswith(_TO)}
    if after.data is not None and after.data != before:
        after.warnings += _falls_off(index, after.data)
        text = Page.of(after.data).text
        after.warnings += [
            f"{index.name} still mentions {change.key.removeprefix(_TO)} in another line"
            for change in changes
            if change.after is None and f"]({change.key.removeprefix(_TO)})" in text
        ]
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
        f"from: {one_line(page.line(unseen[0]), 80)}"
    ]


def _is_seen(lines: int, size: int) -> bool:
    """Say whether a session gets to the end of a line: so many lines and bytes with its end."""
    return lines <= MAX_LINES and size <= MAX_BYTES + 1


def _index_lines(layout: IndexLayout, data: bytes) -> list[LoadedLine]:
    found = loaded_lines(layout, data, _is_seen)
    page = Page.of(data)
    facts = {
        at: place.key.removeprefix(_TO)
        for place in layout.of(page)
        if place.key.startswith(_TO)
        for at in range(place.start, place.end)
    }
    return [
        LoadedLine(line.text, facts.get(at, line.key), line.tokens, line.seen)
        for at, line in enumerate(found)
    ]


# -- fact files ----------------------------------------------------------------------------------


def _fact(file: Path, data: bytes | None, change: RecordChange, pointed: Pointer | None) -> Rewritten:
    """Return what becomes of one fact file. Raises CannotWrite."""
    draft = change.after
    if data is None:
        if draft is None or change.before is not None:
            raise CannotWrite(f"there is no {file.name} any more")
        return Rewritten(_composed(draft, pointed))
    page = Page.of(data)
    if wrong := _unfit(page.text):
        raise CannotWrite(f"{file.name} is {wrong}")
    if draft is None:
        return Rewritten(None)
    said = fact_of(page.text, pointed)
    done = Rewritten(data)
    if fingerprint(said.text) != fingerprint(draft.text):
        if change.before is None:
            raise CannotWrite(f"there is another {file.name} by now")
        if secrets.found(said.text):
            raise CannotWrite(f"{file.name} holds a secret that memtui does not keep; change it in the file")
        page = _with_text(page, said, draft.text)
        hook = _abstract_of(said)
        if said.body and hook and draft.abstract in {"", hook}:
            done.warnings.append(f"{file.name} and {INDEX} still describe it as: {one_line(hook, 100)}")
    if draft.abstract and said.body and draft.abstract != _abstract_of(said):
        page = _with_value(page, "description", draft.abstract)
    if said.pinned != draft.pinned:
        page = _pinned(page) if draft.pinned else _unpinned(page)
    _check(file, said, page, draft, pointed)
    done.data = page.data
    return done


def _abstract_of(said: Fact) -> str:
    """Return what is kept of a description: what differs from that was said here."""
    return checked_abstract(one_line(said.description, HEADLINE_LENGTH))


def _unfit(text: str) -> str:
    return "a binary file" if "\0" in text[:BINARY] else fault(text)


def _check(file: Path, before: Fact, page: Page, draft: Draft, pointed: Pointer | None) -> None:
    """Raise CannotWrite unless a page reads as asked, and all else in it as before."""
    now = fact_of(page.text, pointed)
    ours = {"pinned", "description"}
    kept = [item for item in flat(before.head) if item[0] not in ours]
    if [item for item in flat(now.head) if item[0] not in ours] != kept or now.pinned != draft.pinned:
        raise CannotWrite(f"the frontmatter of {file.name} cannot be changed without harm")
    if fingerprint(draft.text) not in {fingerprint(now.text), fingerprint(now.body)}:
        raise CannotWrite(f"{file.name} would not read back as this text")


def _top(page: Page) -> tuple[int, int]:
    """Return the lines of the frontmatter, both fences included; equal when there is none."""
    start = next((at for at in range(len(page.lines)) if not page.blank(at)), 0)
    return start, start + opening("\n".join(page.text.split("\n")[start:]))[1]


def _with_text(page: Page, said: Fact, text: str) -> Page:
    """Return the page with another body; only the lines that differ are touched."""
    if not said.body:
        changed = _with_value(page, "description", text)
        if "\n" not in text and changed is not page:
            return changed
        return page.spliced([Splice(len(page.lines) - 1, len(page.lines) - 1, ["", *text.split("\n")])])
    subject = f"{said.description or said.title}\n\n"
    if said.text != said.body and text.startswith(subject):
        text = text[len(subject) :]
    _, start = _top(page)
    end = len(page.lines)
    while page.blank(start):
        start += 1
    while page.blank(end - 1):
        end -= 1
    new = text.split("\n")
    while new and start < end and page.line(start).strip() == new[0].strip():
        start, new = start + 1, new[1:]
    while new and start < end and page.line(end - 1).strip() == new[-1].strip():
        end, new = end - 1, new[:-1]
    return page.spliced([Splice(start, end, new)])


def _with_value(page: Page, key: str, value: str) -> Page:
    """Return the page with another value in the frontmatter; the same page when it isn't on one line."""
    start, end = _top(page)
    for at in range(start + 1, end - 1):
        found = re.match(rf"(\s*{key}\s*:\s*)(\S.*)?$", page.line(at))
        if found is None:
            continue
        indent = len(found[0]) - len(found[0].lstrip())
        following = page.line(at + 1)
        deeper = len(following) - len(following.lstrip()) > indent
        if (found[2] or "|")[0] in "|>&*" or (deeper and at + 1 < end - 1):
            return page
        return page.spliced([Splice(at, at + 1, [found[1].rstrip() + " " + _quoted(value)])])
    return page


def _pinned(page: Page) -> Page:
    start, end = _top(page)
    if start == end:
        return page.spliced([Splice(start, start, [FENCE, "pinned: true", FENCE, ""])])
    for at in range(start + 1, end - 1):
        if found := re.match(r"(\s*pinned\s*:).*", page.line(at)):
            return page.spliced([Splice(at, at + 1, [f"{found[1]} true"])])
    nested = next((at for at in range(start + 1, end - 1) if page.line(at).rstrip() == "metadata:"), end)
    if nested + 1 < end and (indent := re.match(r"[ \t]+(?=[\w-]+\s*:)", page.line(nested + 1))):
        last = nested + 1
        while last + 1 < end - 1 and page.line(last + 1).startswith(indent[0]):
            last += 1
        return page.spliced([Splice(last + 1, last + 1, [f"{indent[0]}pinned: true"])])
    return page.spliced([Splice(end - 1, end - 1, ["pinned: true"])])


def _unpinned(page: Page) -> Page:
    start, end = _top(page)
    lines = [at for at in range(start + 1, end - 1) if re.match(r"\s*pinned\s*:", page.line(at))]
    if len(lines) == end - start - 2:
        return page.spliced([Splice(start, end + int(page.blank(end) and end < len(page.lines) - 1))])
    return page.spliced([Splice(at, at + 1) for at in lines])


def _composed(draft: Draft, pointed: Pointer | None) -> bytes:
    """Return a fact file for a memory whose own is gone."""
    provenance = draft.provenance
    unknown = provenance.get("frontmatter")
    known = dict(unknown) if isinstance(unknown, Mapping) else {}
    head: dict[str, object] = {}
    if name := provenance.get("name"):
        head["name"] = name
    if draft.abstract:
        head["description"] = draft.abstract
    inner = {"type": provenance["kind"]} if provenance.get("kind") else {}
    inner |= {"pinned": "true"} if draft.pinned else {}
    nested = known.get("metadata")
    if isinstance(nested, Mapping):
        known["metadata"] = {**nested, **inner}
    else:
        head |= inner
    head |= known
    lines = [FENCE, *_yaml(head, ""), FENCE, ""] if head else []
    subject = f"{draft.abstract or head.get('name', '')}\n\n"
    bodies = [draft.text.removeprefix(subject)] if draft.text.startswith(subject) else []
    bodies = [*bodies, draft.text, "" if draft.text == draft.abstract else draft.text]
    texts = ["\n".join([*lines, body]).rstrip("\n") + "\n" for body in reversed(bodies)]
    wanted = fingerprint(draft.text)
    text = next((text for text in texts if fingerprint(fact_of(text, pointed).text) == wanted), texts[0])
    return text.encode("utf-8", "replace")


def _yaml(values: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _yaml(value, indent + "  ")
        elif isinstance(value, list):
            yield f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}"
        else:
            yield f"{indent}{key}: {_quoted(str(value))}"


def _quoted(value: str) -> str:
    plain = _PLAIN.fullmatch(value) and value == value.strip() and value.casefold() not in _KEYWORDS
    return value if plain else json.dumps(value, ensure_ascii=False)


# -- reading what was or will be written ---------------------------------------------------------


def holds(path: Path, file: Path, data: bytes, given: Given = AS_IT_IS) -> list[Held]:
    """Return the records that reading `path` finds in a file with these bytes."""
    text = Page.of(data).text
    if not path.is_dir():
        if file.name == INDEX or not split(text)[0]:
            return held(IndexLayout(file.name, file.parent, given), Page.of(data))
        folder = file.parent
    else:
        folder = max(
            (folder for folder in near_folders(path.resolve()) if file.is_relative_to(folder)),
            key=lambda found: len(found.parts),
            default=file.parent,
        )
        if file == folder / INDEX:
            return held(IndexLayout(file.name, folder, given), Page.of(data))
    name = file.relative_to(folder).as_posix()
    said = fact_of(text, None)
    if path.is_dir() and not (said.title and said.description):
        said = fact_of(text, _Indexes(path, given).pointer(folder / INDEX, name))
    return [] if _unfit(text) or not said.text else [Held(name, said.text, said.pinned)]


def loaded(path: Path) -> Loaded:
    """Return the indexes at `path` as a session loads them. Raises SourceError."""
    if path.is_dir():
        indexes = [folder / INDEX for folder in memory_folders(path.resolve())]
    else:
        indexes = [path.resolve()]
    lines: list[LoadedLine] = []
    for index in indexes:
        try:
            data = bytes_of(path, index)
        except CannotWrite:
            continue
        if data is not None:
            lines += _index_lines(IndexLayout(index.name, index.parent), data)
    return Loaded(lines, f"{MAX_LINES} lines or {MAX_BYTES // 1000} KB")
