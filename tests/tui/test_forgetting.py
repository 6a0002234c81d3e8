"""Many memories go at once, and for good: what is shown before, what is asked, what comes back."""

from pathlib import Path

import pytest
from textual.widgets import Static

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import State
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import selection
from memtui.store.opening import open_store
from memtui.tui.memories.forget import ForgetDialog
from memtui.tui.widgets.dialogs import Preview
from tests.conftest import FrozenClock
from tests.sources.linked import linked
from tests.tui.conftest import ATLAS, RELEASES, Opened, a_draft, app_of, listed, said, view_of


async def test_forgetting_three_of_five_scopes_and_taking_it_back(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("D", *"in:/project/atlas")
        await pilot.press("enter")
        assert len(selection.ids(app_of(pilot).store, view_of(pilot).listed.wanted)) == 5
        await pilot.press("enter")
        await pilot.pause()
        assert listed(pilot) == ["The shop runs on port 8080", "Ada prefers small commits"]
        assert said(pilot).startswith("Forgot 3 memories")
        await pilot.press("u")
        assert len(listed(pilot)) == 5


@pytest.mark.few(1)
@pytest.mark.parametrize("asked", [False, True])
async def test_all_that_would_go_can_be_looked_at_before_it_goes(
    opened: Opened, example: Path, asked: bool
) -> None:
    async with opened(example) as pilot:
        await pilot.press("D", *"older:1d")
        dialog = pilot.app.screen
        assert isinstance(dialog, ForgetDialog)
        if asked:
            await pilot.press("enter")
        assert ("↑ ↓", "see all, strongest first") in dialog._keys
        assert dialog._chosen is not None
        count = dialog._chosen[1]
        await pilot.press(*["pagedown"] * (count // dialog._page.page + 2))
        shown = ["".join(part.text for part in line) for line in dialog._page.lines]
        assert len(shown) == count
        assert dialog._page.cursor == count - dialog._page.page
        await pilot.press("up", "pageup")
        assert dialog._page.cursor < count - dialog._page.page


async def test_what_would_go_is_shown_in_the_order_of_the_list(opened: Opened, example: Path) -> None:
    async with opened(example) as pilot:
        await pilot.press("w", "D", *"type:fact")
        dialog = pilot.app.screen
        assert isinstance(dialog, ForgetDialog)
        assert ("↑ ↓", "see all, weakest first") in dialog._keys
        shown = ["".join(part.text for part in line) for line in dialog._page.lines]
        assert [line.split()[0] for line in shown[:8]] == sorted(line.split()[0] for line in shown[:8])


async def test_a_selection_is_asked_about_in_the_order_of_the_list(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("w", "space", "space", "space")
        first = view_of(pilot).selection.selected().first
        assert [memory.headline for memory in first] == listed(pilot)[:3]


async def test_forgetting_names_strength_and_scope_and_what_was_meant_to_stay(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("p", "D", *"in:/project/atlas")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, ForgetDialog)
        assert dialog._words == "3 memories in /project/atlas · 1 pinned among them"
        first = "".join(part.text for part in dialog._page.lines[0])
        assert "0.90  /project/atlas" in first
        assert ATLAS in first


async def test_forgetting_names_how_many_stand_in_files(
    opened: Opened, empty: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text("# Rules\n\n- Rinse the pot\n- Turn the sign\n")
    with open_store(empty, clock=clock) as store:
        linked(store, file, agreed=False)
        import_drafts(store, [a_draft("Rinse the cup")], by=PERSON_AT_CLI)
    async with opened(empty) as pilot:
        await pilot.press("D", *"rinse")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, ForgetDialog)
        assert dialog._words == "2 memories · 1 in linked files among them"


async def test_forgetting_says_which_files_change_where_they_may_be_written(
    opened: Opened, empty: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    file = tmp_path / "AGENTS.md"
    file.write_text("# Rules\n\n- Rinse the pot\n- Turn the sign\n")
    with open_store(empty, clock=clock) as store:
        linked(store, file)
    async with opened(empty) as pilot:
        await pilot.press("D", *"rinse")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, ForgetDialog)
        assert dialog._words == "1 memory · 1 in linked files among them · AGENTS.md will change"


async def test_a_forget_says_what_to_do_and_which_scope_a_part_of_a_path_means(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("D")
        dialog = pilot.app.screen
        assert isinstance(dialog, ForgetDialog)
        assert "a filter says what to forget" in str(dialog._count.render())
        await pilot.press(*"in:db")
        assert dialog._words == "1 memory in /project/atlas/db"


@pytest.mark.long
async def test_in_a_tiny_terminal_a_forget_still_shows_what_it_asks(opened: Opened) -> None:
    async with opened(size=(40, 10)) as pilot:
        await pilot.press("D", *"in:/project/atlas", "enter")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, ForgetDialog)
        assert dialog.shows(dialog._count)
        assert dialog.shows(dialog._hint)
        await pilot.press("enter")
        await pilot.pause()
        assert len(listed(pilot)) == 2


@pytest.mark.long
async def test_a_forget_that_cannot_be_read_cannot_be_confirmed(opened: Opened) -> None:
    async with opened(size=(30, 5)) as pilot:
        await pilot.press("D", *"in:/project/atlas", "enter", "enter")
        await pilot.pause()
        assert len(listed(pilot)) == 5


async def test_forget_many_begins_with_what_is_selected(opened: Opened) -> None:
    """Two that were picked are what is meant: they are named, and no filter is asked for."""
    async with opened() as pilot:
        chosen = listed(pilot)[:2]
        await pilot.press("space", "space", "D")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, Preview)
        assert dialog.title_words == "Forget 2 selected?"
        assert len(listed(pilot)) == 5
        await pilot.press("D", "enter")
        await pilot.pause()
        assert not set(chosen) & set(listed(pilot))
        await pilot.press("u")
        assert len(listed(pilot)) == 5


async def test_the_key_that_asks_to_forget_does_not_confirm(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("D", *"in:/project/atlas", "enter", "D", "D", "n", "escape")
        await pilot.pause()
        assert len(listed(pilot)) == 5


@pytest.mark.few(1)
async def test_enter_confirms_and_n_or_esc_leaves(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("D", *"in:/project/atlas", "enter", "n", "enter", "escape", "enter", "y")
        await pilot.pause()
        assert len(listed(pilot)) == 5
        await pilot.press("enter")
        await pilot.pause()
        assert len(listed(pilot)) == 2


async def test_dropped_lists_what_was_dropped_and_r_restores_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("d", "3")
        await pilot.pause()
        assert listed(pilot) == [ATLAS]
        await pilot.press("r")
        assert listed(pilot) == []
        await pilot.press("1")
        assert listed(pilot)[0] == ATLAS


async def test_purge_asks_for_the_count(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("d", "3")
        await pilot.pause()
        await pilot.press("dollar_sign", "7")
        words = [str(part.content) for part in pilot.app.screen.query(Static)]
        assert any("Type 1 to erase:" in each for each in words)
        await pilot.press("enter")
        assert len(pilot.app.screen_stack) == 2
        await pilot.press("backspace", "1", "enter")
        await pilot.pause()
        assert listed(pilot) == []
        await pilot.press("1", "u")
        assert len(listed(pilot)) == 4


@pytest.mark.long
async def test_a_purge_of_everything_leaves_the_archived_ones_and_says_so(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("d", "x", "3")
        await pilot.pause()
        await pilot.press("A", "dollar_sign")
        await pilot.pause()
        panel = pilot.app.screen.query(".panel").first()
        assert panel.border_title == "Erase for good: 1 dropped"
        notes = " ".join(str(note.render()) for note in pilot.app.screen.query(".note"))
        assert "1 archived stays" in notes
        await pilot.press("1", "enter")
        await pilot.pause()
        assert listed(pilot) == [RELEASES]
        await pilot.press("space", "dollar_sign")
        assert pilot.app.screen.query(".panel").first().border_title == "Erase for good: 1 archived"


@pytest.mark.long
async def test_more_than_a_hundred_rows_are_shown_before_they_go(opened: Opened, example: Path) -> None:
    async with opened(example) as pilot:
        before = len(listed(pilot))
        await pilot.press("A", "d")
        assert len(pilot.app.screen_stack) == 2
        await pilot.press("d")
        assert len(pilot.app.screen_stack) == 2
        await pilot.press("enter")
        await pilot.pause()
        assert listed(pilot) == []
        await pilot.press("u", "u")
        assert listed(pilot) == []
        assert f"Undo: drop of {before} memories?" in str(
            pilot.app.screen.query(".panel").first().border_title
        )
        await pilot.press("enter")
        await pilot.pause()
        assert len(listed(pilot)) == before
        await pilot.press("ctrl+r", "ctrl+r")
        assert len(listed(pilot)) == before
        await pilot.press("enter")
        await pilot.pause()
        assert listed(pilot) == []
        await pilot.press("5", "j", "r", "r", "escape")
        await pilot.press("1")
        assert listed(pilot) == []


async def test_on_a_scope_no_memory_is_dropped_by_mistake(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("h", "d")
        assert isinstance(pilot.app.screen, ForgetDialog)
        await pilot.press("escape")
        assert len(listed(pilot)) == 5
        await pilot.press("p")
        assert said(pilot) == "This acts on a memory; enter goes to the memories of the scope"
        await pilot.press("enter", "d")
        assert len(listed(pilot)) == 4


async def test_forget_names_a_mistake_in_its_filter_and_does_nothing(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("D", *"older:3x", "enter", "y", "escape")
        await pilot.pause()
        assert len(listed(pilot)) == 5
        assert len(pilot.app.screen_stack) == 1


async def test_what_came_dropped_with_an_import_says_so(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    at = tmp_path / "imported.db"
    with open_store(at, clock=clock) as store:
        import_drafts(store, [a_draft("The old printer is grey", state=State.DROPPED)], by=PERSON_AT_CLI)
    async with opened(at) as pilot:
        await pilot.press("3")
        await pilot.pause()
        assert "imported" in view_of(pilot).table.render_line(0).text
