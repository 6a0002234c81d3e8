"""What the tests of all writers ask of one."""

from pathlib import Path

from memtui.domain.memory import Draft
from memtui.formats.changes import FileChange, HasPlaces, Loaded, Plan, RecordChange, WritesBack
from memtui.formats.protocol import Reader
from memtui.sources.replacing import replace_file
from tests.formats.reading import drafts


def record(reader: Reader, path: Path, words: str) -> Draft:
    """Return the one record of a path that says these words."""
    (found,) = [draft for draft in drafts(reader, path) if words in draft.text]
    return found


def change(
    reader: Reader, path: Path, draft: Draft, *, after: Draft | None, gone: bool = False
) -> RecordChange:
    """Return the change of a draft that was read to `after`; `gone` when it is not in the file now."""
    key, file = str(draft.provenance.get("record")), str(draft.provenance.get("path"))
    if isinstance(reader, HasPlaces):
        key, file = reader.key_of(path, draft), str(path.resolve())
    return RecordChange(key, file, None if gone else draft.text, after)


def plan(reader: Reader, path: Path, *changes: RecordChange) -> Plan:
    assert isinstance(reader, WritesBack)
    return reader.plan(path, changes)


def loaded(reader: Reader, path: Path) -> Loaded:
    assert isinstance(reader, WritesBack)
    return reader.loaded(path)


def remove(reader: Reader, path: Path, words: str) -> Plan:
    """Take the record that says these words out of its files."""
    found = record(reader, path, words)
    done = plan(reader, path, change(reader, path, found, after=None))
    carry_out(done.files)
    return done


def put_back(reader: Reader, path: Path, draft: Draft) -> Plan:
    done = plan(reader, path, change(reader, path, draft, after=draft, gone=True))
    carry_out(done.files)
    return done


def reword(reader: Reader, path: Path, words: str, after: Draft) -> Plan:
    """Let the record that says these words become `after`."""
    found = record(reader, path, words)
    done = plan(reader, path, change(reader, path, found, after=after))
    carry_out(done.files)
    return done


def carry_out(files: list[FileChange]) -> None:
    for one in files:
        replace_file(one)
