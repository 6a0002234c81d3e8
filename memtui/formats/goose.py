"""Goose's memory: text files in `.goose/memory` of a project and in `goose/memory` of the configuration.

A file is a category. Goose writes an entry as a line with its tags (`# git workflow`, or `# #git #workflow`
as agents like to give them), the text, and a blank line behind it. An entry goes on to the next such line
behind a blank one, outside of code, so that a text with paragraphs stays one memory; without any tags every
paragraph is an entry.

What lies in a project is filed under `/project/<name>`, what is a person's under `/user`. A key is the file's
name and a hash of the text.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path

from memtui.domain.dating import DATED
from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.formats.finding import Found, Machine
from memtui.formats.ground import wording
from memtui.formats.ground.drafting import imported
from memtui.formats.ground.files import fault, leads_out, text_of
from memtui.formats.ground.looking import read_through
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.markdown_writing import Layout, Place
from memtui.formats.ground.naming import categories, record_key, scope_under
from memtui.formats.ground.notes import Written
from memtui.formats.ground.splicing import Page, Splice
from memtui.formats.ground.statement_files import StatementFiles
from memtui.formats.ground.sureness import PARTLY, TOGETHER
from memtui.formats.ground.wording import Sort
from memtui.formats.protocol import Record, Skipped, SourceError, unread

_PROJECT, _PERSON = (".goose", "memory"), ("goose", "memory")
_TAGS = re.compile(r"#(?:\s*+(?!#)|\s++(?=(?:#\w\S*+\s*+)++$))(?P<tags>\S.*)")
_FENCE = re.compile(r"\s*(```|~~~)")
_MOST_FILES = 1_000
"""Files that are looked at in one folder; Goose keeps a handful."""


class Goose(StatementFiles):
    """Reads and changes a project or configuration with a memory folder, that folder, or one file of it."""

    name = "goose"
    called = "Goose"
    label = "Goose memory (.goose/memory, ~/.config/goose/memory)"
    order = 75
    files_by_folder = True
    variables: Mapping[str, str] = {}

    def detect(self, path: Path) -> float:
        """Be sure by the folder, which Goose looks for; its text files have no mark of their own.

        A project that has such a folder is first of all the place of its instructions.
        """
        files = _files(path)
        if not files:
            return 0.0
        return PARTLY if files[0].parent == path.joinpath(*_PROJECT) else TOGETHER

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per entry."""
        files = _files(path) if path.is_dir() else [path]
        if not files:
            raise SourceError(f"{path} holds no Goose memory; looked for .txt files in .goose/memory")
        root = path.resolve()
        for file in files:
            if path.is_dir() and leads_out(file, root):
                yield Skipped(file.name, "a link that leads out of the folder; not followed")
            else:
                yield from _records(file.resolve())

    def files(self, path: Path) -> Iterator[str]:
        """Yield the files that `read` begins with."""
        yield from (str(file.resolve()) for file in _files(path) if not leads_out(file, path.resolve()))

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield the folder of the person, then that of the project."""
        places = [machine.settings / "goose"]
        places += [machine.cwd / ".goose"] if machine.cwd is not None else []
        for place in places:
            folder = place / "memory"
            try:
                names = tuple(file.name for file in _files(folder))
            except OSError as error:
                yield Found(self.name, folder, problem=f"{folder.name}: {error.strerror or error}")
                continue
            yield from read_through(self, folder, place, names)

    def layout_of(self, file: Path) -> Layout:
        """Return how the entries of a file are laid out."""
        return GooseLayout(file.name)

    def loads(self, path: Path) -> Sequence[Path]:
        """Return the files, which Goose loads whole or looks into when it needs them."""
        return [file.resolve() for file in (_files(path) if path.is_dir() else [path])]


@dataclass(frozen=True, slots=True)
class _Entry:
    text: str
    tags: tuple[str, ...]
    start: int
    """The first line of the text, from 0; that of the tags stands before it."""
    end: int
    """The line behind its last one."""


class GooseLayout(Layout):
    """The entries of a file, each with the line of its tags."""

    def places(self, text: str) -> list[Place]:
        """Return the texts of the entries, in order."""
        return [
            Place(
                record_key(self.name, well_formed(entry.text)),
                well_formed(entry.text),
                entry.start,
                entry.end,
                record=not fault(entry.text),
            )
            for entry in _entries(text)
        ]

    def removals(self, page: Page, place: Place) -> Iterator[Splice]:
        """Yield the way to take an entry out: with its tags and the blank lines behind it."""
        start, end = place.start, place.end
        if start > 0 and _TAGS.fullmatch(page.line(start - 1)):
            start -= 1
        while end < len(page.lines) - 1 and page.blank(end):
            end += 1
        yield Splice(start, end)
        yield Splice(start, place.end)

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:  # noqa: ARG002
        """Yield the new text in place of the old one; the tags stay."""
        yield Splice(place.start, place.end, draft.text.split("\n"))

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield the entry as the last one, as Goose adds it, and before the others."""
        tags = draft.provenance.get("tags")
        categories = [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []
        lines = [*([f"# {' '.join(categories)}"] if categories else []), *draft.text.split("\n")]
        last = len(page.lines)
        while last and page.blank(last - 1):
            last -= 1
        yield Splice(last, last, ["", *lines] if places else lines)
        yield Splice(0, 0, [*lines, ""])


def _files(path: Path) -> list[Path]:
    """Return the files of the memory folder that `path` is or holds, or the one file of such a folder."""
    if not path.is_dir():
        return [path] if path.suffix == ".txt" and _is_memory(path.resolve().parent) else []
    below = [path / "/".join(_PROJECT), path / "memory", path / "/".join(_PERSON)]
    for folder in (path, *below):
        if folder.is_dir() and _is_memory(folder.resolve()):
            texts = (file for file in sorted(folder.glob("*.txt")) if file.is_file())
            if files := list(islice(texts, _MOST_FILES)):
                return files
    return []


def _is_memory(folder: Path) -> bool:
    return folder.parts[-2:] in {_PROJECT, _PERSON}


def _records(file: Path) -> Iterator[Record]:
    text = text_of(file)
    if isinstance(text, Skipped):
        yield text
        return
    written = Written(file, {})
    project = file.parents[2] if file.parent.parts[-2:] == _PROJECT else None
    scope = scope_under("/project", project.name) if project is not None else "/user"
    for entry in _entries(text):
        statement = well_formed(entry.text)
        block = Block(entry.start + 1, (), entry.text.split("\n"))
        if wrong := fault(entry.text):
            yield unread(f"{file.name} line {entry.start + 1}", wrong)
        elif statement:
            sort = wording.sort_of(statement) if project is not None else wording.sort_of_person(statement)
            yield imported(
                statement,
                Sort(sort.type, categories(sort.categories[0], file.stem, *entry.tags), sort.importance),
                source="goose",
                path=file,
                record=record_key(file.name, statement),
                scope=scope,
                created_at=written.when(block),
                more={
                    "tags": list(entry.tags),
                    "cwd": str(project) if project is not None else "",
                    DATED: written.how(block),
                },
            )


def _entries(text: str) -> Iterator[_Entry]:
    """Yield the entries of a file, in order."""
    lines = text.split("\n")
    starts = _starts(lines)
    tagged = any(_TAGS.fullmatch(lines[at]) for at in starts)
    if tagged:
        first = next(at for at in starts if _TAGS.fullmatch(lines[at]))
        starts = [at for at in starts if at < first or _TAGS.fullmatch(lines[at])]
    for start, behind in pairwise([*starts, len(lines)]):
        tags = _TAGS.fullmatch(lines[start])
        begin = start + 1 if tags else start
        end = behind
        while end > begin and not lines[end - 1].strip():
            end -= 1
        while begin < end and not lines[begin].strip():
            begin += 1
        if begin < end:
            yield _Entry("\n".join(lines[begin:end]), _tag_words(tags), begin, end)


def _starts(lines: Sequence[str]) -> list[int]:
    """Return where paragraphs begin: behind a blank line, or at the top; none in code."""
    starts = []
    code, blank = False, True
    for at, line in enumerate(lines):
        if not code and blank and line.strip():
            starts.append(at)
        if _FENCE.match(line):
            code = not code
        blank = not line.strip()
    return starts


def _tag_words(tags: re.Match[str] | None) -> tuple[str, ...]:
    return tuple(tag.lstrip("#") for tag in tags["tags"].split()) if tags is not None else ()
