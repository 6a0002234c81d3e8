"""A session's turns through the extraction pipeline, offline: facts rest on what was said, nothing else."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from memtui.capture.facts import Fact
from memtui.capture.pipeline import KEPT, Options, Run
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.transcripts.registry import read
from memtui.capture.transcripts.turns import Turn, as_text
from memtui.store.database import Store
from tests.capture.transcript_samples import ANSWERED, CLAUDE_CODE, LINES, WISH, claude, written


def extracted(store: Store, turns: list[Turn]) -> list[Fact]:
    async def all_of(run: Run) -> list[Fact]:
        return [fact async for facts in run for fact in facts]

    run = Run(store, as_text(turns), RuleExtractor(date(2026, 11, 20)), Options())
    return [fact for fact in asyncio.run(all_of(run)) if fact.outcome in KEPT]


@pytest.mark.few(4)
@pytest.mark.parametrize("name", LINES)
def test_what_was_decided_and_wished_becomes_facts_and_nothing_else(
    name: str, store: Store, tmp_path: Path
) -> None:
    turns = read(written(tmp_path / "session.jsonl", LINES[name])).turns
    quotes = [fact.candidate.quote for fact in extracted(store, turns)]
    assert quotes == [f"Assistant: {ANSWERED}", f"User: {WISH}"]


def test_what_memtui_recalled_is_not_learned_again(store: Store, tmp_path: Path) -> None:
    recalled = "<memtui-recall>\n- We decided to use Postgres because SQLite locked up.\n</memtui-recall>"
    turns = read(written(tmp_path / "s.jsonl", [claude("user", f"{recalled}\n{WISH}")])).turns
    assert [fact.candidate.quote for fact in extracted(store, turns)] == [f"User: {WISH}"]


def test_neither_reasoning_nor_results_of_tools_reach_the_extractor(tmp_path: Path) -> None:
    text = as_text(read(written(tmp_path / "s.jsonl", CLAUDE_CODE)).turns)
    assert not any(
        word in text for word in ("leak", "deleted", "leaves", "Base directory", "Be brief", "make till")
    )
