"""A tier that is too large gives up its weakest, and only those that nothing speaks for."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from memtui.config.settings import Budget, Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Deed
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import HIGH
from memtui.domain.memory import Draft, Memory, MemoryType, Origin, State
from memtui.domain.proposal import Finding
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.review.rule import Context
from memtui.review.rules.budget import RULE
from memtui.review.rules.protection import relevance_at
from memtui.review.verdicts import accept, reject
from memtui.store import memories, proposals, review_state, scopes, tiers
from memtui.store.accesses import touch
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.conftest import NOON, FrozenClock
from tests.depth import SHARED, examples
from tests.review.planting import dropping, plant, queued

SMALL = Settings(budget=Budget(project=50, historical=50, identity=50, critical=50))
ATLAS = "/project/atlas"


def looked(
    store: Store, settings: Settings = SMALL, *, full: bool = True, changed: Sequence[str] | None = None
) -> tuple[list[Finding], list[str]]:
    """Let the rule look, and return its findings and notes."""
    now = Context(store, settings, store.now(), full=full)
    every = [node.scope for node in scopes.tree(store)] if changed is None else changed
    return list(RULE.survey(every, now)), now.notes


def found(store: Store, settings: Settings = SMALL, rule: str = "") -> list[Finding]:
    return [finding for finding in looked(store, settings)[0] if finding.rule.endswith(rule)]


def filled(store: Store, count: int, *, scope: str = ATLAS, **more: Any) -> list[Memory]:
    """Plant memories of ten tokens each, the first the weakest."""
    more = {"days_ago": 100, **more}
    texts = [f"{scope[-9:]:_<9} {i:>4}: an old finding of no use" for i in range(count)]
    return [
        plant(store, text, scope=scope, importance=0.1 + i / 1000, **more) for i, text in enumerate(texts)
    ]


def going(findings: Sequence[Finding]) -> list[int]:
    return [target.id for finding in findings for target in finding.targets]


def test_a_project_gives_up_its_weakest_until_it_fits(store: Store) -> None:
    weak = filled(store, 8)
    plant(store, "Atlas was touched today", days_ago=0)
    (card,) = found(store)
    assert (card.rule, card.scope, card.change.deed) == ("budget/project", ATLAS, Deed.ARCHIVE)
    assert list(card.change.gone) == [memory.id for memory in weak[:4]]
    assert (
        card.reason == "/project/atlas holds about 86 tokens, 36 more than its budget; archive the 4 weakest"
    )


def test_a_project_within_its_budget_is_left_alone(store: Store) -> None:
    filled(store, 5)
    plant(store, "Now", days_ago=0, scope="/elsewhere")
    assert found(store) == []


def test_the_card_shows_what_an_agent_would_see_before_and_after(store: Store) -> None:
    weak = filled(store, 20)
    plant(store, "Atlas was touched today", days_ago=0)
    (card,) = found(store)
    facts, lines = dict(card.evidence.facts), card.evidence.before_after
    assert facts["now"] == "about 206 tokens in 21 memories"
    assert facts["then"] == "about 46 tokens in 5 memories"
    assert lines[0] == ("Atlas was touched today", "Atlas was touched today")
    assert (weak[0].headline, "") in lines
    assert lines[-1] == ("… and 8 more", "")
    assert card.saves == 160


def test_many_go_in_cards_of_two_hundred_that_one_key_decides_on(store: Store) -> None:
    drafts = [
        Draft(f"finding number {i:>4} of Atlas, which is old", ATLAS, created_at=NOON - 90 * DAY)
        for i in range(450)
    ]
    import_drafts(store, drafts, by=PERSON_AT_CLI)
    cards = found(store)
    assert [len(card.targets) for card in cards] == [200, 200, 46]
    assert {card.batch for card in cards} == {"weakest of /project/atlas"}
    assert cards[2].reason.endswith("archive 46 of the 446 weakest")


def test_a_pass_proposes_only_so_many_and_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.review.rules.budget.MOST_WHEN_FULL", 3)
    filled(store, 20)
    plant(store, "Atlas was touched today", days_ago=0)
    cards, notes = looked(store)
    assert len(going(cards)) == 3
    assert notes == ["3 memories are enough for one pass; there is more to archive, for the next"]


def test_only_projects_that_changed_are_looked_at(store: Store) -> None:
    for scope in (ATLAS, "/project/shop"):
        filled(store, 8, scope=scope)
        plant(store, f"{scope} was touched today", days_ago=0, scope=scope)
    remember_a_pass(store, store.now() - 60)
    cards, _ = looked(store, full=False, changed=["/project/shop/db"])
    assert {card.scope for card in cards} == {"/project/shop"}
    assert looked(store, full=False, changed=[])[0] == []


def remember_a_pass(store: Store, at: Instant) -> None:
    with store.write() as tx:
        review_state.note_seen(tx, 0, at, "")


def test_a_project_that_a_person_marks_as_finished_gives_up_what_is_left(store: Store) -> None:
    old = filled(store, 3)
    decision = plant(store, "Atlas uses PostgreSQL", days_ago=100, categories=("decision",))
    marker = plant(store, "Atlas is handed over", categories=("finished",), origin=Origin.PERSON)
    (card,) = found(store)
    assert card.rule == "budget/finished"
    assert sorted(card.change.gone) == [memory.id for memory in old]
    assert not {decision.id, marker.id} & set(card.change.gone)
    assert (
        card.reason
        == "/project/atlas is finished, so an agent need not carry these 3 memories of it any more"
    )
    assert ("finished, says", "“Atlas is handed over”") in card.evidence.facts


def test_the_mark_of_a_finished_project_is_never_proposed(store: Store) -> None:
    plant(store, "Atlas is done", days_ago=300, categories=("finished",), origin=Origin.PERSON)
    assert found(store) == []


def test_dropping_the_mark_makes_the_project_active_again(store: Store) -> None:
    filled(store, 3)
    marker = plant(store, "Atlas is handed over", categories=("finished",), origin=Origin.PERSON)
    drop(store, [marker.id], by=PERSON_AT_CLI)
    assert found(store) == []


@pytest.mark.parametrize("origin", [Origin.EXTRACTED, Origin.AGENT, Origin.IMPORTED])
def test_only_a_person_marks_a_project_as_finished(store: Store, origin: Origin) -> None:
    filled(store, 3)
    plant(store, "Atlas is handed over", categories=("finished",), origin=origin)
    assert found(store) == []


def test_a_project_untouched_for_half_a_year_is_historical(store: Store, clock: FrozenClock) -> None:
    filled(store, 8)
    clock.forward(days=100)
    (card,) = found(store)
    assert card.rule == "budget/historical"
    assert len(card.targets) == 3


def test_history_is_looked_at_once_in_a_calendar_month(store: Store, clock: FrozenClock) -> None:
    filled(store, 8, scope="/notes")
    remember_a_pass(store, store.now() - DAY)
    assert looked(store, full=False)[0] == []
    clock.forward(days=12)  # in December
    assert [card.rule for card in looked(store, full=False)[0]] == ["budget/historical"]


def test_an_overrun_of_identity_or_pinned_memories_is_only_reported(store: Store) -> None:
    filled(store, 9, scope="/user", type=MemoryType.CONSTITUTIONAL)
    filled(store, 9, scope="/rules", pinned=True)
    cards, notes = looked(store)
    assert cards == []
    assert any(note.startswith("the identity memories under /user come to about 90 tokens") for note in notes)
    assert any(note.startswith("the pinned memories come to about 90 tokens") for note in notes)


def test_a_scope_too_large_to_read_as_an_index_is_noted(store: Store) -> None:
    import_drafts(store, [Draft(f"note {i}", "/notes") for i in range(501)], by=PERSON_AT_CLI)
    _, notes = looked(store, Settings())
    assert notes == ["more than 500 memories in one scope are too many to read as an index: /notes (501)"]


def test_above_the_cap_the_weakest_of_all_go(store: Store) -> None:
    weak = [*filled(store, 3, scope="/notes"), *filled(store, 3)]
    capped = Settings(budget=Budget(max_memories=4))
    (card,) = found(store, capped)
    assert card.rule == "budget/cap"
    assert set(card.change.gone) == {weak[0].id, weak[3].id}
    assert card.reason == "the store holds 6 memories, 2 more than it may; archive the 2 weakest"


def test_what_goes_for_a_tier_counts_for_the_cap(store: Store) -> None:
    filled(store, 8, scope="/notes")
    both = Settings(budget=Budget(historical=50, max_memories=5))
    assert [card.rule for card in found(store, both)] == ["budget/historical"]


def test_what_another_card_would_remove_counts_as_gone(store: Store) -> None:
    weak = filled(store, 8, scope="/notes")
    queued(store, dropping(weak[0]))
    assert going(found(store)) == [weak[1].id, weak[2].id]


def test_a_second_look_adds_nothing_while_the_first_waits(store: Store) -> None:
    filled(store, 8, scope="/notes")
    queued(store, *found(store))
    assert found(store) == []


def test_a_tier_with_enough_cards_waiting_gets_no_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.review.rules.budget.MOST", 200)
    filled(store, 8, scope="/notes")
    queued(store, *found(store))
    filled(store, 8, scope="/notes/more")
    assert found(store) == []


def test_after_a_no_a_tier_is_left_alone_until_it_is_twice_as_much_too_large(store: Store) -> None:
    filled(store, 8, scope="/notes")  # 30 tokens too many
    reject(store, [p.id for p in queued(store, *found(store))], by=PERSON_AT_CLI)
    filled(store, 2, scope="/notes/a")
    assert found(store) == []
    filled(store, 1, scope="/notes/b")
    assert [card.rule for card in found(store)] == ["budget/historical"]


def test_a_waiting_card_found_anew_leaves_out_what_was_used_since(store: Store, clock: FrozenClock) -> None:
    weak = filled(store, 8, scope="/notes")
    queued(store, *found(store))
    clock.forward(seconds=1)
    with store.write() as tx:
        touch(tx, [weak[0].id], PERSON_AT_CLI)
    there = memories.get_many(store, [memory.id for memory in weak[:3]])
    again = RULE.renew(there, Context(store, SMALL, store.now()))
    assert again is not None
    assert going([again]) == [weak[1].id, weak[2].id]


def test_a_yes_spares_what_was_used_since_and_asks_again(store: Store, clock: FrozenClock) -> None:
    weak = filled(store, 8, scope="/notes")
    (card,) = queued(store, *found(store))
    clock.forward(seconds=1)
    with store.write() as tx:
        touch(tx, [weak[0].id], PERSON_AT_CLI)
    verdict = accept(store, SMALL, [card.id], by=PERSON_AT_CLI)
    assert (verdict.decided, verdict.stale) == ([], [card.id])
    again = proposals.get(store, card.id)
    assert again is not None
    assert [target.id for target in again.targets] == [weak[1].id, weak[2].id]
    assert accept(store, SMALL, [card.id], by=PERSON_AT_CLI).decided == [card.id]


def test_a_waiting_card_goes_when_its_tier_fits(store: Store) -> None:
    weak = filled(store, 8, scope="/notes")
    queued(store, *found(store))
    drop(store, [memory.id for memory in weak[5:]], by=PERSON_AT_CLI)
    assert RULE.renew(weak[:3], Context(store, SMALL, store.now())) is None


def test_of_very_many_memories_the_tokens_are_estimated(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(store, 8, scope="/notes")
    exact = tiers.load(store, {"/notes": 8})
    monkeypatch.setattr(tiers, "EXACT", 3)
    assert tiers.load(store, {"/notes": 8}) == exact == tiers.Load(8, 80)


drafts = st.lists(
    st.builds(
        Draft,
        text=st.text("ab ", min_size=1, max_size=60),
        scope=st.sampled_from(["/user", "/notes", ATLAS, ATLAS + "/db"]),
        type=st.sampled_from(MemoryType),
        categories=st.sampled_from([(), ("decision",), ("tool_output",), ("identity",), ("preference",)]),
        importance=st.floats(0, 1),
        pinned=st.sampled_from([False, False, False, True]),
        origin=st.sampled_from([Origin.EXTRACTED, Origin.IMPORTED]),
        provenance=st.sampled_from([{}, {"source": "claude"}]),
        created_at=st.floats(NOON - 900 * DAY, NOON),
        access_count=st.sampled_from([0, 0, 1, 9, 10]),
    ),
    max_size=30,
)


@pytest.fixture
def make(tmp_path: Path) -> Callable[[list[Draft]], Store]:
    number = itertools.count()

    def made(wanted: list[Draft]) -> Store:
        store = open_store(tmp_path / f"{next(number)}.db", clock=lambda: NOON)
        unlike = [replace(each, text=f"{each.text} {i}") for i, each in enumerate(wanted)]
        import_drafts(store, unlike, by=PERSON_AT_CLI)
        return store

    return made


@hypothesis_settings(suppress_health_check=SHARED, max_examples=examples(40))
@given(drafts, st.integers(0, 200), st.integers(0, 12))
def test_what_is_spared_never_goes_and_after_a_yes_the_rest_fits(
    make: Callable[[list[Draft]], Store], wanted: list[Draft], budget: int, cap: int
) -> None:
    settings = Settings(budget=Budget(project=budget, historical=budget, max_memories=cap))
    with make(wanted) as store:
        for _ in range(3):
            cards = found(store, settings)
            for memory in memories.get_many(store, going(cards)):
                assert memory.state is State.LIVE
                assert not memory.pinned
                assert memory.access_count < 10
                assert memory.type is not MemoryType.CONSTITUTIONAL
                assert memory.scope != "/user"
                assert not {"identity"} & set(memory.categories)
                assert "decision" not in memory.categories or memory.created_at < NOON - 365 * DAY
                assert relevance_at(memory, NOON) <= HIGH
            assert len(going(cards)) == len(set(going(cards)))
            accept(store, settings, [p.id for p in queued(store, *cards)], by=PERSON_AT_CLI)
        assert found(store, settings) == []
        assert proposals.counts(store).get(Kind.BUDGET, 0) == 0
