"""Trains the model that says how surely two statements of one store cannot both hold.

    python -m training.rival [--real FILE] [--homes FILE] [--into FOLDER]

Learns from homes of notes that were written for this, `training/data/homes.jsonl`: each note a JSON object
with its `home`, `id` and `text`, and where one belongs to another, `of` which it `is` a `contradiction`, the
later state (`overtaken`), a `duplicate`, or `compatible` though it looks otherwise. And from candidates of
real stores (see `training.labelled`, no part of the project), of which hardly any are at odds: they hold the
likelihoods down. Writes `rival.model`, which memtui ships, and `rival.md`, its card. The same files give the
same bytes. Takes some minutes. Ends with 1 when a file can't be read.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memtui.language.rival import FILE, NAMES, Model, Pair, brought_together, figures, may_be
from memtui.language.store_words import LEAST, StoreWords
from memtui.language.trees import Tree
from memtui.llm.embeddings import Embedder
from memtui.llm.words import WordVectors
from training.command import finished, parser_of, refused
from training.labelled import folds, load
from training.pairs import DATA
from training.pairs_boosting import Matrix, Recipe, boosted, summed
from training.pairs_data import load_embedder, read_besides, real

CARD = "rival.md"
RECIPE = Recipe(rounds=40, depth=3, rate=0.2)
_REAL = 0.3
"""How much a candidate of a real store counts: a person's store is between them and the homes."""
AT_ODDS = frozenset({"contradiction", "overtaken"})
NOTHING = "nothing"
_LEARNED_FROM = 12
"""Statements that have a word which two share: more than where two are looked at later, so that it is
learned how little that tells.
"""
_LOOKED_AT = NAMES.index("shared words that few have")
_GATES = np.round(np.arange(0.3, 0.96, 0.01), 2)
_LEAST_RIGHT = 2 / 3
"""How many of the pairs taken for rivals must be so, in homes where there are nearly as many look-alikes."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Two statements of one store in figures, and what they are to each other."""

    told: Sequence[float]
    kind: str
    group: str
    stored: bool
    """They come from a real store."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the model and its card."""
    parser = parser_of("rival", __doc__, FILE.parent)
    parser.add_argument("--homes", type=Path, default=DATA / "homes.jsonl")
    parser.add_argument("--real", type=Path)
    told = parser.parse_args(arguments)
    embedder = load_embedder()
    if embedder is None:
        return refused("without embeddings there is nothing to learn from")
    try:
        pairs = [*in_homes(told.homes, embedder)]
        pairs += in_real_stores(told.real, embedder) if told.real is not None else []
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        return refused(f"the pairs can't be read: {error}")
    model, card = trained(pairs)
    return finished(told.into, (FILE.name, model.to_bytes()), (CARD, card))


def in_homes(file: Path, embedder: Embedder) -> Iterator[Judged]:
    """Yield the pairs of each home that may be at odds. Raises OSError, ValueError and KeyError."""
    notes = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    vectors = WordVectors(embedder)
    for home, of_home in groupby(notes, key=lambda note: str(note["home"])):
        told = {str(note["id"]): note for note in of_home}
        words = StoreWords({number: note["text"] for number, note in told.items()})
        means = dict(zip(told, embedder.embed([note["text"] for note in told.values()]), strict=True))
        for one, other in combinations(told, 2):
            texts = told[one]["text"], told[other]["text"]
            similarity = round(float(means[one] @ means[other]), 3)
            if may_be(*texts, similarity) and brought_together(*texts, words, _LEARNED_FROM):
                pair = Pair(*texts, (one, other), similarity, words, vectors)
                yield Judged(figures(pair), _kind(told[one], told[other]), home, stored=False)


def _kind(one: dict[str, str], other: dict[str, str]) -> str:
    for note, partner in ((one, other), (other, one)):
        if note.get("of") == partner["id"]:
            return note["is"]
    return NOTHING


def in_real_stores(file: Path, embedder: Embedder) -> Iterator[Judged]:
    """Yield the candidates of real stores that may be at odds. Raises OSError and ValueError."""
    vectors = WordVectors(embedder)
    for pair in real(load(file).memories, read_besides(DATA / "pairs_read.jsonl"), embedder):
        if pair.among is None or pair.similarity is None or pair.among.count < LEAST:
            continue
        if may_be(pair.older, pair.newer, pair.similarity) and brought_together(
            pair.older, pair.newer, pair.among, _LEARNED_FROM
        ):
            seen = Pair(pair.older, pair.newer, pair.ids, pair.similarity, pair.among, vectors)
            yield Judged(figures(seen), str(pair.relation), pair.group, stored=True)


def trained(pairs: Sequence[Judged]) -> tuple[Model, str]:
    """Return a model of judged pairs, and its card."""
    told = np.array([pair.told for pair in pairs])
    wanted = np.array([pair.kind in AT_ODDS for pair in pairs])
    stored = np.array([pair.stored for pair in pairs])
    weights = np.where(stored, _REAL, 1.0)
    fold = _folds(pairs)
    likely = np.zeros(len(pairs))
    for number in range(int(fold.max()) + 1):
        others = fold != number
        likely[~others] = _asked(_grown(told[others], wanted[others], weights[others]), told[~others])
    likely[told[:, _LOOKED_AT] == 0] = 0.0
    gate = _gate(likely[~stored], wanted[~stored])
    model = Model(tuple(_grown(told, wanted, weights)), gate)
    return model, _card(pairs, likely, fold, model)


def _folds(pairs: Sequence[Judged]) -> NDArray[np.int64]:
    """Return the fold of each pair: homes and repositories are dealt out whole."""
    fold = np.zeros(len(pairs), np.int64)
    for stored in (True, False):
        places = [place for place, pair in enumerate(pairs) if pair.stored is stored]
        dealt = folds(pairs[place].group for place in places)
        fold[places] = [dealt[pairs[place].group] for place in places]
    return fold


def _grown(told: Matrix, wanted: NDArray[np.bool_], weights: Matrix) -> list[Tree]:
    """Return trees whose sum is the logit of being at odds."""
    no, yes = boosted(told, wanted.astype(np.int64), weights, 2, RECIPE)
    return [*yes, *map(_turned, no)]


def _turned(tree: Tree) -> Tree:
    """Return a tree that takes off what it added: what speaks for no speaks against yes."""
    return Tree(tree.figures, tree.cuts, tuple(-each for each in tree.adds))


def _asked(trees: Sequence[Tree], told: Matrix) -> Matrix:
    return np.asarray(1 / (1 + np.exp(-summed([trees], told)[0])))


def _gate(likely: Matrix, right: NDArray[np.bool_]) -> float:
    """Return the least likelihood from which on most of what is taken for rivals is so."""
    good = (gate for gate in _GATES if right[likely >= gate].sum() >= _LEAST_RIGHT * (likely >= gate).sum())
    return float(next(good, _GATES[-1]))


# -- the card --------------------------------------------------------------------------------------------


def _card(pairs: Sequence[Judged], likely: Matrix, fold: NDArray[np.int64], model: Model) -> str:
    digest = sha256(repr([(pair.told, pair.kind) for pair in pairs]).encode()).hexdigest()
    taken = likely >= model.gate
    stored = np.array([pair.stored for pair in pairs])
    lines = [
        "# The model that says which statements of a store cannot both hold",
        "",
        f"Written by `python -m training.rival`: {len(model.trees)} trees of up to {RECIPE.depth} questions",
        f"about {len(NAMES)} figures. Asked for: {model.gate:g}.",
        "",
        f"Learned from {len(pairs):,} pairs (SHA-256 {digest[:16]}…). What stands below is of homes and",
        "repositories that the trees had not seen, in five folds. Only the gate was learned from all homes.",
        "",
        "| pairs | of them | taken for rivals |",
        "|---|---|---|",
    ]
    kinds = Counter((pair.stored, pair.kind) for pair in pairs)
    for (is_stored, kind), count in sorted(kinds.items()):
        chosen = np.array([(pair.stored, pair.kind) == (is_stored, kind) for pair in pairs])
        of = "real stores" if is_stored else "homes"
        lines.append(f"| {of}, {kind} | {count:,} | {int(taken[chosen].sum())} |")
    lines += ["", "| fold of homes | taken | at odds | of |", "|---|---|---|---|"]
    wanted = np.array([pair.kind in AT_ODDS for pair in pairs])
    for number in sorted(set(fold[~stored].tolist())):
        inside = (fold == number) & ~stored
        found, cards = int((taken & wanted)[inside].sum()), int(taken[inside].sum())
        lines.append(f"| {number + 1} | {cards} | {found} | {int(wanted[inside].sum())} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
