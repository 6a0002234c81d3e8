"""What an agent hears of memories that disagree while a person has not decided between them.

Told as if both were true, an agent would take either. So the two stand side by side, the newer first, and the
other one says in a few words that they disagree. Nothing is hidden for it: the card may be wrong.

Whoever tells memories to an agent asks here: `briefing` for hooks and the tools, `search` for the command
line. Where only one of the two is told, it says so too, unless it is the newer. Of a memory that this agent
may not be told, nothing is said. What a linked file does not say any more says that as well, until the person
has decided whether it goes; so does what the project's code or a text that was read since says otherwise.
What the text says is not told, as it is no memory until the person lets it in; only the user's own words are,
with their day. Nor is what an agent asks a memory to say, only that it asks.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from memtui.domain.instant import to_iso
from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line
from memtui.lifecycle.holding import held_ids
from memtui.poison import suspicion
from memtui.recall.told_block import outgoing
from memtui.recall.written_for import for_others
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.disagreeing import OpenPairs, Pair
from memtui.store.reach import Reach
from memtui.store.unsettled import (
    ASKED,
    CHANGED,
    IN_CODE,
    MOVED,
    REWORDED,
    SAID_ANEW,
    SAID_OTHERWISE,
    SAID_OVER,
    VANISHED,
    Unsettled,
    unsettled,
)

_NOT_DECIDED = "the user has not decided"
_UNDECIDED = f"disagrees; {_NOT_DECIDED}"
_ABOVE, _KNOWN, _APART = "above", "that you know", "not told here"
_GONE, _OTHERWISE = "no longer in {}", "a text read since says otherwise"
_SAID = {
    CHANGED: "{} says something else",
    VANISHED: _GONE,
    REWORDED: _GONE,
    SAID_ANEW: _OTHERWISE,
    SAID_OTHERWISE: _OTHERWISE,
    SAID_OVER: "a text read since says that this is over",
    ASKED: "an agent asks to change this",
    IN_CODE: "the project's code says otherwise",
    MOVED: "what this names has moved in the project",
}
"""What is said of a memory that is unsettled, by the rule of its card, with the name of the file."""

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Odds:
    """The open disagreements of some memories, with each other and with others that may be told."""

    pairs: tuple[Pair, ...] = ()
    unsettled: tuple[Unsettled, ...] = ()
    """Those of the memories that a linked file or a text does not say any more."""

    @classmethod
    def among(
        cls,
        store: Store,
        about: Iterable[Memory],
        reach: Reach,
        agent: str = "",
        looked_up: OpenPairs | None = None,
    ) -> "Odds":
        """Return what is open about some memories that may be told. Raises StoreError.

        The other half counts where it is in reach and may be told, too, to this agent. What was `looked_up`
        is not read again.
        """
        known = {memory.id for memory in about}
        pairs = (looked_up or OpenPairs(store)).of(known)
        others = {i for pair in pairs for i in (pair.one, pair.other)} - known
        if others:
            inside = memories.get_many(store, sorted(reach.among(store, sorted(others))))
            silent = held_ids(store, inside) | for_others(store, inside, agent)
            known |= {memory.id for memory in inside} - silent
        told = tuple(pair for pair in pairs if pair.one in known and pair.other in known)
        return cls(told, unsettled(store, known))

    def __or__(self, other: "Odds") -> "Odds":
        """Return both."""
        return Odds(
            tuple(dict.fromkeys(self.pairs + other.pairs)),
            tuple(dict.fromkeys(self.unsettled + other.unsettled)),
        )

    def newer_than(self, ids: Collection[int]) -> dict[int, int]:
        """Return the newer ones that are not among these memories, each with an older one that is."""
        return {p.one: p.other for p in self.pairs if p.ordered and p.other in ids and p.one not in ids}

    def side_by_side(self, items: Sequence[_Item], id_of: Callable[[_Item], int]) -> list[_Item]:
        """Return items with those at odds next to each other, the newer first, where the first of them is."""
        if not self.pairs:
            return list(items)
        by_id = {id_of(item): item for item in items}
        ordered: dict[int, _Item] = {}
        for memory_id in by_id:
            for member in self._newer_first(self._at_odds_with(memory_id, by_id)):
                ordered.setdefault(member, by_id[member])
        return list(ordered.values())

    def notes(self, told: Sequence[int], known: Collection[int] = ()) -> dict[int, str]:
        """Return what each memory says of its disagreement, by id, where these are told in this order.

        `known` are memories that the agent has from elsewhere: its own file, or what it was told before.
        """
        places = {memory_id: place for place, memory_id in enumerate(told)}
        notes = {i: note for i, note in self._doubts().items() if i in places}
        for one, other, ordered in self.pairs:
            apart = [(other, one, "a newer one" if ordered else "another")]
            apart += [(one, other, "an older one" if ordered else "another")]
            for memory_id, against, which in apart:
                if memory_id not in places or places.get(against, -1) > places[memory_id]:
                    continue
                where = _ABOVE if against in places else _KNOWN if against in known else _APART
                if which != "an older one" or where is not _APART:
                    notes.setdefault(memory_id, f"{which} {where} {_UNDECIDED}")
        return notes

    def longest_notes(self, ids: Iterable[int]) -> Mapping[int, str]:
        """Return the longest of what each of some memories may say, for what it takes at most."""
        involved = {i for pair in self.pairs for i in (pair.one, pair.other)}
        at_odds = {i: f"an older one {_APART} {_UNDECIDED}" for i in ids if i in involved}
        return {**at_odds, **self._doubts()}

    def _doubts(self) -> dict[int, str]:
        """Return what each memory says that is unsettled without another memory."""
        return {each.memory: f"{_said(each)}; {_NOT_DECIDED}" for each in self.unsettled}

    def _at_odds_with(self, memory_id: int, among: Collection[int]) -> list[int]:
        """Return a memory and those among others that it is at odds with, also by way of a third."""
        members = [memory_id]
        for member in members:
            for pair in self.pairs:
                if member in (pair.one, pair.other):
                    other = pair.other if member == pair.one else pair.one
                    if other in among and other not in members:
                        members.append(other)
        return members

    def _newer_first(self, members: Sequence[int]) -> list[int]:
        """Return members so that each stands behind those that are newer; else in their order."""
        newer = {member: {p.one for p in self.pairs if p.ordered and p.other == member} for member in members}
        ordered: list[int] = []
        left = list(members)
        while left:
            free = next((member for member in left if not newer[member].intersection(left)), left[0])
            left.remove(free)
            ordered.append(free)
        return ordered


def _said(doubt: Unsettled) -> str:
    """Return who says otherwise than a memory; of the user's own words also what they say."""
    if not doubt.quote or suspicion(doubt.quote) is not None:
        return _SAID[doubt.rule].format(outgoing(one_line(doubt.file, Longest.PHRASE)))
    day = "" if doubt.said_at is None else f" on {to_iso(doubt.said_at)[:10]}"
    return f"the user said{day}: “{outgoing(one_line(doubt.quote, Longest.SENTENCE))}”"


NOTHING_AT_ODDS = Odds()
"""What is open where nothing is."""
