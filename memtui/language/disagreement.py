"""Whether two statements that someone keeps disagree, and which words say so.

How likely they cannot both hold is said by `relation`, which was learned from pairs that people judged. This
module knows what no score can tell, the things that look like disagreements and are none:

* what happened at different times: "deployed 1.2 on Monday", "deployed 1.3 on Tuesday". Two events disagree
  only when they are of one stated date, and two notes of what was done ("Fixed …", "Added …") never;
* statements that carry different dates and differ in something else too: each holds for its own date. So a
  conflict that was settled by keeping both with their dates does not come back. What is so *since* a date is
  so today, and a sentence that denies just what the other says denies it on whatever date;
* relations of a graph: "OrderStore updates OrderView", "OrderStore updates Ledger". One thing may do the same
  to several;
* a no that leaves open, or only sets something apart that the other has not chosen: "not only", "not sure",
  "Vite and not Webpack".

A disagreement is one of *states* when the newer one tells where the same thing stands by now: another figure,
version, date or state of it. Those follow each other, and the newest is the one that holds.

Called by the review pass about stored memories, and by consolidation about a new statement and what is known,
so that both raise the same disagreements.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.domain.memory import MemoryType
from memtui.language import lexicon, subject
from memtui.language.contradiction import (
    announces_change,
    contradicts,
    coverage,
    ends,
    labelled_apart,
    same_subject,
)
from memtui.language.cutting import Piece, between
from memtui.language.difference import Comparison, Difference, compare
from memtui.language.difference import Finding as Differing
from memtui.language.grounds import groundless, of_two_names, shows_code, states_nothing
from memtui.language.measures import STATE
from memtui.language.naming_values import CLOCK, reason
from memtui.language.new_state import not_yet, of_other_environments
from memtui.language.own_clauses import without_own
from memtui.language.relation import Relation, is_far, is_long, opinion
from memtui.language.restated import Restated, restated
from memtui.language.side import label_end, tells, without_labels, word_id
from memtui.language.statement import Kind, Statement
from memtui.language.stems import stem
from memtui.phrases import lists_in, phrases_in

Spans = tuple[tuple[int, int], ...]
"""Stretches of a text, in characters, start and end."""

_ENDED_COVERED = 0.4
"""The share of a memory's words that another must hold to be read as saying that it is over."""
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="disagreement")
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_LEAD = _PHRASES["lead"].pattern
"""Opening words that only ask to keep what follows."""
_PAST = _PHRASES["past"].pattern
"""How a note of what was done begins: `Fixed …`, `Successfully migrated …`."""
_ASIDE = _PHRASES["aside"].pattern
"""Words after which a statement only says which things it means, when, or why."""
_NEAR = 80
"""Letters before the words of an end in which those are looked for."""
_PASSIVE = _PHRASES["passive"].pattern
"""How words begin that say what was done to something: what it was done to stands before."""
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
_OPEN = _PHRASES["open"].pattern
"""A negation that denies nothing of the statement."""
_ENDINGS = (".", "!", ";")
"""Signs between two sentences."""
_LONGEST_RELATION = 160
"""Characters of `A uses B`; longer texts say more than one relation."""
_RELATION = re.compile(r"(?:[A-Z][\w./-]*\s){1,5}(?P<verb>[a-z]+)(?:\s[a-z]+){0,3}(?:\s[A-Z][\w./-]*){1,5}")
"""A name, what it does, and another name, with no full stop."""


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
    opinion = _disagreement(older, newer, similarity)
    return opinion if opinion is not None and opinion.sure else None


def may_disagree(older: Side, newer: Side, similarity: float | None) -> bool:
    """Say whether two statements may disagree, where words alone are too weak a reason to say so."""
    opinion = _disagreement(older, newer, similarity)
    return opinion is not None and not opinion.sure


def _disagreement(older: Side, newer: Side, similarity: float | None) -> Disagreement | None:
    if shows_code(older.text) or shows_code(newer.text):
        return None
    opinion_of_two = opinion(older.text, newer.text, similarity)
    if opinion_of_two.relation is not Relation.OVERTAKEN and (
        is_long(older.text, newer.text) or is_far(similarity) or not ends(newer.text)
    ):
        return None
    again = restated(older.text, newer.text)
    if again is None and of_two_names(older.text, newer.text):
        return None
    left, right = _stretch(older.text, opinion_of_two.left), _stretch(newer.text, opinion_of_two.right)
    comparison = compare(left.text, right.text)
    shown = states_nothing(left.text) or states_nothing(right.text)
    if not shown and _over(compare(*without_labels(left.text, right.text))):
        return Disagreement(True, "the newer says that this is over", _OVER, (), (), "", comparison)
    if opinion_of_two.relation is not Relation.OVERTAKEN:
        return None
    if again is not None:
        if of_other_times(older, newer, comparison, again.evidence):
            return None
        return _of_clauses(older.text, newer.text, again, comparison, opinion_of_two.overtaken)
    if only_looks_so(comparison):
        return None
    clash = contradicts(left.text, right.text)
    if groundless(left.text, right.text, clash) or (clash is None and _denies_more(comparison)):
        return None
    if (clash is None or clash.kind is Difference.WORDING) and _only_says_more(left, right, similarity):
        return None
    evidence = clash.evidence if clash else tuple(f for f in comparison.findings if f.left or f.right)
    if of_other_times(older, newer, comparison, evidence):
        return None
    first, second = _spans(evidence, left.start, left=True), _spans(evidence, right.start, left=False)
    progress = bool(STATE.search(left.text) and STATE.search(right.text))
    return Disagreement(
        False,
        reason(clash.why, (older.text, first), (newer.text, second)) if clash else _UNSAID,
        round(opinion_of_two.overtaken, 2),
        first,
        second,
        clash.newer if clash else "",
        comparison,
        bool(clash) and any(f.kind in _VALUES and f.left and f.right for f in evidence),
        progress or not _FIGURES.isdisjoint(finding.kind for finding in evidence),
        progress,
        opinion_of_two.labelled,
    )


def _of_clauses(
    left: str, right: str, again: Restated, comparison: Comparison, confidence: float
) -> Disagreement:
    """Return the disagreement of two clauses, whatever else the statements say."""
    first, second = (_spans(again.evidence, 0, left=left) for left in (True, False))
    states = not _FIGURES.isdisjoint(finding.kind for finding in again.evidence)
    why = reason(again.why, (left, first), (right, second))
    result = Disagreement(
        False, why, round(confidence, 2), first, second, "", comparison, value=True, states=states
    )
    return replace(result, partly=again.partly)


def _stretch(text: str, of_long: tuple[int, int] | None) -> Piece:
    """Return the statement of a text that is looked at, without a label or a request to remember it."""
    start, end = of_long or (0, len(text))
    lead = _LEAD.match(text, start)
    return Piece(lead.end() if lead else start, text[lead.end() if lead else start : end])


def only_looks_so(comparison: Comparison) -> bool:
    """Say whether two statements agree, whatever differs in their words."""
    left, right = comparison.left.text, comparison.right.text
    if _is_relation(left) and _is_relation(right):
        return True
    if subject.of_other_things(comparison) or labelled_apart(comparison):
        return True
    if not_yet(left, right) or of_other_environments(left, right):
        return True
    if _of_other_labels(comparison) or _says_it_too(left, right):
        return True
    apart = (
        subject.of_other_steps,
        subject.of_other_quantities,
        subject.shares_apart,
        subject.counts_a_part,
        subject.opens_apart,
        subject.of_a_part,
        subject.of_several_releases,
    )
    if any(explains(comparison) for explains in apart):
        return True
    if not comparison.kinds.isdisjoint({Difference.CHOICE, Difference.ORDER}):
        return False
    denied = tuple(f for f in comparison.findings if f.kind is Difference.NEGATION)
    return bool(denied) and (subject.only_aside(comparison, denied) or any(map(_OPEN.search, (left, right))))


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


def _of_other_labels(comparison: Comparison) -> bool:
    """Say whether two labels say the same of two things: `Api: set by file`, `Worker: set by file`.

    Labels that are each other's opposite say something themselves: `Pets I like: cats`.
    """
    left, right = (text[label_end(text) :] for text in (comparison.left.text, comparison.right.text))
    if left != right or comparison.left.text == comparison.right.text:
        return False
    return comparison.kinds.isdisjoint({Difference.OPPOSITE, Difference.NEGATION})


def _says_it_too(left: str, right: str) -> bool:
    """Say whether all that one says is a sentence of the other, word for word, labels aside."""
    bodies = (text[label_end(text) :].strip().rstrip(".!") for text in (left, right))
    shorter, longer = sorted(bodies, key=len)
    place = longer.find(shorter)
    if not shorter or place < 0 or shorter == longer:
        return False
    before, behind = longer[:place].rstrip(), longer[place + len(shorter) :]
    return before[-1:] in ("", *_ENDINGS) and behind[:1] in ("", *_ENDINGS)


def _is_relation(text: str) -> bool:
    """Say whether a text is an edge of a graph, as they are written out: `Orders uses Ledger Store`."""
    match = _RELATION.fullmatch(text.strip()) if len(text) <= _LONGEST_RELATION else None
    return match is not None and stem(match["verb"]) in lexicon.RELATING


def _spans(evidence: Sequence[Differing], skipped: int, *, left: bool) -> Spans:
    spans = [span for finding in evidence for span in (finding.left if left else finding.right)]
    return tuple((span.start + skipped, span.end + skipped) for span in spans)


def _over(comparison: Comparison) -> bool:
    """Say whether the right one only says that what the left one says has ended.

    They come without a heading over both: much that stands under one has nothing to do with each other.
    """
    left, right = comparison.left.text, comparison.right.text
    return (
        ends(right)
        and not _ends_aside(right)
        and not ends(left)
        and not _end_is_known(comparison)
        and same_subject(comparison)
        and _names_what_ended(comparison)
        and coverage(comparison) >= _ENDED_COVERED
    )


def _ends_aside(text: str) -> bool:
    """Say whether the end of something is only told aside: `the time before a client is removed`."""
    match = lexicon.ENDS.search(text)
    return match is not None and bool(_ASIDE.search(text, max(match.start() - _NEAR, 0), match.start()))


def _end_is_known(comparison: Comparison) -> bool:
    """Say whether the left one has the word that tells of an end in the right one: both know of it."""
    match = lexicon.ENDS.search(comparison.right.text)
    if match is None:
        return False
    ending = [t.key for t in comparison.right.tokens if match.start() <= t.start < match.end()]
    return bool(ending) and ending[-1] in {t.key for t in comparison.left.tokens}


def _names_what_ended(comparison: Comparison) -> bool:
    """Say whether the left one has the names and the last word before `was removed` in the right one."""
    match = lexicon.ENDS.search(comparison.right.text)
    if match is None or not _PASSIVE.match(match.group()):
        return True
    before = [t for t in comparison.right.tokens if tells(t) and t.end <= match.start()]
    named = {word_id(t) for t in (*(t for t in before if t.kind is Kind.NAME), *before[-1:])}
    return named <= {word_id(t) for t in comparison.left.tokens}


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
