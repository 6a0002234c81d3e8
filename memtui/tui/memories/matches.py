"""The rows of a search: what holds the words, best first, then below a rule what only comes near."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.domain.instant import Instant
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.listing import FixedListing, Order

if TYPE_CHECKING:
    from memtui.recall.finding import SearchResult

RULE = 0
"""Stands among the ids of memories where the rule is drawn; no memory has it."""


class Matches(FixedListing):
    """The listing of a search. Its rule is a line without a memory."""

    def __init__(
        self,
        store: Store,
        result: "SearchResult",
        now: Instant,
        *,
        by_meaning: bool = False,
        first: bool = False,
    ) -> None:
        """List what was `result`; `by_meaning` says that an embedder had a part in it.

        Of the memories that hold the words only the best are listed when the `first` rows are wanted at once.
        """
        best = dict.fromkeys(result.best)
        super().__init__(store, result.wanted, Order.STRENGTH, now, ids=list(best) if first else None)
        self.by_meaning = by_meaning
        self.first = first
        self.spelled = result.spelled
        if not first:
            matching = set(self._ids)
            best = {i: None for i in best if i in matching}
        rest = [i for i in self._ids if i not in best]
        near = [i for i in result.near if i not in best]
        del self._ids[:]
        self._ids.extend([*best, *rest, *([RULE, *near] if near else [])])

    @property
    def rule(self) -> int | None:
        """The line of the rule."""
        return self.position_of(RULE)

    def said(self, count: str, total: int) -> str:
        """Return a count of all matches with that of what comes near, and how words were spelled."""
        near = self.count - self.with_all_words - 1
        if near > 0:
            count = f"{count}, {near:,} near" if self.with_all_words else f"{near:,} near, of {total:,}"
        return count + "".join(f" · {typed} → {word}" for typed, word in self.spelled.items())

    @property
    def near(self) -> list[int]:
        """Ids of the memories that only come near what is looked for: those listed below the rule."""
        rule = self.rule
        return [] if rule is None else list(self._ids[rule + 1 :])

    @property
    def with_all_words(self) -> int:
        """How many memories hold all the words: those above the rule."""
        rule = self.rule
        return self.count if rule is None else rule

    def refresh(self, changed: Sequence[int]) -> None:
        """Take in changes to a few memories; what comes near stays where it is while it is there."""
        rule = self.rule
        near = [] if rule is None else list(self._ids[rule:])
        if rule is not None:
            del self._ids[rule:]
        super().refresh(changed)
        there = {m.id for m in memories.get_many(self._store, near) if m.state in self.filter.states}
        near = [i for i in near if i in there and i not in self._ids]
        self._ids.extend([RULE, *near] if near else [])
