"""A memory that disagrees with many is asked about twice at most, until that is decided."""

from collections import Counter

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import if_yes
from memtui.domain.memory import State
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.undo import undo
from memtui.review.passes import run_pass
from memtui.review.verdicts import Choice, accept, reject
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.review.planting import plant


def waiting(store: Store) -> list[int]:
    return proposals.ids(store, Wanted(kinds=frozenset({Kind.CONFLICT})))


def cards_of_each(store: Store) -> Counter[int]:
    return Counter(t.id for p in proposals.get_many(store, waiting(store)) for t in p.targets)


TONGUES = ("Rust", "Kotlin", "Elixir", "Scala", "Haskell")


def tongues(store: Store, count: int) -> None:
    for days, tongue in enumerate(TONGUES[:count]):
        plant(store, f"The Atlas API is written in {tongue}", days_ago=40.0 - days)


def test_no_memory_has_more_than_two_conflicts_waiting(store: Store) -> None:
    tongues(store, 5)
    run_pass(store, Settings())
    assert max(cards_of_each(store).values()) == 2


def test_two_that_disagree_are_still_asked_about(store: Store) -> None:
    tongues(store, 2)
    run_pass(store, Settings())
    assert len(waiting(store)) == 1


def test_a_later_pass_counts_those_that_wait(store: Store) -> None:
    tongues(store, 3)
    run_pass(store, Settings())
    plant(store, "The Atlas API is written in Scala")
    run_pass(store, Settings())
    assert max(cards_of_each(store).values()) == 2


def test_who_rejected_them_is_not_asked_about_the_less_sure_ones(store: Store) -> None:
    tongues(store, 4)
    run_pass(store, Settings())
    reject(store, waiting(store), by=PERSON_AT_CLI)
    run_pass(store, Settings(), full=True)
    assert not waiting(store)


def ports(store: Store, *numbers: int) -> list[int]:
    return [
        plant(store, f"The Atlas API listens on port {port}", days_ago=40.0 - days).id
        for days, port in enumerate(numbers)
    ]


def test_a_series_of_figures_is_one_card_on_which_the_newest_stays(store: Store) -> None:
    *earlier, newest = ports(store, 8080, 9090, 7070, 6060)
    run_pass(store, Settings())
    (card,) = proposals.get_many(store, waiting(store))
    assert (card.change.keep, sorted(card.change.gone)) == (newest, earlier)
    assert card.rule == "conflict/superseded"


def test_a_series_in_three_words_is_one_card_too(store: Store) -> None:
    seats = [plant(store, f"{n} chairs fit", days_ago=40.0 - n / 10).id for n in (242, 251, 264, 286)]
    plant(store, "Two chairs of the shop fit only after a rebuild")
    run_pass(store, Settings())
    (card,) = proposals.get_many(store, waiting(store))
    assert (card.change.keep, sorted(card.change.gone)) == (seats[-1], seats[:-1])


def test_a_series_of_reports_that_are_all_to_go_is_no_question(store: Store) -> None:
    for n in (242, 251, 264, 286):
        plant(store, f"{n} tests pass", days_ago=40.0 - n / 10)
    run_pass(store, Settings())
    assert not waiting(store)


def test_one_yes_supersedes_all_earlier_states_and_undo_brings_them_back(store: Store) -> None:
    *earlier, newest = ports(store, 8080, 9090, 7070)
    run_pass(store, Settings())
    accept(store, Settings(), waiting(store), by=PERSON_AT_CLI)
    assert {m.id for m in memories.get_many(store, [*earlier, newest]) if m.state is State.LIVE} == {newest}
    undo(store, by=PERSON_AT_CLI)
    assert all(m.state is State.LIVE for m in memories.get_many(store, earlier))


def test_where_nothing_tells_which_is_newer_a_yes_has_to_choose(store: Store) -> None:
    one = plant(store, "The Atlas API listens on port 8080", days_ago=3.0).id
    other = plant(store, "The Atlas API listens on port 9090", days_ago=3.0).id
    run_pass(store, Settings())
    (card,) = proposals.get_many(store, waiting(store))
    assert (card.change.keep, card.change.gone) == (None, ())
    assert "choose the one that stays" in if_yes(card.change, {})[0].text
    with pytest.raises(Refused):
        accept(store, Settings(), [card.id], by=PERSON_AT_CLI)
    accept(store, Settings(), [card.id], by=PERSON_AT_CLI, choice=Choice(keep=one))
    assert [m.state for m in memories.get_many(store, [one, other])] == [State.LIVE, State.DROPPED]
