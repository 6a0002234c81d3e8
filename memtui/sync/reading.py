"""The next segment of a device, from where it lies: by itself, or in the device's snapshot for a team."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from memtui.domain.stamp import clock_of
from memtui.store.carried import Device
from memtui.sync import border
from memtui.sync.carrier import Carrier
from memtui.sync.errors import BrokenSegment
from memtui.sync.folded import apart
from memtui.sync.packing import is_whole
from memtui.sync.segments import Head, Segment

_AT_ONCE = 16
"""Segments fetched together."""
_MOST_BYTES = 16 << 20
"""Of segments that wait for what others did; beyond that they are fetched again."""
_MOST_OPEN = 64
"""Devices of whose snapshots a part is in memory while others are waited for."""


@dataclass(slots=True)
class Reading:
    """What was fetched and not taken yet."""

    carrier: Carrier
    place: str
    about: frozenset[str] | None = None
    """Of which memories alone it is read what is said; None for all that is."""
    _fetched: dict[str, Mapping[str, bytes]] = field(default_factory=dict)
    """Blobs of segments, by device."""
    _open: dict[str, tuple[int, list[Segment]]] = field(default_factory=dict)
    """How many parts of a snapshot were fetched, and what the last of them holds."""

    def next_of(self, head: Head, known: Device) -> Segment | None:
        """Return what comes behind all that is known of a device; None where that is all.

        Raises BrokenSegment for one that cannot be taken now.
        """
        if self.place and _is_in_snapshot(head, known.taken):
            return self._in_snapshot(head, known)
        names = head.behind(known.taken)
        return self._by_itself(head, known.taken + 1, names) if names else None

    def _by_itself(self, head: Head, number: int, names: tuple[str, ...]) -> Segment:
        if names[0] not in self._fetched.get(head.device, {}):
            self._fetch(head.device, names[:_AT_ONCE])
        blob = self._fetched[head.device].get(names[0], b"")
        if not is_whole(names[0], blob):
            raise BrokenSegment("a segment has not arrived whole yet")
        segment = Segment.unpacked(blob, about=self.about, **self._limits)
        if (segment.device, segment.number) != (head.device, number):
            raise BrokenSegment("a segment is not what its head says")
        return segment

    def _fetch(self, device: str, names: Sequence[str]) -> None:
        if sum(len(blob) for blobs in self._fetched.values() for blob in blobs.values()) > _MOST_BYTES:
            self._fetched.clear()
        self._fetched[device] = self.carrier.get(device, names)

    @property
    def _limits(self) -> dict[str, int]:
        return {"most_packed": border.LARGEST_PACKED, "most": border.LARGEST} if self.place else {}

    def _in_snapshot(self, head: Head, known: Device) -> Segment:
        at, segments = self._open.pop(head.device, (0, []))
        while all(segment.number <= known.taken for segment in segments):
            if at == len(head.parts):
                raise BrokenSegment("its snapshot does not tell all that its head says")
            segments = self._part(head, head.parts[at])
            at += 1
        self._open[head.device] = at, segments
        if len(self._open) > _MOST_OPEN:
            self._open.pop(next(iter(self._open)))
        segment = next(segment for segment in segments if segment.number > known.taken)
        # One that is several in one: the first of them may have been taken while they were apart.
        return replace(segment, acts=tuple(a for a in segment.acts if clock_of(a.stamp) > known.clock))

    def _part(self, head: Head, name: str) -> list[Segment]:
        blob = self.carrier.get(head.device, [name]).get(name, b"")
        if not is_whole(name, blob):
            raise BrokenSegment("a part of its snapshot has not arrived whole yet")
        segments = apart(blob, **self._limits)
        if any(
            segment.device != head.device or segment.number > head.covers[head.device] for segment in segments
        ):
            raise BrokenSegment("its snapshot is not what its head says")
        return segments


def _is_in_snapshot(head: Head, taken: int) -> bool:
    """Say whether what comes next is to be read in the snapshot: segments are gone, or are more blobs."""
    until = head.covers.get(head.device, 0)
    return taken < until and (head.gone > taken or len(head.parts) < until - taken)
