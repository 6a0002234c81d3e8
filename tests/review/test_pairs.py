"""Which memories are compared: the same text, shared rare words, near vectors; and what is left out."""

import zlib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchmarks import statements
from memtui.capture import embedding
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.domain.scope import compared
from memtui.domain.text import normalised
from memtui.domain.watch import Watch
from memtui.lifecycle import states
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.review import changed_pairs, pairs
from memtui.store import likeness
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.conftest import NOON
from tests.depth import examples

ATLAS, DB, OTHER = "/project/atlas", "/project/atlas/db", "/project/borealis"


class WordVectors:
    """Embeds a text as the sum of a vector for each of its words: alike texts have like vectors."""

    name = "words"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row for each text."""
        rows = [sum(map(self._word, text.lower().split()), np.zeros(64)) for text in texts]
        matrix = np.array(rows, np.float32)
        matrix /= np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)
        return matrix

    def _word(self, word: str) -> NDArray[np.float64]:
        return np.random.default_rng(zlib.crc32(word.encode())).standard_normal(64)


def fill(store: Store, *texts: str, scope: str = ATLAS, vectors: bool = True) -> list[int]:
    """Add texts, with vectors, and return their ids."""
    before = likeness.count_live(store)
    import_drafts(store, (Draft(text, scope=scope) for text in texts), by=PERSON_AT_CLI)
    if vectors:
        embedding.fill(store, WordVectors())
    return sorted(row[0] for row in store.query("SELECT id FROM memories"))[before:]


def everywhere(store: Store, **told: object) -> dict[tuple[int, int], float | None]:
    """Return all pairs of a whole store with their cosines; none is handed out twice."""
    found = [pair for portion in pairs.everywhere(store, **told) for pair in portion]  # type: ignore[arg-type]
    assert len({pair[:2] for pair in found}) == len(found)
    return {pair[:2]: pair.similarity for pair in found}


def among(store: Store, ids: Sequence[int], **told: object) -> dict[tuple[int, int], float | None]:
    """Return the pairs of some memories with their cosines; none is handed out twice."""
    found = list(changed_pairs.among(store, ids, **told))  # type: ignore[arg-type]
    assert len({pair[:2] for pair in found}) == len(found)
    return {pair[:2]: pair.similarity for pair in found}


SAID = "the worker retries failed jobs five times"
AGAIN = "the worker now retries failed jobs five times"
FAR = "nobody waters a plant behind that yellow door"


@pytest.mark.parametrize("vectors", [True, False])
def test_what_is_said_twice_is_found_by_both_ways_of_asking(store: Store, vectors: bool) -> None:
    a, b, _ = fill(store, SAID, AGAIN, FAR, vectors=vectors)
    for found in (everywhere(store), among(store, [a]), among(store, [b])):
        assert set(found) == {(a, b)}
        assert (found[a, b] is not None) == vectors
        assert found[a, b] is None or found[a, b] == pytest.approx(0.95, abs=0.05)


def test_the_same_text_is_found_in_any_scopes_and_other_texts_only_in_related_ones(store: Store) -> None:
    (a,) = fill(store, SAID)
    (b,) = fill(store, SAID.upper() + ".", scope=OTHER)
    (c,) = fill(store, AGAIN, scope=DB)
    fill(store, AGAIN + " a day", scope="/project/else")
    assert everywhere(store) == {(a, b): 1.0, (a, c): pytest.approx(0.95, abs=0.05)}
    assert among(store, [b]) == {(a, b): 1.0}


def test_a_hundred_copies_make_a_hundred_pairs(store: Store) -> None:
    ids = [fill(store, SAID, scope=f"/project/p{n}", vectors=False)[0] for n in range(20)]
    found = everywhere(store)
    assert len(found) == 19
    assert {i for pair in found for i in pair} == set(ids)


def test_a_copy_is_paired_with_the_one_above_it_before_those_elsewhere(store: Store) -> None:
    scopes = (ATLAS, DB, OTHER, f"{OTHER}/web")
    a, b, c, d = (fill(store, SAID, scope=scope, vectors=False)[0] for scope in scopes)
    assert {(a, b), (c, d)} <= set(everywhere(store))
    assert (a, b) in among(store, [b])


def test_in_a_small_store_a_rare_word_is_enough_however_far_the_vectors_are(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, _ = fill(store, "builds run on Jenkins", "nobody else watches that old Jenkins", FAR)
    assert everywhere(store)[a, b] == pytest.approx(0.25, abs=0.2)
    assert (a, b) in among(store, [a], thorough=True)
    assert among(store, [a]) == {}
    for module in (pairs, changed_pairs):
        monkeypatch.setattr(module, "SMALL", 2)
    assert everywhere(store) == among(store, [a], thorough=True) == {}


def test_dropped_memories_and_vectors_of_older_texts_do_not_count(store: Store) -> None:
    a, b, c = fill(store, SAID, AGAIN, FAR)
    edit(store, [c], Edit(text=SAID + " then stops"), by=PERSON_AT_CLI)
    assert everywhere(store)[a, c] is None
    states.drop(store, [b], by=PERSON_AT_CLI)
    assert set(everywhere(store)) == set(among(store, [a, b])) == {(a, c)}


def test_a_changed_memory_without_a_vector_gets_one_for_the_comparison(store: Store) -> None:
    (a,) = fill(store, "one two three four")
    (b,) = fill(store, "four three two one", vectors=False)
    assert among(store, [b])[a, b] is None
    assert among(store, [b], embedder=WordVectors())[a, b] == pytest.approx(1.0, abs=0.02)


def test_two_changed_memories_without_vectors_are_compared_by_new_ones(store: Store) -> None:
    fill(store, "nothing alike at all")
    a, b = fill(store, "one two three four", "four three two one", vectors=False)
    assert among(store, [a, b])[a, b] is None
    assert among(store, [a, b], embedder=WordVectors())[a, b] == pytest.approx(1.0, abs=0.02)


def test_lines_that_differ_only_in_their_figures_are_not_compared_and_it_is_said(store: Store) -> None:
    fill(store, *(f"the nightly import took {n} seconds in run r{n}" for n in range(30)))
    notes: list[str] = []
    assert everywhere(store, notes=notes) == {}
    assert notes[0].startswith("30 memories are lines that differ only in their figures")


def test_of_too_many_pairs_the_nearest_are_handed_out_and_it_is_said(store: Store) -> None:
    a, b, *_ = fill(store, SAID, SAID + " or so", *(f"the worker retries {w} jobs" for w in ("big", "odd")))
    notes: list[str] = []
    assert set(everywhere(store, most=1, notes=notes)) == {(a, b)}
    assert "the 1 nearest were compared" in notes[-1]


def test_a_pass_that_was_stopped_goes_on_after_the_last_id_it_saw(store: Store) -> None:
    fill(store, *(f"{start} {SAID}" for start in ("today", "often", "always", "maybe", "later")))
    whole = sorted(everywhere(store))
    first = whole[0][0]
    rest = sorted(everywhere(store, after=first))
    assert rest == [pair for pair in whole if pair[0] > first]
    assert rest


def test_pairs_come_scope_by_scope_and_go_on_so(store: Store) -> None:
    starts = ("today", "often", "always", "maybe", "later", "never")
    ids = [
        fill(store, f"{start} {said}", scope=scope)[0]
        for start in starts
        for scope, said in ((OTHER, FAR), (ATLAS, SAID))
    ]
    whole = list(everywhere(store))
    scopes = [ATLAS if ids.index(first) % 2 else OTHER for first, _ in whole]
    assert scopes == sorted(scopes)
    last = next(first for first, _ in whole if first in ids[::2])
    assert list(everywhere(store, after=last)) == [
        pair for pair in whole if pair[0] in ids[::2] and pair[0] > last
    ]
    states.drop(store, [last], by=PERSON_AT_CLI)
    assert list(everywhere(store, after=last)) == [pair for pair in whole if last not in pair]


def test_the_pairs_of_one_memory_are_in_one_list(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "_LIST", 2)
    fill(store, *(f"{start} {SAID}" for start in ("today", "often", "always", "maybe", "later")))
    portions = list(pairs.everywhere(store))
    firsts = [{pair.a for pair in portion} for portion in portions]
    assert len(portions) > 1
    assert sum(map(len, firsts)) == len(set[int]().union(*firsts))


def test_a_pass_can_be_stopped_and_an_empty_store_has_no_pairs(store: Store) -> None:
    assert everywhere(store) == among(store, [1, 2]) == {}
    fill(store, SAID, AGAIN)
    assert everywhere(store, watch=Watch(cancelled=lambda: True)) == {}


def test_progress_is_told_to_the_end(store: Store) -> None:
    fill(store, SAID, AGAIN)
    told: list[tuple[int, int]] = []
    everywhere(store, watch=Watch(lambda done, of: told.append((done, of))))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] - 1


WORDS = st.lists(
    st.sampled_from(["alpha", "beta", "gamma", "delta", "7", "8", "x1", "-", "."]), min_size=1, max_size=5
)
FILED = st.tuples(WORDS.map(" ".join), st.sampled_from(["/", "/project", ATLAS, DB, OTHER, "/user"]))


@settings(max_examples=examples(40))
@given(st.lists(FILED, max_size=14), st.booleans())
def test_pairs_are_always_of_live_related_memories_and_the_same_whoever_changed(
    filed: list[tuple[str, str]], vectors: bool
) -> None:
    with TemporaryDirectory() as place, open_store(Path(place) / "a.db", clock=lambda: NOON) as store:
        import_drafts(store, [Draft(text, scope=scope) for text, scope in filed], by=PERSON_AT_CLI)
        if vectors:
            embedding.fill(store, WordVectors())
        told = {row[0]: row[1:] for row in store.query("SELECT id, text, scope FROM memories")}
        found = {**everywhere(store), **among(store, list(told))}
        both = {(min(two), max(two)): similarity for two, similarity in found.items()}
        for (a, b), similarity in both.items():
            assert a != b
            assert similarity is None or -1.01 <= similarity <= 1.01
            same = normalised(told[a][0]) == normalised(told[b][0])
            assert same or compared(told[a][1], told[b][1])
        alone = [pair for i in told for pair in among(store, [i], limit=99)]
        assert set(among(store, list(told), limit=99)) == set(alone)


@pytest.mark.long
@pytest.mark.parametrize("few", [0, 20_000])
def test_nearly_all_planted_copies_are_found_in_a_small_store_and_by_the_rules_of_a_large_one(
    store: Store, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr("memtui.review.blocks.FEW", few)
    import_drafts(store, statements.drafts(4_000, NOON), by=PERSON_AT_CLI)
    embedding.fill(store, WordVectors())
    rows = store.query(
        "SELECT a.id, b.id FROM memories b JOIN memories a ON a.uid = json_extract(b.provenance, '$.copy_of')"
    )
    found = everywhere(store)
    planted = [(min(row), max(row)) for row in rows]
    assert len(planted) > 20
    assert sum(pair in found or pair[::-1] in found for pair in planted) >= 0.95 * len(planted)
    assert len(found) < 40_000


def test_what_only_gives_another_value_of_one_slot_is_compared(store: Store) -> None:
    """Two texts that share no word, and have no vectors."""
    texts = {"Use tabs": ATLAS, "Indent with 3 spaces": DB, "Water the seedlings": ATLAS, "Tabs": OTHER}
    import_drafts(store, (Draft(text, scope=scope) for text, scope in texts.items()), by=PERSON_AT_CLI)
    assert [pair[:2] for portion in pairs.everywhere(store) for pair in portion] == [(1, 2)]
    assert [pair[:2] for pair in changed_pairs.among(store, [2])] == [(1, 2)]


def test_a_heading_does_not_keep_a_value_from_being_compared(store: Store) -> None:
    """`Rules: Indentation: 4 spaces` says `Indentation: 4 spaces`, under a heading of its file."""
    headed = Draft("Rules: Indentation: 4 spaces.", scope=DB, provenance={"section": "Rules"})
    import_drafts(store, (Draft("Always use tabs for indentation.", scope=ATLAS), headed), by=PERSON_AT_CLI)
    assert [pair[:2] for portion in pairs.everywhere(store) for pair in portion] == [(1, 2)]
    assert [pair[:2] for pair in changed_pairs.among(store, [2])] == [(1, 2)]


def test_a_project_is_looked_at_once_with_its_parts_and_with_what_is_said_for_all(store: Store) -> None:
    for scope in (DB, OTHER, "/user", ATLAS, DB):
        fill(store, f"{SAID} in {scope}", scope=scope)
    found = [pair for portion in pairs.everywhere(store) for pair in portion]
    scopes: dict[int, str] = dict(store.query("SELECT id, scope FROM memories"))
    read_in = [pairs.looked_at_in(scopes[pair.a], scopes[pair.b]) for pair in found]
    assert read_in == [scopes[pair.a] for pair in found] == sorted(read_in)
    assert {ATLAS, DB, OTHER} == set(read_in)
