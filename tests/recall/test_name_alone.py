"""What shares nothing with a question but a name is no answer: it is found, and not told to agents."""

import pytest

from memtui.recall.briefing import Briefing, Why, on_call, place_in, with_prompt
from memtui.recall.search import recall
from memtui.store.database import Store
from tests.lifecycle.worlds import added

ATLAS = "/project/atlas"
OF_ROSA = [
    "Rosa keeps the seed bank and checks each delivery",
    "The greenhouse plan is drawn by Rosa every winter",
    "Rosa wants the paths between the beds to stay wide",
]


@pytest.fixture
def known(store: Store) -> Store:
    for text in [*OF_ROSA, "The hoses are coiled up after use", "Seedlings are watered at dawn"]:
        added(store, text, scope=ATLAS)
    return store


def asked(store: Store, question: str) -> Briefing:
    now = store.now()
    return on_call(lambda scope: recall(store, question, scope=scope), ATLAS, now, 500)


@pytest.mark.parametrize("question", ["What is Rosa's cat called?", "how tall is rosa?", "Rosa's dentist?"])
def test_only_a_name_is_shared_so_nothing_is_told(known: Store, question: str) -> None:
    briefing = asked(known, question)
    assert briefing.told == []
    assert {entry.memory.text for entry in briefing.left_out if entry.why is Why.NAME} == set(OF_ROSA)
    assert with_prompt(known, place_in(ATLAS), question, budget=500, loads=None).told == []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which delivery does Rosa check?", OF_ROSA[0]),
        ("Rosa", OF_ROSA[0]),
        ("Who is Rosa?", OF_ROSA[0]),
        ("when are seedlings watered?", "Seedlings are watered at dawn"),
    ],
)
def test_what_has_more_of_the_question_is_told(known: Store, question: str, answer: str) -> None:
    assert answer in [entry.memory.text for entry in asked(known, question).told]


def test_where_one_has_the_name_and_more_the_others_are_judged_as_ever(known: Store) -> None:
    briefing = asked(known, "Does Rosa want wide paths?")
    assert briefing.told[0].memory.text == OF_ROSA[2]
    assert all(entry.why is not Why.NAME for entry in briefing.left_out)


KUBERNETES = "We run on Kubernetes 1.29, in three pools"
VERSIONS = ["The version of the API is 4", "Pin the Python version in .tool-versions"]


def with_others(store: Store, *texts: str, scope: str = ATLAS) -> Store:
    """Store memories among a score of others, so that what few of them have is rare."""
    for text in [*texts, *(f"Depot number {number} is painted in its own colour" for number in range(25))]:
        added(store, text, scope=scope)
    return store


@pytest.mark.parametrize("question", ["kubernetes version", "Which version of Kubernetes?"])
def test_a_rare_name_tells_more_than_a_common_word(store: Store, question: str) -> None:
    briefing = asked(with_others(store, KUBERNETES, *VERSIONS), question)
    assert [entry.memory.text for entry in briefing.told] == [KUBERNETES]
    assert {entry.memory.text for entry in briefing.left_out if entry.why is Why.NAMELESS} == set(VERSIONS)
    assert [entry.memory.text for entry in with_prompt(store, place_in(ATLAS), question).told] == [KUBERNETES]


def test_what_has_more_of_a_question_than_a_rare_name_is_told_beside_it(store: Store) -> None:
    limit = "The rate limit of the public API is 100 a second"
    with_others(store, "Ask UPS 20 times a second, and on a 429 wait", limit)
    told = [entry.memory.text for entry in asked(store, "rate limit of UPS").told]
    assert set(told) == {"Ask UPS 20 times a second, and on a 429 wait", limit}


def test_what_is_filed_under_a_name_has_that_name(store: Store) -> None:
    deploys = "Deploys go out on Tuesdays"
    with_others(store, deploys, "Its board hangs beside Atlas, the statue in the hall")
    told = [entry.memory.text for entry in asked(store, "When are Atlas deploys?").told]
    assert told[0] == deploys


def test_people_who_search_still_see_all_of_it(known: Store) -> None:
    hits = recall(known, "What is Rosa's cat called?", scope=ATLAS).hits
    assert {hit.memory.text for hit in hits} == set(OF_ROSA)


def test_a_longer_form_of_a_rare_name_is_that_name(store: Store) -> None:
    old, now = "As of May we are on Heroku with Postgres 13", "PostgreSQL 15 in production and in CI"
    with_others(store, old, now)
    told = [entry.memory.text for entry in asked(store, "Which Postgres version is in production?").told]
    assert set(told) == {old, now}
