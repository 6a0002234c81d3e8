"""Whether two statements that someone keeps disagree, as far as rules can tell.

`contradiction` looks at what differs. Between statements that both were kept, more is needed: they have to
speak of the same thing, closely, and of the same time. The review pass asks it about stored memories, and
consolidation about a new statement and what is known, so that both raise the same disagreements.

Some things look like disagreements and are none:

* what happened at different times: "deployed 1.2 on Monday", "deployed 1.3 on Tuesday". Two events disagree
  only when they are of one stated date, and two notes of what was done ("Fixed …", "Added …") never;
* statements that carry different dates and differ in something else too: each holds for its own date. So a
  conflict that was settled by keeping both with their dates does not come back;
* statements under different labels, as in `Atlas: …` and `Borealis: …`.
"""

import re
from dataclasses import dataclass

from memtui.capture import subject
from memtui.capture.contradiction import (
    Contradiction,
    announces_change,
    contradicts,
    coverage,
    ends,
    same_subject,
)
from memtui.domain.memory import MemoryType
from memtui.language import lexicon
from memtui.language.difference import Comparison, Difference, compare
from memtui.language.difference import Finding as Differing
from memtui.language.statement import Kind, Statement

Spans = tuple[tuple[int, int], ...]
"""Stretches of a text, in characters, start and end."""

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
    r"\b(?:that|which|who|unused|because|since)(?:\s+\w+){0,3}?(?:\s+(?:is|are|was|were))?\s+no longer\b",
    re.IGNORECASE,
)
"""What is over only says which things are meant, or why."""
_WAS_NOT = re.compile(r"\b(?:was|were|did|had|could)(?:n['’]t| not)\b", re.IGNORECASE)
_AS_OF = re.compile(r"\bas of \d{4}-", re.IGNORECASE)
"""What keeping both with their dates writes into each."""
_OVER = 0.7


@dataclass(frozen=True, slots=True)
class Said:
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

    def turned(self) -> "Disagreement | None":
        """Return the same with the two the other way round; None when it only holds this way."""
        if self.over:
            return None
        newer = {"left": "right", "right": "left"}.get(self.newer, "")
        return Disagreement(
            self.over, self.why, self.confidence, self.second, self.first, newer, self.comparison
        )


def disagreement(older: Said, newer: Said) -> Disagreement | None:
    """Return why two statements disagree, or None. `older` was said first, if one was."""
    said = _without_label(older.text, newer.text)
    if said is None:
        return None
    left, right, skipped = said
    comparison = compare(left, right)
    if _over(comparison):
        return Disagreement(True, "the newer says that this is over", _OVER, (), (), "", comparison)
    found = contradicts(left, right)
    if found is None or not _closely(comparison, found):
        return None
    if _of_other_times(older, newer, comparison, found):
        return None
    return Disagreement(
        False,
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
    if not subject.says_of_it(comparison):
        return False
    if found.kind in _STRONG:
        return True
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


def _of_other_times(older: Said, newer: Said, comparison: Comparison, found: Contradiction) -> bool:
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


def _is_event(said: Said, statement: Statement) -> bool:
    """Say whether a memory tells what happened, not how something is."""
    if said.type is not MemoryType.EPISODIC:
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
    return frozenset(token.key for token in statement.of(Kind.DATE))
