"""A machine's snapshot for a team: what it told itself, its segments together in few blobs.

In a team nobody tells the words of others: who did could put words into anybody's mouth. So a machine's
snapshot there is made of its own segments. Each keeps its number and what it was made on, and comes in as if
it lay there by itself; with a snapshot a colleague can do no more than with segments.

What is over is left out: a value that the same machine has set anew since (that it was set is told, since
others may rest on that), and how often a memory was used, and of which version it was, where it told that
again. Where it heard of nothing new between two segments they are one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from memtui.sync.acts import Act, Setting
from memtui.sync.errors import BrokenSegment
from memtui.sync.packing import LARGEST, packed, unpacked
from memtui.sync.segments import Segment

_LARGE = 1_000_000
"""Characters of a part: who takes it in has it in memory as a whole, and those of several machines."""
_LONG = 250_000
"""Characters of segments made one: the store is locked while it is taken in."""


def parts_of(segments: Callable[[], Iterable[Segment]]) -> Iterator[bytes]:
    """Yield the parts of a snapshot that tells what a machine's segments told.

    `segments` gives them in their order, from the first; it is called twice, so that they need not all be in
    memory.
    """
    latest = _Latest()
    for segment in segments():
        latest.note(segment)
    lines: list[str] = []
    long = 0
    for segment in _joined(latest.cleared(segment) for segment in segments()):
        own = segment.lines()
        weight = sum(map(len, own))
        if lines and long + weight > _LARGE:
            yield packed(lines)
            lines, long = [], 0
        lines += own
        long += weight
    if lines:
        yield packed(lines)


def together(segments: Iterable[Segment]) -> bytes:
    """Return segments as one part."""
    return packed(line for segment in segments for line in segment.lines())


def apart(blob: bytes, *, most_packed: int = LARGEST, most: int = LARGEST) -> list[Segment]:
    """Return the segments in a part. Raises BrokenSegment, also for a part over the size limits."""
    segments: list[Segment] = []
    run: list[object] = []
    for line in unpacked(blob, most_packed, most):
        if run and isinstance(line, dict) and "memtui" in line:
            segments.append(Segment.read(run[0], run[1:]))
            run = []
        run.append(line)
    segments.append(Segment.read(run[0], run[1:]))
    numbers = [segment.number for segment in segments]
    if numbers != sorted(set(numbers)):
        raise BrokenSegment("its snapshot does not tell one thing after the other")
    return segments


@dataclass(slots=True)
class _Latest:
    """By which acts a machine said the last word it has to say."""

    _set: dict[tuple[str, str], str] = field(default_factory=dict)
    _marked: dict[str, str] = field(default_factory=dict)
    _used: dict[str, str] = field(default_factory=dict)

    def note(self, segment: Segment) -> None:
        """Note what acts said; they come in their order."""
        for act in segment.acts:
            self._set |= {(setting.uid, setting.field): act.stamp for setting in act.settings}
            self._marked |= {uid: act.stamp for uid, _, _ in act.marks}
            self._used |= {use.uid: act.stamp for use in act.uses}

    def cleared(self, segment: Segment) -> Segment:
        """Return a segment without what is over."""
        acts = [
            replace(
                act,
                settings=tuple(self._cleared(setting, act.stamp) for setting in act.settings),
                marks=tuple(mark for mark in act.marks if self._marked[mark[0]] == act.stamp),
                uses=tuple(use for use in act.uses if self._used[use.uid] == act.stamp),
            )
            for act in segment.acts
        ]
        return replace(segment, acts=tuple(act for act in acts if act != Act(act.stamp)))

    def _cleared(self, setting: Setting, stamp: str) -> Setting:
        if self._set[setting.uid, setting.field] == stamp:
            return setting
        return replace(setting, value=None, is_over=True)


def _joined(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Yield segments, those as one that were made on the same of others, unless that is long."""
    run: list[Segment] = []
    long = 0
    for segment in segments:
        weight = sum(len(str(act)) for act in segment.acts)
        if run and (segment.seen or long + weight > _LONG):
            yield _as_one(run)
            run, long = [], 0
        run.append(segment)
        long += weight
    if run:
        yield _as_one(run)


def _as_one(run: Sequence[Segment]) -> Segment:
    """Return segments as one with the number of the last; others wait for it no longer than for the first."""
    return replace(run[-1], seen=run[0].seen, acts=tuple(act for segment in run for act in segment.acts))
