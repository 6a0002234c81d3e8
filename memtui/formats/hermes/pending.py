"""What Hermes wants to remember and waits for a person to allow: `pending/memory/*.json` in its home.

Those are proposals, no memories.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from memtui.domain.text import Longest, one_line, well_formed
from memtui.formats.ground.drafting import instant_of
from memtui.formats.ground.files import leads_out
from memtui.formats.ground.json_lines import cleaned
from memtui.formats.hermes.reading import draft_of
from memtui.formats.protocol import Skipped
from memtui.formats.waiting import Pending
from memtui.plain_files import bytes_of

_PENDING = "pending/memory"
_MAX_PENDING = 1_000_000
"""Bytes; a change that waits is a few lines."""


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
        return Skipped(
            file.name, f"asks to {one_line(action, Longest.NAME) or 'do nothing'}, which is not known"
        )
    if (action != "remove" and not content) or (action != "add" and not old):
        return Skipped(file.name, "does not say what it is about")
    draft = None
    if action != "remove":
        more = {"pending": place, "asked_by": origin}
        draft = draft_of(content, file.resolve(), target, created, "", more)
    return Pending(place, action, target, draft, old, origin, file, created)


def _word(record: Mapping[str, object], key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""
