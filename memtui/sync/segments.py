"""Segments and heads: how a device's acts are packed, and what it says of itself.

A segment is a line that says what it is, then an act a line. A head says which segments a device has and
which snapshot, what it has taken of others, and which erasures it has carried out.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, TypeGuard

from memtui.domain.stamp import is_device, is_stamp
from memtui.domain.text import Longest, one_line
from memtui.sync.acts import Act
from memtui.sync.encoding import encoded
from memtui.sync.errors import BrokenSegment
from memtui.sync.packing import LARGEST, VERSION, is_blob, packed, parsed, unpacked

_MOST_SEGMENTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Segment:
    """Some acts of one device, in the order in which they were done."""

    device: str
    number: int
    """Counted from 1, without gaps."""
    seen: Mapping[str, int]
    """How far the device had taken the segments of others when it did these, where that is further than
    when it did those of the segment before."""
    acts: tuple[Act, ...]

    def lines(self) -> list[str]:
        """Return it as JSON texts, a line each."""
        top = {"memtui": VERSION, "device": self.device, "number": self.number, "seen": dict(self.seen)}
        return [encoded(top), *(act.line() for act in self.acts)]

    def packed(self) -> bytes:
        """Return it as a blob."""
        return packed(self.lines())

    def without(self, uids: frozenset[str]) -> "Segment":
        """Return it without anything that was said of these memories, but that they were erased."""
        return replace(self, acts=tuple(act.without(uids) for act in self.acts))

    @classmethod
    def unpacked(
        cls,
        blob: bytes,
        *,
        about: frozenset[str] | None = None,
        most_packed: int = LARGEST,
        most: int = LARGEST,
    ) -> Self:
        """Return what a blob holds. Raises BrokenSegment, also for one over the size limits.

        With `about`, uids, only what it says of these memories.
        """
        top, *acts = unpacked(blob, most_packed, most)
        return cls.read(top, acts, about)

    @classmethod
    def read(cls, top: object, acts: Iterable[object], about: frozenset[str] | None = None) -> Self:
        """Return the segment of which these are the first line and the others. Raises BrokenSegment."""
        if not isinstance(top, dict) or top.get("memtui") != VERSION:
            raise BrokenSegment("it is of another version of memtui")
        device, number, seen = top.get("device"), top.get("number"), top.get("seen")
        if (
            not isinstance(device, str)
            or not is_device(device)
            or not isinstance(number, int)
            or not _is_seen(seen)
        ):
            raise BrokenSegment("it does not say what it is")
        return cls(device, number, seen, tuple(Act.from_json(act, about) for act in acts))


@dataclass(frozen=True, slots=True)
class Head:
    """What a device says of itself at the carrier."""

    device: str
    name: str
    """Of the machine, for people."""
    at: float
    names: tuple[str, ...]
    """Its segments' blobs, in their order; those that a snapshot tells may have gone."""
    seen: Mapping[str, int]
    erased: tuple[str, ...] = field(default=())
    """Stamps of the purges that it has carried out."""
    size: int = 0
    """Bytes of its segments together."""
    parts: tuple[str, ...] = ()
    """The blobs of its snapshot, in their order; none without one."""
    covers: Mapping[str, int] = field(default_factory=dict)
    """Up to which segment of each device its snapshot tells what was done."""
    gone: int = 0
    """How many segments, the first ones, it has no more: a snapshot tells what they told."""
    person: str = ""
    """Whose it is, for the people of a team; empty among a person's own machines."""
    partial: bool = False
    """Whether it passes over some of what others tell: it draws no snapshots."""

    @property
    def last(self) -> int:
        """The number of its latest segment."""
        return self.gone + len(self.names)

    def behind(self, number: int) -> tuple[str, ...]:
        """Return the names of its segments behind one."""
        return self.names[max(number - self.gone, 0) :]

    def packed(self) -> bytes:
        """Return it as bytes."""
        fields = {
            "memtui": VERSION,
            "device": self.device,
            "name": self.name,
            "at": self.at,
            "segments": [*self.names],
            "gone": self.gone,
            "size": self.size,
            "seen": dict(self.seen),
            "erased": [*self.erased],
            **({"person": self.person} if self.person else {}),
            **({"partial": True} if self.partial else {}),
            "snapshot": {"parts": [*self.parts], "covers": dict(self.covers)},
        }
        return json.dumps(fields, ensure_ascii=False).encode()

    @classmethod
    def unpacked(cls, device: str, data: bytes) -> Self:
        """Return what a device says. Raises BrokenSegment."""
        value = parsed(data)
        if not isinstance(value, dict) or value.get("memtui") != VERSION or value.get("device") != device:
            raise BrokenSegment("its head is of another version of memtui, or of another device")
        names, seen, erased = value.get("segments"), value.get("seen"), value.get("erased", [])
        name, at, person = value.get("name"), value.get("at"), value.get("person", "")
        size, gone = value.get("size", 0), value.get("gone", 0)
        if not (_all(names, is_blob) and _all(erased, is_stamp) and _is_seen(seen)):
            raise BrokenSegment("its head does not say what it has")
        if (
            not isinstance(name, str)
            or not isinstance(person, str)
            or isinstance(at, bool)
            or not isinstance(at, int | float)
        ):
            raise BrokenSegment("its head does not say whose it is")
        snapshot = value.get("snapshot", {"parts": [], "covers": {}})
        if not (isinstance(size, int) and isinstance(snapshot, dict) and _follow(names, gone)):
            raise BrokenSegment("its head does not say how much it has")
        parts, covers = snapshot.get("parts"), snapshot.get("covers")
        if not (_all(parts, is_blob) and _is_seen(covers)):
            raise BrokenSegment("its head does not say which snapshot it has")
        fields = (one_line(name, Longest.PHRASE), float(at), tuple(names), seen, tuple(erased), size)
        partial = value.get("partial") is True
        return cls(device, *fields, tuple(parts), covers, gone, one_line(person, Longest.PHRASE), partial)


def _all(value: object, good: Callable[[str], bool]) -> TypeGuard[list[str]]:
    return (
        isinstance(value, list)
        and len(value) <= _MOST_SEGMENTS
        and all(isinstance(name, str) and good(name) for name in value)
    )


def _is_seen(value: object) -> TypeGuard[dict[str, int]]:
    """Say whether a JSON value tells numbers of segments by device."""
    return isinstance(value, dict) and all(
        is_device(device) and isinstance(number, int) and not isinstance(number, bool)
        for device, number in value.items()
    )


def _follow(names: Sequence[str], gone: object) -> bool:
    """Say whether these are segments without gaps behind those that have gone."""
    if isinstance(gone, bool) or not isinstance(gone, int) or gone < 0:
        return False
    return all(name.startswith(f"{number:08d}-") for number, name in enumerate(names, gone + 1))
