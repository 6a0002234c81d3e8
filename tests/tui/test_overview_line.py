"""The line below the tabs says how the store is, leads to what is behind a figure, and shows what changed."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.lifecycle.access import touch
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.review.passes import run_pass
from memtui.review.verdicts import Choice, accept
from memtui.store import memories, proposals
from memtui.store import overview as overviews
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.overview import Overview, overview
from memtui.store.parts import parts
from memtui.store.statistics import stats
from memtui.tui.keys.views import ViewId
from memtui.tui.widgets.chrome import name_within
from memtui.tui.widgets.overview_line import OverviewLine, figures
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, Planted, a_draft, app_of, until, view_of
from tests.tui.planting import conflict, junk, review


def _line(pilot: Pilot[int]) -> OverviewLine:
    return pilot.app.screen.query_one(OverviewLine)


def _said(pilot: Pilot[int]) -> str:
    return _line(pilot).render_line(0).text


async def _click(pilot: Pilot[int], words: str) -> None:
    await pilot.click(_line(pilot), offset=(_said(pilot).index(words), 0))
    await pilot.pause()


async def test_each_figure_leads_to_what_is_behind_it(
    opened: Opened, planted: Planted, clock: FrozenClock
) -> None:
    planted(*(junk(i) for i in (1, 2, 3, 4)), conflict(1, 3), conflict())
    clock.forward(days=117)
    async with opened() as pilot:
        await until(pilot, lambda: "faded" in _said(pilot))
        assert _said(pilot).startswith(" 2 contradictions · ≈ 1 min of review · 4 faded · ≈ 37 tokens")
        await _click(pilot, "contradictions")
        assert app_of(pilot).view_id is ViewId.REVIEW
        assert [ref.kind for ref in review(pilot).queue.refs] == [Kind.CONFLICT, Kind.CONFLICT]
        await _click(pilot, "min of review")
        assert len(review(pilot).queue.refs) == 6
        await _click(pilot, "faded")
        assert view_of(pilot).listed.line == "is:faded"
        assert view_of(pilot).table.count == 4
        await _click(pilot, "tokens")
        assert app_of(pilot).view_id is ViewId.INSIGHTS


async def test_what_an_agent_uses_is_no_longer_counted_as_faded_while_the_screen_is_open(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        import_drafts(store, [a_draft(f"Ada files drawer {n} by hand") for n in (1, 2, 3)], by=AGENT)
        mine = [memory.id for memory in memories.same_text(store, "Ada files drawer 1 by hand")]
        clock.forward(days=365)
        async with opened() as pilot:
            await until(pilot, lambda: "faded" in _said(pilot))
            before = overview(store).faded
            assert f" {before} faded" in _said(pilot)
            touch(store, mine, by=AGENT)
            assert overview(store).faded == before - 1
            await until(pilot, lambda: f" {before - 1} faded" in _said(pilot))


async def test_a_review_shows_what_was_before_beside_what_is(opened: Opened, planted: Planted) -> None:
    planted(conflict(1, 3), conflict())
    async with opened() as pilot:
        await until(pilot, lambda: "2 contradictions" in _said(pilot))
        await pilot.press("2", "y")
        await until(pilot, lambda: "2 → 1 contradiction " in _said(pilot))
        await pilot.press("-")
        await until(pilot, lambda: app_of(pilot)._header.waiting == 0)
        assert "2 → 1 contradiction " in _said(pilot)
        await pilot.press("u", "y")
        await until(pilot, lambda: "2 → 0 contradictions" in _said(pilot))
        assert "→" in _said(pilot).split("tokens")[0].rpartition("·")[2]
        assert _said(pilot).count("≈") == 1, "the figure before is as rough as the one after"
        _line(pilot)._forget()
        await until(pilot, lambda: "→" not in _said(pilot))
        assert "contradiction" not in _said(pilot)
        assert "3 not looked at yet" in _said(pilot)


async def test_a_low_screen_has_no_such_line_and_names_the_store_above(opened: Opened) -> None:
    async with opened(size=(120, 20), name="mine") as pilot:
        assert not _line(pilot).display
        assert app_of(pilot)._header.render_line(0).text.rstrip().endswith("mine")
    async with opened(size=(120, 30), name="mine") as pilot:
        assert "mine" not in app_of(pilot)._header.render_line(0).text
        assert _said(pilot).rstrip().endswith("mine")


async def test_settings_and_time_have_a_tab_where_there_is_room(opened: Opened) -> None:
    async with opened(size=(120, 30)) as pilot:
        header = app_of(pilot)._header
        assert header.render_line(0).text.rstrip().endswith(", Settings   @ Time")
        header.name_writers("3 changed by mcp")
        assert ", Settings   @ Time" in header.render_line(0).text


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (30, "examples, thrown away on quit "),
        (28, "examples "),
        (8, "examples "),
        (7, ""),
    ],
)
def test_a_name_loses_what_stands_behind_its_comma_and_never_its_beginning(room: int, said: str) -> None:
    assert name_within("examples, thrown away on quit", room) == said


async def test_a_narrow_line_keeps_what_matters_most(opened: Opened, planted: Planted) -> None:
    planted(conflict())
    async with opened(size=(30, 30)) as pilot:
        await until(pilot, lambda: "contradiction" in _said(pilot))
        assert _said(pilot).startswith(" 1 contradiction ")
        assert len(_said(pilot)) == 30


def test_what_is_held_back_is_no_token_for_agents(path: Path, clock: FrozenClock, planted: Planted) -> None:
    with open_store(path, clock=clock) as store:
        before = overview(store).tokens
        planted(junk(1, kind=Kind.POISON))
        assert overview(store).tokens == before - -(-len("Atlas stores users in PostgreSQL 16") // 4)
        drop(store, [2, 3], by=AGENT)
        assert overview(store).waiting == 1


def test_the_header_and_insights_count_the_same_tokens_and_none_that_no_agent_is_told(
    path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        told = overview(store).tokens
        import_drafts(store, [a_draft("Scratch notes " * 9, "/temporary/shop")], by=AGENT)
        assert overview(store).tokens == stats(store).tokens == told
        assert {part.name: part.tokens for part in parts(store).folders}["/temporary"] == 0


def test_of_very_many_texts_a_sample_is_measured(
    path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(path, clock=clock) as store:
        import_drafts(store, [a_draft(f"note {i:05}" + " again" * (i % 7)) for i in range(400)], by=AGENT)
        exact = overview(store).tokens
        monkeypatch.setattr(overviews, "EXACT", 100)
        monkeypatch.setattr(overviews, "_SAMPLE", 40)
        assert 0 < abs(overview(store).tokens - exact) < exact * 0.1


def test_an_empty_store_has_nothing_to_say(tmp_path: Path, clock: FrozenClock) -> None:
    with open_store(tmp_path / "empty.db", clock=clock) as store:
        assert overview(store) == Overview()


def test_what_no_pass_has_looked_at_is_not_nothing_to_review(path: Path, clock: FrozenClock) -> None:
    def told(store: Store) -> str:
        (figure,) = (f for f in figures(overview(store), Overview()) if f.view is ViewId.REVIEW)
        return f"{figure.value} {figure.label}"

    with open_store(path, clock=clock) as store:
        assert told(store) == "5 not looked at yet"
        run_pass(store, Settings())
        assert told(store) == "nothing to review"
        import_drafts(store, [a_draft("The port is 8080"), a_draft("The port is open")], by=AGENT)
        edit(store, [1], Edit(text="Atlas stores users in PostgreSQL 17"), by=AGENT)
        assert told(store) == "3 not looked at yet"
        drop(store, [1], by=AGENT)
        assert told(store) == "2 not looked at yet"


def test_what_a_yes_made_of_a_memory_was_looked_at(path: Path, clock: FrozenClock, planted: Planted) -> None:
    with open_store(path, clock=clock) as store:
        run_pass(store, Settings())
        planted(conflict())
        (card,) = proposals.ids(store, proposals.Wanted())
        accept(store, Settings(), [card], by=AGENT, choice=Choice(text="Ada prefers tiny commits"))
        assert overview(store).not_looked_at == 0
