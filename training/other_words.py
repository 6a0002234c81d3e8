"""Trains the model that says what two statements of one store are to each other in words of their own.

    python -m training.other_words [--real FILE] [--homes FILE] [--into FOLDER]

Learns from homes of notes that were written for this, `training/data/homes.jsonl`: each note a JSON object
with its `home`, `id` and `text`, and where one belongs to another, `of` which it `is` a `contradiction`, the
later state (`overtaken`), a `duplicate`, or `compatible` though it looks otherwise; one that nobody would
keep `is` `junk`. And from candidates of real stores (see `training.labelled`, no part of the project), which
hold the likelihoods down: hardly any are at odds. Writes `other_words.model`, which memtui ships, and
`other_words.md`, its card. The same files give the same bytes. Takes some minutes. Ends with 1 when a file
can't be read.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memtui.language.other_words import (
    FILE,
    NAMES,
    Gate,
    Model,
    Pair,
    Relation,
    brought_together,
    figures,
    may_be,
)
from memtui.language.side import is_labelled
from memtui.language.store_words import LEAST, StoreWords
from memtui.llm.embeddings import Embedder
from memtui.llm.words import WordVectors
from training.command import finished, parser_of, refused
from training.homes import HOMES, notes_of_homes
from training.labelled import folds, load
from training.measuring import least_gate
from training.pairs import DATA
from training.pairs_boosting import Recipe, boosted, shares, summed
from training.pairs_data import load_embedder, read_besides, real

CARD = "other_words.md"
RECIPE = Recipe(rounds=40, depth=3, rate=0.2)
_REAL = 0.6
"""How much a candidate of a real store counts: a person's store is between them and the homes."""
_RELATIONS = {"duplicate": Relation.SAME} | {str(relation): relation for relation in Relation}
"""What a reader calls the relations; whatever else is nothing."""
_LEARNED_FROM = 12
"""Statements that have a word which two share: more than where two are looked at later, so that it is
learned how little that tells.
"""
_LOOKED_AT = NAMES.index("shared words that few have")
_GATES = np.round(np.arange(0.3, 0.96, 0.01), 2)
_AT_ODDS_RIGHT = 2 / 3
"""How many of the pairs taken for rivals must be so, in homes where there are nearly as many look-alikes."""
_SAME_RIGHT = 0.8
"""How many of those taken for the same must be so, in such homes: a yes leaves one of the two."""
_LABELLED_RIGHT = 0.85
"""The same under a label, in real stores, where most lines stand under one and look alike by it alone."""
Chosen = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Judged:
    """Two statements of one store in figures, and what they are to each other."""

    told: Sequence[float]
    labelled: bool
    kind: str
    group: str
    stored: bool
    """They come from a real store."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the model and its card."""
    parser = parser_of("other_words", __doc__, FILE.parent)
    parser.add_argument("--homes", type=Path, default=HOMES)
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
    notes = notes_of_homes(file)
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
                kind = _kind(told[one], told[other])
                yield Judged(figures(pair), is_labelled(*texts), kind, home, stored=False)


def _kind(one: dict[str, str], other: dict[str, str]) -> str:
    for note, partner in ((one, other), (other, one)):
        if note.get("of") == partner["id"]:
            return note["is"]
    return Relation.NOTHING


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
            labelled = is_labelled(pair.older, pair.newer)
            yield Judged(figures(seen), labelled, str(pair.relation), pair.group, stored=True)


def trained(pairs: Sequence[Judged]) -> tuple[Model, str]:
    """Return a model of judged pairs, and its card."""
    told = np.array([pair.told for pair in pairs])
    wanted = np.array([_place(pair) for pair in pairs])
    stored = np.array([pair.stored for pair in pairs])
    weights = np.where(stored, _REAL, 1.0)
    fold = _folds(pairs)
    likely = np.zeros((len(Relation), len(pairs)))
    for number in range(int(fold.max()) + 1):
        inside, others = fold == number, fold != number
        grown = boosted(told[others], wanted[others], weights[others], len(Relation), RECIPE)
        likely[:, inside] = shares(summed(grown, told[inside]))
    likely[:, told[:, _LOOKED_AT] == 0] = 0.0
    same, at_odds = likely[1], likely[2] + likely[3]
    labelled = np.array([pair.labelled for pair in pairs])
    plain, under_label = ~stored & ~labelled, labelled & (stored if stored.any() else ~stored)
    gates = {
        gate: least_gate(_GATES, likelihoods[among], right[among], least_right)
        for gate, likelihoods, right, among, least_right in (
            (Gate.SAME, same, wanted == 1, plain, _SAME_RIGHT),
            (Gate.SAME_LABELLED, same, wanted == 1, under_label, _LABELLED_RIGHT),
            (Gate.AT_ODDS, at_odds, wanted > 1, ~stored, _AT_ODDS_RIGHT),
        )
    }
    grown = boosted(told, wanted, weights, len(Relation), RECIPE)
    model = Model(dict(zip(Relation, grown, strict=True)), gates)
    is_same = same >= np.where(labelled, gates[Gate.SAME_LABELLED], gates[Gate.SAME])
    return model, _card(pairs, is_same, at_odds >= gates[Gate.AT_ODDS], fold, model)


def _place(pair: Judged) -> int:
    """Return the place among the relations of what two are to each other."""
    return list(Relation).index(_RELATIONS.get(pair.kind, Relation.NOTHING))


def _folds(pairs: Sequence[Judged]) -> NDArray[np.int64]:
    """Return the fold of each pair: homes and repositories are dealt out whole."""
    fold = np.zeros(len(pairs), np.int64)
    for stored in (True, False):
        places = [place for place, pair in enumerate(pairs) if pair.stored is stored]
        dealt = folds(pairs[place].group for place in places)
        fold[places] = [dealt[pairs[place].group] for place in places]
    return fold


# -- the card --------------------------------------------------------------------------------------------


def _card(
    pairs: Sequence[Judged], same: Chosen, at_odds: Chosen, fold: NDArray[np.int64], model: Model
) -> str:
    digest = sha256(repr([(pair.told, pair.kind) for pair in pairs]).encode()).hexdigest()
    gates = ", ".join(f"{name} {gate:g}" for name, gate in model.gates.items())
    lines = [
        "# The model that says what two statements of a store are to each other in words of their own",
        "",
        f"Written by `python -m training.other_words`: {sum(map(len, model.trees.values()))} trees of up to "
        f"{RECIPE.depth} questions",
        f"about {len(NAMES)} figures. Asked for: {gates}.",
        "",
        f"Learned from {len(pairs):,} pairs (SHA-256 {digest[:16]}…). What stands below is of homes and",
        "repositories that the trees had not seen, in five folds. Only the gates were learned from all.",
        "",
        "| pairs | of them | taken for the same | taken for at odds |",
        "|---|---|---|---|",
    ]
    for (stored, kind), count in sorted(Counter((pair.stored, pair.kind) for pair in pairs).items()):
        chosen = np.array([(pair.stored, pair.kind) == (stored, kind) for pair in pairs])
        of = "real stores" if stored else "homes"
        lines.append(f"| {of}, {kind} | {count:,} | {same[chosen].sum()} | {at_odds[chosen].sum()} |")
    lines += [
        "",
        "| fold of homes | the same | taken for it | right | at odds | taken for it | right |",
        "|---|---|---|---|---|---|---|",
    ]
    wanted = np.array([_place(pair) for pair in pairs])
    homes = np.array([not pair.stored for pair in pairs])
    for number in sorted(set(fold[homes].tolist())):
        inside = homes & (fold == number)
        cells = [
            str(count)
            for right, taken in ((wanted == 1, same), (wanted > 1, at_odds))
            for count in (right[inside].sum(), taken[inside].sum(), (right & taken)[inside].sum())
        ]
        lines.append(f"| {number + 1} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
