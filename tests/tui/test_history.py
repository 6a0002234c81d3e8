"""History tells changes in words: what became of a memory, and what its text said before and after."""

from pathlib import Path

import pytest

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import State
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import undo
from memtui.store import journal, memories
from memtui.store.opening import open_store
from memtui.tui.history.view import HistoryView, standing
from memtui.tui.memories.filter_prompt import FilterPrompt
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, MIGRATION, Opened, Planted, app_of, said, until
from tests.tui.planting import junk


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("values", "told"),
    [
        (Edit(scope="/project/shop"), ["moved from /project/atlas to /project/shop"]),
        (Edit(categories=("deploy", "decision")), ["categories +decision +deploy"]),
        (Edit(pinned=True), ["pinned"]),
        (Edit(importance=0.4), ["importance 0.90 → 0.40"]),
        (
            Edit(text="Atlas stores users in PostgreSQL 17"),
            ["− Atlas stores users in PostgreSQL 16", "+ Atlas stores users in PostgreSQL 17"],
        ),
    ],
)
async def test_a_change_is_told_in_words(
    opened: Opened, path: Path, clock: FrozenClock, values: Edit, told: list[str]
) -> None:
    with open_store(path, clock=clock) as store:
        edit(store, [1], values, by=AGENT)
    async with opened() as pilot:
        await pilot.press("5")
        await pilot.pause()
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        lines = [" ".join("".join(part.text for part in line).split()) for line in view.page.lines]
        assert [line for line in lines if line in told] == told
        assert "by mcp · on 20 Nov 2026" in " ".join(lines)
        marked = [p.text for line in view.page.lines for p in line if p.style and p.style.underline]
        assert marked == (["16", "17"] if isinstance(values.text, str) else [])


async def test_of_texts_that_share_next_to_nothing_no_word_is_marked(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        edit(store, [1], Edit(text="Invoices go out by post"), by=AGENT)
    async with opened() as pilot:
        await pilot.press("5")
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        assert "Invoices go out by post" in "".join(part.text for line in view.page.lines for part in line)
        assert not [p.text for line in view.page.lines for p in line if p.style and p.style.underline]


async def test_a_no_names_the_memory_that_it_was_about(opened: Opened, planted: Planted) -> None:
    planted(junk(3))
    async with opened() as pilot:
        await pilot.press("2", "n", "5")
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        assert view.list.op is not None
        assert view.list.op.label == f"“no” to “{MIGRATION}” (junk)"
        assert MIGRATION in "".join(part.text for part in view.page.lines[-1])


async def test_what_an_undo_took_out_again_is_still_told_by_its_text(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("a", *"Tills are beige", "ctrl+s", "u", "5")
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        told = ["".join(part.text for part in line).strip() for line in view.page.lines]
        assert told[-1] == "Tills are beige"
        assert told[0] == "adding of “Tills are beige”"
        assert "undone just now by you" in " ".join(told)


async def test_what_was_dropped_and_restored_says_so(opened: Opened, path: Path, clock: FrozenClock) -> None:
    with open_store(path, clock=clock) as store:
        drop(store, [1], by=AGENT)
        restore(store, [1], by=AGENT)
    async with opened() as pilot:
        said = []
        for key in ("5", "j"):
            await pilot.press(key)
            await pilot.pause()
            view = app_of(pilot).view
            assert isinstance(view, HistoryView)
            said.append("".join(part.text for line in view.page.lines for part in line))
        assert "restored" in said[0]
        assert State.DROPPED in said[1]
        assert "state" not in said[0] + said[1]


async def test_what_was_done_is_found_as_one_types(opened: Opened, path: Path, clock: FrozenClock) -> None:
    with open_store(path, clock=clock) as store:
        edit(store, [1], Edit(text="Atlas stores users in PostgreSQL 17"), by=AGENT)
        drop(store, [2], by=AGENT)
        drop(store, [3], by=PERSON_AT_CLI)
    async with opened() as pilot:
        await pilot.press("5", "/", *"did:drop")
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        await until(pilot, lambda: view.status().count == "2 of 4 changes")
        assert view.status().filter == "did:drop"
        await pilot.press(*" by:pe", "tab")
        await until(pilot, lambda: view.status().count == "1 of 4 changes")
        assert view.line == "did:drop by:person"
        assert [op.label for op in view.list.ops] == ["drop of “Migration 0042 failed on staging”"]
        await pilot.press("enter", "escape")
        await until(pilot, lambda: view.list.count == 4)
        assert (view.line, view.status().count) == ("", "4 changes")
        await pilot.press("/", *"PostgreSQL 16")
        await until(pilot, lambda: view.status().count == "1 of 4 changes")
        assert [op.kind for op in view.list.ops] == ["edit"]
        await pilot.press("escape", "/", *"zzz")
        await until(pilot, lambda: view.status().count == "0 of 4 changes")
        assert view.list.empty[0] == "Nothing matches this filter"


async def test_a_search_that_is_given_up_leaves_the_cursor_on_its_op(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        for number in (1, 2, 3):
            drop(store, [number], by=PERSON_AT_CLI)
    async with opened() as pilot:
        await pilot.press("5", "j", "j")
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        before = view.list.op
        await pilot.press("slash", *"did:drop")
        await until(pilot, lambda: not view.waiting and view.list.count == 3)
        await pilot.press("up", "up", "escape")
        await until(pilot, lambda: view.list.count == 4)
        assert before is not None
        assert view.list.op is not None
        assert view.list.op.id == before.id


async def test_a_filter_counts_and_finds_what_is_listed_without_one(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        for _ in range(2):
            drop(store, [2], by=PERSON_AT_CLI)
            undo(store, by=PERSON_AT_CLI)
    async with opened() as pilot:
        await pilot.press("5")
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        assert view.status().count == "3 changes"
        await pilot.press("/", *"tagged on")
        await until(pilot, lambda: view.status().count == "3 of 3 changes")
        await pilot.press("escape", "/", *"did:undo")
        await until(pilot, lambda: view.status().count == "2 changes")


async def test_what_cannot_be_taken_back_is_called_a_change(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        drop(store, [1], by=PERSON_AT_CLI)
        purge(store, [1], by=PERSON_AT_CLI)
    async with opened() as pilot:
        await pilot.press("5", "r")
        await until(pilot, lambda: said(pilot).startswith("Change 3 cannot be undone"))


@pytest.mark.long
async def test_a_wrong_token_of_the_history_says_so(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("5", "/", *"did:fly")
        prompt = app_of(pilot).query_one(FilterPrompt)
        assert "did:fly is not understood" in prompt.said
        await pilot.press("escape")
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        assert (view.line, view.list.count) == ("", 1)


async def test_u_right_after_r_brings_back_what_r_took_back(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        drop(store, [1], by=AGENT)
        drop(store, [2], by=PERSON_AT_CLI)
    async with opened() as pilot:
        await pilot.press("5", "j", "r")
        await until(pilot, lambda: said(pilot).endswith("· u to undo"))
        assert said(pilot).startswith("Took back: drop of “")
        states = [m.state for m in memories.get_many(app_of(pilot).store, [1, 2])]
        assert states == [State.LIVE, State.DROPPED]
        await pilot.press("u")
        await until(pilot, lambda: said(pilot).startswith("Undid: taking back of drop of “"))
        states = [m.state for m in memories.get_many(app_of(pilot).store, [1, 2])]
        assert states == [State.DROPPED] * 2


async def test_an_undo_is_told_in_the_line_of_what_it_took_back(opened: Opened, clock: FrozenClock) -> None:
    async with opened() as pilot:
        await pilot.press("d", "u", "d", "5")
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        drops = view.list.ops[:-1]
        assert [(op.kind, standing(op)) for op in drops] == [("drop", ""), ("drop", "undone")]
        clock.forward(days=1)
        await pilot.press("g", "r")
        await until(pilot, lambda: said(pilot).startswith("Took back: drop of “"))
        assert [op.kind for op in view.list.ops[:-1]] == ["undo", "drop", "drop"]


async def test_r_does_again_what_is_undone(opened: Opened, path: Path, clock: FrozenClock) -> None:
    with open_store(path, clock=clock) as store:
        drop(store, [1], by=AGENT)
        undo(store, by=AGENT, op_id=journal.ops(store, limit=1)[0].id)
    async with opened() as pilot:
        await pilot.press("5", "g", "r")
        await until(pilot, lambda: said(pilot).startswith("Redid: drop of “"))
        assert memories.get_many(app_of(pilot).store, [1])[0].state is State.DROPPED
        await pilot.press("u")
        await until(pilot, lambda: said(pilot).startswith("Undid: "))
        assert memories.get_many(app_of(pilot).store, [1])[0].state is State.LIVE
