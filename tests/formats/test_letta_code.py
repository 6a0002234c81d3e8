"""Letta Code's memory folders: read in both layouts, found on a machine, changed byte for byte."""

import shutil
from pathlib import Path

import pytest

from memtui.formats.letta_code import LettaCode
from memtui.formats.registry import reader_for
from memtui.sources.places import scan
from tests.formats.changing import put_back, record, remove
from tests.formats.reading import drafts, skipped, texts
from tests.formats.samples import FOLDERS

TEA, CAT = ".letta/agents/agent-tea/memory", ".letta/lc-local-backend/memfs/agent-local-cat/memory"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDERS / "letta-code", tmp_path / "home"))


def test_each_memory_is_filed_under_its_agent_and_the_persons_under_them(home: Path) -> None:
    told = [(draft.scope, draft.text) for draft in drafts(LettaCode(), home / TEA)]
    assert sorted(told) == [
        ("/agent/tea", "I keep the books of the tea house."),
        ("/agent/tea", "Prices are in cents."),
        ("/agent/tea", "The drawer sticks when it rains."),
        ("/user", "Rosa answers in British English."),
    ]
    assert [(one.where, one.reason) for one in skipped(LettaCode(), home / TEA)] == [
        ("skills", "1 skill of the agent, no memory")
    ]


def test_an_agent_is_called_as_its_own_file_says(home: Path) -> None:
    assert {draft.scope for draft in drafts(LettaCode(), home / CAT)} == {"/agent/cat"}


def test_an_index_names_pages_and_its_other_lines_are_memories(home: Path) -> None:
    assert sorted(texts(LettaCode(), home / CAT)) == [
        "I guard the garden.",
        "Look into the garden first.",
        "Tin bends when it is cold.",
    ]
    assert [(one.where, one.reason) for one in skipped(LettaCode(), home / CAT)] == [
        ("MEMORY.md, 2 lines", "of an index, no memory"),
        ("lids/MEMORY.md, 1 line", "of an index, no memory"),
    ]


def test_a_home_its_folders_and_each_page_are_known(home: Path) -> None:
    assert len(texts(LettaCode(), home)) == 7
    for path in (home / ".letta", home / TEA, (home / TEA).parent, home / TEA / "system/human.md"):
        assert reader_for(path).name == "letta-code"


def test_a_scan_finds_every_agent(home: Path) -> None:
    found = {one.path: one.records for one in scan(home, {}, None) if one.format == "letta-code"}
    assert found == {home / TEA: 4, home / CAT: 6}
    elsewhere = {"LETTA_LOCAL_BACKEND_DIR": str(home / ".letta/lc-local-backend")}
    assert [one.path for one in scan(home / "none", elsewhere, None)] == [home / CAT]


def test_what_is_in_context_is_what_each_layout_says(home: Path) -> None:
    assert {file.name for file in LettaCode().loads(home / TEA)} == {"human.md", "persona.md"}
    assert {file.name for file in LettaCode().loads(home / CAT)} == {"MEMORY.md", "persona.md"}


def test_a_memory_goes_with_its_line_and_comes_back_to_it(home: Path) -> None:
    page = home / TEA / "reference/till.md"
    before = page.read_bytes()
    gone = record(LettaCode(), home / TEA, "drawer sticks")
    remove(LettaCode(), home / TEA, "drawer sticks")
    assert page.read_bytes() == before.replace(b"- The drawer sticks when it rains.\n", b"")
    put_back(LettaCode(), home / TEA, gone)
    assert page.read_bytes() == before


def test_a_line_of_an_index_stays_when_a_memory_beside_it_goes(home: Path) -> None:
    page = home / CAT / "MEMORY.md"
    before = page.read_bytes()
    remove(LettaCode(), home / CAT, "Look into the garden")
    assert page.read_bytes().rstrip() == before.replace(b"Look into the garden first.\n", b"").rstrip()


def test_a_page_that_nobody_may_change_is_left_as_it_is(home: Path) -> None:
    page = home / TEA / "system/persona.md"
    page.write_text(page.read_text().replace("---\n", "---\nread_only: true\n", 1))
    plan = remove(LettaCode(), home / TEA, "keep the books")
    assert (plan.files, [one.reason for one in plan.left]) == (
        [],
        ["persona.md is read_only in Letta Code, which lets nobody change it"],
    )
