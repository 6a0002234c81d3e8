"""A model reads the store and suggests; what it says is checked and never believed."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.deeds import Deed
from memtui.domain.memory import MemoryType
from memtui.lifecycle.access import touch
from memtui.lifecycle.change import Edit, edit
from memtui.review.asking import Judge, judge_for
from memtui.review.judging import windows
from memtui.review.rule import Context
from memtui.review.rules.judge import RULE
from memtui.review.verdicts import reject
from memtui.store import judged, memories
from memtui.store.database import Store
from tests.depth import SHARED, examples
from tests.llm.conftest import KEY, PRICED
from tests.llm.server import Reply
from tests.review.judging import ATLAS, card, planted, suggested
from tests.review.model import asking, saying
from tests.review.planting import dropping, plant, queued
from tests.store import kept_runs

pytestmark = pytest.mark.usefixtures("key")


def test_what_the_model_would_drop_becomes_a_card_with_its_reason(store: Store) -> None:
    (memory,) = planted(store, 1)
    with asking(store, saying(cards=[card(1)])) as asked:
        (found,) = suggested(asked)
    assert (found.rule, found.change.deed, found.change.gone) == ("judge/drop", Deed.DROP, (memory.id,))
    assert found.reason == "the model says: “It only tells what was done that day”"
    assert dict(found.evidence.facts)["model"] == PRICED
    assert dict(found.evidence.facts)["prompt"] == "review 4"
    assert asked.now.notes == []


def test_what_the_model_would_promote_becomes_a_card(store: Store) -> None:
    memory = plant(store, "Releases need a tag first", type=MemoryType.EPISODIC, accesses=6, sessions=4)
    with asking(
        store, saying(cards=[card(1, "promote", "It says how to release.", to="procedural")])
    ) as asked:
        (found,) = suggested(asked)
    assert (found.rule, found.change.deed, found.change.keep) == ("judge/promote", Deed.RETYPE, memory.id)
    assert found.change.type is MemoryType.PROCEDURAL


def test_the_model_sees_use_and_small_numbers_but_no_ids(store: Store) -> None:
    memory = plant(
        store,
        "Tabs, not spaces",
        days_ago=40,
        accesses=3,
        sessions=2,
        used_days_ago=4,
        categories=("preference",),
    )
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
        said = asked.server.said()
    assert "## /project/atlas · 2026-10-11 · semantic, preference · used 3 times in 2 sessions" in said
    assert "1 | Tabs, not spaces" in said
    assert memory.uid not in said
    assert "Today is 2026-11-20" in said


def test_the_model_sees_no_secret_and_no_reasoning(store: Store) -> None:
    plant(store, "The key was rotated")
    with store.write() as tx:
        tx.execute("UPDATE memories SET text = 'Key AKIAIOSFODNN7QWERTYU <think>hm</think> was rotated'")
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
        said = asked.server.said()
    assert "AKIAIOSFODNN7QWERTYU" not in said
    assert "<think>" not in said
    assert "was rotated" in said


def test_numbers_that_were_not_in_the_list_are_refused_and_counted(store: Store) -> None:
    planted(store, 3)
    with asking(store, saying(cards=[card(0), card(4), card(-1), card(99), card(2)])) as asked:
        assert len(suggested(asked)) == 1
    assert asked.now.notes == ["of the model's suggestions not used: 4 named memories that do not exist"]


def test_a_promise_to_delete_everything_is_doubted_on_every_card(store: Store) -> None:
    planted(store, 12)
    with asking(store, saying(cards=[card(i, sure=0.99) for i in range(1, 13)])) as asked:
        found = suggested(asked)
    assert {finding.confidence for finding in found} == {0.5}
    assert {finding.evidence.facts[0] for finding in found} == {
        ("careful", "it would take away all 12 memories that it was shown")
    }


def test_what_the_rules_would_drop_counts_among_everything(store: Store) -> None:
    queued(store, *(dropping(memory) for memory in planted(store, 12)[:8]))
    with asking(store, saying(cards=[card(i, sure=0.99) for i in range(1, 13)])) as asked:
        assert [finding.confidence for finding in suggested(asked)] == [0.5] * 4


def test_most_of_a_list_may_go_where_most_of_it_is_junk(store: Store) -> None:
    planted(store, 12)
    with asking(store, saying(cards=[card(i, sure=0.9) for i in range(1, 12)])) as asked:
        assert [finding.confidence for finding in suggested(asked)] == [0.9] * 11


@pytest.mark.parametrize(
    "more",
    [
        {"accesses": 10, "sessions": 5},
        {"type": MemoryType.CONSTITUTIONAL},
        {"pinned": True},
        {"categories": ("identity",)},
        {"scope": "/user"},
    ],
)
def test_a_memory_that_is_always_kept_is_not_dropped_on_the_models_word(
    store: Store, more: dict[str, object]
) -> None:
    planted(store, 1, **more)
    with asking(store, saying(cards=[card(1)])) as asked:
        assert suggested(asked, (ATLAS, "/user")) == []
    assert asked.now.notes == [
        "of the model's suggestions not used: 1 would take away memories that are always kept"
    ]


def test_what_was_overtaken_may_go_before_its_time_is_up(store: Store) -> None:
    plant(store, "Atlas deploys with Jenkins", categories=("decision",), days_ago=40)
    plant(store, "Atlas deploys with GitHub Actions now", categories=("decision",), days_ago=4)
    with asking(store, saying(cards=[card(1, "superseded by", "A newer decision.", by=2)])) as asked:
        (found,) = suggested(asked)
    assert (found.rule, found.change.deed) == ("judge/superseded", Deed.KEEP)


@pytest.mark.parametrize(
    "wrong",
    [
        card(1, "promote", to="legendary"),
        card(1, "duplicate of"),
        card(1, "expire on", to="soon"),
        card(1, "move", to="/project/nowhere"),
        card(1, "promote", to="semantic"),
        card(1, "promote"),
        card(1, "destroy"),
        card(1, reason="<tool_call>only noise</tool_call>"),
    ],
)
def test_a_suggestion_that_makes_no_sense_is_counted(store: Store, wrong: dict[str, object]) -> None:
    planted(store, 1)
    with asking(store, saying(cards=[wrong])) as asked:
        assert suggested(asked) == []
    assert asked.now.notes == ["of the model's suggestions not used: 1 made no sense"]


@pytest.mark.parametrize(
    "nonsense", ["I have deleted everything for you!", '{"cards": [{"id": "all"}]}', "[[[", "42"]
)
def test_nonsense_is_asked_about_once_more_and_then_counted(store: Store, nonsense: str) -> None:
    planted(store, 1)
    with asking(store, Reply(nonsense)) as asked:
        assert suggested(asked) == []
        assert len(asked.server.requests) == 2
        assert "could not be used" in asked.server.said()
    assert asked.now.notes == [
        "1 question brought no usable answer",
        "1 memory waits to be read; the next pass with a model goes on there",
    ]


def test_the_second_answer_counts(store: Store) -> None:
    planted(store, 1)
    with asking(store, Reply("Gladly!"), saying(cards=[card(1)])) as asked:
        assert len(suggested(asked)) == 1


def test_a_model_that_cannot_be_asked_ends_the_questions_and_not_the_pass(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "LINES", 1)
    planted(store, 1)
    plant(store, "Ran them elsewhere", scope="/project/shop")
    with asking(store, Reply(status=401, error="no such key")) as asked:
        assert suggested(asked, (ATLAS, "/project/shop")) == []
        assert len(asked.server.requests) == 1
        assert asked.now.judge is None
    assert asked.now.notes[0].startswith("no model was asked from here on: ")
    assert asked.now.notes[1] == "2 memories wait to be read; the next pass with a model goes on there"
    assert KEY not in asked.now.notes[0]


def test_no_question_goes_beyond_the_spend_cap(store: Store) -> None:
    planted(store, 1)
    with asking(store, saying(cards=[card(1)]), max_usd_per_day=0.0000001) as asked:
        assert suggested(asked) == []
        assert asked.server.requests == []
    assert "llm.max_usd_per_day" in asked.now.notes[0]


def test_what_the_questions_took_is_a_run_of_its_own(store: Store) -> None:
    planted(store, 1)
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
    (run,) = kept_runs.recent(store)
    assert (run.kind, run.model, run.status, run.calls, run.tokens_in) == ("judge", PRICED, "done", 1, 100)
    assert run.counts == {"questions": 1}


def test_a_pass_without_questions_leaves_no_run(store: Store) -> None:
    with asking(store, saying(cards=[])) as asked:
        assert suggested(asked) == []
    assert kept_runs.recent(store) == []


def test_a_cancelled_pass_hangs_up_on_the_model(store: Store) -> None:
    planted(store, 1)
    with (
        asking(store, Reply("{}", delay=3600)) as asked,
        Judge(store, asked.now.settings, cancelled=lambda: bool(asked.server.requests)) as hasty,
    ):
        asked.now.judge = hasty
        assert suggested(asked) == []
    assert asked.now.notes[0] == "no model was asked from here on: The review was stopped."
    assert judged.unread(store) != []


@pytest.mark.long
def test_a_large_scope_is_read_to_its_end_window_by_window(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "LINES", 10)
    planted(store, 65)
    with asking(store, saying(cards=[card(i) for i in range(1, 9)])) as asked:
        assert len(suggested(asked)) > 35
        assert len(asked.server.requests) == 7
    assert judged.unread(store) == []


def test_what_was_read_is_not_read_again_until_it_changes(store: Store) -> None:
    first, _ = planted(store, 2)
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
        suggested(asked)
        assert len(asked.server.requests) == 1
        edit(store, [first.id], Edit(text="Ran the checks of build 0, one failed"), by=PERSON_AT_CLI)
        plant(store, "Atlas stores users in PostgreSQL")
        suggested(asked)
        said = asked.server.said()
    assert len(asked.server.requests) == 2
    assert "one failed" in said
    assert "PostgreSQL" in said
    assert judged.unread(store) == []


def test_a_use_is_no_reason_to_read_again(store: Store) -> None:
    (memory,) = planted(store, 1)
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
        touch(store, [memory.id], by=PERSON_AT_CLI)
        suggested(asked)
        assert len(asked.server.requests) == 1


def test_a_new_memory_is_shown_beside_what_it_resembles(store: Store) -> None:
    plant(store, "Atlas deploys with Jenkins on Fridays", days_ago=40)
    planted(store, 3)
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
        plant(store, "Atlas deploys with GitHub Actions, not Jenkins on Fridays")
        suggested(asked)
        said = asked.server.said()
    assert "to compare | Atlas deploys with Jenkins on Fridays" in said
    assert "build 1" not in said


def test_a_line_is_shown_beside_the_list_that_holds_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "LINES", 1)
    plant(store, "Mock clocks with Tempo", days_ago=9)
    plant(
        store,
        "Rules of the suite: one assertion a case, names tell the outcome, mock clocks with Tempo and "
        "networks with Relay, no sleeping, snapshots are looked at before they are taken, fixtures by hand",
    )
    with asking(store, saying(cards=[])) as asked:
        suggested(asked)
        assert "to compare | Mock clocks with Tempo" in asked.server.said()


def test_what_another_card_drops_is_marked(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "LINES", 1)
    plant(store, "Ran the checks of the heron build, all fine", days_ago=9)
    plant(store, "The checks of the heron build were fine")
    with asking(store, saying(cards=[card(1)]), saying(cards=[])) as asked:
        for finding in RULE.survey([ATLAS], asked.now):
            queued(store, finding)
        assert "to compare | goes already | Ran the checks of the heron build" in asked.server.said()


def test_a_window_that_does_not_fit_is_asked_about_in_halves(store: Store) -> None:
    planted(store, 4)
    with asking(store, Reply("", finish="length"), saying(cards=[card(1)])) as asked:
        found = suggested(asked)
        assert len(asked.server.requests) == 3
    assert len(found) == 2
    assert judged.unread(store) == []


def test_after_half_an_answer_twice_each_half_of_the_window_is_read(store: Store) -> None:
    planted(store, 4)
    half = json.dumps({"cards": [card(1), card(2)]})[:-2]
    with asking(store, Reply(half), Reply(half), saying(cards=[card(1)])) as asked:
        assert len(suggested(asked)) == 2  # one of each half of the window
        assert len(asked.server.requests) == 4


def test_small_scopes_are_read_together(store: Store) -> None:
    for scope in (ATLAS, "/project/atlas/db", "/project/shop"):
        plant(store, f"Ran the checks of {scope}", scope=scope)
    with asking(store, saying(cards=[])) as asked:
        suggested(asked, (ATLAS, "/project/atlas/db", "/project/shop"))
        assert len(asked.server.requests) == 1
        assert "The memories of /project and below" in asked.server.said()


def test_what_a_person_kept_is_not_proposed_to_go_again(store: Store) -> None:
    planted(store, 2)
    with asking(store, saying(cards=[card(1)])) as asked:
        waiting = queued(store, *suggested(asked))
        reject(store, [waiting[0].id], by=PERSON_AT_CLI)
        with store.write() as tx:
            judged.forget_read(tx)
        assert suggested(asked) == []
    assert asked.now.notes == ["of the model's suggestions not used: 1 were rejected before"]


def test_a_dry_run_reads_and_remembers_nothing(store: Store) -> None:
    planted(store, 1)
    with asking(store, saying(cards=[card(1)])) as asked:
        asked.now.dry_run = True
        assert len(suggested(asked)) == 1
    assert judged.unread(store) != []


def test_a_waiting_card_stands_as_long_as_its_memory_says_the_same(store: Store) -> None:
    (memory,) = planted(store, 1)
    with asking(store, saying(cards=[card(1)])) as asked:
        (found,) = suggested(asked)
    (before,) = queued(store, found)
    now = Context(store, Settings(), store.now())
    again = RULE.renew([memory], now)
    assert again is not None
    assert (again.identity, again.reason) == (found.identity, before.reason)
    edit(store, [memory.id], Edit(text="Ran the checks of build 0, one failed"), by=PERSON_AT_CLI)
    assert RULE.renew(memories.get_many(store, [memory.id]), now) is None


def test_without_a_model_nothing_is_asked(store: Store) -> None:
    planted(store, 1)
    with judge_for(store, Settings()) as judge:
        assert judge is None
    assert list(RULE.survey([ATLAS], Context(store, Settings(), store.now()))) == []


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | st.text(max_size=20)
    | st.sampled_from(["drop", "promote", "duplicate of", "superseded by", "merge", "edit", "withdraw"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["cards", "id", "do", "to", "reason", "with", "card", "sure", "x"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@settings(suppress_health_check=SHARED, max_examples=examples(100))
@given(anything.map(json.dumps) | st.text(max_size=80))
def test_no_answer_makes_the_rule_crash_or_touch_what_is_kept(store: Store, answer: str) -> None:
    if not store.query("SELECT 1 FROM memories"):
        planted(store, 4)
        plant(store, "Atlas uses PostgreSQL", pinned=True)
    now = Context(store, Settings(), store.now(), judge=lambda system, user: answer)
    now.dry_run = True
    suggestions = list(RULE.survey([ATLAS], now))
    assert len(suggestions) <= 5
    assert all(5 not in f.change.gone or f.change.deed is Deed.MERGE for f in suggestions)
