"""What is usual in each project: the average of the learned model's sums over the memories there.

A home is a project, or whatever else the first two levels of a scope name. Its newest memories tell.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from memtui.domain.memory import Memory
from memtui.domain.scope import first_levels
from memtui.store import review_state
from memtui.store.database import Store

if TYPE_CHECKING:
    from memtui.review.learned.model import Model, Opinion
    from memtui.review.learned.taste import Taste


class Homes:
    """What a model says of memories, each by what is usual in its home; a home is read once."""

    def __init__(self, store: Store, model: "Model") -> None:
        self._store = store
        self.model = model
        self._known: dict[str, list[float]] = {}

    def opinions(self, memories: Sequence[Memory], taste: "Taste | None" = None) -> list["Opinion"]:
        """Return what the model says of some memories, moved by what the person taught."""
        if not memories:
            return []
        shifts = None if taste is None else np.array([[taste.of(memory)] for memory in memories])
        homes = np.array([self._home(first_levels(memory.scope)) for memory in memories])
        return self.model.opinions(self.model.sums([memory.text for memory in memories]), homes, shifts)

    def _home(self, scope: str) -> list[float]:
        if scope not in self._known:
            from memtui.review.learned.model import HOME_READ

            texts = review_state.newest_texts(self._store, scope, HOME_READ)
            self._known[scope] = self.model.home_of(self.model.sums(texts))
        return self._known[scope]
