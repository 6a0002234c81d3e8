"""The Settings view: a change is written to the commented file, holds at once, and is kept over a restart."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.config.reading import load
from memtui.domain.memory import State
from memtui.store import memories
from memtui.store.opening import open_store
from memtui.tui.keys.views import ViewId
from memtui.tui.settings.listed import Heading, Raised, Section
from memtui.tui.settings.view import SettingsView
from tests.conftest import FrozenClock
from tests.tui.conftest import Opened, app_of, said, under_cursor, until, view_of


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def settings_of(pilot: Pilot[int]) -> SettingsView:
    view = app_of(pilot).view
    assert isinstance(view, SettingsView)
    return view


def names(pilot: Pilot[int]) -> list[str]:
    return [getattr(row, "key", "") for row in settings_of(pilot).list.rows if hasattr(row, "key")]


async def find(pilot: Pilot[int], words: str) -> None:
    await pilot.press("/", *(("space" if letter == " " else letter) for letter in words), "enter")


async def test_a_choice_is_written_with_its_comment_and_holds_after_a_restart(
    opened: Opened, config: Path
) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        await find(pilot, "screen.theme")
        await pilot.press("enter")
        assert said(pilot) == "screen.theme is dark"
        await pilot.press("enter")
        assert app_of(pilot).theme == "memtui-light"
        assert said(pilot) == "screen.theme is light"
    line = next(line for line in config.read_text("utf-8").splitlines() if line.startswith("theme"))
    assert line.startswith('theme = "light"   # one of')
    assert load(config).settings.screen.theme == "light"


async def test_what_is_not_allowed_is_said_while_it_can_be_corrected(opened: Opened, config: Path) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        await find(pilot, "prune_threshold")
        await pilot.press("enter", *["backspace"] * 4, "7", "enter")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert prompt.said == "! This is a number from 0 to 1"
        assert not config.exists()
        await pilot.press("backspace", "0", ".", "2", "enter")
        assert app_of(pilot).settings.decay.prune_threshold == 0.2
        assert app_of(pilot).store.decay.prune_threshold == 0.2
    assert load(config).settings.decay.prune_threshold == 0.2


async def test_a_key_is_changed_and_works_at_once_and_one_that_is_taken_is_refused(
    opened: Opened, config: Path, path: Path, clock: FrozenClock
) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        await find(pilot, "keys.drop")
        await pilot.press("enter", "backspace", "u", "enter")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert (
            "u would mean 'drop' and 'undo'" in prompt.said or "u would mean 'undo' and 'drop'" in prompt.said
        )
        await pilot.press("backspace", "Z", "enter", "1", "Z")
        await until(pilot, lambda: said(pilot) == "Dropped 1 memory · u to undo")
        assert under_cursor(pilot)
    with open_store(path, clock=clock) as store:
        assert [m.state for m in memories.get_many(store, [1, 2])] == [State.DROPPED, State.LIVE]


async def test_x_puts_a_setting_back_to_its_default(opened: Opened, config: Path) -> None:
    config.write_text("# mine\n[budget]\nproject = 7 # small\n", "utf-8")
    async with opened(config=config) as pilot:
        await pilot.press(",")
        await find(pilot, "budget.project")
        assert settings_of(pilot).list.setting is not None
        await pilot.press("x")
        assert said(pilot) == "budget.project is 5000"
        await pilot.press("x")
        assert said(pilot) == "This is at its default already"
    assert config.read_text("utf-8") == "# mine\n[budget]\n#project = 5000 # small\n"


@pytest.mark.long
async def test_the_words_of_the_sentence_find_a_setting_and_esc_goes_back_step_by_step(
    opened: Opened, config: Path
) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        everything = settings_of(pilot).list.counted
        await find(pilot, "nothing fades")
        assert names(pilot) == ["decay.enabled", "decay.exempt_scopes"]
        await pilot.press("escape")
        assert settings_of(pilot).list.counted == everything
        await pilot.press("escape")
        assert app_of(pilot).view_id is ViewId.MEMORIES
        assert view_of(pilot)


async def test_a_file_that_is_not_toml_is_said_and_left_as_it_is(opened: Opened, config: Path) -> None:
    config.write_text("[decay\n", "utf-8")
    async with opened(config=config) as pilot:
        await pilot.press(",")
        assert "this is not TOML" in said(pilot)
        await pilot.press("enter")
        assert "this is not TOML" in said(pilot)
    assert config.read_text("utf-8") == "[decay\n"


async def test_the_theme_key_keeps_the_theme(opened: Opened, config: Path) -> None:
    async with opened(config=config) as pilot:
        await pilot.press("T")
        assert said(pilot) == "Theme light"
    assert load(config).settings.screen.theme == "light"


@pytest.mark.long
async def test_what_is_kept_is_not_read_from_the_file_again(
    opened: Opened, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        await find(pilot, "screen.theme")
        await pilot.press("enter")
        read: list[str] = []
        text_of = Path.read_text

        def counted(self: Path, *more: str) -> str:
            read.append(self.name)
            return text_of(self, *more)

        monkeypatch.setattr(Path, "read_text", counted)
        await pilot.press("enter")
        assert said(pilot) == "screen.theme is light"
        assert read.count(config.name) == 2, "for what it was, and to change its line"


@pytest.mark.long
async def test_what_people_set_first_stands_at_the_top_in_plain_words(opened: Opened, config: Path) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        settings = settings_of(pilot).list
        assert settings.setting is not None
        assert settings.setting.key == "screen.theme"
        await pilot.press("j", "enter")
        assert said(pilot) == "screen.rows is two"
        assert isinstance(settings.rows[settings.cursor], Raised), "the cursor stays where it was"
        settings_of(pilot).go_to_setting("screen.rows")
        assert names(pilot).count("screen.rows") == 1, "it still stands in its section"
        await find(pilot, "screen.rows")
        assert names(pilot) == ["screen.rows"]
        assert not any(isinstance(row, Raised) for row in settings.rows)


async def test_u_takes_back_the_setting_that_was_changed_and_no_memory(opened: Opened, config: Path) -> None:
    async with opened(config=config) as pilot:
        await pilot.press("d")
        await pilot.press(",", "u")
        assert said(pilot) == "No setting was changed here yet; for memories, leave with esc"
        assert "undo" not in [label for _, label in settings_of(pilot).hints()]
        await find(pilot, "prune_threshold")
        await pilot.press("enter", *["backspace"] * 4, *"0.2", "enter")
        await pilot.press("enter", *["backspace"] * 3, *"0.3", "enter")
        told = []
        for key in ("u", "u", "ctrl+r", "u"):
            await pilot.press(key)
            told.append(said(pilot).removeprefix("decay.prune_threshold is "))
        assert told == ["0.2 again", "0.05 again", "0.2 again", "0.05 again"]
        assert app_of(pilot).settings.decay.prune_threshold == 0.05
        await pilot.press("enter", *["backspace"] * 4, *"0.2", "enter")
        config.write_text("[decay]\nprune_threshold = 0.4\n", "utf-8")
        await pilot.press("u")
        assert said(pilot) == "decay.prune_threshold was changed elsewhere since, and is left as it is"
    assert load(config).settings.decay.prune_threshold == 0.4


@pytest.mark.long
async def test_where_no_setting_has_all_the_words_those_with_some_are_listed_best_first(
    opened: Opened, config: Path
) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        await find(pilot, "which threshold is it of forgotten ones")
        assert names(pilot)[0] == "decay.prune_threshold"
        await pilot.press("escape")
        await find(pilot, "forget faster")
        assert set(names(pilot)) >= {"decay.half_life_days", "keys.forget"}


async def test_a_row_says_what_its_setting_does_where_there_is_room_and_nothing_else_to_say(
    opened: Opened, config: Path
) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        await find(pilot, "decay.stretch")
        listed = settings_of(pilot).list
        (index,) = (at for at, row in enumerate(listed.rows) if getattr(row, "key", "") == "decay.stretch")

        def drawn(width: int) -> str:
            return "".join(segment.text for segment in listed.draw(index, width))

        assert "How much use slows the fading" in drawn(118)
        assert "fading" not in drawn(78)
        await pilot.press("enter", "backspace", "2", "enter")
        assert "line" in drawn(118)
        assert "fading" not in drawn(118)


def heads(pilot: Pilot[int]) -> list[str]:
    """The sections as they are listed, with their counts."""
    rows = settings_of(pilot).list.rows
    return [f"{row.name} {row.count}" for row in rows if isinstance(row, Section)]


async def test_sections_are_folded_behind_heads_with_a_count_and_enter_or_l_and_h_open_and_fold_them(
    opened: Opened, config: Path
) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        view = settings_of(pilot)
        assert names(pilot) == []
        assert heads(pilot)[:2] == ["decay 6", "decay.half_lives 3"]
        view.list.go_to("budget")
        assert ("enter", "unfold") in view.hints()
        await pilot.press("enter", "j")
        assert view.list.setting is not None
        assert (view.list.setting.key, len(names(pilot))) == ("budget.identity", 5)
        await pilot.press("h")
        assert view.list.section is not None
        assert (view.list.section.name, names(pilot)) == ("budget", [])
        await pilot.press("x")
        assert said(pilot) == "This puts one setting back; enter unfolds the section"
        await pilot.press("l", "j", "k", "enter")
        assert names(pilot) == []


async def test_what_was_changed_stands_at_the_top_and_is_counted_on_its_section(
    opened: Opened, config: Path
) -> None:
    config.write_text('[budget]\nproject = 7\n[screen]\nrows = "two"\n', "utf-8")
    async with opened(config=config) as pilot:
        await pilot.press(",")
        view = settings_of(pilot)
        raised = [row.label for row in view.list.rows if isinstance(row, Raised)]
        assert raised[-1] == "budget.project"
        assert "screen.rows" not in raised, "it stands among the usual ones"
        (budget,) = (row for row in view.list.rows if isinstance(row, Section) and row.name == "budget")
        assert budget.changed == 1
        (row,) = (row for row in view.list.rows if isinstance(row, Raised) and row.label == "budget.project")
        view.list.move_to(view.list.rows.index(row))
        await pilot.press("x")
        assert said(pilot) == "budget.project is 5000"
        assert "changed" not in [row.title for row in view.list.rows if isinstance(row, Heading)]


async def test_a_setting_that_is_gone_to_is_shown_in_its_section(opened: Opened, config: Path) -> None:
    async with opened(config=config) as pilot:
        await pilot.press(",")
        await find(pilot, "theme")
        view = settings_of(pilot)
        view.go_to_setting("decay.half_lives.semantic")
        assert view.list.setting is not None
        assert view.list.setting.key == "decay.half_lives.semantic"
        assert set(names(pilot)) == {
            f"decay.half_lives.{kind}" for kind in ("episodic", "semantic", "procedural")
        }
