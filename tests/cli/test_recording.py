"""The recording in the README plays what the screen showed, frame by frame, in little room and time."""

import html
import re
from pathlib import Path

import pytest

from docs.generate import FOLDER
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.opening import open_store
from screenshots.record import FILE, STORY, Frame, Step, frames_of, recording
from tests.tui.conftest import AGENT, a_draft

GROUP = re.compile(r'<g(?: class="t" style="animation-name:(k\d+)[^"]*")?>(.*?)</g>')
STEPS = re.compile(r"@keyframes (k\d+)\{((?:[\d.]+%\{[^}]*\})+)\}")


def playing(svg: str, at: float) -> set[str]:
    """Return what a recording shows after `at` of its time, from 0 to 1, as its CSS says."""
    shown: dict[str, bool] = {}
    for name, steps in STEPS.findall(svg):
        moments = re.findall(r"([\d.]+)%\{visibility:(\w+)\}", steps)
        shown[name] = [state for when, state in moments if float(when) <= 100 * at][-1] == "visible"
    return {drawn for name, drawn in GROUP.findall(svg) if not name or shown[name]}


def looks(svg: str, drawn: set[str]) -> set[str]:
    """Return what is drawn with the looks themselves instead of their names."""
    names = dict(re.findall(r"\.(c\d+)\{([^}]*)\}", svg))
    return {re.sub(r'class="(c\d+)"', lambda found: names[found[1]], each) for each in drawn}


@pytest.mark.long
async def test_at_each_time_the_rows_of_its_frame_are_seen_and_no_others(tmp_path: Path) -> None:
    with open_store(tmp_path / "few.db") as store:
        import_drafts(store, [a_draft(f"memory {number} <&>") for number in range(5)], by=AGENT)
    story = (Step((), "open", 1.0), Step(("j", "d"), "drop", 2.0), Step(("u",), "undo & done", 1.0))
    frames: list[Frame] = [frame async for frame in frames_of(story, tmp_path / "few.db")]
    whole = recording(frames)
    total, begun = sum(frame.seconds for frame in frames), 0.0
    for frame in frames:
        alone = recording([frame])
        middle = (begun + frame.seconds / 2) / total
        assert looks(whole, playing(whole, middle)) == looks(alone, playing(alone, 0.0))
        begun += frame.seconds
    assert looks(whole, playing(whole, 0.0)) != looks(whole, playing(whole, 0.5))
    assert "undo &amp; done" in whole


def test_the_recording_is_short_and_small_and_in_the_readme() -> None:
    assert sum(step.seconds + step.between * max(len(step.keys) - 1, 0) for step in STORY) < 40
    svg = FILE.read_text("utf-8")
    assert len(svg.encode()) < 1_000_000
    assert re.findall(r"href|url\(|@import|<script", svg) == []
    assert [step.says for step in STORY if html.escape(step.says) not in svg] == []
    assert re.findall(r"screenshots/recording.svg", (FOLDER.parent / "README.md").read_text("utf-8"))
