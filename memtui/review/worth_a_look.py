"""Which memories that no card speaks against are worth a look first: what reads like no memory to keep.

The learned model makes a card only of what it is sure of. What it holds for more likely than not is no card,
but a better place to begin than the weakest: where no use was ever reported, those are only the oldest.
"""

from collections.abc import Sequence

from memtui.domain.filter import Filter
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, Origin
from memtui.language.headed import own_words_at
from memtui.review.learned.in_passing import less_kept
from memtui.store import memories, runs
from memtui.store.by_hand import by_hand_since
from memtui.store.database import Store
from memtui.store.declined import kept_by_a_no
from memtui.store.listing import FixedListing, Order

_READ = 2_000
"""So many are read, the weakest of all: about a second."""
_CLOSER = 200
"""So many, the likeliest, are held against the model of what is worth keeping, too."""
_LIKELY = 0.5
"""From which sum on one comes before what is only weak."""


def likely_junk_first(store: Store, weakest: Sequence[int]) -> list[int]:
    """Return memories, given from the weakest on, with those first that read like no memory to keep.

    What never fades is left where it is, what a person said no about, and what a person wrote: the model
    learned from what agents write. Without the model all are. What a person wrote, accepted or reworded since
    the last pass, or today, was looked at: it comes last.
    """
    looked_at = _just_looked_at(store)
    first = likely_junk(store, weakest)
    placed = looked_at.union(first)
    rest = [i for i in weakest if i not in placed]
    return [*first, *rest, *(i for i in weakest if i in looked_at)]


def count_likely(store: Store) -> int:
    """Return how many memories that no card is about read like no memory to keep. May be interrupted."""
    listed = FixedListing(store, Filter(), Order.WORTH, store.now())
    return len(likely_junk(store, listed.ids(listed.doubted, min(listed.count, listed.doubted + _READ))))


def likely_junk(store: Store, weakest: Sequence[int]) -> list[int]:
    """Return those of some memories that read like no memory to keep, the likeliest first."""
    from memtui.review.learned import model  # numpy
    from memtui.review.learned.homes import Homes

    shipped = model.shipped.usable()
    if shipped is None:
        return []
    read = _read(store, weakest[:_READ])
    opinions = Homes(store, shipped).opinions(read)
    sums = {each.id: said.agrees + max(said.passing, 0.0) for each, said in zip(read, opinions, strict=True)}
    likeliest = sorted(read, key=lambda each: -sums[each.id])[:_CLOSER]
    closer = {each.id: sums[each.id] + less_kept(each.text[own_words_at(each) :]) for each in likeliest}
    return sorted((i for i, total in closer.items() if total >= _LIKELY), key=lambda i: -closer[i])


def _just_looked_at(store: Store) -> set[int]:
    """Return what a person wrote, accepted or reworded since the last pass, or today."""
    run = runs.latest(store, "review")
    today = store.now() - DAY
    return by_hand_since(store, today if run is None else min(run.started_at, today))


def _read(store: Store, ids: Sequence[int]) -> list[Memory]:
    """Return those of some memories that the model is asked about."""
    kept = kept_by_a_no(store) | _just_looked_at(store)
    return [
        memory
        for memory in memories.that_fade(store, memories.get_many(store, ids))
        if memory.origin is not Origin.PERSON and memory.id not in kept
    ]
