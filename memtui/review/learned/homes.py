"""What is usual in the homes of memories, and what company a memory has there, for the learned model.

A home is a project, or whatever else the first two levels of a scope name. Its newest memories tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from memtui.domain.memory import Memory
from memtui.domain.scope import first_levels
from memtui.review.learned.company import COLUMNS, Doubles, Others, places_of, sections_of
from memtui.review.learned.laid import Ints
from memtui.store import review_state
from memtui.store.database import Store

if TYPE_CHECKING:
    from memtui.review.learned.model import Model, Opinion
    from memtui.review.learned.taste import Taste


@dataclass(frozen=True, slots=True)
class _Home:
    """What is known of one home, by its newest memories."""

    usual: list[float]
    """What `Model.home_of` says."""
    ids: Ints
    others: Others


class Homes:
    """What a model says of memories, each by what is usual in its home; a home is read once."""

    def __init__(self, store: Store, model: "Model") -> None:
        self._store = store
        self.model = model
        self._known: dict[str, _Home] = {}

    def opinions(self, memories: Sequence[Memory], taste: "Taste | None" = None) -> list["Opinion"]:
        """Return what the model says of some memories, moved by what the person taught."""
        if not memories:
            return []
        shifts = None if taste is None else np.array([[taste.of(memory)] for memory in memories])
        sums, passing = self.model.sums_of([memory.text for memory in memories])
        usual = np.array([self._home(first_levels(memory.scope)).usual for memory in memories])
        return self.model.opinions(sums, usual, self._company(memories), shifts, passing)

    def _company(self, memories: Sequence[Memory]) -> Doubles:
        """Return what company each memory has in its home."""
        company = np.zeros((len(memories), len(COLUMNS)))
        texts = [memory.text for memory in memories]
        places, sections = places_of(texts), sections_of(texts)
        ids = np.array([memory.id for memory in memories])
        in_home: dict[str, list[int]] = {}
        for row, memory in enumerate(memories):
            in_home.setdefault(first_levels(memory.scope), []).append(row)
        for scope, rows in in_home.items():
            home = self._home(scope)
            itself = ids[rows][:, None] == home.ids
            company[rows] = home.others.company(places[rows], sections[rows], itself)
        return company

    def _home(self, scope: str) -> _Home:
        if scope not in self._known:
            from memtui.review.learned.model import HOME_READ

            newest = review_state.newest(self._store, scope, HOME_READ)
            texts = [text for _, text in newest]
            sums = self.model.sums(texts)
            ids = np.array([memory_id for memory_id, _ in newest], np.int64)
            self._known[scope] = _Home(self.model.home_of(sums), ids, Others.of(texts, sums))
        return self._known[scope]
