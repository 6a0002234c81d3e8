"""Sums up a store in a few figures: what agents can be told, and what a review would look at.

Cheap at any size, so that it can be read again after every change: proposals are counted in their index,
faded memories in the index over strength, and for many texts a sample is scaled up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from memtui.domain.card_kinds import Kind
from memtui.domain.filter import FADED
from memtui.domain.proposal import minutes
from memtui.domain.proposal_status import Status
from memtui.domain.scope import TEMPORARY, subtree_bounds
from memtui.domain.tokens import CHARACTERS_A_TOKEN
from memtui.store import proposals, review_state, selection, tiers
from memtui.store.cards import count_cards
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json
from memtui.store.proposals import Wanted

EXACT = 20_000
"""Live memories up to which all texts are measured."""
_SAMPLE = 2_000
"""Memories whose texts tell the average of the rest."""
_HELD_BACK = (
    "SELECT t.memory_id FROM proposals p JOIN proposal_targets t ON t.proposal_id = p.id "
    "WHERE p.status IN ('open', 'later', 'muted') AND (p.kind = 'poison' OR p.rule = 'learned/held')"
)
"""What no agent is told before a person has decided."""
_LOW, _HIGH = subtree_bounds(TEMPORARY)
TOLD = (
    f"memories.state = 'live' AND memories.id NOT IN ({_HELD_BACK}) AND memories.scope != '{TEMPORARY}' "
    f"AND NOT (memories.scope >= '{_LOW}' AND memories.scope < '{_HIGH}')"
)
"""Which memories agents can be told, as a condition."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The figures of the line above the views."""

    tokens: int = 0
    """About how many tokens the live memories are that an agent can be told."""
    asked: Mapping[Kind, int] = field(default_factory=dict)
    """Proposals of each kind that are open or put off: what is put off is there all the same."""
    put_off: Mapping[Kind, int] = field(default_factory=dict)
    faded: int = 0
    """Live memories that have faded."""
    minutes: float = 0.0
    """About how long it takes to decide all that waits in Review."""
    waiting: int = 0
    """Proposals that wait there."""
    not_looked_at: int = 0
    """Live memories that no pass has looked at as they are now."""

    @property
    def contradictions(self) -> int:
        """Proposals about memories that disagree."""
        return self.asked.get(Kind.CONFLICT, 0)

    @property
    def secrets(self) -> int:
        """Proposals about secrets."""
        return self.asked.get(Kind.SECRET, 0)


def overview(store: Store) -> Overview:
    """Read the figures. May be interrupted."""
    by_kind, cards = proposals.counts(store), count_cards(store)
    later = proposals.counts(store, Wanted(status=Status.LATER))
    return Overview(
        tokens(store),
        {kind: by_kind.get(kind, 0) + later.get(kind, 0) for kind in {*by_kind, *later}},
        later,
        selection.count(store, FADED),
        minutes(cards.count - cards.batches, cards.batches),
        sum(by_kind.values()),
        review_state.not_looked_at(store),
    )


def tokens(store: Store) -> int:
    """Return about how many tokens the live memories are that an agent can be told.

    They are measured up to `EXACT`; of more, those that lie evenly over all stand for the rest.
    """
    live = sum(tiers.live_counts(store).values())
    if live <= EXACT:
        (characters,) = store.query(f"SELECT coalesce(sum(length(text)), 0) FROM memories WHERE {TOLD}")[0]
        return int(characters) // CHARACTERS_A_TOKEN
    (newest,) = store.query("SELECT max(id) FROM memories")[0]
    spread = list(range(1, newest + 1, max(newest // _SAMPLE, 1)))
    (average,) = store.query(
        f"SELECT avg(CASE WHEN {TOLD} THEN length(text) ELSE 0 END) FROM memories "
        f"WHERE id {AMONG} AND state = 'live'",
        (ids_json(spread),),
    )[0]
    return round(live * (average or 0.0) / CHARACTERS_A_TOKEN)
