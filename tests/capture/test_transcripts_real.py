"""The readers on real sessions of many programs. They lie beside the repository, never in it."""

import asyncio
import json
import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from memtui.capture.pipeline import Options, Run
from memtui.capture.quotes import locate
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.transcripts.registry import read, reader_for
from memtui.capture.transcripts.turns import Turn, as_text
from memtui.store.database import Store

BESIDE = Path(__file__).parents[3] / "shared" / "fixtures" / "transcripts"
NO_SESSIONS = {"storage_legacy", "storage_v2"}
SESSIONS = sorted(
    path
    for path in BESIDE.rglob("*.json*")
    if not NO_SESSIONS & set(path.parts) and not re.search(r"summary|state|\.meta\.", path.name)
)
NAMES = [str(path.relative_to(BESIDE)) for path in SESSIONS]
OF_CLAUDE = [path for path in SESSIONS if {"claude", "claude_code"} & set(path.parts)]
OF_CODEX = [path for path in SESSIONS if "codex" in path.parts]

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not BESIDE.is_dir(), reason="the real sessions are not part of the project"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize("path", SESSIONS, ids=NAMES)
def test_every_session_is_read_to_its_end_and_the_same_in_steps(path: Path) -> None:
    whole = read(path, ended=True)
    turns: list[Turn] = []
    skipped: Counter[str] = Counter()
    offset, complete = 0, False
    while not complete:
        part = read(path, offset=offset, most=1, ended=True)
        turns, skipped, offset, complete = (
            turns + part.turns,
            skipped + part.skipped,
            part.offset,
            part.complete,
        )
    assert (turns, skipped) == (whole.turns, whole.skipped)
    assert all(turn.text.strip() for turn in turns)


@pytest.mark.few(6)
@pytest.mark.parametrize("path", SESSIONS, ids=NAMES)
def test_no_envelope_reasoning_or_result_is_left_in_a_turn(path: Path) -> None:
    text = as_text(read(path, ended=True).turns, tools=True)
    assert not re.search(
        r"<(?:system-reminder|command-name|local-command|environment_context|USER_REQUEST)", text
    )
    assert all(len(line) < 150 for line in text.split("\n") if line.startswith("[tool: "))


def test_programs_are_told_apart_by_content() -> None:
    assert {reader_for(path).name for path in OF_CLAUDE} == {"claude-code"}
    assert {reader_for(path).name for path in OF_CODEX} == {"codex"}
    assert {reader_for(path).name for path in SESSIONS if re.search("/hermes", str(path))} == {"hermes"}


def test_every_answer_in_a_rollout_is_read_once() -> None:
    for path in OF_CODEX:
        lines = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
        items = [line["payload"] for line in lines if line.get("type") == "response_item"]
        answers = [item for item in items if item["type"] == "message" and item["role"] == "assistant"]
        if items:
            assert len(answers) == sum(turn.role == "assistant" for turn in read(path).turns)


@pytest.mark.long
def test_facts_of_real_sessions_rest_on_what_was_said(store: Store) -> None:
    async def quotes(run: Run) -> list[str]:
        return [fact.candidate.quote for facts in [facts async for facts in run] for fact in facts]

    found = 0
    for path in SESSIONS:
        run = Run(store, as_text(read(path, ended=True).turns), RuleExtractor(date(2026, 11, 20)), Options())
        for quote in asyncio.run(quotes(run)):
            found += 1
            assert locate(quote, run.text) is not None
            assert "[tool" not in quote
    assert found > 10
