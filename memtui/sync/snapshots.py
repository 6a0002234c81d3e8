"""Snapshots: the whole of what is shared, for a machine that is new or was away for long.

A part begins with a line that says what it is and how far the snapshot reaches for each device. Then come, as
acts, what only piles up (noes, purges), and then memories, each with the stamps of the acts that set its
fields. The clocks say which acts were known when it was drawn: a value that one of those set and that is
missing here was replaced.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from memtui.domain.memory import Draft, State
from memtui.domain.stamp import clock_of, device_of, is_clock
from memtui.domain.text import Longest, one_line
from memtui.sync import given
from memtui.sync.acts import Act
from memtui.sync.encoding import as_object, encoded, encoded_memory
from memtui.sync.errors import BrokenSegment
from memtui.sync.packing import VERSION, first_of, packed, unpacked
from memtui.sync.values import FIELDS, as_json, as_memory, as_stored, stored


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a snapshot tells what one device did."""

    number: int
    """Its segments up to this one are in it."""
    clock: str
    """Of the latest of those acts."""
    name: str
    """Of the machine, for people."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A memory, with the stamps of the acts that set its fields."""

    memory: Draft
    """As it is; its uses are those that it was told with."""
    stamp: str
    """Of the act that added it."""
    heads: Mapping[str, Mapping[str, object]]
    """For each field that changed since it was added: its possible values, as stored, by stamp."""
    uses: Mapping[str, tuple[int, int]]
    """Accesses and sessions since then, by device."""

    def line(self) -> str:
        """Return it as JSON; one value of a field is the memory's, and only its stamp is said."""
        heads = {
            name: next(iter(values))
            if len(values) == 1
            else {stamp: as_json(name, value) for stamp, value in values.items()}
            for name, values in self.heads.items()
        }
        parts = {"set": heads, "uses": {device: [*counts] for device, counts in self.uses.items()}}
        first = {"memory": encoded_memory(self.memory), "at": encoded(self.stamp)}
        return as_object({**first, **{name: encoded(part) for name, part in parts.items() if part}})

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Return what `line` wrote. Raises BrokenSegment for anything else."""
        try:
            return cls._read(value)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise BrokenSegment(f"a memory that cannot be read: {error}") from None

    @classmethod
    def _read(cls, value: Mapping[str, Any]) -> Self:
        encoded = value["memory"]
        absent = encoded.get("state") == State.ABSENT
        memory = as_memory({**encoded, "state": State.DROPPED.value} if absent else encoded)
        if absent:
            memory = replace(memory, state=State.ABSENT)
        if memory.uid is None:
            raise ValueError("a memory without a uid")
        fields = stored(memory)
        heads = {
            name: _by_stamp({told_of: fields[name]})
            if isinstance(told_of, str)
            else _by_stamp({stamp: as_stored(name, value) for stamp, value in told_of.items()})
            for name, told_of in value.get("set", {}).items()
            if name in FIELDS
        }
        uses = {given.device(device): _counts(*counts) for device, counts in value.get("uses", {}).items()}
        return cls(memory, given.stamp(value["at"]), heads, uses)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a device's snapshot."""

    device: str
    """Whose snapshot it is."""
    number: int
    """Counted from 1."""
    reaches: Mapping[str, Reach]
    """How far it tells of each device; the same in every part."""
    purged: tuple[str, ...] = ()
    """Stamps of the purges that are carried out in it."""
    acts: tuple[Act, ...] = ()
    """What was refused and purged."""
    entries: tuple[Entry, ...] = ()

    @property
    def covers(self) -> dict[str, int]:
        """Up to which segment it tells of each device."""
        return {device: reach.number for device, reach in self.reaches.items()}

    def tells(self, stamp: str) -> bool:
        """Say whether an act was known when the snapshot was drawn."""
        reach = self.reaches.get(device_of(stamp))
        return reach is not None and clock_of(stamp) <= reach.clock

    def packed(self) -> bytes:
        """Return it as a blob."""
        top = {
            "memtui": VERSION,
            "snapshot": self.device,
            "part": self.number,
            "reaches": {
                device: [reach.number, reach.clock, reach.name] for device, reach in self.reaches.items()
            },
            "purged": [*self.purged],
        }
        acts, entries = (act.line() for act in self.acts), (entry.line() for entry in self.entries)
        return packed([encoded(top), *acts, *entries])

    @classmethod
    def unpacked(cls, blob: bytes, about: frozenset[str] | None = None) -> Self:
        """Return what a blob holds. Raises BrokenSegment.

        With `about`, uids, only the entries of these memories.
        """
        top, *lines = unpacked(blob)
        entries = [line for line in lines if isinstance(line, dict) and "memory" in line]
        acts = [line for line in lines if not (isinstance(line, dict) and "memory" in line)]
        if about is not None:
            acts, entries = [], [line for line in entries if _uid_of(line) in about]
        return replace(
            cls._begun(top),
            acts=tuple(map(Act.from_json, acts)),
            entries=tuple(map(Entry.from_json, entries)),
        )

    @classmethod
    def top_of(cls, blob: bytes) -> Self:
        """Return a part without its contents, from the first line of its blob. Raises BrokenSegment."""
        return cls._begun(first_of(blob))

    @classmethod
    def _begun(cls, top: Any) -> Self:
        if not isinstance(top, dict) or top.get("memtui") != VERSION:
            raise BrokenSegment("its snapshot is of another version of memtui")
        try:
            reaches = {given.device(device): _reach(*reach) for device, reach in top["reaches"].items()}
            purged = tuple(map(given.stamp, top["purged"]))
            return cls(given.device(top["snapshot"]), given.whole(top["part"]), reaches, purged)
        except (TypeError, ValueError, KeyError, AttributeError):
            raise BrokenSegment("its snapshot does not say what it is") from None

    def without(self, uids: frozenset[str]) -> "Part":
        """Return the part without these memories, except that they were erased."""
        return replace(
            self,
            acts=tuple(act.without(uids) for act in self.acts),
            entries=tuple(entry for entry in self.entries if entry.memory.uid not in uids),
        )


def _uid_of(entry: Mapping[str, Any]) -> str:
    memory = entry["memory"]
    return str(memory.get("uid")) if isinstance(memory, dict) else ""


def _by_stamp(values: Mapping[str, object]) -> dict[str, object]:
    return {given.stamp(stamp): value for stamp, value in sorted(values.items())}


def _reach(number: object, clock: object, name: object) -> Reach:
    if not isinstance(clock, str) or not is_clock(clock) or not isinstance(name, str):
        raise TypeError("no reach")
    return Reach(given.whole(number), clock, one_line(name, Longest.PHRASE))


def _counts(accesses: object, sessions: object) -> tuple[int, int]:
    return given.whole(accesses), given.whole(sessions)
