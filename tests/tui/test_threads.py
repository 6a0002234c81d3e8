"""No thread of the screen stops without a word: it says what went wrong and is tried again."""

from collections.abc import Callable

import pytest

from memtui.config import Settings
from memtui.store.database import Store
from memtui.store.overview import overview
from memtui.tui.keys.views import ViewId
from memtui.tui.widgets.overview_line import OverviewLine
from tests.tui.conftest import Opened, app_of, said, until


def breaking(times: int, works: Callable[..., object]) -> Callable[..., object]:
    """Return `works` as it is when it fails the first few times, as nobody has foreseen."""
    left = iter(range(times))

    def fails(*given: object) -> object:
        if next(left, None) is not None:
            raise RuntimeError("the moon is full")
        return works(*given)

    return fails


async def test_figures_that_cannot_be_read_say_why_and_are_read_when_asked_again(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.store.overview.overview", breaking(1, overview))
    async with opened() as pilot:
        await until(pilot, lambda: "RuntimeError: the moon is full" in said(pilot))
        assert said(pilot).startswith("The figures above the views could not be read and may be old")
        await pilot.press("d")
        line = app_of(pilot).screen.query_one(OverviewLine)
        await until(pilot, lambda: "tokens" in line.render_line(0).text)


async def test_insights_say_why_their_figures_are_missing(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_store: Store, _settings: Settings) -> None:
        raise RuntimeError("the moon is full")

    monkeypatch.setattr("memtui.tui.insights.view.scanned", broken)
    async with opened() as pilot:
        await pilot.press("6")
        await until(pilot, lambda: "the moon is full" in said(pilot))
        assert app_of(pilot).view_id is ViewId.INSIGHTS
