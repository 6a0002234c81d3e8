"""What the tests of all readers ask of one."""

from pathlib import Path

from memtui.domain.memory import Draft
from memtui.formats.protocol import Reader, Skipped


def drafts(reader: Reader, path: Path) -> list[Draft]:
    return [record for record in reader.read(path) if isinstance(record, Draft)]


def texts(reader: Reader, path: Path) -> list[str]:
    return [draft.text for draft in drafts(reader, path)]


def skipped(reader: Reader, path: Path) -> list[Skipped]:
    return [record for record in reader.read(path) if isinstance(record, Skipped)]


def write(file: Path, text: str | bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file
