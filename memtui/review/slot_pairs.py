"""Finds memories that give another value of a slot which their words alone name: `Use tabs`, `Indent with 2
spaces`.

Such memories share no word, so neither rare words nor vectors bring them together. The word index is asked
for the spellings of the values of each slot, and only pairs that clash are handed on. Called by `pairs` and
`changed_pairs`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from memtui.domain.memory import State
from memtui.domain.scope import compared
from memtui.language import slots
from memtui.language.headed import own_words_at
from memtui.store import likeness, memories
from memtui.store.database import Store

_MEMBERS = 40
"""Memories that are looked at for one slot: those which the index ranks first, the short ones."""


def everywhere(store: Store) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a whole store, the lesser id first."""
    for slot in slots.ALONE:
        texts = _own_words(store, likeness.holding(store, slot.query, _MEMBERS))
        yield from _related(store, {pair for pair in combinations(sorted(texts), 2) if _clash(texts, pair)})


def among(store: Store, ids: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of some memories with all others, the lesser id first."""
    members: dict[str, dict[int, str]] = {}
    found = set()
    for one, text in _own_words(store, ids).items():
        for slot in slots.alone_in(text):
            if slot.query not in members:
                members[slot.query] = _own_words(store, likeness.holding(store, slot.query, _MEMBERS))
            found |= {
                (min(one, other), max(one, other))
                for other, known in members[slot.query].items()
                if other != one and slots.clash(text, known)
            }
    yield from _related(store, found)


def _own_words(store: Store, ids: Sequence[int]) -> dict[int, str]:
    """Return what those memories say that are live, without headings that do not turn its sense."""
    live = (memory for memory in memories.get_many(store, ids) if memory.state is State.LIVE)
    return {memory.id: memory.text[own_words_at(memory) :] for memory in live}


def _clash(texts: Mapping[int, str], pair: tuple[int, int]) -> bool:
    return slots.clash(texts[pair[0]], texts[pair[1]]) is not None


def _related(store: Store, pairs: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    scopes = likeness.scopes_of(store, sorted({each for pair in pairs for each in pair}))
    for pair in sorted(pairs):
        one, other = (scopes[each] for each in pair)
        if compared(one, other):
            yield pair
