"""A model reads the memories from the screen: asked first, told what it takes, stopped with a key."""

import json
import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.config.settings import Llm, Settings
from memtui.domain.card_kinds import Kind
from memtui.store import judged, proposals
from memtui.store.proposals import Wanted
from memtui.tui.widgets.dialogs import Preview
from tests.llm.programs import Fake, claude, put
from tests.tui.conftest import Opened, app_of, said, until
from tests.tui.extracting import screen_of
from tests.tui.planting import review, shown

_LONG = 300.0
"""Seconds: the pass loads litellm at low priority, which a busy machine takes its time for."""
DROP = json.dumps({"cards": [{"id": 1, "do": "drop", "sure": 0.9, "reason": "Nobody would miss it."}]})


@pytest.fixture
def bin_(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that is first on the path, beside settings without a model."""
    config = tmp_path / "config.toml"
    config.write_text('[embeddings]\nmodel = ""\n', encoding="utf-8")
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-20T12:00:00Z")
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    return tmp_path / "bin"


def reader(bin_: Path) -> Fake:
    return put(bin_, "claude", claude(DROP))


async def asked(pilot: Pilot[int]) -> Preview:
    """Wait for the question whether the model may read, until it can be answered."""

    def there() -> bool:
        dialog = app_of(pilot).screen
        return isinstance(dialog, Preview) and dialog.shows(dialog._hint)

    await until(pilot, there)
    dialog = app_of(pilot).screen
    assert isinstance(dialog, Preview)
    return dialog


@pytest.mark.long
async def test_a_program_on_the_path_is_offered_and_asked_only_after_a_yes(
    opened: Opened, bin_: Path
) -> None:
    fake = reader(bin_)
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("2")
        await until(pilot, lambda: "a model read deeper (Claude Code" in shown(pilot))
        await pilot.press("J", "enter")
        title = (await asked(pilot)).title_words
        assert title.startswith("Have cli/claude read 5 memories, about ")
        assert title.endswith(" tokens?")
        await pilot.press("escape")
        assert fake.runs() == []
        await pilot.press("J", "enter")
        await asked(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: bool(fake.runs()) and app.review_pass is None, seconds=_LONG)
        assert proposals.counts(app.store, Wanted())[Kind.JUDGE] == 1
        assert judged.unread(app.store) == []
        await until(pilot, lambda: review(pilot).queue.card is not None)


async def test_the_line_for_a_model_says_in_a_small_terminal_too_what_nothing_typed_does(
    opened: Opened, bin_: Path
) -> None:
    reader(bin_)
    async with opened(size=(60, 16)) as pilot:
        await pilot.press("2", "J")
        assert screen_of(pilot).splitlines()[-1].endswith(" enter goes on · empty: none · esc ")
        await pilot.press("escape", "4", "M")
        assert screen_of(pilot).splitlines()[-1].endswith(" enter takes · empty: rules · esc ")


async def test_what_has_been_read_is_not_offered_again(opened: Opened, bin_: Path) -> None:
    fake = reader(bin_)
    async with opened() as pilot:
        app = app_of(pilot)
        with app.store.write() as tx:
            judged.note_read(tx, [(i, 1) for i in judged.unread(app.store)])
        await pilot.press("2", "J", "enter")
        await until(pilot, lambda: said(pilot).startswith("Everything has been read"))
        assert fake.runs() == []


@pytest.mark.long
async def test_esc_ends_a_program_that_reads_and_nothing_is_lost(opened: Opened, bin_: Path) -> None:
    fake = put(bin_, "claude", "time.sleep(600)")
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("2", "J", "enter")
        await asked(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: bool(fake.runs()), seconds=_LONG)
        await pilot.press("escape")
        await until(pilot, lambda: app.review_pass is None)
        assert len(judged.unread(app.store)) == 5


@pytest.mark.usefixtures("warm_children")
async def test_a_pass_that_starts_by_itself_asks_no_model(opened: Opened, bin_: Path) -> None:
    fake = reader(bin_)
    Path(os.environ["MEMTUI_CONFIG"]).write_text('[llm]\nmodel = "cli/claude"\n[embeddings]\nmodel = ""\n')
    async with opened() as pilot:
        await pilot.press("2", "R")
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        assert fake.runs() == []


@pytest.mark.long
async def test_a_pass_that_starts_by_itself_has_what_changed_read_where_that_is_set(
    opened: Opened, bin_: Path
) -> None:
    fake = reader(bin_)
    settings = '[llm]\nmodel = "cli/claude"\n[review]\njudge = "changes"\n[embeddings]\nmodel = ""\n'
    Path(os.environ["MEMTUI_CONFIG"]).write_text(settings)
    async with opened() as pilot:
        await pilot.press("2", "R")
        await until(pilot, lambda: bool(fake.runs()) and app_of(pilot).review_pass is None, seconds=_LONG)
        assert judged.unread(app_of(pilot).store) == []


def test_the_model_that_is_set_reads_by_default_only_when_asked() -> None:
    assert Settings(llm=Llm(model="cli/claude")).review.judge == "ask"
