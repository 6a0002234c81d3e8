"""Changes and listings that take long run beside the keys, say how far they are, and can be stopped."""

import sys
import threading
import time
from pathlib import Path
from subprocess import run

import pytest

from memtui.domain.memory import Draft, State
from memtui.domain.watch import Watch
from memtui.lifecycle.add import add
from memtui.store import listing, repair, scopes
from memtui.store.database import Store
from memtui.store.errors import StoreError
from memtui.store.scopes import ScopeCount
from memtui.tui.background import acts
from memtui.tui.memories import query
from memtui.tui.memories import view as memories_view
from tests.lifecycle.worlds import AGENT
from tests.tui.conftest import Opened, app_of, listed, said, until, view_of


async def test_a_change_of_many_memories_runs_in_a_thread(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "BULK", 2)
    async with opened() as pilot:
        await pilot.press("space", "space", "space", "d")
        await until(pilot, lambda: len(listed(pilot)) == 2)
        assert said(pilot) == "Dropped 3 memories · u to undo"
        await pilot.press("u")
        await until(pilot, lambda: len(listed(pilot)) == 5)


async def test_esc_stops_a_long_change_and_other_changes_wait_for_it(opened: Opened) -> None:
    def endless(_store: Store, *, watch: Watch) -> str:
        watch.progress(1, 4)
        while not watch.cancelled():
            time.sleep(0.01)
        return "stopped"

    async with opened() as pilot:
        app = app_of(pilot)
        results: list[str] = []
        app.acts.run(endless, results.append, size=10_000, title="forget 10,000")
        await until(pilot, lambda: "1 of 4" in app._status.status.busy)
        await pilot.press("d")
        assert said(pilot).startswith("Wait for forget 10,000")
        assert len(listed(pilot)) == 5
        await pilot.press("escape")
        await until(pilot, lambda: results == ["stopped"])
        assert app.acts.busy == ""


async def test_an_error_in_a_thread_is_said_and_the_screen_goes_on(opened: Opened) -> None:
    def failing(_store: Store, **_: object) -> None:
        raise StoreError("There is no room left on the disk.")

    async with opened() as pilot:
        app_of(pilot).acts.run(failing, lambda _none: None, size=10_000, title="forget")
        await until(pilot, lambda: said(pilot) == "There is no room left on the disk.")
        await pilot.press("d")
        assert len(listed(pilot)) == 4


async def test_a_slow_filter_leaves_the_old_rows_until_the_new_are_there(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "_AT_ONCE", 0)
    async with opened() as pilot:
        view = view_of(pilot)
        view.listed.apply("postgresql")
        assert view.status().count == "… of 5"
        assert len(listed(pilot)) == 5
        view.listed.apply("staging")
        await until(pilot, lambda: not view.listed.waiting)
        assert listed(pilot) == ["Migration 0042 failed on staging"]
        assert view.status().count == "1 of 5"


async def test_a_listing_that_cannot_be_read_is_said(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise StoreError("The store is damaged.")

    async with opened() as pilot:
        monkeypatch.setattr(query, "_AT_ONCE", 0)
        monkeypatch.setattr(listing, "listing", broken)
        view_of(pilot).listed.apply("type:semantic")
        await until(pilot, lambda: said(pilot) == "The store is damaged.")


def test_nothing_that_the_first_paint_does_without_is_imported(path: Path) -> None:
    program = (
        "import sys, memtui.tui.run, memtui.tui.app, memtui.tui.memories.view\n"
        "heavy = ['litellm', 'sqlite_utils', 'textual.widgets._text_area', 'memtui.lifecycle.states',\n"
        "         'memtui.tui.memories.form', 'memtui.tui.help', 'memtui.tui.widgets.dialogs',\n"
        "         'ruamel.yaml', 'memtui.tui.widgets.about_memory', 'memtui.secrets.stated', 'calendar']\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    done = run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def test_a_changed_setting_orders_a_large_store_anew_without_holding_up_the_keys(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked: list[str] = []

    def rank(_store: Store, *, watch: Watch) -> None:
        watch.progress(1, 2)
        ranked.append("anew")

    async with opened() as pilot:
        monkeypatch.setattr(repair, "ranks_are_old", lambda _store: not ranked)
        monkeypatch.setattr(repair, "rank_anew", rank)
        app_of(pilot)._first_words()
        await until(pilot, lambda: bool(ranked))
        await pilot.press("d")
        assert len(listed(pilot)) == 4
        await until(pilot, lambda: not app_of(pilot)._status.status.busy)


async def test_counts_that_take_long_hold_up_no_key(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = threading.Event()

    def slow(store: Store, *states: State) -> list[ScopeCount]:
        counted.wait(300)
        return tree(store, *states)

    tree = scopes.tree
    monkeypatch.setattr(memories_view, "FEW", 0)
    monkeypatch.setattr(scopes, "tree", slow)
    async with opened() as pilot:
        assert view_of(pilot).status().count == "5"
        await pilot.press("d")
        assert len(listed(pilot)) == 4
        assert view_of(pilot).scope_tree.count == 0
        counted.set()
        await until(pilot, lambda: view_of(pilot).scope_tree.count > 1)


async def test_counts_are_read_again_after_others_wrote(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memories_view, "FEW", 0)
    async with opened() as pilot:
        view = view_of(pilot)
        await until(pilot, lambda: view.scope_tree.count > 1)
        before = view.scope_tree.names()
        with app_of(pilot).store.sibling() as other:
            add(other, Draft("Elsewhere", "/quite/new"), by=AGENT)
        await until(pilot, lambda: {*view.scope_tree.names()} - {*before} == {"/quite", "/quite/new"})
