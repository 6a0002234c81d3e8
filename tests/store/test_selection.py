"""A filter selects in SQL exactly what it says in words."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.card_kinds import Kind
from memtui.domain.days import Days
from memtui.domain.decay import DecayRules, elapsed_halvings, rank_key
from memtui.domain.deeds import Change, Deed
from memtui.domain.durations import Duration
from memtui.domain.fading import has_faded
from memtui.domain.filter import SIGNS, Filter, parse
from memtui.domain.instant import DAY
from memtui.domain.memory import VISIBLE_STATES, Draft, Memory, MemoryType, Origin, State
from memtui.domain.proposal import Finding
from memtui.domain.scope import ScopeError, contains
from memtui.lifecycle.access import touch
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.review.verdicts import reject
from memtui.store import memories, scopes, selection
from memtui.store.database import Store
from memtui.store.listing import Order, listing
from memtui.store.opening import open_store
from memtui.store.standing import standings
from tests.conftest import NOON, FrozenClock
from tests.lifecycle.worlds import AGENT, PERSON, SCOPES, added
from tests.review.planting import found, queued

FILES = ("/home/ada/shop/AGENTS.md", "/home/ada/notes/note.md", "", "/home/ada/.claude/CLAUDE.md", 5)
WORDS = ("staging", "postgres", "runs", "migration")


@pytest.fixture(scope="module")
def varied(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Three hundred memories in which every field takes every value."""
    store = open_store(Path(tmp_path_factory.mktemp("varied")) / "memories.db", clock=lambda: NOON)
    types, origins, states = list(MemoryType), list(Origin), [*VISIBLE_STATES, State.LIVE, State.LIVE]
    drafts = [
        Draft(
            f"{WORDS[n % 4]} {WORDS[n // 4 % 4]} number {n}",
            SCOPES[n % len(SCOPES)],
            type=types[n // 3 % 4],
            importance=n % 11 / 10,
            pinned=n % 7 == 0,
            categories=(("decision",), ("infra", "db"), ())[n % 3],
            origin=origins[n % 5],
            state=states[n % 5 if n % 2 else 0],
            provenance={"source": ("claude", "claude-code", "mcp")[n % 3], "path": FILES[n % 5]}
            if n % 4
            else {},
            created_at=NOON - n * DAY,
            last_accessed_at=NOON - n // 2 * DAY if n % 3 else None,
            access_count=n % 3,
        )
        for n in range(300)
    ]
    import_drafts(store, drafts, by=PERSON)
    cards = ((Kind.SECRET, 40), (Kind.DUPLICATE, 30), (Kind.JUNK, 20))
    waiting = [
        (kind, memory) for kind, step in cards for memory in memories.get_many(store, range(1, 300, step))
    ]
    decided = memories.get_many(store, [7])
    queued(store, *(asking(kind, memory) for kind, memory in waiting))
    (card,) = queued(store, asking(Kind.JUNK, *decided))
    reject(store, [card.id], by=PERSON)
    return store


def asking(kind: Kind, memory: Memory) -> Finding:
    return found(kind, [memory], Change(Deed.DROP, gone=(memory.id,)))


def signs(memory: Memory, kinds: frozenset[Kind]) -> set[str]:
    """Return the signs that a row bears, by the cards about its memory."""
    named = {str(kind) for kind in kinds & {Kind.SECRET, Kind.DUPLICATE}}
    return (
        named
        | ({"review"} if kinds else set())
        | ({"faded"} if has_faded(memory, NOON, DecayRules()) else set())
    )


def matches(memory: Memory, wanted: Filter, kinds: frozenset[Kind]) -> bool:
    """Say in Python what the filter says in SQL; `kinds` are of the cards about the memory."""
    key = rank_key(memory.importance, memory.last_touch, memory.half_life)
    weak = 2 ** (key - elapsed_halvings(NOON, memory.half_life))
    used, path = memory.last_accessed_at, str(memory.provenance.get("path", ""))
    then = (wanted.fades or Duration(0, "d")).after(NOON)
    fades = has_faded(memory, then, DecayRules()) and not has_faded(memory, NOON, DecayRules())
    return (
        memory.state in wanted.states
        and contains(wanted.scope, memory.scope)
        and (not wanted.types or memory.type in wanted.types)
        and (not wanted.origins or memory.origin in wanted.origins)
        and (not wanted.categories or bool(wanted.categories & set(memory.categories)))
        and (not wanted.sources or any(memory.source.startswith(s) for s in wanted.sources))
        and (not wanted.files or any(part.casefold() in path.casefold() for part in wanted.files))
        and wanted.pinned in (None, memory.pinned)
        and wanted.signs <= signs(memory, kinds)
        and (wanted.older is None or memory.created_at < wanted.older.before(NOON))
        and (wanted.idle is None or memory.last_touch < wanted.idle.before(NOON))
        and (wanted.below is None or weak < wanted.below)
        and (wanted.made is None or wanted.made.start <= memory.created_at < wanted.made.end)
        and (wanted.used is None or (used is not None and wanted.used.start <= used < wanted.used.end))
        and (not wanted.unused or memory.access_count == 0)
        and (wanted.fades is None or fades)
        and all(word in memory.text.split() for word in wanted.words)
        and not any(word in memory.text.split() for word in wanted.without)
    )


days = st.builds(Duration, st.integers(0, 200), st.just("d"))
today = datetime.fromtimestamp(NOON, UTC).date()
spans = st.builds(
    lambda ago, length: Days(today - timedelta(days=ago), today - timedelta(days=ago - length)),
    st.integers(0, 320),
    st.integers(0, 60),
)
filters = st.builds(
    Filter,
    scope=st.sampled_from(SCOPES),
    states=st.frozensets(st.sampled_from(VISIBLE_STATES), min_size=1),
    words=st.lists(st.sampled_from(WORDS), max_size=2).map(tuple),
    without=st.lists(st.sampled_from(WORDS), max_size=2).map(tuple),
    types=st.frozensets(st.sampled_from(MemoryType), max_size=2),
    categories=st.frozensets(st.sampled_from(["decision", "infra", "db"]), max_size=2),
    sources=st.frozensets(st.sampled_from(["claude", "mcp", "nothing"]), max_size=2),
    origins=st.frozensets(st.sampled_from(Origin), max_size=2),
    files=st.frozensets(st.sampled_from(["agents.md", "/notes/", "ada", "no_file"]), max_size=2),
    pinned=st.none() | st.booleans(),
    signs=st.frozensets(st.sampled_from(SIGNS), max_size=2),
    older=st.none() | days,
    idle=st.none() | days,
    below=st.none() | st.sampled_from([0.0, 0.05, 0.3, 0.71, 1.0]),
    made=st.none() | spans,
    used=st.none() | spans,
    unused=st.booleans(),
    fades=st.none() | days,
)


@given(filters)
def test_sql_selects_what_the_filter_says(varied: Store, wanted: Filter) -> None:
    everything = memories.get_many(varied, range(1, 301))
    standing = standings(varied, range(1, 301), since=None)
    expected = {each.id for each in everything if matches(each, wanted, standing[each.id].kinds)}
    found = selection.ids(varied, wanted)
    assert set(found) == expected
    assert len(found) == len(expected) == selection.count(varied, wanted)


@given(filters, st.sampled_from(Order))
def test_a_listing_in_any_order_lists_what_a_forget_would_take(
    varied: Store, wanted: Filter, order: Order
) -> None:
    lines = listing(varied, wanted, order=order)
    assert sorted(lines.ids(0, 400)) == sorted(selection.ids(varied, wanted))


def test_a_use_of_a_day_is_found_behind_a_later_one(store: Store, clock: FrozenClock) -> None:
    added(store, "Ports are listed in the wiki")
    used_on = []
    for _ in range(2):
        clock.forward(days=3)
        touch(store, [1], by=AGENT)
        used_on.append(datetime.fromtimestamp(clock.now, UTC).date())
    for day in used_on:
        assert selection.ids(store, parse(f"used:{day}")) == [1]
    assert selection.ids(store, parse(f"used:{used_on[0] + timedelta(days=1)}")) == []


def test_older_follows_the_calendar(store: Store) -> None:
    made = [datetime(2026, 5, day, 12, tzinfo=UTC).timestamp() for day in (19, 20, 21)]
    import_drafts(store, [Draft(f"{at}", created_at=at) for at in made], by=PERSON)
    assert selection.ids(store, parse("older:6m")) == [1]


def test_words_are_found_by_stem_and_beginning_without_accents(store: Store) -> None:
    added(store, "Migrations failed in Zürich")
    assert selection.ids(store, parse("migration zurich")) == [1]
    assert selection.ids(store, parse("fail mig", prefix=True)) == [1]
    assert selection.ids(store, parse("mig fail")) == []


def test_an_abstract_is_searched_too(store: Store) -> None:
    added(store, "long text", abstract="the gist")
    assert selection.ids(store, parse("gist")) == [1]


def test_copies_are_live_ones(store: Store) -> None:
    one, other, gone = (add(store, Draft("Ada likes tea", f"/{name}"), by=PERSON).memory for name in "abc")
    assert memories.count_copies(store, one) == 2
    drop(store, [gone.id], by=PERSON)
    assert memories.count_copies(store, one) == 1
    assert memories.count_copies(store, gone) == 2
    assert other.id != one.id


def test_the_scope_tree_counts_each_subtree(store: Store) -> None:
    for number, scope in enumerate(SCOPES):
        added(store, f"fact {number}", scope)
    counted = {node.scope: (node.own, node.total) for node in scopes.tree(store)}
    assert counted == {
        "/": (1, 6),
        "/project": (1, 3),
        "/project/atlas": (1, 2),
        "/project/atlas/db": (1, 1),
        "/project0": (1, 1),
        "/user": (1, 1),
    }
    assert {scope: total for scope, (_, total) in counted.items()} == {
        scope: scopes.count(store, scope) for scope in SCOPES
    }


def test_a_scope_is_named_by_any_part_of_its_path(store: Store) -> None:
    for number, scope in enumerate(
        ("/project/fernhill/db", "/project/fernhill/web", "/a/old-fernhill", "/fern")
    ):
        added(store, f"fact {number}", scope)
    assert scopes.named(store, "fernhill") == ["/project/fernhill", "/a/old-fernhill"]
    assert scopes.named(store, "Fern") == ["/fern", "/project/fernhill", "/a/old-fernhill"]
    assert scopes.named(store, "fernhill/w") == ["/project/fernhill/web"]
    assert scopes.named(store, "hill/db") == ["/project/fernhill/db"]
    assert scopes.named(store, "/not/there") == ["/not/there"]
    with pytest.raises(ScopeError, match="no scope has 'moss' in its path"):
        scopes.named(store, "moss")


def test_a_place_whose_memories_were_all_taken_back_is_not_meant(store: Store) -> None:
    added(store, "fact", "/hosts/fernhill")
    assert scopes.meant(store, "fernhill") == "/hosts/fernhill"
    undo(store, by=PERSON)
    assert scopes.meant(store, "fernhill") == "/fernhill"


def test_a_word_that_no_index_splits_can_be_left_out(store: Store) -> None:
    added(store, "データベースは東京にある")
    added(store, "データベースは大阪にある")
    assert selection.ids(store, parse("データベース -東京")) == [2]


def test_the_tree_counts_what_a_filter_selects(store: Store) -> None:
    added(store, "ship it", "/project/atlas/db")
    added(store, "ship them", "/project/shop")
    added(store, "wait", "/project/shop")
    found = {node.scope: node.total for node in selection.tree(store, parse("ship"))}
    assert found == {"/": 2, "/project": 2, "/project/atlas": 1, "/project/atlas/db": 1, "/project/shop": 1}


def test_a_miscount_is_seen(store: Store) -> None:
    added(store, "one")
    with store.write() as tx:
        tx.execute("UPDATE scopes SET count = 7")
    assert scopes.miscounted(store) == ["/project"]


def test_a_word_that_is_repeated_is_asked_for_once() -> None:
    asked = selection.word_query(parse("Ab " * 1_300))
    assert asked == '"Ab"'
    assert selection.word_query(parse("Ab ab, 'AB' cd Ab.")).count(" AND ") == 1
    assert selection.word_query(parse("db atlas db", prefix=True)) == '"db" AND "atlas" AND "db" *'


ODD_FILES = ('C:\\shop\\Übung "x".md', "/srv/記憶.md", "/home/ada/it's 100%_of.md", "/home/ada/notes.md")


@pytest.mark.parametrize(
    ("file", "is_in"),
    [
        ("shop\\Übung", ODD_FILES[0]),
        ('"x".md', ODD_FILES[0]),
        ("記憶", ODD_FILES[1]),
        ("100%_", ODD_FILES[2]),
        ("~/ada/NOTES.md", ODD_FILES[3]),
        ("t's", ODD_FILES[2]),
    ],
)
def test_a_file_that_a_memory_came_from_is_found_by_any_part_of_its_path(
    store: Store, file: str, is_in: str
) -> None:
    for path in ODD_FILES:
        told = {"source": "notes", "path": path, "quote": "/home/ada/notes.md 記憶 and the rest, t's"}
        add(store, Draft(f"It is said in {path}", provenance=told), by=PERSON)
    ids = selection.ids(store, Filter(files=frozenset([file])))
    assert [one.text for one in memories.get_many(store, ids)] == [f"It is said in {is_in}"]


def test_memories_of_a_file_are_looked_for_in_the_order_in_which_they_lie(store: Store) -> None:
    where = selection.condition(store, Filter(files=frozenset(["notes.md"])), store.now())
    sql = f"EXPLAIN QUERY PLAN SELECT count(*) FROM memories m WHERE {where.sql}"
    assert "SCAN m" in {row[3] for row in store.query(sql, where.params)}
