from pathlib import Path

import pytest

from memtui.domain.instant import from_iso
from memtui.domain.memory import MemoryType
from memtui.formats.codex.format import Codex
from memtui.formats.protocol import SourceError
from tests.formats.reading import drafts, texts, write
from tests.formats.samples import CODEX, CODEX_SUMMARY

READER = Codex()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write(tmp_path / "memories" / "MEMORY.md", CODEX)
    write(tmp_path / "memories" / "memory_summary.md", CODEX_SUMMARY)
    return tmp_path


def test_the_bullets_of_a_task_group_are_memories_without_their_marks(home: Path) -> None:
    assert texts(READER, home / "memories" / "MEMORY.md") == [
        "when prices change, the user asked to see the old one beside it -> print both",
        "Prices lie in `prices.toml` and are read at start.",
        "The till kept old prices -> restart it after a change.",
        "The hose leaks at the tap.",
    ]


def test_a_group_is_filed_under_the_project_it_applies_to(home: Path) -> None:
    found = drafts(READER, home / "memories" / "MEMORY.md")
    assert [draft.scope for draft in found] == ["/project/tea-house"] * 3 + ["/agent/codex"]
    assert found[0].created_at == from_iso("2026-02-03T04:05:06Z")
    assert [draft.categories for draft in found[:3]] == [("preference",), ("finding",), ("gotcha",)]
    assert found[0].type is MemoryType.PROCEDURAL


def test_a_single_group_is_one_too(tmp_path: Path) -> None:
    group = "# Task Group: Shed\n\nscope: tools\napplies_to: cwd=C:\\code\\shed and others; x\n\n"
    file = write(tmp_path / "MEMORY.md", group + "## Reusable knowledge\n\n- The door sticks\n")
    (draft,) = drafts(READER, file)
    assert (draft.scope, draft.provenance["task_group"]) == ("/project/shed", "Shed")


def test_a_bullet_keeps_where_it_came_from(home: Path) -> None:
    provenance = drafts(READER, home)[1].provenance
    assert provenance["task_group"] == "Tea house till"
    assert provenance["marks"] == ["Task 1", "ad-hoc note"]
    assert provenance["keywords"] == ["oolong, prices.toml"]
    assert str(provenance["record"]).startswith("Tea house till#")


def test_the_summary_gives_what_is_loaded_but_not_its_index(home: Path) -> None:
    found = drafts(READER, home / "memories" / "memory_summary.md")
    assert [draft.text for draft in found] == [
        "Rosa runs a tea house and writes her own tools.",
        "Prefers short answers.",
        "The build needs two cores.",
    ]
    assert [draft.scope for draft in found] == ["/user", "/user", "/agent/codex"]


def test_a_note_is_one_memory(home: Path) -> None:
    write(home / "memories/extensions/ad_hoc/notes/n.md", "# Note\n\nThe tap is fixed.\n")
    assert drafts(READER, home)[-1].provenance["record"] == "n.md"
    assert drafts(READER, home)[-1].text == "# Note\n\nThe tap is fixed."


def test_a_folder_without_memories_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="memory_summary"):
        drafts(READER, tmp_path)
