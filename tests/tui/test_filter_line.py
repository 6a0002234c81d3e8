"""What is typed into the line of the filter: in one burst, with a mistake, and kept with enter."""

from textual import events

from memtui.tui.widgets.chrome import Notice
from tests.tui.conftest import (
    Opened,
    app_of,
    listed,
    said,
    until,
    view_of,
)


async def test_what_is_typed_in_one_burst_behind_the_slash_is_the_filter_and_no_command(
    opened: Opened,
) -> None:
    async with opened() as pilot:
        for key in ("slash", *"podman"):
            pilot.app.post_message(events.Key(key, "/" if key == "slash" else key))
        await pilot.pause()
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert prompt.input.value == "podman"
        assert listed(pilot) == []
        await pilot.press("escape")
        assert len(listed(pilot)) == 5


async def test_what_is_typed_in_one_burst_behind_the_enter_of_a_filter_is_a_key_again(
    opened: Opened,
) -> None:
    async with opened() as pilot:
        for key in ("slash", *"the", "enter", "A", "d"):
            pilot.app.post_message(events.Key(key, {"slash": "/", "enter": "\r"}.get(key, key)))
        await until(pilot, lambda: said(pilot).startswith("Dropped"))
        assert view_of(pilot).listed.line == "the"


async def test_a_mistake_in_the_filter_is_said_while_typing_goes_on(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"type:nonsense")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert "no type of memory" in prompt.said
        assert pilot.app.focused is prompt.input
        await pilot.press(*["backspace"] * 8, *"semantic")
        assert len(listed(pilot)) == 5


async def test_enter_keeps_no_filter_with_a_mistake_and_the_rows_are_dimmed(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"type:foo", "enter", "tab")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert pilot.app.focused is prompt.input
        assert "the rows are not filtered" in prompt.said
        assert view_of(pilot).table.stale
        await pilot.press("escape")
        assert not view_of(pilot).table.stale
        assert len(listed(pilot)) == 5


async def test_a_long_mistake_in_the_filter_is_said_in_full_beneath_the_line(opened: Opened) -> None:
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("slash", *"type:nonsense")
        await pilot.pause()
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert prompt._beneath.display
        assert prompt._beneath.region.bottom <= 24
        assert prompt._beneath.region.area >= len(prompt.said)


async def test_what_was_said_of_the_list_goes_when_a_line_to_type_in_opens(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("U")
        notice = app_of(pilot).query_one(Notice)
        assert notice.display
        await pilot.press("/")
        assert not notice.display
