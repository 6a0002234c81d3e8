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

from memtui.language.measures import NAMES, measured
from memtui.language.relation import FILE, RELATIONS, SAME_LABELLED, Model, Relation, Tree
from memtui.language.side import telling_words
from training.command import finished, parser_of, refused
from training.labelled import folds, load
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
ASKED = {Relation.SAME: 0.47, SAME_LABELLED: 0.7, Relation.OVERTAKEN: 0.5}
"""The gates: how likely a relation has to be. Three quarters of plain repeats are to be found."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Judged pairs in figures."""

    pairs: Sequence[Judged]
    figures: Matrix
    wanted: NDArray[np.int64]
    """The place of each relation in RELATIONS."""
    weights: Matrix
    fold: NDArray[np.int64]
    rarity: dict[str, float]


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
    model = model_of(examples, examples.weights > 0, scale)
    return model, _card(examples, shares(scale * scores), model)


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
        np.array([_WEIGHTS[p.source] * (_RIGHT[p.relation] if p.source == "real" else 1.0) for p in pairs]),
        fold,
        rarity,
    )


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
        scores[:, inside] = summed(_grown(examples, ~inside), examples.figures[inside])
    return scores


def model_of(examples: Examples, chosen: NDArray[np.bool_], scale: float) -> Model:
    """Return a model of some of the pairs."""
    grown = _grown(examples, chosen)
    trees = {relation: tuple(trees) for relation, trees in zip(RELATIONS, grown, strict=True)}
    return Model(trees, scale, dict(ASKED), examples.rarity)


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


# -- the card --------------------------------------------------------------------------------------------


def _card(examples: Examples, likely: Matrix, model: Model) -> str:
    told = [f"{pair.older}\t{pair.newer}\t{pair.relation}" for pair in examples.pairs]
    digest = sha256("\n".join(told).encode()).hexdigest()
    trees = sum(len(trees) for trees in model.trees.values())
    gates = ", ".join(f"{name} {gate:g}" for name, gate in model.gates.items())
    lines = [
        "# The model that says what two statements are to each other",
        "",
        f"Written by `python -m training.pairs`: {trees} trees of up to {RECIPE.depth} questions about",
        f"{len(NAMES)} figures. Asked for: {gates}.",
        "",
        f"Learned from {len(examples.pairs):,} pairs (SHA-256 {digest[:16]}…). What stands below is",
        "of repositories, and stretches of files, that the trees had not seen, in five folds.",
        "",
        "| pairs | of them | taken for the same | for overtaken | for nothing |",
        "|---|---|---|---|---|",
        *_by_source(examples, likely),
        "",
        "Candidates in real stores. Few pairs are linked there, so what is not linked was not always read.",
        "",
        "| fold | same | found | cards | overtaken | found | cards |",
        "|---|---|---|---|---|---|---|",
        *_by_fold(examples, likely),
    ]
    return "\n".join(lines) + "\n"


def taken(examples: Examples, likely: Matrix, relation: Relation) -> NDArray[np.bool_]:
    """Return which pairs are taken for being of a relation, as `Opinion.relation` does."""
    labelled = examples.figures[:, NAMES.index("labels")] > 0
    gates = np.where(labelled, ASKED[SAME_LABELLED], ASKED[Relation.SAME])
    same = likely[1] >= np.maximum(gates, likely[2])
    if relation is Relation.SAME:
        return np.asarray(same)
    return np.asarray(~same & (likely[2] >= ASKED[Relation.OVERTAKEN]))


def _by_source(examples: Examples, likely: Matrix) -> Iterator[str]:
    sources = np.array([pair.source for pair in examples.pairs])
    same, over = (taken(examples, likely, each) for each in RELATIONS[1:])
    for source in _WEIGHTS:
        for place, relation in enumerate(RELATIONS):
            chosen = (sources == source) & (examples.wanted == place)
            if chosen.any():
                shares_of = same[chosen].mean(), over[chosen].mean()
                cells = (f"{share:.1%}" for share in (*shares_of, 1 - sum(shares_of)))
                yield f"| {source}, {relation} | {chosen.sum():,} | {' | '.join(cells)} |"


def _by_fold(examples: Examples, likely: Matrix) -> Iterator[str]:
    stored = np.array([pair.source == "real" for pair in examples.pairs])
    for number in range(int(examples.fold.max()) + 1):
        row = [str(number + 1)]
        chosen = stored & (examples.fold == number)
        for place, relation in ((1, Relation.SAME), (2, Relation.OVERTAKEN)):
            so = examples.wanted[chosen] == place
            cards = taken(examples, likely, relation)[chosen]
            row += [str(so.sum()), str((so & cards).sum()), str(cards.sum())]
        yield f"| {' | '.join(row)} |"


if __name__ == "__main__":
    sys.exit(main())
