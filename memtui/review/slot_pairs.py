"""Finds memories that give another value of a slot which their words alone name: `Use tabs`, `Indent with 2
spaces`.

Such memories share no word, so neither rare words nor vectors bring them together. The word index is asked
for the spellings of the values of each slot, and only pairs that clash are handed on. Called by `pairs` and
`changed_pairs`.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

from memtui.domain.scope import contains
from memtui.language import slots
from memtui.store import likeness
from memtui.store.database import Store

_MEMBERS = 40
"""Memories that are looked at for one slot: those which the index ranks first, the short ones."""


def everywhere(store: Store) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a whole store, the lesser id first."""
    for slot in slots.ALONE:
        texts = likeness.texts_of(store, likeness.holding(store, slot.query, _MEMBERS))
        yield from _related(store, {pair for pair in combinations(sorted(texts), 2) if _clash(texts, pair)})


def among(store: Store, texts: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of some memories, by their ids, with all others, the lesser id first."""
    members: dict[str, dict[int, str]] = {}
    found = set()
    for one, text in texts.items():
        for slot in slots.alone_in(text):
            if slot.query not in members:
                ids = likeness.holding(store, slot.query, _MEMBERS)
                members[slot.query] = likeness.texts_of(store, ids)
            found |= {
                (min(one, other), max(one, other))
                for other, known in members[slot.query].items()
                if other != one and slots.clash(text, known)
            }
    yield from _related(store, found)


def _clash(texts: Mapping[int, str], pair: tuple[int, int]) -> bool:
    return slots.clash(texts[pair[0]], texts[pair[1]]) is not None


def _related(store: Store, pairs: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    scopes = likeness.scopes_of(store, sorted({each for pair in pairs for each in pair}))
    for pair in sorted(pairs):
        one, other = (scopes[each] for each in pair)
        if contains(one, other) or contains(other, one):
            yield pair
