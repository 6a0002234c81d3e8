"""A live store of another package: memories in a JSON file, which a test can take away or break."""

import contextlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from memtui.domain.memory import Draft, Origin
from memtui.formats.protocol import Record, Skipped, SourceError
from memtui.live_stores.protocol import CannotSay, LiveStore, Row


class Shelf(LiveStore):
    """Memories by key: `{"k1": {"text": …, "at": …}}`."""

    name = "shelf"
    called = "Shelf"
    address = "shelf:PATH"

    def place(self, where: str) -> str | None:
        scheme, _, rest = where.partition(":")
        return f"shelf:{rest.rpartition('@')[2]}" if scheme == "shelf" else None

    def found_in(self, path: Path) -> str | None:
        return None

    def mark(self, where: str) -> str:
        return _file(where).read_text()

    @contextlib.contextmanager
    def opened(self, where: str) -> Iterator["Opened"]:
        yield Opened(_file(where))

    def record(self, row: Row, place: str) -> Record:
        text = row.value.get("text")
        if not isinstance(text, str):
            return Skipped(row.key, "it has no text")
        told = {"source": self.name, "path": place, "record": row.key}
        return Draft(text, "/shelf", origin=Origin.IMPORTED, provenance=told)

    def reworded(self, row: Row, draft: Draft) -> Row:
        if row.value.get("fixed"):
            raise CannotSay("it is fixed")
        return Row(row.key, {**row.value, "text": draft.text}, {})

    def made(self, key: str, draft: Draft) -> Row:
        return Row(key, {"text": draft.text})


class Opened:
    """The memories of one file."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def count(self) -> int:
        return len(read(self.file))

    def rows(self) -> Iterator[Row]:
        for key, row in sorted(read(self.file).items()):
            if row == "away":
                raise SourceError("the shelf went away")
            yield _row(key, row)

    def get(self, keys: Collection[str]) -> Mapping[str, Row]:
        return {key: _row(key, row) for key, row in read(self.file).items() if key in keys}

    def put(self, rows: Sequence[Row]) -> None:
        for row in rows:
            there = read(self.file)
            if there.get("full"):
                raise SourceError("the shelf is full")
            write(self.file, {**there, row.key: {**row.value, "at": row.around.get("at", "now")}})

    def delete(self, keys: Sequence[str]) -> None:
        write(self.file, {key: row for key, row in read(self.file).items() if key not in keys})
        if (self.file.parent / "dies").exists():
            raise SourceError("the shelf broke off")


def _row(key: str, row: object) -> Row:
    known = row if isinstance(row, dict) else {}
    return Row(key, {name: of for name, of in known.items() if name != "at"}, {"at": known.get("at")})


def _file(where: str) -> Path:
    file = Path(where.partition(":")[2].rpartition("@")[2])
    if not file.exists():
        raise SourceError(f"there is no shelf {file}")
    return file


def read(file: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(file.read_text())
    return found


def write(file: Path, rows: Mapping[str, object]) -> None:
    """Replace the whole file at once: others read it meanwhile."""
    new = file.with_suffix(".new")
    new.write_text(json.dumps(rows))
    new.replace(file)
