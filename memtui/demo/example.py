"""The example store: what the agents of a developer called Ada remember, flaws included.

`memtui demo`, the screenshots and many tests open it. The memories are written out in
`memories.jsonl`, their ages relative to now (`"age": "9mo"`), so the store is as fresh or as
faded as a used one on whatever day it is made. The same `now` makes the same store.

Two of its flaws cannot come in through the front door, a secret and left-over reasoning: `planting` lets them
through, as an older version would have. A memory that is about a file names the folder it lies in by its name
(`"cwd": "fernhill"`); the folder is beside this file, so one of those files can be gone wherever it runs.
"""

import hashlib
import json
import re
from base64 import b32hexencode
from pathlib import Path
from typing import Any

from memtui.domain.instant import DAY, HOUR, MINUTE, Instant
from memtui.domain.memory import Draft, MemoryType, Origin, State
from memtui.domain.uid import new_uid

_HERE = Path(__file__).parent
_DATA = _HERE / "memories.jsonl"
_UNITS = {"min": MINUTE, "h": HOUR, "d": DAY, "mo": 365.25 / 12 * DAY, "y": 365.25 * DAY}
_AGO = re.compile(r"(\d+)(min|h|d|mo|y)")
_TO_ULID = str.maketrans("IJKLMNOPQRSTUV", "JKMNPQRSTVWXYZ")


def drafts(now: Instant) -> list[Draft]:
    """Return the memories of the example store as they stand at `now`, about 300."""
    return [_draft(written, now) for written in _written()]


def let_through(now: Instant) -> list[Draft]:
    """Return the example's memories that hold something the lifecycle takes out today."""
    return [_draft(written, now) for written in _written() if written.get("let_through")]


def _written() -> list[dict[str, Any]]:
    return [json.loads(line) for line in _DATA.read_text(encoding="utf-8").splitlines()]


def _draft(written: dict[str, Any], now: Instant) -> Draft:
    digest = hashlib.sha256(f"{written['scope']}\n{written['text']}".encode()).digest()
    created = now - _ago(written["age"], digest[0])
    touched = max(now - _ago(written["idle"], digest[1]), created) if "idle" in written else None
    changed = max(now - _ago(written["changed"], digest[2]), created) if "changed" in written else created
    return Draft(
        text=written["text"],
        abstract=written.get("abstract", ""),
        scope=written["scope"],
        type=MemoryType(written["type"]),
        categories=tuple(written["categories"]),
        importance=written["importance"],
        pinned=written.get("pinned", False),
        state=State(written.get("state", State.LIVE)),
        origin=Origin(written["origin"]),
        provenance=_provenance(written),
        uid=_uid(created, digest),
        created_at=created,
        updated_at=changed,
        last_accessed_at=touched,
        access_count=written.get("accesses", 0),
        session_count=written.get("sessions", 0),
    )


def _provenance(written: dict[str, Any]) -> dict[str, Any]:
    provenance: dict[str, Any] = written.get("provenance", {})
    return provenance | {"cwd": str(_HERE / provenance["cwd"])} if "cwd" in provenance else provenance


def _ago(text: str, chance: int) -> float:
    """Return the seconds in `9mo`, and up to a third of the unit more: nobody acts on the dot."""
    match = _AGO.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no age; the example store has min, h, d, mo and y")
    return (int(match[1]) + chance / 768) * _UNITS[match[2]]


def _uid(created: Instant, digest: bytes) -> str:
    """Return a ULID whose random part is drawn from `digest`: the same one every time."""
    return new_uid(created)[:10] + b32hexencode(digest[:10]).decode().translate(_TO_ULID)
