"""A folder of Claude Code that screens under test link, and the view Sources."""

from textual.pilot import Pilot

from memtui.tui.sources.view import SourcesView
from tests.tui.conftest import app_of, listed, under_cursor, until, view_of

FRIDAYS = "Deploys go out on Fridays"
SHIP = "Ship: only after the tests"
"""What the list calls that fact: its description."""


def sources_of(pilot: Pilot[int]) -> SourcesView:
    view = app_of(pilot).view
    assert isinstance(view, SourcesView)
    return view


def words(pilot: Pilot[int]) -> str:
    """Return what the page of the Sources view says."""
    return "\n".join("".join(part.text for part in line) for line in sources_of(pilot).page.lines)


async def go_to(pilot: Pilot[int], text: str) -> None:
    """Put the cursor on the memory that says this."""
    await until(pilot, lambda: any(text in row for row in listed(pilot)))
    view_of(pilot).table.move_to(next(i for i, row in enumerate(listed(pilot)) if text in row))
    assert text in under_cursor(pilot)


async def opened_sources(pilot: Pilot[int]) -> None:
    await pilot.press("S")
    await until(pilot, lambda: sources_of(pilot).list.row is not None)
