"""Lessons as JSON lines, agent files, account exports: what is a memory, whose, and what is counted."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.formats.chatgpt_export import ChatGptExport
from memtui.formats.claude_account import ClaudeAccount
from memtui.formats.insights import Insights
from memtui.formats.instructions.format import Instructions
from memtui.formats.letta import Letta
from memtui.formats.protocol import SourceError
from memtui.formats.registry import reader_for
from tests.formats.changing import remove
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import FOLDERS

INSIGHTS = FOLDERS / "insights/insights.jsonl"


def day(at: float | None) -> str:
    return datetime.fromtimestamp(at or 0, UTC).strftime("%Y-%m-%d")


def test_a_lesson_keeps_its_kind_its_time_and_its_tags() -> None:
    first, tin, last = drafts(Insights(), INSIGHTS)
    assert ("gotcha" in first.categories, "till" in first.categories) == (True, True)
    assert [day(draft.created_at) for draft in (first, tin, last)] == [
        "2026-02-03",
        "2026-02-03",
        "2026-02-05",
    ]
    assert (tin.text, tin.provenance["record"]) == ("Lids are of tin", "i2")
    assert last.provenance["fields"] == {"confidence": 0.8}


def test_what_a_later_line_supersedes_is_left_out_and_counted_and_does_not_come_back(tmp_path: Path) -> None:
    zinc = '{"id": "i3", "kind": "decision", "content": "Lids are of zinc", "supersedes": ["i2"]}\n'
    file = write(tmp_path / "lessons.jsonl", INSIGHTS.read_text() + zinc)
    assert [(one.where, one.reason) for one in skipped(Insights(), file)] == [
        ("line 2", "superseded by another line")
    ]
    held = Insights().holds(file, file, file.read_bytes())
    assert [one.text for one in held] == texts(Insights(), file)
    plan = remove(Insights(), file, "zinc")
    assert (plan.files, [one.where for one in plan.left]) == ([], ["i3"])


def test_a_lesson_goes_with_its_line_and_no_other(tmp_path: Path) -> None:
    file = Path(shutil.copy(INSIGHTS, tmp_path / "lessons.jsonl"))
    (change,) = remove(Insights(), file, "drops a cent").files
    assert (change.after or b"") == b"".join(INSIGHTS.read_bytes().splitlines(keepends=True)[1:])


def test_lessons_with_a_text_and_a_kind_of_their_own_are_read_as_lessons(tmp_path: Path) -> None:
    lines = (
        '{"ts": "2026-02-03T19:05:00Z", "type": "pitfall", "key": "tin", "text": "Lids bend.", "x": 1}\n'
        '{"ts": "2026-02-04T19:05:00Z", "type": "preference", "key": "pay", "text": "Ask for coins."}\n'
    )
    file = write(tmp_path / "learnings.jsonl", lines)
    assert reader_for(file).name == "insights"
    (lid, _) = drafts(Insights(), file)
    assert (lid.text, day(lid.created_at), lid.provenance["record"]) == ("Lids bend.", "2026-02-03", "tin")
    assert "pitfall" in lid.categories
    assert skipped(Insights(), file) == []
    with pytest.raises(SourceError, match="looks like lessons or insights as JSON lines"):
        reader_for(tmp_path)
    exported = write(tmp_path / "x.jsonl", '{"text": "Lids bend.", "type": "semantic"}\n')
    assert reader_for(exported).name == "memtui"


def test_turns_of_a_session_are_no_lessons(tmp_path: Path) -> None:
    lines = '{"type": "user", "content": "hi"}\n{"type": "assistant", "content": "hello"}\n'
    assert Insights().detect(write(tmp_path / "s.jsonl", lines)) == 0.0


def test_blocks_of_an_agent_are_pages_of_statements() -> None:
    file = FOLDERS / "letta/tea.af"
    assert reader_for(file).name == "letta"
    assert [(draft.scope, draft.text) for draft in drafts(Letta(), file)] == [
        ("/user", "The user is called Rosa."),
        ("/user", "Prefers short answers"),
        ("/agent/mo", "I look after a tea house."),
    ]
    assert [one.where for one in skipped(Letta(), file)] == ["blocks 3", "messages"]


def test_an_agent_file_of_the_first_kind_is_read_too(tmp_path: Path) -> None:
    old = '{"name": "Mo", "core_memory": [{"label": "human", "value": "Rosa bakes."}], "messages": [{}, {}]}'
    file = write(tmp_path / "mo.af", old)
    assert texts(reader_for(file), file) == ["Rosa bakes."]
    assert [one.reason[:9] for one in skipped(Letta(), file)] == ["2 of them"]


def test_what_claude_remembers_is_the_persons_and_each_projects() -> None:
    folder = FOLDERS / "claude-account"
    assert reader_for(folder).name == reader_for(folder / "memories.json").name == "claude-account"
    found = {draft.text: draft.scope for draft in drafts(ClaudeAccount(), folder)}
    assert found["The till is written in Python."] == "/project/till"
    assert {scope for text, scope in found.items() if "till" not in text} == {"/user"}
    assert [one.where for one in skipped(ClaudeAccount(), folder)] == ["conversations.json"]


def test_what_claude_heads_its_pages_with_is_no_memory_of_its_own(tmp_path: Path) -> None:
    page = "**Work context**\n\nRosa sells tea.\n\n**History**\n\n*Recent months*\n\nShe has **two**.\n"
    pages = {"p-1": "**Purpose**\n\nThe till counts tea.\n"}
    told = [{"conversations_memory": page, "project_memories": pages}]
    file = write(tmp_path / "memories.json", json.dumps(told))
    assert texts(ClaudeAccount(), file) == [
        "Work context: Rosa sells tea.",
        "History › Recent months: She has **two**.",
        "Purpose: The till counts tea.",
    ]


def test_what_chatgpt_saved_is_taken_out_of_its_conversations_once() -> None:
    folder = FOLDERS / "chatgpt-export"
    assert reader_for(folder).name == reader_for(folder / "conversations.json").name == "chatgpt-export"
    assert texts(ChatGptExport(), folder) == ["User prefers tin lids.", "User lives in Ghent."]
    assert [one.reason[:2] for one in skipped(ChatGptExport(), folder)] == ["2,"]


def test_what_claude_mem_writes_into_instructions_is_no_memory(tmp_path: Path) -> None:
    block = "<claude-mem-context>\n# Recent\n\n- 10:34 fixed the till\n</claude-mem-context>\n"
    text = f"# Shop\n\n- Rinse the pot\n\n{block}\n- Greet the guests\n"
    file = write(tmp_path / "CLAUDE.md", text)
    assert texts(Instructions(), file) == ["Rinse the pot", "Greet the guests"]
    assert [one.where for one in skipped(Instructions(), file)] == ["CLAUDE.md lines 5 to 9"]
    (change,) = remove(Instructions(), file, "Greet").files
    assert block in (change.after or b"").decode()
