"""Proposes which of two memories should stay when they cannot both hold.

Whether they disagree is decided by `language.disagreement`: the same subject with another value, a
negation, opposites, superseded dates and versions, or one that says the other is over. The newer stays, and
the other is dropped and linked as superseded (`conflict/value`, `conflict/over`). If it is unknown which is
newer, a yes has to name the one that stays: the card has no default.

Statements of one series, which differ in a figure, date or state, are one card, and so are two reports on
the progress of one thing (`conflict/superseded`): the newest stays, the others are superseded.

This rule, never a model, decides which is newer. One that tells of the change and names what the other still
says (`switched from npm to pnpm`) is; else the time at which each was said decides: when it was created or
last changed in its text. When these times are close, the dates or versions in the two texts do, or which of
them tells of a change. A line of a file that has no day of its own may be older than the file, so the time
never says that it is the newer.

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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.counting import plural
from memtui.domain.dating import AT_THE_LATEST, is_undated, said_at
from memtui.domain.days import day
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY, SAME_TIME, Instant
from memtui.domain.memory import Memory, MemoryType, Origin, State
from memtui.domain.proposal import Evidence, Finding, Spans, Target
from memtui.domain.scope import in_line
from memtui.domain.text import same_wording
from memtui.language.announced import announced, tells_since_when
from memtui.language.contradiction import announces_change
from memtui.language.difference import Comparison
from memtui.language.disagreement import Disagreement, Side, disagreement, may_disagree
from memtui.language.headed import held_against
from memtui.language.other_value import other_value
from memtui.language.own_clauses import says_more
from memtui.language.rival import rival
from memtui.language.statement import Kind as Word
from memtui.lifecycle.taking_place import place_of
from memtui.review.for_all_projects import Across, across, is_persons_own
from memtui.review.leftovers.look import leftover
from memtui.review.readers import file_of, in_files_of_two, readers, told_apart
from memtui.review.rule import Context, PairRule
from memtui.store import likeness, memories

VALUE = rule_name(Kind.CONFLICT, "value")
OVER = rule_name(Kind.CONFLICT, "over")
SUPERSEDED = rule_name(Kind.CONFLICT, "superseded")
DEMOTE = rule_name(Kind.CONFLICT, "demote")
EXCEPTION = rule_name(Kind.CONFLICT, "exception")

MOST = 5_000
"""Conflicts that one pass finds: no queue shows more."""
_SOON = DAY
"""A use within a day of a newer statement may be of the session that made it."""
_UNSURE = 0.8
"""The factor on the confidence when it is unclear which memory is newer."""
_MANY = 12
"""From this many memories on that differ only in a value they are a series of measurements, not a conflict.
"""
_FRAME_WORDS = 3, 5
"""The fewest words that the members of a series share, and how many of those identify the series."""
_LEAST_SHARED = 2
"""Words that two states of one thing have in common, at least: `242 tests pass`, `286 tests pass`."""
_FRAMES = 20_000
"""Series that a pass remembers at most, to bound its memory."""


_Starts = Mapping[int, int]
"""Where the words of each of two memories begin that are held against each other, in characters."""


class Conflict(PairRule):
    """Looks for two memories that cannot both hold."""

    kind = Kind.CONFLICT

    def __init__(self) -> None:
        self._notes: list[str] | None = None
        """Those of the pass that the rest is about: each has its own."""
        self._series: dict[tuple[str, ...], bool] = {}
        self._found = 0
        self._told: dict[frozenset[int], frozenset[int]] = {}
        """By the pair that brought a card of this pass, all memories of the series."""

    def compare(self, older: Memory, newer: Memory, similarity: float | None, now: Context) -> Finding | None:
        """Return which of the two is proposed to stay, if they disagree."""
        pair = across(older, newer)
        if pair is None and not in_line(older.scope, newer.scope):
            return None
        if pair is not None and (_settled(pair) or in_files_of_two(*pair)):
            return None
        if told_apart(older, newer):
            return None
        self._begin(now)
        at = _starts(older, newer)
        if self._found >= MOST or at is None or same_wording(older.text, newer.text):
            return None
        clash = disagreement(_said_by(older, at), _said_by(newer, at), similarity)
        if clash is None and (
            newer.created_at - older.created_at < SAME_TIME or announces_change(older.text)
        ):
            clash = disagreement(_said_by(newer, at), _said_by(older, at), similarity)
            older, newer = newer, older
        clash = clash or _in_store(older, newer, at, similarity, now)
        if clash is None and now.judge is None:
            now.untold += may_disagree(_said_by(older, at), _said_by(newer, at), similarity)
        if (
            clash is None
            or leftover(_said_by(older, at).text)
            or leftover(_said_by(newer, at).text)
            or self._in_series(clash.comparison, now)
        ):
            return None
        if pair is not None:
            if clash.over or not all(is_persons_own(now.store, memory) for memory in pair):
                return None
            self._found += 1
            return _exception(pair, clash, _marks(older, newer, clash, at))
        order = _order(older, newer, clash, likeness.edited_at(now.store, [older.id, newer.id]))
        if order.swapped:
            clash = disagreement(_said_by(newer, at), _said_by(older, at), similarity) or clash.turned()
            if clash is None:
                return None
            older, newer = newer, older
        if clash.over and order.doubtful and not order.used:
            return None  # a page says of one thing that it is gone, and of another what it does
        if older.type is MemoryType.CONSTITUTIONAL and not _unsettles(newer):
            return None
        if not clash.over and says_more(_said_by(older, at).text, _said_by(newer, at).text):
            clash = replace(clash, partly=True)
        earlier = (
            []
            if order.doubtful or clash.partly or not clash.states
            else self._earlier(newer, older, clash, now)
        )
        if earlier is None:
            return None
        finding = _finding(older, newer, clash, order, earlier, _marks(older, newer, clash, at))
        if not clash.over:
            finding = _in_its_file(finding, older, newer, now)
        self._found += 1
        if self._found == MOST:
            now.notes.append(f"{MOST:,} conflicts were found, which is enough for one pass")
        return finding

    def _begin(self, now: Context) -> None:
        """Forget what an earlier pass knew."""
        if self._notes is not now.notes:
            self._notes, self._series, self._found, self._told = now.notes, {}, 0, {}

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

    def _earlier(
        self, newest: Memory, older: Memory, difference: Disagreement, now: Context
    ) -> list[Memory] | None:
        """Return further memories that tell earlier states of the same thing, oldest first.

        None when another pair of them brings the card: one did in this pass, or a newer one than `newest` is
        among them.
        """
        pair = frozenset((newest.id, older.id))
        if any(pair <= members and pair != first for first, members in self._told.items()):
            return None
        frame = _frame(difference.comparison)
        if len(frame) < _LEAST_SHARED:
            return []
        alike = likeness.holding(now.store, " AND ".join(f'"{word}"' for word in frame), _MANY)
        others = [
            memory
            for memory in memories.get_many(now.store, sorted(set(alike) - {newest.id, older.id}))
            if memory.state is State.LIVE and memory.scope == newest.scope and _states(memory, newest)
        ]
        if any(memory.created_at > newest.created_at for memory in others):
            return None
        self._told[pair] = pair | {memory.id for memory in others}
        return sorted(others, key=lambda memory: (memory.created_at, memory.id))


def _in_store(
    older: Memory, newer: Memory, at: _Starts, similarity: float | None, now: Context
) -> Disagreement | None:
    """Return why two memories disagree, as far as only the words around them tell."""
    words = partial(now.surroundings.words, older, newer)
    sides = _said_by(older, at), _said_by(newer, at)
    ids = older.id, newer.id
    return other_value(*sides, similarity, words) or rival(
        *sides, ids, similarity, words, now.surroundings.vectors
    )


def _unsettles(newer: Memory) -> bool:
    """Say whether a statement may put what is kept as true for good in doubt."""
    return newer.origin is Origin.PERSON or announces_change(newer.text)


def _states(memory: Memory, newest: Memory) -> bool:
    """Say whether a memory tells an earlier state of what the newest tells."""
    at = _starts(memory, newest)
    clash = disagreement(_said_by(memory, at), _said_by(newest, at)) if at is not None else None
    return clash is not None and clash.states


def _starts(one: Memory, other: Memory) -> _Starts | None:
    """Return where the words begin that are held against each other; None where there are two subjects."""
    starts = held_against(one, other)
    return None if starts is None else {one.id: starts[0], other.id: starts[1]}


def _said_by(memory: Memory, at: _Starts) -> Side:
    return Side(memory.text[at[memory.id] :], memory.type)


def _frame(comparison: Comparison) -> tuple[str, ...]:
    """Return what two statements share, in a few words: names and long ones, which are the rarest."""
    matched = [match.left for match in comparison.matches if match.exactly]
    matched.sort(key=lambda token: (token.kind is not Word.NAME, -len(token.text), token.text))
    return tuple(dict.fromkeys(token.text.lower() for token in matched))[: _FRAME_WORDS[1]]


# -- which is the newer --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Order:
    """The memory of two that holds, and how that is known."""

    swapped: bool
    """The one that was created first is the one that holds."""
    days: float
    """By how much the newer is newer, as it was said; 0 when that is about the same."""
    stated: bool
    """The two say themselves which is the newer, and agree with when they were said."""
    doubtful: bool
    """They say otherwise than when they were said, or nothing tells."""
    announced: bool = False
    """The newer tells of the change itself, and nothing else tells that it is the newer."""
    otherwise: bool = False
    """The one that was said first tells of a change."""
    used: bool = False
    """What speaks against the newer: the older was used in other sessions after it."""


def _order(older: Memory, newer: Memory, difference: Disagreement, edited: dict[int, Instant]) -> _Order:
    first, second = (max(said_at(m), edited.get(m.id, 0.0)) for m in (older, newer))
    apart = second - first
    change = announced(older.text, newer.text)
    last = newer if apart > 0 else older
    unknown = is_undated(last) and last.id not in edited
    if abs(apart) < SAME_TIME or unknown:
        if difference.newer:
            return _Order(difference.newer == "left", 0.0, stated=True, doubtful=False)
        if change is not None:
            return _Order(change.side == "left", 0.0, stated=False, doubtful=False, announced=True)
        return _Order(swapped=False, days=0.0, stated=False, doubtful=True)
    says = "right" if apart > 0 else "left"
    first_said, last_said = (older, newer) if apart > 0 else (newer, older)
    dated = tells_since_when(first_said.text) and not tells_since_when(last_said.text)
    otherwise = dated if change is None else change.side != says
    if change is not None and otherwise and change.names_it:
        return _Order(change.side == "left", 0.0, stated=False, doubtful=False, announced=True)
    before, after = (older, second) if apart > 0 else (newer, first)
    used = not (difference.newer or difference.progress) and (before.last_accessed_at or 0.0) > after + _SOON
    return _Order(
        apart < 0,
        abs(apart) / DAY,
        stated=difference.newer == says,
        doubtful=used or otherwise or (bool(difference.newer) and difference.newer != says),
        otherwise=otherwise,
        used=used,
    )


# -- the card ------------------------------------------------------------------------------------------


def _finding(
    older: Memory,
    newer: Memory,
    difference: Disagreement,
    order: _Order,
    earlier: Sequence[Memory],
    marks: Mapping[int, Spans],
) -> Finding:
    days = dict.fromkeys((_day_of(older), _day_of(newer)))
    facts = [("said", ", then ".join(days) if len(days) > 1 else f"both on {_day_of(newer)}")]
    if order.days >= 1:
        facts.append(("newer by", plural(round(order.days), "day")))
    if order.announced:
        facts.append(("change", "this one tells of the change"))
    elif order.stated:
        facts.append(("dates", "by the dates or versions they state, this one is the newer too"))
    elif order.doubtful and difference.newer:
        facts.append(("careful", "by the dates or versions they state, the other one is the newer"))
    elif order.otherwise:
        facts.append(("careful", "the one that was said first tells of a change, or since when it is so"))
    elif order.used:
        facts.append(("careful", "the older one was used after the newer one was written"))
    elif order.doubtful:
        facts.append(("careful", "nothing tells which is the newer"))
    if difference.partly:
        facts.append(("besides", "dropping one loses what it says besides; an edit keeps it"))
    if older.pinned:
        facts.append(("pinned", "the older one is"))
    confidence = difference.confidence * (_UNSURE if order.doubtful or older.pinned else 1.0)
    if older.type is MemoryType.CONSTITUTIONAL:
        return Finding(
            Kind.CONFLICT,
            DEMOTE,
            (Target.of(older), Target.of(newer)),
            "a newer memory disagrees with what is kept as true for good",
            Change(Deed.RETYPE, keep=older.id, type=MemoryType.SEMANTIC),
            older.scope,
            Evidence((*facts, ("if yes", "it becomes a plain fact; nothing is dropped")), marks),
            confidence=round(confidence, 2),
        )
    if difference.partly or (order.doubtful and not difference.newer):
        ask = "one says more besides" if difference.partly else "only you can say which is right"
        return Finding(
            Kind.CONFLICT,
            VALUE,
            (Target.of(newer), Target.of(older)),
            f"two memories disagree, and {ask}: {difference.why}",
            Change(Deed.KEEP),
            newer.scope,
            Evidence(tuple(facts), marks),
            confidence=round(confidence, 2),
        )
    gone = [*earlier, older]
    gone.sort(key=lambda memory: (memory.created_at, memory.id))
    return Finding(
        Kind.CONFLICT,
        OVER if difference.over else SUPERSEDED if difference.progress or len(gone) > 1 else VALUE,
        (Target.of(newer), *map(Target.of, reversed(gone))),
        _reason(difference, len(gone)),
        Change(Deed.KEEP, keep=newer.id, gone=tuple(memory.id for memory in reversed(gone))),
        newer.scope,
        Evidence(tuple(facts), marks),
        confidence=round(confidence, 2),
        saves=sum(tokens(memory.text) for memory in gone),
    )


def _settled(pair: Across) -> bool:
    """Say whether a person wants one of the two as it is."""
    return any(memory.type is MemoryType.CONSTITUTIONAL or memory.pinned for memory in pair)


def _exception(pair: Across, difference: Disagreement, marks: Mapping[int, Spans]) -> Finding:
    """Return the question which of the two holds in the project; nothing is preset."""
    everywhere, here = pair
    return Finding(
        Kind.CONFLICT,
        EXCEPTION,
        (Target.of(here), Target.of(everywhere)),
        f"this project says otherwise than what is said for all projects, in {pair.place}: {difference.why}",
        Change(Deed.KEEP),
        here.scope,
        Evidence((("careful", "a project may be an exception; then both are right"),), marks),
        confidence=round(difference.confidence * _UNSURE, 2),
        bucket=pair.bucket,
    )


def _in_its_file(finding: Finding, older: Memory, newer: Memory, now: Context) -> Finding:
    """Return a finding by which the file of the older one says what the newer does, if only that is in one.

    With the older one its line would go, and the agent that reads the file would know neither.
    """
    change = finding.change
    if (change.keep, change.gone) != (newer.id, (older.id,)) or file_of(newer) is not None:
        return finding
    place = place_of(now.store, older, newer.text)
    if not (place.written or place.read):
        return finding
    in_place = Change(Deed.KEEP, older.id, (newer.id,), text=place.text, said_at=said_at(newer))
    facts = (*finding.evidence.facts, ("file", f"{readers(older)} says it from then on"))
    return replace(finding, change=in_place, evidence=replace(finding.evidence, facts=facts))


def _marks(older: Memory, newer: Memory, difference: Disagreement, at: _Starts) -> dict[int, Spans]:
    """Return the words in which two memories disagree, in characters of their texts."""
    return {
        memory.id: tuple((at[memory.id] + start, at[memory.id] + end) for start, end in spans)
        for memory, spans in ((older, difference.first), (newer, difference.second))
        if spans
    }


def _reason(difference: Disagreement, gone: int) -> str:
    if gone == 1 and not difference.progress:
        return f"two memories disagree: {difference.why}"
    earlier = "an earlier state of the same is" if gone == 1 else f"{gone} earlier states of the same are"
    return f"this tells where it stands by now, and {earlier} kept too"


def _day_of(memory: Memory) -> str:
    written = day(said_at(memory))
    return f"{written} {AT_THE_LATEST}" if is_undated(memory) else written


RULE = Conflict()
