"""What is written into the journal, and what is left out because nothing changed."""

from collections.abc import Mapping

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Memory
from memtui.domain.watch import Watch
from memtui.lifecycle.access import Use, touch
from memtui.lifecycle.undo import redo, undo
from memtui.store import journal, memories, recording, shared_uses
from memtui.store.database import Store
from memtui.store.recording import categories_json
from tests.conftest import FrozenClock
from tests.lifecycle.worlds import AGENT, PERSON, added

INFRA, SHOP, NONE = (categories_json(each) for each in (["infra"], ["shop"], []))


def labelled(store: Store, memory: int, wanted: str, expected: str | None = None) -> list[int]:
    """Give a memory these categories, if its own are as expected; return what changed."""
    before = None if expected is None else {"categories": expected}
    with store.write() as tx:
        op = recording.begin(tx, "edit", PERSON)
        changed = recording.apply(tx, op, [memory], {"categories": wanted}, expected=before)
        recording.finish(tx, op, len(changed))
    return changed


def edited(store: Store, memory: int, *steps: Mapping[str, object], by: Actor = PERSON) -> None:
    """Change a memory by one op, step by step."""
    with store.write() as tx:
        op = recording.begin(tx, "edit", by)
        for values in steps:
            recording.apply(tx, op, [memory], values)
        recording.finish(tx, op, 1)


def read(store: Store, memory: int) -> Memory:
    (found,) = memories.get_many(store, [memory])
    return found


def test_categories_that_a_memory_has_already_are_no_change(store: Store) -> None:
    memory = added(store, "The till listens on 8080", categories=("infra",))
    version = read(store, memory).version
    assert labelled(store, memory, INFRA) == []
    assert read(store, memory).version == version
    assert [op.kind for op in journal.ops(store)] == ["add"]


def test_categories_that_somebody_changed_meanwhile_stay(store: Store) -> None:
    memory = added(store, "The till listens on 8080", categories=("infra", "shop"))
    assert labelled(store, memory, SHOP, expected=INFRA) == []
    assert sorted(read(store, memory).categories) == ["infra", "shop"]
    assert labelled(store, memory, SHOP, expected=categories_json(["shop", "infra"])) == [memory]
    assert list(read(store, memory).categories) == ["shop"]


def test_who_changed_in_a_field_or_in_the_categories_has_changed(store: Store) -> None:
    weighed, relabelled, neither = (
        added(store, f"The till listens on 808{n}", importance=importance, categories=categories)
        for n, (importance, categories) in enumerate([(0.5, ("shop",)), (0.9, ("infra",)), (0.9, ("shop",))])
    )
    with store.write() as tx:
        op = recording.begin(tx, "edit", PERSON)
        changed = recording.apply(
            tx, op, [neither, relabelled, weighed], {"importance": 0.9, "categories": SHOP}
        )
        recording.finish(tx, op, len(changed))
    assert changed == sorted([weighed, relabelled])


def test_an_op_that_changed_no_memory_stays_only_when_it_is_to_be_kept(store: Store) -> None:
    for keep in (False, True):
        with store.write() as tx:
            op = recording.begin(tx, "reject", PERSON)
            recording.finish(tx, op, 0, keep=keep)
        assert (journal.op(store, op) is not None) is keep


def test_uses_that_did_not_change_are_not_journalled(store: Store) -> None:
    memory = added(store, "The till listens on 8080")
    with store.write() as tx:
        op = recording.begin(tx, "accept", PERSON)
        with recording.uses_journalled(tx, op, [memory]):
            tx.execute("UPDATE memories SET access_count = access_count + 1 WHERE id = ?", (memory,))
        recording.finish(tx, op, 1)
    assert [change.field for change in journal.changes(store, op)] == ["access_count"]


def in_its_place(store: Store, memory: int) -> bool:
    """Say whether a memory ranks as it would if it were ranked anew."""
    place = f"SELECT half_life, rank_key FROM memories WHERE id = {memory}"
    before = store.query(place)
    with store.write() as tx:
        memories.rerank(tx, [memory])
    return store.query(place) == before


def test_uses_of_two_come_together_and_undo_takes_off_what_came_and_no_more(
    store: Store, clock: FrozenClock
) -> None:
    kept, other = added(store, "The till listens on 8080"), added(store, "Port of the till: 8080")
    touch(store, [kept], by=an_agent("monday"), use=Use.HELPED)
    clock.forward(days=2)
    latest = clock.now
    for session in ("tuesday", "wednesday"):
        touch(store, [other], by=an_agent(session), use=Use.HELPED)
    clock.forward(days=1)
    with store.write() as tx:
        op = recording.begin(tx, "accept", PERSON)
        recording.add_uses(tx, op, kept, [other])
        recording.finish(tx, op, 1)
    assert uses_of(store, kept) == (3, 3, latest)
    assert in_its_place(store, kept)
    touch(store, [kept], by=an_agent("thursday"), use=Use.HELPED)
    undo(store, by=PERSON)
    assert uses_of(store, kept) == (2, 2, clock.now)
    assert in_its_place(store, kept)


def test_no_count_of_uses_falls_below_zero(store: Store) -> None:
    kept, other = added(store, "The till listens on 8080"), added(store, "Port of the till: 8080")
    touch(store, [other], by=an_agent("monday"), use=Use.HELPED)
    with store.write() as tx:
        op = recording.begin(tx, "accept", PERSON)
        recording.add_uses(tx, op, kept, [other])
        recording.finish(tx, op, 1)
    with store.write() as tx:
        shared_uses.add_uses(tx, kept, -1, -1, None)  # another machine took its own uses back
    undo(store, by=PERSON)
    assert uses_of(store, kept)[:2] == (0, 0)


def test_an_undo_that_was_stopped_takes_no_use_off_twice(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.lifecycle.undo._CHUNK", 1)
    pairs = [(added(store, f"The till listens on 808{n}"), added(store, f"Till: 808{n}")) for n in range(4)]
    for session in ("monday", "tuesday", "wednesday"):
        touch(store, [memory for pair in pairs for memory in pair], by=an_agent(session), use=Use.HELPED)
    with store.write() as tx:
        op = recording.begin(tx, "accept", PERSON)
        for kept, other in pairs:
            recording.add_uses(tx, op, kept, [other])
        recording.finish(tx, op, 4)
    looks = iter([False, False, False, True])
    undo(store, by=PERSON, watch=Watch(cancelled=lambda: next(looks)))
    assert [uses_of(store, kept)[0] for kept, _ in pairs] == [3, 3, 6, 6]
    undo(store, by=PERSON)
    assert [uses_of(store, kept)[:2] for kept, _ in pairs] == [(3, 3)] * 4
    for _ in range(2):
        redo(store, by=PERSON)
    assert [uses_of(store, kept)[:2] for kept, _ in pairs] == [(6, 6)] * 4


def an_agent(session: str) -> Actor:
    return Actor(ActorKind.AGENT, "mcp", session)


def uses_of(store: Store, memory: int) -> tuple[int, int, float | None]:
    found = read(store, memory)
    return found.access_count, found.session_count, found.last_accessed_at


def test_every_change_makes_the_version_one_higher_and_says_when(store: Store, clock: FrozenClock) -> None:
    memory = added(store, "The till listens on 8080", categories=("infra",))
    for version, values in enumerate([{"text": "It listens on 9090"}, {"categories": SHOP}], start=2):
        clock.forward(days=1)
        edited(store, memory, values)
        assert (read(store, memory).version, read(store, memory).updated_at) == (version, clock.now)


def test_what_an_op_changes_twice_is_undone_to_what_it_was_before_both(store: Store) -> None:
    memory = added(store, "The till listens on 8080", categories=("infra",))
    twice = [{"text": "It listens on 9090", "categories": SHOP}, {"text": "Gone", "categories": NONE}]
    edited(store, memory, *twice)
    undone = undo(store, by=PERSON)
    assert undone is not None
    assert not undone.skipped
    before = read(store, memory)
    assert (before.text, list(before.categories)) == ("The till listens on 8080", ["infra"])
    redo(store, by=PERSON)
    assert (read(store, memory).text, list(read(store, memory).categories)) == ("Gone", [])


def test_what_an_op_left_as_it_was_is_no_business_of_its_undo(store: Store) -> None:
    memory = added(store, "The till listens on 8080", importance=0.5)
    edited(store, memory, {"text": "The till listens on 8080", "importance": 0.9})
    edited(store, memory, {"text": "It listens on 9090"}, by=AGENT)
    undone = undo(store, by=PERSON)
    assert undone is not None
    assert not undone.skipped
    assert (read(store, memory).text, read(store, memory).importance) == ("It listens on 9090", 0.5)


@pytest.mark.parametrize(
    ("field", "before", "after", "later"),
    [("importance", 0.5, 0.9, 0.7), ("categories", INFRA, SHOP, NONE)],
)
def test_an_undo_names_what_somebody_changed_since_and_not_what_is_as_before(
    store: Store, field: str, before: object, after: object, later: object
) -> None:
    since, back, left = (
        added(store, f"The till listens on 808{n}", importance=0.5, categories=("infra",)) for n in range(3)
    )
    with store.write() as tx:
        op = recording.begin(tx, "edit", PERSON)
        recording.apply(tx, op, [since, back, left], {field: after})
        recording.finish(tx, op, 3)
    edited(store, since, {field: later}, by=AGENT)
    edited(store, back, {field: before}, by=AGENT)
    undone = undo(store, by=PERSON)
    assert undone is not None
    assert [skipped.memory_id for skipped in undone.skipped] == [since]
