"""Any page of the order by strength, from the index, is the page that sorting computed strengths gives."""

import itertools
import math
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.decay import DecayRules, elapsed_halvings, rank_key
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Draft, MemoryType, State
from memtui.domain.scope import contains
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import memories, ranking
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.ranking import Point, Ranking
from tests.conftest import NOON
from tests.depth import SHARED, examples

SCOPES = ("/", "/user/habits", "/project", "/project/atlas", "/project/atlas/db", "/project0")
RULES = DecayRules()

drafts = st.lists(
    st.builds(
        Draft,
        text=st.just(""),
        scope=st.sampled_from(SCOPES),
        type=st.sampled_from(MemoryType),
        importance=st.sampled_from([0.0, 0.5, 0.5, 1.0]) | st.floats(0.0, 1.0),
        pinned=st.booleans(),
        created_at=st.sampled_from([NOON - 30 * DAY, NOON - 60 * DAY]) | st.floats(NOON - 900 * DAY, NOON),
        last_accessed_at=st.none() | st.floats(NOON - 900 * DAY, NOON),
        session_count=st.integers(0, 9),
        state=st.sampled_from([State.LIVE, State.LIVE, State.LIVE, State.DROPPED]),
    ),
    max_size=40,
)


@pytest.fixture(params=["merged", "sorted"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(ranking, "SORT_BELOW", 0 if request.param == "merged" else 100_000)
    monkeypatch.setattr(ranking, "_CLOSE_ENOUGH", 2)
    return str(request.param)


@pytest.fixture
def make(tmp_path: Path) -> Callable[[list[Draft]], Store]:
    number = itertools.count()

    def made(wanted: list[Draft]) -> Store:
        store = open_store(tmp_path / f"{next(number)}.db", clock=lambda: NOON)
        unlike = [replace(draft, text=f"fact {number}") for number, draft in enumerate(wanted)]
        import_drafts(store, unlike, by=PERSON_AT_CLI)
        return store

    return made


def expected(store: Store, scope: str, now: Instant) -> list[Point]:
    """Compute every strength and sort: what the index saves."""
    points = []
    for memory in memories.get_many(store, range(1, 200)):
        if memory.state is State.LIVE and contains(scope, memory.scope):
            key = rank_key(memory.importance, memory.last_touch, memory.half_life)
            points.append(Point(elapsed_halvings(now, memory.half_life) - key, memory.id))
    return sorted(points)


@pytest.mark.few(1)
@pytest.mark.usefixtures("way")
@settings(suppress_health_check=SHARED)
@given(drafts, st.sampled_from(SCOPES), st.floats(-400, 4000), st.integers(1, 7))
def test_pages_forwards_and_backwards_are_the_sorted_order(
    make: Callable[[list[Draft]], Store], wanted: list[Draft], scope: str, later: float, size: int
) -> None:
    now = NOON + later * DAY
    with make(wanted) as store:
        order, right = Ranking(store, scope=scope, now=now), expected(store, scope, now)
        forwards: list[Point] = []
        while page := order.page(forwards[-1] if forwards else None, size):
            forwards += page
        backwards: list[Point] = []
        while page := order.page_back(backwards[0] if backwards else None, size):
            backwards = page + backwards
        assert forwards == backwards == right
        assert order.count() == len(right)


@pytest.mark.few(1)
@pytest.mark.usefixtures("way")
@settings(suppress_health_check=SHARED)
@given(drafts, st.sampled_from(SCOPES), st.floats(-400, 4000))
def test_a_place_and_its_number_lead_to_each_other(
    make: Callable[[list[Draft]], Store], wanted: list[Draft], scope: str, later: float
) -> None:
    now = NOON + later * DAY
    with make(wanted) as store:
        order, right = Ranking(store, scope=scope, now=now), expected(store, scope, now)
        assert [order.rank(point) for point in right] == list(range(len(right)))
        assert [order.point_at(index) for index in range(len(right))] == right
        assert order.point_at(len(right)) is None
        listed = {point.id: point for point in right}
        assert all(order.point_of(i) == listed.get(i) for i in range(1, len(wanted) + 2))


@settings(max_examples=examples(20), suppress_health_check=SHARED)
@given(drafts, st.floats(0, 4000))
def test_the_order_falls_by_strength(
    make: Callable[[list[Draft]], Store], wanted: list[Draft], later: float
) -> None:
    now = NOON + later * DAY
    with make(wanted) as store:
        page = Ranking(store, now=now).page(None, 100)
        shown = {m.id: m for m in memories.get_many(store, [point.id for point in page])}
        for point in page:
            memory = shown[point.id]
            idle = 0.0 if memory.half_life is None else (now - memory.last_touch) / DAY / memory.half_life
            by_hand = math.log2(memory.importance) - idle if memory.importance else -math.inf
            assert -point.weakness == pytest.approx(by_hand, rel=1e-6, abs=1e-6)


@pytest.mark.few(1)
@pytest.mark.usefixtures("way")
def test_thousands_of_equal_memories_are_paged_once_each(make: Callable[[list[Draft]], Store]) -> None:
    with make([Draft("", "/project", created_at=NOON - DAY)] * 3000) as store:
        order = Ranking(store, scope="/project", now=NOON)
        seen: list[Point] = []
        while page := order.page(seen[-1] if seen else None, 700):
            seen += page
        assert [point.id for point in seen] == list(range(1, 3001))
        assert order.point_at(1234) == seen[1234]


def test_settings_that_change_rank_the_store_anew_at_the_next_start(tmp_path: Path) -> None:
    chance = random.Random(7)
    file = tmp_path / "memories.db"
    with open_store(file, clock=lambda: NOON) as store:
        many = [
            Draft(f"fact {n}", type=chance.choice(list(MemoryType)), created_at=NOON - n * DAY)
            for n in range(50)
        ]
        import_drafts(store, many, by=PERSON_AT_CLI)
    rules = DecayRules(half_lives={**RULES.half_lives, MemoryType.EPISODIC: 700.0})
    with open_store(file, clock=lambda: NOON, decay=rules) as store:
        assert Ranking(store, now=NOON).page(None, 100) == expected(store, "/", NOON)
        lives = {m.half_life for m in memories.get_many(store, range(1, 51)) if m.type is MemoryType.EPISODIC}
        assert lives == {700.0}


@pytest.mark.parametrize("scope", ["/", "/project"])
def test_the_merge_reads_only_the_covering_index(
    store: Store, scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "SORT_BELOW", 0)
    import_drafts(store, [Draft(f"fact {n}", "/project") for n in range(50)], by=PERSON_AT_CLI)
    order = Ranking(store, scope=scope, now=NOON)
    middle = order.point_at(20)
    reads = plans(
        store, lambda: [order.page(middle, 5), order.page_back(middle, 5), order.rank(Point(1.0, 9))]
    )
    scans = [line for line in reads if "memories" in line]
    assert scans
    assert all("USING COVERING INDEX memories_by_strength" in line for line in scans)
    assert not any("TEMP B-TREE" in line for line in reads)


def test_a_small_scope_is_read_from_its_own_index(store: Store) -> None:
    import_drafts(store, [Draft(f"fact {n}", "/project") for n in range(50)], by=PERSON_AT_CLI)
    order = Ranking(store, scope="/project", now=NOON)
    reads = plans(store, lambda: order.page(None, 5))
    assert any("USING COVERING INDEX memories_by_scope" in line for line in reads)


def test_what_other_reads_need_is_indexed(store: Store) -> None:
    def used(sql: str) -> str:
        return " ".join(row[3] for row in store.query(f"EXPLAIN QUERY PLAN {sql}"))

    assert "memories_by_hash" in used("SELECT id FROM memories WHERE norm_hash = 1")
    assert "memories_by_uid" in used("SELECT id FROM memories WHERE uid >= 'A' AND uid < 'B'")
    assert "categories_by_name" in used("SELECT memory_id FROM categories WHERE category = 'a'")
    assert "op_changes_by_memory" in used("SELECT op_id FROM op_changes WHERE memory_id = 1")
    assert "ops_running" in used("SELECT id FROM ops WHERE status = 'running'")


def plans(store: Store, reads: Callable[[], object]) -> list[str]:
    """Run some reads and return how SQLite planned each of them."""
    asked: list[str] = []
    store._connection.set_trace_callback(asked.append)
    reads()
    store._connection.set_trace_callback(None)
    wanted = [sql for sql in asked if sql.startswith("SELECT") and "memories" in sql]
    return [row[3] for sql in wanted for row in store.query(f"EXPLAIN QUERY PLAN {sql}")]
