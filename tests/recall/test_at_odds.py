"""Two memories between which a person has not decided are told side by side, and that they disagree."""

import re

import pytest

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, MemoryType
from memtui.lifecycle.change import Edit, edit
from memtui.recall.briefing import Briefing, Why, on_call, place_in, with_prompt
from memtui.recall.child import packed, unpacked
from memtui.recall.search import Recalled, recall
from memtui.recall.session_start import at_start
from memtui.recall.told_block import block, line_tokens
from memtui.review.verdicts import reject
from memtui.store.database import Store
from tests.lifecycle.test_holding import PLANTED
from tests.review.planting import choosing, found, plant, queued

ATLAS = "/project/atlas"
OLD, NEW = (
    "Atlas stores its users in Postgres 14",
    "The users of Atlas are in Postgres 16, stored in Frankfurt",
)
NEWER_ABOVE = "a newer one above disagrees; the user has not decided"
NEWER_KNOWN = "a newer one that you know disagrees; the user has not decided"
NEWER_APART = "a newer one not told here disagrees; the user has not decided"
ANOTHER_ABOVE = "another above disagrees; the user has not decided"


@pytest.fixture
def pair(store: Store) -> tuple[Memory, Memory]:
    """The older and the newer of two that disagree, with others between them."""
    older = plant(store, OLD, scope=ATLAS, days_ago=90, importance=0.9)
    plant(store, "Atlas is deployed to its users on Fridays", scope=ATLAS, importance=0.7)
    newer = plant(store, NEW, scope=ATLAS, days_ago=5, importance=0.4)
    plant(store, "Atlas keeps its logs for a year", scope=ATLAS, importance=0.3)
    return older, newer


def told(briefing: Briefing) -> list[tuple[str, str]]:
    return [(entry.memory.text, entry.note) for entry in briefing.told]


def each_occasion(store: Store) -> list[Briefing]:
    question = "Where does Atlas store users?"

    def search(scope: str | None) -> Recalled:
        return recall(store, question, scope=scope)

    place = place_in(ATLAS)
    return [
        at_start(store, place),
        with_prompt(store, place, question),
        on_call(search, ATLAS, store.now(), 1_000),
    ]


def test_the_newer_is_told_even_where_it_shares_no_word_with_the_question(store: Store) -> None:
    older = plant(store, "The scale speaks at 9600 baud", scope=ATLAS, days_ago=90)
    newer = plant(store, "Firmware 2 made it 38400", scope=ATLAS, days_ago=5)
    queued(store, choosing(newer, older))
    question = "How does the scale speak?"
    called = on_call(lambda scope: recall(store, question, scope=scope), ATLAS, store.now(), 1_000)
    for briefing in (with_prompt(store, place_in(ATLAS), question), called):
        assert told(briefing) == [(newer.text, ""), (older.text, NEWER_ABOVE)]


def test_the_newer_stands_in_front_of_the_older_which_says_that_they_disagree(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    older, newer = pair
    queued(store, choosing(newer, older))
    for briefing in each_occasion(store):
        at = told(briefing).index((NEW, ""))
        assert told(briefing)[at + 1] == (OLD, NEWER_ABOVE)
        assert all(not note for _, note in told(briefing)[at + 2 :])


def test_the_block_and_the_rows_have_the_note_and_their_tokens_count_it(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    queued(store, choosing(pair[1], pair[0]))
    start, _, call = each_occasion(store)
    (line,) = [each for each in block(start.memories, start.notes).splitlines() if OLD in each]
    assert line.endswith(f"; {NEWER_ABOVE})")
    assert [entry.row.get("at_odds") for entry in call.told if entry.row and entry.note] == [NEWER_ABOVE]
    plain = sum(line_tokens(memory) for memory in start.memories)
    assert 0 < sum(entry.tokens for entry in start.told) - plain < 20


def test_where_nothing_tells_which_is_newer_neither_is_called_so(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    queued(store, found(Kind.CONFLICT, list(pair), Change(Deed.KEEP)))
    for briefing in each_occasion(store):
        texts = [text for text, _ in told(briefing)]
        assert abs(texts.index(OLD) - texts.index(NEW)) == 1
        assert [note for _, note in told(briefing) if note] == [ANOTHER_ABOVE]


def test_a_decided_card_or_a_changed_text_leaves_no_note(store: Store, pair: tuple[Memory, Memory]) -> None:
    (card,) = queued(store, choosing(pair[1], pair[0]))
    reject(store, [card.id], by=PERSON_AT_CLI)
    assert not any(briefing.notes for briefing in each_occasion(store))


def test_a_text_that_was_changed_since_is_no_longer_at_odds(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    queued(store, choosing(pair[1], pair[0]))
    edit(store, [pair[0].id], Edit(text="Atlas stores its users in a bucket"), by=PERSON_AT_CLI)
    assert not any(briefing.notes for briefing in each_occasion(store))


def test_what_was_kept_as_true_for_good_stands_behind_what_unsettles_it(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    change = Change(Deed.RETYPE, keep=pair[0].id, type=MemoryType.SEMANTIC)
    queued(store, found(Kind.CONFLICT, list(pair), change))
    assert at_start(store, place_in(ATLAS)).notes == {pair[0].id: NEWER_ABOVE}


def test_the_newer_comes_along_where_only_the_older_is_among_the_strongest(store: Store) -> None:
    older = plant(store, OLD, scope=ATLAS, days_ago=90, pinned=True, importance=1.0)
    newer = plant(store, NEW, scope=ATLAS, days_ago=5, importance=0.01)
    for number in range(120):
        plant(store, f"Atlas has a rule number {number}", scope=ATLAS, importance=0.8)
    queued(store, choosing(newer, older))
    briefing = at_start(store, place_in(ATLAS))
    first = briefing.told[0]
    assert (first.memory.text, first.why) == (NEW, Why.AT_ODDS)
    assert told(briefing)[1] == (OLD, NEWER_ABOVE)


def test_the_older_alone_says_that_a_newer_one_disagrees_and_the_newer_alone_says_nothing(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    older, newer = pair
    queued(store, choosing(newer, older))
    place = place_in(ATLAS)
    assert at_start(store, place, itself={newer.id}).notes == {older.id: NEWER_KNOWN}
    assert recall(store, "Where does Atlas store users?", scope=ATLAS, limit=1).memories == [newer]
    small = Recalled(odds=recall(store, "Atlas users", scope=ATLAS).odds)
    assert small.odds.notes([newer.id]) == {}
    assert small.odds.notes([older.id]) == {older.id: NEWER_APART}
    known = at_start(store, place, itself={older.id})
    assert known.notes == {newer.id: "an older one that you know disagrees; the user has not decided"}


def test_of_what_no_agent_may_be_told_nothing_is_said(store: Store) -> None:
    older = plant(store, "Deploys go out on Fridays", scope=ATLAS, days_ago=9)
    planted = plant(store, PLANTED, scope=ATLAS)
    queued(store, choosing(planted, older))
    assert told(at_start(store, place_in(ATLAS))) == [("Deploys go out on Fridays", "")]


def test_three_states_of_one_thing_stand_together_the_newest_first(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    older, newer = pair
    oldest = plant(store, "Atlas once stored users in MySQL", scope=ATLAS, days_ago=400)
    change = Change(Deed.KEEP, newer.id, (older.id, oldest.id))
    queued(store, found(Kind.CONFLICT, [newer, older, oldest], change))
    briefing = at_start(store, place_in(ATLAS))
    texts = [text for text, _ in told(briefing)]
    at = texts.index(NEW)
    assert set(texts[at + 1 : at + 3]) == {OLD, oldest.text}
    assert set(briefing.notes.values()) == {NEWER_ABOVE}


def test_recall_keeps_its_budget_with_the_notes_and_a_child_tells_them(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    queued(store, choosing(pair[1], pair[0]))
    whole = recall(store, "Where does Atlas store users?", scope=ATLAS)
    assert whole.at_odds == {pair[0].id: NEWER_ABOVE}
    assert unpacked(store, packed(whole)).at_odds == whole.at_odds
    for budget in range(60, whole.tokens + 1):
        answer = recall(store, "Where does Atlas store users?", scope=ATLAS, budget=budget)
        lines = [line_tokens(memory, answer.at_odds.get(memory.id, "")) for memory in answer.memories]
        assert not lines or sum(lines) <= budget


def test_nothing_is_looked_for_among_all_memories_to_say_it_of_a_few(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    queued(store, choosing(pair[1], pair[0]))
    asked: dict[str, None] = {}
    store._connection.set_trace_callback(lambda sql: asked.setdefault(sql))
    each_occasion(store)
    store._connection.set_trace_callback(None)
    about_a_few = [sql for sql in asked if sql.startswith("SELECT") and "json_each" in sql]
    assert any("proposal_targets" in sql for sql in about_a_few)
    steps = [row[3] for sql in about_a_few for row in store.query(f"EXPLAIN QUERY PLAN {sql}")]
    assert not [step for step in steps if re.search(r"SCAN (?!.*VIRTUAL)(?!sources)|\(state=\?\)", step)]


def test_a_question_looks_up_once_which_of_the_found_memories_disagree(
    store: Store, pair: tuple[Memory, Memory]
) -> None:
    queued(store, choosing(pair[1], pair[0]))
    asked: list[str] = []
    store._connection.set_trace_callback(asked.append)
    answer = recall(store, "Where does Atlas store users?", scope=ATLAS)
    store._connection.set_trace_callback(None)
    assert answer.odds.pairs
    assert len(answer.memories) > 1
    assert len([sql for sql in asked if "FROM proposals" in sql and "proposal_targets" in sql]) == 1
