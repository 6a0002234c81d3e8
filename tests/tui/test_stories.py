"""What a person does on the screen, key by key, on a real store."""

from contextlib import closing
from pathlib import Path

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import State
from memtui.lifecycle.access import touch
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.propose import propose
from memtui.store import memories, selection
from memtui.store.opening import open_store
from memtui.tui.widgets.dialogs import Preview
from memtui.tui.widgets.pages import Page
from tests.conftest import FrozenClock
from tests.review.planting import found
from tests.tui.conftest import (
    AGENT,
    ATLAS,
    MIGRATION,
    RELEASES,
    Opened,
    app_of,
    listed,
    said,
    under_cursor,
    until,
    view_of,
)


async def test_a_drop_comes_back_with_u_even_after_a_restart(opened: Opened) -> None:
    async with opened() as pilot:
        assert under_cursor(pilot) == ATLAS
        await pilot.press("d")
        assert ATLAS not in listed(pilot)
        assert said(pilot) == "Dropped 1 memory · u to undo"
        await pilot.press("u")
        assert listed(pilot)[0] == ATLAS
        await pilot.press("d", "q")
    async with opened() as pilot:
        assert ATLAS not in listed(pilot)
        await pilot.press("u")
        assert listed(pilot)[0] == ATLAS
        await pilot.press("ctrl+r")
        assert ATLAS not in listed(pilot)


async def test_several_dropped_here_come_back_at_once_and_after_a_restart_with_a_question(
    opened: Opened,
) -> None:
    async with opened() as pilot:
        await pilot.press("A", "d")
        assert listed(pilot) == []
        await pilot.press("u")
        assert len(listed(pilot)) == 5
        await pilot.press("A", "d", "q")
    async with opened() as pilot:
        await pilot.press("u")
        assert isinstance(pilot.app.screen, Preview)
        assert pilot.app.screen.title_words == "Undo: drop of 5 memories, just now?"
        assert listed(pilot) == []
        await pilot.press("enter")
        assert len(listed(pilot)) == 5


async def test_what_is_not_recent_is_asked_about_before_it_is_taken_back(
    opened: Opened, clock: FrozenClock
) -> None:
    async with opened() as pilot:
        await pilot.press("d")
        clock.forward(seconds=13 * 60)
        await pilot.press("u")
        assert isinstance(pilot.app.screen, Preview)
        assert pilot.app.screen.title_words == f"Undo: drop of “{ATLAS}”, 13m ago?"
        await pilot.press("escape")
        assert ATLAS not in listed(pilot)
        await pilot.press("u", "enter")
        assert said(pilot) == f"Undid: drop of “{ATLAS}”, made 13m ago · ctrl+r to redo"
        await pilot.press("d", "u")
        assert said(pilot) == f"Undid: drop of “{ATLAS}” · ctrl+r to redo"


async def test_after_a_drop_the_cursor_stays_in_its_place_on_the_next_row(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("j", "d")
        assert under_cursor(pilot) == MIGRATION
        assert view_of(pilot).table.cursor == 1
        await pilot.press("u")
        assert under_cursor(pilot) == RELEASES


async def test_dropping_the_last_row_leaves_the_cursor_on_the_one_above(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("G", "d")
        assert under_cursor(pilot) == "The shop runs on port 8080"
        for _ in range(4):
            await pilot.press("d")
        assert listed(pilot) == []
        await pilot.press("d")
        assert said(pilot) == "Nothing is listed here"


@pytest.mark.long
@pytest.mark.long
async def test_several_memories_are_selected_and_dropped_as_one(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("space", "space")
        assert view_of(pilot).status().selected == "2 selected"
        await pilot.press("d")
        assert len(listed(pilot)) == 3
        await pilot.press("u")
        assert len(listed(pilot)) == 5


async def test_a_range_an_inversion_and_all(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("v", "j", "j", "v")
        assert view_of(pilot).selection.marked == 3
        await pilot.press("I")
        assert view_of(pilot).selection.marked == 2
        await pilot.press("A")
        assert view_of(pilot).selection.marked == 5
        await pilot.press("escape")
        assert view_of(pilot).selection.marked == 0


async def test_what_another_process_writes_appears_and_the_cursor_stays(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    async with opened() as pilot:
        await pilot.press("j", "j")
        table = view_of(pilot).table
        with open_store(path, clock=clock) as other:
            assert table.cursor_id is not None
            edit(other, [table.cursor_id], Edit(text="Migration 0043 went through"), by=AGENT)
            first = memories.get_many(other, [1])[0]
            edit(other, [first.id], Edit(importance=0.1), by=AGENT)
            at_a_screen = Actor(ActorKind.PERSON, "screen", "another window")
            edit(other, [first.id], Edit(importance=0.2), by=at_a_screen)
        await until(pilot, lambda: under_cursor(pilot) == "Migration 0043 went through")
        assert table.cursor == 1
        assert app_of(pilot)._header.writers == "2 changed by mcp"


async def test_an_emptied_scope_stays_chosen_and_comes_back_with_u(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("h", "G")
        scope = view_of(pilot).listed.wanted.scope
        assert scope == "/team/ops"
        await pilot.press("enter", "A", "d", "h")
        await pilot.pause()
        assert view_of(pilot).scope_tree.scope == view_of(pilot).listed.wanted.scope == scope
        assert view_of(pilot).table.empty[0] == "Nothing in /team/ops"
        await pilot.press("u")
        await pilot.pause()
        assert view_of(pilot).scope_tree.scope == view_of(pilot).listed.wanted.scope == scope
        assert len(listed(pilot)) == 1


async def test_a_selection_outlives_a_filter_and_is_named_before_it_is_acted_on(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("space", "j", "space", "slash", *"migr", "enter")
        assert view_of(pilot).status().selected == "2 selected, 1 not shown"
        await pilot.press("d")
        await pilot.pause()
        assert pilot.app.screen.query(".panel").first().border_title == "Drop 2 memories?"
        assert pilot.app.screen.query_one(Page).size.height == 2
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert listed(pilot) == [RELEASES, "The shop runs on port 8080", "Ada prefers small commits"]


async def test_a_key_without_a_meaning_says_where_the_keys_are(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("ampersand")
        assert said(pilot) == "& does nothing here · ? lists the keys"


async def test_a_memory_that_was_used_just_now_says_so(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        touch(store, [memory.id for memory in memories.get_many(store, range(1, 100))], by=AGENT)
    async with opened() as pilot:
        lines = ["".join(part.text for part in line) for line in view_of(pilot).detail.lines]
        assert any("used now ·" in line for line in lines)
        assert view_of(pilot).table.render_line(0).text.split()[-2] == "now"


async def test_a_memory_that_was_never_used_has_a_dash_for_when(opened: Opened) -> None:
    async with opened() as pilot:
        assert view_of(pilot).table.render_line(0).text.split()[-2] == "–"


async def test_history_takes_back_what_an_agent_did(opened: Opened, path: Path, clock: FrozenClock) -> None:
    with open_store(path, clock=clock) as other:
        edit(other, [1], Edit(importance=0.2), by=AGENT)
    async with opened() as pilot:
        await pilot.press("u")
        assert said(pilot) == "Nothing to undo"
        await pilot.press("5")
        await pilot.pause()
        await pilot.press("r")
        assert memories.get_many(app_of(pilot).store, [1])[0].importance == 0.9


async def test_a_scope_in_the_tree_narrows_the_table(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("h", "j", "j")
        assert view_of(pilot).listed.wanted.scope == "/project/atlas"
        assert len(listed(pilot)) == 3
        await pilot.press("enter")
        assert pilot.app.focused is view_of(pilot).table


async def test_folding_a_scope_hides_what_lies_below_it_and_unfolding_shows_it_again(opened: Opened) -> None:
    async with opened() as pilot:
        tree = view_of(pilot).scope_tree

        def lines() -> list[str]:
            return [count.scope for count in tree._seen]

        before = lines()
        await pilot.press("h", "j", "j", "h")
        assert lines() == [s for s in before if not s.startswith("/project/atlas/")]
        assert tree.scope == "/project/atlas"
        assert len(listed(pilot)) == 3
        await pilot.press("h")
        assert tree.scope == "/project"
        await pilot.press("h", "h")
        assert (lines(), tree.scope) == (["/", "/project", "/team", "/team/ops"], "/")
        await pilot.press("j", "l")
        assert "/project/shop" in lines()
        await pilot.press("j", "l")
        assert lines() == before


async def test_a_key_of_another_view_says_where_it_works(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("dollar_sign")
        assert said(pilot) == "$ is 'purge' in Dropped; it does nothing here"


async def test_a_write_waits_for_another_process_without_holding_up_the_keys(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    async with opened() as pilot:
        with open_store(path, clock=clock) as other:
            with other.write():
                await pilot.press("d")
                assert "waiting for another program" in app_of(pilot)._status.status.busy
                await pilot.press("j")
                assert under_cursor(pilot) == RELEASES
            await until(pilot, lambda: ATLAS not in listed(pilot))
        assert selection.count(app_of(pilot).store, view_of(pilot).listed.wanted) == 4
        dropped = memories.get_many(app_of(pilot).store, [1])[0]
        assert dropped.state is State.DROPPED


async def test_the_first_screen_of_an_empty_store_says_what_to_do(opened: Opened, tmp_path: Path) -> None:
    async with opened(tmp_path / "new.db") as pilot:
        shown = [view_of(pilot).table.render_line(y).text for y in range(20)]
        assert any("No memories yet" in line for line in shown)
        assert any("memtui init" in line for line in shown)
        assert any(line.strip().startswith("8 a ") and "a folder of yours" in line for line in shown)


async def test_the_palette_runs_an_action_by_its_name(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"arch", "enter")
        await pilot.pause()
        assert said(pilot) == "Archived 1 memory · u to undo"
        await pilot.press("ctrl+p", *"undo", "enter")
        await pilot.pause()
        assert len(listed(pilot)) == 5


async def test_the_keys_screen_closes_with_the_key_that_opened_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark")
        assert len(pilot.app.screen_stack) == 2
        await pilot.press("down", "question_mark")
        assert len(pilot.app.screen_stack) == 1
        assert under_cursor(pilot) == ATLAS


async def test_sorting_goes_through_the_orders_and_the_cursor_starts_at_the_top(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("j", "s", "s", "s", "s", "s")
        assert view_of(pilot).listed.order == "scope"
        assert under_cursor(pilot) == ATLAS
        assert listed(pilot)[-1] == "Ada prefers small commits"


async def test_undo_of_a_row_changed_since_says_so_and_leaves_it(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    async with opened() as pilot:
        await pilot.press("minus")
        with open_store(path, clock=clock) as other:
            edit(other, [1], Edit(importance=0.3), by=AGENT)
        await pilot.press("u")
        assert said(pilot).startswith(f"Nothing was undone of the new importance of “{ATLAS}”")
        assert "Left alone 1 memory" in said(pilot)
        assert memories.get_many(app_of(pilot).store, [1])[0].importance == 0.3


async def test_ctrl_o_goes_back_to_where_one_was_before_a_jump_and_comes_back(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("ctrl+o")
        assert said(pilot) == "There is nowhere to go back to yet"
        await pilot.press("j", "G")
        assert under_cursor(pilot) == "Ada prefers small commits"
        await pilot.press("ctrl+o")
        assert under_cursor(pilot) == RELEASES
        await pilot.press("ctrl+o")
        assert under_cursor(pilot) == "Ada prefers small commits"


async def test_ctrl_o_leaves_a_filter_behind_to_get_back(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("j", "slash", *"migr", "enter")
        assert under_cursor(pilot) == MIGRATION
        await pilot.press("ctrl+o")
        assert under_cursor(pilot) == RELEASES
        assert len(listed(pilot)) == 5


async def test_one_key_shows_the_weakest_first_and_again_the_strongest(opened: Opened) -> None:
    async with opened() as pilot:
        strongest = listed(pilot)
        await pilot.press("w")
        assert listed(pilot) == strongest[::-1]
        assert said(pilot) == "Weakest first"
        assert view_of(pilot).head.order_name == "weakest first"
        await pilot.press("d", "u", "w")
        assert listed(pilot) == strongest
        assert view_of(pilot).head.order_name == ""


async def test_esc_steps_back_out_of_what_is_on_and_the_status_line_says_of_what(opened: Opened) -> None:
    async with opened() as pilot:
        view, ways = view_of(pilot), []
        await pilot.press("w", "slash", *"the", "enter", "space")
        while view.way_back:
            ways.append(app_of(pilot)._status.status.hints[0])
            await pilot.press("escape")
        assert ways == [("esc", "unselect"), ("esc", "no filter"), ("esc", "usual order")]
        assert (view.listed.line, view.listed.order_name, len(listed(pilot))) == ("", "", 5)
        assert said(pilot) == "Strongest first"


async def test_who_went_to_a_memory_stays_on_it_as_the_usual_order_comes_back(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("w", "j")
        chosen = under_cursor(pilot)
        await pilot.press("escape")
        assert under_cursor(pilot) == chosen
        await pilot.press("w", "escape")
        assert under_cursor(pilot) == ATLAS


async def test_a_click_on_the_head_of_a_column_sorts_by_it_and_a_second_turns_it_round(
    opened: Opened,
) -> None:
    async with opened() as pilot:
        head = view_of(pilot).head
        used = head.size.width - 13
        await pilot.click(head, offset=(used, 0))
        assert said(pilot) == "Last used or made first"
        last_used = listed(pilot)
        await pilot.click(head, offset=(used, 0))
        assert said(pilot) == "Longest untouched first"
        assert sorted(listed(pilot)) == sorted(last_used)
        await pilot.click(head, offset=(head.size.width - 3, 0))
        assert said(pilot) == "Strongest first"


async def test_a_row_says_what_a_card_in_review_calls_its_memory(opened: Opened, path: Path) -> None:
    with closing(open_store(path)) as store:
        (memory,) = memories.same_text(store, MIGRATION)
        propose(store, [found(Kind.JUNK, [memory], Change(Deed.DROP, gone=(memory.id,)))])
    async with opened() as pilot:
        table = view_of(pilot).table
        rows = ["".join(part.text for part in table.draw(line, 90)) for line in range(table.count)]
        assert [MIGRATION in row for row in rows] == ["  junk" in row for row in rows]
