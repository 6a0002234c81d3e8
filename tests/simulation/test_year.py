"""A simulated year keeps the store level, catches the junk, spares what is used, and loses nothing."""

from pathlib import Path

import pytest

from simulation.figures import Options, Target, in_the_mean
from simulation.report import command
from simulation.run import simulate

SEEDS = (7, 8, 9)
TURNS = 500
PAGE = Path(__file__).parents[2] / "docs" / "simulation.md"


@pytest.mark.minutes
@pytest.mark.long
def test_years_of_ten_thousand_turns_meet_every_target_in_the_mean() -> None:
    years = [simulate(Options(seed=seed)) for seed in SEEDS]
    assert [year.tally.turns for year in years] == [10_000] * len(SEEDS)
    assert all(year.restorable == len(year.sittings.losses) for year in years)
    targets = in_the_mean([year.targets() for year in years])
    assert [target for target in targets if not target.met] == []
    page = PAGE.read_text("utf-8")
    assert [t for t in targets if f"| {t.name} | {t.wanted} |" not in page] == []


def test_what_one_year_misses_several_may_meet_in_the_mean() -> None:
    years = [[Target("junk", "≥ 90 %", "", share, least=0.9)] for share in (0.85, 0.97)]
    assert [target.met for (target,) in years] == [False, True]
    (target,) = in_the_mean(years)
    assert (target.met, target.found) == (True, "91.0 % (85.0 %, 97.0 %)")


@pytest.mark.long
def test_without_a_review_the_store_only_grows() -> None:
    result = simulate(Options(turns=TURNS, days=190, diligence=0.0))
    assert result.sittings.losses == []
    assert result.weeks[-1].live > 0.9 * result.tally.written
    assert result.growth(lambda week: week.live) > 1.2


@pytest.mark.long
def test_a_person_who_never_errs_lets_go_of_nothing_that_is_true_but_what_faded() -> None:
    result = simulate(Options(turns=TURNS, days=120, diligence=1.0))
    assert result.sittings.wrong == 0
    assert result.sittings.losses
    assert result.restorable == len(result.sittings.losses)


@pytest.mark.long
def test_stopped_early_it_gives_the_figures_up_to_then() -> None:
    days = 0

    def stop() -> bool:
        nonlocal days
        days += 1
        return days > 14

    result = simulate(Options(turns=1000, days=60), cancelled=stop)
    assert result.cancelled
    assert len(result.weeks) == 2


def test_the_page_in_the_documentation_names_the_command_that_makes_it() -> None:
    assert f"    {command(Options(), 'docs/simulation.md')}\n" in PAGE.read_text("utf-8")
