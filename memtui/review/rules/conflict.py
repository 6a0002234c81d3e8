"""Proposes which of two memories that cannot both hold is to stay.

Whether they disagree is decided by `capture.disagreement`: the same subject with another value, a negation,
opposites, superseded dates and versions, or one that says the other is over. The newer stays, and the other
is dropped and linked as superseded (`conflict/value`, `conflict/over`).

Which is the newer is settled here, never by a model: by when each was said, which is when it was created, or
when its text was last changed in the store. Only where that is about the same time do the dates or versions
that the two state themselves decide.

A line that is there many times with other values, as tools write them, is no conflict, and neither is what is
no statement at all, such as restated boot text: that is junk.

A constitutional memory is never proposed for removal because something contradicts it. Its demotion is
proposed instead (`conflict/demote`): as a plain fact it fades when nobody needs it, and if the two still
disagree, the next pass asks which of them stays.
"""

from dataclasses import dataclass

from memtui.capture.disagreement import Disagreement, Said, disagreement
from memtui.capture.windows import tokens
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Change, Deed, Evidence, Finding, Kind, Target, rule_name
from memtui.domain.scope import contains
from memtui.domain.text import normalised
from memtui.language.difference import Comparison
from memtui.language.statement import Kind as Word
from memtui.review.leftovers.look import leftover
from memtui.review.rule import Context, PairRule
from memtui.review.rules.wording import day, number
from memtui.store import likeness

VALUE = rule_name(Kind.CONFLICT, "value")
OVER = rule_name(Kind.CONFLICT, "over")
DEMOTE = rule_name(Kind.CONFLICT, "demote")

MOST = 5_000
"""Conflicts that one pass finds: no queue shows more."""
_SAME_TIME = 3600.0
"""Seconds. What was said within an hour of each other may have been stored in any order."""
_UNSURE = 0.8
"""How much the confidence counts for, where it is not clear which is the newer."""
_MANY = 12
"""So many memories that say the same with other values are a series."""
_FRAME_WORDS = 3, 5
"""Words that a series has in common, at least, and so many that tell it."""
_FRAMES = 20_000
"""What is known of so many series is remembered within a pass."""


class Conflict(PairRule):
    """Looks for two memories that cannot both hold."""

    kind = Kind.CONFLICT

    def __init__(self) -> None:
        self._notes: list[str] | None = None
        """Those of the pass that the rest is about: each has its own."""
        self._series: dict[tuple[str, ...], bool] = {}
        self._found = 0

    def compare(self, older: Memory, newer: Memory, similarity: float | None, now: Context) -> Finding | None:
        """Return which of the two is proposed to stay, if they disagree."""
        del similarity
        if not (contains(older.scope, newer.scope) or contains(newer.scope, older.scope)):
            return None
        self._begin(now)
        if self._found >= MOST or normalised(older.text) == normalised(newer.text):
            return None
        found = disagreement(_said_by(older), _said_by(newer))
        if found is None and newer.created_at - older.created_at < _SAME_TIME:
            found = disagreement(_said_by(newer), _said_by(older))
            older, newer = newer, older
        if (
            found is None
            or leftover(older.text)
            or leftover(newer.text)
            or self._in_series(found.comparison, now)
        ):
            return None
        order = _order(older, newer, found, likeness.edited_at(now.store, [older.id, newer.id]))
        if order.swapped:
            found = disagreement(_said_by(newer), _said_by(older)) or found.turned()
            if found is None:
                return None
            older, newer = newer, older
        finding = _finding(older, newer, found, order)
        self._found += 1
        if self._found == MOST:
            now.notes.append(f"{MOST:,} conflicts were found, which is enough for one pass")
        return finding

    def _begin(self, now: Context) -> None:
        """Forget what an earlier pass knew."""
        if self._notes is not now.notes:
            self._notes, self._series, self._found = now.notes, {}, 0

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


def _said_by(memory: Memory) -> Said:
    return Said(memory.text, memory.type)


def _frame(comparison: Comparison) -> tuple[str, ...]:
    """Return what two statements share, in a few words: names and long ones, which are the rarest."""
    matched = [match.left for match in comparison.matches if match.exactly]
    matched.sort(key=lambda token: (token.kind is not Word.NAME, -len(token.text), token.text))
    return tuple(dict.fromkeys(token.text.lower() for token in matched))[: _FRAME_WORDS[1]]


# -- which is the newer --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Order:
    """Which of two memories holds, and how that is known."""

    swapped: bool
    """The one that was created first is the one that holds."""
    days: float
    """By how much the newer is newer, as it was said; 0 when that is about the same."""
    stated: bool
    """The two say themselves which is the newer, and agree with when they were said."""
    doubtful: bool
    """They say otherwise than when they were said, or nothing tells."""


def _order(older: Memory, newer: Memory, found: Disagreement, edited: dict[int, Instant]) -> _Order:
    first, second = (max(m.created_at, edited.get(m.id, 0.0)) for m in (older, newer))
    apart = second - first
    if abs(apart) < _SAME_TIME:
        if found.newer:
            return _Order(found.newer == "left", 0.0, stated=True, doubtful=False)
        updated = newer.updated_at - older.updated_at
        return _Order(updated < -_SAME_TIME, 0.0, stated=False, doubtful=abs(updated) < _SAME_TIME)
    says = "right" if apart > 0 else "left"
    return _Order(
        apart < 0,
        abs(apart) / DAY,
        stated=found.newer == says,
        doubtful=bool(found.newer) and found.newer != says,
    )


# -- the card ------------------------------------------------------------------------------------------


def _finding(older: Memory, newer: Memory, found: Disagreement, order: _Order) -> Finding:
    marks = {m.id: spans for m, spans in ((older, found.first), (newer, found.second)) if spans}
    facts = [("said", f"{_said(older)}, then {_said(newer)}")]
    if order.days >= 1:
        facts.append(("newer by", number(round(order.days), "day")))
    if order.stated:
        facts.append(("dates", "by the dates or versions they state, this one is the newer too"))
    elif order.doubtful and found.newer:
        facts.append(("careful", "by the dates or versions they state, the other one is the newer"))
    elif order.doubtful:
        facts.append(("careful", "nothing tells which is the newer"))
    if older.pinned:
        facts.append(("pinned", "the older one is"))
    confidence = found.confidence * (_UNSURE if order.doubtful or older.pinned else 1.0)
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
    return Finding(
        Kind.CONFLICT,
        OVER if found.over else VALUE,
        (Target.of(newer), Target.of(older)),
        f"two memories disagree: {found.why}",
        Change(Deed.KEEP, keep=newer.id, gone=(older.id,)),
        newer.scope,
        Evidence(tuple(facts), marks),
        confidence=round(confidence, 2),
        saves=tokens(older.text),
    )


def _said(memory: Memory) -> str:
    return day(memory.created_at)


RULE = Conflict()
