"""A memory that disagrees with many is asked about twice at most, until that is decided."""

from collections import Counter

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.proposal import Kind
from memtui.review.passes import run_pass
from memtui.review.verdicts import reject
from memtui.store import proposals
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.review.planting import plant


def waiting(store: Store) -> list[int]:
    return proposals.ids(store, Wanted(kinds=frozenset({Kind.CONFLICT})))


def cards_of_each(store: Store) -> Counter[int]:
    return Counter(t.id for p in proposals.get_many(store, waiting(store)) for t in p.targets)


def ports(store: Store, *numbers: int) -> None:
    for days, port in enumerate(numbers):
        plant(store, f"The Atlas API listens on port {port}", days_ago=40.0 - days)


def test_no_memory_has_more_than_two_conflicts_waiting(store: Store) -> None:
    ports(store, 8080, 9090, 7070, 6060, 5050)
    run_pass(store, Settings())
    assert max(cards_of_each(store).values()) == 2


def test_two_that_disagree_are_still_asked_about(store: Store) -> None:
    ports(store, 8080, 9090)
    run_pass(store, Settings())
    assert len(waiting(store)) == 1


def test_a_later_pass_counts_those_that_wait(store: Store) -> None:
    ports(store, 8080, 9090, 7070)
    run_pass(store, Settings())
    plant(store, "The Atlas API listens on port 6060")
    run_pass(store, Settings())
    assert max(cards_of_each(store).values()) == 2


def test_who_rejected_them_is_not_asked_about_the_less_sure_ones(store: Store) -> None:
    ports(store, 8080, 9090, 7070, 6060)
    run_pass(store, Settings())
    reject(store, waiting(store), by=PERSON_AT_CLI)
    run_pass(store, Settings(), full=True)
    assert not waiting(store)
