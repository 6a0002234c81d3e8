"""The store as it was on a day, rebuilt from the journal, is the copy that was kept on that day."""

import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.domain.decay import elapsed_halvings, strength
from memtui.domain.filter import parse
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Draft, Memory, MemoryType, Origin, State
from memtui.domain.scope import contains
from memtui.lifecycle import change, states
from memtui.lifecycle.access import touch
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.undo import undo
from memtui.store import eras, memories, review_state
from memtui.store import past as past_module
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.past import Past, PastRanking
from memtui.store.ranking import Point, Ranking
from tests.conftest import NOON, FrozenClock
from tests.depth import examples
from tests.lifecycle.worlds import AGENT, PERSON, added

SCOPES = ("/", "/user", "/project/atlas", "/project/atlas/db")
ids = st.lists(st.integers(1, 24), min_size=1, max_size=20, unique=True)
acts = st.one_of(
    st.tuples(st.sampled_from(["drop", "restore", "archive", "use"]), ids),
    st.tuples(st.just("move"), st.tuples(st.integers(1, 24), st.sampled_from(SCOPES))),
    st.tuples(st.just("type"), st.tuples(st.integers(1, 24), st.sampled_from(MemoryType))),
    st.tuples(st.just("pin"), st.tuples(st.integers(1, 24), st.booleans())),
    st.tuples(st.just("text"), st.tuples(st.integers(1, 24), st.integers(0, 9))),
    st.tuples(st.just("add"), st.integers(0, 9)),
    st.tuples(st.just("undo"), st.none()),
)
days = st.lists(st.lists(acts, max_size=5), min_size=1, max_size=6)


def do(store: Store, act: str, what: object) -> None:
    """Do one act as the lifecycle does it."""
    match act, what:
        case "drop" | "restore" | "archive", list(chosen):
            getattr(states, act)(store, chosen, by=PERSON)
        case "use", list(chosen):
            touch(store, chosen, by=AGENT)
        case "move", (int(one), str(scope)):
            change.edit(store, [one], change.Edit(scope=scope), by=PERSON)
        case "type", (int(one), MemoryType() as kind):
            change.edit(store, [one], change.Edit(type=kind), by=PERSON)
        case "pin", (int(one), bool(pinned)):
            change.edit(store, [one], change.Edit(pinned=pinned), by=PERSON)
        case "text", (int(one), number):
            change.edit(store, [one], change.Edit(text=f"Rewritten as {number}-{one}"), by=PERSON)
        case "add", number:
            add(store, Draft(f"Added number {number}", "/project/atlas"), by=PERSON)
        case _:
            undo(store, by=PERSON)


def _as_it_is(store: Store) -> list[Memory]:
    """Return the live memories in order of strength."""
    found = Ranking(store, now=store.now()).page(None, 100)
    return memories.get_many(store, [point.id for point in found])


def _said(memory: Memory, when: Instant) -> tuple[object, ...]:
    return (
        memory.id,
        memory.text,
        memory.scope,
        memory.type,
        memory.importance,
        memory.pinned,
        memory.half_life,
        memory.last_accessed_at,
        memory.access_count,
        round(strength(memory.importance, memory.last_touch, memory.half_life, when), 9),
    )


@given(days)
@settings(max_examples=examples(40), deadline=None)
def test_a_day_rebuilt_from_the_journal_is_the_copy_kept_on_it(lived: list[list[tuple[str, object]]]) -> None:
    clock = FrozenClock()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(Path(folder, "memories.db"), clock=clock) as store,
    ):
        drafts = [Draft(f"Statement {n}", SCOPES[n % 4], created_at=NOON - n * DAY) for n in range(24)]
        import_drafts(store, drafts, by=PERSON)
        kept = {clock.now: _as_it_is(store)}
        for day in lived:
            for act, what in day:
                clock.forward(days=0.1)
                do(store, act, what)
            clock.forward(days=1)
            kept[clock.now] = _as_it_is(store)
        with closing(Past(store)) as past:
            for when, copy in kept.items():
                lines = past.listing(when)
                rebuilt = past.memories(lines.ids(0, 100), when)
                assert [_said(one, when) for one in rebuilt] == [_said(one, when) for one in copy]
                assert lines.count == past.count(when) == len(copy)


def test_a_use_that_is_told_from_before_the_creation_counts_for_nothing(
    store: Store, clock: FrozenClock
) -> None:
    told = NOON - 500 * DAY
    drafts = [
        Draft("older", created_at=NOON - 100 * DAY),
        Draft("newer", created_at=NOON - 30 * DAY, last_accessed_at=told),
    ]
    import_drafts(store, drafts, by=PERSON)
    for pinned in (True, False):  # what was changed is worked out from the journal
        change.edit(store, [2], change.Edit(pinned=pinned), by=PERSON)
    clock.forward(days=1)
    with closing(Past(store)) as past:
        listed = past.memories(past.listing(clock.now).ids(0, 100), clock.now)
    assert [one.text for one in listed] == [one.text for one in _as_it_is(store)] == ["newer", "older"]


drafts = st.lists(
    st.builds(
        Draft,
        text=st.just(""),
        scope=st.sampled_from(SCOPES),
        type=st.sampled_from(MemoryType),
        importance=st.sampled_from([0.0, 0.5, 0.5, 1.0]),
        created_at=st.sampled_from([NOON - 30 * DAY, NOON - 60 * DAY]) | st.floats(NOON - 900 * DAY, NOON),
        last_accessed_at=st.none() | st.floats(NOON - 900 * DAY, NOON),
        session_count=st.integers(0, 9),
        state=st.sampled_from([State.LIVE, State.LIVE, State.DROPPED]),
    ),
    min_size=1,
    max_size=60,
)


@pytest.mark.few(1)
@pytest.mark.parametrize("way", ["merged", "sorted"])
@given(
    drafts, st.sampled_from(SCOPES), st.lists(st.floats(-900, 400), min_size=1, max_size=4), st.integers(1, 9)
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_page_of_any_day_is_what_sorting_all_spans_gives(
    monkeypatch: pytest.MonkeyPatch,
    way: str,
    wanted: list[Draft],
    scope: str,
    later: list[float],
    size: int,
) -> None:
    monkeypatch.setattr(past_module, "_SORT_BELOW", 0 if way == "merged" else 30_000)
    monkeypatch.setattr(eras, "ERAS", 3)
    clock = FrozenClock()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(Path(folder, "memories.db"), clock=clock) as store,
    ):
        unlike = [replace(draft, text=f"fact {number}") for number, draft in enumerate(wanted)]
        import_drafts(store, unlike, by=PERSON)
        clock.forward(days=1)
        touch(store, [1], by=AGENT)
        states.drop(store, range(2, len(wanted), 5), by=PERSON)
        with closing(Past(store)) as past:
            for when in (NOON + day * DAY for day in later):
                order, right = PastRanking(past, when, scope), _sorted_spans(past, scope, when)
                forwards: list[Point] = []
                while page := order.page(forwards[-1] if forwards else None, size):
                    forwards += page
                backwards: list[Point] = []
                while page := order.page_back(backwards[0] if backwards else None, size):
                    backwards = page + backwards
                assert forwards == backwards == right
                assert order.count() == len(right)
                assert [order.rank(point) for point in right] == list(range(len(right)))
                assert [order.point_at(index) for index in range(len(right))] == right
                assert [order.point_of(point.id) for point in right] == right
                totals = {node.scope: node.total for node in past.tree(when)}
                assert totals.get(scope, 0) == len(right)


def _sorted_spans(past: Past, scope: str, when: Instant) -> list[Point]:
    """Read every span there is and sort those that hold."""
    rows = past.store.query(
        "SELECT id, half_life, rank_key, place FROM temp.spans WHERE born <= ? AND gone > ?", (when, when)
    )
    return sorted(
        Point(elapsed_halvings(when, life) - key, memory_id)
        for memory_id, life, key, place in rows
        if contains(scope, past.eras.scopes[place])
    )


def test_a_memory_is_in_the_scope_it_was_in_then(store: Store, clock: FrozenClock) -> None:
    added(store, "Ports are in the wiki", scope="/project/atlas")
    clock.forward(days=2)
    change.edit(store, [1], change.Edit(scope="/project/atlas-two"), by=PERSON)
    clock.forward(days=1)
    with closing(Past(store)) as past:
        for when, scope, other in (
            (NOON + DAY, "/project/atlas", "/project/atlas-two"),
            (clock.now, "/project/atlas-two", "/project/atlas"),
        ):
            assert past.listing(when, scope).ids(0, 9) == [1]
            assert past.listing(when, other).count == 0
            assert [node.scope for node in past.tree(when)] == ["/", "/project", scope]


def test_before_the_journal_memories_are_told_by_their_own_dates(store: Store) -> None:
    drafts = [
        Draft(f"Of {n} days ago", "/project", created_at=NOON - n * DAY, last_accessed_at=NOON - n / 2 * DAY)
        for n in (10, 20, 30)
    ]
    import_drafts(store, drafts, by=PERSON)
    with closing(Past(store)) as past:
        assert past.journal_from == NOON
        assert [past.count(NOON - ago * DAY) for ago in (31, 30, 20, 10, 0)] == [0, 1, 2, 3, 3]
        assert past.listing(NOON - 12 * DAY).ids(0, 9) == [3, 2]
        assert past.listing(NOON - 18 * DAY).ids(0, 9) == [2, 3]


def test_a_coming_day_shows_the_strengths_of_that_day_and_changes_nothing(
    store: Store, clock: FrozenClock
) -> None:
    added(store, "Ports are in the wiki", importance=0.9)
    with closing(Past(store)) as past:
        later = past.listing(NOON + 60 * DAY)
        assert later.ids(0, 9) == [1]
        assert later.now == NOON + 60 * DAY
        clock.forward(days=3)
        states.drop(store, [1], by=PERSON)
        assert past.count(clock.now) == 1
    with closing(Past(store)) as past:
        assert (past.count(clock.now), past.count(clock.now - DAY)) == (0, 1)


def _found(store: Store, line: str, when: Instant) -> list[int]:
    """Return the ids that a filter finds of a day."""
    with closing(Past(store)) as past:
        return list(past.select(store, parse(line), when).listing.ids(0, 99))


def test_what_came_from_where_no_use_is_reported_fades_on_no_day(store: Store) -> None:
    for source in ("codex", "mem0"):
        added(
            store,
            f"Ports are in {source}",
            origin=Origin.IMPORTED,
            provenance={"source": source},
            importance=0.4,
        )
    with store.write() as tx:
        review_state.note_uses_reported(tx, {"codex": NOON})
    assert _found(store, "is:faded", NOON + 400 * DAY) == [1]
    assert _found(store, "fades:100d", NOON) == [1]
    with closing(Past(store)) as past:
        assert sum(past.weeks.faded.values()) == 1


@pytest.mark.parametrize(
    ("line", "then", "today"),
    [
        ("postgres", [1], []),
        ("mariadb", [], [1]),
        ("-mariadb", [1, 2, 3], [2, 3]),
        ("type:fact", [1, 2, 3], [1, 3]),
        ("type:rule", [], [2]),
        ("is:pinned", [], [3]),
        ("cat:infra", [2], [1]),
        ("postgres type:fact cat:infra", [], []),
        ("cups", [2, 3], [2, 3]),
        ("below:0.6", [], [1]),
        ("fades:130d", [1, 2, 3], [1]),
    ],
)
def test_a_filter_asks_what_memories_said_and_were_on_the_day(
    store: Store, clock: FrozenClock, line: str, then: list[int], today: list[int]
) -> None:
    """The first was reworded since, the second made a rule, the third pinned, and labels were changed."""
    texts = ("Users are stored in Postgres", "Cups have lids", "Three cups are missing")
    labels = ((), ("infra",), ())
    for text, categories in zip(texts, labels, strict=True):
        add(store, Draft(text, "/project/atlas", importance=0.9, categories=categories), by=PERSON)
    day = clock.now
    clock.forward(days=30)
    change.edit(store, [1], change.Edit(text="Users are stored in MariaDB", categories=("infra",)), by=PERSON)
    change.edit(store, [1], change.Edit(text="Users live in MariaDB"), by=PERSON)
    change.edit(store, [2], change.Edit(type=MemoryType.CONSTITUTIONAL, categories=()), by=PERSON)
    change.edit(store, [3], change.Edit(pinned=True), by=PERSON)
    assert sorted(_found(store, line, day)) == then
    assert sorted(_found(store, line, clock.now)) == today
    assert store.query("SELECT count(*) FROM memories") == [(3,)]
