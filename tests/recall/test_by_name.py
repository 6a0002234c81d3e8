"""What a memory is called where it comes from is looked for, as its text is."""

import sqlite3
from contextlib import closing
from importlib.resources import files

import pytest

from memtui.config import Settings
from memtui.domain.filter import Filter
from memtui.recall.asking import Question
from memtui.recall.briefing import place_in, with_prompt
from memtui.recall.finding import find
from memtui.recall.search import recall
from memtui.store import words
from memtui.store.database import Store
from memtui.tui.ask.asking import answer
from memtui.tui.ask.reasons import row_words, sentences
from tests.lifecycle.worlds import added

ATLAS = "/project/atlas"
DRIZZLE = "The schema is made with Drizzle"


@pytest.fixture
def named(store: Store) -> int:
    for number in range(20):
        added(store, f"Screen {number} shows figure {number}", ATLAS)
    return added(store, DRIZZLE, ATLAS, provenance={"name": "orm-drizzle"})


def test_an_agent_is_told_what_has_the_word_in_its_name(store: Store, named: int) -> None:
    question = "Which ORM do we use?"
    assert [hit.memory.id for hit in recall(store, question, scope=ATLAS).hits] == [named]
    assert [memory.id for memory in with_prompt(store, place_in(ATLAS), question).memories] == [named]


def test_the_search_finds_it_and_does_not_take_its_name_for_a_slip(store: Store, named: int) -> None:
    added(store, "The drizzling rain ormed", ATLAS)
    assert named in find(store, Filter(words=("orm",)), store.now()).near
    assert "orm" in words.beginning_with(store, "or")


def test_a_slip_is_put_right_by_a_word_that_only_a_name_has(store: Store, named: int) -> None:
    added(store, "Screens are tested by hand", ATLAS, provenance={"name": "postgres-tests"})
    assert find(store, Filter(words=("postgers",)), store.now()).spelled == {"postgers": "postgres"}


def test_a_name_that_changes_is_found_by_the_new_one_alone(store: Store, named: int) -> None:
    with store.write() as tx:
        tx.execute("UPDATE memories SET provenance = ? WHERE id = ?", ('{"name": "kiln"}', named))
    assert recall(store, "orm", scope=ATLAS).hits == []
    assert [hit.memory.id for hit in recall(store, "kiln", scope=ATLAS).hits] == [named]
    with store.write() as tx:
        tx.execute("UPDATE memories SET provenance = ? WHERE id = ?", ('{"name": 4}', named))
    assert recall(store, "kiln", scope=ATLAS).hits == []


def test_ask_says_which_words_only_its_name_has(store: Store, named: int) -> None:
    asked = answer(store, Question(ATLAS, "Is Drizzle the ORM?"), Settings())
    assert (asked.shared[named], asked.named[named]) == (("Drizzle",), ("ORM",))
    (entry,) = asked.briefing.told
    assert row_words(entry, asked, 40) == "Drizzle · its name: ORM"
    assert (
        "name",
        "Its name or its title has “ORM”, which an agent does not read.",
    ) in sentences(entry, asked)


def test_a_store_of_before_finds_the_names_that_it_holds(store: Store, named: int) -> None:
    with store.write() as tx:
        tx.execute("DROP TRIGGER names_fts_delete")
        tx.execute("DROP TRIGGER names_fts_update")
        tx.execute("DROP TABLE names_fts")
    step = (files("memtui.store") / "migrations" / "m028_names.sql").read_text("utf-8")
    with closing(sqlite3.connect(store.path)) as before:
        before.executescript(step)
    assert [hit.memory.id for hit in recall(store, "orm", scope=ATLAS).hits] == [named]
