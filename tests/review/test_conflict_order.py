"""Of two that disagree the one that tells of the change is the newer, whenever each was stored."""

from dataclasses import replace

import pytest

from memtui.config.settings import Embeddings, Llm, Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory
from memtui.domain.proposal import EXTRACT, Finding, Target
from memtui.language import other_words
from memtui.lifecycle import states
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.undo import redo, undo
from memtui.llm.embeddings import embedder, wordllama
from memtui.review.rules.conflict import RULE
from memtui.review.verdicts import accept
from memtui.store import memories
from memtui.store.database import Store
from tests.conftest import NOON, FrozenClock
from tests.review.planting import plant, queued
from tests.review.unstored import context

HELD = "The packages are installed with npm."
CHANGED = "We switched from npm to pnpm for the packages."


def proposed(store: Store, first: str, second: str, days_between: float) -> tuple[Finding, Memory, Memory]:
    """Return the card of two, of which the first was stored so many days before the second."""
    pair = plant(store, first, days_ago=1.0 + days_between), plant(store, second, days_ago=1.0)
    found = RULE.compare(*pair, 0.9, context(store, store.now()))
    assert found is not None
    return found, *pair


def test_of_two_stored_at_once_the_one_that_tells_of_the_change_stays(store: Store) -> None:
    for first, second in ((HELD, CHANGED), (CHANGED, HELD)):
        found, *pair = proposed(store, first, second, 0.0)
        assert (found.change.deed, found.change.keep) == (
            Deed.KEEP, next(each.id for each in pair if each.text == CHANGED)
        )  # fmt: skip
        assert dict(found.evidence.facts)["change"] == "this one tells of the change"


def test_a_change_that_names_what_the_other_says_is_the_newer_though_it_was_stored_first(
    store: Store,
) -> None:
    found, told, _ = proposed(store, CHANGED, HELD, 30.0)
    assert found.change.keep == told.id
    assert "newer by" not in dict(found.evidence.facts)


@pytest.mark.parametrize("days_between", [0.0, 30.0])
def test_words_that_announce_no_change_leave_the_order_to_time(store: Store, days_between: float) -> None:
    found, _, later = proposed(
        store, "The default branch is main.", "The default branch is trunk.", days_between
    )
    assert found.change.keep == (later.id if days_between else None)


def test_a_change_told_first_that_names_nothing_of_the_other_leaves_the_choice(store: Store) -> None:
    found, *_ = proposed(
        store, "The nightly backup now runs at 02:00.", "The nightly backup runs at 04:00.", 30.0
    )
    assert found.change.keep is None
    assert dict(found.evidence.facts)["careful"].startswith("the one that was said first tells of a change")


@pytest.mark.parametrize("dated_first", [True, False])
def test_one_that_tells_since_when_it_is_so_does_not_give_way_to_what_was_only_stored_later(
    store: Store, *, dated_first: bool
) -> None:
    dated = "All greenhouses run on firmware 1.30 since 14 October 2026."
    plain = "The greenhouses run on firmware 1.27."
    found, _, later = proposed(store, *((dated, plain) if dated_first else (plain, dated)), 30.0)
    assert found.change.keep == (None if dated_first else later.id)


def test_of_one_that_says_more_than_what_has_changed_nothing_is_dropped_by_default(store: Store) -> None:
    left = "Ida left in May; the ferns are now with Noor."
    found, *_ = proposed(store, "Tom prunes the roses; Ida waters the ferns.", left, 30.0)
    assert found.change.keep is None
    assert "an edit keeps it" in dict(found.evidence.facts)["besides"]
    found, _, later = proposed(store, "Ida looks after the ferns.", left, 30.0)
    assert found.change.keep == later.id


def test_where_names_go_that_nothing_takes_the_place_of_the_card_says_so(store: Store) -> None:
    renamed = "We are giving up the name Birch for the second greenhouse; it is called Dogwood from now on."
    found, *_ = proposed(store, "Greenhouses are called after trees: Aspen, Birch and Cedar.", renamed, 30.0)
    assert "an edit keeps it" in dict(found.evidence.facts)["besides"]
    found, *_ = proposed(store, "The second greenhouse is called Birch.", renamed, 30.0)
    assert "besides" not in dict(found.evidence.facts)


def test_a_new_figure_takes_nothing_along_that_the_older_says_besides(store: Store) -> None:
    newer = "The limit of the wash basin is 8 litres."
    found, *_ = proposed(store, "Basins are filled by hand from the tap; the limit is 5 litres.", newer, 30.0)
    assert (found.change.keep, found.reason.partition(":")[0]) == (
        None, "two memories disagree, and one says more besides",
    )  # fmt: skip
    found, _, later = proposed(store, "The limit of the wash basin is 5 litres.", newer, 30.0)
    assert found.change.keep == later.id


@pytest.mark.parametrize(("first_known", "second_known", "stays"), [
    (True, True, True), (False, True, True), (True, False, False), (False, False, False),
])  # fmt: skip
def test_a_line_without_a_day_of_its_own_is_not_the_newer_by_that_of_its_file(
    store: Store, first_known: bool, second_known: bool, stays: bool
) -> None:
    undated: dict[str, object] = {DATED: AT_THE_LATEST}
    first = plant(
        store, "The till listens on port 8080", days_ago=9.0, provenance={} if first_known else undated
    )
    second = plant(
        store, "The till listens on port 9090", days_ago=1.0, provenance={} if second_known else undated
    )
    found = RULE.compare(first, second, 0.9, context(store, store.now()))
    assert found is not None
    assert found.change.keep == (second.id if stays else None)
    assert ("at the latest" in dict(found.evidence.facts)["said"]) is not (first_known and second_known)


def test_values_that_only_their_store_tells_to_be_of_one_thing_make_a_card(store: Store) -> None:
    older = "Anton heats the stone oven at 02:30 on work days."
    newer = "The stone oven is lit at 4 am."
    pair = plant(store, older, days_ago=31.0), plant(store, newer, days_ago=1.0)
    assert RULE.compare(*pair, 0.9, context(store, store.now())) is None
    for number in range(12):
        plant(store, f"Bed {number} is weeded by hand once a season", days_ago=50.0)
    found, _, later = proposed(store, older, newer, 30.0)
    assert (found.rule, found.reason) == (
        "conflict/value", "two memories disagree: they give different times",
    )  # fmt: skip
    assert found.change.keep == later.id


@pytest.mark.skipif(wordllama() is None, reason="without word vectors there is nothing to go by")
def test_two_that_cannot_both_hold_in_words_of_their_own_make_a_card(store: Store) -> None:
    older = "Starter is fed before the dough is kneaded."
    newer = "Knead the dough first and feed the starter afterwards."
    pair = plant(store, older, days_ago=31.0), plant(store, newer, days_ago=1.0)
    for number in range(12):
        plant(store, f"Bed {number} is weeded by hand once a season", days_ago=50.0)
    at_hand = context(store, store.now())
    assert RULE.compare(*pair, 0.6, at_hand) is None
    found = RULE.compare(*pair, 0.6, replace(at_hand, embedder=embedder(Embeddings(), Llm())))
    assert found is not None
    assert found.reason == (
        "two memories may disagree, which is for you to say: they say different things of the same subject"
    )
    assert found.change.keep is None


@pytest.mark.parametrize(("likely", "preset"), [(0.45, False), (0.75, True)])
def test_of_two_that_may_as_well_be_about_two_things_none_is_preset(
    store: Store, monkeypatch: pytest.MonkeyPatch, likely: float, preset: bool
) -> None:
    monkeypatch.setattr(other_words, "_opinion", lambda _: other_words.Opinion(0.0, likely))
    monkeypatch.setitem(other_words.shipped().gates, other_words.Gate.AT_ODDS, 0.3)
    older = plant(store, "Starter is fed before the dough is kneaded.", days_ago=31.0)
    newer = plant(store, "Knead the dough first and feed the starter afterwards.", days_ago=1.0)
    for number in range(12):
        plant(store, f"Bed {number} is weeded by hand once a season", days_ago=50.0)
    at_hand = replace(context(store, store.now()), embedder=embedder(Embeddings(), Llm()))
    found = RULE.compare(older, newer, 0.6, at_hand)
    assert found is not None
    assert found.change.keep == (newer.id if preset else None)
    assert ("unsure" in dict(found.evidence.facts)) is not preset
    assert ("may disagree" in found.reason) is not preset


def test_a_memory_that_was_given_newer_words_is_as_old_as_those(store: Store) -> None:
    changed = plant(store, "The shop runs on Magento 1; mail goes to Ada.", days_ago=11.0)
    change = Change(Deed.KEEP, changed.id, text="The shop runs on Magento 2; mail goes to Ada.")
    asked = Finding(
        Kind.LEARNED,
        "learned/updates",
        (Target.of(changed),),
        "",
        replace(change, said_at=NOON - 4 * DAY),
        changed.scope,
        origin=EXTRACT,
    )
    accept(store, Settings(), [each.id for each in queued(store, asked)], by=PERSON_AT_CLI)
    (older,) = memories.get_many(store, [changed.id])
    newer = plant(store, "The shop runs on Magento 3 since today.", days_ago=0.01)
    found = RULE.compare(older, newer, 0.9, context(store, store.now()))
    assert found is not None
    facts = dict(found.evidence.facts)
    assert facts["said"] == "16 Nov 2026, then 20 Nov 2026"
    assert "careful" not in facts


def test_what_was_dropped_or_edited_and_taken_back_is_no_newer_than_it_was(
    store: Store, clock: FrozenClock
) -> None:
    pair = [plant(store, f"The limit is {size} MB.", days_ago=30.0) for size in (25, 40)]

    def keeps() -> int | None:
        older, newer = memories.get_many(store, [each.id for each in pair])
        found = RULE.compare(older, newer, 0.9, context(store, store.now()))
        assert found is not None
        return found.change.keep

    assert keeps() is None
    states.drop(store, [pair[0].id], by=PERSON_AT_CLI)
    clock.forward(days=2.0)
    undo(store, by=PERSON_AT_CLI)
    assert keeps() is None
    edit(store, [pair[0].id], Edit(text="The limit is 30 MB."), by=PERSON_AT_CLI)
    assert keeps() == pair[0].id
    clock.forward(days=2.0)
    undo(store, by=PERSON_AT_CLI)
    assert keeps() is None
    redo(store, by=PERSON_AT_CLI)
    assert keeps() == pair[0].id
    undo(store, by=PERSON_AT_CLI)
    assert keeps() is None


@pytest.mark.parametrize("days_between", [0.0, 30.0, -30.0])
def test_what_is_done_takes_the_place_of_what_was_planned_whenever_each_was_stored(
    store: Store, days_between: float
) -> None:
    planned = "The tills still run firmware 1. The change to firmware 2 is planned for spring."
    done = "The firmware 2 change was finished on 12 May and the old cables were removed."
    first, second = (planned, done) if days_between >= 0 else (done, planned)
    found, *pair = proposed(store, first, second, abs(days_between))
    assert found.change.keep == next(each.id for each in pair if each.text == done)
