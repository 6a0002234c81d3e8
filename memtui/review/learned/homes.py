"""What is usual in the homes of memories, and what company a memory has there.

A home is a project, or whatever else the first two levels of a scope name. Its newest memories tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.scope import first_levels
from memtui.review.learned.company import Company, company, likeness, places_of
from memtui.review.learned.laid import Floats, Ints
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
        self._known: dict[str, _Home] = {}

    def opinions(self, memories: Sequence[Memory], taste: "Taste | None" = None) -> list["Opinion"]:
        """Return what the model says of some memories, moved by what the person taught."""
        if not memories:
            return []
        shifts = None if taste is None else np.array([[taste.of(memory)] for memory in memories])
        homes = [self._home(first_levels(memory.scope)) for memory in memories]
        texts = [memory.text for memory in memories]
        usual = np.array([home.usual for home in homes])
        return self.model.opinions(self.model.sums(texts), usual, _company(memories, homes), shifts)

    def _home(self, scope: str) -> "_Home":
        if scope not in self._known:
            from memtui.review.learned.model import HOME_READ

            newest = review_state.newest(self._store, scope, HOME_READ)
            texts = [each.text for each in newest]
            self._known[scope] = _Home(
                self.model.home_of(self.model.sums(texts)),
                np.array([each.id for each in newest], np.int64),
                places_of(texts),
                max((each.created_at for each in newest), default=0.0),
            )
        return self._known[scope]


@dataclass(frozen=True, slots=True)
class _Home:
    """What is known of one home, by its newest memories."""

    usual: list[float]
    """What `Model.home_of` says."""
    ids: Ints
    places: Floats
    """See `company.places_of`."""
    newest: Instant


def _company(memories: Sequence[Memory], homes: Sequence[_Home]) -> Company:
    """Return what company memories have, each in its home."""
    alike = np.zeros(len(memories))
    places = places_of([memory.text for memory in memories])
    ids = np.array([memory.id for memory in memories])
    which = np.array([id(home) for home in homes])
    for home in {id(home): home for home in homes}.values():
        here = np.flatnonzero(which == id(home))
        alike[here] = likeness(places[here], home.places, ids[here][:, None] == home.ids[None, :])
    before = [home.newest - memory.created_at for memory, home in zip(memories, homes, strict=True)]
    return company(alike, np.array(before))
