"""The text stands beside its facts with their quotes underlined, and says which day it is read as of."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.tui.extract.read_text import line_stretches, merged
from memtui.tui.extract.view import ExtractView
from tests.tui.conftest import Opened, app_of, until
from tests.tui.extracting import ISSUE, paste, read, screen_of

pytestmark = pytest.mark.usefixtures("warm_children")


def underlined(view: ExtractView) -> list[str]:
    """What is underlined in the text beside the facts, in its order, each line by itself."""
    lines = [view.read.draw(index, view.read.line_width) for index in range(view.read.count)]
    return [each.text for line in lines for each in line if each.style is not None and each.style.underline]


def bright(view: ExtractView) -> str:
    """What is bright in the text beside the facts, as one line."""
    lines = [view.read.draw(index, view.read.line_width) for index in range(view.read.count)]
    style = view.read.look.accent_strong.color
    found = [e.text for line in lines for e in line if e.style is not None and e.style.color == style]
    return " ".join(found)


async def test_the_text_stands_beside_its_facts_with_their_quotes_underlined(opened: Opened) -> None:
    async with opened(size=(120, 36)) as pilot:
        view = await read(pilot, f"Hello there. {ISSUE}")
        quotes = [row.line.quoted for row in view.facts.rows]
        assert " ".join(underlined(view)) == " ".join(quotes)
        assert bright(view) == quotes[0]
        await pilot.press("j")
        assert bright(view) == quotes[1]
        assert "In the text" not in screen_of(pilot)
        await pilot.press("shift+tab", "tab")
        assert view.pane is view.facts


@pytest.mark.long
async def test_in_a_narrow_terminal_the_fact_shows_its_place_in_the_text(opened: Opened) -> None:
    async with opened(size=(100, 30)) as pilot:
        view = await read(pilot, ISSUE)
        assert not view.read.display
        assert "In the text" in screen_of(pilot)
        await pilot.resize_terminal(130, 40)
        await pilot.pause()
        await pilot.press("shift+tab")
        assert pilot.app.focused is view.read
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        await pilot.press("j")
        assert view.pane is view.facts


@pytest.mark.long
async def test_the_text_scrolls_to_what_the_fact_rests_on(opened: Opened) -> None:
    filler = "\n\n".join(f"Hm {number}, well." for number in range(60))
    async with opened(size=(120, 36)) as pilot:
        view = await read(pilot, f"{ISSUE}\n\n{filler}\n\nThe shop runs on port 9090 now.")
        while view.facts.cursor < len(view.facts.rows) - 1:
            await pilot.press("j")
        top = view.read.scroll_offset.y
        shown = range(top, top + view.read.page)
        at = next(i for i in range(view.read.count) if "9090" in str(view.read.draw(i, 40)))
        assert at in shown
        assert 0 not in shown


async def test_a_text_without_a_date_is_read_as_of_today_and_t_says_another_day(opened: Opened) -> None:
    async with opened(size=(120, 36)) as pilot:
        view = await read(pilot, "The migration has to be finished by next Friday, before the release.")
        assert "read as of today: no date in the text · t changes it" in screen_of(pilot)
        assert "2026-11-27" in view.facts.rows[0].candidate.text
        await pilot.press("t", *"2026-12-24", "enter")
        assert "still to come" in app_of(pilot)._prompt.said  # type: ignore[union-attr]
        await pilot.press("ctrl+u", *"3 March", "enter")
        assert "Write the day as 2026-03-02" in app_of(pilot)._prompt.said  # type: ignore[union-attr]
        await pilot.press("ctrl+u", *"2026-03-02", "enter")
        await until(pilot, lambda: view.extraction.child is None and bool(view.facts.rows))
        assert "read as of 2026-03-02, as you say" in screen_of(pilot)
        assert "2026-03-06" in view.facts.rows[0].candidate.text
        await pilot.press("t", "ctrl+u", "enter")
        await until(pilot, lambda: view.extraction.child is None and bool(view.facts.rows))
        assert "2026-11-27" in view.facts.rows[0].candidate.text


@pytest.mark.long
async def test_it_is_said_where_the_date_of_a_text_was_found(opened: Opened) -> None:
    async with opened(size=(120, 36)) as pilot:
        await read(pilot, "Planning call, 2026-03-02\n\nThe release has to be finished by next Friday.")
        assert "read as of 2026-03-02, from the first line" in screen_of(pilot)


@pytest.mark.long
async def test_another_text_is_of_its_own_day(opened: Opened) -> None:
    async with opened(size=(120, 36)) as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press("t", *"2026-03-02", "enter")
        await until(pilot, lambda: view.extraction.child is None)
        await paste(pilot, "The shop runs on port 9090 now.")
        assert view.extraction.as_of == ""


@given(st.text(alphabet="ab \n\té\u200b\x07", max_size=60), st.integers(8, 30))
def test_each_line_stands_where_it_says_in_the_text(text: str, width: int) -> None:
    at = 0
    for start, end in line_stretches(text, width):
        assert at <= start <= end <= len(text)
        assert not text[at:start].strip()
        at = end
    assert not text[at:].strip()


@pytest.mark.long
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30))))
def test_stretches_that_overlap_are_one(stretches: list[tuple[int, int]]) -> None:
    joined = merged(stretches)
    assert all(a[1] < b[0] for a, b in pairwise(joined))
    covered = {at for start, end in joined for at in range(start, end)}
    assert covered == {at for start, end in stretches for at in range(start, end)}
