"""Trains the model that says what two statements are to each other, from pairs that people judged.

    python -m training.pairs --real FILE --pairs FOLDER --conflicts FOLDER [--into FOLDER]

The three are no part of the project (see `training.pairs_data`): memories of real stores with what readers
linked, pairs of sentences, and facts with what overturns them. Besides, it learns from what was written for
this, in `training/data`: `pairs.jsonl`, and `pairs_agents.jsonl` with what agents of invented projects might
have kept; and from what was read later of real pairs, by their ids, in `pairs_read.jsonl`. Writes
`pairs.model`, which memtui ships, and `pairs.md`, its card. The same files give the same bytes. Takes some
minutes. Ends with 1 when a file can't be read.
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

from memtui.language.difference import compare
from memtui.language.measures import NAMES, alike_enough, measured
from memtui.language.relation import (
    FILE,
    OVERTAKEN_LABELLED,
    RELATIONS,
    SAME_LABELLED,
    Model,
    Relation,
    Tree,
    never_the_same,
)
from memtui.language.side import telling_words, without_labels
from training.command import finished, parser_of, refused
from training.labelled import folds, load
from training.pairs_boosting import Matrix, Recipe, boosted, shares, summed
from training.pairs_data import Judged, load_embedder, overturned, read_besides, real, sentences, written
from training.pairs_words import Words

DATA = Path(__file__).with_name("data")
WRITTEN = ("pairs.jsonl", "pairs_agents.jsonl")
CARD = "pairs.md"
RECIPE = Recipe(rounds=100, depth=4, rate=0.15, rows=0.7, columns=0.3)
SCALES = np.linspace(0.5, 2.0, 61)
SPOKEN = [NAMES.index(f"own words speak for {relation}") for relation in ("the same", "overtaken")]
_COMMON = 8
"""A word in so many repositories or stretches of a file is common."""
_WEIGHTS = {
    "real": 1.0,
    "sick": 1.0,
    "stsb": 1.5,
    "negation": 1.0,
    "updates": 2.0,
    "beside": 0.7,
    "written": 4.0,
    "agents": 3.0,
}
"""How much a pair of each source counts."""
_RIGHT = {Relation.NOTHING: 1.0, Relation.SAME: 3.0, Relation.OVERTAKEN: 6.0}
"""How much more a real pair counts that is something to each other: there are few of them."""
ASKED = {Relation.SAME: 0.5, SAME_LABELLED: 0.85, Relation.OVERTAKEN: 0.55, OVERTAKEN_LABELLED: 0.7}
"""The gates: how likely a relation has to be. Under a label more, so that 85 of 100 cards are right."""


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
    words: Words
    """What only one of each two has; the figures of that are filled in when a model is learned."""

    def told(self, chosen: NDArray[np.bool_]) -> Matrix:
        """Return all figures, those of words as learned from chosen pairs of other folds than each is in."""
        figures = self.figures.copy()
        figures[:, SPOKEN] = self.words.apart(self.aims, self.weights, self.fold, chosen)
        return figures

    @property
    def aims(self) -> Matrix:
        """Which pairs are the same, and of which one is overtaken: a column each."""
        return np.stack([self.wanted == 1, self.wanted == 2], axis=1).astype(float)


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
    for file in WRITTEN:
        yield from written(DATA / file, model)
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
    """Return pairs in figures, dealt out to five folds: of repositories, projects and stretches of files."""
    rarity = common_words(pairs)
    fold = np.zeros(len(pairs), np.int64)
    apart = [pair.source if pair.source in ("real", "agents") else "" for pair in pairs]
    for kind in sorted(set(apart)):
        places = [n for n, each in enumerate(apart) if each == kind]
        dealt = folds(pairs[place].group for place in places)
        fold[places] = [dealt[pairs[place].group] for place in places]
    return Examples(
        pairs,
        np.array([measured(pair.older, pair.newer, rarity, pair.similarity) for pair in pairs]),
        np.array([RELATIONS.index(pair.relation) for pair in pairs]),
        np.array([_WEIGHTS[p.source] * (_RIGHT[p.relation] if p.source == "real" else 1.0) for p in pairs]),
        fold,
        rarity,
        Words(pairs),
    )


def common_words(pairs: Sequence[Judged]) -> dict[str, float]:
    """Return how much each common word counts: the less, the more repositories and stretches have it."""
    known: dict[str, set[str]] = {}
    for pair in pairs:
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
        figures = examples.told(~inside)
        scores[:, inside] = summed(_grown(examples, figures, ~inside), figures[inside])
    return scores


def model_of(examples: Examples, chosen: NDArray[np.bool_], scale: float) -> Model:
    """Return a model of some of the pairs."""
    grown = _grown(examples, examples.told(chosen), chosen)
    trees = {relation: tuple(trees) for relation, trees in zip(RELATIONS, grown, strict=True)}
    words = examples.words
    leanings = words.leanings(words.fitted(examples.aims, examples.weights, chosen))
    return Model(trees, scale, dict(ASKED), examples.rarity, leanings)


def _grown(examples: Examples, figures: Matrix, chosen: NDArray[np.bool_]) -> list[list[Tree]]:
    return boosted(figures[chosen], examples.wanted[chosen], examples.weights[chosen], len(RELATIONS), RECIPE)


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
        *_by_fold(examples, likely, "real"),
        "",
        "What agents of invented projects might have kept, by folds of projects. Written for this, one",
        "by one, by a language model, after no template, and under the licence of memtui.",
        "",
        *_by_fold(examples, likely, "agents"),
        "",
        "Where linked pairs of real stores are lost.",
        "",
        "| relation | linked | never compared | too little shared | refused by a rule | not likely | found |",
        "|---|---|---|---|---|---|---|",
        *_lost(examples, likely),
    ]
    return "\n".join(lines) + "\n"


def taken(examples: Examples, likely: Matrix, relation: Relation) -> NDArray[np.bool_]:
    """Return which pairs are taken for being of a relation, as `Opinion.relation` does."""
    labelled = examples.figures[:, NAMES.index("labels")] > 0
    gates = np.where(labelled, ASKED[SAME_LABELLED], ASKED[Relation.SAME])
    same = likely[1] >= np.maximum(gates, likely[2])
    if relation is Relation.SAME:
        return np.asarray(same)
    gates = np.where(labelled, ASKED[OVERTAKEN_LABELLED], ASKED[Relation.OVERTAKEN])
    return np.asarray(~same & (likely[2] >= gates))


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


def _by_fold(examples: Examples, likely: Matrix, source: str) -> Iterator[str]:
    """Yield the lines of a table: what is found in each fold, of those pairs that would be compared."""
    yield "| fold | same | found | cards | overtaken | found | cards |"
    yield "|---|---|---|---|---|---|---|"
    stored = np.array([pair.source == source for pair in examples.pairs])
    compared = np.array([pair.compared for pair in examples.pairs])
    for number in range(int(examples.fold.max()) + 1):
        row = [str(number + 1)]
        chosen = stored & (examples.fold == number)
        for place, relation in ((1, Relation.SAME), (2, Relation.OVERTAKEN)):
            so = examples.wanted[chosen] == place
            cards = (taken(examples, likely, relation) & compared)[chosen]
            row += [str(so.sum()), str((so & cards).sum()), str(cards.sum())]
        yield f"| {' | '.join(row)} |"


def _lost(examples: Examples, likely: Matrix) -> Iterator[str]:
    for place, relation in ((1, Relation.SAME), (2, Relation.OVERTAKEN)):
        found = taken(examples, likely, relation)
        counts = Counter(
            _where(pair, examples.rarity, found=bool(found[number]))
            for number, pair in enumerate(examples.pairs)
            if pair.source == "real" and examples.wanted[number] == place
        )
        cells = (str(counts[where]) for where in ("never", "little", "refused", "unlikely", "found"))
        yield f"| {relation} | {counts.total()} | {' | '.join(cells)} |"


def _where(pair: Judged, rarity: dict[str, float], *, found: bool) -> str:
    """Say at which step a pair is lost, if it is."""
    if not pair.compared:
        return "never"
    if not alike_enough(pair.older, pair.newer, rarity):
        return "little"
    refused = never_the_same(compare(*without_labels(pair.older, pair.newer)))
    if refused and pair.relation is Relation.SAME:
        return "refused"
    return "found" if found else "unlikely"


if __name__ == "__main__":
    sys.exit(main())
