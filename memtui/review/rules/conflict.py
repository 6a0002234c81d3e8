"""Proposes which of two memories should stay when they cannot both hold.

Whether they disagree is decided by `language.disagreement`: the same subject with another value, a
negation, opposites, superseded dates and versions, or one that says the other is over, or done (`done`). The
newer stays, and the other is dropped and linked as superseded (`conflict/value`, `conflict/over`); but where
the files of their project give the value of the older, that one stays (`conflict_evidence`). If it is unknown
which is newer, or the newer is only an agent's note against what others read, a yes has to name the one that
stays: the card has no default.

Statements of one series, which differ in a figure, date or state, are one card, and so are two reports on
the progress of one thing (`conflict/superseded`): the newest stays, the others are superseded.

This rule, never a model, decides which is newer (`conflict_order`), and `conflict_card` says what is asked.

Lines that tools write again and again with other values are no conflict, and neither are texts that state
nothing, such as repeated boot text: that is junk. Nor are two that are each written for another agent alone:
no agent is told both.

What a project says otherwise than what is said for all is often meant so. It is asked about only where both
are the person's own, with no default, and by a name of its own (`conflict/exception`).

A constitutional memory is never proposed for removal because something contradicts it. Its demotion is
proposed instead (`conflict/demote`): a plain fact fades when nobody needs it, and if the two still
disagree, the next pass asks which stays. Only a person's own word can contradict it so, or a statement that
reports a change.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from memtui.domain.card_kinds import Kind
from memtui.domain.instant import SAME_TIME
from memtui.domain.memory import Memory, MemoryType, Origin, State
from memtui.domain.proposal import Finding, Spans
from memtui.domain.scope import in_line
from memtui.domain.text import same_wording
from memtui.language.contradiction import announces_change
from memtui.language.difference import Comparison, Difference, Span, compare
from memtui.language.difference import Finding as Differing
from memtui.language.disagreement import (
    Disagreement,
    Side,
    disagreement,
    in_one_difference,
    may_disagree,
)
from memtui.language.done import done, says_what_came
from memtui.language.headed import held_against
from memtui.language.other_value import other_value
from memtui.language.other_words import rival
from memtui.language.own_clauses import says_more
from memtui.language.statement import Kind as Word
from memtui.language.turned_down import turned_down
from memtui.review.code.rivals import rivals
from memtui.review.code.values import Borne
from memtui.review.for_all_projects import Across, across, is_persons_own
from memtui.review.leftovers.look import leftover
from memtui.review.readers import in_files_of_two, told_apart
from memtui.review.rule import Context, PairRule
from memtui.review.rules.conflict_card import Case, card, exception, in_its_file
from memtui.review.rules.conflict_evidence import code_of, witness
from memtui.review.rules.conflict_order import Order, order_of
from memtui.store import likeness, memories

MOST = 5_000
"""Conflicts that one pass finds: no queue shows more."""
_MANY = 12
"""From this many memories on that differ only in a value they are a series of measurements, not a conflict.
"""
_FRAME_WORDS = 3, 5
"""The fewest words that the members of a series share, and how many of those identify the series."""
_LEAST_SHARED = 2
"""Words that two states of one thing have in common, at least: `242 tests pass`, `286 tests pass`."""
_MOST_LOOKED_UP = 200
"""Conflicts of one pass of which the project's files are asked: each reads through all of them."""
_IS_DONE = "the newer says that this is done"
_TURNED_DOWN = "one turns down what the other tells to run"
_SURE_BY_NAME = 0.7
"""How sure it is that two are at odds which name it: as sure as that something is over."""
_FRAMES = 20_000
"""Series that a pass remembers at most, to bound its memory."""


class Conflict(PairRule):
    """Looks for two memories that cannot both hold."""

    kind = Kind.CONFLICT

    def __init__(self) -> None:
        self._notes: list[str] | None = None
        """Those of the pass that the rest is about: each has its own."""
        self._series: dict[tuple[str, ...], bool] = {}
        self._found = self._looked_up = 0
        self._told: dict[frozenset[int], frozenset[int]] = {}
        """By the pair that brought a card of this pass, all memories of the series."""

    def compare(self, older: Memory, newer: Memory, similarity: float | None, now: Context) -> Finding | None:
        """Return which of the two is proposed to stay, if they disagree."""
        self._begin(now)
        pair = across(older, newer)
        if self._found >= MOST or not _may_be_asked(older, newer, pair):
            return None
        two = _Two.held(older, newer, similarity)
        if two is None or same_wording(older.text, newer.text):
            return None
        two, clash = _held_both_ways(two, now)
        clash = clash or self._told_by_files(two, now)
        if clash is None or two.has_leftovers or self._in_series(clash.comparison, now):
            return None
        finding = self._by_order(two, clash, now) if pair is None else _exception(pair, two, clash, now)
        if finding is not None:
            self._count(now)
        return finding

    def _by_order(self, two: "_Two", clash: Disagreement, now: Context) -> Finding | None:
        """Return the card by which the one that holds stays, or that asks which one does."""
        order = order_of(two.older, two.newer, clash, likeness.edited_at(now.store, two.ids))
        if order.swapped:
            two = two.turned()
            turned = two.disagreement() or clash.turned()
            if turned is None:
                return None
            clash = turned
        came = says_what_came(*two.texts)
        if not _unsettles(two, clash, order):
            return None
        if not clash.over and says_more(*two.texts):
            clash = replace(clash, partly=True)
        if came:
            clash = replace(clash, unsure=False)
        seen = self._witness(two, clash, now)
        if seen is not None:
            clash = replace(clash, unsure=clash.unsure and not seen.sure)
            order = Order(order.swapped, days=order.days)
            if seen.is_first and (turned := clash.turned()) is not None:
                two, clash, order = two.turned(), turned, Order(not order.swapped)
        follows = clash.states and not (order.doubtful or clash.partly or seen)
        earlier = self._earlier(two, clash, now) if follows else []
        if earlier is None:
            return None
        place = seen.place if seen else None
        case = Case(two.older, two.newer, clash, order, two.marks(clash), place, came=came)
        finding = card(case, earlier)
        return finding if clash.over else in_its_file(finding, case, now.store)

    def _told_by_files(self, two: "_Two", now: Context) -> Disagreement | None:
        """Return that two memories name two values of one sort, where the project's files give only one."""
        found = rivals(*two.texts)
        if found is None:
            return None
        spans = ((Span(each.start, each.end),) for each in (found.one, found.other))
        clash = _in_one(two, Differing(Difference.NAME, *spans), found.why, value=True)
        return clash if clash is not None and self._witness(two, clash, now) is not None else None

    def _witness(self, two: "_Two", clash: Disagreement, now: Context) -> Borne | None:
        """Return what the project's files say of the two, as often as one pass looks into files for it."""
        if not (clash.first and clash.second) or self._looked_up >= _MOST_LOOKED_UP:
            return None
        code = code_of(two.older, two.newer, now)
        if code is None:
            return None
        self._looked_up += 1
        return witness(code, two.texts, clash)

    def _count(self, now: Context) -> None:
        """Count a finding, and say when they are as many as one pass finds."""
        self._found += 1
        if self._found == MOST:
            now.notes.append(f"{MOST:,} conflicts were found, which is enough for one pass")

    def _begin(self, now: Context) -> None:
        """Forget what an earlier pass knew."""
        if self._notes is not now.notes:
            self._notes, self._series, self._found, self._told = now.notes, {}, 0, {}
            self._looked_up = 0

    def _in_series(self, comparison: Comparison, now: Context) -> bool:
        """Say whether many memories say what two share, so that it is a line written again and again."""
        frame = _frame(comparison)
        if len(frame) < _FRAME_WORDS[0]:
            return False
        if frame not in self._series:
            if len(self._series) >= _FRAMES:
                self._series.clear()
            self._series[frame] = likeness.hold_all(now.store, frame, _MANY) == _MANY
        return self._series[frame]

    def _earlier(self, two: "_Two", difference: Disagreement, now: Context) -> list[Memory] | None:
        """Return further memories that tell earlier states of the same thing, oldest first.

        None when another pair of them brings the card: one did in this pass, or a newer one than the newer of
        the two is among them.
        """
        newest, pair = two.newer, frozenset(two.ids)
        if any(pair <= members and pair != first for first, members in self._told.items()):
            return None
        frame = _frame(difference.comparison)
        if len(frame) < _LEAST_SHARED:
            return []
        alike = likeness.holding(now.store, " AND ".join(f'"{word}"' for word in frame), _MANY)
        others = [
            memory
            for memory in memories.get_many(now.store, sorted(set(alike) - pair))
            if memory.state is State.LIVE
            and memory.scope == newest.scope
            and _is_earlier_state(memory, newest)
        ]
        if any(memory.created_at > newest.created_at for memory in others):
            return None
        self._told[pair] = pair | {memory.id for memory in others}
        return sorted(others, key=lambda memory: (memory.created_at, memory.id))


@dataclass(frozen=True)
class _Two:
    """Two memories as they are held against each other: without headings that both stand under."""

    older: Memory
    newer: Memory
    starts: Mapping[int, int]
    """Where the words of each begin that are looked at, in characters, by its id."""
    similarity: float | None = None
    """The cosine of their embeddings, where there are any."""

    @classmethod
    def held(cls, older: Memory, newer: Memory, similarity: float | None = None) -> "_Two | None":
        """Return the two; None where they are about two subjects."""
        starts = held_against(older, newer)
        if starts is None:
            return None
        return cls(older, newer, {older.id: starts[0], newer.id: starts[1]}, similarity)

    def turned(self) -> "_Two":
        """Return the two the other way round."""
        return replace(self, older=self.newer, newer=self.older)

    @property
    def ids(self) -> tuple[int, int]:
        """Those of the older and of the newer."""
        return self.older.id, self.newer.id

    @cached_property
    def sides(self) -> tuple[Side, Side]:
        """What the older and the newer say."""
        return self._side(self.older), self._side(self.newer)

    @property
    def texts(self) -> tuple[str, str]:
        """The words of both."""
        return self.sides[0].text, self.sides[1].text

    @property
    def has_leftovers(self) -> bool:
        """Whether one of the two states nothing."""
        return any(map(leftover, self.texts))

    def disagreement(self) -> Disagreement | None:
        """Return why they disagree, by their words alone."""
        return disagreement(*self.sides, self.similarity)

    def marks(self, clash: Disagreement) -> dict[int, Spans]:
        """Return the words in which they disagree, in characters of their texts, by id."""
        return {
            memory.id: tuple(
                (self.starts[memory.id] + start, self.starts[memory.id] + end) for start, end in spans
            )
            for memory, spans in ((self.older, clash.first), (self.newer, clash.second))
            if spans
        }

    def _side(self, memory: Memory) -> Side:
        return Side(memory.text[self.starts[memory.id] :], memory.type)


def _may_be_asked(older: Memory, newer: Memory, pair: Across | None) -> bool:
    """Say whether some agent is told both, and a person may want only one of them."""
    if pair is None and not in_line(older.scope, newer.scope):
        return False
    if pair is not None and (_settled(pair) or in_files_of_two(*pair)):
        return False
    return not told_apart(older, newer)


def _held_both_ways(two: _Two, now: Context) -> tuple[_Two, Disagreement | None]:
    """Return why two memories disagree, and the two in the order in which that is looked at.

    What was stored at about the same time may have been said in any order, and so may what tells of a change.
    Where their words say nothing, those around them may.
    """
    clash = two.disagreement()
    close = two.newer.created_at - two.older.created_at < SAME_TIME
    if clash is None and (close or announces_change(two.older.text)):
        two = two.turned()
        clash = two.disagreement()
    if clash is None and (told := _told_as_done(two) or _told_as_done(two.turned())) is not None:
        return told
    clash = clash or _in_store(two, now)
    if clash is None and now.judge is None:
        now.untold += may_disagree(*two.sides, two.similarity)
    return two, clash


def _told_as_done(two: _Two) -> tuple[_Two, Disagreement] | None:
    """Return two memories, and that the newer says that what is open by the older is done; None if not."""
    found = done(*two.texts)
    clash = None if found is None else _in_one(two, found, _IS_DONE)
    return None if clash is None else (two, clash)


def _in_one(two: _Two, found: Differing, why: str, *, value: bool = False) -> Disagreement | None:
    """Return that two memories are at odds in one thing, which they name."""
    return in_one_difference(*two.sides, compare(*two.texts), found, why, _SURE_BY_NAME, value=value)


def _in_store(two: _Two, now: Context) -> Disagreement | None:
    """Return why two memories disagree, as far as only the words around them tell."""
    down = turned_down(*two.texts)
    if down is not None and (clash := _in_one(two, down, _TURNED_DOWN)) is not None:
        return clash
    found = other_value(*two.sides, two.similarity, partial(now.surroundings.words, two.older, two.newer))
    if found is not None:
        return found
    pair = now.surroundings.pair(two.older, two.newer, two.texts, two.similarity)
    return None if pair is None else rival(*two.sides, pair)


def _exception(pair: Across, two: _Two, clash: Disagreement, now: Context) -> Finding | None:
    """Return the question about what one project says otherwise, where both are the person's own."""
    if clash.over or not all(is_persons_own(now.store, memory) for memory in pair):
        return None
    return exception(pair, clash, two.marks(clash))


def _unsettles(two: _Two, clash: Disagreement, order: Order) -> bool:
    """Say whether the newer of two may put the older in doubt."""
    if clash.over and order.doubtful and not order.used:
        return False  # a page says of one thing that it is gone, and of another what it does
    if two.older.type is not MemoryType.CONSTITUTIONAL:
        return True
    return two.newer.origin is Origin.PERSON or announces_change(two.newer.text)


def _settled(pair: Across) -> bool:
    """Say whether a person wants one of the two as it is."""
    return any(memory.type is MemoryType.CONSTITUTIONAL or memory.pinned for memory in pair)


def _is_earlier_state(memory: Memory, newest: Memory) -> bool:
    """Say whether a memory tells an earlier state of what the newest tells."""
    two = _Two.held(memory, newest)
    clash = two.disagreement() if two is not None else None
    return clash is not None and clash.states


def _frame(comparison: Comparison) -> tuple[str, ...]:
    """Return what two statements share, in a few words: names and long ones, which are the rarest."""
    matched = [match.left for match in comparison.matches if match.exactly]
    matched.sort(key=lambda token: (token.kind is not Word.NAME, -len(token.text), token.text))
    return tuple(dict.fromkeys(token.text.lower() for token in matched))[: _FRAME_WORDS[1]]


RULE = Conflict()
