"""Old episodes of one scope are told in one summary, or archived where nobody can tell them."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType, Origin, State
from memtui.domain.proposal import Finding
from memtui.lifecycle.undo import undo
from memtui.review.rule import Context
from memtui.review.rules import compact
from memtui.review.rules.compact import RULE
from memtui.review.verdicts import accept, reject
from memtui.store import memories, review_state
from memtui.store.database import Store
from tests.conftest import NOON, FrozenClock
from tests.depth import SHARED, examples
from tests.llm.conftest import PRICED
from tests.llm.server import Reply
from tests.review.model import Asking, asking, saying
from tests.review.planting import dropping, plant, queued
from tests.review.planting import found as finding

ATLAS = "/project/atlas"
TEXTS = (
    "The first try to move Atlas to PostgreSQL 16 failed on staging because of a missing extension",
    "A second try to move Atlas to PostgreSQL 16 stopped half-way, the disk of staging was full",
    "The disk of staging was enlarged to 200 GB by Priya so that the move can go on",
    "The third try worked: Atlas runs on PostgreSQL 16, the extension pg_trgm must be there first",
)
pytestmark = pytest.mark.usefixtures("key")
SUMMARY = "Atlas runs on PostgreSQL 16; the move needs the extension pg_trgm and 200 GB of disk."


def days_since(month: int, day: int) -> float:
    """Return how many days before the tests' noon a day of their year was."""
    return (NOON - datetime(2026, month, day, 12, tzinfo=UTC).timestamp()) / DAY


def september(store: Store, texts: Sequence[str] = TEXTS, scope: str = ATLAS) -> list[Memory]:
    """Plant episodes of some days in September, more than thirty days past."""
    return [
        plant(store, text, scope=scope, type=MemoryType.EPISODIC, days_ago=days_since(9, 1 + i % 28))
        for i, text in enumerate(texts)
    ]


def summaries(store: Store, depth: int, *, count: int = 4, year: int = 2024) -> list[Memory]:
    ago = (NOON - datetime(year, 5, 1, tzinfo=UTC).timestamp()) / DAY
    return [
        plant(store, f"{text} ({depth})", days_ago=ago - 20 * i, origin=Origin.COMPACTED, depth=depth)
        for i, text in enumerate(TEXTS[:count])
    ]


def found(store: Store, scopes: Sequence[str] = (ATLAS,), *, full: bool = False) -> list[Finding]:
    """Let the rule look, as in a pass that is not the first of its month."""
    with store.write() as tx:
        review_state.note_seen(tx, 0, store.now(), "")
    return list(RULE.survey(scopes, Context(store, Settings(), store.now(), full=full)))


def suggested(asked: Asking) -> list[Finding]:
    return list(RULE.survey([ATLAS], asked.now))


def state(store: Store, memory: Memory) -> State:
    (current,) = memories.get_many(store, [memory.id])
    return current.state


def test_without_a_model_a_cluster_is_proposed_for_the_archive(store: Store) -> None:
    parts = september(store)
    (card,) = found(store)
    assert (card.rule, card.change.deed, card.scope) == ("compact/archive", Deed.ARCHIVE, ATLAS)
    assert card.change.gone == tuple(memory.id for memory in parts)
    assert card.reason == "these 4 episodes of September 2026 are old and little used"
    assert card.evidence.before_after == tuple((memory.headline, "") for memory in parts)
    assert (card.batch, card.saves > 60) == ("old episodes of /project/atlas", True)


def test_what_no_summary_keeps_stays_for_a_quarter_where_it_is_a_lesson(
    store: Store, clock: FrozenClock
) -> None:
    parts = september(store)
    lesson = plant(
        store,
        "Staging shares its queue with production",
        type=MemoryType.EPISODIC,
        days_ago=days_since(9, 20),
        categories=("gotcha",),
    )
    (card,) = found(store)
    assert card.change.gone == tuple(memory.id for memory in parts)
    clock.forward(days=90)
    (card,) = found(store)
    assert lesson.id in card.change.gone


def test_with_a_model_the_card_offers_a_summary(store: Store) -> None:
    september(store)
    with asking(store, saying(summary=SUMMARY, preserved=["the state"], discarded=["two tries"])) as asked:
        (card,) = suggested(asked)
    facts = dict(card.evidence.facts)
    assert (card.rule, card.change.deed, card.batch) == ("compact/summary", Deed.COMPACT, "")
    assert card.change.draft["text"] == SUMMARY
    assert card.evidence.before_after[-1] == ("", SUMMARY)
    assert facts["model"] == PRICED
    assert facts["preserved, says the model"] == "the state"
    assert card.saves > 40


def test_a_yes_archives_the_parts_and_adds_the_summary_as_old_as_the_newest(store: Store) -> None:
    parts = september(store)
    with asking(store, saying(summary=SUMMARY)) as asked:
        (card,) = queued(store, *suggested(asked))
        accept(store, asked.now.settings, [card.id], by=PERSON_AT_CLI)
    (summary,) = memories.same_text(store, SUMMARY)
    assert {state(store, memory) for memory in parts} == {State.ARCHIVED}
    assert (summary.type, summary.origin, summary.depth) == (MemoryType.SEMANTIC, Origin.COMPACTED, 1)
    assert summary.created_at == parts[-1].created_at
    assert summary.provenance["prompt"] == "compact 1"
    undo(store, by=PERSON_AT_CLI)
    assert {state(store, memory) for memory in parts} == {State.LIVE}
    assert memories.same_text(store, SUMMARY) == []


def test_the_model_sees_dates_and_no_ids(store: Store) -> None:
    parts = september(store)
    with asking(store, saying(summary=SUMMARY)) as asked:
        suggested(asked)
        said = asked.server.said()
    assert f"2026-09-03 | episodic | {TEXTS[2]}" in said
    assert parts[0].uid not in said


@pytest.mark.parametrize(
    ("summary", "why"),
    [
        ("Atlas runs on PostgreSQL 17 with pg_trgm.", "“17” is in none of them"),
        ("Atlas runs on PostgreSQL 16 thanks to Miguel.", "“Miguel” is in none of them"),
        ("Atlas moved on 2026-10-09 to PostgreSQL 16.", "“2026-10-09” is in none of them"),
        (". ".join(TEXTS) + ".", "it is not shorter than what it sums up"),
        ("Let me sum this up for you.", "it is a phrase of the talk"),
        ("Atlas uses the key AKIAIOSFODNN7QWERTYU now.", "it holds a secret"),
    ],
)
def test_a_summary_that_says_more_than_its_parts_is_not_used(store: Store, summary: str, why: str) -> None:
    september(store)
    with asking(store, saying(summary=summary)) as asked:
        (card,) = suggested(asked)
    assert card.rule == "compact/archive"
    assert asked.now.notes == [f"a summary of 4 memories of /project/atlas was not used: {why}"]


@pytest.mark.parametrize("nonsense", ["Happily!", '{"summary": ""}', '{"answer": 42}', "[]"])
def test_nonsense_leaves_the_archive_to_propose(store: Store, nonsense: str) -> None:
    september(store)
    with asking(store, Reply(nonsense)) as asked:
        (card,) = suggested(asked)
    assert card.rule == "compact/archive"
    assert len(asked.now.notes) == 1


def test_a_model_that_is_down_leaves_the_archive_to_propose_and_is_asked_no_more(store: Store) -> None:
    september(store)
    september(store, [text + " as well" for text in TEXTS], scope="/project/shop")
    with asking(store, Reply(status=401, error="no such key")) as asked:
        cards = list(RULE.survey([ATLAS, "/project/shop"], asked.now))
        assert len(asked.server.requests) == 1
    assert [card.rule for card in cards] == ["compact/archive"] * 2


def test_the_model_is_asked_only_so_often_in_one_pass(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compact, "_QUESTIONS", 1)
    september(store)
    september(store, [text + " as well" for text in TEXTS], scope="/project/shop")
    with asking(store, saying(summary=SUMMARY)) as asked:
        cards = list(RULE.survey([ATLAS, "/project/shop"], asked.now))
    assert [card.rule for card in cards] == ["compact/summary"]
    assert asked.now.notes == ["the model was asked for 1 summaries, which is enough for one pass"]


def test_three_are_no_cluster(store: Store) -> None:
    september(store, TEXTS[:3])
    assert found(store) == []


def test_a_month_is_looked_at_once_it_is_thirty_days_past(store: Store, clock: FrozenClock) -> None:
    for i, text in enumerate(TEXTS):
        plant(store, text, type=MemoryType.EPISODIC, days_ago=days_since(10, 1 + i))
    assert found(store) == []
    clock.forward(days=11)  # it is December
    assert len(found(store)) == 1


def test_months_and_scopes_are_not_mixed(store: Store) -> None:
    september(store, TEXTS[:2])
    september(store, TEXTS[2:], scope="/project/atlas/db")
    for text in TEXTS[:2]:
        plant(store, text + " in August", type=MemoryType.EPISODIC, days_ago=days_since(8, 9))
    assert found(store, (ATLAS, "/project/atlas/db")) == []


def test_a_large_month_makes_even_clusters(store: Store) -> None:
    september(store, [f"Build {i} failed on staging" for i in range(26)])
    assert [len(card.targets) for card in found(store)] == [13, 13]


def test_facts_and_how_tos_are_not_summed_up(store: Store) -> None:
    for text in TEXTS:
        plant(store, text, type=MemoryType.SEMANTIC, days_ago=days_since(9, 9))
    assert found(store) == []


def test_a_whole_pass_finds_the_scopes_by_itself(store: Store) -> None:
    september(store)
    assert len(found(store, ("/", "/project", ATLAS), full=True)) == 1


def test_the_first_pass_of_a_month_looks_everywhere(store: Store, clock: FrozenClock) -> None:
    september(store)
    assert found(store, ()) == []
    clock.forward(days=11)
    assert len(list(RULE.survey((), Context(store, Settings(), store.now())))) == 1


def test_a_large_scope_that_changed_has_its_look_once_a_month(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compact, "_SMALL", 3)
    september(store)
    assert found(store) == []


def test_no_more_wait_at_once_than_a_person_will_decide(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compact, "_CLUSTERS", 1)
    for scope in (ATLAS, "/project/shop"):
        september(store, [f"{text} {scope}" for text in TEXTS], scope=scope)
    (card,) = queued(store, *found(store, (ATLAS, "/project/shop")))
    assert found(store, ("/project/shop",)) == []
    accept(store, Settings(), [card.id], by=PERSON_AT_CLI)
    assert len(found(store, ("/project/shop",))) == 1


def test_summaries_of_one_year_are_summed_up_once_more(store: Store) -> None:
    summaries(store, 1)
    with asking(store, saying(summary=SUMMARY)) as asked:
        (card,) = suggested(asked)
        (waiting,) = queued(store, card)
        accept(store, asked.now.settings, [waiting.id], by=PERSON_AT_CLI)
    (summary,) = memories.same_text(store, SUMMARY)
    assert summary.depth == 2


def test_summaries_of_summaries_are_archived_and_not_summed_up(store: Store) -> None:
    summaries(store, 2)
    with asking(store, saying(summary=SUMMARY)) as asked:
        (card,) = suggested(asked)
        assert asked.server.requests == []
    assert (card.rule, card.change.deed) == ("compact/archive", Deed.ARCHIVE)
    assert "summaries of summaries" in card.reason


def test_what_waits_is_not_summed_up_a_second_time(store: Store) -> None:
    september(store)
    with asking(store, saying(summary=SUMMARY)) as asked:
        queued(store, *suggested(asked))
        assert suggested(asked) == []
        assert len(asked.server.requests) == 1


def test_what_was_rejected_is_not_summed_up_in_other_words(store: Store, clock: FrozenClock) -> None:
    september(store)
    with asking(store, saying(summary=SUMMARY)) as asked:
        (waiting,) = queued(store, *suggested(asked))
        reject(store, [waiting.id], by=PERSON_AT_CLI)
    clock.forward(days=60)
    with asking(store, saying(summary="Atlas runs on PostgreSQL 16.")) as asked:
        assert suggested(asked) == []


def test_what_another_card_is_about_is_left_out(store: Store) -> None:
    parts = september(store)
    queued(store, dropping(parts[0]))
    assert found(store) == []


def test_a_summary_is_offered_of_what_would_only_fade_away(store: Store) -> None:
    for memory in september(store):
        queued(store, finding(Kind.FADING, [memory], Change(Deed.DROP, gone=(memory.id,))))
    assert found(store) == []
    with asking(store, saying(summary=SUMMARY)) as asked:
        assert [card.rule for card in suggested(asked)] == ["compact/summary"]
    with asking(store, saying(summary="Atlas runs on PostgreSQL 17.")) as asked:
        assert suggested(asked) == []


def test_while_the_clock_is_set_back_nothing_is_old(store: Store) -> None:
    september(store)
    now = Context(store, Settings(), store.now(), clock_back=True)
    assert list(RULE.survey([ATLAS], now)) == []


def test_a_waiting_summary_stands_while_its_parts_are_unchanged(store: Store) -> None:
    parts = september(store)
    with asking(store, saying(summary=SUMMARY)) as asked:
        (card,) = suggested(asked)
    queued(store, card)
    again = RULE.renew(parts, Context(store, Settings(), store.now()))
    assert again is not None
    assert (again.identity, again.change.draft["text"]) == (card.identity, SUMMARY)
    fewer = RULE.renew(parts[1:], Context(store, Settings(), store.now()))
    assert fewer is None


def test_an_archive_found_anew_leaves_out_what_is_spared_now(store: Store) -> None:
    parts = september(store, [*TEXTS, "Miguel rebooted staging"])
    queued(store, *found(store))
    with store.write() as tx:
        tx.execute("UPDATE memories SET pinned = 1 WHERE id = ?", (parts[0].id,))
    there = memories.get_many(store, [memory.id for memory in parts])
    again = RULE.renew(there, Context(store, Settings(), store.now()))
    assert again is not None
    assert again.change.gone == tuple(memory.id for memory in parts[1:])


@pytest.mark.long
@settings(suppress_health_check=SHARED, max_examples=examples(30))
@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "pinned": st.booleans(),
                "accesses": st.sampled_from([0, 3, 10]),
                "categories": st.sampled_from([(), ("decision",), ("identity",), ("tool_output",)]),
                "scope": st.sampled_from([ATLAS, "/user"]),
                "depth": st.sampled_from([0, 0, 1, 2]),
            }
        ),
        min_size=4,
        max_size=12,
    )
)
def test_what_is_spared_is_never_summed_up(store: Store, wanted: list[dict[str, object]]) -> None:
    with store.write() as tx:
        tx.execute("DELETE FROM memories")
    for i, more in enumerate(wanted):
        plant(store, f"try number {i} failed", type=MemoryType.EPISODIC, days_ago=days_since(9, 9), **more)  # type: ignore[arg-type]
    cards = found(store, (ATLAS, "/user"))
    for memory in memories.get_many(store, [t.id for card in cards for t in card.targets]):
        assert not memory.pinned
        assert memory.access_count < 10
        assert memory.scope == ATLAS
        assert memory.categories in {(), ("tool_output",)}
