"""Chooses what an agent is told as its session starts, before anybody asked anything.

Its budget of tokens is spent in this order: where the last session stood; rules, which the agent has to keep
to; facts and how-tos, the strongest first; what happened, the latest first. In each of these what a card
would take away comes last, and the user and the project take turns, so that much about the one leaves room
for the other.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain, zip_longest

from memtui.domain.dating import said_at
from memtui.domain.filter import Filter
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.scope import TEMPORARY, USER, team_of
from memtui.domain.text import normalised
from memtui.recall.at_odds import Odds
from memtui.recall.briefing import (
    SHORTEST,
    START_TOKENS,
    Briefing,
    Candidate,
    Entry,
    Occasion,
    Place,
    Why,
    entries,
    fits_alone,
    fitting,
    tell,
    tellable,
    too_long,
)
from memtui.recall.written_for import for_others
from memtui.store import memories, sessions
from memtui.store.database import Store
from memtui.store.going import would_go
from memtui.store.listing import listing
from memtui.store.reach import around

_LOOKED_THROUGH = 500
"""Of the strongest memories of a scope so many are looked through for rules."""


class Rank(IntEnum):
    """What comes before what as a session starts."""

    RULE = 0
    KNOWN = 1
    """A fact or a how-to."""
    EVENT = 2

    @classmethod
    def of(cls, memory: Memory) -> "Rank":
        """Return the rank of a memory, by its type."""
        if memory.type is MemoryType.CONSTITUTIONAL:
            return cls.RULE
        return cls.EVENT if memory.type is MemoryType.EPISODIC else cls.KNOWN


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who starts a session, and what the reading of each scope needs."""

    store: Store
    answer: Briefing
    rest: int
    itself: Collection[int]
    agent: str


def at_start(
    store: Store,
    place: Place,
    *,
    budget: int = START_TOKENS,
    rest: int = 0,
    itself: Collection[int] = frozenset(),
    agent: str = "",
) -> Briefing:
    """Return what an agent is told when a session starts at a place, in at most `budget` tokens.

    `agent` is its name, which leaves out what is written for others, and `itself` are the memories that it
    loads without being told. With `rest` so many of those that come next are named, too. Raises StoreError.
    """
    answer = Briefing(Occasion.START, budget)
    summary = _last_summary(store, place, answer)
    first: list[Candidate] = [(summary, Why.SUMMARY, None)] if summary is not None else []
    by_scope = _by_scope(_Asked(store, answer, rest, itself, agent), place, summary)
    known = [candidate[0] for candidate in chain(first, *by_scope)]
    odds = Odds.among(store, known, around(place.project), agent)
    newer = odds.newer_than({memory.id for memory in known}).keys() - set(itself)
    by_scope.append([(memory, Why.AT_ODDS, None) for memory in memories.get_many(store, sorted(newer))])
    in_summary = _said_in(summary, chain(*by_scope), budget) if summary is not None else []
    ordered = [*first, *(candidate for candidate in _in_turn(by_scope) if candidate[0] not in in_summary)]
    chosen, over = fitting(answer, ordered, odds)
    places = {c[0].id: place for place, c in enumerate([*first, *_one_after_the_other(by_scope)])}
    tell(answer, sorted(chosen, key=lambda candidate: places[candidate[0].id]), odds, itself)
    answer.left_out += _left_over(answer, ordered, over, rest) + entries(in_summary, Why.SAID, answer)
    return answer


def _last_summary(store: Store, place: Place, answer: Briefing) -> Memory | None:
    latest = None if place.filed == TEMPORARY else sessions.latest_summary(store, place.filed)
    summaries = [] if latest is None else memories.get_many(store, [latest])
    return next(iter(tellable(store, summaries, answer)), None)


def _by_scope(asked: _Asked, place: Place, summary: Memory | None) -> list[list[Candidate]]:
    """Return what may be told about the user, of the project and of its team, each once."""
    scopes = [(USER, Why.USER)]
    if place.project is not None:
        team = team_of(place.project)
        scopes += [(scope, Why.PROJECT) for scope in (place.project, team) if scope is not None]
    named = {summary.id} if summary is not None else set()
    by_scope: list[list[Candidate]] = []
    for scope, why in scopes:
        read = [memory for memory in _first_of(asked, scope) if memory.id not in named]
        if why is Why.PROJECT:
            read = [memory for memory in read if sessions.SUMMARY not in memory.categories]
        named |= {memory.id for memory in read}
        by_scope.append([(memory, why, None) for memory in _by_rank(asked.store, read)])
    return by_scope


def _first_of(asked: _Asked, scope: str) -> list[Memory]:
    """Return those of a scope that compete for the budget: its rules, then its strongest; note the others."""
    listed = listing(asked.store, Filter(scope=scope))
    strongest = listed.ids(0, _LOOKED_THROUGH)
    rules = memories.of_type(asked.store, strongest, MemoryType.CONSTITUTIONAL)
    ids = sorted(strongest, key=lambda memory_id: memory_id not in rules)
    wanted = asked.answer.budget // SHORTEST + asked.rest
    known: list[Memory] = []
    start = 0
    while len(known) < wanted and (page := ids[start : start + wanted]):
        start += len(page)
        known += _for_this_agent(asked, memories.get_many(asked.store, page))
    if asked.rest:
        asked.answer.more += listed.count - min(start, len(ids)) + len(known[wanted:])
    return tellable(asked.store, known[:wanted], asked.answer)


def _for_this_agent(asked: _Asked, page: Sequence[Memory]) -> list[Memory]:
    """Return what this agent has to be told: what it loads itself and what is for others is noted."""
    others = for_others(asked.store, page, asked.agent).difference(asked.itself)
    loaded = (memory for memory in page if memory.id in asked.itself)
    asked.answer.left_out += entries(loaded, Why.LOADED, asked.answer)
    asked.answer.left_out += entries((m for m in page if m.id in others), Why.OTHERS, asked.answer)
    return [memory for memory in page if memory.id not in asked.itself and memory.id not in others]


def _by_rank(store: Store, strongest: Sequence[Memory]) -> list[Memory]:
    """Return memories in the order of their ranks: the strongest first, of what happened the latest.

    In each rank what a card in Review would take away gives way to what it would not.
    """
    going = would_go(store, [memory.id for memory in strongest])
    events = sorted((m for m in strongest if Rank.of(m) is Rank.EVENT), key=said_at, reverse=True)
    others = [memory for memory in strongest if Rank.of(memory) is not Rank.EVENT]
    return sorted([*others, *events], key=lambda memory: (Rank.of(memory), memory.id in going))


def _in_turn(by_scope: Sequence[Sequence[Candidate]]) -> Iterable[Candidate]:
    """Yield candidates as they compete for the budget: rank by rank, in each one of every scope in turn."""
    for rank in Rank:
        of_rank = [[c for c in candidates if Rank.of(c[0]) is rank] for candidates in by_scope]
        yield from (c for turn in zip_longest(*of_rank) for c in turn if c is not None)


def _one_after_the_other(by_scope: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """Return candidates as they are told: rank by rank, in each one scope after the other."""
    return sorted(chain.from_iterable(by_scope), key=lambda candidate: Rank.of(candidate[0]))


def _said_in(summary: Memory, others: Iterable[Candidate], budget: int) -> list[Memory]:
    """Return what a summary holds word for word, where it is told: telling that again would only cost."""
    if not fits_alone(summary, budget):
        return []
    summary_text = normalised(summary.text)
    return [candidate[0] for candidate in others if normalised(candidate[0].text) in summary_text]


def _left_over(
    answer: Briefing, ordered: Sequence[Candidate], over: Sequence[Candidate], rest: int
) -> list[Entry]:
    """Return what was not told of those that compete: first what is too long, then `rest` of what is weaker.

    Too long is what stood before something that was told. The others are counted.
    """
    told = {memory.id for memory in answer.memories}
    places = {candidate[0].id: place for place, candidate in enumerate(ordered)}
    last = max((places[memory_id] for memory_id in told), default=len(ordered))
    passed_over = [candidate for candidate in over if places[candidate[0].id] < last]
    weaker = [candidate[0] for candidate in over if places[candidate[0].id] > last]
    answer.more += max(len(weaker) - rest, 0) if rest else 0
    return [*too_long(answer, passed_over), *entries(weaker[:rest], Why.WEAKER, answer)]
