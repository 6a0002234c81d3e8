"""What this store has for a meeting place, and what it took from there: own segments, and those of others.

Only `memtui.sync` asks, and who shows how the stores stand. What the memories themselves have in common with
others stands in `replicas`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG


@dataclass(frozen=True, slots=True)
class Device:
    """Another store."""

    device: str
    name: str
    taken: int
    heard_at: float
    erased: tuple[str, ...]
    trouble: str


def devices(queried: Store | Transaction) -> dict[str, Device]:
    """Return the other stores that were heard of, by device."""
    rows = queried.query("SELECT device, name, taken, heard_at, erased, trouble FROM devices ORDER BY device")
    return {row[0]: Device(row[0], row[1], row[2], row[3], tuple(json.loads(row[4])), row[5]) for row in rows}


def taken(queried: Store | Transaction) -> dict[str, int]:
    """Return how many segments were taken of each device of which any was."""
    return {name: device.taken for name, device in devices(queried).items() if device.taken}


def note_device(tx: Transaction, device: Device) -> None:
    """Write what is known of another store."""
    tx.execute(
        "INSERT OR REPLACE INTO devices (device, name, taken, heard_at, erased, trouble) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (
            device.device,
            device.name,
            device.taken,
            device.heard_at,
            json.dumps(device.erased),
            device.trouble,
        ),
    )


def add_segment(tx: Transaction, number: int, name: str, blob: bytes) -> None:
    """Put a segment of our own into the outbox."""
    tx.execute("INSERT OR REPLACE INTO segments (number, name, blob) VALUES (?, ?, ?)", (number, name, blob))


def segments(queried: Store | Transaction) -> list[tuple[int, str]]:
    """Return number and name of our own segments, in their order."""
    return [(row[0], row[1]) for row in queried.query("SELECT number, name FROM segments ORDER BY number")]


def count_unsent(store: Store, sent: int) -> int:
    """Return how many segments of our own the carrier was not given yet, of which it has `sent`."""
    return int(store.query("SELECT count(*) FROM segments WHERE number > ?", (sent,))[0][0])


def to_send(queried: Store | Transaction) -> list[tuple[int, str]]:
    """Return number and name of our own segments that the carrier may not have."""
    rows = queried.query("SELECT number, name FROM segments WHERE blob IS NOT NULL ORDER BY number")
    return [(row[0], row[1]) for row in rows]


def blob(store: Store, number: int) -> bytes:
    """Return a segment in the outbox."""
    return bytes(store.query("SELECT blob FROM segments WHERE number = ?", (number,))[0][0])


def sent(tx: Transaction, names: Sequence[str]) -> None:
    """Note that the carrier has these segments."""
    tx.execute(f"UPDATE segments SET blob = NULL WHERE name {AMONG}", (json.dumps(list(names)),))
