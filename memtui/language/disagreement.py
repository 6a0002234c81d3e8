"""Whether two statements that someone keeps disagree, and which words say so.

How likely they cannot both hold is said by `relation`, which was learned from pairs that people judged. What
only looks like a disagreement no score can tell. `looks_so` and `grounds` tell it by what the two say, this
module by when each of them holds:

* what happened at different times: "deployed 1.2 on Monday", "deployed 1.3 on Tuesday". Two events disagree
  only when they are of one stated date, and two notes of what was done ("Fixed …", "Added …") never;
* statements that carry different dates and differ in something else too: each holds for its own date. So a
  conflict that was settled by keeping both with their dates does not come back. What is so *since* a date is
  so today, and a sentence that denies just what the other says denies it on whatever date.

A disagreement is one of *states* when the newer one tells where the same thing stands by now: another figure,
version, date or state of it. Those follow each other, and the newest is the one that holds.

Called by the review pass about stored memories, and by consolidation about a new statement and what is known,
so that both raise the same disagreements.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from memtui.domain.memory import MemoryType
from memtui.language.contradiction import announces_change, contradicts, ends
from memtui.language.cutting import Piece, between
from memtui.language.difference import Comparison, Difference, Span, compare
from memtui.language.difference import Finding as Differing
from memtui.language.ended import says_it_is_over
from memtui.language.grounds import groundless, of_two_names, shows_code, states_nothing
from memtui.language.looks_so import only_looks_so
from memtui.language.measures import STATE
from memtui.language.naming_values import CLOCK, reason
from memtui.language.own_clauses import without_own
from memtui.language.relation import Opinion, Relation, is_far, is_long, opinion
from memtui.language.restated import Restated, restated
from memtui.language.side import label_end, tells, word_id
from memtui.language.statement import Kind, Statement
from memtui.phrases import lists_in, phrases_in

Spans = tuple[tuple[int, int], ...]
"""Stretches of a text, in characters, start and end."""

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="disagreement")
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_LEAD = _PHRASES["lead"].pattern
"""Opening words that only ask to keep what follows."""
_PAST = _PHRASES["past"].pattern
"""How a note of what was done begins: `Fixed …`, `Successfully migrated …`."""
_WAS_NOT = _PHRASES["was_not"].pattern
_SINCE = _PHRASES["since"].pattern
"""What stands before a day from which on something holds until now."""
_AS_OF = re.compile(r"\bas of \d{4}-", re.IGNORECASE)
"""What keeping both with their dates writes into each."""
_OVER = 0.7
"""How sure it is that a statement is over when the newer says so: above the gates below, as it is said in
words.
"""
_PLAIN_GATE, _GATE, _LISTED_GATE = 0.5, 0.6, 0.7
"""How likely a disagreement has to be. Of neighbours in pages of documentation, which are never at odds, most
that pass the first lie below the second, and one of sixteen that are right: those where nothing differs but a
value are held to the first. More is asked of what stands under a heading and differs in other words than a
value: `Commands: run the build`, `Commands: run the tests`."""
_PLAIN = 2
"""Words that each may have for its own where nothing differs but a value: a name and its addition."""
_VALUES = frozenset(
    {
        Difference.NUMBER,
        Difference.UNIT,
        Difference.VERSION,
        Difference.DATE,
        Difference.PATH,
        Difference.NAME,
        Difference.QUANTITY,
    }
)
_FIGURES = frozenset({Difference.NUMBER, Difference.VERSION, Difference.DATE})
_UNSAID = "they say different things of the same subject"
_ENDINGS = (".", "!", ";")
"""Signs between two sentences."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of two statements."""

    text: str
    type: MemoryType


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Why two statements disagree, how sure that is, and the words, of the first and of the second."""

    over: bool
    """The second says that the first is over, and names nothing in its place."""
    why: str
    confidence: float
    first: Spans
    second: Spans
    newer: str
    """`left` or `right` where the two state it themselves."""
    comparison: Comparison
    value: bool = False
    """A figure, a name, a date or a path of the one stands against another of the other."""
    states: bool = False
    """The second gives a later figure, date or state of the same thing."""
    progress: bool = False
    """Both say of it how far it is."""
    listed: bool = False
    """One of the two stands under a heading or a label."""
    partly: bool = False
    """One says more than what the other overtakes, so that dropping it whole would lose something."""
    unsure: bool = False
    """They may as well be about two things, so that neither is to go by default."""

    @property
    def sure(self) -> bool:
        """Whether most like it are right: more has to speak for it among the items of lists."""
        if self.listed:
            gate = _GATE if self.value else _LISTED_GATE
        else:
            gate = _PLAIN_GATE if self.value and self._plain else _GATE
        return self.over or self.confidence >= gate

    @property
    def _plain(self) -> bool:
        """Whether nothing differs but a value of few words."""
        return max(len(self.comparison.only_left), len(self.comparison.only_right)) <= _PLAIN

    def turned(self) -> "Disagreement | None":
        """Return the same with the two the other way round; None when it only holds this way."""
        if self.over:
            return None
        newer = {"left": "right", "right": "left"}.get(self.newer, "")
        return replace(self, first=self.second, second=self.first, newer=newer)


def disagreement(older: Side, newer: Side, similarity: float | None = None) -> Disagreement | None:
    """Return why two statements disagree, or None. `older` was said first, if one was.

    `similarity` is the cosine of their embeddings, where there are any. What only may be a disagreement, and
    takes a model or a person to tell, is none here: see `may_disagree`.
    """
    likely = _likely(older, newer, similarity)
    return likely if likely is not None and likely.sure else None


def may_disagree(older: Side, newer: Side, similarity: float | None) -> bool:
    """Say whether two statements may disagree, where words alone are too weak a reason to say so."""
    likely = _likely(older, newer, similarity)
    return likely is not None and not likely.sure


def in_one_difference(
    older: Side,
    newer: Side,
    comparison: Comparison,
    difference: Differing,
    why: str,
    confidence: float,
    *,
    value: bool = False,
) -> Disagreement | None:
    """Return that two statements disagree in one stretch of each; None where each holds for its own time.

    It is for what the two do not tell by themselves, but in their store: `rival`, `other_value`.
    """
    evidence = (difference,)
    if of_other_times(older, newer, comparison, evidence):
        return None
    return Disagreement(False, why, round(confidence, 2), *_both_spans(evidence), "", comparison, value=value)


def _likely(older: Side, newer: Side, similarity: float | None) -> Disagreement | None:
    """Return in what two statements are at odds, however sure that is; None where they are not.

    Either the newer only says that the other is over, or one overtakes the other, in a clause or as a whole.
    """
    if shows_code(older.text) or shows_code(newer.text):
        return None
    view = opinion(older.text, newer.text, similarity)
    overtaken = view.relation is Relation.OVERTAKEN
    if not overtaken and not _may_end(older, newer, similarity):
        return None
    again = restated(older.text, newer.text)
    if again is None and of_two_names(older.text, newer.text):
        return None
    pair = _Pair(older, newer, _stretch(older.text, view.left), _stretch(newer.text, view.right))
    if pair.ends:
        return Disagreement(True, "the newer says that this is over", _OVER, (), (), "", pair.comparison)
    if not overtaken:
        return None
    if again is not None:
        return _of_clauses(pair, again, view.overtaken)
    return _of_statements(pair, view, similarity)


@dataclass(frozen=True)
class _Pair:
    """Two statements, and what of each is looked at."""

    older: Side
    newer: Side
    left: Piece
    right: Piece

    @cached_property
    def comparison(self) -> Comparison:
        """What the two have in common, and in what they differ."""
        return compare(self.left.text, self.right.text)

    @property
    def ends(self) -> bool:
        """Whether the newer one only says that the older one is over."""
        shown = states_nothing(self.left.text) or states_nothing(self.right.text)
        return not shown and says_it_is_over(self.left.text, self.right.text)

    def hold_for_other_times(self, evidence: Sequence[Differing]) -> bool:
        """Say whether each holds for its own time."""
        return of_other_times(self.older, self.newer, self.comparison, evidence)


def _may_end(older: Side, newer: Side, similarity: float | None) -> bool:
    """Say whether a statement may say that another is over, whatever its other words are."""
    return not is_long(older.text, newer.text) and not is_far(similarity) and ends(newer.text)


def _of_clauses(pair: _Pair, again: Restated, confidence: float) -> Disagreement | None:
    """Return the disagreement of two clauses, whatever else the statements say."""
    if pair.hold_for_other_times(again.evidence):
        return None
    first, second = _both_spans(again.evidence)
    return Disagreement(
        over=False,
        why=reason(again.why, (pair.older.text, first), (pair.newer.text, second)),
        confidence=round(confidence, 2),
        first=first,
        second=second,
        newer="",
        comparison=pair.comparison,
        value=True,
        states=_tells_figures(again.evidence),
        partly=again.partly,
    )


def _of_statements(pair: _Pair, view: Opinion, similarity: float | None) -> Disagreement | None:
    """Return the disagreement of two statements as a whole; None where they only look so."""
    left, right, comparison = pair.left, pair.right, pair.comparison
    if only_looks_so(comparison):
        return None
    clash = contradicts(left.text, right.text)
    if clash is None and not (comparison.findings or comparison.only_left or comparison.only_right):
        return None  # nothing that says something differs
    if groundless(left.text, right.text, clash) or (clash is None and _denies_more(comparison)):
        return None
    if (clash is None or clash.kind is Difference.WORDING) and _only_says_more(left, right, similarity):
        return None
    evidence = clash.evidence if clash else tuple(f for f in comparison.findings if f.left or f.right)
    if pair.hold_for_other_times(evidence):
        return None
    first, second = _both_spans(evidence, (left.start, right.start))
    progress = bool(STATE.search(left.text) and STATE.search(right.text))
    return Disagreement(
        over=False,
        why=reason(clash.why, (pair.older.text, first), (pair.newer.text, second)) if clash else _UNSAID,
        confidence=round(view.overtaken, 2),
        first=first,
        second=second,
        newer=clash.newer if clash else "",
        comparison=comparison,
        value=bool(clash) and any(f.kind in _VALUES and f.left and f.right for f in evidence),
        states=progress or _tells_figures(evidence),
        progress=progress,
        listed=view.labelled,
    )


def _tells_figures(evidence: Sequence[Differing]) -> bool:
    return not _FIGURES.isdisjoint(finding.kind for finding in evidence)


def _stretch(text: str, of_long: tuple[int, int] | None) -> Piece:
    """Return the statement of a text that is looked at, without a label or a request to remember it."""
    start, end = of_long or (0, len(text))
    lead = _LEAD.match(text, start)
    return Piece(lead.end() if lead else start, text[lead.end() if lead else start : end])


def _denies_more(comparison: Comparison) -> bool:
    """Say whether all that differs is what one says besides, and denies: `; no tabs in headers`."""
    if comparison.only_left and comparison.only_right:
        return False
    return Difference.NEGATION in comparison.kinds


def _only_says_more(left: Piece, right: Piece, similarity: float | None) -> bool:
    """Say whether two statements are not at odds once each is left without clauses of its own."""
    bare = without_own(left.text, right.text), without_own(right.text, left.text)
    if bare == (left.text, right.text):
        return False
    return opinion(*bare, similarity).relation is not Relation.OVERTAKEN


def _both_spans(evidence: Sequence[Differing], starts: tuple[int, int] = (0, 0)) -> tuple[Spans, Spans]:
    """Return the words that differ, of both; `starts` is where what was looked at begins in their texts."""
    left = [span for finding in evidence for span in finding.left]
    right = [span for finding in evidence for span in finding.right]
    return _moved(left, starts[0]), _moved(right, starts[1])


def _moved(spans: Sequence[Span], start: int) -> Spans:
    return tuple((span.start + start, span.end + start) for span in spans)


def of_other_times(older: Side, newer: Side, comparison: Comparison, evidence: Sequence[Differing]) -> bool:
    """Say whether each of two statements holds for its own time."""
    if _is_deed(comparison.left.text) and _is_deed(comparison.right.text):
        return True
    kinds = {finding.kind for finding in evidence}
    if Difference.NEGATION in kinds and _fixed(comparison):
        return True
    if all(_AS_OF.search(statement.text) for statement in (comparison.left, comparison.right)):
        return True
    more = len(kinds) > 1 or (comparison.only_left and comparison.only_right)
    dated = more and _dates_itself(evidence, comparison)
    if dated and not announces_change(newer.text) and not _denied(comparison):
        return True
    if _is_event(older, comparison.left) and _is_event(newer, comparison.right):
        return not _dates(comparison.left) & _dates(comparison.right)
    return False


def _dates_itself(evidence: Sequence[Differing], comparison: Comparison) -> bool:
    """Say whether a day tells when one of the two holds, and not from when on: `since June`.

    A time of day is no day.
    """
    return any(
        not CLOCK.match(statement.text, span.start) and not _SINCE.search(statement.text, 0, span.start)
        for finding in evidence
        if finding.kind is Difference.DATE
        for statement, spans in ((comparison.left, finding.left), (comparison.right, finding.right))
        for span in spans
    )


def _denied(comparison: Comparison) -> bool:
    """Say whether a whole sentence of the one denies what the other says: `Never deploy on Fridays; …`."""
    return _denies(comparison.left, comparison.right) or _denies(comparison.right, comparison.left)


def _denies(statement: Statement, other: Statement) -> bool:
    if any(token.negation for token in other.tokens):
        return False
    others = {word_id(token) for token in other.tokens}
    for token in statement.tokens:
        if token.negation:
            start, end = between(statement.text, token.start, token.end, _ENDINGS)
            about = [t for t in statement.tokens if start <= t.start and t.end <= end and tells(t)]
            if len(about) > 1 and others.issuperset(map(word_id, about)):
                return True
    return False


def _is_deed(text: str) -> bool:
    """Say whether a text is a note of what was done, under whatever heading."""
    return bool(_PAST.match(text, label_end(text)))


def _fixed(comparison: Comparison) -> bool:
    """Say whether one tells what was done, and the other that it had not been done before."""
    left, right = comparison.left.text, comparison.right.text
    return any(_is_deed(one) and _WAS_NOT.search(other) for one, other in ((left, right), (right, left)))


def _is_event(side: Side, statement: Statement) -> bool:
    """Say whether a memory tells what happened, not how something is."""
    if side.type is not MemoryType.EPISODIC:
        return False
    words = {token.text.lower() for token in statement.tokens}
    return bool(_dates(statement)) or words.isdisjoint(_STATES) or any(w.endswith("ed") for w in words)


_STATES = frozenset(_LISTS["states"].words)
"""Words by which a statement says how something is, whatever type it was given."""


def _dates(statement: Statement) -> frozenset[str]:
    return frozenset(token.key for token in statement.of(Kind.DATE))
