"""Putting memories in, and finding what says the same already."""

from memtui.domain.memory import Draft, State
from memtui.domain.text import fingerprint
from memtui.lifecycle.states import drop
from memtui.store.database import Store
from memtui.store.inserting import hashes_of, insert, look_up
from tests.lifecycle.worlds import PERSON, added, out_of_step

TEXT = "The till listens on 8080"


def found(store: Store, draft: Draft, value: int | None = None) -> tuple[int, State] | None:
    """Return what says the same as a draft, by a fingerprint of its own or another's."""
    (match,) = look_up(store, [draft], hashes_of([draft]) if value is None else [value])
    return match


def test_a_text_that_shares_only_its_fingerprint_with_another_is_new(store: Store) -> None:
    memory = added(store, TEXT)
    assert found(store, Draft(TEXT, "/project")) == (memory, State.LIVE)
    assert found(store, Draft("Cups have lids", "/project"), fingerprint(TEXT)) is None


def test_of_the_same_said_twice_what_lives_is_found_before_what_was_dropped(store: Store) -> None:
    living = added(store, TEXT, "/project/shop")
    dropped = added(store, TEXT, "/project")
    drop(store, [dropped], by=PERSON)
    assert found(store, Draft(TEXT, "/project/shop")) == (living, State.LIVE)
    assert found(store, Draft(TEXT, "/project")) == (dropped, State.DROPPED)


def test_nothing_put_in_changes_nothing(store: Store) -> None:
    added(store, TEXT)
    with store.write() as tx:
        assert list(insert(tx, [])) == []
    assert out_of_step(store) == []
