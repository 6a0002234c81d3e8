"""Skills, commands and definitions of agents lie beside memories; nobody takes them for some."""

from pathlib import Path

import pytest

from memtui.formats.instructions.format import Instructions
from memtui.formats.protocol import SourceError
from memtui.formats.registry import reader_for
from tests.formats.reading import skipped, texts, write

SKILL = "---\nname: lids\ndescription: How to bend lids\n---\n\n# Lids\n\n- Warm it.\n- Bend it.\n- Ask.\n"


@pytest.mark.parametrize(
    ("place", "what"),
    [
        ("SKILL.md", "a skill"),
        (".agents/skills/lids/more.md", "a skill"),
        (".claude/agents/smith.md", "the definition of an agent"),
        (".claude/commands/bend/lid.md", "a command"),
        (".github/prompts/lid.prompt.md", "a prompt"),
    ],
)
def test_a_part_of_an_agent_is_refused_with_the_command_that_reads_it(
    tmp_path: Path, place: str, what: str
) -> None:
    file = write(tmp_path / place, SKILL)
    with pytest.raises(SourceError, match=f"is {what}, which an agent loads by itself") as refused:
        reader_for(file)
    assert f"memtui import {file} --format markdown" in str(refused.value)
    assert len(texts(reader_for(file, "markdown"), file)) == 3


def test_what_lies_beside_them_is_read_and_they_are_counted(tmp_path: Path) -> None:
    write(tmp_path / ".claude/skills/lids/SKILL.md", SKILL)
    write(tmp_path / ".claude/notes/till.md", "# Till\n\nThe till is grey.\n")
    folder = tmp_path / ".claude"
    assert texts(reader_for(folder), folder) == ["The till is grey."]
    assert [(one.where, one.reason) for one in skipped(reader_for(folder), folder)] == [
        ("skills/lids/SKILL.md", "a skill, which an agent loads by itself, and no memory")
    ]


def test_a_folder_of_nothing_else_says_so(tmp_path: Path) -> None:
    write(tmp_path / ".claude/agents/smith.md", SKILL)
    folder = tmp_path / ".claude"
    with pytest.raises(SourceError, match="Its markdown is skills, commands and the like"):
        reader_for(folder)
    with pytest.raises(SourceError, match="Its markdown is skills, commands and the like"):
        list(Instructions().read(folder))
    assert len(texts(Instructions(), folder / "agents")) == 3


@pytest.mark.parametrize(
    "place", [".claude/agent-memory/smith/MEMORY.md", "agents/smith.md", ".letta/agents/a.md"]
)
def test_other_places_are_no_parts_of_an_agent(tmp_path: Path, place: str) -> None:
    file = write(tmp_path / place, "# Till\n\n- The till is grey.\n- Never lock it.\n- Ask first.\n")
    assert len(texts(reader_for(file), file)) == 3
