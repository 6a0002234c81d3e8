"""A model reads what changed and suggests; what it says is checked and never believed."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Deed, Finding
from memtui.lifecycle.change import Edit, edit
from memtui.review.asking import Judge, judge_for
from memtui.review.rule import Context
from memtui.review.rules import judge as rule_module
from memtui.review.rules.judge import RULE
from memtui.review.verdicts import reject
from memtui.store import memories, runs
from memtui.store.database import Store
from tests.llm.conftest import KEY, PRICED
from tests.llm.server import Reply
from tests.review.model import Asking, asking, saying
from tests.review.planting import plant, queued

ATLAS = "/project/atlas"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def card(
    number: object, do: str = "drop", reason: str = "It only tells what was done that day.", **more: str
) -> dict[str, object]:
    return {"id": number, "do": do, "reason": reason, **more}


def planted(store: Store, count: int, **more: object) -> list[Memory]:
    """Plant memories; the last is the first that the model sees."""
    return [plant(store, f"Ran the checks of build {i}, all fine", **more) for i in range(count)]  # type: ignore[arg-type]


def suggested(asked: Asking, scopes: Sequence[str] = (ATLAS,)) -> list[Finding]:
    return list(RULE.survey(scopes, asked.now))


def listed(asked: Asking, text: str) -> int:
    """Return the number under which the model saw a memory."""
    line = next(line for line in asked.server.said().splitlines() if text in line)
    return int(line.split(" | ")[0])


def test_what_the_model_would_drop_becomes_a_card_with_its_reason(store: Store) -> None:
    (memory,) = planted(store, 1)
    with asking(store, saying(cards=[card(1)])) as asked:
        (found,) = suggested(asked)
    assert (found.rule, found.change.deed, found.change.gone) == ("judge/drop", Deed.DROP, (memory.id,))
    assert found.reason == "the model says: “It only tells what was done that day”"
    assert dict(found.evidence.facts)["model"] == PRICED
    assert dict(found.evidence.facts)["prompt"] == "review 1"
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
    assert "1 | /project/atlas | semantic | preference | 40 days old | used 3 times in 2 sessions" in said
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


def test_a_promise_to_delete_everything_makes_no_card(store: Store) -> None:
    planted(store, 12)
    with asking(store, saying(cards=[card(i) for i in range(1, 13)])) as asked:
        assert suggested(asked) == []
    assert asked.now.notes == ["of the model's suggestions not used: 12 would drop most of what was shown"]


@pytest.mark.parametrize(
    "more",
    [
        {"accesses": 10, "sessions": 5},
        {"type": MemoryType.CONSTITUTIONAL},
        {"categories": ("decision",)},
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
        "of the model's suggestions not used: 1 would drop memories that are always kept"
    ]


def test_a_pinned_memory_is_not_even_shown(store: Store) -> None:
    planted(store, 1, pinned=True)
    with asking(store, saying(cards=[card(1)])) as asked:
        assert suggested(asked) == []
        assert asked.server.requests == []


@pytest.mark.parametrize(
    "wrong",
    [
        card(1, "promote", to="legendary"),
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
    assert asked.now.notes == ["of the model's suggestions not used: 1 questions brought no usable answer"]


def test_the_second_answer_counts(store: Store) -> None:
    planted(store, 1)
    with asking(store, Reply("Gladly!"), saying(cards=[card(1)])) as asked:
        assert len(suggested(asked)) == 1


def test_a_model_that_cannot_be_asked_ends_the_questions_and_not_the_pass(store: Store) -> None:
    planted(store, 1)
    plant(store, "Ran them elsewhere", scope="/project/shop")
    with asking(store, Reply(status=401, error="no such key")) as asked:
        assert suggested(asked, (ATLAS, "/project/shop")) == []
        assert len(asked.server.requests) == 1
        assert asked.now.judge is None
    assert [note.startswith("no model was asked from here on: ") for note in asked.now.notes] == [True]
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
    (run,) = runs.recent(store)
    assert (run.kind, run.model, run.status, run.calls, run.tokens_in) == ("judge", PRICED, "done", 1, 100)
    assert run.counts == {"questions": 1}


def test_a_pass_without_questions_leaves_no_run(store: Store) -> None:
    with asking(store, saying(cards=[])) as asked:
        assert suggested(asked) == []
    assert runs.recent(store) == []


def test_a_cancelled_pass_hangs_up_on_the_model(store: Store) -> None:
    planted(store, 1)
    with (
        asking(store, Reply("{}", delay=30)) as asked,
        Judge(store, asked.now.settings, cancelled=lambda: bool(asked.server.requests)) as hasty,
    ):
        asked.now.judge = hasty
        assert suggested(asked) == []
    assert asked.now.notes == ["no model was asked from here on: The review was stopped."]


def test_a_large_scope_is_read_in_windows_and_only_so_many(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_module, "_TOKENS", 120)
    monkeypatch.setattr(rule_module, "_QUESTIONS", 3)
    planted(store, 40)
    with asking(store, saying(cards=[card(1)])) as asked:
        found = suggested(asked)
        assert len(asked.server.requests) == 3
    assert len({finding.targets[0].id for finding in found}) == 3
    assert asked.now.notes == ["the model was asked 3 questions, which is enough for one pass"]


def test_there_are_never_more_cards_than_the_cap(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_module, "MOST_OF_SCOPE", 2)
    monkeypatch.setattr(rule_module, "MOST", 3)
    for scope in (ATLAS, "/project/shop"):
        planted(store, 9, scope=scope)
    with asking(store, saying(cards=[card(i) for i in (1, 2, 3, 10, 11, 12)])) as asked:
        found = suggested(asked, (ATLAS, "/project/shop"))
    assert sorted(finding.scope for finding in found) == [ATLAS, ATLAS, "/project/shop"]
    assert asked.now.notes == ["of the model's suggestions not used: 3 were more than one pass shows"]


def test_small_scopes_are_read_together(store: Store) -> None:
    for scope in (ATLAS, "/project/atlas/db", "/project/shop"):
        plant(store, f"Ran the checks of {scope}", scope=scope)
    with asking(store, saying(cards=[])) as asked:
        suggested(asked, (ATLAS, "/project/atlas/db", "/project/shop"))
        assert len(asked.server.requests) == 1
        assert "The memories of /project and below" in asked.server.said()


def test_what_was_rejected_is_not_shown_to_the_model_again(store: Store) -> None:
    planted(store, 2)
    with asking(store, saying(cards=[card(1)])) as asked:
        waiting = queued(store, *suggested(asked))
        reject(store, [waiting[0].id], by=PERSON_AT_CLI)
        suggested(asked)
        assert "build 1" not in asked.server.said()
        assert "build 0" in asked.server.said()


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
    | st.sampled_from(["drop", "promote"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["cards", "id", "do", "to", "reason", "x"]), inner, max_size=5)
    ),
    max_leaves=25,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(anything.map(json.dumps) | st.text(max_size=80))
def test_no_answer_makes_the_rule_crash_or_touch_what_is_kept(store: Store, answer: str) -> None:
    if not store.query("SELECT 1 FROM memories"):
        planted(store, 4)
        plant(store, "Atlas uses PostgreSQL", categories=("decision",))
    now = Context(store, Settings(), store.now(), judge=lambda system, user: answer)
    found = list(RULE.survey([ATLAS], now))
    assert len(found) <= 5
    assert all(not f.change.removes or f.targets[0].id <= 4 for f in found)
