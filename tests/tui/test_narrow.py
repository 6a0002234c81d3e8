"""Less than 80 columns: one pane at a time, each with something on it, and no hint that is cut.

And from 160 on: the list and its page side by side.
"""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Static

from memtui.tui.list_and_page import ListAndPage
from memtui.tui.memories.table import TableHead
from memtui.tui.themes import look
from memtui.tui.widgets.chrome import Status, StatusLine
from memtui.tui.widgets.dialogs import keys_lines
from memtui.tui.widgets.line_list import empty_lines
from memtui.tui.widgets.pages import Page
from tests.tui.conftest import ATLAS, RELEASES, Opened, Planted, app_of, listed, said, until, view_of
from tests.tui.planting import junk

NARROW = (60, 16)


def words_on(page: Page) -> str:
    """Return what a page says."""
    return "\n".join("".join(part.text for part in line) for line in page.lines)


@pytest.mark.parametrize("view", ["5", "comma"])
async def test_a_page_that_was_away_is_filled_when_it_is_gone_to(opened: Opened, view: str) -> None:
    async with opened(size=NARROW) as pilot:
        await pilot.press(view)
        shown = app_of(pilot).view
        assert isinstance(shown, ListAndPage)
        assert not shown.page.display
        await pilot.press("tab")
        await until(pilot, lambda: bool(words_on(shown.page).strip()))


@pytest.mark.parametrize("view", ["5", "8", "comma"])
async def test_the_page_stands_beside_its_list_on_a_wide_screen(opened: Opened, view: str) -> None:
    async with opened(size=(200, 50)) as pilot:
        await pilot.press(view)
        shown = app_of(pilot).view
        assert isinstance(shown, ListAndPage)
        await until(pilot, lambda: shown.page.region.width > 0)
        assert shown.page.region.y == shown.main.region.y
        assert shown.page.region.x >= shown.main.region.right


async def test_the_detail_follows_a_cursor_that_moved_while_it_was_away(opened: Opened) -> None:
    async with opened(size=NARROW) as pilot:
        await pilot.press("tab")
        await until(pilot, lambda: ATLAS in words_on(view_of(pilot).detail))
        await pilot.press("escape", "j", "tab")
        await until(pilot, lambda: RELEASES in words_on(view_of(pilot).detail))
    async with opened(size=(100, 30)) as pilot:
        await pilot.press("z", "j", "z")
        assert len(listed(pilot)) == 5
        await until(pilot, lambda: RELEASES in words_on(view_of(pilot).detail))
        assert ATLAS not in words_on(view_of(pilot).detail)


@pytest.mark.parametrize(
    ("width", "note", "beneath"),
    [
        (120, "enter moves · → completes · esc", ""),
        (40, "enter moves · esc", ""),
        (20, "enter moves", "enter moves"),
    ],
)
async def test_a_note_loses_whole_parts(opened: Opened, width: int, note: str, beneath: str) -> None:
    async with opened(size=(width, 10)) as pilot:
        await pilot.press("m")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert prompt.said.startswith(note)
        assert str(prompt.query_one(".beneath", Static).content) == beneath


async def test_an_example_in_an_empty_line_loses_whole_words(opened: Opened) -> None:
    async with opened(size=(34, 16)) as pilot:
        await pilot.press("7", "slash")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        await until(pilot, lambda: prompt.input.placeholder == "as you would ask …")


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (60, ["enter forget 211; u brings them back    ↑ ↓ see all", "esc change the filter"]),
        (24, ["enter forget 211; u", "brings them back", "↑ ↓ see all", "esc change the filter"]),
    ],
)
def test_a_key_stays_with_what_it_does(width: int, lines: list[str]) -> None:
    keys = [
        ("enter", "forget 211; u brings them back"),
        ("↑ ↓", "see all"),
        ("esc", "change the filter"),
    ]
    assert [line.plain for line in keys_lines(keys, width)] == lines


@pytest.mark.parametrize(
    "keys", ["e", "a", "d", "m", "D", "3", "2", "2 t", "4", "5", "6", "7", "8", ",", "@", "W"]
)
async def test_the_smallest_terminal_shows_every_view(opened: Opened, example: Path, keys: str) -> None:
    async with opened(example, size=(20, 5)) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause()
        rows = [
            "".join(part.text for part in strip) for strip in pilot.app.screen._compositor.render_strips()
        ]
        assert len(rows) == 5
        assert all(cell_len(row) == 20 for row in rows)


@pytest.mark.parametrize(
    ("keys", "named"),
    [(("7", "escape"), "/ ask  d drop  u undo"), (("at",), "← day back")],
)
async def test_beside_what_is_counted_the_keys_of_the_view_have_room(
    opened: Opened, example: Path, keys: tuple[str, ...], named: str
) -> None:
    async with opened(example, size=(80, 24)) as pilot:
        await pilot.press(*keys)
        line = app_of(pilot)._status
        await until(pilot, lambda: named in "".join(part.text for part in line.render_line(0)))


async def test_the_status_line_loses_whole_parts_and_keeps_the_key_for_the_keys(opened: Opened) -> None:
    async with opened(size=(40, 10)) as pilot:
        line = app_of(pilot).query_one(StatusLine)
        keys = [("d", "drop"), ("?", "keys"), ("q", "quit")]
        line.show(Status(count="9 told, 4 not, 174 elsewhere are not told here", hints=keys))
        assert told(line) == "9 told, 4 not ? keys  q quit"
        line.show(Status(filter="31 days ago", scope="20 Oct 2026", count="260 memories, read-only"))
        assert told(line) == "20 Oct 2026   31 days ago"


def told(line: StatusLine) -> str:
    """Return what the status line says."""
    left, right = line.parts(look(line.app.theme), line.size.width)
    return " ".join("".join(part.text for part in parts).strip() for parts in (left, right)).strip()


WORDS = (
    "Nothing to review",
    "",
    "A pass goes by rules and proposes; nothing changes before a yes",
    "",
    "R   has a model read deeper; says first what that takes",
    "t   shows the rules",
)


@pytest.mark.parametrize(
    ("width", "height", "lines"),
    [
        (80, 9, WORDS),
        (80, 4, tuple(line for line in WORDS if line)),
        (
            36,
            5,
            (
                "Nothing to review",
                "R   has a model read deeper; says",
                "    first what that takes",
                "t   shows the rules",
            ),
        ),
    ],
)
def test_what_an_empty_list_says_is_wrapped_and_keeps_its_keys(
    width: int, height: int, lines: tuple[str, ...]
) -> None:
    assert empty_lines(WORDS, width, height) == lines


async def test_an_empty_queue_names_only_keys_that_do_something_and_says_how_to_fill_it(
    opened: Opened,
) -> None:
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("2")
        view = app_of(pilot).view
        assert [key for key, _ in view.hints()] == ["u", "R", "t", "?", "q"]
        for key in ("f", "/", "s", "y"):
            await pilot.press(key)
            assert said(pilot) == "There is no card to decide on; R looks for what to propose"
        await pilot.press("t")
        assert "esc goes back" in [" ".join(line.split()) for line in view.pane.empty]


async def test_the_verdict_keys_are_told_below_where_the_card_ends_further_down(
    opened: Opened, planted: Planted
) -> None:
    planted(junk(2))
    for size, told in (((40, 10), True), ((80, 30), False)):
        async with opened(size=size) as pilot:
            await pilot.press("2")
            await pilot.pause()
            assert (("y", "yes") in app_of(pilot).view.hints()) is told


@pytest.mark.parametrize(("width", "name"), [(80, "str."), (44, "str"), (120, "strength")])
async def test_the_column_of_the_strength_keeps_its_name(opened: Opened, width: int, name: str) -> None:
    async with opened(size=(width, 24)) as pilot:
        head = app_of(pilot).query_one(TableHead)
        assert head.render_line(0).text.split()[-2:] == ["used", name]
