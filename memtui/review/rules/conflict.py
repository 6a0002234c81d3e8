"""Proposes which of two memories that cannot both hold is to stay.

Whether they disagree is decided by `capture.contradiction`: the same subject with another value, a negation,
opposites, superseded dates and versions, or one that says the other is over. The newer stays, and the other
is dropped and linked as superseded (`conflict/value`, `conflict/over`).

Which is the newer is settled here, never by a model: by when each was said, which is when it was created, or
when its text was last changed in the store. Only where that is about the same time do the dates or versions
that the two state themselves decide.

Some things look like conflicts and are none:

* what happened at different times: "deployed 1.2 on Monday", "deployed 1.3 on Tuesday". Two events disagree
  only when they are of one stated date, and two notes of what was done ("Fixed …", "Added …") never;
* statements that carry different dates and differ in something else too: each holds for its own date. So a
  conflict that was settled by keeping both with their dates does not come back;
* statements under different labels, as in `Atlas: …` and `Borealis: …`;
* a line that is there many times with other values, as tools write them;
* what is no statement at all, such as restated boot text: that is junk.

A constitutional memory is never proposed for removal because something contradicts it. Its demotion is
proposed instead (`conflict/demote`): as a plain fact it fades when nobody needs it, and if the two still
disagree, the next pass asks which of them stays.

With a model, each conflict is put before it. What it calls compatible, or the same, is not proposed; nothing
else it says counts.
"""

import re
from dataclasses import dataclass, replace

from memtui.capture import lexicon
from memtui.capture.contradiction import (
    Contradiction,
    announces_change,
    contradicts,
    coverage,
    ends,
    same_subject,
)
from memtui.capture.difference import Comparison, Difference, compare
from memtui.capture.difference import Finding as Differing
from memtui.capture.statement import Kind as Word
from memtui.capture.statement import Statement
from memtui.capture.windows import tokens
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Change, Deed, Evidence, Finding, Kind, Spans, Target, rule_name
from memtui.domain.scope import contains
from memtui.domain.text import normalised
from memtui.review import subject
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
_ENDED_COVERED = 0.4
"""So much of a memory has to be in the one that says it is over."""
_COVERED = 0.5
"""So much of the older statement has to be in the newer one."""
_SHARED = 0.5
_SHARED_WHERE_CHANGED = 0.3
"""Where the newer one says of itself that something has changed."""
_OWN = 3
"""Words that either may have for itself, where only a value differs."""
_OWN_WHERE_TURNED = 2
_STRONG = frozenset({Difference.NEGATION, Difference.OPPOSITE, Difference.QUANTITY})
_LEAD = re.compile(r"(?:please )?(?:remember|note|keep in mind|be aware)(?: that)? ", re.IGNORECASE)
"""What says only that something is to be kept."""
_LABEL = re.compile(r"[^:\n]{1,80}:\s+")
_PAST = re.compile(
    r"\W*(?:(?:successfully|also|then|finally)\s+)?(?:[a-z]+ed|built|made|found|wrote|ran|sent|began|left|took|"
    r"got|did|put|cut|chose|shut|split|reset)\b",
    re.IGNORECASE,
)
"""How a note of what was done begins: `Fixed …`, `Successfully migrated …`."""
_ASIDE = re.compile(
    r"\b(?:that|which|who|unused|because|since)\s+(?:\w+\s+){0,3}?(?:is|are|was|were)?\s*no longer\b",
    re.IGNORECASE,
)
"""What is over only says which things are meant, or why."""
_WAS_NOT = re.compile(r"\b(?:was|were|did|had|could)(?:n['’]t| not)\b", re.IGNORECASE)
_AS_OF = re.compile(r"\bas of \d{4}-", re.IGNORECASE)
"""What keeping both with their dates writes into each."""
_OVER = 0.7
_UNSURE = 0.8
"""How much the confidence counts for, where it is not clear which is the newer."""
_CONFIRMED = 0.9
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
        self._opinions: object = None
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
        found = _disagreement(older, newer)
        if found is None and newer.created_at - older.created_at < _SAME_TIME:
            found = _disagreement(newer, older)
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
            found = _disagreement(newer, older) or found.turned()
            if found is None:
                return None
            older, newer = newer, older
        finding = _finding(older, newer, found, order)
        self._found += 1
        if self._found == MOST:
            now.notes.append(f"{MOST:,} conflicts were found, which is enough for one pass")
        return finding if now.judge is None else self._judged(finding, older, newer, now)

    def _begin(self, now: Context) -> None:
        """Forget what an earlier pass knew."""
        if self._notes is not now.notes:
            self._notes, self._opinions, self._series, self._found = now.notes, None, {}, 0

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

    def _judged(self, finding: Finding, older: Memory, newer: Memory, now: Context) -> Finding | None:
        # These load asyncio and pydantic: only when there is a model.
        from memtui.review.asking import model_name
        from memtui.review.opinions import Opinions, Says

        if not isinstance(self._opinions, Opinions):
            self._opinions = Opinions(now)
        opinion = self._opinions.of(older, newer)
        if opinion is None:
            return finding
        if opinion.verdict is not Says.CONTRADICT:
            return None
        evidence = finding.evidence
        facts = (*evidence.facts, ("model", model_name(now)), ("it says", opinion.why or opinion.verdict))
        return replace(
            finding,
            confidence=max(finding.confidence, _CONFIRMED),
            evidence=replace(evidence, facts=facts),
        )


@dataclass(frozen=True, slots=True)
class _Found:
    """A disagreement: why, how sure, and the words, of the first memory and of the second."""

    rule: str
    why: str
    confidence: float
    first: Spans
    second: Spans
    newer: str
    """`left` or `right` where the two state it themselves."""
    comparison: Comparison

    def turned(self) -> "_Found | None":
        """Return the same with the memories the other way round; None when it only holds this way."""
        if self.rule == OVER:
            return None
        newer = {"left": "right", "right": "left"}.get(self.newer, "")
        return _Found(self.rule, self.why, self.confidence, self.second, self.first, newer, self.comparison)


# -- whether they disagree -----------------------------------------------------------------------------


def _disagreement(older: Memory, newer: Memory) -> _Found | None:
    said = _without_label(older.text, newer.text)
    if said is None:
        return None
    left, right, skipped = said
    comparison = compare(left, right)
    if _over(comparison):
        return _Found(OVER, "the newer says that this is over", _OVER, (), (), "", comparison)
    found = contradicts(left, right)
    if found is None or not _closely(comparison, found):
        return None
    if _of_other_times(older, newer, comparison, found):
        return None
    return _Found(
        VALUE,
        found.why,
        found.confidence,
        _spans(found.evidence, skipped, left=True),
        _spans(found.evidence, skipped, left=False),
        found.newer,
        comparison,
    )


def _without_label(left: str, right: str) -> tuple[str, str, int] | None:
    """Return two texts without what both begin with up to a colon, as in `Atlas: …`, and its length.

    What both begin with to say that it is to be remembered goes too. None when each begins with a label of
    its own: then they speak of different things.
    """
    leads = _LEAD.match(left), _LEAD.match(right)
    skipped = leads[0].end() if leads[0] and leads[1] and leads[0].group() == leads[1].group() else 0
    while (first := _LABEL.match(left, skipped)) and (second := _LABEL.match(right, skipped)):
        if first.group() != second.group():
            return None
        skipped = first.end()
    return left[skipped:], right[skipped:], skipped


def _closely(comparison: Comparison, found: Contradiction) -> bool:
    """Say whether two statements are alike enough for what differs to be another value of the same.

    Of two that a person stored side by side, and not the one to correct the other, more has to be the same
    than of a memory and a new statement.
    """
    if coverage(comparison) < _COVERED or subject.of_other_things(comparison):
        return False
    if found.kind is Difference.NEGATION and subject.only_aside(comparison, found.evidence):
        return False
    if found.kind is Difference.WORDING and subject.in_other_forms(comparison):
        return False
    only = len(comparison.only_left), len(comparison.only_right)
    if found.kind is Difference.ROLE and sum(only) > _OWN_WHERE_TURNED:
        return False
    if found.kind in _STRONG:
        return True
    if not subject.says_of_it(comparison):
        return False
    enough = _SHARED_WHERE_CHANGED if announces_change(comparison.right.text) else _SHARED
    return comparison.shared >= enough and min(only) <= _OWN


def _spans(evidence: tuple[Differing, ...], skipped: int, *, left: bool) -> Spans:
    found = [span for finding in evidence for span in (finding.left if left else finding.right)]
    return tuple((span.start + skipped, span.end + skipped) for span in found)


def _over(comparison: Comparison) -> bool:
    """Say whether the right one only says that what the left one says has ended."""
    left, right = comparison.left.text, comparison.right.text
    return (
        ends(right)
        and not _ASIDE.search(right)
        and not ends(left)
        and same_subject(comparison)
        and coverage(comparison) >= _ENDED_COVERED
    )


def _of_other_times(older: Memory, newer: Memory, comparison: Comparison, found: Contradiction) -> bool:
    """Say whether each of two statements holds for its own time."""
    if _PAST.match(comparison.left.text) and _PAST.match(comparison.right.text):
        return True
    if found.kind is Difference.NEGATION and _fixed(comparison):
        return True
    if all(_AS_OF.search(statement.text) for statement in (comparison.left, comparison.right)):
        return True
    kinds = {finding.kind for finding in found.evidence}
    if Difference.DATE in kinds and len(kinds) > 1 and not announces_change(newer.text):
        return True
    if _is_event(older, comparison.left) and _is_event(newer, comparison.right):
        return not _dates(comparison.left) & _dates(comparison.right)
    return False


def _fixed(comparison: Comparison) -> bool:
    """Say whether one tells what was done, and the other how it was not before."""
    left, right = comparison.left.text, comparison.right.text
    return any(_PAST.match(one) and _WAS_NOT.search(other) for one, other in ((left, right), (right, left)))


def _is_event(memory: Memory, statement: Statement) -> bool:
    """Say whether a memory tells what happened, not how something is."""
    if memory.type is not MemoryType.EPISODIC:
        return False
    words = {token.text.lower() for token in statement.tokens}
    return bool(_dates(statement)) or words.isdisjoint(_STATES) or any(w.endswith("ed") for w in words)


_STATES = frozenset(
    lexicon.words("""
    is are am be has have uses use runs run needs need wants want prefers prefer lives live works work
    requires require must should can cannot may will likes like keeps keep stores store listens listen
    """)
)
"""Words by which a statement says how something is, whatever type it was given."""


def _dates(statement: Statement) -> frozenset[str]:
    return frozenset(token.key for token in statement.of(Word.DATE))


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


def _order(older: Memory, newer: Memory, found: _Found, edited: dict[int, Instant]) -> _Order:
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


def _finding(older: Memory, newer: Memory, found: _Found, order: _Order) -> Finding:
    marks = {m.id: spans for m, spans in ((older, found.first), (newer, found.second)) if spans}
    facts = [("why", _why(found)), ("said", f"{_said(older)}, then {_said(newer)}")]
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
        found.rule,
        (Target.of(newer), Target.of(older)),
        f"two memories disagree: {found.why}",
        Change(Deed.KEEP, keep=newer.id, gone=(older.id,)),
        newer.scope,
        Evidence(tuple(facts), marks),
        confidence=round(confidence, 2),
        saves=tokens(older.text),
    )


def _why(found: _Found) -> str:
    return found.why if found.rule == OVER else f"same subject, other value; {found.why}"


def _said(memory: Memory) -> str:
    return day(memory.created_at)


RULE = Conflict()
