"""What became of the memories of each source and of each folder, in figures: for the Insights view.

Each figure is counted by the condition of the filter that lists what it counts, so the two agree.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, fields

from memtui.domain.days import Days
from memtui.domain.filter import FADED, Filter
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import State
from memtui.domain.scope import ROOT, project_of, with_ancestors
from memtui.domain.tokens import CHARACTERS_A_TOKEN
from memtui.store import selection
from memtui.store.database import Row, Store
from memtui.store.overview import TOLD

_RECENT = 30
"""Days, today among them, in which a memory is new."""


@dataclass(frozen=True, slots=True)
class Part:
    """Figures of a part of the store."""

    name: str
    live: int = 0
    recent: int = 0
    """Live ones made in the last 30 days."""
    unused: int = 0
    """Live ones that were never used."""
    faded: int = 0
    waiting: int = 0
    """Live ones that a card in Review is about."""
    dropped: int = 0
    seen: int = 0
    """Live ones whose use would be known."""
    characters: int = 0
    """Of the texts that agents can be told."""

    @property
    def tokens(self) -> int:
        """About how many tokens there are that agents can be told."""
        return self.characters // CHARACTERS_A_TOKEN

    @property
    def weight(self) -> int:
        """How many there are to decide about."""
        return self.waiting + self.faded


FIGURES = tuple(field.name for field in fields(Part))[1:]


@dataclass(frozen=True, slots=True)
class Parts:
    """The store by source and by folder, those with most to decide about first."""

    sources: list[Part]
    """The empty name is the person's own."""
    folders: list[Part]
    tokens: list[tuple[str, int]]
    """The scopes with about how many tokens each has itself that agents can be told, most first."""


def asked(now: Instant) -> dict[str, Filter]:
    """Return the filters that list what some figures count, by the names of the figures."""
    return {
        "live": Filter(),
        "recent": Filter(made=Days.around(now - (_RECENT - 1) * DAY, now + DAY)),
        "unused": Filter(unused=True),
        "faded": FADED,
        "waiting": Filter(signs=frozenset({"review"})),
        "dropped": Filter(states=frozenset({State.DROPPED})),
    }


def parts(store: Store) -> Parts:
    """Return the figures by source and by folder. Scans the store twice; may be interrupted."""
    now = store.now()
    sums, params = list[str](), list[object]()
    for wanted in asked(now).values():
        condition = selection.condition(store, wanted, now)
        sums.append(f"sum({condition.sql})")
        params += condition.params
    seen = selection.use_is_seen(store.decay)
    sums.append(f"sum(m.state = 'live' AND {seen.sql})")
    rows = store.query(
        f"SELECT m.source, m.scope, {', '.join(sums)}, 0 FROM memories m WHERE m.state != 'absent' "
        "GROUP BY m.source, m.scope",
        (*params, *seen.params),
    )
    nothing = ", ".join("0" * (len(FIGURES) - 1))
    told = store.query(
        f"SELECT source, scope, {nothing}, sum(length(text)) FROM memories WHERE {TOLD} "
        "GROUP BY source, scope"
    )
    rows += told
    folders = {_folder(row[1]) for row in rows} - {ROOT}

    def holding(scope: str) -> list[str]:
        return [ROOT] if scope == ROOT else [name for name in with_ancestors(scope) if name in folders]

    return Parts(
        _summed(rows, lambda row: [row[0]]), _summed(rows, lambda row: holding(row[1])), _tokens(told)
    )


def _tokens(told: list[Row]) -> list[tuple[str, int]]:
    characters = Counter[str]()
    for row in told:
        characters[row[1]] += row[-1]
    found = ((scope, count // CHARACTERS_A_TOKEN) for scope, count in characters.items())
    return sorted(((scope, count) for scope, count in found if count), key=lambda each: (-each[1], each[0]))


def _folder(scope: str) -> str:
    """Return the part of the store that a scope is in: a project, else what stands at the top."""
    return project_of(scope) or with_ancestors(scope)[:2][-1]


def _summed(rows: list[Row], parts_of: Callable[[Row], list[str]]) -> list[Part]:
    """Return the figures of rows added up by the parts that each belongs to; the fullest first."""
    sums: dict[str, list[int]] = {}
    for row in rows:
        for name in parts_of(row):
            known = sums.setdefault(name, [0] * len(FIGURES))
            sums[name] = [before + more for before, more in zip(known, row[2:], strict=True)]
    found = [Part(name, *figures) for name, figures in sums.items()]
    kept = [part for part in found if part.live or part.dropped]
    return sorted(kept, key=lambda part: (-part.weight, -part.live, -part.dropped, part.name))
