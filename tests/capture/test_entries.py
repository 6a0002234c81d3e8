"""A text with a heading for each day is read day by day."""

from datetime import date

import pytest

from memtui.capture.dates import day_of, noon
from memtui.capture.entries import day_at, entries, title_behind_day
from memtui.capture.pipeline import Options
from memtui.store.database import Store
from tests.capture.test_pipeline import drive, offline
from tests.conftest import FrozenClock

SUNDAY = date(2031, 3, 9)
GARDEN = """# garden diary

## Tue 4 Mar
Pump: the new one is at the well now and runs at 40 litres a minute.

## Sat 8 Mar
We decided to lay the hose to the greenhouse tomorrow.
Ivo pays the water bill from Monday on.
"""


def days_of(text: str, latest: date = SUNDAY) -> list[date]:
    return [each.day for each in entries(text, latest)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("## Tue 4 Mar", "## Sat 8 Mar"),
        ("## 2031-03-08 — the hose", "## 2031-03-04 — the pump"),
        ("# Daily, Tuesday 4 March", "# Daily, Saturday 8 March"),
        ("Tuesday, 4 March", "Saturday, 8 March"),
        ("### Dienstag, 4. März", "### Samstag, 8. März"),
    ],
)
def test_headings_that_give_one_day_after_another_are_those_of_entries(one: str, other: str) -> None:
    days = days_of(f"{one}\nThe pump is new.\n\n{other}\nThe hose is old.\n")
    assert sorted(days) == [date(2031, 3, 4), date(2031, 3, 8)]


@pytest.mark.parametrize(
    "text",
    [
        "## Tue 4 Mar\nThe pump is new.\n",
        "## Launch 2031-03-04\nThe pump.\n\n## Review 2031-03-08\nThe hose.\n",
        "## Tue 11 Mar\nWe sow.\n\n## Sat 15 Mar\nWe water.\n",
        "## 1.4 (2031-03-04)\n- a pump\n\n## 1.3 (2031-03-01)\n- a hose\n",
    ],
)
def test_one_day_a_plan_and_headings_with_a_day_in_them_make_no_diary(text: str) -> None:
    assert days_of(text) == []


def test_an_entry_ends_where_a_heading_of_its_level_or_above_begins() -> None:
    text = "## Tue 4 Mar\nA.\n### Pump\nB.\n## Sat 8 Mar\nC.\n## Ideas\nD.\n"
    of_days = entries(text, SUNDAY)
    assert [day_at(of_days, text.index(each)) for each in ("B.", "C.", "D.")] == [
        date(2031, 3, 4),
        date(2031, 3, 8),
        None,
    ]


def test_the_title_of_an_entry_stands_behind_its_day() -> None:
    assert title_behind_day("2031-03-08 — the hose") == "the hose"
    assert title_behind_day("Tue 4 Mar") == ""
    assert title_behind_day("The hose of 2031-03-08") is None


def test_days_and_facts_count_from_the_heading_that_they_stand_under(
    store: Store, clock: FrozenClock
) -> None:
    clock.now = noon(SUNDAY)
    run = offline(store, GARDEN, Options(scope="/project/garden"))
    facts = {fact.candidate.text: fact for fact in drive(run)}
    assert (run.dating.first, run.dating.day) == (date(2031, 3, 4), date(2031, 3, 8))
    hose = next(text for text in facts if "hose" in text)
    assert "2031-03-09" in hose
    assert any("2031-03-10" in text for text in facts)
    said_at = facts[hose].candidate.said_at
    assert said_at is not None
    assert day_of(said_at) == date(2031, 3, 8)
    assert not any(text.startswith(("Tue", "Garden")) for text in facts)
