"""Sources on the screen: what is on this machine, what is linked, and what is written to whose files."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from memtui.config.settings import Review, Settings
from memtui.domain.memory import State
from memtui.domain.text import printable
from memtui.store import memories, proposals, sources
from memtui.store.opening import open_store
from memtui.store.sources import Standing
from memtui.tui.keys.views import ViewId
from memtui.tui.sources.pages import seen_lines
from memtui.tui.sources.sources_list import Seen
from memtui.tui.sources.verbs import PathPrompt, WritingDialog
from memtui.tui.sources.view import SourcesView
from tests.conftest import FrozenClock
from tests.sources.linked import DEPLOY, bytes_in, linked
from tests.tui.conftest import Opened, app_of, listed, said, under_cursor, until, view_of

FRIDAYS = "Deploys go out on Fridays"
SHIP = "Ship: only after the tests"
"""What the list calls that fact: its description."""
ROSA = "---\nname: rosa\ndescription: who Rosa is\ntype: user\n---\n\nRosa is a baker.\n"
INDEX = """# Tea house memory

- [Deploys](deploy.md) — ship only after the tests
- [Rosa](rosa.md) — who she is

## Ports
- the till listens on 8080
- the printer listens on 9100
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with nothing in it but a Claude Code memory folder."""
    home = tmp_path / "home"
    folder = home / ".claude" / "projects" / "-home-rosa-tea-house" / "memory"
    folder.mkdir(parents=True)
    for name, text in {"MEMORY.md": INDEX, "deploy.md": DEPLOY, "rosa.md": ROSA}.items():
        (folder / name).write_text(text)
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME", "CLAUDE_MEM_DATA_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    return folder


@pytest.fixture
def empty(tmp_path: Path, clock: FrozenClock) -> Path:
    """A store that nothing was ever in."""
    path = tmp_path / "new.db"
    open_store(path, clock=clock).close()
    return path


@pytest.fixture
def agreed(empty: Path, folder: Path, clock: FrozenClock) -> Path:
    """A store with the folder linked, and writing to it allowed."""
    with open_store(empty, clock=clock) as store:
        linked(store, folder)
    return empty


@pytest.fixture
def read_only(empty: Path, folder: Path, clock: FrozenClock) -> Path:
    """A store with the folder linked, and writing to it not allowed."""
    with open_store(empty, clock=clock) as store:
        linked(store, folder, agreed=False)
    return empty


def sources_of(pilot: Pilot[int]) -> SourcesView:
    view = app_of(pilot).view
    assert isinstance(view, SourcesView)
    return view


def words(pilot: Pilot[int]) -> str:
    """Return what the page of the Sources view says."""
    return "\n".join("".join(part.text for part in line) for line in sources_of(pilot).page.lines)


async def go_to(pilot: Pilot[int], text: str) -> None:
    """Put the cursor on the memory that says this."""
    await until(pilot, lambda: any(text in row for row in listed(pilot)))
    view_of(pilot).table.move_to(next(i for i, row in enumerate(listed(pilot)) if text in row))
    assert text in under_cursor(pilot)


async def opened_sources(pilot: Pilot[int]) -> None:
    await pilot.press("S")
    await until(pilot, lambda: sources_of(pilot).list.row is not None)


async def test_a_new_store_offers_what_agents_remember_and_imports_nothing_by_itself(
    opened: Opened, empty: Path, folder: Path
) -> None:
    async with opened(empty) as pilot:
        await until(
            pilot, lambda: view_of(pilot).table.empty[0] == "Found 4 memories in 1 place on this machine"
        )
        assert "Claude Code" in view_of(pilot).table.empty[2]
        assert listed(pilot) == []
        await pilot.press("enter")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.SOURCES)
        await until(pilot, lambda: FRIDAYS in words(pilot))
        assert not sources.get_all(app_of(pilot).store)
        await pilot.press("escape")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.MEMORIES)


@pytest.mark.usefixtures("folder")
async def test_examples_offer_nothing(opened: Opened, empty: Path) -> None:
    async with opened(empty, own=False) as pilot:
        await pilot.pause(0.3)
        assert view_of(pilot).table.empty[0] == "No memories yet"
        assert app_of(pilot).on_machine.found is None


async def test_linking_says_what_was_taken_out_of_records(opened: Opened, empty: Path, folder: Path) -> None:
    (folder / "rosa.md").write_text(f"{ROSA}\n<think>she may like cake</think>\n")
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await pilot.press("l")
        await until(pilot, lambda: "context was taken out of 1 record" in said(pilot))


async def test_l_links_what_was_found_and_u_takes_the_import_back_and_leaves_the_files(
    opened: Opened, empty: Path, folder: Path
) -> None:
    before = bytes_in(folder)
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await pilot.press("l")
        await until(pilot, lambda: said(pilot).startswith("Linked; 4 memories added"))
        await until(pilot, lambda: sources_of(pilot).status().count == "1 linked")
        await pilot.press("1")
        assert len(listed(pilot)) == 4
        await pilot.press("u")
        assert listed(pilot) == []
        await pilot.pause(0.6)
    assert bytes_in(folder) == before


async def test_what_was_linked_is_looked_at_and_it_is_said_how_much_is_worth_a_look(
    opened: Opened, empty: Path, folder: Path
) -> None:
    (folder / "MEMORY.md").write_text(f"{INDEX}- the till listens on 8081\n", encoding="utf-8")
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await pilot.press("l")
        await until(pilot, lambda: app_of(pilot).review_pass is not None)
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        worth = app_of(pilot)._header.waiting
        assert worth
        assert said(pilot) == f"5 found: {worth} worth a look · 2 shows them"


async def test_esc_stops_the_look_at_what_was_linked_and_the_memories_stay(
    opened: Opened, empty: Path, folder: Path
) -> None:
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await pilot.press("l")
        await until(pilot, lambda: app_of(pilot).review_pass is not None)
        assert "looking at what came in" in sources_of(pilot).status().busy
        await pilot.press("escape")
        assert said(pilot) == "Stopping the review pass; what it found stays"
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        await pilot.press("1")
        assert len(listed(pilot)) == 4


async def test_a_pass_that_never_runs_by_itself_does_not_run_for_what_was_linked(
    opened: Opened, empty: Path, folder: Path
) -> None:
    settings = Settings(review=Review(on_start="never"))
    async with opened(empty, settings=settings) as pilot:
        await opened_sources(pilot)
        await pilot.press("l")
        await until(pilot, lambda: said(pilot).startswith("Linked; 4 memories added"))
        assert app_of(pilot).review_pass is None


async def test_a_drop_takes_the_fact_out_of_folder_and_index_and_u_puts_back_every_byte(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    before = bytes_in(folder)
    async with opened(agreed) as pilot:
        await go_to(pilot, SHIP)
        await pilot.press("d")
        await until(pilot, lambda: not (folder / "deploy.md").exists())
        await until(pilot, lambda: "also changed in MEMORY.md and deploy.md" in said(pilot))
        assert said(pilot).startswith("Dropped 1 memory · u to undo")
        assert "deploy.md" not in (folder / "MEMORY.md").read_text()
        await pilot.press("u")
        await until(pilot, lambda: bytes_in(folder) == before)


async def test_what_was_last_written_can_be_looked_at(opened: Opened, agreed: Path, folder: Path) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, "9100")
        await pilot.press("d")
        await until(pilot, lambda: b"9100" not in bytes_in(folder)["MEMORY.md"])
        await opened_sources(pilot)
        await until(pilot, lambda: "Last written, 20 Nov 2026: 1 line in MEMORY.md" in words(pilot))
        assert "- - the printer listens on 9100" in words(pilot)


async def test_two_screens_on_one_store_write_once_and_complain_of_nothing(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    before = bytes_in(folder)
    async with opened(agreed) as pilot, opened(agreed) as other:
        await go_to(pilot, SHIP)
        await pilot.press("d")
        await until(pilot, lambda: not (folder / "deploy.md").exists())
        await until(other, lambda: not any(SHIP in row for row in listed(other)))
        await pilot.press("u")
        await until(pilot, lambda: bytes_in(folder) == before)
        await pilot.pause(0.5)
        for each in (pilot, other):
            assert app_of(each)._notice.kind != "error"
        assert [source.message for source in sources.get_all(app_of(pilot).store)] == [""]


async def test_what_was_dropped_just_before_quitting_is_written_all_the_same(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, SHIP)
        await pilot.press("d", "q")
    assert not (folder / "deploy.md").exists()


async def test_nothing_is_written_before_w_has_shown_the_lines_and_enter_said_yes(
    opened: Opened, read_only: Path, folder: Path
) -> None:
    before = bytes_in(folder)
    async with opened(read_only) as pilot:
        await go_to(pilot, "9100")
        await until(pilot, lambda: bool(app_of(pilot).in_step._waiting))  # it has seen how things stand
        await pilot.press("d")
        await until(
            pilot, lambda: "still so in Claude Code's files; 8, then w, writes it there" in said(pilot)
        )
        await opened_sources(pilot)
        await until(pilot, lambda: "- - the printer listens on 9100" in words(pilot))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WritingDialog))
        await pilot.press("w", "n")
        assert bytes_in(folder) == before
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WritingDialog))
        dialog = pilot.app.screen
        assert isinstance(dialog, WritingDialog)
        assert "To write: 1 line in MEMORY.md" in "".join(part.text for part in dialog._page.lines[0])
        await pilot.press("enter")
        await until(pilot, lambda: b"9100" not in bytes_in(folder)["MEMORY.md"])
        await pilot.press("u")
        await until(pilot, lambda: bytes_in(folder) == before)


async def test_w_forbids_writing_again(opened: Opened, agreed: Path, folder: Path) -> None:
    before = bytes_in(folder)
    async with opened(agreed) as pilot:
        await opened_sources(pilot)
        await pilot.press("w")
        await until(pilot, lambda: said(pilot).startswith("Nothing more is written"))
        await pilot.press("1")
        await go_to(pilot, SHIP)
        await pilot.press("d")
        await pilot.pause(0.6)
        assert bytes_in(folder) == before


async def test_an_entry_that_vanishes_from_a_file_becomes_a_card_and_stays_here(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, "9100")
        (folder / "MEMORY.md").write_text(INDEX.replace("- the printer listens on 9100\n", ""))
        # The header counts what is in the store, and the child that put it there tells of it afterwards.
        await until(pilot, lambda: "1 card in Review" in said(pilot))
        await until(pilot, lambda: app_of(pilot)._header.waiting == 1)
        assert any("9100" in row for row in listed(pilot))
        await opened_sources(pilot)
        await until(pilot, lambda: "1 card about it in Review" in words(pilot))


async def test_what_an_agent_writes_into_its_file_appears_in_the_table(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    async with opened(agreed) as pilot:
        await until(pilot, lambda: len(listed(pilot)) == 4)
        (folder / "MEMORY.md").write_text(INDEX + "- the scale is at 192.168.0.7\n")
        await until(pilot, lambda: any("192.168.0.7" in row for row in listed(pilot)))


async def test_a_file_that_cannot_be_written_is_said_once_and_the_drop_stays(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    def problem() -> str:
        (source,) = sources.get_all(app_of(pilot).store)
        return source.message

    async with opened(agreed) as pilot:
        await go_to(pilot, "9100")
        (folder / "MEMORY.md").unlink()
        (folder / "MEMORY.md").mkdir()
        await pilot.press("d")
        await until(pilot, lambda: problem() != "" and said(pilot).casefold() == problem().casefold())
        assert not any("9100" in row for row in listed(pilot))


async def test_a_folder_that_is_taken_away_is_said_and_followed_again_when_it_is_back(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    def standing() -> Standing:
        (source,) = sources.get_all(app_of(pilot).store)
        return source.status

    async with opened(agreed) as pilot:
        away = folder.rename(folder.parent / "away")
        await until(pilot, lambda: standing() is Standing.MISSING)
        await until(pilot, lambda: "its memories stay" in said(pilot))
        assert len(listed(pilot)) == 4
        await opened_sources(pilot)
        await until(pilot, lambda: "! there is no" in words(pilot))
        away.rename(folder)
        await until(pilot, lambda: standing() is Standing.LINKED)


async def test_v_shows_what_an_agent_loads_and_what_the_marked_memories_would_save(
    opened: Opened, agreed: Path
) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, "9100")
        await pilot.press("space")
        await opened_sources(pilot)
        await until(pilot, lambda: "load" in sources_of(pilot).situation().offers)
        await pilot.press("v")
        await until(pilot, lambda: "agents stop at 200 lines" in words(pilot))
        (line,) = [line for line in words(pilot).splitlines() if "9100" in line]
        assert line.endswith("would go")
        assert "saved" in words(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: "saved" not in words(pilot))


async def test_s_reads_a_source_now_and_x_leaves_it_alone(opened: Opened, agreed: Path, folder: Path) -> None:
    async with opened(agreed) as pilot:
        await opened_sources(pilot)
        await pilot.press("s")
        await until(pilot, lambda: said(pilot) == "It was in step already")
        await pilot.press("x")
        await until(pilot, lambda: said(pilot).startswith("Unlinked; its 4 memories stay"))
        assert sources.get_all(app_of(pilot).store) == []
        await until(pilot, lambda: sources_of(pilot).status().count == "0 linked, 1 not")
        assert len(memories.get_many(app_of(pilot).store, [1, 2, 3, 4])) == 4


async def test_any_file_can_be_linked_by_its_path(opened: Opened, folder: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("- The oven needs 20 minutes\n- Flour is delivered on Tuesdays\n")
    async with opened() as pilot:
        await pilot.press("S", "a", *"/nowhere", "enter")
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert prompt.said == "! there is no such file or folder"
        prompt.input.value = str(notes)
        await pilot.press("enter")
        await until(pilot, lambda: said(pilot).startswith("Linked; 2 memories added"))


async def test_the_detail_says_in_which_file_a_memory_stands_and_whether_it_is_written(
    opened: Opened, agreed: Path
) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, SHIP)
        await pilot.pause()
        shown = "\n".join("".join(p.text for p in line) for line in view_of(pilot).detail.lines)
        assert "in ~/.claude/projects/-home-rosa-tea-house/memory/deploy.md, Claude Code" in shown
        assert "reads and writes" in shown


async def test_what_review_accepts_is_written_too(opened: Opened, agreed: Path, folder: Path) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, "9100")
        memory_id = view_of(pilot).table.cursor_id
        assert memory_id is not None
        (folder / "MEMORY.md").write_text(INDEX.replace("- the printer listens on 9100\n", ""))
        await until(pilot, lambda: app_of(pilot)._header.waiting == 1)
        await pilot.press("2", "y")
        await until(pilot, lambda: proposals.count_open(app_of(pilot).store) == 0)
        (found,) = memories.get_many(app_of(pilot).store, [memory_id])
        assert found.state is State.DROPPED
        await pilot.press("u")
        await until(pilot, lambda: proposals.count_open(app_of(pilot).store) == 1)


@pytest.mark.parametrize("width", [24, 40, 60, 66, 80, 100, 160])
async def test_every_line_is_safe_and_exactly_as_wide_as_its_pane(
    opened: Opened, empty: Path, folder: Path, tmp_path: Path, width: int
) -> None:
    odd = tmp_path / "home" / "データ\x1b[2J[red]x\u202e.md"
    odd.write_text("- データベースは東京 \x1b]0;x\x07 [red]x[/]\n- " + "long " * 90 + "\n")
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await pilot.press("a")
        prompt = app_of(pilot)._prompt
        assert isinstance(prompt, PathPrompt)
        prompt._then(odd)
        await until(pilot, lambda: sources_of(pilot).status().count == "1 linked, 1 not")
        await until(pilot, lambda: "load" in sources_of(pilot).situation().offers)
        view = sources_of(pilot)
        seen = next(looked.loaded for looked in view._looked.values() if looked.loaded is not None)
        lines = [view.list.draw(at, width) for at in range(view.list.count)]
        assert all(sum(cell_len(part.text) for part in line) == width for line in lines)
        lines += [*view.page.lines, *seen_lines(seen, {}, lambda _id: True, 80, view.page.look)]
        assert all(part.text == printable(part.text) for line in lines for part in line)


@pytest.fixture
def worked_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the instructions of two agents, which the screen is opened in."""
    shop = folder.parents[3] / "tea-house"
    shop.mkdir()
    (shop / "CLAUDE.md").write_text("Rinse the pot\n<!-- nobody sees this -->\n")
    (shop / "AGENTS.md").write_text("Open the shutters\n")
    monkeypatch.chdir(shop)
    return shop


async def to_agent(pilot: Pilot[int], label: str) -> None:
    rows = sources_of(pilot).list
    await until(pilot, lambda: any(isinstance(row, Seen) for row in rows.rows))
    rows.move_to(
        next(i for i, row in enumerate(rows.rows) if isinstance(row, Seen) and row.view.label == label)
    )
    await until(pilot, lambda: words(pilot).startswith(f" {label} in ~/tea-house"))


@pytest.mark.usefixtures("worked_in")
async def test_each_agent_has_a_row_with_what_it_loads_here(opened: Opened, empty: Path) -> None:
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await to_agent(pilot, "Codex")
        await pilot.press("v")
        await until(pilot, lambda: "Open the shutters" in words(pilot))
        assert "Rinse" not in words(pilot)
        await pilot.press("escape")
        await to_agent(pilot, "Claude Code")
        assert "not loaded, ~/tea-house/AGENTS.md: it reads CLAUDE.md" in " ".join(words(pilot).split())
        await pilot.press("v")
        await until(pilot, lambda: "Rinse the pot" in words(pilot))
        assert "nobody" not in words(pilot)


@pytest.mark.usefixtures("worked_in")
async def test_an_agents_row_is_no_source_to_link(opened: Opened, empty: Path) -> None:
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await to_agent(pilot, "Codex")
        await pilot.press("l")
        await until(pilot, lambda: "no source of its own" in said(pilot))
        assert not sources.get_all(app_of(pilot).store)


async def test_among_the_examples_agents_see_nothing_outside_their_home(
    opened: Opened, empty: Path, worked_in: Path
) -> None:
    (worked_in.parents[1] / "CLAUDE.md").write_text("Outside\n")
    async with opened(empty, own=False) as pilot:
        await pilot.press("S")
        await to_agent(pilot, "Claude Code")
        assert "CLAUDE.md" in words(pilot)
        assert str(worked_in.parents[1] / "CLAUDE.md") not in words(pilot)
