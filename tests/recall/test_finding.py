"""The screen's search: what holds the words, best first, and what only comes near."""

import json
import subprocess

import pytest

from memtui.capture import embedding
from memtui.config.settings import Embeddings, Llm
from memtui.domain.filter import Filter, parse
from memtui.language.typos import meant
from memtui.lifecycle.states import drop
from memtui.llm.embeddings import embedder
from memtui.recall.child import FilterRequest, MeaningRequest, RecallRequest, heard, unpacked
from memtui.recall.finding import ENOUGH, SearchResult, find
from memtui.recall.search import meaning_of, recall
from memtui.store import memories
from memtui.store.database import Store
from tests import warm
from tests.conftest import NOON, FrozenClock
from tests.lifecycle.worlds import PERSON, added


def found(store: Store, line: str, *, prefix: bool = False) -> SearchResult:
    return find(store, parse(line, prefix=prefix), NOON)


def texts(store: Store, ids: list[int] | None) -> list[str]:
    return [memory.text for memory in memories.get_many(store, ids or [])]


@pytest.fixture
def office(store: Store) -> Store:
    for text, scope in (
        ("Ada's laptop is a Framework 13", "/user"),
        ("The build machine is an old ThinkPad", "/project/atlas"),
        ("Releases are tagged on Fridays", "/project/atlas"),
        ("Lunch is at noon", "/project/shop"),
    ):
        added(store, text, scope)
    return store


def test_what_holds_all_words_stands_above_what_holds_some(office: Store) -> None:
    answer = found(office, "build machine framework")
    assert answer.best == []
    assert texts(office, answer.near) == [
        "The build machine is an old ThinkPad",
        "Ada's laptop is a Framework 13",
    ]
    assert texts(office, found(office, "build machine").best) == ["The build machine is an old ThinkPad"]


def test_a_question_brings_up_the_same_order_as_in_recall(store: Store, clock: FrozenClock) -> None:
    added(store, "The staging port of atlas is 8080", "/project/atlas")
    clock.forward(days=30)
    added(store, "The staging port of atlas is 9090 now", "/project/atlas")
    added(store, "Atlas is staged behind a port that nobody knows", "/project/atlas")
    question = "which staging port does atlas listen on"
    answer = find(store, parse(question), clock.now)
    told = [memory.text for memory in recall(store, question, now=clock.now).memories]
    assert texts(store, [*answer.best, *answer.near]) == told
    assert told.index("The staging port of atlas is 9090 now") < told.index(
        "The staging port of atlas is 8080"
    )


def test_a_question_is_looked_for_without_the_words_that_tell_nothing(office: Store) -> None:
    answer = found(office, "when are the releases tagged?")
    assert answer.wanted.words == ("releases", "tagged?")
    assert texts(office, answer.best) == ["Releases are tagged on Fridays"]
    assert found(office, "which releases do we use?").wanted.words == ("releases",)


def test_where_words_are_common_the_strongest_that_hold_them_come_first(
    office: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.recall.finding._MOST_RANKED", 1)
    strong = added(office, "A lunch that is at one", importance=1.0)
    assert found(office, "at").best[0] == strong
    assert len(found(office, "at -noon").best) == 1


def test_one_word_is_looked_for_even_when_it_tells_nothing(office: Store) -> None:
    assert len(found(office, "the").best or []) == 1


def test_tokens_and_left_out_words_hold_for_what_comes_near_too(office: Store) -> None:
    assert texts(office, found(office, "machine laptop in:/project").near) == [
        "The build machine is an old ThinkPad"
    ]
    assert texts(office, found(office, "machine laptop -thinkpad").near) == ["Ada's laptop is a Framework 13"]
    drop(office, [1], by=PERSON)
    assert texts(office, found(office, "machine laptop").near) == ["The build machine is an old ThinkPad"]
    assert texts(office, found(office, "laptop is:dropped").best) == ["Ada's laptop is a Framework 13"]


def test_where_enough_holds_the_words_nothing_near_is_added(office: Store) -> None:
    for number in range(ENOUGH):
        added(office, f"Machine {number} was built")
    assert found(office, "build machine").near == []


@pytest.mark.parametrize(
    ("typed", "unfinished", "word"),
    [
        ("framwork", False, "framework"),
        ("realeses", False, "releases"),
        ("fridayss", False, "fridays"),
        ("thinkp", True, None),
        ("thimkp", True, "thinkpad"),
    ],
)
def test_a_mistyped_word_is_taken_for_the_one_that_was_meant(
    office: Store, typed: str, unfinished: bool, word: str | None
) -> None:
    answer = found(office, typed, prefix=unfinished)
    assert answer.spelled == ({typed: word} if word else {})
    assert len(answer.best) == 1


def test_nothing_is_made_of_short_words_numbers_and_words_that_are_far_from_all(office: Store) -> None:
    for typed in ("ads", "1234", "xylophone"):
        assert found(office, typed).spelled == {}


def test_of_a_long_text_that_was_pasted_only_the_first_words_are_looked_up_for_slips(office: Store) -> None:
    many = " ".join("zq" + chr(97 + number // 26) + chr(97 + number % 26) + "x" for number in range(60))
    assert found(office, f"framwork {many}").spelled == {"framwork": "framework"}
    assert found(office, f"{many} framwork").spelled == {}


def test_of_equally_near_words_the_commonest_was_meant() -> None:
    assert meant("deplay", {"deploy": 3, "replay": 1, "display": 9}) == "deploy"
    assert meant("buikd", {"build": 2, "buick": 2}) == "build"
    assert meant("cat", {"car": 5}) is None


def test_the_child_finds_by_meaning_what_shares_no_word(office: Store) -> None:
    model = embedder(Embeddings(), Llm())
    if model is None:
        pytest.skip("no embedder on this platform")
    embedding.fill(office, model)
    assert meaning_of(office, model, "zzzqqq", None) is None  # no word, so its letters mean nothing
    typed = Filter(words=("notebook",))
    lines = (
        MeaningRequest(str(office.path), "").line()
        + FilterRequest(typed.describe(), typed.prefix, NOON).line()
        + RecallRequest("notebook", "/user", 1, 0, NOON).line()
    )
    ran = subprocess.run(
        [warm.python(), "-P", "-m", "memtui.recall.child"],
        input=lines,
        capture_output=True,
        timeout=300,
        check=True,
    )
    found, recalled = map(json.loads, ran.stdout.splitlines())
    answer = heard(found)
    assert answer.wanted == typed
    assert answer.best == []
    assert texts(office, answer.near)[0] == "Ada's laptop is a Framework 13"
    assert [memory.text for memory in unpacked(office, recalled).memories] == [
        "Ada's laptop is a Framework 13"
    ]
