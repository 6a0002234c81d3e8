"""What reads like no memory to keep is worth a look before what is only old."""

from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import MemoryType, Origin
from memtui.lifecycle.change import Edit, edit
from memtui.review.learned import model
from memtui.review.verdicts import accept, reject
from memtui.review.worth_a_look import count_likely, likely_junk, likely_junk_first
from memtui.store import memories
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON
from tests.review.planting import dropping, found, plant, queued

KEPT = (
    "Invoices are numbered per year and never reused, because the tax office asks for gaps",
    "The kiln has to cool below 80 degrees before the door is opened, or the glaze cracks",
    "Orders over 500 euros need a second signature since the audit of 2024",
)
JUNK = (
    "All 118 tests pass now. Next: update the changelog.",
    "Last commit was 9c1e77d, branch is ahead by 2",
)


def _filled(store: Store, origin: Origin = Origin.IMPORTED) -> list[int]:
    old = [plant(store, text, days_ago=300 - n, origin=origin) for n, text in enumerate(KEPT)]
    new = [plant(store, text, days_ago=20 - n, origin=origin) for n, text in enumerate(JUNK)]
    return [memory.id for memory in (*old, *new)]


def test_a_report_of_a_moment_comes_before_what_is_only_older(store: Store) -> None:
    *kept, first, second = _filled(store)
    listed = likely_junk_first(store, [*kept, first, second])
    assert set(listed[:2]) == {first, second}
    assert set(listed[2:]) == set(kept)


def test_what_a_person_wrote_and_what_never_fades_stay_where_they_are(store: Store) -> None:
    ids = _filled(store, Origin.PERSON)
    rule = plant(store, JUNK[0] + " Always.", type=MemoryType.CONSTITUTIONAL, origin=Origin.IMPORTED)
    assert likely_junk_first(store, [*ids, rule.id]) == [*ids, rule.id]


def test_what_a_person_said_no_about_does_not_come_up_again(store: Store) -> None:
    *kept, first, second = _filled(store)
    (card,) = queued(store, dropping(memories.get_many(store, [first])[0]))
    reject(store, [card.id], by=PERSON)
    listed = likely_junk_first(store, [*kept, first, second])
    assert listed[0] == second
    assert listed.index(first) > listed.index(kept[0])


def test_without_the_model_the_weakest_come_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = _filled(store)
    missing = type(model.shipped)(Path("/nowhere"), lambda _: None)  # type: ignore[arg-type,return-value]
    monkeypatch.setattr(model, "shipped", missing)
    assert likely_junk_first(store, ids) == ids


def test_nothing_is_looked_at_where_there_is_nothing(store: Store) -> None:
    assert likely_junk_first(store, []) == []


def test_those_that_no_card_is_about_are_counted(store: Store) -> None:
    *kept, first, second = _filled(store)
    before = count_likely(store)
    assert before == len(likely_junk(store, [*kept, first, second])) >= len(JUNK)
    queued(store, dropping(memories.get_many(store, [first])[0]))
    assert count_likely(store) == before - 1


def test_what_a_person_just_accepted_or_reworded_was_looked_at_and_comes_last(store: Store) -> None:
    *kept, first, second = _filled(store)
    edit(store, [first], Edit(text=JUNK[0] + " Then tag it."), by=PERSON)
    reworded = Change(Deed.KEEP, kept[0], text=KEPT[0] + " so far")
    (card,) = queued(store, found(Kind.LEARNED, memories.get_many(store, kept[:1]), reworded))
    accept(store, Settings(), [card.id], by=PERSON)
    listed = likely_junk_first(store, [*kept, first, second])
    assert listed[0] == second
    assert listed[-2:] == [kept[0], first]
    assert {kept[0], first}.isdisjoint(likely_junk(store, [*kept, first, second]))
