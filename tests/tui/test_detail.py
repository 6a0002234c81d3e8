"""The detail pane: strength over time, the sum on request, and related memories to go to."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.config.settings import Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import HOUR
from memtui.domain.memory import LinkKind, Memory
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.review.verdicts import accept
from memtui.store import memories, review_state
from memtui.store.database import Store
from memtui.store.links import link
from memtui.store.opening import open_store
from memtui.tui.keys.views import ViewId
from memtui.tui.themes import look
from memtui.tui.widgets.about_memory import About, surroundings
from memtui.tui.widgets.pages import Line
from tests.conftest import FrozenClock
from tests.review.planting import dropping, plant, queued
from tests.sources.linked import linked, memory
from tests.tui.conftest import AGENT, Opened, a_draft, app_of, under_cursor, until, view_of

PERSON = Actor(ActorKind.PERSON, "screen")


def _said(line: Line) -> str:
    return "".join(segment.text for segment in line)


def _text(pilot: Pilot[int]) -> str:
    return "\n".join(map(_said, view_of(pilot).detail.lines))


async def test_the_day_a_memory_fades_is_drawn_and_the_sum_comes_on_request(opened: Opened) -> None:
    async with opened() as pilot:
        assert "today" in _text(pilot)
        assert "fades " in _text(pilot)
        assert "2^(" not in _text(pilot)
        await pilot.press("=")
        assert "0.90 × 2^(−7/30) = 0.77" in _text(pilot)
        await pilot.press("=")
        assert "2^(" not in _text(pilot)


async def test_enter_goes_to_a_related_memory_and_ctrl_o_comes_back(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store, store.write() as tx:
        link(tx, 1, [4], LinkKind.SUPERSEDES)
    async with opened() as pilot:
        await until(pilot, lambda: "replaces" in _text(pilot))
        before = under_cursor(pilot)
        await pilot.press("tab")
        for _ in range(20):
            if view_of(pilot).detail.link is None:
                await pilot.press("j")
        await pilot.press("enter")
        assert under_cursor(pilot) == "The shop runs on port 8080"
        await pilot.press("ctrl+o")
        assert under_cursor(pilot) == before


async def test_a_related_memory_that_was_dropped_is_shown_in_dropped(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        with store.write() as tx:
            link(tx, 1, [4], LinkKind.SUPERSEDES)
        drop(store, [4], by=AGENT)
    async with opened() as pilot:
        await until(pilot, lambda: "dropped" in _text(pilot))
        await pilot.press("tab")
        for _ in range(20):
            if view_of(pilot).detail.link is None:
                await pilot.press("j")
        await pilot.press("enter")
        await until(pilot, lambda: app_of(pilot).view.view_id is ViewId.DROPPED)
        assert under_cursor(pilot) == "The shop runs on port 8080"


@pytest.mark.parametrize(
    ("name", "fades", "place"),
    [
        ("notes.md", "never used · fades in ", "reads only"),
        ("AGENTS.md", "does not fade, as agents load its file whole", "reads only"),
    ],
)
def test_what_fades_stays_in_its_linked_file_and_what_is_loaded_whole_does_not_fade(
    store: Store, tmp_path: Path, name: str, fades: str, place: str
) -> None:
    with store.write() as tx:
        review_state.note_uses_reported(tx, {"markdown": store.now()})
    file = tmp_path / name
    file.write_text("# Rules\n\n- The front end is in `web/`\n")
    front_end = memory(store, linked(store, file, agreed=False), "front end")
    sheet = surroundings(About.of(store, front_end, store.now()), 400, look("memtui-dark"))
    lines = list(map(_said, sheet.lines))
    (line,) = [said for said in lines if f"{name}, " in said]
    assert line.endswith(place)
    assert fades in "\n".join(lines)


def test_where_no_use_was_ever_reported_nothing_is_called_unused_or_fading(
    store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# Notes\n\n- The front end is in `web/`\n")
    front_end = memory(store, linked(store, file, agreed=False), "front end")
    sheet = surroundings(About.of(store, front_end, store.now()), 400, look("memtui-dark"))
    text = "\n".join(map(_said, sheet.lines))
    assert "its use is not known: no agent was seen to use anything from there" in text
    assert "never used" not in text
    assert "fade" not in text


async def test_a_temporary_folder_is_explained_where_it_appears(opened: Opened, path: Path) -> None:
    with open_store(path) as store:
        import_drafts(store, [a_draft("The port is 9100", "/temporary", 1.0)], by=AGENT)
    async with opened() as pilot:
        assert "/temporary · from a temporary folder, told to no agent" in _text(pilot)
        tree = view_of(pilot).scope_tree
        assert any("temporary, untold" in _said(list(tree.draw(at, 25))) for at in range(tree.count))


def test_a_dropped_memory_says_when_by_whom_and_what_review_had_said(
    store: Store, clock: FrozenClock
) -> None:
    def said(about: Memory) -> str:
        (now,) = memories.get_many(store, [about.id])
        sheet = surroundings(About.of(store, now, store.now()), 120, look("memtui-dark"))
        return "\n".join(map(_said, sheet.lines))

    by_agent, by_card = plant(store, "The fan hums"), plant(store, "Looking into the build now")
    drop(store, [by_agent.id], by=AGENT)
    clock.forward(seconds=3 * HOUR)
    (card,) = queued(store, dropping(by_card, rule="junk/transient"))
    accept(store, Settings(), [card.id], by=PERSON)
    assert f"dropped 3h ago by {AGENT.client}" in said(by_agent)
    assert "Review said" not in said(by_agent)
    assert "dropped just now by you" in said(by_card)
    assert "Review said: a moment that is over" in said(by_card)
