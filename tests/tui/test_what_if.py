"""The What if view: sliders that show what other settings would do, and write them after a yes."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.pilot import Pilot

from memtui.config.reading import load
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.decay import DecayRules
from memtui.domain.instant import DAY
from memtui.domain.memory import MemoryType, Origin
from memtui.domain.what_if import Outlook, Sample
from memtui.lifecycle.access import touch
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.opening import open_store
from memtui.tui.keys.views import ViewId
from memtui.tui.what_if.dials import DIALS, Dial
from memtui.tui.what_if.page import changes
from memtui.tui.what_if.view import WhatIfView
from tests.conftest import NOON, FrozenClock
from tests.tui.conftest import AGENT, Opened, a_draft, app_of, said, under_cursor, until
from tests.tui.extracting import screen_of

RULES = DecayRules()


@pytest.fixture
def faded(path: Path, clock: FrozenClock) -> Path:
    """The five memories, of which one was used late, and one that has faded."""
    with open_store(path, clock=clock) as store:
        old = replace(a_draft("The old printer is on floor 3"), type=MemoryType.EPISODIC)
        import_drafts(store, [replace(old, created_at=NOON - 90 * DAY)], by=PERSON_AT_CLI)
        touch(store, [1], by=AGENT)
    return path


def view_of(pilot: Pilot[int]) -> WhatIfView:
    view = app_of(pilot).view
    assert isinstance(view, WhatIfView)
    return view


def page_of(pilot: Pilot[int]) -> str:
    lines = view_of(pilot).page.lines
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def keys_of(pilot: Pilot[int]) -> str:
    return screen_of(pilot).splitlines()[-1]


async def ready(pilot: Pilot[int]) -> None:
    await pilot.press("W")
    await until(pilot, lambda: view_of(pilot).sample is not None)


async def test_a_slider_moves_the_figures_and_names_the_memories(opened: Opened, faded: Path) -> None:
    async with opened(faded) as pilot:
        await ready(pilot)
        assert "The old printer" not in page_of(pilot)
        before = page_of(pilot)
        await pilot.press("shift+right", "shift+right", "shift+right")
        assert view_of(pilot).dials.rules.half_lives[MemoryType.EPISODIC] == 120.0
        assert page_of(pilot) != before
        assert "Proposed today, and not then" in page_of(pilot)
        assert "The old printer is on floor 3" in page_of(pilot)
        (uses,) = (line for line in page_of(pilot).splitlines() if line.startswith(" given up and needed"))
        assert "━" not in uses
        await pilot.press("x")
        assert page_of(pilot) == before


async def test_what_the_sliders_change_is_said_in_words_and_enter_on_the_page_goes_to_it(
    opened: Opened, faded: Path
) -> None:
    async with opened(faded) as pilot:
        await ready(pilot)
        assert "Turn a slider" in page_of(pilot)
        await pilot.press("shift+right", "shift+right", "shift+right")
        assert "1 fewer would have faded by now. Review would propose 1 fewer to drop." in " ".join(
            page_of(pilot).split()
        )
        await pilot.press("tab", "j", "enter")
        assert app_of(pilot).view_id is ViewId.MEMORIES
        assert under_cursor(pilot) == "The old printer is on floor 3"


@pytest.mark.parametrize("size", [(60, 16), (60, 12)])
async def test_what_a_slider_changes_stands_below_it_on_a_small_screen_too(
    opened: Opened, faded: Path, size: tuple[int, int]
) -> None:
    async with opened(faded, size=size) as pilot:
        await ready(pilot)
        await pilot.press("shift+right", "shift+right", "shift+right")
        await pilot.pause()
        assert "1 fewer would have faded by now." in screen_of(pilot)


async def test_a_double_click_on_a_memory_goes_to_it(opened: Opened, faded: Path) -> None:
    async with opened(faded) as pilot:
        await ready(pilot)
        await pilot.press("shift+right", "shift+right", "shift+right")
        page = view_of(pilot).page
        spot = next(spot for spot in page.spots if spot.link.memory is not None)
        page.move_to(spot.line)
        await pilot.click(page, offset=(spot.start + 1, spot.line - page.scroll_offset.y), times=2)
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.MEMORIES)
        assert under_cursor(pilot) == "The old printer is on floor 3"


async def test_where_no_use_was_ever_reported_it_says_so_in_place_of_figures(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "silent.db"
    with open_store(path, clock=clock) as store:
        silent = replace(a_draft("The old printer is on floor 3"), origin=Origin.IMPORTED)
        import_drafts(store, [replace(silent, created_at=NOON - 900 * DAY)], by=PERSON_AT_CLI)
    async with opened(path) as pilot:
        await ready(pilot)
        await pilot.press("shift+left")
        assert "No slider changes anything here yet" in page_of(pilot)
        assert "today" not in page_of(pilot)


def test_what_fades_by_a_day_has_faded_before_or_does_by_then() -> None:
    sample = Sample((), (), NOON, 9, 9)
    today, then = Outlook(2, {30: 0, 90: 1, 365: 1}), Outlook(1, {30: 0, 90: 2, 365: 2})
    assert (today.faded_in(90), then.faded_in(90)) == (3, 3)
    assert changes(sample, today, today) == []
    assert changes(sample, today, then) == [
        "1 fewer would have faded by now.",
        "By 20 Dec 2026 1 fewer would have faded, if nobody uses them.",
    ]


async def test_enter_shows_the_lines_and_writes_them_after_a_yes(
    opened: Opened, faded: Path, tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    async with opened(faded, config=config) as pilot:
        await ready(pilot)
        await pilot.press("right", "j", "j", "j", "left", "enter", "escape")
        assert not config.exists()
        await pilot.press("enter", "enter")
        await until(pilot, lambda: said(pilot).startswith("Wrote 2 settings"))
        assert load(config).settings.decay.half_lives.episodic == 10.0
        assert load(config).settings.decay.prune_threshold == 0.04
        assert app_of(pilot).store.decay.prune_threshold == 0.04
        await pilot.press("x", "enter", "enter")
        await until(pilot, lambda: load(config).settings.decay_rules == RULES)


async def test_nothing_is_written_while_the_sliders_stand_at_what_is_set(opened: Opened) -> None:
    async with opened() as pilot:
        await ready(pilot)
        await pilot.press("enter")
        assert said(pilot).startswith("The sliders stand at what is set")
        await pilot.press("escape")
        assert app_of(pilot).view_id is ViewId.MEMORIES


async def test_the_mouse_turns_a_slider(opened: Opened) -> None:
    async with opened() as pilot:
        await ready(pilot)
        dials = view_of(pilot).dials
        await pilot.click(dials, offset=(dials.line_width - 1, 5))
        await until(pilot, lambda: dials.rules.stretch == 5.0)
        await pilot.click(dials, offset=(41, 3))
        await until(pilot, lambda: dials.rules.prune_threshold == 0.0)


@pytest.mark.parametrize("dial", DIALS, ids=lambda dial: dial.label)
def test_every_slider_goes_from_one_end_to_the_other_and_back(dial: Dial) -> None:
    rules = RULES
    for _ in dial.stops:
        rules = dial.stepped(rules, 1)
    assert (dial.read(rules), dial.share(rules)) == (dial.stops[-1], 1.0)
    assert dial.stepped(rules, 1) == rules
    for _ in dial.stops:
        rules = dial.stepped(rules, -1)
    assert (dial.read(rules), dial.share(rules)) == (dial.stops[0], 0.0)


@given(st.sampled_from(DIALS), st.floats(0.05, 2000), st.sampled_from((-3, -1, 1, 3)))
def test_a_value_between_two_stops_goes_to_the_next_and_never_jumps_the_wrong_way(
    dial: Dial, value: float, by: int
) -> None:
    rules = dial.turned(RULES, value)
    stepped = dial.read(dial.stepped(rules, by))
    assert stepped >= value if by > 0 else stepped <= value
    if dial.stops[0] < value < dial.stops[-1]:
        assert stepped != value
        assert stepped in dial.stops
    assert 0.0 <= dial.share(rules) <= 1.0


async def test_undo_and_redo_go_through_the_moves_of_the_sliders_first(opened: Opened, faded: Path) -> None:
    async with opened(faded) as pilot:
        await pilot.press("p")
        await ready(pilot)
        stood = view_of(pilot).dials.rules
        await pilot.press("shift+right")
        moved = view_of(pilot).dials.rules
        assert moved != stood
        await pilot.press("u")
        assert (view_of(pilot).dials.rules, said(pilot)) == (stood, "Moved back · ctrl+r to redo")
        await pilot.press("ctrl+r")
        assert view_of(pilot).dials.rules == moved
        await pilot.press("u", "u")
        assert said(pilot).startswith("Undid: pinning")


@pytest.mark.parametrize(
    ("size", "named"),
    [((80, 24), "enter write  ← less  → more"), ((60, 16), "enter write  ← less")],
)
async def test_the_key_that_writes_is_named_once_a_slider_is_moved_in_a_small_terminal_too(
    opened: Opened, faded: Path, size: tuple[int, int], named: str
) -> None:
    async with opened(faded, size=size) as pilot:
        await ready(pilot)
        assert "enter" not in keys_of(pilot)
        await pilot.press("right")
        assert named in keys_of(pilot)


async def test_on_a_memory_of_the_page_the_key_that_writes_shows_it(opened: Opened, faded: Path) -> None:
    async with opened(faded, size=(80, 24)) as pilot:
        await ready(pilot)
        await pilot.press("shift+right", "shift+right", "shift+right", "tab", *"jjjjjj")
        assert "enter show" in keys_of(pilot)
