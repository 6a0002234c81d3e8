"""Ask while others write: what they change comes in, and the chosen memory stays under the cursor."""

from dataclasses import replace
from pathlib import Path

import pytest

from memtui.lifecycle.states import drop
from memtui.store.opening import open_store
from memtui.tui.ask.asking import Answered
from tests.conftest import NOON
from tests.lifecycle.worlds import AGENT, added
from tests.tui.conftest import Opened, said, until
from tests.tui.test_ask import answered, ask_view, head, page, told


def brought_by_others(path: Path) -> None:
    """Let another process store what stands first in the answer from then on."""
    with open_store(path, clock=lambda: NOON) as store:
        added(store, "Atlas is deployed from main", "/project/atlas", importance=1.0)


async def test_what_others_bring_comes_in_while_the_cursor_stays_on_its_memory(
    opened: Opened, path: Path
) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        before = told(view)
        await pilot.press("r")
        assert said(pilot) == "Nothing is held back: this is the whole answer"
        await pilot.press("j")
        chosen = view.list.memory
        brought_by_others(path)
        await until(pilot, lambda: told(view) == ["Atlas is deployed from main", *before])
        assert view.list.memory == chosen
        assert f"{len(before) + 1} told" in head(view)
        await pilot.press("k", "k")
        assert "It came into the answer with the latest change" in page(view)
        assert view.status().selected == "1 came in, marked +"


async def test_an_answer_without_the_chosen_memory_waits(opened: Opened, path: Path) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        before = told(view)
        await pilot.press("j")
        chosen = view.list.memory
        assert chosen is not None
        with open_store(path, clock=lambda: NOON) as store:
            drop(store, [chosen.id], by=AGENT)
        await until(pilot, lambda: "r sorts anew" in view.status().selected)
        assert told(view) == before
        assert view.list.memory == chosen
        await pilot.press("r")
        assert chosen.text not in told(view)


@pytest.mark.long
async def test_opening_it_again_answers_anew(opened: Opened, path: Path) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        before = told(view)
        await pilot.press("j", "1")
        brought_by_others(path)
        await pilot.press("7", "escape")
        await until(pilot, lambda: told(ask_view(pilot)) == ["Atlas is deployed from main", *before])


async def test_what_comes_in_by_meaning_waits_while_a_memory_is_chosen(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        whole = view.list.answer
        assert whole is not None
        fewer = replace(whole, briefing=replace(whole.briefing, told=whole.briefing.told[:1]))
        view.list.show(replace(fewer, final=False))
        view.head.show(view.question, view.list.answer)
        assert not view.held_back.takes(whole)
        await pilot.press("j", "k")
        assert view.list.chosen
        assert not view.held_back.takes(fewer)
        assert "by words so far" in head(view)
        view.on_answered(Answered(view.asker._latest._ticket, whole))
        assert "so far" not in head(view)
        assert view.held_back.hint.startswith("2 better")
        await pilot.press("slash")
        assert len(told(view)) == 3
        assert view.held_back.hint == ""


async def test_by_words_alone_takes_nothing_from_an_answer_by_meaning(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        whole = view.list.answer
        assert whole is not None
        assert view.held_back.takes(replace(whole, final=False))
        assert view.held_back.answer is None
