"""Finds memories that give another value of a slot which their words alone name: `Use tabs`, `Indent with 2
spaces`; and those that name two tools of one job, `Use pnpm`, `Install with npm ci`.

Such memories share no word, so neither rare words nor vectors bring them together. The word index is asked
for the spellings of the values of each slot, and for the tools of each job; only pairs that clash are handed
on. Called by `pairs` and `changed_pairs`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from memtui.domain.memory import State
from memtui.domain.scope import compared
from memtui.language import slots
from memtui.language.headed import own_words_at
from memtui.review.code import rivals
from memtui.store import likeness, memories
from memtui.store.database import Store

_MEMBERS = 40
"""Memories that are looked at for one slot: those which the index ranks first, the short ones."""


def everywhere(store: Store) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a whole store, the lesser id first."""
    for query in (*(slot.query for slot in slots.ALONE), *rivals.queries()):
        texts = _own_words(store, likeness.holding(store, query, _MEMBERS))
        clashing = ((a, b) for a, b in combinations(sorted(texts), 2) if _clash(texts[a], texts[b]))
        yield from _related(store, set(clashing))


def among(store: Store, ids: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of some memories with all others, the lesser id first."""
    members: dict[str, dict[int, str]] = {}
    found = set()
    for one, text in _own_words(store, ids).items():
        for query in (*(slot.query for slot in slots.alone_in(text)), *rivals.queries_for(text)):
            if query not in members:
                members[query] = _own_words(store, likeness.holding(store, query, _MEMBERS))
            found |= {
                (min(one, other), max(one, other))
                for other, known in members[query].items()
                if other != one and _clash(text, known)
            }
    yield from _related(store, found)


def _own_words(store: Store, ids: Sequence[int]) -> dict[int, str]:
    """Return what those memories say that are live, without headings that do not turn its sense."""
    live = (memory for memory in memories.get_many(store, ids) if memory.state is State.LIVE)
    return {memory.id: memory.text[own_words_at(memory) :] for memory in live}


def _clash(one: str, other: str) -> bool:
    return slots.clash(one, other) is not None or rivals.of_one_job(one, other)


def _related(store: Store, pairs: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    scopes = likeness.scopes_of(store, sorted({each for pair in pairs for each in pair}))
    for pair in sorted(pairs):
        one, other = (scopes[each] for each in pair)
        if compared(one, other):
            yield pair
