"""Chooses the memories that a model reads at once: by topic, with neighbours that it has read before.

A model that sees the newer beside the older can say that one supersedes the other, and a line under a
heading is understood with its neighbours. So what is unread is laid out by scope and in the order of its
file, with what is very much alike pulled together, and cut into windows that every model reads with care.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import accumulate

from memtui.domain.card_kinds import Kind
from memtui.domain.memory import Memory, State
from memtui.domain.proposal import Proposal
from memtui.domain.tokens import tokens
from memtui.language.side import Words, telling_words
from memtui.review import changed_pairs
from memtui.review.rule import Context
from memtui.store import asked, judged, memories, proposals

TOKENS, LINES = 3_000, 40
"""Of the unread memories in one window, at most."""
CARDS = 40
"""Cards of the rules that one window puts before the model."""
LONGEST = 600
"""Characters of a memory that a model is shown."""
LINE_TOKENS = 8
"""What stands around a memory's text in its line."""
WITHDRAWABLE = frozenset(kind for kind in Kind if kind.record.by_reading)
"""Kinds of cards that a model may find wrong."""
_NEIGHBOURS, _NEIGHBOUR_TOKENS = 30, 800
"""How many memories that were read before a window shows besides, and tokens of them, at most."""
_NEAR = 6
"""How many memories are looked for around each memory."""
_ALIKE = 0.8
"""The cosine from which on memories are shown one after the other."""
_BESIDE, _UNKNOWN = 0.4, 0.7
"""The cosine from which on one memory is shown beside another, and the value used where one has no vector;
and the share of a memory's words that another holds.
"""
_WORDS = 2
"""Words that two memories share at least for that share to say something."""
_AT_ONCE = 2_000
"""Unread memories that are laid out together."""

_Near = Mapping[int, Sequence[tuple[int, float]]]
"""By memory, those that may speak of the same and how alike they are."""


@dataclass(frozen=True, slots=True)
class Window:
    """What a model is shown at once, in the order in which it is shown."""

    lines: list[Memory]
    unread: frozenset[int]
    """The ids of those that it has not read as they are now; the others are there for these."""
    cards: list[Proposal] = field(default_factory=list)
    going: frozenset[int] = frozenset()
    """The ids of those that go by a card of the model that waits: no other memory can rest on them."""

    def halves(self) -> "list[Window]":
        """Return it as two windows, or itself when it cannot be halved."""
        if len(self.lines) < 2:
            return [self]
        middle = len(self.lines) // 2
        return [self._part(self.lines[:middle]), self._part(self.lines[middle:])]

    def _part(self, lines: list[Memory]) -> "Window":
        there = {memory.id for memory in lines}
        cards = [card for card in self.cards if all(target.id in there for target in card.targets)]
        return Window(lines, self.unread & there, cards, self.going & there)


def windows(scopes: Sequence[str] | None, now: Context) -> Iterator[Window]:
    """Yield what is to be read: all that is unread, or of some scopes, with the cards that are not judged."""
    cards = _Cards(proposals.get_many(now.store, judged.unjudged(now.store, WITHDRAWABLE)), scopes)
    unread = judged.unread(now.store, scopes)
    for start in range(0, len(unread), _AT_ONCE):
        yield from _laid_out(unread[start : start + _AT_ONCE], cards, now)
    while about := cards.about_next():
        yield _window([], about, cards.of(about), now)


class _Cards:
    """The cards of the rules that are to be put before a model, each once."""

    def __init__(self, proposals: Sequence[Proposal], scopes: Sequence[str] | None) -> None:
        wanted = None if scopes is None else set(scopes)
        self._left = {p.id: p for p in proposals if not p.stale and (wanted is None or p.scope in wanted)}
        self._about: dict[int, list[int]] = defaultdict(list)
        for proposal in self._left.values():
            for target in proposal.targets:
                self._about[target.id].append(proposal.id)

    def of(self, ids: Sequence[int]) -> list[Proposal]:
        """Take out those about any of these memories, as many as one window holds."""
        about = dict.fromkeys(i for one in ids for i in self._about.get(one, ()) if i in self._left)
        return [self._left.pop(i) for i in list(about)[:CARDS]]

    def about_next(self) -> list[int]:
        """Return the memories of the next cards; none when none are left."""
        return list(dict.fromkeys(t.id for p in list(self._left.values())[:CARDS] for t in p.targets))


def _laid_out(ids: Sequence[int], cards: _Cards, now: Context) -> Iterator[Window]:
    there = {m.id: m for m in memories.get_many(now.store, ids) if m.state is State.LIVE}
    near = _near(sorted(there), now)
    to_come = set(there)
    for chosen in _portions(_by_topic(there, near)):
        to_come -= {memory.id for memory in chosen}
        yield _with_neighbours(chosen, near, to_come, cards, now)


def _portions(laid_out: Iterable[Memory]) -> Iterator[list[Memory]]:
    """Yield memories in portions that a window holds."""
    chosen: list[Memory] = []
    size = 0
    for memory in laid_out:
        weight = _weight(memory)
        if chosen and (size + weight > TOKENS or len(chosen) == LINES):
            yield chosen
            chosen, size = [], 0
        chosen.append(memory)
        size += weight
    if chosen:
        yield chosen


def _weight(memory: Memory) -> int:
    """Return about how many tokens a memory takes in a window."""
    return min(tokens(memory.text), LONGEST // 3) + LINE_TOKENS


def _near(ids: Sequence[int], now: Context) -> _Near:
    """Return for each memory those that may speak of the same, the likeliest first."""
    near: dict[int, list[tuple[int, float]]] = defaultdict(list)
    pairs = list(changed_pairs.among(now.store, ids, embedder=now.embedder, limit=_NEAR, thorough=True))
    words = _words_of({i for pair in pairs for i in pair[:2]}, now)
    for a, b, cosine in pairs:
        similarity = max(_UNKNOWN if cosine is None else cosine, _held(words.get(a), words.get(b)))
        if similarity >= _BESIDE:
            near[a].append((b, similarity))
            near[b].append((a, similarity))
    return near


def _words_of(ids: Set[int], now: Context) -> dict[int, Words]:
    """Return what carries meaning in memories, without the headings they stand under."""
    return {
        memory.id: telling_words(memory.text.removeprefix(f"{heading_of(memory)}: ")[:LONGEST])
        for memory in memories.get_many(now.store, sorted(ids))
    }


def _held(one: Words | None, other: Words | None) -> float:
    """Return the share of the words of one of two memories that the other holds: a list holds its lines,
    however little it is like any of them.
    """
    shared = len(one & other) if one and other else 0
    return shared / min(len(one or ()), len(other or ())) if shared >= _WORDS else 0.0


def _by_topic(there: Mapping[int, Memory], near: _Near) -> Iterator[Memory]:
    """Yield memories in their places, each followed by those that are very much like it."""
    placed: set[int] = set()
    for memory in sorted(there.values(), key=place):
        alike = [other for other, similarity in near.get(memory.id, ()) if similarity >= _ALIKE]
        for one in (memory.id, *alike):
            if one in there and one not in placed:
                placed.add(one)
                yield there[one]


def place(memory: Memory) -> tuple[str, str, float, int]:
    """Return where a memory stands among others: by scope, then in its file, else by time."""
    file = file_of(memory)
    return (memory.scope, file, 0.0 if file else memory.created_at, memory.id)


def file_of(memory: Memory) -> str:
    """Return the last part of the path of the file that a memory is from; empty when it is from none."""
    return str(memory.provenance.get("path") or "").replace("\\", "/").rpartition("/")[2]


def heading_of(memory: Memory) -> str:
    """Return the heading that a memory stands under in its file; empty when there is none."""
    return str(memory.provenance.get("section") or memory.provenance.get("heading") or "")


def _with_neighbours(
    chosen: Sequence[Memory], near: _Near, to_come: Set[int], cards: _Cards, now: Context
) -> Window:
    """Return a window of memories, with those like them that were read; the pairs with what is `to_come` are
    seen then.
    """
    mine = {memory.id for memory in chosen}
    around: dict[int, tuple[int, float]] = {}
    for memory in chosen:
        alike = [each for each in near.get(memory.id, ()) if each[0] not in mine and each[0] not in to_come]
        for rank, (other, similarity) in enumerate(sorted(alike, key=lambda each: -each[1])):
            around[other] = min((rank, -similarity), around.get(other, (rank, -similarity)))
    nearest = sorted(around, key=lambda other: (around[other], other))[:_NEIGHBOURS]
    return _window(chosen, _fitting(nearest, now), cards.of([memory.id for memory in chosen]), now)


def _fitting(ids: Sequence[int], now: Context) -> list[int]:
    """Return the first of some memories, as many as there is room for beside what is read."""
    weights = {memory.id: _weight(memory) for memory in memories.get_many(now.store, ids)}
    ends = accumulate(weights.get(i, 0) for i in ids)
    return [i for i, end in zip(ids, ends, strict=True) if end <= _NEIGHBOUR_TOKENS]


def _window(
    chosen: Sequence[Memory], beside: Sequence[int], cards: Sequence[Proposal], now: Context
) -> Window:
    """Return a window of unread memories, with others beside them such as those of the cards."""
    unread = frozenset(memory.id for memory in chosen)
    others = dict.fromkeys([*beside, *(target.id for card in cards for target in card.targets)])
    further = memories.get_many(now.store, [i for i in others if i not in unread])
    live = [memory for memory in (*chosen, *further) if memory.state is State.LIVE]
    there = {memory.id for memory in live}
    whole = [card for card in cards if all(target.id in there for target in card.targets)]
    return Window(sorted(live, key=place), unread, whole, _going(there - unread, now))


def _going(ids: Set[int], now: Context) -> frozenset[int]:
    """Return which of some memories go by a card of the model that waits."""
    earlier = asked.about(now.store, sorted(ids)).values()
    waiting = {each.proposal_id for found in earlier for each in found if each.waits}
    cards = [p for p in proposals.get_many(now.store, sorted(waiting)) if p.kind is Kind.JUDGE]
    return frozenset(i for card in cards for i in card.change.gone if i in ids)
