"""Memories that share words with a text: the rarest are asked for, as far as they tell something."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from memtui.store import words
from memtui.store.database import Store
from memtui.store.words import WordSearch, stems
from tests.lifecycle.worlds import added


def brought_up(store: Store, *asked: str, limit: int = 50, scope: str = "/") -> set[int]:
    return {memory for memory, _ in WordSearch(store).nearest(asked, limit=limit, scope=scope)}


def about(store: Store, word: str, count: int, scope: str = "/project") -> set[int]:
    """Add so many memories that hold a word and share no other."""
    return {added(store, f"{word} {word}{number}x", scope) for number in range(count)}


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let a word be common from the second memory on, as it is from some hundreds on in a large store."""
    monkeypatch.setattr(words, "_ALWAYS_ROWS", 1)
    monkeypatch.setattr(words, "_SHARE", 0.0)
    return monkeypatch


def test_in_a_small_store_any_word_brings_up_all_that_hold_it(store: Store) -> None:
    held = about(store, "quince", 5) | about(store, "till", 1)
    assert brought_up(store, "quince", "till") == held


def test_in_a_large_store_a_word_may_stand_in_a_share_of_the_memories(
    store: Store, apart: pytest.MonkeyPatch
) -> None:
    quinces, tills = about(store, "quince", 4), about(store, "till", 6)
    apart.setattr(words, "_SHARE", 0.4)
    assert brought_up(store, "quince", "till") == quinces
    apart.setattr(words, "_SHARE", 0.6)
    assert brought_up(store, "quince", "till") == quinces | tills


def test_words_that_are_all_common_bring_up_what_holds_several(store: Store, apart: object) -> None:
    about(store, "quince", 3)
    about(store, "till", 3)
    both = {added(store, "the quince beside the till", "/project")}
    assert brought_up(store, "quince", "till") == both


def test_a_word_that_no_memory_holds_takes_nothing_away(store: Store, apart: object) -> None:
    quinces = about(store, "quince", 3)
    assert brought_up(store, "quince", "zyxgrault") == quinces


def test_the_search_ends_where_so_many_memories_are_met(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "_MOST_ROWS", 4)
    few, more = about(store, "quince", 2), about(store, "till", 3)
    assert brought_up(store, "quince", "till") == few
    assert brought_up(store, "till") == more


def test_the_rarest_word_is_looked_for_however_many_hold_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "_MOST_ROWS", 2)
    quinces = about(store, "quince", 3)
    about(store, "till", 4)
    assert brought_up(store, "quince", "till") == quinces


def test_what_lies_elsewhere_takes_no_place(store: Store) -> None:
    about(store, "quince", 8, "/project/other")
    (here,) = about(store, "quince", 1, "/project/here")
    added(store, "one quince among very many other words of a long sentence", "/project/here")
    assert brought_up(store, "quince", limit=1, scope="/project/here") == {here}


def test_beginnings_and_forms_are_those_of_the_index(store: Store) -> None:
    added(store, "The baker baked bread")
    added(store, "Zebras drink")
    assert words.beginning_with(store, "ba") == {"baker": 1, "bake": 1}
    assert words.beginning_with(store, "b", most=1).keys() < {"baker", "bake", "bread"}
    assert words.a_form_of(store, "bake") == "baked"
    assert words.a_form_of(store, "quinc") is None


def test_the_stems_of_one_call_are_not_among_those_of_the_next() -> None:
    assert stems(["running", "tests", "deployed"]) == ["run", "test", "deploi"]
    assert stems(["Kilns"]) == ["kiln"]
    assert stems([]) == []
    assert stems(["–", "ovens"]) == ["–", "oven"]


def test_threads_that_ask_at_once_each_get_their_own_stems() -> None:
    asked = [[f"{word}{n}s" for word in ("kiln", "oven")] for n in range(200)]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(stems, asked)) == [
            [word.removesuffix("s") for word in words] for words in asked
        ]
