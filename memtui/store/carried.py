"""What this store has for a meeting place, and what it took from there: own segments, and those of others.

Only `memtui.sync` asks, and who shows how the stores stand. What the memories themselves have in common with
others stands in `replicas`.
"""

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from memtui.store.database import Row, Store, Transaction
from memtui.store.memories import AMONG
from memtui.store.replicas import OWN


@dataclass(frozen=True, slots=True)
class Device:
    """Another store that meets ours at a place, and how far we have taken in its segments."""

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
    clock: str = ""
    """Of the latest of its acts that was taken, as `stamp.clock_of` gives it."""
    there: bool = True
    """Whether it meets the others still: one that has left, or took a new name, does not."""

    @property
    def label(self) -> str:
        """What it is called where people read it: in a team with the person's name."""
        return f"{self.person} on {self.name}" if self.person else self.name


def devices(queried: Store | Transaction, place: str = OWN) -> dict[str, Device]:
    """Return the other stores that were heard of at a place, by device; those that have left too."""
    rows = queried.query(f"{_DEVICES} WHERE place = ? ORDER BY device", (place,))
    return {row[0]: _device(row) for row in rows}


def device(queried: Store | Transaction, name: str, place: str = OWN) -> Device | None:
    """Return what is known of one other store; None where it was not heard of at a place."""
    rows = queried.query(f"{_DEVICES} WHERE device = ? AND place = ?", (name, place))
    return _device(rows[0]) if rows else None


_DEVICES = (
    "SELECT device, name, taken, heard_at, erased, trouble, place, person, since, brought, clock, there "
    "FROM devices"
)


def _device(row: Row) -> Device:
    device, name, taken, heard_at, erased, *rest = row
    trouble, place, person, since, brought, clock, there = rest
    known = (trouble, place, person, since, brought, clock, bool(there))
    return Device(device, name, taken, heard_at, tuple(json.loads(erased)), *known)


def taken(queried: Store | Transaction, place: str = OWN) -> dict[str, int]:
    """Return how many segments were taken of each device of a place of which any was."""
    rows = queried.query(
        "SELECT device, taken FROM devices WHERE place = ? AND taken ORDER BY device", (place,)
    )
    return {row[0]: row[1] for row in rows}


def note_device(tx: Transaction, device: Device) -> None:
    """Write what is known of another store."""
    tx.execute(
        "INSERT OR REPLACE INTO devices (device, name, taken, heard_at, erased, trouble, place, person, "
        "since, brought, clock, there) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*astuple(device)[:4], json.dumps(device.erased), *astuple(device)[5:]),
    )


def add_segment(tx: Transaction, number: int, name: str, blob: bytes, place: str) -> None:
    """Put a segment of our own into the outbox for a place."""
    tx.execute(
        "INSERT OR REPLACE INTO segments (place, number, name, blob, size) VALUES (?, ?, ?, ?, ?)",
        (place, number, name, blob, len(blob)),
    )


def segments(queried: Store | Transaction, place: str = OWN) -> list[tuple[int, str]]:
    """Return number and name of our own segments for a place, in their order."""
    rows = queried.query("SELECT number, name FROM segments WHERE place = ? ORDER BY number", (place,))
    return [(row[0], row[1]) for row in rows]


def last_segment(queried: Store | Transaction, place: str = OWN) -> int:
    """Return the number of our latest segment for a place that has not gone; 0 where there is none."""
    rows = queried.query("SELECT coalesce(max(number), 0) FROM segments WHERE place = ?", (place,))
    return int(rows[0][0])


def bytes_of_segments(queried: Store | Transaction, place: str) -> int:
    """Return how many bytes our own segments for a place have together."""
    return int(queried.query("SELECT coalesce(sum(size), 0) FROM segments WHERE place = ?", (place,))[0][0])


def let_go(tx: Transaction, until: int, place: str = OWN) -> None:
    """Forget what we told at a place up to a segment: a snapshot says what they said."""
    tx.execute("DELETE FROM segments WHERE place = ? AND number <= ?", (place, until))


def count_unsent(store: Store, sent: int, place: str) -> int:
    """Return how many segments of our own a place was not given yet, of which it has `sent`."""
    rows = store.query("SELECT count(*) FROM segments WHERE place = ? AND number > ?", (place, sent))
    return int(rows[0][0])


def to_send(queried: Store | Transaction, place: str) -> list[tuple[int, str]]:
    """Return number and name of our own segments that the carrier of a place may not have."""
    rows = queried.query(
        "SELECT number, name FROM segments WHERE place = ? AND blob IS NOT NULL ORDER BY number", (place,)
    )
    return [(row[0], row[1]) for row in rows]


def blob(store: Store, number: int, place: str) -> bytes:
    """Return a segment in the outbox for a place."""
    rows = store.query("SELECT blob FROM segments WHERE place = ? AND number = ?", (place, number))
    return bytes(rows[0][0])


def sent(tx: Transaction, names: Sequence[str], place: str) -> None:
    """Note that the carrier of a place has these segments."""
    tx.execute(
        f"UPDATE segments SET blob = NULL WHERE place = ? AND name {AMONG}", (place, json.dumps(list(names)))
    )


# -- the own snapshot for a place ------------------------------------------------------------------


def parts(queried: Store | Transaction, place: str = OWN) -> list[tuple[int, str]]:
    """Return number and name of the parts of our own snapshot, in their order; none without one."""
    rows = queried.query(
        "SELECT number, name FROM snapshot_parts WHERE place = ? AND drawn = 0 ORDER BY number", (place,)
    )
    return [(row[0], row[1]) for row in rows]


def bytes_of_parts(queried: Store | Transaction, place: str) -> int:
    """Return how many bytes our own snapshot for a place has."""
    rows = queried.query(
        "SELECT coalesce(sum(size), 0) FROM snapshot_parts WHERE place = ? AND drawn = 0", (place,)
    )
    return int(rows[0][0])


def add_part(
    tx: Transaction, number: int, name: str, blob: bytes, place: str = OWN, *, of_next: bool
) -> None:
    """Store a part of our own snapshot to be sent; with `of_next`, of the one that is still being made."""
    tx.execute(
        "INSERT OR REPLACE INTO snapshot_parts (place, drawn, number, name, blob, size) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (place, int(of_next), number, name, blob, len(blob)),
    )


def drop_next(tx: Transaction, place: str = OWN) -> None:
    """Forget the parts of a snapshot that was never finished."""
    tx.execute("DELETE FROM snapshot_parts WHERE place = ? AND drawn = 1", (place,))


def take_next(tx: Transaction, place: str = OWN) -> None:
    """Have the next snapshot count, and forget the one before it."""
    drop_parts(tx, place)
    tx.execute("UPDATE snapshot_parts SET drawn = 0 WHERE place = ?", (place,))


def drop_parts(tx: Transaction, place: str = OWN) -> None:
    """Forget our own snapshot."""
    tx.execute("DELETE FROM snapshot_parts WHERE place = ? AND drawn = 0", (place,))


def parts_to_send(queried: Store | Transaction, place: str) -> list[tuple[int, str]]:
    """Return number and name of the parts that the carrier may not have."""
    rows = queried.query(
        "SELECT number, name FROM snapshot_parts WHERE place = ? AND drawn = 0 AND blob IS NOT NULL "
        "ORDER BY number",
        (place,),
    )
    return [(row[0], row[1]) for row in rows]


def part(store: Store, number: int, place: str = OWN) -> bytes:
    """Return a part in the outbox."""
    rows = store.query(
        "SELECT blob FROM snapshot_parts WHERE place = ? AND drawn = 0 AND number = ?", (place, number)
    )
    return bytes(rows[0][0])


def parts_sent(tx: Transaction, place: str) -> None:
    """Note that the carrier has our own snapshot."""
    tx.execute(
        "UPDATE snapshot_parts SET blob = NULL WHERE place = ? AND drawn = 0 AND blob IS NOT NULL", (place,)
    )
