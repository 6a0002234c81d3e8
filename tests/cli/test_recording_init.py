"""The recording of `memtui init` shows a real run, which leaves every file of six agents as it was."""

import re
from pathlib import Path

import pytest

from screenshots.record_init import CHECKED, FILE, STORY, frames_at


@pytest.mark.long
def test_it_runs_and_every_file_is_as_it_was(tmp_path: Path) -> None:
    frames = list(frames_at(tmp_path))
    assert frames[-1].says == CHECKED
    programs = ("Claude Code", "Codex", "Gemini CLI", "Cursor", "OpenCode", "Hermes")
    before = frames[1].svg.replace("&#160;", " ")
    assert [name for name in programs if name not in before] == []


def test_the_recording_is_self_contained_and_tells_each_step() -> None:
    svg = FILE.read_text("utf-8")
    assert re.findall(r"href|url\(|@import|<script", svg) == []
    assert [says for _, says, _ in STORY if says not in svg] == []
