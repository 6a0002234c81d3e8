"""Strength: importance that fades with disuse.

    strength = importance · 2^(−idle_days / half_life)

an exponential forgetting curve (Ebbinghaus 1885) written with its half-life. It is computed when
a memory is read and never stored, so reading it every day cannot compound it.

Ordering a million memories by strength must not mean computing a million strengths. Take the
logarithm and split off what depends on now:

    log2(strength) = [log2(importance) + last_touch_days / half_life] − now_days / half_life
                      `------------ rank key, a constant -----------'

Among memories with one half-life the order by strength is the order of their rank keys, and that
order never changes. A store keeps the rank key in an index, and the order over all half-lives is a
merge of one index scan per half-life.

Rank keys and the part subtracted from them are rounded to multiples of 2^-28, so the subtraction
is exact: two memories are equally strong at one time exactly when they always are, and the order is
the same however it is computed.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePath

from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.scope import is_in_any
from memtui.domain.written_for import instructed_by

_GRID = float(1 << 28)
NEVER = -math.inf
"""The log2 strength of importance 0: last in every order."""

MIN_HALF_LIFE = 0.05
"""Days. Shorter ones would push rank keys past what 2^-28 steps can hold exactly."""
MAX_HALF_LIFE = 36_500.0
"""Days: a hundred years, which is as good as never."""

_USE_STEPS = ((8, 3.0), (4, 2.0), (2, 1.5))
"""From how many sessions on a memory's half-life is stretched, and by how much, largest first."""

DEFAULT_HALF_LIVES: Mapping[MemoryType, float | None] = {
    MemoryType.EPISODIC: 7.0,
    MemoryType.SEMANTIC: 30.0,
    MemoryType.PROCEDURAL: 180.0,
    MemoryType.CONSTITUTIONAL: None,
}


@dataclass(frozen=True, slots=True)
class DecayRules:
    """How fast memories fade: the `[decay]` settings."""

    enabled: bool = True
    half_life_days: float = 30.0
    """For a type that `half_lives` does not list."""
    half_lives: Mapping[MemoryType, float | None] = field(default_factory=lambda: dict(DEFAULT_HALF_LIVES))
    exempt_scopes: tuple[str, ...] = ("/user",)
    prune_threshold: float = 0.05
    prune_after_days: float = 30.0
    stretch: float = 1.0
    """How much of `_USE_STEPS` counts: 0 for none of it, 2 for twice as much."""
    homes: Mapping[PurePath, str] = field(default_factory=dict)
    """Agents' own folders of another than their usual name, with that name (`written_for`)."""
    reported: Mapping[str, Instant] = field(default_factory=dict)
    """Since when uses of what was imported are known, by its source: no setting, the store fills it in."""

    def half_life(
        self,
        *,
        memory_type: MemoryType,
        scope: str,
        pinned: bool,
        session_count: int,
        files: Iterable[object] = (),
    ) -> float | None:
        """Return the half-life in days, stretched by use, or None for a memory that does not fade.

        `files` are those it stands in, as provenances have them.
        """
        if not self.enabled or pinned or is_in_any(scope, self.exempt_scopes):
            return None
        base = self.half_lives.get(memory_type, self.half_life_days)
        if base is None or any(map(self.loaded_whole, files)):
            return None
        return base * self.stretched(use_step(session_count))

    def half_life_of(
        self,
        memory: Memory,
        files: Iterable[object],
        *,
        memory_type: MemoryType | None = None,
        session_count: int | None = None,
    ) -> float | None:
        """Return the half-life of a memory as these rules have it, if it were otherwise than it is.

        `files` are those it stands in, which the memory alone does not tell: `store.memories.files_of`.
        """
        return self.half_life(
            memory_type=memory.type if memory_type is None else memory_type,
            scope=memory.scope,
            pinned=memory.pinned,
            session_count=memory.session_count if session_count is None else session_count,
            files=files,
        )

    def loaded_whole(self, path: object) -> bool:
        """Say whether agents load a file whole with each session: disuse says nothing of what is in it."""
        return isinstance(path, str) and bool(path) and _instructs(path, tuple(self.homes.items()))

    def stretched(self, step: float) -> float:
        """Return by how much a half-life is longer that use stretches by `step`."""
        return 1.0 + (step - 1.0) * self.stretch

    @property
    def fingerprint(self) -> str:
        """Equal for two sets of rules under which every memory has the same half-life."""
        lives = ",".join(f"{t}={self.half_lives.get(t, self.half_life_days)}" for t in MemoryType)
        # Left out at its default, so that stores that never knew of it need not be ranked anew.
        stretch = "" if self.stretch == 1.0 else f";{self.stretch}"
        return f"2;{self.enabled};{lives};{','.join(sorted(self.exempt_scopes))}{stretch}"


@lru_cache(maxsize=4096)
def _instructs(path: str, homes: tuple[tuple[PurePath, str], ...]) -> bool:
    """Say whether a file is one of instructions; remembered, as many memories stand in one file."""
    return bool(instructed_by(PurePath(path), dict(homes)))


def use_step(session_count: int) -> float:
    """Return the factor by which use in `session_count` distinct sessions stretches a half-life."""
    return next((factor for sessions, factor in _USE_STEPS if session_count >= sessions), 1.0)


def _on_grid(value: float) -> float:
    """Return `value` rounded to a multiple of 2^-28; infinities stay."""
    return value if math.isinf(value) else round(value * _GRID) / _GRID


def rank_key(importance: float, last_touch: Instant, half_life: float | None) -> float:
    """Return the constant that orders memories of one half-life by strength; NEVER for importance 0."""
    if importance <= 0.0:
        return NEVER
    faded = 0.0 if half_life is None else last_touch / DAY / half_life
    return _on_grid(math.log2(importance) + faded)


def elapsed_halvings(now: Instant, half_life: float | None) -> float:
    """Return what to subtract from a rank key to get the log2 strength at `now`."""
    return 0.0 if half_life is None else _on_grid(now / DAY / half_life)


def halvings_to(strength: float) -> float:
    """Return how often 1 has to be halved to reach a strength: its -log2, infinity for 0."""
    return -math.log2(strength) if strength > 0 else math.inf


def strength(importance: float, last_touch: Instant, half_life: float | None, now: Instant) -> float:
    """Return importance · 2^(−idle_days / half_life); idle time is never negative."""
    if half_life is None:
        return importance
    return importance * math.exp2(-idle_days(last_touch, now) / half_life)


def strength_of(memory: Memory, now: Instant) -> float:
    """Return the strength of a memory at `now`."""
    return strength(memory.importance, memory.last_touch, memory.half_life, now)


def idle_days(last_touch: Instant, now: Instant) -> float:
    """Return the days since the last touch; 0 for a touch that lies ahead of `now`."""
    return max(now - last_touch, 0.0) / DAY


def explain(importance: float, last_touch: Instant, half_life: float | None, now: Instant) -> str:
    """Return the sum behind a strength, such as `0.80 × 2^(−45/30) = 0.28`."""
    result = strength(importance, last_touch, half_life, now)
    if half_life is None:
        return f"{importance:.2f}, does not fade"
    idle = idle_days(last_touch, now)
    shown_idle = f"{idle:.0f}" if idle >= 10 else f"{idle:.1f}".removesuffix(".0")
    return f"{importance:.2f} × 2^(−{shown_idle}/{half_life:g}) = {result:.2f}"


def relevance(
    *,
    age_days: float,
    idle: float,
    access_count: int,
    categories: tuple[str, ...],
) -> float:
    """Return the relevance score that decides on removals, 0…1.

    0.3·1/(1+age/30) + 0.3·min(accesses/10, 1) + 0.2·1/(1+idle/7) + 0.2·weight, times in days, the
    weight that of the memory's weightiest category.
    """
    weight = max((CATEGORY_WEIGHTS.get(c, 0.5) for c in categories), default=0.5)
    return (
        0.3 / (1 + max(age_days, 0.0) / 30)
        + 0.3 * min(access_count / 10, 1.0)
        + 0.2 / (1 + max(idle, 0.0) / 7)
        + 0.2 * weight
    )


CATEGORY_WEIGHTS: Mapping[str, float] = {
    "decision": 1.0,
    "gotcha": 0.9,
    "preference": 0.8,
    "finding": 0.7,
    "observation": 0.5,
    "tool_output": 0.3,
}
"""How much a memory of a category counts; 0.5 for every other category."""
