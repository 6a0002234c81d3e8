"""A value that a rewording changed is changed in the line that still gives it, where that is sure."""

import pytest

from memtui.language.carried_over import carried_over

PG = "We run Postgres 14 for the bookings."


@pytest.mark.parametrize(
    ("line", "before", "after", "then"),
    [
        ("we run Postgres 14", PG, PG.replace("14", "16"), "we run Postgres 16"),
        (
            "- [Postgres 14](pg.md) — we run Postgres 14",
            PG,
            PG.replace("14", "16"),
            "- [Postgres 16](pg.md) — we run Postgres 16",
        ),
        (
            "we run Postgres 14",
            PG,
            "We run Postgres 16 for the bookings (14 until May).",
            "we run Postgres 16",
        ),
        (
            "Deploys: fridays only",
            "Deploys go out on Fridays.",
            "Deploys go out on Mondays.",
            "Deploys: Mondays only",
        ),
        (
            "who owns billing: Marta",
            "Marta owns billing and its tests.",
            "Priya owns billing and its tests.",
            "who owns billing: Priya",
        ),
        (
            "nightly load at 02:30",
            "The load of the night starts at 02:30 sharp.",
            "The load of the night starts at 04:00 sharp.",
            "nightly load at 04:00",
        ),
        (
            "backups at 3 am, deploys at 3 pm",
            "Backups run at 3 am each night",
            "Backups run at 4 am each night",
            "backups at 4 am, deploys at 3 pm",
        ),
        (
            "never push to main",
            "Never push to main by hand.",
            "Always push to main by hand.",
            "always push to main",
        ),
        ("npm for builds", "Use npm for builds here.", "Use pnpm for builds here.", "pnpm for builds"),
    ],
)
def test_the_new_value_takes_the_place_of_the_old(line: str, before: str, after: str, then: str) -> None:
    carried = carried_over(line, before, after)
    assert carried.text == then


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [
        # The figure is of something else, or written otherwise.
        ("Postgres, fourteen tables, 14 of them big", PG, PG.replace("14", "16")),
        ("gateway: 30s", "The gateway times out after 30s or so.", "The gateway waits for a minute or so."),
        # All was written anew.
        ("we deploy on Fridays", "We deploy on Fridays.", "Nobody ships anything before a weekend."),
        ("backups at 3, deploys at 3", "Backups run at 3 each night", "Backups run at 4 each night"),
        # One value became two.
        (
            "port 80",
            "The shop is on port 80, the till is on port 80.",
            "The shop is on port 81, the till is on port 82.",
        ),
    ],
)
def test_where_it_is_not_sure_the_line_stays_and_is_said_to_give_the_old(
    line: str, before: str, after: str
) -> None:
    carried = carried_over(line, before, after)
    assert (carried.text, carried.left) == (line, True)


@pytest.mark.parametrize("line", ["Which database we run", "", "- [Database](pg.md)", "14 days of trial"])
def test_a_line_that_does_not_give_the_old_value_is_left_alone(line: str) -> None:
    assert carried_over(line, PG, PG.replace("Postgres 14", "MySQL 9")).text == line


def test_what_was_only_added_changes_no_line() -> None:
    assert carried_over("we run Postgres 14", PG, f"{PG} Backups are daily.").left is False
