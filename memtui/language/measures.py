"""What two statements have in common and in what they differ, in figures for `relation`.

Each figure says something a person would point at: how much of the one is in the other, what differs and
where it stands, whether numbers belong to the same nouns, who comes first. None of them decides anything.

Both are measured, the whole of a statement and what stands after its label (see `side`). The figures are the
same whichever of the two comes first: which was written first is seldom known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache
from math import fsum, log1p
from pathlib import Path

from memtui.language import lexicon
from memtui.language.contradiction import announces_change, contradiction_in, coverage, ends
from memtui.language.difference import Comparison, Difference, compare
from memtui.language.side import Side, Words, side, tells, without_labels, word_id
from memtui.language.statement import Statement
from memtui.phrases import lists_in, phrases_in

NAMES = (
    # how much is the same
    "shared",
    "shared of the shorter",
    "shared of the longer",
    "weight shared",
    "weight shared of the shorter",
    "weight shared of the longer",
    "weight shared after the label",
    "weight shared after the label, of the shorter",
    "weight that only one has",
    "weight that the other has",
    "shared after the label",
    "shared after the label, of the shorter",
    "shared after the label, of the longer",
    "letters shared",
    "letters of the shorter shared",
    "neighbours shared",
    "neighbours of the shorter shared",
    "meaning alike",
    "words matched by a synonym",
    "words together",
    "rare words shared",
    "names shared",
    "figures shared",
    # how long
    "words of the shorter",
    "words of the longer",
    "length alike",
    "figures and names of the one with fewer",
    "figures and names of the one with more",
    "marks of the one with fewer",
    "marks of the one with more",
    "whole sentences",
    # what differs, and where it stands
    "own words of the one with fewer",
    "own words of the one with more",
    "begins alike",
    "ends alike",
    "runs alike",
    "words replaced",
    "stretches replaced",
    "stretches that only one has",
    "one replaced at the end",
    "own rare words of the one with fewer",
    "own rare words of the one with more",
    "small words that only one has",
    "places that only one has",
    "own small words of the one with fewer",
    # differences by kind
    "numbers differ",
    "numbers on one side",
    "numbers of other nouns",
    "dates differ",
    "dates on one side",
    "versions differ",
    "paths differ",
    "paths on one side",
    "names differ",
    "names on one side",
    "negation",
    "negation anywhere",
    "opposites",
    "opposites anywhere",
    "quantities",
    "roles",
    "units",
    "scale differs",
    # what they are about
    "labels",
    "labels alike",
    "same label",
    "first word the same",
    "last word the same",
    "nobody in particular",
    "question",
    "covered",
    # rules that look closely
    "disagree by rule",
    "same by rule",
    # time
    "says that it changed",
    "says that it is over",
    "states told by the one with fewer",
    "states told by the one with more",
    "both tell what was done",
)
"""The figures, in the order of `measured`."""

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="measures")
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_PLACES = frozenset(_LISTS["places"].words)
"""Small words that say where or when."""
STATE = _PHRASES["state"].pattern
"""Words by which a statement says how far something is."""
_PAST = _PHRASES["past"].pattern
_LEAST_SHARED, _LEAST_SHARED_OF_SHORTER = 0.2, 0.35
"""With less in common than both of these, hardly a pair was ever the same or at odds."""

Rarity = Mapping[str, float]
"""How much common words count, 0…1; all others count 1."""


def in_order(one: str, other: str) -> tuple[str, str]:
    """Return two statements in the order in which they are compared, however they are given.

    What says of itself that something changed or is over comes second, and else the longer one.
    """
    first, second = sorted((one, other), key=lambda text: (_tells_a_change(text), len(text), text))
    return first, second


@lru_cache(maxsize=4096)
def _tells_a_change(text: str) -> bool:
    return announces_change(text) or ends(text)


def measured(one: str, other: str, rarity: Rarity, similarity: float | None = None) -> list[float]:
    """Return the figures for two statements, in the order of NAMES; the same for both orders of the two.

    `rarity` says how much each common word counts, 0…1, and `similarity` is the cosine of their embeddings,
    where there are any.
    """
    first, second = in_order(one, other)
    both = side(first), side(second)
    left, right = without_labels(first, second)
    comparison = compare(left, right)
    return [
        *_shares(*both, comparison, rarity, similarity),
        *_lengths(*both),
        *_places(*both, comparison),
        *_kinds(*both, comparison),
        *_subjects(*both, comparison),
        *_rules(comparison),
        *_times(left, right),
    ]


def alike_enough(one: str, other: str, rarity: Rarity) -> bool:
    """Say whether two statements share so much that they may be anything to each other: quickly told."""
    whole, shorter, _ = _weighed(side(one).all, side(other).all, rarity)
    return whole >= _LEAST_SHARED or shorter >= _LEAST_SHARED_OF_SHORTER


# -- how much is the same ------------------------------------------------------------------------------


def _shares(
    one: Side, other: Side, comparison: Comparison, rarity: Rarity, similarity: float | None
) -> list[float]:
    """Return what stands before the lengths in NAMES."""
    loose = sum(not match.exactly for match in comparison.matches)
    shared = one.all & other.all
    return [
        comparison.shared,
        *_overlaps(one.all, other.all),
        *_weighed(one.all, other.all, rarity),
        *_weighed(one.after, other.after, rarity)[:2],
        *_lacking(one, other, rarity),
        _jaccard(one.after, other.after),
        *_overlaps(one.after, other.after),
        _jaccard(one.letters, other.letters),
        _overlaps(one.letters, other.letters)[0],
        _jaccard(one.pairs, other.pairs),
        _overlaps(one.pairs, other.pairs)[0],
        _guessed(one, other) if similarity is None else similarity,
        loose / (len(comparison.matches) or 1),
        comparison.together,
        min(len(shared & (one.rare | other.rare)), 12),
        _jaccard(one.names, other.names),
        _jaccard(one.figures, other.figures),
    ]


def _guessed(one: Side, other: Side) -> float:
    """Return about what the cosine would be, where there are no embeddings: by the letters they share."""
    return 0.25 + 0.75 * _overlaps(one.letters, other.letters)[1]


def _jaccard(one: frozenset[object], other: frozenset[object]) -> float:
    union = len(one | other)
    return len(one & other) / union if union else 0.0


def _overlaps(one: frozenset[object], other: frozenset[object]) -> tuple[float, float]:
    """Return which share of the smaller is in the larger, and the other way round."""
    shared = len(one & other)
    small, large = sorted((len(one), len(other)))
    return shared / (small or 1), shared / (large or 1)


def _weight(words: Words, rarity: Rarity) -> float:
    """Return how much words count together: the same in whatever order a set gives them."""
    return fsum([rarity.get(word, 1.0) for word in words])


def _weighed(one: Words, other: Words, rarity: Rarity) -> tuple[float, float, float]:
    """Return three shares with words counted by how rare they are: of both, of the shorter, of the longer."""
    shared = _weight(one & other, rarity)
    small, large = sorted(_weight(side, rarity) for side in (one, other))
    return shared / (small + large - shared or 1), shared / (small or 1), shared / (large or 1)


def _lacking(one: Side, other: Side, rarity: Rarity) -> list[float]:
    """Return how much each says, after its label, that is nowhere in the other."""
    left, right = _weight(one.after - other.all, rarity), _weight(other.after - one.all, rarity)
    return [min(each, 12.0) for each in sorted((left, right))]


def _lengths(one: Side, other: Side) -> list[float]:
    small, large = sorted((len(one.sequence), len(other.sequence)))
    figures = sorted((one.dense, other.dense))
    marks = sorted((one.marks, other.marks))
    return [
        log1p(small),
        log1p(large),
        small / (large or 1),
        *figures,
        *marks,
        float(one.closed + other.closed),
    ]


# -- what differs, and where ---------------------------------------------------------------------------


def _places(one: Side, other: Side, comparison: Comparison) -> list[float]:
    own = sorted((len(comparison.only_left), len(comparison.only_right)))
    rare = sorted((len((one.rare & one.after) - other.all), len((other.rare & other.after) - one.all)))
    apart = one.small ^ other.small
    little = sorted((len(one.small - other.small), len(other.small - one.small)))
    return [
        *(min(count, 20) for count in own),
        *_aligned(one.sequence, other.sequence),
        *(min(count, 12) for count in rare),
        min(len(apart), 12),
        len(apart & _PLACES),
        min(little[0], 8),
    ]


def _aligned(one: Sequence[str], other: Sequence[str]) -> list[float]:
    """Return how two rows of words run alike, and what is another in the one than in the other."""
    shorter = min(len(one), len(other)) or 1
    codes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    same = sum(i2 - i1 for tag, i1, i2, _, _ in codes if tag == "equal")
    replaced = [code for code in codes if code[0] == "replace"]
    first = codes[0] if codes and codes[0][0] == "equal" else None
    last = codes[-1] if codes and codes[-1][0] == "equal" else None
    return [
        (first[2] - first[1]) / shorter if first else 0.0,
        (last[2] - last[1]) / shorter if last else 0.0,
        2 * same / (len(one) + len(other) or 1),
        min(sum(max(i2 - i1, j2 - j1) for _, i1, i2, j1, j2 in replaced), 20),
        min(len(replaced), 8),
        min(sum(code[0] in ("insert", "delete") for code in codes), 8),
        float(bool(codes) and codes[-1][0] == "replace" and len(codes) <= 2),
    ]


# -- differences by kind -------------------------------------------------------------------------------


def _kinds(one: Side, other: Side, comparison: Comparison) -> list[float]:
    from memtui.language.bearing import bears

    sides: dict[Difference, list[tuple[bool, bool]]] = {}
    borne: set[Difference] = set()
    for finding in comparison.findings:
        sides.setdefault(finding.kind, []).append((bool(finding.left), bool(finding.right)))
        if finding.kind in _BORNE and bears(finding, comparison):
            borne.add(finding.kind)

    def both(kind: Difference) -> float:
        return float(any(left and right for left, right in sides.get(kind, ())))

    def lone(kind: Difference) -> float:
        return float(any(left != right for left, right in sides.get(kind, ())))

    return [
        both(Difference.NUMBER),
        lone(Difference.NUMBER),
        float(one.numbers == other.numbers and bool(one.numbers) and one.numbered != other.numbered),
        both(Difference.DATE),
        lone(Difference.DATE),
        both(Difference.VERSION),
        both(Difference.PATH),
        lone(Difference.PATH),
        both(Difference.NAME),
        lone(Difference.NAME),
        float(Difference.NEGATION in borne),
        float(Difference.NEGATION in sides),
        float(Difference.OPPOSITE in borne),
        float(Difference.OPPOSITE in sides),
        float(Difference.QUANTITY in sides),
        float(Difference.ROLE in sides),
        float(Difference.UNIT in sides),
        float(one.scale != other.scale),
    ]


_BORNE = frozenset({Difference.NEGATION, Difference.OPPOSITE})


# -- what they are about, and when ---------------------------------------------------------------------


def _subjects(one: Side, other: Side, comparison: Comparison) -> list[float]:
    left, right = one.statement, other.statement
    first = [
        next((word_id(t) for t in s.statement.tokens if tells(t) and t.start >= s.start), "")
        for s in (one, other)
    ]
    last = [next((word_id(t) for t in reversed(s.tokens) if tells(t)), "") for s in (left, right)]
    return [
        float(bool(one.start)) + float(bool(other.start)),
        _jaccard(one.label, other.label),
        float(bool(one.start) and left.text[: one.start] == right.text[: other.start]),
        float(first[0] == first[1] != ""),
        float(last[0] == last[1] != ""),
        float(_indefinite(left)) + float(_indefinite(right)),
        float(left.text.rstrip().endswith("?")) + float(right.text.rstrip().endswith("?")),
        coverage(comparison),
    ]


def _indefinite(statement: Statement) -> bool:
    first = statement.tokens[:1]
    return bool(first) and first[0].text.lower() in lexicon.INDEFINITE


def _rules(comparison: Comparison) -> list[float]:
    """Return what the rules say of the words; of their order `relation.checked` sees to it."""
    findings = tuple(each for each in comparison.findings if each.kind is not Difference.ORDER)
    unordered = replace(comparison, findings=findings)
    contradiction = contradiction_in(unordered)
    return [contradiction.confidence if contradiction else 0.0, float(unordered.is_duplicate())]


def _times(left: str, right: str) -> list[float]:
    return [
        float(announces_change(left) or announces_change(right)),
        float(ends(left) or ends(right)),
        *sorted((_states(left), _states(right))),
        float(bool(_PAST.match(left) and _PAST.match(right))),
    ]


@lru_cache(maxsize=4096)
def _states(text: str) -> int:
    """Return how often a text says how far something is, up to four times."""
    return min(len(STATE.findall(text)), 4)
