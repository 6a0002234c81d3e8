"""The view Extract in tests: a text is pasted and read, and what came out is looked at."""

import asyncio

import pytest
from textual import events
from textual.pilot import Pilot

from memtui.capture.facts import Outcome
from memtui.domain.memory import State
from memtui.store import memories
from memtui.tui.extract.child import Reading
from memtui.tui.extract.view import ExtractView
from tests.tui.conftest import app_of, until

ISSUE = (
    "After reviewing the infrastructure options, the team recommends PostgreSQL for the user database due to"
    " its JSONB support. Estimated cost is $2,400/month on RDS. The compliance team flagged that all user"
    " data must stay in EU regions. DevOps prefers managed services over self-hosted."
)
SECRET = "sk-ant-api03-q9Zt4WcVbN7yLkJhGfDsApOiUy"


def extracting(pilot: Pilot[int]) -> ExtractView:
    view = app_of(pilot).view
    assert isinstance(view, ExtractView)
    return view


async def paste(pilot: Pilot[int], text: str) -> None:
    app_of(pilot).post_message(events.Paste(text))
    await pilot.pause()


async def read(pilot: Pilot[int], text: str) -> ExtractView:
    """Open the view, paste `text` and wait until it is read."""
    await pilot.press("4")
    view = extracting(pilot)
    await paste(pilot, text)
    await pilot.press("x")
    await until(pilot, lambda: view.extraction.child is None)
    await pilot.pause()
    return view


def held_up(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let no text reach the process that reads it before the event is set."""
    goes_on, feed = asyncio.Event(), Reading._feed

    async def held(reading: Reading, stdin: asyncio.StreamWriter) -> None:
        await goes_on.wait()
        await feed(reading, stdin)

    monkeypatch.setattr(Reading, "_feed", held)
    return goes_on


def verdicts(view: ExtractView) -> list[Outcome]:
    return [row.outcome for row in view.facts.rows]


def stored(pilot: Pilot[int]) -> list[str]:
    """Return the live texts that were extracted."""
    store = app_of(pilot).store
    rows = memories.get_many(store, list(range(1, 60)))
    return [m.text for m in rows if m.state is State.LIVE and m.source == "extract"]


def screen_of(pilot: Pilot[int]) -> str:
    """Return what stands on the screen, line by line."""
    app = app_of(pilot)
    return "\n".join(
        "".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()
    )


async def paste_line(pilot: Pilot[int], text: str) -> None:
    prompt = app_of(pilot)._prompt
    assert prompt is not None
    prompt.input.value = text
    prompt.input.cursor_position = len(text)
    await pilot.pause()
