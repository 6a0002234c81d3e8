"""What is written into the journal, and what is left out because nothing changed."""

from memtui.domain.memory import Memory
from memtui.store import journal, memories, recording
from memtui.store.database import Store
from memtui.store.recording import categories_json
from tests.lifecycle.worlds import PERSON, added

INFRA, SHOP = categories_json(["infra"]), categories_json(["shop"])


def labelled(store: Store, memory: int, wanted: str, expected: str | None = None) -> list[int]:
    """Give a memory these categories, if its own are as expected; return what changed."""
    before = None if expected is None else {"categories": expected}
    with store.write() as tx:
        op = recording.begin(tx, "edit", PERSON)
        changed = recording.apply(tx, op, [memory], {"categories": wanted}, expected=before)
        recording.finish(tx, op, len(changed))
    return changed


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
