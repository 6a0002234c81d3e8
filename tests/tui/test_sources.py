"""Sources on the screen: what is on this machine, what is linked, and what is written to whose files."""

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from memtui.config.settings import Review, Settings
from memtui.domain.text import printable
from memtui.lifecycle.states import archive
from memtui.store import memories, sources
from memtui.store.opening import open_store
from memtui.store.sources import StillThere
from memtui.tui.keys.views import ViewId
from memtui.tui.sources.linked import Linked, linked_rows
from memtui.tui.sources.pages import seen_lines
from memtui.tui.sources.sources_list import Seen, Unlinked
from memtui.tui.sources.verbs import PathPrompt
from tests.conftest import FrozenClock
from tests.formats.reading import write
from tests.sources.linked import bytes_in, linked, sync
from tests.tui.conftest import AGENT, INDEX, ROSA, Opened, app_of, listed, said, until, view_of
from tests.tui.extracting import screen_of
from tests.tui.linked import FRIDAYS, SHIP, go_to, opened_sources, sources_of, words


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
        await pilot.pause()
        assert view_of(pilot).table.empty[0] == "No memories yet"
        assert app_of(pilot).on_machine.found is None


@pytest.mark.long
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
        await pilot.press("8")
        await until(pilot, lambda: "4 memories that are gone here still stand" in words(pilot))
        assert "what was undone by ctrl+r" in " ".join(words(pilot).split())
        state = "".join(part.text for part in sources_of(pilot).list.draw(1, 120))
        assert "reads only        4 not here" in state
    assert bytes_in(folder) == before


@pytest.mark.long
async def test_linking_says_how_many_lines_were_duplicates_of_others(
    opened: Opened, empty: Path, folder: Path
) -> None:
    (folder / "MEMORY.md").write_text(f"{INDEX}- the till listens on 8080\n", encoding="utf-8")
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await pilot.press("l")
        await until(pilot, lambda: said(pilot).startswith("Linked; 4 memories added, 1 duplicate of others"))


@pytest.mark.long
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
        assert said(pilot) == f"5 came in: {worth} worth a look · press 2 to see them"


async def test_esc_leaves_and_the_look_at_what_was_linked_goes_on(
    opened: Opened, empty: Path, folder: Path
) -> None:
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await pilot.press("l")
        await until(pilot, lambda: app_of(pilot).review_pass is not None)
        assert "looking at what came in" in sources_of(pilot).status().busy
        await pilot.press("escape")
        assert app_of(pilot).view_id is ViewId.MEMORIES
        await until(pilot, lambda: app_of(pilot).review_pass is None)
        assert said(pilot).startswith("4 came in: ")
        assert len(listed(pilot)) == 4


@pytest.mark.long
async def test_a_pass_that_never_runs_by_itself_does_not_run_for_what_was_linked(
    opened: Opened, empty: Path, folder: Path
) -> None:
    settings = Settings(review=Review(on_start="never"))
    async with opened(empty, settings=settings) as pilot:
        await opened_sources(pilot)
        await pilot.press("l")
        await until(pilot, lambda: said(pilot).startswith("Linked; 4 memories added"))
        assert app_of(pilot).review_pass is None


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


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (80, "writes  2 secrets"),
        (120, "reads and writes  2 secrets in its files"),
        (200, "reads and writes  2 secrets in its files"),
    ],
)
async def test_what_is_to_do_hides_nowhere_whether_files_are_written(
    opened: Opened, agreed: Path, width: int, told: str
) -> None:
    with open_store(agreed) as store:
        (row,) = linked_rows(store)
    async with opened(agreed) as pilot:
        await opened_sources(pilot)
        rows = sources_of(pilot).list
        rows.show([replace(row, still=StillThere((), 0, ("a", "b")))], 0.0)
        line = "".join(part.text for part in rows.draw(0, width))
        assert line.rstrip().endswith(told)
        assert cell_len(line) == width


@pytest.mark.few(1)
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


async def test_after_l_the_cursor_is_on_the_next_place_that_is_not_linked(
    opened: Opened, empty: Path, folder: Path
) -> None:
    (folder.parents[2] / "CLAUDE.md").write_text("# Rosa\n\n- Answer in British English\n")
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await until(pilot, lambda: sources_of(pilot).status().count == "0 linked, 2 not")
        await pilot.press("l")
        await until(pilot, lambda: sources_of(pilot).status().count == "1 linked, 1 not")
        assert isinstance(sources_of(pilot).list.row, Unlinked)
        await pilot.press("l")
        await until(pilot, lambda: sources_of(pilot).status().count == "2 linked")


def test_a_card_counts_for_the_source_of_its_file_and_for_none_around_it(
    empty: Path, folder: Path, clock: FrozenClock
) -> None:
    around = folder.parents[2]
    (around / "CLAUDE.md").write_text("# Rosa\n\n- Answer in British English\n")
    with open_store(empty, clock=clock) as store:
        linked(store, around)
        inner = linked(store, folder)
        (folder / "MEMORY.md").write_text(INDEX.replace("- the till listens on 8080\n", ""))
        assert sync(store, inner).proposed == 1
        assert {row.path: row.undecided for row in linked_rows(store)} == {str(around): 0, str(folder): 1}


def test_a_source_counts_the_memories_of_it_that_live(
    read_only: Path, folder: Path, clock: FrozenClock
) -> None:
    with open_store(read_only, clock=clock) as store:
        archive(store, [1], by=AGENT)
        (row,) = linked_rows(store)
        assert (row.records, row.pending) == (3, 1)


async def test_that_a_linked_file_is_gone_is_said_once(opened: Opened, empty: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("- The oven needs 20 minutes\n")
    with open_store(empty) as store:
        source = linked(store, notes)
        notes.unlink()
        sync(store, source)
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await until(pilot, lambda: bool(sources_of(pilot)._looked))
        assert " ".join(words(pilot).split()).count("There is no") == 1


def test_a_linked_project_is_named_by_its_instruction_files(empty: Path, tmp_path: Path) -> None:
    project = tmp_path / "shop"
    project.mkdir()
    (project / "AGENTS.md").write_text("# Rules\n\n- Never push to main\n")
    with open_store(empty) as store:
        linked(store, project, agreed=False)
        (row,) = linked_rows(store)
    assert row.files == ("AGENTS.md",)


async def test_a_folder_called_after_the_path_of_its_project_is_named_by_the_project(
    opened: Opened, read_only: Path
) -> None:
    async with opened(read_only) as pilot:
        await opened_sources(pilot)
        rows = sources_of(pilot).list
        (row,) = (i for i, row in enumerate(rows.rows) if isinstance(row, Linked))
        assert "memory of tea-house" in "".join(part.text for part in rows.draw(row, 100))


async def test_the_page_of_a_source_counts_the_memories_of_each_file(opened: Opened, agreed: Path) -> None:
    async with opened(agreed) as pilot:
        await pilot.press("8")
        await until(pilot, lambda: "  rosa.md" in screen_of(pilot))
        shown = screen_of(pilot)
        assert "1  deploy.md" in shown
        assert "1  rosa.md" in shown


async def test_enter_on_a_file_of_a_source_lists_its_memories(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    async with opened(agreed) as pilot:
        await pilot.press("8")
        await until(pilot, lambda: "  rosa.md" in screen_of(pilot))
        await pilot.press("enter", "down")
        await until(pilot, lambda: "1 memory in deploy.md" in screen_of(pilot))
        assert ("enter", "show them") in sources_of(pilot).hints()
        await pilot.press("enter")
        await until(pilot, lambda: len(listed(pilot)) == 1)
        assert SHIP in listed(pilot)[0]
        assert view_of(pilot).status().filter == f"file:{folder / 'deploy.md'}"


async def test_the_page_of_what_is_not_linked_opens_and_closes_by_enter(
    opened: Opened, empty: Path, folder: Path
) -> None:
    async with opened(empty, own=True) as pilot:
        await opened_sources(pilot)
        await until(pilot, lambda: FRIDAYS in words(pilot))
        await pilot.press("enter")
        assert sources_of(pilot).zoomed
        await pilot.press("enter")
        assert not sources_of(pilot).zoomed


async def test_what_was_linked_is_seen_at_the_top_of_the_list(
    opened: Opened, empty: Path, folder: Path
) -> None:
    write(folder.parents[3] / ".codex" / "AGENTS.md", "- Rinse the pot\n")
    async with opened(empty, size=(120, 16)) as pilot:
        await opened_sources(pilot)
        await until(pilot, lambda: sum(isinstance(row, Unlinked) for row in sources_of(pilot).list.rows) == 2)
        await pilot.press("g", "l")
        await until(pilot, lambda: said(pilot).startswith("Linked; 4 memories added"))
        await until(pilot, lambda: sources_of(pilot).status().count == "1 linked, 1 not")
        assert sources_of(pilot).list.scroll_offset.y == 0


async def test_a_subject_in_front_of_what_was_found_has_a_colon_behind_it(
    opened: Opened, empty: Path, folder: Path
) -> None:
    write(folder / "ada.md", "---\nname: ada\ndescription: who Ada is\ntype: user\n---\n\nRuns the shop.\n")
    async with opened(empty) as pilot:
        await opened_sources(pilot)
        await until(pilot, lambda: "who Ada is: Runs the shop." in words(pilot))
