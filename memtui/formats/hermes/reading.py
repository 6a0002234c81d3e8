"""Hermes' memory: `MEMORY.md` and `USER.md`, whose entries are parted by a line with `§`.

An entry is one memory, kept whole. A file without that line that is laid out as markdown (headings
and bullets, as in templates) gives a memory a statement. `USER.md` is filed under `/user`, `MEMORY.md`
under `/agent/hermes`. A key is the file's name and a hash of the entry.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.drafting import imported
from memtui.formats.ground.files import fault, text_of
from memtui.formats.ground.markdown import statements
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.unfilled import is_unfilled
from memtui.formats.protocol import Record, Skipped, unread

SEPARATOR = "\n§\n"
LIMITS: Mapping[str, int] = {"MEMORY.md": 2_200, "USER.md": 1_375}
"""Characters of each file that Hermes loads, and writes."""
AGENT_SCOPE = "/agent/hermes"
MARK = "§"


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


def files_in(folder: Path) -> list[Path]:
    """Return the files in a folder or in `memories` below it, those that are there."""
    for place in (folder, folder / "memories"):
        files = [place / name for name in LIMITS if (place / name).is_file()]
        if files:
            return files
    return []


def records_in(file: Path) -> Iterator[Record]:
    """Yield the records of one of the files."""
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
        elif statement := well_formed(entry):
            yield draft_of(statement, file, file.name, modified, headings, {})


def draft_of(
    statement: str,
    path: Path,
    name: str,
    created_at: Instant | None,
    headings: str,
    more: Mapping[str, object],
) -> Draft:
    """Return the draft of an entry of the file called `name`, below `headings`."""
    of_user = name == "USER.md"
    judge = wording.sort_of_person if of_user else wording.sort_of
    return imported(
        statement,
        judge(statement.removeprefix(headings), headings),
        source="hermes",
        path=path,
        record=record_key(name, statement),
        scope="/user" if of_user else AGENT_SCOPE,
        created_at=created_at,
        more={"section": headings, **more},
    )
