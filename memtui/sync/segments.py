"""Segments and heads: how a device's acts are packed, named and checked.

A segment is a zlib stream of JSON lines: first what it is, then an act a line. Its name holds the SHA-256 of
its bytes, so that a blob that was damaged, or has not wholly arrived, is not taken for it. A head says which
segments a device has, what it has taken of others, and which erasures it has carried out.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self, TypeGuard

from memtui.domain.stamp import is_device, is_stamp
from memtui.domain.text import one_line
from memtui.formats.ground.json_depth import too_deep
from memtui.sync.acts import Act
from memtui.sync.errors import BrokenSegment

VERSION = 1
LARGEST = 64 << 20
"""Bytes of a blob, and of what it unpacks to: a hostile one must not fill the memory."""
SEALED = b"age-encryption.org/"
"""How everything begins that age has sealed."""
_MOST_SEGMENTS = 1_000_000
_NAME = re.compile(r"[0-9]{8}-[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Segment:
    """Some acts of one device, in the order in which they were done."""

    device: str
    number: int
    """Counted from 1, without gaps."""
    seen: Mapping[str, int]
    """How far the device had taken the segments of others when it did these."""
    acts: tuple[Act, ...]

    def packed(self) -> bytes:
        """Return it as a blob."""
        top = {"memtui": VERSION, "device": self.device, "number": self.number, "seen": dict(self.seen)}
        lines = [top, *(act.to_json() for act in self.acts)]
        text = "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
        return zlib.compress(text.encode(), 6)

    @classmethod
    def unpacked(cls, blob: bytes, *, packed: int = LARGEST, unpacked: int = LARGEST) -> Self:
        """Return what a blob of at most so many bytes holds, packed and unpacked. Raises BrokenSegment."""
        top, *acts = _lines(blob, packed, unpacked)
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
        return cls(device, number, seen, tuple(Act.from_json(act) for act in acts))


def name_of(number: int, blob: bytes) -> str:
    """Return under which name a segment's blob is carried."""
    return f"{number:08d}-{hashlib.sha256(blob).hexdigest()[:32]}"


def is_blob(name: str) -> bool:
    """Say whether a segment's blob can have this name; nothing else is asked of a carrier."""
    return _NAME.fullmatch(name) is not None


def is_whole(name: str, blob: bytes) -> bool:
    """Say whether a blob is what its name says."""
    return name.partition("-")[2] == hashlib.sha256(blob).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Head:
    """What a device says of itself at the carrier."""

    device: str
    name: str
    """Of the machine, for people."""
    at: float
    names: tuple[str, ...]
    """Its segments' blobs, from the first on."""
    seen: Mapping[str, int]
    erased: tuple[str, ...] = field(default=())
    """Stamps of the purges that it has carried out."""
    person: str = ""
    """Whose it is, for the people of a team; empty among a person's own machines."""

    def packed(self) -> bytes:
        """Return it as bytes."""
        fields = {
            "memtui": VERSION,
            "device": self.device,
            "name": self.name,
            "at": self.at,
            "segments": [*self.names],
            "seen": dict(self.seen),
            "erased": [*self.erased],
            **({"person": self.person} if self.person else {}),
        }
        return json.dumps(fields, ensure_ascii=False).encode()

    @classmethod
    def unpacked(cls, device: str, data: bytes) -> Self:
        """Return what a device says. Raises BrokenSegment."""
        value = _parsed(data)
        if not isinstance(value, dict) or value.get("memtui") != VERSION or value.get("device") != device:
            raise BrokenSegment("its head is of another version of memtui, or of another device")
        names, seen, erased = value.get("segments"), value.get("seen"), value.get("erased", [])
        name, at, person = value.get("name"), value.get("at"), value.get("person", "")
        if not (_all(names, is_blob) and _all(erased, is_stamp) and _is_seen(seen)):
            raise BrokenSegment("its head does not say what it has")
        if (
            not isinstance(name, str)
            or not isinstance(person, str)
            or isinstance(at, bool)
            or not isinstance(at, int | float)
        ):
            raise BrokenSegment("its head does not say whose it is")
        return cls(
            device, one_line(name, 60), float(at), tuple(names), seen, tuple(erased), one_line(person, 60)
        )


def _lines(blob: bytes, most_packed: int, most: int) -> list[Any]:
    if len(blob) > most_packed:
        raise BrokenSegment("it is larger than any segment")
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(blob, most)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise BrokenSegment("it is larger than any segment, or cut off")
    except zlib.error:
        raise BrokenSegment("it is damaged") from None
    return [_parsed(line) for line in text.split(b"\n")]


def _parsed(data: bytes) -> Any:
    if data.startswith(SEALED):
        raise BrokenSegment("it is sealed, and not for a key of this machine; `sync.key` names its key file")
    try:
        text = data.decode()
        if too_deep(text):
            raise BrokenSegment("it is nested too deeply")
        return json.loads(text)
    except ValueError:
        raise BrokenSegment("it is damaged") from None


def _all(value: object, good: Callable[[str], bool]) -> TypeGuard[list[str]]:
    return (
        isinstance(value, list)
        and len(value) <= _MOST_SEGMENTS
        and all(isinstance(name, str) and good(name) for name in value)
    )


def _is_seen(value: object) -> TypeGuard[dict[str, int]]:
    return isinstance(value, dict) and all(
        is_device(device) and isinstance(number, int) and not isinstance(number, bool)
        for device, number in value.items()
    )
