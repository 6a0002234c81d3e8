"""Hermes' memory: `MEMORY.md` and `USER.md`, whose entries are parted by a line with `§`.

An entry is one memory, kept whole. A file without that line that is laid out as markdown (headings
and bullets, as in templates) gives a memory a statement. `USER.md` is filed under `/user`, `MEMORY.md`
under `/agent/hermes`. A key is the file's name and a hash of the entry.

What Hermes wants to remember and waits for a person to allow lies in `pending/memory/*.json`:
`pending` reads it. Those are proposals, no memories.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.domain.memory import Draft
from memtui.domain.text import one_line, well_formed
from memtui.plain_files import bytes_of
from memtui.sources import wording
from memtui.sources.drafting import imported, instant_of
from memtui.sources.file_by_file import FileByFile, Writer
from memtui.sources.files import fault, leads_out, start_of, text_of
from memtui.sources.instructions import is_unfilled
from memtui.sources.json_lines import cleaned
from memtui.sources.markdown import statements
from memtui.sources.naming import record_key
from memtui.sources.protocol import Record, Skipped, SourceError, unread

SEPARATOR = "\n§\n"
LIMITS: Mapping[str, int] = {"MEMORY.md": 2_200, "USER.md": 1_375}
"""Characters of each file that Hermes loads, and writes."""
AGENT_SCOPE = "/agent/hermes"
_PENDING = "pending/memory"
_MAX_PENDING = 1_000_000
MARK = "§"


@dataclass(frozen=True, slots=True)
class Pending:
    """One change to its memory that Hermes asks a person to allow."""

    id: str
    """Of the file that holds it, and its place in it where a file holds several: `fdb7ce9d`, `fdb7ce9d/2`."""
    action: str
    """`add`, `replace` or `remove`."""
    target: str
    """The file it is about: `MEMORY.md` or `USER.md`."""
    draft: Draft | None
    """What would be added; None where something is to be removed."""
    old_text: str
    """A part of the entry that is to be replaced or removed; empty for `add`."""
    origin: str
    """Who asked: `assistant_tool` in a conversation, `background_review` afterwards."""
    path: Path
    created_at: Instant | None


class Hermes(FileByFile):
    """Reads a Hermes home, its `memories` folder, or one of the two files."""

    name = "hermes"
    label = "Hermes memory (MEMORY.md and USER.md)"

    def detect(self, path: Path) -> float:
        """Be sure by the mark between entries; less by the two files side by side or their folder."""
        files = _files(path) if path.is_dir() else [path]
        if not files:
            return 0.0
        if any(SEPARATOR in f"\n{start_of(file)}\n" for file in files):
            return 1.0
        names = {file.name for file in files}
        if not names <= LIMITS.keys():
            return 0.0
        folder = files[0].parent
        if any("# Task Group:" in start_of(file) for file in files):
            return 0.0
        if all((folder / name).is_file() for name in LIMITS):
            return 0.95
        return 0.6 if folder.name == "memories" else 0.3 if "USER.md" in names else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per entry."""
        files = _files(path) if path.is_dir() else [path]
        if not files:
            raise SourceError(f"{path} holds no Hermes memory; looked for {' and '.join(LIMITS)} in it")
        root = path.resolve()
        for file in files:
            if path.is_dir() and leads_out(file, root):
                yield Skipped(file.name, "a link that leads out of the folder; not followed")
            else:
                yield from _entries(file.resolve())

    def files(self, path: Path) -> Iterator[str]:
        """Yield the files that `read` begins with."""
        yield from (str(file.resolve()) for file in _files(path) if not leads_out(file, path.resolve()))

    def writer(self) -> Writer:
        """Return what changes its files, which are loaded up to their limits."""
        from memtui.sources.hermes_writing import HermesWriter

        return HermesWriter(self._loads)

    def _loads(self, path: Path) -> list[Path]:
        return [file.resolve() for file in (_files(path) if path.is_dir() else [path])]


def entries(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield each entry of a Hermes file: its first line, its headings, and its text without them.

    Headings there are only in a file that is laid out as markdown and has no mark.
    """
    lines = text.split("\n")
    if is_markdown(text):
        for block in statements(text)[1]:
            yield block.line, " › ".join(block.headings), block.statement
        return
    start = 0
    for at, line in enumerate([*lines, MARK]):
        if line.strip() == MARK:
            entry = "\n".join(lines[start:at])
            if entry.strip():
                blank = len(entry) - len(entry.lstrip("\n"))
                yield start + blank + 1, "", entry.strip()
            start = at + 1


def is_markdown(text: str) -> bool:
    """Say whether a file is laid out with headings instead of marks."""
    lines = text.split("\n")
    return not any(line.strip() == MARK for line in lines) and any(line.startswith("#") for line in lines)


def pending(path: Path) -> Iterator[Pending | Skipped]:
    """Yield the changes that wait for a person's word in a Hermes home, oldest file first.

    `path` is the home (`HERMES_HOME`), its `memories` folder or `pending/memory` itself. A folder
    without any yields nothing. A replacement comes with the draft of the new text.
    """
    homes = (path / _PENDING, path.parent / _PENDING, path)
    folder = next(
        (home for home in homes if home.is_dir() and home.parts[-2:] == ("pending", "memory")), None
    )
    if folder is None:
        return
    try:
        files = sorted(folder.glob("*.json"), key=lambda file: (file.lstat().st_mtime, file.name))
    except OSError as error:
        yield Skipped(_PENDING, f"cannot be read: {error.strerror or error}")
        return
    root = folder.resolve()
    for file in files:
        if leads_out(file, root):
            yield Skipped(file.name, "a link that leads out of the folder; not followed")
        else:
            yield from _pending_in(file)


def _files(folder: Path) -> list[Path]:
    for place in (folder, folder / "memories"):
        found = [place / name for name in LIMITS if (place / name).is_file()]
        if found:
            return found
    return []


def _entries(file: Path) -> Iterator[Record]:
    text = text_of(file)
    if isinstance(text, Skipped):
        yield text
        return
    modified = file.stat().st_mtime
    for line, headings, entry in entries(text):
        if wrong := fault(entry):
            yield unread(f"{file.name} line {line}", wrong)
        elif is_unfilled(entry.removeprefix(headings).removeprefix(":").strip()):
            yield Skipped(f"{file.name} line {line}", "a template nobody filled in")
        elif said := well_formed(entry):
            yield _draft(said, file, file.name, modified, headings, {})


def _draft(
    said: str, path: Path, name: str, created_at: Instant | None, headings: str, more: Mapping[str, object]
) -> Draft:
    of_user = name == "USER.md"
    judge = wording.sort_of_person if of_user else wording.sort_of
    return imported(
        said,
        judge(said.removeprefix(headings), headings),
        source="hermes",
        path=path,
        record=record_key(name, said),
        scope="/user" if of_user else AGENT_SCOPE,
        created_at=created_at,
        more={"section": headings, **more},
    )


def _pending_in(file: Path) -> Iterator[Pending | Skipped]:
    try:
        if file.stat().st_size > _MAX_PENDING:
            yield Skipped(file.name, f"larger than {_MAX_PENDING:,} bytes")
            return
        record = cleaned(json.loads(bytes_of(file).decode("utf-8-sig")))
    except OSError as error:
        yield Skipped(file.name, f"cannot be read: {error.strerror or error}")
        return
    except (ValueError, RecursionError):
        yield Skipped(file.name, "not JSON")
        return
    payload = record.get("payload") if isinstance(record, dict) else None
    if not isinstance(record, dict) or not isinstance(payload, dict):
        yield Skipped(file.name, "not a change that Hermes asks for")
        return
    several = payload.get("operations")
    operations = several if isinstance(several, list) else [payload]
    name = _word(record, "id") or file.stem
    for number, operation in enumerate(operations, start=1):
        place = name if operations == [payload] else f"{name}/{number}"
        if isinstance(operation, dict):
            yield _change(file, place, record, payload, operation)
        else:
            yield Skipped(f"{file.name}, operation {number}", "not an object")


def _change(
    file: Path,
    place: str,
    record: Mapping[str, object],
    payload: Mapping[str, object],
    operation: Mapping[str, object],
) -> Pending | Skipped:
    action = _word(operation, "action") or _word(record, "action")
    target = "USER.md" if (_word(operation, "target") or _word(payload, "target")) == "user" else "MEMORY.md"
    content, old = well_formed(_word(operation, "content")), _word(operation, "old_text")
    created = instant_of(record.get("created_at")) or file.stat().st_mtime
    origin = _word(record, "origin")
    if action not in {"add", "replace", "remove"}:
        return Skipped(file.name, f"asks to {one_line(action, 40) or 'do nothing'}, which is not known")
    if (action != "remove" and not content) or (action != "add" and not old):
        return Skipped(file.name, "does not say what it is about")
    draft = None
    if action != "remove":
        more = {"pending": place, "asked_by": origin}
        draft = _draft(content, file.resolve(), target, created, "", more)
    return Pending(place, action, target, draft, old, origin, file, created)


def _word(record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""
