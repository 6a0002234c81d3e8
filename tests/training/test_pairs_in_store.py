"""What speaks for the same in one store is learned from pairs of other repositories than it is tried on."""

import numpy as np

from memtui.language.in_store import NAMES
from memtui.language.measures import NAMES as MEASURES
from memtui.language.relation import Relation
from memtui.language.store_words import StoreWords
from training.pairs_data import Judged
from training.pairs_in_store import (
    InStore,
    gate_in_store,
    judged_in_store,
    likely_in_store,
    seen_in_store,
    taken_in_store,
    weights_in_store,
)

TEXTS = {str(n): f"Commands: Run step{n} with `tool{n}`" for n in range(20)}
WORDS = StoreWords(TEXTS)


def judged(one: str, other: str, relation: Relation, among: StoreWords | None = WORDS) -> Judged:
    return Judged(one, other, relation, "real", "owner/repo", None, ("0", "1"), among, True)


def made(count: int) -> tuple[InStore, np.ndarray, np.ndarray]:
    """Return pairs of two folds of which those that the other covers are the same."""
    figures = np.zeros((count, len(NAMES)))
    figures[:, -1] = 1.0
    wanted = np.arange(count) % 4 == 0
    figures[:, NAMES.index("the shorter in the longer")] = np.where(wanted, 0.9, 0.4)
    return InStore(np.arange(count), figures), wanted, np.arange(count) // 4 % 2


def test_only_pairs_under_headings_of_a_store_that_is_known_are_judged() -> None:
    labels = np.zeros((3, len(MEASURES)))
    labels[:2, MEASURES.index("labels")] = 2
    same = Relation.SAME
    pairs = [judged(TEXTS["0"], TEXTS["1"], same), judged("A: b", "A: c", same, None), judged("b", "c", same)]
    assert judged_in_store(pairs, labels, np.ones(3)).tolist() == [True, False, False]
    known = seen_in_store(pairs, labels, np.full(3, 0.5), np.array([True, False, False]))
    assert known.figures.shape[1] == len(NAMES)


def test_what_tells_the_same_from_the_rest_is_learned_and_passes_its_gate() -> None:
    known, wanted, fold = made(400)
    weights = weights_in_store(known, wanted)
    likely = likely_in_store(known, weights)
    assert likely[wanted].min() > likely[~wanted].max()
    assert (likely >= gate_in_store(likely, wanted)).tolist() == wanted.tolist()
    taken, gates = taken_in_store(known, wanted, fold)
    assert taken.tolist() == wanted.tolist()
    assert len(gates) == 2


def test_without_a_pair_that_is_the_same_nothing_is_learned() -> None:
    known, wanted, fold = made(40)
    assert weights_in_store(known, wanted & False) == ()
    assert not taken_in_store(known, wanted & False, fold)[0].any()
