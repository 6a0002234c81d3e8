"""Trains the model that says what two statements are to each other, from pairs that people judged.

    python -m training.pairs --real FILE --pairs FOLDER --conflicts FOLDER [--into FOLDER]

The three are no part of the project (see `training.pairs_data`): memories of real stores with what readers
linked, pairs of sentences, and facts with what overturns them. Besides, it learns from what was written for
this: `training/data/pairs.jsonl`, `training/data/pairs_agents.jsonl`, and `training/data/facts.toml`, facts
that are each told in several ways. And from what was read later of real pairs, by their ids, in
`training/data/pairs_read.jsonl`. Writes `pairs.model`, which memtui ships, and `pairs.md`, its card. The same
files give the same bytes. Takes some minutes. Ends with 1 when a file can't be read.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memtui.language import under_label
from memtui.language.measures import NAMES, Rarity, alike_enough, in_order, measured
from memtui.language.relation import (
    FILE,
    RELATIONS,
    SAME_BY_WORDS,
    SAME_IN_STORE,
    SAME_LABELLED,
    Model,
    Opinion,
    Relation,
    checked,
    is_far,
)
from memtui.language.side import telling_words
from memtui.language.trees import Tree
from training.command import finished, parser_of, refused
from training.labelled import folds, load
from training.logistic import weighed
from training.measuring import least_gate
from training.pairs_boosting import Matrix, Recipe, boosted, shares, summed
from training.pairs_data import (
    Judged,
    load_embedder,
    overturned,
    read_besides,
    real,
    retold,
    sentences,
    written,
)
from training.pairs_in_store import (
    InStore,
    by_folds,
    gate_in_store,
    judged_in_store,
    seen_in_store,
    taken_in_store,
    weights_in_store,
)

DATA = Path(__file__).with_name("data")
CARD = "pairs.md"
RECIPE = Recipe(rounds=60, depth=4, rate=0.2)
SCALES = np.linspace(0.5, 2.0, 61)
_COMMON = 8
"""A word in so many repositories or stretches of a file is common."""
_WEIGHTS = {
    "real": 1.0,
    "sick": 1.0,
    "stsb": 1.0,
    "negation": 1.0,
    "updates": 3.0,
    "beside": 0.7,
    "written": 4.0,
    "agents": 4.0,
    "facts": 1.0,
}
"""How much a pair of each source counts."""
_INVENTED = frozenset({"agents", "facts"})
_RIGHT = {Relation.NOTHING: 1.0, Relation.SAME: 6.0, Relation.OVERTAKEN: 12.0}
"""How much more a real pair counts that is something to each other: there are few of them."""
ASKED = {
    Relation.SAME: 0.5,
    SAME_LABELLED: 0.7,
    SAME_BY_WORDS: 0.51,
    SAME_IN_STORE: 0.6,
    Relation.OVERTAKEN: 0.5,
}
"""How likely a relation has to be where there are no pairs to learn that from: all here have embeddings. In a
simulated year without them, a lower gate proposes too much that is still used.
"""
GATES = np.round(np.arange(0.3, 0.96, 0.01), 2)
_MOST_WRONG = 0.0625
"""How many plain sentences that are nothing to each other may be taken for the same."""
_LEAST_RIGHT = 0.85
"""How many of the pairs of real stores that are taken for the same under a label must be so."""
_POSSIBLE = 0.3
"""How likely such a pair has to be the same by the trees, for what else tells to be learned from it."""
_HELD = 0.1
"""How much the weights of that are held near zero."""
Weights = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Examples:
    """Judged pairs in figures."""

    pairs: Sequence[Judged]
    figures: Matrix
    wanted: NDArray[np.int64]
    """The place of each relation in RELATIONS."""
    weights: Matrix
    """0 for a pair that shares too little for the trees ever to be asked about it."""
    fold: NDArray[np.int64]
    rarity: dict[str, float]

    @property
    def sources(self) -> NDArray[np.str_]:
        """The source of each pair."""
        return np.array([pair.source for pair in self.pairs])

    @property
    def labelled(self) -> NDArray[np.bool_]:
        """Which pairs stand under a heading or a label, one of the two at least."""
        return np.asarray(self.figures[:, NAMES.index("labels")] > 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the model and its card."""
    parser = parser_of("pairs", __doc__, FILE.parent)
    parser.add_argument("--real", type=Path)
    parser.add_argument("--pairs", type=Path)
    parser.add_argument("--conflicts", type=Path)
    told = parser.parse_args(arguments)
    try:
        pairs = list(judged(told.real, told.pairs, told.conflicts))
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        return refused(f"the pairs can't be read: {error}")
    model, card = trained(pairs)
    return finished(told.into, (FILE.name, model.to_bytes()), (CARD, card))


def judged(stores: Path | None, sentenced: Path | None, conflicts: Path | None) -> Iterator[Judged]:
    """Yield all pairs that there are. Raises OSError, ValueError, KeyError, TypeError and IndexError."""
    model = load_embedder()
    yield from written(DATA / "pairs.jsonl", model)
    yield from written(DATA / "pairs_agents.jsonl", model, "agents")
    yield from retold(DATA / "facts.toml", model)
    if stores is not None:
        yield from real(load(stores).memories, read_besides(DATA / "pairs_read.jsonl"), model)
    if sentenced is not None:
        yield from sentences(sentenced, model)
    if conflicts is not None:
        yield from overturned(conflicts, model)


def trained(pairs: Sequence[Judged]) -> tuple[Model, str]:
    """Return a model of judged pairs, and its card."""
    examples = examples_of(pairs)
    scores = out_of_fold(examples)
    scale = calibrated(scores, examples)
    likely = looked_at(examples, shares(scale * scores))
    everyone = np.ones(len(pairs), bool)
    weights = weights_of(examples, likely, everyone)
    gates = gates_of(examples, under_labels(examples, likely, weights, everyone), everyone)
    known, same = _in_store(examples, likely), examples.wanted == 1
    in_store = weights_in_store(known, same)
    if in_store:
        gates[SAME_IN_STORE] = gate_in_store(by_folds(known, same, examples.fold), same[known.places])
    model = model_of(examples, scale, gates, weights, in_store)
    return model, _card(examples, likely, known, model)


def _in_store(examples: Examples, likely: Matrix) -> InStore:
    return seen_in_store(examples.pairs, examples.figures, likely[1], _judged_in_store(examples))


def _judged_in_store(examples: Examples) -> NDArray[np.bool_]:
    return judged_in_store(examples.pairs, examples.figures, examples.weights)


def examples_of(pairs: Sequence[Judged]) -> Examples:
    """Return pairs in figures, dealt out to five folds: of repositories, of projects, and of stretches of
    files."""
    rarity = common_words(pairs)
    fold = np.zeros(len(pairs), np.int64)
    for stored in (True, False):
        places = [n for n, pair in enumerate(pairs) if (pair.source == "real") is stored]
        dealt = folds(pairs[place].group for place in places)
        fold[places] = [dealt[pairs[place].group] for place in places]
    return Examples(
        pairs,
        np.array([measured(pair.older, pair.newer, rarity, pair.similarity) for pair in pairs]),
        np.array([RELATIONS.index(pair.relation) for pair in pairs]),
        np.array([_weight(pair, rarity) for pair in pairs]),
        fold,
        rarity,
    )


def _weight(pair: Judged, rarity: Rarity) -> float:
    if not alike_enough(pair.older, pair.newer, rarity):
        return 0.0
    return _WEIGHTS[pair.source] * (_RIGHT[pair.relation] if pair.source == "real" else 1.0)


def common_words(pairs: Sequence[Judged]) -> dict[str, float]:
    """Return how much each common word counts: the less, the more repositories and stretches have it.

    What was written for the training is left out: its few words are not common because many facts name them.
    """
    known: dict[str, set[str]] = {}
    for pair in (pair for pair in pairs if pair.source not in _INVENTED):
        known.setdefault(pair.group, set()).update(telling_words(pair.older), telling_words(pair.newer))
    often = Counter(word for words in known.values() for word in words)
    top = log(len(known) + 1)
    return {
        word: round(log((len(known) + 1) / count) / top, 2)
        for word, count in sorted(often.items())
        if count >= _COMMON
    }


def out_of_fold(examples: Examples) -> Matrix:
    """Return each relation's score for every pair, from trees that did not see its fold."""
    scores = np.zeros((len(RELATIONS), len(examples.pairs)))
    for number in range(int(examples.fold.max()) + 1):
        inside = examples.fold == number
        learned = _grown(examples, ~inside & (examples.weights > 0))
        scores[:, inside] = summed(learned, examples.figures[inside])
    return scores


def model_of(
    examples: Examples, scale: float, gates: dict[str, float], weights: Weights, in_store: Weights
) -> Model:
    """Return a model of all pairs."""
    grown = _grown(examples, examples.weights > 0)
    trees = {relation: tuple(trees) for relation, trees in zip(RELATIONS, grown, strict=True)}
    return Model(trees, scale, gates, examples.rarity, weights, in_store)


def _grown(examples: Examples, chosen: NDArray[np.bool_]) -> list[list[Tree]]:
    return boosted(
        examples.figures[chosen], examples.wanted[chosen], examples.weights[chosen], len(RELATIONS), RECIPE
    )


def calibrated(scores: Matrix, examples: Examples) -> float:
    """Return by how much scores are multiplied so that what they say comes closest to what is so."""
    rows = np.arange(len(examples.pairs))

    def loss(scale: float) -> float:
        likely = shares(scale * scores)[examples.wanted, rows]
        return float(-(examples.weights * np.log(np.maximum(likely, 1e-9))).sum())

    return round(float(min(SCALES, key=loss)), 3)


def looked_at(examples: Examples, likely: Matrix) -> Matrix:
    """Return how likely each relation is after what stands round the trees: see `relation.checked`."""
    found = np.zeros_like(likely)
    for place in np.flatnonzero(examples.weights > 0).tolist():
        pair = examples.pairs[place]
        told = Opinion(float(likely[1, place]), float(likely[2, place]))
        said = checked(told, *in_order(pair.older, pair.newer), pair.similarity, 1.0)
        same = 0.0 if is_far(pair.similarity) else said.same
        found[1:, place] = same, said.overtaken
    found[0] = 1 - found[1] - found[2]
    return found


# -- what stands under a label ---------------------------------------------------------------------------


def weights_of(examples: Examples, likely: Matrix, chosen: NDArray[np.bool_]) -> Weights:
    """Return what `under_label.figures` weigh, learned from some of the pairs: from those of real stores.

    Without any such pairs only what the trees say counts.
    """
    possible = chosen & (examples.sources == "real") & examples.labelled & (likely[1] >= _POSSIBLE)
    wanted = examples.wanted[possible] == 1
    if wanted.all() or not wanted.any():
        return (1.0,) + (0.0,) * (len(under_label.NAMES) - 1)
    figures = [_figures(examples, likely, place) for place in np.flatnonzero(possible).tolist()]
    return tuple(round(float(each), 3) for each in weighed(np.array(figures), wanted, _HELD))


def under_labels(examples: Examples, likely: Matrix, weights: Weights, chosen: NDArray[np.bool_]) -> Matrix:
    """Return how likely each relation is after what stands under a label has been weighed.

    Of pairs that are not chosen nothing changes.
    """
    found = likely.copy()
    for place in np.flatnonzero(chosen & examples.labelled & (likely[1] > 0)).tolist():
        logit = np.dot(weights, _figures(examples, likely, place))
        found[1, place] = 1 / (1 + np.exp(-logit))
    return found


def _figures(examples: Examples, likely: Matrix, place: int) -> list[float]:
    pair = examples.pairs[place]
    return under_label.figures(float(likely[1, place]), *in_order(pair.older, pair.newer))


# -- the gates -------------------------------------------------------------------------------------------


def gates_of(examples: Examples, likely: Matrix, chosen: NDArray[np.bool_]) -> dict[str, float]:
    """Return from which likelihood on a relation is taken to be so, learned from some of the pairs.

    Of plain sentences, the least gate that few pairs pass which are nothing to each other; under a label, the
    least at which most of the cards in real stores are right. What overtakes has to be likelier than not.
    """
    same = np.where(likely[1] >= likely[2], likely[1], 0.0)
    sources = examples.sources
    plain = same[chosen & (sources == "sick") & (examples.wanted == 0)]
    under_label = chosen & (sources == "real") & examples.labelled
    cards, right = same[under_label], examples.wanted[under_label] == 1
    gates = dict(ASKED)
    if len(plain):
        few_wrong = (gate for gate in GATES if (plain >= gate).mean() <= _MOST_WRONG)
        gates[Relation.SAME] = float(next(few_wrong, GATES[-1]))
    if right.any():
        gates[SAME_LABELLED] = least_gate(GATES, cards, right, _LEAST_RIGHT)
    return gates


def taken(
    examples: Examples, likely: Matrix, gates: Sequence[dict[str, float]]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which pairs are taken for the same, and which for overtaken, as `Opinion.relation` does.

    Each fold has gates of its own.
    """
    plain, labelled, over = (
        np.array([fold[gate] for fold in gates])[examples.fold]
        for gate in (Relation.SAME, SAME_LABELLED, Relation.OVERTAKEN)
    )
    same = likely[1] >= np.maximum(np.where(examples.labelled, labelled, plain), likely[2])
    return np.asarray(same), np.asarray(~same & (likely[2] >= over))


# -- the card --------------------------------------------------------------------------------------------


def _card(examples: Examples, likely: Matrix, known: InStore, model: Model) -> str:
    told = [f"{pair.older}\t{pair.newer}\t{pair.relation}" for pair in examples.pairs]
    digest = sha256("\n".join(told).encode()).hexdigest()
    trees = sum(len(trees) for trees in model.trees.values())
    gates = ", ".join(f"{name} {gate:g}" for name, gate in model.gates.items())
    folds_of = range(int(examples.fold.max()) + 1)
    decided = np.zeros_like(likely)
    own = []
    for number in folds_of:
        inside, others = examples.fold == number, examples.fold != number
        weights = weights_of(examples, likely, others)
        own.append(gates_of(examples, under_labels(examples, likely, weights, others), others))
        seen = under_labels(examples, likely, weights, inside)
        decided[:, inside] = seen[:, inside]
    same, over = taken(examples, decided, own)
    same &= ~_judged_in_store(examples)
    same[known.places], gates_of_folds = taken_in_store(known, examples.wanted == 1, examples.fold)
    for gates_here, gate in zip(own, gates_of_folds, strict=True):
        gates_here[SAME_IN_STORE] = gate
    cards = same, over & ~same
    lines = [
        "# The model that says what two statements are to each other",
        "",
        f"Written by `python -m training.pairs`: {trees} trees of up to {RECIPE.depth} questions about",
        f"{len(NAMES)} figures, the same whichever statement comes first. Asked for: {gates}.",
        "",
        f"Learned from {len(examples.pairs):,} pairs (SHA-256 {digest[:16]}…). What stands below is of",
        "repositories, and stretches of files, that the trees had not seen, in five folds, and of what is",
        "taken for what in the end. The gates of each fold were learned from the others too.",
        "",
        "| pairs | of them | taken for the same | for overtaken | for nothing |",
        "|---|---|---|---|---|",
        *_by_source(examples, *cards),
        "",
        "Candidates in real stores. A pair counts as the same or overtaken where a reader linked it, or",
        "read it so later; the few that nobody has read count as wrong.",
        "",
        "| fold | gate | in a store | same | found | cards | overtaken | found | cards |",
        "|---|---|---|---|---|---|---|---|---|",
        *_by_fold(examples, own, cards),
    ]
    return "\n".join(lines) + "\n"


def _by_source(examples: Examples, same: NDArray[np.bool_], over: NDArray[np.bool_]) -> Iterator[str]:
    sources = examples.sources
    for source in _WEIGHTS:
        for place, relation in enumerate(RELATIONS):
            chosen = (sources == source) & (examples.wanted == place)
            if chosen.any():
                shares_of = same[chosen].mean(), over[chosen].mean()
                cells = (f"{share:.1%}" for share in (*shares_of, 1 - sum(shares_of)))
                yield f"| {source}, {relation} | {chosen.sum():,} | {' | '.join(cells)} |"


def _by_fold(
    examples: Examples, gates: Sequence[dict[str, float]], cards: Sequence[NDArray[np.bool_]]
) -> Iterator[str]:
    stored = examples.sources == "real"
    for number, of_fold in enumerate(gates):
        row = [str(number + 1), f"{of_fold[Relation.SAME]:g}", f"{of_fold[SAME_IN_STORE]:g}"]
        chosen = stored & (examples.fold == number)
        for place, proposed in zip((1, 2), cards, strict=True):
            so = examples.wanted[chosen] == place
            row += [str(so.sum()), str((so & proposed[chosen]).sum()), str(proposed[chosen].sum())]
        yield f"| {' | '.join(row)} |"


if __name__ == "__main__":
    sys.exit(main())
