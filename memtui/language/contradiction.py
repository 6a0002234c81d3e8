"""Whether two statements cannot both hold, found by rules, without a model.

Two statements disagree when they speak of the same thing and say something else of it. So both have to
be found: enough of the older statement's words in the newer one, not counting the names it begins with
(a dozen unrelated facts begin with the same person), and evidence that something is different: a
negation, opposites, another number, date, version, name or path in the same frame, or other words where
the rest is the same. A statement whose subject is another thing contradicts nothing.

Called by consolidation for new facts, and by the review pass for stored memories.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from pathlib import Path

from memtui.language import lexicon
from memtui.language.bearing import bears, superseded
from memtui.language.difference import GRAVE, Comparison, Difference, Finding, compare
from memtui.language.naming_values import DIFFERENT_NAMES, DIFFERENT_NUMBERS
from memtui.language.statement import Kind, Statement, Token
from memtui.phrases import lists_in, phrases_in

_COVERED = 0.4
"""The share of the older statement's words that the newer must hold where the evidence is a grave difference.
"""
_COVERED_IN_OTHER_WORDS = 0.5
"""The same where only other words are the evidence: of what is said anew less can be shared."""
_ALWAYS_EVIDENCE = frozenset(
    {
        Difference.CHOICE,
        Difference.NEGATION,
        Difference.OPPOSITE,
        Difference.ORDER,
        Difference.QUANTITY,
        Difference.ROLE,
        Difference.UNIT,
    }
)
_OF_ANYTHING = frozenset(
    {
        Difference.CHOICE,
        Difference.NEGATION,
        Difference.OPPOSITE,
        Difference.ORDER,
        Difference.QUANTITY,
    }
)
"""Evidence even between statements about nobody in particular, such as "a man sleeps"."""
_FIGURES = frozenset({Kind.NUMBER, Kind.DATE, Kind.VERSION, Kind.PATH})
_VALUES = frozenset({Difference.NUMBER, Difference.VERSION, Difference.DATE})
_SURE = 0.85
_LIKELY = 0.65
_POSSIBLE = 0.5
"""Where the certainty of a contradiction begins: with evidence that always counts, with other evidence, and
where only the words are others.
"""
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="contradiction")
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_ADVERBS = frozenset(_LISTS["adverbs"].words)
_PREDICATE = _PHRASES["predicate"].pattern
_BEFORE_NAMES = frozenset(_LISTS["before_names"].words)
_LONGEST = 80
"""Content words. A longer text says many things, so a difference somewhere proves nothing."""
_TAIL = 4
"""The most words that may differ at the end of two statements which begin alike."""
_CLAUSES = _PHRASES["clauses"].pattern
_ARTICLES = frozenset(_LISTS["articles"].words)
_WORDS = {
    Difference.CHOICE: "one chooses what the other turns down",
    Difference.NEGATION: "one says no where the other says yes",
    Difference.OPPOSITE: "they use opposite words",
    Difference.ORDER: "they say it the other way round",
    Difference.QUANTITY: "they differ in how many are meant",
    Difference.ROLE: "they swap who does it and whom it is done to",
    Difference.UNIT: "they give the same figure in different units",
    Difference.NUMBER: DIFFERENT_NUMBERS,
    Difference.DATE: "they give different dates",
    Difference.VERSION: "they give different versions",
    Difference.PATH: "they give different paths",
    Difference.NAME: DIFFERENT_NAMES,
    Difference.WORDING: "they say different things of the same subject",
}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why two statements cannot both hold."""

    kind: Difference
    why: str
    """A clause that follows "these disagree:"."""
    confidence: float
    """0…1. A different value is weaker evidence than a negation: both may be true of different times."""
    evidence: tuple[Finding, ...]
    """The words that disagree, for highlighting."""
    newer: str
    """`left` or `right` when the statements' own dates or versions tell which is the newer; else empty."""


def contradicts(left: str, right: str) -> Contradiction | None:
    """Return why two statements cannot both hold, or None. `left` is the older one, if one is."""
    return contradiction_in(compare(left, right))


def contradiction_in(comparison: Comparison) -> Contradiction | None:
    """Return what `contradicts` does, of two statements that were compared."""
    if max(len(comparison.left.content), len(comparison.right.content)) > _LONGEST or labelled_apart(
        comparison
    ):
        return None
    evidence = _evidence(comparison)
    if not evidence or _other_subject(comparison, evidence):
        return None
    kind = min((finding.kind for finding in evidence), key=list(_WORDS).index)
    if kind not in _OF_ANYTHING and (_indefinite(comparison.left) or _indefinite(comparison.right)):
        return None
    if kind is Difference.WORDING and not _same_frame(comparison):
        return None
    needed = _COVERED_IN_OTHER_WORDS if kind is Difference.WORDING else _COVERED
    covered = coverage(comparison)
    if covered < needed:
        return None
    if kind in (Difference.WORDING, Difference.NAME) and _many_valued(comparison):
        return None
    base = _SURE if kind in _ALWAYS_EVIDENCE else _POSSIBLE if kind is Difference.WORDING else _LIKELY
    return Contradiction(
        kind, _WORDS[kind], round(base * (0.5 + covered / 2), 2), evidence, _newer(comparison)
    )


@lru_cache(maxsize=4096)
def ends(text: str) -> bool:
    """Say whether a statement only says that something is over: ended, and nothing came in its place."""
    return bool(lexicon.ENDS.search(text)) and not lexicon.SUCCEEDS.search(text)


@lru_cache(maxsize=4096)
def announces_change(text: str) -> bool:
    """Say whether a statement says of itself that it replaces what held before."""
    return bool(lexicon.CHANGES.search(text))


def coverage(comparison: Comparison) -> float:
    """Return how much of the left statement is in the right one, leaving out the names it begins with."""
    subjects = _subjects(comparison)
    shared = sum(m.left not in subjects and m.right not in subjects for m in comparison.matches)
    shared += sum(t.kind in _FIGURES and t.key in comparison.right.keys for t in comparison.left.tokens)
    own = 0
    end = -2
    for token in comparison.only_left:
        if token not in subjects and not (token.kind is Kind.NAME and token.start <= end + 1):
            own += 1  # a name of several words counts once
        end = token.end
    if not own and not shared:
        return float(bool(comparison.matches))  # a name and a figure, nothing else
    return shared / (shared + own)


def same_subject(comparison: Comparison) -> bool:
    """Say whether the first word of one of the two occurs in the other."""
    first = _first_words(comparison)
    return first is None or not all(first)


def _first_words(comparison: Comparison) -> tuple[bool, bool] | None:
    """Return for each side whether its first word is missing in the other; None when a side has no words."""
    left, right = comparison.left.content, comparison.right.content
    if not left or not right:
        return None
    return left[0] in comparison.only_left, right[0] in comparison.only_right


def _evidence(comparison: Comparison) -> tuple[Finding, ...]:
    """Return the differences that speak against both being true; to say more is no such difference."""
    subjects = _subjects(comparison)
    findings = [
        f
        for f in comparison.findings
        if (f.kind in _ALWAYS_EVIDENCE and bears(f, comparison, subjects))
        or (f.kind in GRAVE and f.kind not in _ALWAYS_EVIDENCE and f.left and f.right)
    ]
    if not findings and announces_change(comparison.right.text):
        findings = superseded(comparison)
    if findings:
        return tuple(findings)
    return tuple(f for f in comparison.findings if f.kind is Difference.WORDING and f.left and f.right)


def _subjects(comparison: Comparison) -> frozenset[Token]:
    """Return the names that either statement begins with."""
    return _leading_names(comparison.left) | _leading_names(comparison.right)


def _leading_names(statement: Statement) -> frozenset[Token]:
    """Return the names a statement begins with, such as both in "Ada and Bo met"."""
    names = set()
    for token in statement.tokens:
        if token.kind is Kind.NAME or (not token.start and _named(statement)):
            names.add(token)
        elif token.text.lower() not in _BEFORE_NAMES:
            break
    return frozenset(names)


def _named(statement: Statement) -> bool:
    """Say whether the first word, whose capital says nothing, is used like a name.

    A name is followed by what it has or does; an instruction ("Use tabs") begins with a verb.
    """
    first = statement.tokens[0]
    if first.kind is not Kind.WORD or first.small or first.negation or not first.text[0].isupper():
        return False
    if first.text.lower().endswith(("'s", "’s")):
        return True
    second = next((t for t in statement.tokens[1:] if t.text.lower() not in _ADVERBS), None)
    if second is None or second.kind is not Kind.WORD or first.key in lexicon.INSTRUCTIONS:
        return False
    return bool(_PREDICATE.match(second.text)) or second.negation


def _many_valued(comparison: Comparison) -> bool:
    """Say whether the shared verb can be true of several things: it stands first, or after the subject."""
    shared = sorted((m.left for m in comparison.matches), key=lambda token: token.start)
    plain = [token.key for token in shared if token.kind is Kind.WORD]
    return not lexicon.MANY_VALUED.isdisjoint(plain[:2])


def _same_frame(comparison: Comparison) -> bool:
    """Say whether two statements begin alike and end differently: one thing, another value of it.

    What is different has to be one stretch at the end, after the same small word.
    """
    lead = []
    for statement, own in (
        (comparison.left, comparison.only_left),
        (comparison.right, comparison.only_right),
    ):
        names = _leading_names(statement)
        content = [token for token in statement.content if token not in names]
        beginning = content[: 1 if names else 2]
        if not content or any(token in own for token in beginning):
            return False
        first = own[0].start
        if any(token not in own for token in content if token.start > first) or len(own) > _TAIL:
            return False
        if _CLAUSES.search(statement.text, first):
            return False
        before = [token for token in statement.tokens if token.start < first]
        lead.append(next((t.text.lower() for t in reversed(before) if t.text.lower() not in _ARTICLES), ""))
    return lead[0] == lead[1]


def _indefinite(statement: Statement) -> bool:
    first = statement.tokens[0]
    return first.text.lower() in lexicon.INDEFINITE or (first.kind is Kind.NUMBER and first.text.isalpha())


def _other_subject(comparison: Comparison, evidence: Sequence[Finding]) -> bool:
    """Say whether the two speak of different things: a first word of one does not occur in the other.

    Two names in that place may be the disagreement itself ("Ada leads it", "Bo leads it"), unless
    something else differs as well: another machine with another port is no contradiction.
    """
    first = _first_words(comparison)
    paths = comparison.left.of(Kind.PATH), comparison.right.of(Kind.PATH)
    kinds = {finding.kind for finding in evidence}
    if Difference.PATH in kinds and kinds & _VALUES and all(paths):
        return True
    if first is None or not any(first):
        return False
    if not first[0] and announces_change(comparison.right.text.partition(":")[0]):
        return False  # "We changed it: the port is now …"
    left, right = comparison.left.content, comparison.right.content
    if left[0].kind is Kind.NAME and right[0].kind is Kind.NAME:
        return bool(kinds - {Difference.NAME, Difference.NEGATION, Difference.QUANTITY, Difference.WORDING})
    return Difference.NEGATION not in kinds


def labelled_apart(comparison: Comparison) -> bool:
    """Say whether both give the same sort of thing another number: step 1 and step 2 are two steps."""
    left, right = _labels(comparison.left.text), _labels(comparison.right.text)
    return any(sort in right and right[sort].isdisjoint(numbers) for sort, numbers in left.items())


@lru_cache(maxsize=4096)
def _labels(text: str) -> Mapping[str, set[str]]:
    labels: dict[str, set[str]] = {}
    for label in lexicon.NUMBERED.finditer(text):
        labels.setdefault(label["sort"].lower().rstrip("s") if label["sort"] else "#", set()).add(
            label["number"]
        )
    return labels


def _newer(comparison: Comparison) -> str:
    """Tell which side is newer by the only version, or the only full date, that each side gives."""
    for kind in (Kind.VERSION, Kind.DATE):
        left, right = comparison.left.of(kind), comparison.right.of(kind)
        if len(left) == len(right) == 1 and left[0].key != right[0].key:
            first, second = _ordered(left[0].key), _ordered(right[0].key)
            if first and second and len(first) == len(second):
                return "right" if second > first else "left"
    return ""


def _ordered(key: str) -> list[Decimal]:
    """Return the figures of a version or ISO date, or nothing when there is a word in it."""
    try:
        return [Decimal(part) for part in re.split(r"[.-]", key)]
    except InvalidOperation:
        return []
