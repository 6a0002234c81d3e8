"""What other settings of fading would do: how much would fade, and which uses would have come too late.

Asked again at each move of a slider, so it works on a sample that was read once (`review.what_if`), and
knows of each memory and each use only what the answer rests on.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from memtui.domain.decay import DecayRules, rank_key, use_step
from memtui.domain.fading import faded_below
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
    seen_since: Instant = -math.inf
    """Since when a use of it would be known; infinity where none is."""


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
    gone: list[int] = field(default_factory=list)
    """Those that have faded, by their ids."""

    def faded_in(self, days: int) -> int:
        """Return how many will have faded in some days, one of HORIZONS, if nobody uses them."""
        return self.faded + self.fades[days]


def outlook(sample: Sample, rules: DecayRules) -> Outlook:
    """Return what `rules` make of a sample: some 20 ms for 20,000 memories and as many uses."""
    result = Outlook()
    after = rules.prune_after_days * DAY
    fading = _Fading(rules, sample.now)
    for memory in sample.memories:
        life = fading.half_life(memory)
        key = rank_key(memory.importance, memory.touched, life)
        now, *ends = fading.limits(life)
        tells = memory.seen_since + after
        if key < now and tells <= sample.now:
            result.faded += 1
            result.gone.append(memory.id)
            if not memory.spared and sample.now - memory.touched > after:
                result.proposed.append(memory.id)
        elif key < ends[-1]:
            for days, end in zip(HORIZONS, ends, strict=True):
                result.fades[days] += key < end and tells <= sample.now + days * DAY
    result.late = [
        use
        for use in sample.uses
        if not use.spared and use.until - use.touched > after and fading.had_faded(use)
    ]
    return result


class _Fading:
    """What has faded by some rules (`domain.fading`); what follows from a half-life is worked out once."""

    def __init__(self, rules: DecayRules, now: Instant) -> None:
        self._rules = rules
        self._times = [now, *(now + days * DAY for days in HORIZONS)]
        self._lives: dict[tuple[MemoryType, int], float | None] = {}
        self._limits: dict[float | None, list[float]] = {}

    def half_life(self, each: Idle) -> float | None:
        """Return the half-life that a memory that can fade has."""
        key = (each.type, each.sessions)
        if key not in self._lives:
            base = self._rules.half_lives.get(each.type, self._rules.half_life_days)
            longer = self._rules.stretched(use_step(each.sessions))
            self._lives[key] = None if base is None else base * longer
        return self._lives[key]

    def limits(self, life: float | None) -> list[float]:
        """Return the rank keys below which memories have faded now, and by each of HORIZONS."""
        if life not in self._limits:
            self._limits[life] = [faded_below(life, at, self._rules) for at in self._times]
        return self._limits[life]

    def had_faded(self, use: Idle) -> bool:
        """Say whether a memory had faded before it was used after all."""
        life = self.half_life(use)
        return rank_key(use.importance, use.touched, life) < faded_below(life, use.until, self._rules)


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
