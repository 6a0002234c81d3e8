"""Letta's agent files: a statement is found wherever its block stands, and only its characters change."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from memtui.domain.memory import Draft
from memtui.formats.letta import Letta
from memtui.formats.registry import reader_for
from tests.formats.changing import loaded, put_back, record, remove, reword
from tests.formats.reading import texts, write
from tests.formats.samples import FOLDERS

TEA = FOLDERS / "letta/tea.af"
SPELLED = r"""{"agents": [{"name": "Mo", "system": "%s", "messages": []}],
 "blocks": [
  {"label": "human", "limit": 90,
   "value": "Rosa\u2019s caf\u00e9 is at a\/b.\n- Opens at 8\n- Bakes \ud83c\udf5e on Mondays"},
  {"label": "persona", "value":"I look after it.\n"}
 ], "x" : [1.0,2e3]}
"""


def agent_file(folder: Path, *, wrapped: bool = False) -> Path:
    """Return a file in which the blocks stand far behind the agent and its instructions."""
    text = SPELLED % ("Be kind. " * 2_000)
    return write(folder / "mo.af", json.dumps(text) + "\n" if wrapped else text)


@pytest.mark.parametrize("wrapped", [False, True])
def test_blocks_far_behind_a_long_conversation_are_found(tmp_path: Path, wrapped: bool) -> None:
    file = agent_file(tmp_path, wrapped=wrapped)
    assert reader_for(file).name == "letta"
    assert texts(Letta(), file) == [
        "Rosa’s café is at a/b.",
        "Opens at 8",
        "Bakes 🍞 on Mondays",
        "I look after it.",
    ]


@pytest.mark.parametrize("wrapped", [False, True])
def test_only_the_characters_of_a_statement_change(tmp_path: Path, wrapped: bool) -> None:
    file = agent_file(tmp_path, wrapped=wrapped)
    before = file.read_text()
    opens = record(Letta(), file, "Opens")
    assert not reword(Letta(), file, "Opens", replace(opens, text="Opens at 9, “Sundays” too")).left
    once = r"Opens at 9, \u201cSundays\u201d too"
    assert file.read_text() == before.replace("Opens at 8", json.dumps(once)[1:-1] if wrapped else once)
    assert not remove(Letta(), file, "Opens").left
    gone = r"\n- Opens at 8"
    assert file.read_text() == before.replace(json.dumps(gone)[1:-1] if wrapped else gone, "")
    assert not put_back(Letta(), file, opens).left
    assert sorted(texts(Letta(), file)) == sorted(
        ["Rosa’s café is at a/b.", "Opens at 8", "Bakes 🍞 on Mondays", "I look after it."]
    )


def test_all_of_a_block_goes_and_comes_back(tmp_path: Path) -> None:
    file = write(tmp_path / "tea.af", TEA.read_text())
    persona = record(Letta(), file, "tea house")
    assert not remove(Letta(), file, "tea house").left
    assert json.loads(file.read_text())["blocks"][1]["value"] == ""
    assert not put_back(Letta(), file, persona).left
    assert texts(Letta(), file) == texts(Letta(), TEA)


def test_what_a_block_cannot_hold_is_left_with_the_reason(tmp_path: Path) -> None:
    file = agent_file(tmp_path)
    before = file.read_bytes()
    opens = record(Letta(), file, "Opens")
    (left,) = reword(Letta(), file, "Opens", replace(opens, text="Opens at " + "8 or " * 20)).left
    assert left.reason == "human would have 155 characters; it holds at most 90"
    assert file.read_bytes() == before


def test_a_statement_of_no_block_is_not_written(tmp_path: Path) -> None:
    file = write(tmp_path / "tea.af", TEA.read_text())
    stray: Draft = record(Letta(), file, "tea house")
    stray = replace(
        stray, text="Lids are tin.", provenance={**stray.provenance, "record": "new", "block": "shop"}
    )
    (left,) = put_back(Letta(), file, stray).left
    assert left.reason == "tea.af has no block that it belongs into"
    assert file.read_text() == TEA.read_text()


def test_the_agent_has_every_line_of_its_blocks_before_it() -> None:
    lines = [line.text for line in loaded(Letta(), TEA).lines if line.key]
    assert lines == ["The user is called Rosa.", "- Prefers short answers", "I look after a tea house."]


def test_the_records_of_changed_bytes_are_known_without_a_second_reading(tmp_path: Path) -> None:
    file = write(tmp_path / "tea.af", TEA.read_text())
    done = remove(Letta(), file, "short answers")
    held = Letta().holds(file, file, file.read_bytes())
    assert done.held[str(file)] == held
    assert [one.text for one in held] == texts(Letta(), file)
