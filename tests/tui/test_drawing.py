"""What is drawn fits its place, whatever the text and the width."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events

from memtui.domain.text import bar, printable
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.opening import open_store
from memtui.tui import run, themes
from memtui.tui.memories.form import MemoryForm
from memtui.tui.memories.marks import Marks
from memtui.tui.widgets.line_list import fitted, fitted_end, fitted_scope, right
from memtui.tui.widgets.pages import quoted
from memtui.tui.widgets.wrapping import wrapped
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, a_draft, app_of, until, view_of

WIDE = "データベースは東京 👩‍👩‍👧‍👦 café e\u0301 [red]x[/] \x1b[2J \u202e"


@pytest.mark.few(1)
@pytest.mark.parametrize("width", [24, 40, 56, 66, 80, 84, 100, 120, 160, 220])
async def test_every_line_is_exactly_as_wide_as_its_pane(
    opened: Opened, tmp_path: Path, clock: FrozenClock, width: int
) -> None:
    path = tmp_path / "odd.db"
    with open_store(path, clock=clock) as store:
        drafts = [a_draft(WIDE), a_draft(WIDE * 40, "/project/データ/" + "x" * 80, pinned=True), a_draft("a")]
        import_drafts(store, drafts, by=AGENT)
    async with opened(path) as pilot:
        view = view_of(pilot)
        for pane in (view.table, view.scope_tree, view.detail):
            for line in range(pane.count):
                drawn = pane.draw(line, width)
                assert sum(cell_len(segment.text) for segment in drawn) == width
                assert all(segment.text == printable(segment.text) for segment in drawn)


async def test_every_line_of_history_and_insights_is_safe_and_fits(opened: Opened, example: Path) -> None:
    async with opened(example) as pilot:
        for key in "56":
            await pilot.press(key)
            view = app_of(pilot).view
            await until(pilot, lambda view=view: view.main.count > 0)  # type: ignore[misc]
            for line in range(min(view.main.count, 40)):
                drawn = view.main.draw(line, 100)
                assert sum(cell_len(segment.text) for segment in drawn) == 100
                assert all(segment.text == printable(segment.text) for segment in drawn)


@pytest.mark.few(13)
@pytest.mark.parametrize("width", range(1, 40))
def test_text_is_fitted_to_the_cell(width: int) -> None:
    for text in ("", "a", "plain words that go on", "データベース" * 9, "/project/atlas/db/production"):
        assert cell_len(fitted(text, width)) == width
        assert cell_len(fitted_end(text, width)) == width
        assert cell_len(fitted_scope(text, width)) == width
        assert cell_len(right(text, width)) == width


def test_a_long_scope_keeps_its_last_segments() -> None:
    assert fitted_scope("/project/atlas/db", 12) == "…/atlas/db  "
    assert fitted_scope("/project/lighthouse", 11) == "lighthouse "
    assert fitted_scope("/project/lighthouse", 6) == "light…"


def test_wrapping_loses_no_word_and_keeps_to_the_width() -> None:
    text = "one two  three " + "x" * 50 + " データベースは東京リージョンにある\n\nlast"
    lines = list(wrapped(text, 20))
    assert all(cell_len(line) <= 20 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert lines[-2:] == ["", "last"]


def test_a_long_path_is_broken_behind_a_slash_and_never_in_a_name() -> None:
    path = "~/.claude/projects/-home-ada-shop/memory/MEMORY.md"
    assert list(wrapped(f"in {path}", 22)) == [
        "in",
        "~/.claude/projects/",
        "-home-ada-shop/memory/",
        "MEMORY.md",
    ]
    assert list(wrapped("/" + "x" * 12 + "/y", 8)) == ["/", "x" * 8, "xxxx/y"]


def test_a_bar_is_as_long_as_the_strength() -> None:
    assert bar(0.0, 4) == ("", "────")
    assert bar(0.5, 4) == ("━━", "──")
    assert bar(1.7, 4) == ("━━━━", "")


def test_selecting_all_and_inverting_hold_no_ids() -> None:
    marks = Marks()
    marks.toggle(7)
    marks.invert()
    assert (7 in marks, 8 in marks, marks.count(1_000_000)) == (False, True, 999_999)
    marks.take_all()
    marks.toggle(3)
    assert (3 in marks, marks.count(10)) == (False, 9)
    marks.invert()
    assert (3 in marks, marks.count(10)) == (True, 1)


@pytest.mark.few(1)
@pytest.mark.parametrize("selecting", [("space", "space"), ("v", "j")])
async def test_what_is_selected_stays_so_behind_a_look_at_another_view(
    opened: Opened, selecting: tuple[str, ...]
) -> None:
    async with opened() as pilot:
        await pilot.press(*selecting, "5", "1")
        assert view_of(pilot).selection.summary == "2 selected"


async def test_a_narrow_terminal_shows_one_pane_at_a_time(opened: Opened) -> None:
    async with opened(size=(60, 20)) as pilot:
        view = view_of(pilot)
        assert (view.scope_tree.display, view.table.display, view.detail.display) == (False, True, False)
        await pilot.press("h")
        assert (view.scope_tree.display, view.table.display, view.detail.display) == (True, False, False)
        await pilot.press("j", "enter", "enter")
        assert (view.scope_tree.display, view.table.display, view.detail.display) == (False, False, True)
        await pilot.press("escape")
        assert view.table.display
        await pilot.resize_terminal(120, 36)
        await until(pilot, lambda: view.scope_tree.display and view.table.display and view.detail.display)


async def test_the_mouse_moves_the_cursor_and_opens_tabs(opened: Opened) -> None:
    async with opened() as pilot:
        view = view_of(pilot)
        await pilot.click(view.table, offset=(30, 2))
        assert view.table.cursor == 2
        await pilot.click("Header", offset=(30, 0))
        assert app_of(pilot).view_id == "dropped"


async def test_the_theme_key_goes_round_and_repaints(opened: Opened, tmp_path: Path) -> None:
    async with opened(config=tmp_path / "config.toml") as pilot:
        table = view_of(pilot).table
        seen = []
        for _ in themes.PALETTES:
            seen.append((pilot.app.theme, table.render_line(1)._segments[0].style))
            await pilot.press("T")
            await pilot.pause()
        assert pilot.app.theme == seen[0][0]
        assert len(set(seen)) == 3


@pytest.mark.long
async def test_a_huge_paste_is_taken_in_its_visible_form(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("a")
        form = pilot.app.screen
        assert isinstance(form, MemoryForm)
        pilot.app.post_message(events.Paste("line \x1b]52;c;ZXZpbA==\x07\n" * 20_000))
        await pilot.pause()
        assert form.text.document.line_count == 20_001
        assert "\x1b" not in form.text.text
        assert not form.text.soft_wrap


def test_a_crash_is_a_sentence_that_names_a_log() -> None:
    words = run._farewell(RuntimeError("something \x1b[2J odd"))
    assert "\x1b" not in words
    assert "Traceback" not in words
    log = Path(words.rpartition(" ")[2])
    assert "RuntimeError" in log.read_text(encoding="utf-8")
    log.unlink()


async def test_a_message_leaves_no_half_a_word_of_the_status_beside_it(opened: Opened) -> None:
    """Hints that belong to a view go with it; what was done stays said."""
    async with opened(size=(80, 24)) as pilot:
        app = app_of(pilot)
        await pilot.press("space")
        for length in range(20, 74):
            app.say("x" * length, "done")
            left = "".join(part.text for part in app._status.render_line(0))[: 80 - length - 6].strip()
            assert "1 selected" in left or "1" not in left
        await pilot.press("3")
        assert app._notice.display
        app.say("only a hint")
        await pilot.press("1")
        assert not app._notice.display


@pytest.mark.parametrize("height", [20, 24])
async def test_who_else_writes_never_runs_into_the_tabs(opened: Opened, height: int) -> None:
    async with opened(size=(132, height)) as pilot:
        header = app_of(pilot)._header
        seen = set()
        for others in ("mcp +3", "script +6", "claude +1", "script +1,206", "claude +12  script +6"):
            header.name_writers(others)
            for waiting in (0, 7, 1_280):
                header.count_waiting(waiting)
                line = "".join(part.text for part in header.render_line(0))
                before, said_of, _behind = line.partition(others)
                assert not said_of or before.endswith("  "), line
                seen.add(bool(said_of))
        assert seen == {True, False}


def test_a_quote_that_goes_on_says_so() -> None:
    assert quoted("there is no index", 30, 1) == ["“there is no index”"]
    assert quoted("there is no index on the table", 20, 1) == ["“there is no index…”"]
    assert quoted("there is no index on the table of users", 20, 2)[1].endswith("…”")
