"""A key in one burst with esc finds what esc leaves: in every form, dialog and line to type in."""

from pathlib import Path

import pytest
from textual import events

from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.opening import open_store
from memtui.tui.keys.views import ViewId
from tests.tui.conftest import AGENT, Opened, a_draft, app_of, burst, until
from tests.tui.in_terminal import terminal

LEFT = {
    "the filter": "/",
    "a new memory": "a",
    "a memory to edit": "e",
    "many to forget": "D",
    "a scope to move to": "m",
    "categories": "C",
    "one of two to keep": "space space M",
    "a rule to write": "i",
    "where it is from": "o",
    "all that match": "A d",
    "anything": ": a",
    "the keys": "?",
    "settings by words": "comma /",
    "what to erase": "d 3 $",
    "a question": "7 /",
    "acts by words": "5 /",
    "a text": "4 i",
    "a day": "@ /",
}
"""What is on the screen, and the keys that lead there."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person whose agents have a file for rules."""
    (tmp_path / "home" / ".claude").mkdir(parents=True)
    (tmp_path / "home" / ".claude" / "CLAUDE.md").write_text("# Rules\n\n- Write plainly.\n")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)


@pytest.mark.parametrize("keys", LEFT.values(), ids=LEFT)
async def test_a_key_right_behind_esc_is_not_lost(opened: Opened, example: Path, keys: str) -> None:
    async with opened(example) as pilot:
        app = app_of(pilot)
        await pilot.press(*keys.split())
        await until(pilot, lambda: app._types(events.Key("6", "6")))
        burst(pilot, ("escape", "\x1b"), ("6", "6"))
        await until(pilot, lambda: app.view_id is ViewId.INSIGHTS)
        assert (len(app.screen_stack), app._prompt) == (1, None)


async def test_a_form_with_words_that_would_be_lost_asks_first(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("a", "x")
        burst(pilot, ("escape", "\x1b"), ("6", "6"))
        await pilot.pause()
        assert len(app.screen_stack) > 1
        burst(pilot, ("escape", "\x1b"), ("escape", "\x1b"), ("6", "6"))
        await until(pilot, lambda: app.view_id is ViewId.INSIGHTS)


@pytest.mark.parametrize(
    ("opening", "shown"), [("e", "Edit the memory"), ("D", "Forget many"), (",", "Settings")]
)
def test_a_terminal_sends_esc_and_q_as_one(tmp_path: Path, opening: str, shown: str) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store:
        import_drafts(store, [a_draft("Releases are tagged on Fridays")], by=AGENT)
    with terminal(path) as screen:
        screen.read_until("Fridays")
        before = len(screen.received)
        screen.press(opening)
        screen.read_until(shown, since=before)
        screen.press("\x1bq")
        assert screen.wait() == 0
