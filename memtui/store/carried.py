"""What this store has for a meeting place, and what it took from there: own segments, and those of others.

Only `memtui.sync` asks, and who shows how the stores stand. What the memories themselves have in common with
others stands in `replicas`.
"""

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG
from memtui.store.replicas import OWN


@dataclass(frozen=True, slots=True)
class Device:
    """Another store."""

    device: str
    name: str
    taken: int
    heard_at: float
    erased: tuple[str, ...]
    trouble: str
    place: str = OWN
    person: str = ""
    """Whose it is, in a team."""
    since: float = 0.0
    """When it was first heard of."""
    brought: int = 0
    """Memories and changes that were taken of it."""

    @property
    def label(self) -> str:
        """What it is called where people read it: in a team with the person's name."""
        return f"{self.person} on {self.name}" if self.person else self.name


def devices(queried: Store | Transaction, place: str = OWN) -> dict[str, Device]:
    """Return the other stores that were heard of at a place, by device."""
    rows = queried.query(
        "SELECT device, name, taken, heard_at, erased, trouble, place, person, since, brought FROM devices "
        "WHERE place = ? ORDER BY device",
        (place,),
    )
    return {
        row[0]: Device(row[0], row[1], row[2], row[3], tuple(json.loads(row[4])), *row[5:]) for row in rows
    }


def taken(queried: Store | Transaction, place: str = OWN) -> dict[str, int]:
    """Return how many segments were taken of each device of a place of which any was."""
    return {name: device.taken for name, device in devices(queried, place).items() if device.taken}


def note_device(tx: Transaction, device: Device) -> None:
    """Write what is known of another store."""
    tx.execute(
        "INSERT OR REPLACE INTO devices (device, name, taken, heard_at, erased, trouble, place, person, "
        "since, brought) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*astuple(device)[:4], json.dumps(device.erased), *astuple(device)[5:]),
    )


def add_segment(tx: Transaction, number: int, name: str, blob: bytes, place: str = OWN) -> None:
    """Put a segment of our own into the outbox for a place."""
    tx.execute(
        "INSERT OR REPLACE INTO segments (place, number, name, blob) VALUES (?, ?, ?, ?)",
        (place, number, name, blob),
    )


def segments(queried: Store | Transaction, place: str = OWN) -> list[tuple[int, str]]:
    """Return number and name of our own segments for a place, in their order."""
    rows = queried.query("SELECT number, name FROM segments WHERE place = ? ORDER BY number", (place,))
    return [(row[0], row[1]) for row in rows]


def count_unsent(store: Store, sent: int, place: str = OWN) -> int:
    """Return how many segments of our own a place was not given yet, of which it has `sent`."""
    rows = store.query("SELECT count(*) FROM segments WHERE place = ? AND number > ?", (place, sent))
    return int(rows[0][0])


def to_send(queried: Store | Transaction, place: str = OWN) -> list[tuple[int, str]]:
    """Return number and name of our own segments that the carrier of a place may not have."""
    rows = queried.query(
        "SELECT number, name FROM segments WHERE place = ? AND blob IS NOT NULL ORDER BY number", (place,)
    )
    return [(row[0], row[1]) for row in rows]


def blob(store: Store, number: int, place: str = OWN) -> bytes:
    """Return a segment in the outbox for a place."""
    rows = store.query("SELECT blob FROM segments WHERE place = ? AND number = ?", (place, number))
    return bytes(rows[0][0])


def sent(tx: Transaction, names: Sequence[str], place: str = OWN) -> None:
    """Note that the carrier of a place has these segments."""
    tx.execute(
        f"UPDATE segments SET blob = NULL WHERE place = ? AND name {AMONG}", (place, json.dumps(list(names)))
    )
