"""Finding memories on the screen: words, what to leave out, scopes by a part of their path."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.domain.decay import strength
from memtui.domain.filter import parse
from memtui.domain.instant import DAY
from memtui.domain.memory import Origin
from memtui.lifecycle.bulk_add import import_drafts
from memtui.recall.finding import SearchResult
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.tui.help import KeysScreen
from memtui.tui.memories.completing import completions
from memtui.tui.memories.filter_prompt import FilterPrompt
from memtui.tui.signs import Meaning
from tests.conftest import NOON, FrozenClock
from tests.tui.conftest import (
    AGENT,
    ATLAS,
    MIGRATION,
    RELEASES,
    Opened,
    Planted,
    a_draft,
    app_of,
    listed,
    said,
    under_cursor,
    until,
    view_of,
)
from tests.tui.extracting import screen_of
from tests.tui.planting import junk


def tree_of(pilot: Pilot[int]) -> dict[str, str]:
    """Return what the tree says of each scope that it shows."""
    tree = view_of(pilot).scope_tree
    lines = ["".join(part.text for part in tree.draw(line, 30)).split() for line in range(tree.count)]
    return {line[-2]: line[-1] for line in lines}


async def test_the_counts_of_the_tree_follow_the_filter_and_come_back(opened: Opened) -> None:
    async with opened() as pilot:
        before = tree_of(pilot)
        assert (before["project"], before["atlas"], before["team"]) == ("4", "3", "1")
        await pilot.press("slash", *"friday")
        after = tree_of(pilot)
        assert (after["project"], after["atlas"], after["team"]) == ("1", "1", "·")
        assert view_of(pilot).total == 5
        await pilot.press("escape")
        assert tree_of(pilot) == before


@pytest.mark.long
async def test_the_tree_counts_the_rows_that_only_come_near(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"port machine", "enter")
        assert listed(pilot) == ["The shop runs on port 8080"]
        counts = tree_of(pilot)
        assert (counts["project"], counts["team"], counts["atlas"]) == ("1", "·", "·")
        await pilot.press("slash", *["backspace"] * 8, "escape")
        await pilot.press("slash", *"migration friday", "enter")
        assert tree_of(pilot)["atlas"] == "2"


@pytest.mark.long
async def test_what_holds_a_word_with_a_dash_before_it_is_left_out(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"in:/project -atlas -friday")
        assert listed(pilot) == ["Migration 0042 failed on staging", "The shop runs on port 8080"]


async def test_a_scope_is_found_by_a_part_of_its_path(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"in:atl")
        assert view_of(pilot).listed.wanted.scope == "/project/atlas"
        assert len(listed(pilot)) == 3


async def test_a_search_lists_what_holds_the_words_and_below_a_rule_what_comes_near(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"what port does the shop hear")
        view = view_of(pilot)
        assert view.head.order_name == "best match first"
        assert view.status().count == "1 near, of 5"
        assert listed(pilot) == ["The shop runs on port 8080"]
        assert under_cursor(pilot) == "The shop runs on port 8080"


@pytest.mark.long
async def test_a_search_by_meaning_leaves_the_cursor_on_the_best_match_until_it_is_moved(
    opened: Opened,
) -> None:
    """What comes by meaning may order the rows anew, and only near ones may be left of them."""
    async with opened() as pilot:
        await pilot.press("slash", *"port atlas migration use")
        view = view_of(pilot)
        asked = view.listed.typed
        first, *others = view.table.rows.listing.ids(1, 9) if view.table.rows else []

        def answered(ids: list[int]) -> None:
            view.listed.take_matches(asked, NOON, SearchResult(asked, best=[], near=ids))

        answered([*others, first])
        assert view.table.cursor == 1
        await pilot.press("down")
        chosen = view.table.cursor_id
        answered([first, *others])
        assert view.table.cursor_id == chosen


@pytest.mark.long
async def test_all_of_a_search_is_what_holds_its_words_and_not_what_comes_near(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"releases migration", "enter")
        assert view_of(pilot).status().count == "2 near, of 5"
        await pilot.press("A")
        assert view_of(pilot).selection.marked == 0
        await pilot.press("slash", *"releases", "enter", "A", "d")
        assert said(pilot) == "Dropped 1 memory · u to undo"


async def test_the_filter_follows_every_key_and_esc_clears_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"migr")
        assert listed(pilot) == [MIGRATION]
        assert view_of(pilot).status().count == "1 of 5"
        await pilot.press("enter", "escape")
        assert len(listed(pilot)) == 5
        assert under_cursor(pilot) == MIGRATION


@pytest.mark.parametrize("typed", ["zzqq", "typ:fact", "older:abc", "in:nowhere color:red", "migr"])
async def test_a_search_that_is_given_up_leaves_the_cursor_where_it_was(
    opened: Opened, example: Path, typed: str
) -> None:
    async with opened(example) as pilot:
        await pilot.press("j", "j", "j", "ctrl+d")
        table = view_of(pilot).table
        before = (table.cursor_id, table.above_cursor)
        await pilot.press("slash", *typed, "escape")
        assert (table.cursor_id, table.above_cursor) == before


async def test_a_token_that_is_none_moves_nothing(opened: Opened, example: Path) -> None:
    async with opened(example) as pilot:
        await pilot.press("j", "j")
        table = view_of(pilot).table
        before = table.cursor_id
        await pilot.press("slash", *"typ:fact")
        assert (table.cursor_id, table.above_cursor) == (before, 2)


async def test_a_search_in_a_scope_counts_what_is_elsewhere_and_one_key_lists_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"team/ops", "enter")
        view = view_of(pilot)
        assert view.scope_tree.scope == "/team/ops"
        await pilot.press("slash", *"migr")
        assert (listed(pilot), view.status().count) == ([], "0 of 5, 1 elsewhere")
        await pilot.press("shift+tab")
        assert (listed(pilot), view.status().count) == ([MIGRATION], "1 of 5")
        assert view.scope_tree.scope == "/"
        await pilot.press("enter")
        assert view.listed.line == "migr"


async def test_the_key_that_lists_what_is_elsewhere_is_told_in_a_narrow_terminal_too(opened: Opened) -> None:
    async with opened(size=(70, 24)) as pilot:
        await pilot.press("colon", *"team/ops", "enter", "slash", *"migr")
        assert screen_of(pilot).splitlines()[-1].endswith(" 0 of 5, 1 elsewhere · shift+tab all ")


async def test_a_mistyped_word_finds_what_was_meant_and_says_so(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"migartion")
        assert listed(pilot) == [MIGRATION]
        assert view_of(pilot).status().count == "1 of 5 · migartion → migration"


@pytest.mark.long
async def test_the_cursor_passes_over_the_rule(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"shop port atlas", "enter")
        table = view_of(pilot).table
        assert table.rule == 0
        assert table.cursor == 1
        await pilot.press("k")
        assert table.cursor == 1
        await pilot.press("G", "g")
        assert table.memory is not None


@pytest.mark.long
async def test_an_order_that_is_chosen_takes_the_place_of_the_best_match(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"atlas", "enter", "s")
        assert view_of(pilot).head.order_name == "strongest first"
        await pilot.press("w")
        assert view_of(pilot).head.order_name == "weakest first"
        await pilot.press("escape", "slash", *"shop", "enter")
        assert view_of(pilot).head.order_name == "best match first"


async def test_what_nobody_needs_any_more_is_found_by_weakest_first(opened: Opened, example: Path) -> None:
    async with opened(example) as pilot:
        await pilot.press("w")
        memory = view_of(pilot).table.memory
        assert memory is not None
        assert strength(memory.importance, memory.last_touch, memory.half_life, NOON) < 0.01


async def test_from_what_is_worth_a_look_it_turns_to_weakest_first(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("!", "w")
        assert view_of(pilot).head.order_name == "weakest first"
        await pilot.press("w")
        assert view_of(pilot).head.order_name == ""


async def test_one_key_shows_what_is_worth_a_look_first_and_again_the_strongest(
    opened: Opened, planted: Planted
) -> None:
    planted(junk(2))
    async with opened() as pilot:
        await pilot.press("exclamation_mark")
        assert said(pilot) == "Worth a look first"
        await until(pilot, lambda: listed(pilot)[0] == RELEASES)
        await pilot.press("exclamation_mark")
        assert listed(pilot)[0] == ATLAS


async def test_what_reads_like_junk_is_worth_a_look_before_what_is_only_old(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "imported.db"
    good = "Invoices are numbered per year and never reused, because the tax office asks for gaps"
    junk = "All 118 tests pass now. Next: update the changelog."
    with open_store(path, clock=clock) as store:
        old, new = (replace(a_draft(text), origin=Origin.IMPORTED) for text in (good, junk))
        import_drafts(store, [replace(old, created_at=NOON - 300 * DAY), new], by=AGENT)
    async with opened(path) as pilot:
        await pilot.press("w")
        assert listed(pilot)[0] == good
        told = "Weakest first: the oldest, as no use was ever reported; ! begins with what reads like junk"
        assert said(pilot) == told
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: listed(pilot)[0] == junk)
        await pilot.press("w")
        await until(pilot, lambda: listed(pilot)[0] == good)


@pytest.mark.long
async def test_the_bad_memory_of_the_examples_is_found_by_a_question(opened: Opened, example: Path) -> None:
    async with opened(example) as pilot:
        await pilot.press("slash", *"who is a doctor from Ohio?", "enter", "d")
        assert "45-year-old doctor" not in " ".join(listed(pilot))
        assert said(pilot) == "Dropped 1 memory · u to undo"


async def test_words_are_marked_and_a_long_text_is_cut_so_that_they_are_seen(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"comm")
        table = view_of(pilot).table
        (marked,) = [part.text for part in table.draw(0, 90) if part.style is table.look.match]
        assert marked == "commits"
        cut = "".join(part.text for part in table.draw(0, 40))
        assert "small" in cut


async def test_tab_completes_tokens_scopes_types_and_categories(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"ty")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert prompt.said.startswith("tab type:")
        await pilot.press("tab", *"wh", "tab")
        assert prompt.input.value == "type:what-happened"
        await pilot.press("space", *"in:db", "tab")
        assert prompt.input.value == "type:what-happened in:/project/atlas/db"
        await pilot.press("space", *"is:", "tab", "tab")
        assert prompt.input.value.endswith(" is:review")


async def test_a_word_of_a_question_is_not_taken_for_a_token(opened: Opened) -> None:
    async with opened() as pilot:
        for line, offered in (
            ("what do we use", False),
            ("in:/project -friday use", True),
            ("port type:", True),
        ):
            await pilot.press("escape", "slash", *line)
            prompt = app_of(pilot)._prompt
            assert prompt is not None
            assert ("tab " in prompt.said) is offered
        await pilot.press("escape", "slash", *"port ty", "tab")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert prompt.input.value == "port type:"


async def test_enter_says_that_a_line_with_a_mistake_is_still_open(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"type:what")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert "still open" not in prompt.said
        await pilot.press("enter")
        assert prompt.said.startswith("! this line is still open: mend it, or esc clears it")
        await pilot.press(*"-happened")
        assert "still open" not in prompt.said
        await pilot.press("enter")
        assert app_of(pilot)._prompt is None


async def test_the_status_line_offers_what_can_be_done_with_the_selection(opened: Opened) -> None:
    async with opened(size=(160, 36)) as pilot:
        await pilot.press("space", "space")
        offered = [label for _, label in view_of(pilot).hints()]
        assert offered == ["drop", "merge", "move", "pin", "archive", "copy", "forget many", "keys", "quit"]
        assert view_of(pilot).way_back == "unselect"
        await pilot.press("escape")
        assert view_of(pilot).way_back == ""


async def test_of_the_selection_a_small_terminal_names_what_one_memory_cannot_do(opened: Opened) -> None:
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("space", "space")
        drawn = "".join(part.text for part in app_of(pilot)._status.render_line(0))
        assert "esc unselect  d drop  M merge  m move" in drawn


async def test_a_note_that_says_the_same_lays_nothing_out_anew(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"releases")
        prompt = app_of(pilot)._prompt
        assert isinstance(prompt, FilterPrompt)
        said, laid_out = prompt.said, list[object]()
        monkeypatch.setattr(prompt._note, "update", laid_out.append)
        prompt.note(said)
        assert (prompt.said, laid_out) == (said, [])
        prompt.note("2 of 5")
        assert len(laid_out) == 1


async def test_a_key_in_the_status_line_can_be_clicked(opened: Opened) -> None:
    async with opened() as pilot:
        line = app_of(pilot)._status
        drawn = "".join(part.text for part in line.render_line(0))
        await pilot.click(line, offset=(drawn.index("d drop") + 3, 0))
        assert said(pilot) == "Dropped 1 memory · u to undo"


@pytest.mark.long
async def test_a_search_in_a_large_store_shows_its_first_rows_before_all_are_read(
    opened: Opened, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.memories.query._AT_ONCE", 0)
    async with opened(example) as pilot:
        await pilot.press("slash", *"fernhill deploy", "enter")
        view = view_of(pilot)
        await until(pilot, lambda: not view.listed.waiting and "…" not in view.status().count)
        rows = listed(pilot)
        assert all("ernhill" in row or "deploy" in row for row in rows[:2])
        await pilot.press("A")
        assert 0 < view.selection.marked <= len(rows)


async def test_a_part_of_its_path_asks_for_a_file_and_tab_completes_it(opened: Opened, agreed: Path) -> None:
    async with opened(agreed) as pilot:
        await pilot.press("slash", *"file:ros", "tab")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert prompt.input.value == "file:rosa.md"
        assert view_of(pilot).status().count == "1 of 4"
        await pilot.press("escape", "slash", *"file:")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert "file: needs a value" in prompt.said


async def test_the_page_of_keys_tells_the_tokens_of_the_filter(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", *"file:")
        assert isinstance(pilot.app.screen, KeysScreen)
        shown = [line.sign for line in pilot.app.screen._list.lines if isinstance(line, Meaning)]
        assert shown == ["file:"]


def test_a_scope_with_quotes_in_its_name_is_completed_to_what_finds_it(store: Store) -> None:
    import_drafts(store, [a_draft("Cut the felt at 45 degrees.", scope='/project/the "felt" one')], by=AGENT)
    (line,) = completions(store, "in:/project/the")
    assert parse(line).scope == '/project/the "felt" one'
