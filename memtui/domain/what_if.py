"""What other settings of fading would do: how much would fade, and which uses would have come too late.

Asked again at each move of a slider, so it works on a sample that was read once (`review.what_if`), and
knows of each memory and each use only what the answer rests on.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from memtui.domain.decay import DecayRules, use_step
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import MemoryType

HORIZONS = (30, 90, 365)
"""Days ahead that are counted."""
_SURE = 1.96
"""So many standard errors around a share hold it in 95 samples of 100."""


@dataclass(frozen=True, slots=True)
class Idle:
    """A memory that can fade, since it was touched last: as it lies there now, or lay before a use."""

    id: int
    type: MemoryType
    sessions: int
    """In how many sessions it had been used."""
    importance: float
    touched: Instant
    until: Instant
    """Now, or when it was used after all."""
    spared: bool
    """Whether review proposes it for no disuse, however weak it is."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What the answers are made from."""

    memories: Sequence[Idle]
    """Live memories that can fade."""
    uses: Sequence[Idle]
    """Recorded uses, each with the memory as it lay before it."""
    now: Instant
    read: int
    """How many live memories were looked at, whether they can fade or not."""
    of: int
    """How many there are."""
    uses_share: float = 1.0
    """The share of the recorded uses that was looked at."""
    silent: int = 0
    """Memories whose source never reported a use, so that disuse alone proposes none of them."""

    @property
    def is_whole(self) -> bool:
        """Whether everything was looked at, so that the figures are exact."""
        return self.read >= self.of and self.uses_share >= 1.0

    def scaled(self, count: int) -> int:
        """Return what a count among the sampled memories comes to in the whole store."""
        return count if self.read >= self.of else round(count * self.of / max(self.read, 1))

    def margin(self, count: int) -> int:
        """Return by how much `scaled` may be off, 19 times of 20: the error of a sampled share."""
        if self.read >= self.of:
            return 0
        share = min(max(count, 1) / self.read, 1.0)
        return math.ceil(_SURE * math.sqrt(share * (1 - share) / self.read) * self.of)


@dataclass(slots=True)
class Outlook:
    """What some rules make of a sample. Counts are of the sample; see `Sample.scaled`."""

    faded: int = 0
    """Below the prune threshold already."""
    fades: dict[int, int] = field(default_factory=lambda: dict.fromkeys(HORIZONS, 0))
    """By horizon, the memories that fall below it if nobody uses them, besides those below it already."""
    proposed: list[int] = field(default_factory=list)
    """The memories that review would propose to drop now, by their ids."""
    late: list[Idle] = field(default_factory=list)
    """The uses of memories that had been proposed before."""


def outlook(sample: Sample, rules: DecayRules) -> Outlook:
    """Return what `rules` make of a sample: some 20 ms for 20,000 memories and as many uses."""
    result = Outlook()
    ends = [(days, sample.now + days * DAY) for days in HORIZONS]
    last = ends[-1][1]
    after = rules.prune_after_days * DAY
    fades_at = _Fading(rules).at
    for memory in sample.memories:
        when = fades_at(memory)
        if when < sample.now:
            result.faded += 1
            if not memory.spared and sample.now - memory.touched > after:
                result.proposed.append(memory.id)
        elif when < last:
            for days, end in ends:
                result.fades[days] += when < end
    result.late = [
        use
        for use in sample.uses
        if not use.spared and use.until - use.touched > after and fades_at(use) < use.until
    ]
    return result


class _Fading:
    """When memories fall below the threshold of some rules; each half-life is worked out once."""

    def __init__(self, rules: DecayRules) -> None:
        self._rules = rules
        self._limit = math.log2(rules.prune_threshold) if rules.prune_threshold > 0 else -math.inf
        self._lives: dict[tuple[MemoryType, int], float | None] = {}

    def at(self, each: Idle) -> Instant:
        """Return when a memory fades, infinity when it never does; before its touch when it was weak then."""
        if each.importance <= 0.0:
            return -math.inf if self._limit > -math.inf else math.inf
        key = (each.type, each.sessions)
        if key not in self._lives:
            base = self._rules.half_lives.get(each.type, self._rules.half_life_days)
            longer = self._rules.stretched(use_step(each.sessions))
            self._lives[key] = None if base is None else base * longer * DAY
        life = self._lives[key]
        if life is None or self._limit == -math.inf:
            return math.inf
        return each.touched + life * (math.log2(each.importance) - self._limit)


TYPES = (MemoryType.EPISODIC, MemoryType.SEMANTIC, MemoryType.PROCEDURAL)
"""The types that fade, each with a half-life of its own."""


def changed_settings(now: DecayRules, wanted: DecayRules) -> dict[str, float]:
    """Return the settings, by their keys, in which two sets of rules differ, with the wanted values."""
    values = {
        f"decay.half_lives.{kind}": (now.half_lives.get(kind), wanted.half_lives.get(kind)) for kind in TYPES
    }
    values |= {
        f"decay.{name}": (getattr(now, name), getattr(wanted, name))
        for name in ("prune_threshold", "prune_after_days", "stretch")
    }
    return {key: after for key, (before, after) in values.items() if after is not None and after != before}
