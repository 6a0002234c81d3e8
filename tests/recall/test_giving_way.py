"""As a session starts, what a card in Review would take away gives way to what it would not."""

from collections.abc import Callable

import pytest

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding
from memtui.recall.briefing import place_in
from memtui.recall.session_start import at_start
from memtui.review.verdicts import reject
from memtui.store.database import Store
from memtui.store.going import would_go
from tests.review.planting import choosing, dropping, merging, plant, queued

ATLAS = "/project/atlas"


@pytest.mark.parametrize("finding_of", [lambda a, b: dropping(b), merging])
def test_what_is_to_go_comes_last_until_a_person_says_no(
    store: Store, finding_of: Callable[[Memory, Memory], Finding]
) -> None:
    kept = plant(store, "Spans are half-open", scope=ATLAS, importance=0.2)
    strong = plant(store, "The branch of now is bk-301", scope=ATLAS, importance=0.9)
    assert order(store) == [strong.id, kept.id]
    (card,) = queued(store, finding_of(kept, strong))
    assert order(store) == [kept.id, strong.id]
    reject(store, [card.id], by=PERSON_AT_CLI)
    assert order(store) == [strong.id, kept.id]


def test_of_two_that_disagree_none_gives_way(store: Store) -> None:
    older: Memory = plant(store, "Spans are closed", scope=ATLAS, importance=0.9)
    newer: Memory = plant(store, "Spans are half-open", scope=ATLAS, importance=0.2)
    queued(store, choosing(newer, older))
    assert would_go(store, [older.id, newer.id]) == set()


def order(store: Store) -> list[int]:
    return [memory.id for memory in at_start(store, place_in(ATLAS)).memories]
