"""The words of a scope are read once while its pairs are looked at, however many scopes a store has."""

import pytest

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.lifecycle.bulk_add import import_drafts
from memtui.review import surroundings
from memtui.review.surroundings import Surroundings
from memtui.store import memories, review_state
from memtui.store.database import Store


def test_only_the_scope_that_was_not_met_for_longest_is_read_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surroundings, "_SCOPES", 2)
    read: list[str] = []
    newest = review_state.newest

    def counted(store: Store, scope: str, most: int) -> list[tuple[int, str]]:
        read.append(scope)
        return newest(store, scope, most)

    monkeypatch.setattr(review_state, "newest", counted)
    scopes = ["/project/atlas", "/project/borealis", "/project/cirrus"]
    import_drafts(store, (Draft(f"Lamp {scope}", scope=scope) for scope in scopes), by=PERSON_AT_CLI)
    one = {memory.scope: memory for memory in memories.get_many(store, [1, 2, 3])}
    met = Surroundings(store)
    for scope in ("atlas", "borealis", "atlas", "cirrus", "atlas", "borealis"):
        memory = one[f"/project/{scope}"]
        met.words(memory, memory)
    assert read == [*scopes, "/project/borealis"]
