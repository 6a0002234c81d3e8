"""What two statements of one store are to each other that each say it in words of their own.

"Loot tables live in Postgres, edited through the admin UI" and "You'll find the loot tables as YAML; there is
no database behind them" share two words. What tells is a sum of small things: that hardly another of
their store has those words, that what each says for itself is of one sort (`Postgres`, `YAML`: their vectors
are near), that one says `no` or `only` where the other does not, and what `relation` makes of the two. They
are weighed by trees that were learned from homes of notes written for this and from what people really keep
(`python -m training.other_words`); the card beside the model says how they do on homes they had not seen.

`relation`, `restated` and `other_value` come first; this looks at what they take for nothing.
"""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from memtui.domain.memory import MemoryType
from memtui.language.bounds import as_bounds
from memtui.language.contradiction import announces_change
from memtui.language.difference import Comparison, Difference, Finding, Span, compare
from memtui.language.disagreement import Disagreement, Side, in_one_difference
from memtui.language.grounds import states_nothing
from memtui.language.in_store import CODE
from memtui.language.likelihood import logit, shares
from memtui.language.looks_so import only_looks_so
from memtui.language.measures import in_order
from memtui.language.never_same import never_the_same
from memtui.language.other_value import different_values
from memtui.language.relation import opinion
from memtui.language.replaced import takes_what_came
from memtui.language.side import is_labelled, tells, without_labels, word_id
from memtui.language.statement import Kind, Token, read
from memtui.language.store_words import StoreWords
from memtui.language.trees import Row, Tree, fields_of, rows_of, summed, trees_of
from memtui.model_files import ModelUnusable, Shipped, after_name, damage_told
from memtui.phrases import phrases_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Vectors = Callable[[Sequence[str]], Matrix]
    """Returns the vector of each word, of length 1."""

FORMAT = "memtui other words model 1"
FILE = Path(__file__).with_name("other_words.model")
LONGEST = 600
"""Characters of a statement; a longer one says many things."""
_NEAR = 0.2
"""The cosine of two statements below which they are not looked at: none of those learned from was at odds."""
_SURE = 0.6
"""The likelihood from which on two are taken to be at odds, and not only asked about; chosen: `y` is soon
pressed, and a wrong one takes a rule out of a file that has nothing to do with the other."""
_ONCE, _SELDOM = 2, 4
"""Statements that have a word which only two have, and one that few have. Without one that few have, none of
those learned from was taken to be at odds."""
_MANY = 99
"""Statements that have a word, counted at most; and what is told where no word is shared."""
_FIGURES = frozenset({Kind.NUMBER, Kind.DATE, Kind.VERSION, Kind.PATH})
_PHRASES = Path(__file__).with_name("other_words.toml")
_STANCES = {name: phrase.pattern for name, phrase in phrases_in(_PHRASES, within="stance").items()}
_SIGNS = [phrase.pattern for phrase in phrases_in(_PHRASES, within="sign").values()]
NAMES = (
    "the same by the trees of pairs",
    "overtaken by the trees of pairs",
    "meaning alike",
    "the shorter in the longer",
    "the longer in the shorter",
    "words shared",
    "statements with the rarest word shared",
    "statements with the second rarest",
    "shared words that only these two have",
    "shared words that few have",
    "said by another",
    "own words nearest in meaning",
    "own words nearest in meaning, the best two",
    "own words alike as a whole",
    "how rare the nearest own words are",
    "meaning of the one found in the other, the lesser",
    "meaning of the one found in the other, the greater",
    "values that differ",
    "own names of the one with fewer",
    "own code of the one with less",
    "own figures of the one with fewer",
    *(f"{name}: {how}" for name in _STANCES for how in ("one", "both")),
)
"""The figures, in the order of `figures`."""
_RULES = frozenset({MemoryType.PROCEDURAL, MemoryType.CONSTITUTIONAL})
_PIECE = re.compile(r"[;:.!?](?=\s|\Z)|[,()]|\s[-–—]\s")
"""What parts the pieces of a statement: each denies for itself."""
_DENIED, _ONLY, _ASKED = "denied", "only", "asked"
_TURNS = frozenset({Difference.NEGATION, Difference.OPPOSITE, Difference.CHOICE, Difference.ORDER})
"""By which two statements of the same words are at odds all the same."""
_NO_AND_YES = "one says no where the other says yes"
_OTHERWISE = "they say different things of the same subject"


class Relation(StrEnum):
    """What two statements can be to each other."""

    NOTHING = "nothing"
    SAME = "same"
    OVERTAKEN = "overtaken"
    CONTRADICTION = "contradiction"


class Gate(StrEnum):
    """What two statements are taken for from some likelihood on."""

    SAME = "same"
    SAME_LABELLED = "same under a label"
    AT_ODDS = "at odds"


class Opinion(NamedTuple):
    """How likely two statements say the same, and how likely they cannot both hold, 0…1."""

    same: float
    at_odds: float


class Pair(NamedTuple):
    """Two statements of one store."""

    one: str
    other: str
    ids: tuple[int | str, int | str]
    similarity: float
    """The cosine of their vectors."""
    words: StoreWords
    """Those of their store."""
    vectors: "Vectors"


@dataclass(frozen=True)
class Model:
    """A trained model. Raises ModelUnusable when it is read from what is no model of this version."""

    trees: Mapping[Relation, Sequence[Tree]]
    """Those of each relation add up to its score."""
    gates: Mapping[Gate, float]

    def opinion(self, figures_of_two: Sequence[float]) -> Opinion:
        """Return what two statements are to each other, by their figures."""
        _, same, overtaken, contradiction = shares([summed(rows, figures_of_two) for rows in self._rows])
        return Opinion(same, overtaken + contradiction)

    @cached_property
    def _rows(self) -> list[list[Row]]:
        return [rows_of(self.trees[relation]) for relation in Relation]

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the same for the same model."""
        grown = fields_of({relation: self.trees[relation] for relation in Relation})
        lines = [{"figures": NAMES, "gates": self.gates}, *grown]
        return "\n".join([FORMAT, *(json.dumps(line, ensure_ascii=False) for line in lines), ""]).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the model that a file holds. Raises ModelUnusable."""
        with damage_told():
            head, *grown = [
                json.loads(line) for line in after_name(data, FORMAT).decode("utf-8").splitlines()
            ]
            if tuple(head["figures"]) != NAMES:
                raise ModelUnusable("it rests on other figures")
            gates = {gate: float(head["gates"][gate]) for gate in Gate}
            return cls(trees_of(grown, Relation, len(NAMES)), gates)


shipped = Shipped(FILE, Model.from_bytes)


def told_by_store(
    one: str,
    other: str,
    ids: tuple[int, int],
    similarity: float | None,
    words_of_store: Callable[[], StoreWords | None],
    vectors: "Vectors | None",
) -> Pair | None:
    """Return two statements with what it takes to judge them; None where nothing can be told.

    `similarity` is the cosine of their embeddings. Without embeddings, or in a store of few statements,
    nothing can be told. The words of the store are only asked for where the two are alike.
    """
    if shipped.usable() is None or vectors is None or similarity is None:
        return None
    words = words_of_store() if may_be(one, other, similarity) else None
    if words is None or not brought_together(one, other, words):
        return None
    return Pair(one, other, ids, similarity, words, vectors)


def rival(older: Side, newer: Side, pair: Pair) -> Disagreement | None:
    """Return why two statements cannot both hold that say so in words of their own; None where they may.

    `older` was said first.
    """
    likely = _opinion(pair).at_odds
    if likely < shipped().gates[Gate.AT_ODDS] or any(states_nothing(side.text) for side in (older, newer)):
        return None
    comparison = compare(older.text, newer.text)
    if only_looks_so(comparison) or _hold_together(older, newer) or _says_it_again(comparison):
        return None
    denied = _stands(older.text)[_DENIED] != _stands(newer.text)[_DENIED]
    if denied and _denies(older.text) and _denies(newer.text):
        return None  # `no floats` and `floats are forbidden` are one no
    kind, why = (Difference.NEGATION, _NO_AND_YES) if denied else (Difference.WORDING, _OTHERWISE)
    first, second = _nearest(pair)
    difference = Finding(kind, (Span(first.start, first.end),), (Span(second.start, second.end),))
    clash = in_one_difference(older, newer, comparison, difference, why, likely)
    return clash and replace(clash, unsure=likely < _SURE)


def _hold_together(older: Side, newer: Side) -> bool:
    """Say whether both may hold, whatever they share: one tells what came about, which is what the other
    speaks of, what it means when something is not so, what a fault came from, or what once happened, which
    takes nothing from a rule.
    """
    if takes_what_came(older.text, newer.text):
        return True
    if any(bool(sign.search(older.text)) != bool(sign.search(newer.text)) for sign in _SIGNS):
        return True
    event, rule = sorted((older, newer), key=lambda side: side.type is not MemoryType.EPISODIC)
    event_and_rule = event.type is MemoryType.EPISODIC and rule.type in _RULES
    return event_and_rule and not announces_change(event.text)


def _says_it_again(comparison: Comparison) -> bool:
    """Say whether two statements give the same limit, each has all words and figures of the other, or one has
    all of the other and names the only way where that says `always`.
    """
    left, right = comparison.left, comparison.right
    if _stands(left.text)[_DENIED] != _stands(right.text)[_DENIED] or _TURNS & comparison.kinds:
        return False
    if left.is_bounded_otherwise(right):
        return False
    figures = [{token.key for token in each.of(Kind.NUMBER)} for each in (left, right)]
    same_bound = bool(left.bounds and figures[0]) and (left.bounds, figures[0]) == (right.bounds, figures[1])
    own = _own(left.text, right.text)
    return same_bound or not any(own) or (not all(own) and _holds_always(left.text, right.text))


def _holds_always(one: str, other: str) -> bool:
    """Say whether one of two statements names the only way, and the other says that it is always so."""
    first, second = _stands(one), _stands(other)
    return (first[_ONLY] and second[_ASKED]) or (second[_ONLY] and first[_ASKED])


def restatement(pair: Pair) -> float | None:
    """Return how surely two statements say the same, each in words of its own; None if not surely enough."""
    likely = _opinion(pair).same
    gate = Gate.SAME_LABELLED if is_labelled(pair.one, pair.other) else Gate.SAME
    if likely < shipped().gates[gate] or _one_denies(pair.one, pair.other):
        return None
    return None if never_the_same(compare(*without_labels(pair.one, pair.other))) else likely


@lru_cache(maxsize=64)
def _opinion(pair: Pair) -> Opinion:
    """Return what the shipped model makes of two statements, of which more than one rule asks."""
    return shipped().opinion(figures(pair))


def may_be(one: str, other: str, similarity: float) -> bool:
    """Say, quickly, whether two statements can be anything to each other as this sees it."""
    return similarity >= _NEAR and max(len(one), len(other)) <= LONGEST


def brought_together(one: str, other: str, words: StoreWords, most: int = _SELDOM) -> bool:
    """Say whether two statements share a word that at most so many of their store have."""
    shared = _words(one).keys() & _words(other).keys()
    return any(words.holders(word) <= most for word in shared)


def figures(pair: Pair) -> list[float]:
    """Return the figures of NAMES for two statements, the same for both orders of the two."""
    one, other = in_order(pair.one, pair.other)
    words = pair.words
    shared = _words(one).keys() & _words(other).keys()
    weight = words.weight(shared)
    shorter, longer = sorted(words.weight(_words(text)) or 1.0 for text in (one, other))
    holders = [*sorted(map(words.holders, shared)), _MANY, _MANY]
    between = opinion(one, other, pair.similarity)
    besides, _ = words.said_besides(shared, pair.ids)
    return [
        logit(between.same),
        logit(between.overtaken),
        pair.similarity,
        weight / shorter,
        weight / longer,
        float(len(shared)),
        float(min(holders[0], _MANY)),
        float(min(holders[1], _MANY)),
        float(sum(number <= _ONCE for number in holders)),
        float(sum(number <= _SELDOM for number in holders)),
        besides,
        *_meanings(one, other, pair),
        float(len(list(different_values(one, other)))),
        *_own_sorts(one, other),
        *_stances(one, other),
    ]


def _nearest(pair: Pair) -> tuple[Token, Token]:
    """Return the word of each of two statements that only it has, which come nearest in meaning."""
    left, right = _own(pair.one, pair.other)
    left, right = left or list(_words(pair.one).values()), right or list(_words(pair.other).values())
    alike = _vectors(left, pair) @ _vectors(right, pair).T
    first, second = divmod(int(alike.argmax()), len(right))
    return left[first], right[second]


# -- the figures -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _words(text: str) -> dict[str, Token]:
    """Return the words of a statement that carry meaning, each once."""
    found: dict[str, Token] = {}
    for token in read(text).tokens:
        if tells(token):
            found.setdefault(word_id(token), token)
    return found


@lru_cache(maxsize=256)
def _own(one: str, other: str) -> tuple[list[Token], list[Token]]:
    """Return the words of each that the other has neither as they are nor by another of the same meaning."""
    matches = compare(one, other).matches
    first, second = _words(one), _words(other)
    left = first.keys() - second.keys() - {word_id(match.left) for match in matches}
    right = second.keys() - first.keys() - {word_id(match.right) for match in matches}
    return [first[word] for word in sorted(left)], [second[word] for word in sorted(right)]


def _vectors(tokens: Sequence[Token], pair: Pair) -> "Matrix":
    return pair.vectors([token.text.lower() for token in tokens])


def _meanings(one: str, other: str, pair: Pair) -> list[float]:
    """Return how near in meaning the words of two statements come: their own, and all of them."""
    left, right = _own(one, other)
    own = [0.0] * 4
    if left and right:
        first, second = _vectors(left, pair), _vectors(right, pair)
        alike = first @ second.T
        best = sorted(alike.max(axis=1).tolist(), reverse=True)[:2]
        row, column = divmod(int(alike.argmax()), len(right))
        rare = min(pair.words.rarity(word_id(token)) for token in (left[row], right[column]))
        own = [best[0], sum(best) / len(best), _cosine(first.mean(axis=0), second.mean(axis=0)), rare]
    return [*own, *_found_again(list(_words(one).values()), list(_words(other).values()), pair)]


def _found_again(left: Sequence[Token], right: Sequence[Token], pair: Pair) -> list[float]:
    """Return how much of the meaning of each is found in the other, rare words counted more, ascending."""
    if not left or not right:
        return [0.0, 0.0]
    alike = _vectors(left, pair) @ _vectors(right, pair).T
    found = []
    for tokens, best in ((left, alike.max(axis=1).tolist()), (right, alike.max(axis=0).tolist())):
        weights = [pair.words.rarity(word_id(token)) for token in tokens]
        found.append(math.fsum(map(mul, weights, best)) / (math.fsum(weights) or 1.0))
    return sorted(found)


def _cosine(one: "NDArray[np.float32]", other: "NDArray[np.float32]") -> float:
    lengths = math.sqrt(float(one @ one) * float(other @ other))
    return float(one @ other) / lengths if lengths else 0.0


def _own_sorts(one: str, other: str) -> list[float]:
    """Return how many names, pieces of code and figures of its own the one with fewer has."""
    left, right = _own(one, other)
    names = min(sum(token.kind is Kind.NAME for token in own) for own in (left, right))
    code = min(len(_code_of(one) - _code_of(other)), len(_code_of(other) - _code_of(one)))
    numbers = min(sum(token.kind in _FIGURES for token in own) for own in (left, right))
    return [float(names), float(code), float(numbers)]


def _denies(text: str) -> bool:
    """Say whether a statement denies something, also by a small word before what it denies."""
    return _stands(text)[_DENIED] or bool(read(text).denials)


def _one_denies(one: str, other: str) -> bool:
    """Say whether just one of two denies what both speak of; `Redis, not Kafka` denies only Kafka."""
    return _denies_of_both(one, other) != _denies_of_both(other, one)


def _denies_of_both(text: str, other: str) -> bool:
    known = _words(other).keys()
    return any(_denies(piece) and not known.isdisjoint(_words(piece)) for piece in _PIECE.split(text))


def _code_of(text: str) -> set[str]:
    return {code.lower() for code in CODE.findall(text)}


def _stances(one: str, other: str) -> list[float]:
    first, second = _stands(one), _stands(other)
    return [
        figure
        for name in _STANCES
        for figure in (float(first[name] != second[name]), float(first[name] and second[name]))
    ]


@lru_cache(maxsize=1024)
def _stands(text: str) -> dict[str, bool]:
    """Say of each stance whether a statement has its words."""
    text = as_bounds(text)
    return {name: pattern.search(text) is not None for name, pattern in _STANCES.items()}
