"""What two statements are to each other: the same, one overtaken by the other, or nothing; and how surely.

Decided by a small model that was learned from pairs people judged (`python -m training.pairs`): some hundred
trees of a few questions each about the figures of `measures`. Its file holds the trees, how its scores become
probabilities, and how much common words count. It is read once, and asked in plain Python, so that a face or
a hook can ask about a pair without loading numpy.

Long texts say many things. They are cut into statements first, and only a few of those are compared, so the
cost grows with the length of the texts and not with its square.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Self

from memtui.language import in_store, lexicon, name_given, under_label
from memtui.language.asked_for import ask_for_the_same
from memtui.language.bearing import bears
from memtui.language.choice import choose_alike
from memtui.language.cutting import Piece, pieces
from memtui.language.difference import Comparison, Difference, compare
from memtui.language.lasting import lasts_as_long
from memtui.language.likelihood import shares
from memtui.language.measures import NAMES, alike_enough, in_order, measured
from memtui.language.never_same import gives_other_values
from memtui.language.order import order_of
from memtui.language.own_clauses import says_more
from memtui.language.piece_index import PIECES, PieceIndex, index_of, spread
from memtui.language.restated import restated
from memtui.language.side import label_end, side, telling_words, without_labels
from memtui.language.statement import Kind, read
from memtui.language.told_otherwise import told_otherwise
from memtui.language.trees import Row, Tree, fields_of, rows_of, summed, trees_of
from memtui.model_files import ModelUnusable, Shipped, after_name, damage_told

FORMAT = "memtui pairs model 3"
FILE = Path(__file__).with_name("pairs.model")


class Relation(StrEnum):
    """What two statements are to each other."""

    NOTHING = "nothing"
    SAME = "same"
    """One can go: they say the same, or one says it and more."""
    OVERTAKEN = "overtaken"
    """They cannot both hold now: one gives another value or state, or denies the other."""


RELATIONS = tuple(Relation)
SAME_LABELLED = "same under a label"
SAME_BY_WORDS = "same by words alone"
SAME_IN_STORE = "same in a store"
GATES = (Relation.SAME, SAME_LABELLED, SAME_BY_WORDS, SAME_IN_STORE, Relation.OVERTAKEN)
_LABELS = NAMES.index("labels")


_LONG = 1_000
"""Characters from which a text is cut into statements."""
_PROBED = 12
"""Statements of the shorter text that are compared, spread over it."""
_TRIED = 3
"""Statements of a long text that are tried first, spread over it: if the other has none of them, it has
nothing.
"""
_FAR = 0.4
"""The cosine below which two statements are not the same, and long texts nothing to each other: on real
stores one card in sixty was right there."""
_SEVERAL = 3
"""Statements that a text has at least for its words to be found in a long one; a single one may also stand
there word for word."""
_SOME = 0.5
"""How likely one statement is said again for the long text to be worth comparing whole: more likely than
not.
"""
_MOSTLY = 0.6
"""The share of the shorter of two long texts that the other must hold for a changed statement to count as an
edit.
"""

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Opinion:
    """How likely two statements are what to each other."""

    same: float
    overtaken: float
    left: Stretch | None = None
    """Of a long text, the statement that decided, in characters; None for all of it."""
    right: Stretch | None = None

    labelled: bool = False
    """One of the two stands under a heading or a label, and shares much with its neighbours by that alone."""

    by_words: bool = False
    """There are no embeddings: how alike the two are in meaning is a guess."""

    long: bool = False
    """One of the two is long: some of its statements were compared, which share its subject anyway."""

    @property
    def relation(self) -> Relation:
        """What they are taken to be: what passes its gate, or nothing."""
        model = shipped.usable()
        if model is None:
            return Relation.NOTHING
        gates = model.gates
        plain = SAME_BY_WORDS if self.by_words else Relation.SAME
        if self.same >= max(gates[SAME_LABELLED if self.labelled or self.long else plain], self.overtaken):
            return Relation.SAME
        return Relation.OVERTAKEN if self.overtaken >= gates[Relation.OVERTAKEN] else Relation.NOTHING


_NO_OPINION = Opinion(0.0, 0.0)


@dataclass(frozen=True)
class Model:
    """A trained model. Raises ModelUnusable when it is read from what is no model of this version."""

    trees: dict[Relation, tuple[Tree, ...]]
    scale: float
    """By how much scores are multiplied, so that what they say is so."""
    gates: dict[str, float]
    """From which probability on a relation is taken to be so."""
    rarity: dict[str, float]
    under_label: tuple[float, ...]
    """What each of `under_label.NAMES` weighs, where one of the two stands under a label."""
    in_store: tuple[float, ...] = ()
    """What each of `in_store.NAMES` weighs, where their store is known too; empty if none was learned."""

    def read(self, one: str, other: str, similarity: float | None = None) -> Opinion:
        """Return what two short statements are to each other."""
        return self.weighed(measured(one, other, self.rarity, similarity))

    def weighed(self, figures: Sequence[float]) -> Opinion:
        """Return what the figures of two statements say."""
        _, same, overtaken = shares([self.scale * summed(rows, figures) for rows in self._rows])
        return Opinion(same, overtaken, labelled=figures[_LABELS] > 0)

    @cached_property
    def _rows(self) -> list[list[Row]]:
        return [rows_of(self.trees[relation]) for relation in RELATIONS]

    # -- the file ------------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the same for the same model."""
        lines = [
            {
                "figures": NAMES,
                "scale": self.scale,
                "gates": self.gates,
                "under_label": self.under_label,
                "in_store": self.in_store,
            },
            {"rarity": self.rarity},
            *fields_of({relation: self.trees[relation] for relation in RELATIONS}),
        ]
        return "\n".join([FORMAT, *(json.dumps(line, ensure_ascii=False) for line in lines), ""]).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the model that a file holds. Raises ModelUnusable."""
        with damage_told():
            lines = after_name(data, FORMAT).decode("utf-8").splitlines()
            head, vocabulary, *grown = [json.loads(line) for line in lines]
            if tuple(head["figures"]) != NAMES:
                raise ModelUnusable("it rests on other figures")
            return cls(
                trees_of(grown, RELATIONS, len(NAMES)),
                float(head["scale"]),
                {gate: float(head["gates"][gate]) for gate in GATES},
                {str(word): float(weight) for word, weight in vocabulary["rarity"].items()},
                _weights(head["under_label"], under_label.NAMES),
                _weights(head["in_store"], in_store.NAMES) if head["in_store"] else (),
            )


def _weights(fields: Sequence[Any], names: Sequence[str]) -> tuple[float, ...]:
    if len(fields) != len(names):
        raise ValueError(f"{len(fields)} weights instead of {len(names)}")
    return tuple(map(float, fields))


shipped = Shipped(FILE, Model.from_bytes)


def opinion(one: str, other: str, similarity: float | None = None) -> Opinion:
    """Return what two statements are to each other: the same, whichever of them is given first.

    `similarity` is the cosine of their embeddings, where there are any. Without the model they are nothing.
    """
    if shipped.usable() is None:
        return _NO_OPINION
    first, second = in_order(one, other)
    result = _ordered(first, second, similarity)
    in_place = first == one or result.left == result.right
    return result if in_place else replace(result, left=result.right, right=result.left)


@lru_cache(maxsize=1024)
def _ordered(first: str, second: str, similarity: float | None) -> Opinion:
    if is_long(first, second):
        return _NO_OPINION if is_far(similarity) else replace(_of_long(first, second), long=True)
    result = replace(_of_short(first, second, similarity), by_words=similarity is None)
    return replace(result, same=0.0) if is_far(similarity) else result


def is_far(similarity: float | None) -> bool:
    """Say whether two texts are so far apart in meaning that sharing words says little."""
    return similarity is not None and similarity < _FAR


def is_long(one: str, other: str) -> bool:
    """Say whether one of two texts is so long that they are compared statement by statement."""
    return max(len(one), len(other)) > _LONG


def same(one: str, other: str, similarity: float | None = None) -> bool:
    """Say whether two statements are taken for the same."""
    return opinion(one, other, similarity).relation is Relation.SAME


def _of_short(first: str, second: str, similarity: float | None = None) -> Opinion:
    """Compare two statements as they stand, and without the headings over them where those differ."""
    whole = _as_they_stand(first, second, similarity)
    if not _under_headings(first, second):
        return whole
    starts = label_end(first), label_end(second)
    left, right = first[starts[0] :], second[starts[1] :]
    bodies = _as_they_stand(left, right, similarity)
    if bodies.relation is Relation.OVERTAKEN:
        stretches = (starts[0], len(first)), (starts[1], len(second))
        return replace(bodies, left=stretches[0], right=stretches[1], labelled=True)
    return replace(whole, same=0.0) if gives_other_values(compare(left, right)) else whole


def _under_headings(first: str, second: str) -> bool:
    """Say whether two statements stand under other headings, and speak of the same without them.

    Two files have other headings over the same: `Setup: Install the packages with pip`. Too little is left of
    `Farm A: 40 nodes`. A label with a name or another rare word in it is part of what is said, and so are two
    that are each other's opposite.
    """
    one, other = side(first), side(second)
    if first[: one.start] == second[: other.start] or not one.label | other.label <= shipped().rarity.keys():
        return False
    if len((one.after & other.after) - one.figures) < _SAID_OF_BOTH:
        return False
    return not any(lexicon.opposite(word, opposite) for word in one.label for opposite in other.label)


def _as_they_stand(first: str, second: str, similarity: float | None) -> Opinion:
    model = shipped()
    if ask_for_the_same(read(first), read(second)) or lasts_as_long(first, second):
        return Opinion(_SURELY, 0.0)
    other_value = restated(first, second) is not None
    if not alike_enough(first, second, model.rarity):
        return Opinion(0.0, _PLAINLY) if other_value else _of_one_thing(first, second)
    opinion = model.read(first, second, similarity)
    if other_value:
        return Opinion(0.0, max(opinion.overtaken, _PLAINLY))
    final = checked(opinion, first, second, similarity, model.gates[SAME_LABELLED])
    if final.same < model.gates[SAME_LABELLED] and says_more(first, second) and says_more(second, first):
        final = replace(final, same=0.0)
    if not final.labelled:
        return final
    return replace(final, same=under_label.weighed(final.same, first, second, model.under_label))


def _of_one_thing(first: str, second: str) -> Opinion:
    """Compare how two statements begin that name one thing; nothing of others, which share too little.

    How near they are in meaning says more of how they go on, so it is left out.
    """
    begun = name_given.begun(first, second)
    if begun is None:
        return _NO_OPINION
    left, right = begun
    opinion = shipped().read(left, right)
    return replace(opinion, same=0.0, left=(0, len(left)), right=(0, len(right)))


def checked(opinion: Opinion, first: str, second: str, similarity: float | None, certain: float) -> Opinion:
    """Return what a model says of two statements after what differs has been looked at more closely.

    They come in the order of `in_order`. `certain` is how likely those are the same of which each word is in
    the other.
    """
    comparison = compare(*without_labels(first, second))
    looked_at = _looked_at(opinion, comparison, similarity, certain)
    return replace(looked_at, same=0.0) if told_otherwise(comparison) else looked_at


def _looked_at(opinion: Opinion, comparison: Comparison, similarity: float | None, certain: float) -> Opinion:
    if Difference.ORDER in comparison.kinds:
        return replace(opinion, same=0.0, overtaken=max(opinion.overtaken, _PLAINLY))
    if _of_one_order(comparison):
        return replace(opinion, overtaken=min(opinion.overtaken, _HARDLY))
    says_all = not (comparison.only_left and comparison.only_right)
    if says_all and choose_alike(comparison.left, comparison.right) and not gives_other_values(comparison):
        same = max(opinion.same, opinion.overtaken)
        return replace(opinion, same=same, overtaken=min(opinion.overtaken, _HARDLY))
    if Difference.CHOICE in comparison.kinds and (says_all or comparison.shared >= _SHARED):
        return replace(opinion, same=0.0, overtaken=max(opinion.overtaken, _OF_A_CHOICE))
    if opinion.same >= _BACKED and gives_other_values(comparison):
        return replace(opinion, same=0.0, overtaken=opinion.overtaken / (1 - opinion.same or 1.0))
    if _every_word_matched(comparison) and comparison.is_duplicate(similarity):
        return Opinion(max(opinion.same, certain), min(opinion.overtaken, _HARDLY))
    if opinion.same >= opinion.overtaken or opinion.overtaken < _BACKED:
        return opinion
    if comparison.adds_a_day and comparison.shared >= _SHARED:
        return replace(opinion, same=min(opinion.same, _HARDLY), overtaken=_HARDLY)
    if comparison.shared >= _SHARED and _turned_round(comparison):
        return replace(opinion, overtaken=max(opinion.overtaken, _PLAINLY))
    return opinion


def _of_one_order(comparison: Comparison) -> bool:
    """Say whether two statements without numbers tell one order, whatever words they take for it."""
    if comparison.left.of(Kind.NUMBER) or comparison.right.of(Kind.NUMBER):
        return False
    own = bool(comparison.only_left or comparison.only_right)
    told = order_of(comparison.left, comparison.right, comparison.matches, reworded=own)
    return told is not None and comparison.kinds <= _OF_ONE_ORDER


def _every_word_matched(comparison: Comparison) -> bool:
    """Say whether two statements are one in the same words or their synonyms, with the same figures."""
    if comparison.only_left or comparison.only_right or gives_other_values(comparison):
        return False
    figures = [
        [t.key for t in each.tokens if t.text[0].isdigit()] for each in (comparison.left, comparison.right)
    ]
    return sorted(figures[0]) == sorted(figures[1])


def _turned_round(comparison: Comparison) -> bool:
    """Say whether all that differs is that one denies it, or has a word in the place of its opposite."""
    own = len(comparison.only_left), len(comparison.only_right)
    turned = {(0, 0): Difference.NEGATION, (1, 1): Difference.OPPOSITE}.get(own)
    return any(bears(f, comparison) for f in comparison.findings if f.kind is turned)


_BACKED = 0.25
"""How likely it has to be anyway, where what differs says plainly what two statements are to each other."""
_SAID_OF_BOTH = 2
"""Words that two statements share without the headings over them, when they speak of the same thing."""
_PLAINLY = 0.7
"""How likely a statement is overtaken where all that differs is that the other denies it."""
_HARDLY = 0.1
"""How likely a statement is overtaken at most by one that says the same, or says it in the same order."""
_OF_ONE_ORDER = frozenset({Difference.OPPOSITE, Difference.ROLE, Difference.WORDING})
"""In what two statements may differ that tell one order."""
_SURELY = 0.9
"""How likely two statements are the same that plainly are, in whatever words."""
_OF_A_CHOICE = 0.9
"""How likely it is overtaken where the other chooses what it turns down."""
_SHARED = 0.6
"""The share of words that two statements have in common, from which on one denies what the other says.
Chosen.
"""


# -- long texts ------------------------------------------------------------------------------------------


def _of_long(first: str, second: str) -> Opinion:
    """Compare two texts of which one is long, by the statements of the one with fewer.

    Each is held against the statement of the other that shares the most words with it. A few are tried
    first: where none of them is in the other, the two are nothing to each other.
    """
    turned = len(pieces(first, PIECES)) > len(pieces(second, PIECES))
    few, whole = (pieces(second, PIECES), first) if turned else (pieces(first, PIECES), second)
    index = index_of(whole)
    fresh = [piece for piece in few if piece.text not in index.literally]
    repeated = len(few) - len(fresh)
    opinions = [_compared(piece, index, turned=turned) for piece in spread(fresh, _TRIED)]
    if not repeated and not any(
        each.same >= _SOME or each.relation is not Relation.NOTHING for each in opinions
    ):
        return _NO_OPINION
    opinions += [_compared(piece, index, turned=turned) for piece in spread(fresh, _PROBED)]
    weight = len(fresh) / (len(opinions) or 1)
    alike = (repeated + weight * sum(each.same for each in opinions)) / (len(few) or 1)
    changed = max(opinions, key=lambda each: each.overtaken, default=_NO_OPINION)
    mostly = repeated + weight * sum(each.same >= _SOME or each is changed for each in opinions)
    if len(few) < _SEVERAL and not repeated:
        alike = 0.0  # one statement of many is hardly what a long text says
    if mostly < _MOSTLY * len(few) or changed.relation is not Relation.OVERTAKEN:
        return Opinion(alike, 0.0)
    return replace(changed, same=min(alike, 1 - changed.overtaken))


def _compared(piece: Piece, index: PieceIndex, *, turned: bool) -> Opinion:
    other = index.nearest(telling_words(piece.text))
    if other is None:
        return _NO_OPINION
    left, right = (other, piece) if turned else (piece, other)
    opinion = _of_short(*in_order(left.text, right.text))
    return Opinion(opinion.same, opinion.overtaken, _stretch(left), _stretch(right))


def _stretch(piece: Piece) -> Stretch:
    return piece.start, piece.start + len(piece.text)
