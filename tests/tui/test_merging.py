"""Merging selected memories, and looking at where one comes from."""

from pathlib import Path

import pytest
from textual import events

from memtui.domain.memory import Draft, Origin, State
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import memories
from memtui.store.opening import open_store
from memtui.tui.memories.merging import MergeDialog
from memtui.tui.memories.provenance import ProvenanceDialog
from memtui.tui.review.prompts import TextForm
from memtui.tui.widgets.pages import Page
from tests.conftest import NOON, FrozenClock
from tests.tui.conftest import (
    AGENT,
    ATLAS,
    RELEASES,
    Opened,
    app_of,
    listed,
    said,
    under_cursor,
    until,
    view_of,
)
from tests.tui.extracting import screen_of


async def test_two_selected_memories_become_one_and_u_brings_back_both(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("space", "space", "M")
        await until(pilot, lambda: isinstance(pilot.app.screen, MergeDialog))
        await pilot.press("M", "right", "enter")
        await pilot.pause()
        assert under_cursor(pilot) == RELEASES
        assert ATLAS not in listed(pilot)
        assert said(pilot) == "Merged 2 memories into one · u to undo"
        await pilot.press("u")
        assert {ATLAS, RELEASES} <= set(listed(pilot))


async def test_the_text_of_a_merge_can_be_edited_first(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("space", "space", "M")
        await until(pilot, lambda: isinstance(pilot.app.screen, MergeDialog))
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextForm))
        await pilot.press(*", and releases on Fridays", "ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, MergeDialog))
        await pilot.press("enter")
        await pilot.pause()
        assert under_cursor(pilot) == f"{ATLAS}, and releases on Fridays"


async def test_the_most_recent_is_chosen_to_stay(opened: Opened, path: Path, clock: FrozenClock) -> None:
    with open_store(path, clock=clock) as store:
        newer = Draft(
            text="Atlas is on PostgreSQL 17", scope="/project/atlas", importance=0.1, created_at=NOON
        )
        import_drafts(store, [newer], by=AGENT)
    async with opened() as pilot:
        await pilot.press("space", "G", "space", "M", "enter")
        await pilot.pause()
        assert under_cursor(pilot) == "Atlas is on PostgreSQL 17"


@pytest.mark.parametrize("size", [(60, 16), (200, 90)])
async def test_a_text_that_the_dialog_has_no_room_for_ends_in_dots(
    opened: Opened, path: Path, clock: FrozenClock, size: tuple[int, int]
) -> None:
    with open_store(path, clock=clock) as store:
        long = "The till prints a receipt for every sale.\n\n" * 120
        import_drafts(store, [Draft(f"{long}It ends here", importance=1.0, created_at=NOON)], by=AGENT)
    async with opened(size=size) as pilot:
        await pilot.press("space", "space", "M")
        await until(pilot, lambda: isinstance(pilot.app.screen, MergeDialog))
        rows = [row.strip("│ ") for row in screen_of(pilot).splitlines()]
        at = rows.index("It will say")
        end = next(at for at, row in enumerate(rows) if row.startswith("It keeps"))
        assert "\n".join(rows[at + 1 : end]).rstrip().endswith("…")
        assert any(row.startswith("enter merge") for row in rows)
        assert rows[0].startswith("╭─ Merge"), "what has no room takes all there is"


async def test_esc_merges_nothing_and_one_memory_is_not_enough(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("M")
        assert said(pilot).startswith("Select the memories to merge first")
        await pilot.press("space", "space", "M", "escape")
        await pilot.pause()
        assert len(listed(pilot)) == 5
        assert all(m.state is State.LIVE for m in memories.get_many(app_of(pilot).store, [1, 2, 3, 4, 5]))


async def test_o_shows_where_a_memory_comes_from_and_y_copies_its_file(
    opened: Opened, path: Path, clock: FrozenClock, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("The till listens on 8080")
    told = {"source": "claude", "session": "7f3a", "quote": "it is\x1b[2J 8080", "path": str(notes)}
    with open_store(path, clock=clock) as store:
        draft = Draft(
            text="The till listens on 8080", importance=1.0, origin=Origin.IMPORTED, provenance=told
        )
        import_drafts(store, [draft], by=AGENT)
    async with opened() as pilot:
        assert under_cursor(pilot) == "The till listens on 8080"
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, ProvenanceDialog))
        page = pilot.app.screen.query_one(Page)
        shown = "\n".join("".join(part.text for part in line) for line in page.lines)
        assert "7f3a" in shown
        assert "\x1b" not in shown
        await pilot.press("y")
        await pilot.pause()
        assert pilot.app.clipboard == str(notes)


async def test_a_quote_too_long_to_be_laid_out_says_how_much_is_shown(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        draft = Draft("The till listens on 8080", importance=1.0, provenance={"quote": "so it was " * 500})
        import_drafts(store, [draft], by=AGENT)
    async with opened() as pilot:
        assert under_cursor(pilot) == "The till listens on 8080"
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, ProvenanceDialog))
        page = pilot.app.screen.query_one(Page)
        shown = "\n".join("".join(part.text for part in line) for line in page.lines)
        assert "… the first 4,000 of 5,000 characters; `memtui show --json` has them all" in shown


async def test_o_offers_no_file_that_is_not_there(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, ProvenanceDialog))
        await pilot.press("y", "escape")
        await pilot.pause()
        assert pilot.app.clipboard == ""
        assert view_of(pilot).table.count == 5


@pytest.mark.few(1)
@pytest.mark.parametrize("keys", [("enter", "enter"), ("q", "q"), ("o", "y")])
async def test_keys_that_come_when_the_dialog_has_closed_do_nothing(
    opened: Opened, keys: tuple[str, str]
) -> None:
    async with opened() as pilot:
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, ProvenanceDialog))
        for key in keys:  # both wait in the dialog's queue before it deals with the first
            pilot.app.screen.post_message(events.Key(key, None))
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)
        await pilot.press("j")
        assert app_of(pilot).is_running
