"""What the pairs of a pass stand among: the words of their scope, read once for each, and what words mean.

Which words of two statements matter only their neighbours tell; see `language.in_store` and
`language.other_words`.
"""

from functools import partial

from memtui.domain.memory import Memory
from memtui.domain.scope import contains
from memtui.language.other_words import Pair, told_by_store
from memtui.language.store_words import LEAST, StoreWords
from memtui.llm.embeddings import Embedder, Local
from memtui.llm.words import WordVectors
from memtui.store import review_state
from memtui.store.database import Store

_MOST = 600
"""The newest memories of a scope whose words are counted: a tenth of a second of work."""
_SCOPES = 32
"""Scopes whose words are remembered at once, the latest."""


class Surroundings:
    """The words of the scopes that a pass has met."""

    def __init__(self, store: Store, embedder: Embedder | None = None) -> None:
        """Begin with none. Only a model on this machine is asked what single words mean."""
        self._store = store
        self.vectors = WordVectors(embedder) if isinstance(embedder, Local) else None
        """Of single words; None where nothing on this machine knows them."""
        self._known: dict[str, StoreWords | None] = {}

    def words(self, one: Memory, other: Memory) -> StoreWords | None:
        """Return the words of the wider scope of two memories; None where it holds too few.

        Of the person's and a project's, of which neither holds the other, the second's.
        """
        scope = one.scope if contains(one.scope, other.scope) else other.scope
        if scope not in self._known:
            if len(self._known) >= _SCOPES:
                del self._known[next(iter(self._known))]
            texts = dict(review_state.newest(self._store, scope, _MOST))
            words = StoreWords(texts) if len(texts) >= LEAST else None
        else:
            words = self._known.pop(scope)
        self._known[scope] = words  # the last, as the first goes next
        return words

    def pair(
        self, one: Memory, other: Memory, said: tuple[str, str], similarity: float | None
    ) -> Pair | None:
        """Return what two memories say, with what it takes to judge it; None where it can't be judged."""
        words = partial(self.words, one, other)
        return told_by_store(*said, (one.id, other.id), similarity, words, self.vectors)
