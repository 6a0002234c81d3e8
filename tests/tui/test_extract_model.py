"""A model reads a text on the screen: what it costs, what goes wrong, and which model is asked."""

import asyncio
import json
import threading
from typing import Any

import pytest

from memtui.capture.facts import Outcome
from memtui.config.settings import Capture, Llm, Settings
from memtui.store import memories
from tests.llm.server import Reply, serving
from tests.tui.conftest import Opened, app_of, said, until
from tests.tui.extracting import ISSUE, SECRET, extracting, paste, read, screen_of, stored, verdicts

pytestmark = pytest.mark.usefixtures("warm_children")


def answer(*facts: dict[str, object]) -> Reply:
    return Reply(json.dumps({"facts": list(facts)}))


def by_model(base: str, model: str = "openai/gpt-4o-mini", *, check: bool = False) -> Settings:
    llm = Llm(model=model, api_base=base, timeout_s=300.0)
    return Settings(llm=llm, capture=Capture(check_quotes=check))


GOOD = {
    "text": "All user data must stay in EU regions.",
    "quote": "all user data must stay in EU regions",
    "abstract": "",
    "type": "semantic",
    "categories": ["decision"],
    "importance": 0.8,
    "reason": "compliance",
}
INVENTED = GOOD | {
    "text": "The database costs $9,999 a month.",
    "quote": "Estimated cost is $2,400/month on RDS",
}
NO_QUOTE = GOOD | {"text": "Ada likes tea.", "quote": "Ada likes tea"}


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-9f31c07ab2d84e65")


@pytest.mark.usefixtures("key")
async def test_what_the_model_takes_back_when_it_is_asked_once_more_is_said(opened: Opened) -> None:
    loose = GOOD | {"text": "Everything must stay in EU regions."}
    verdict = Reply(json.dumps({"answers": [{"n": 1, "lacks": "extent", "said": "no"}]}))
    with serving(answer(loose), verdict) as server:
        async with opened(settings=by_model(server.base, check=True)) as pilot:
            view = await read(pilot, ISSUE)
            assert verdicts(view) == []
            assert "Asked once more about 1 fact, the model took back 1" in said(pilot)


@pytest.mark.long
@pytest.mark.usefixtures("key")
async def test_a_model_reads_and_what_the_gates_hold_back_stands_below_a_fold(opened: Opened) -> None:
    with serving(answer(GOOD, INVENTED, NO_QUOTE)) as server:
        async with opened(settings=by_model(server.base)) as pilot:
            view = await read(pilot, ISSUE)
            assert verdicts(view) == [Outcome.NEW]
            shown = screen_of(pilot)
            assert "2 held back" in shown
            assert "1 no quote, 1 invented" in shown
            assert "gpt-4o-mini · 120 tokens" in shown
            await pilot.press("j", "enter")
            assert "9,999" in screen_of(pilot)
            await pilot.press("G", "y")
            assert said(pilot).startswith("Held back")
            await pilot.press("g", "Y", "s")
            assert stored(pilot) == [GOOD["text"]]
            assert memories.get_many(app_of(pilot).store, [6])[0].provenance["model"] == "openai/gpt-4o-mini"
            await pilot.press("u")
            assert stored(pilot) == []


@pytest.mark.long
@pytest.mark.usefixtures("key")
async def test_a_slow_model_is_cancelled_at_once_and_the_text_stays(opened: Opened) -> None:
    with serving(Reply(answer(GOOD).content, delay=3600)) as server:
        async with opened(settings=by_model(server.base)) as pilot:
            await pilot.press("4")
            view = extracting(pilot)
            await paste(pilot, ISSUE)
            await pilot.press("x")
            await until(pilot, lambda: bool(server.requests))
            await pilot.press("escape")
            assert view.extraction.child is None
            assert "text is still here" in said(pilot)
            assert ISSUE[:40] in screen_of(pilot)
            assert await asyncio.to_thread(server.gone.wait, 60)


async def failing(opened: Opened, settings: Settings) -> str:
    async with opened(settings=settings) as pilot:
        view = await read(pilot, ISSUE)
        assert view.extraction.text == ISSUE
        assert view.facts.count == 0
        await until(pilot, lambda: bool(view.extraction.report.error) and ISSUE[:40] in screen_of(pilot))
        assert stored(pilot) == []
        await pilot.pause()
        return " ".join(screen_of(pilot).split())


async def test_a_missing_key_is_named(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert "OPENAI_API_KEY" in await failing(opened, Settings(llm=Llm(model="openai/gpt-4o-mini")))


@pytest.mark.long
@pytest.mark.usefixtures("key")
async def test_a_server_that_is_down_is_said(opened: Opened) -> None:
    with serving(answer()) as server:
        base = server.base
    shown = await failing(opened, by_model(base, "openai/local-llama"))
    assert "x reads it again" in shown


@pytest.mark.long
@pytest.mark.usefixtures("key")
async def test_a_reading_that_fails_while_another_view_is_shown_leaves_the_keys_there(opened: Opened) -> None:
    elsewhere = threading.Event()

    def refused(_body: dict[str, Any]) -> Reply:
        elsewhere.wait(300)
        return Reply(status=401, error="no such key")

    with serving(refused) as server:
        async with opened(settings=by_model(server.base, "openai/local-llama")) as pilot:
            await pilot.press("4")
            view = extracting(pilot)
            await paste(pilot, ISSUE)
            await pilot.press("x", "1")
            elsewhere.set()
            await until(pilot, lambda: view.extraction.child is None)
            await pilot.press("d")
            assert said(pilot) == "Dropped 1 memory · u to undo"
            await pilot.press("u", "4")
            await pilot.pause()
            assert ISSUE[:40] in screen_of(pilot)
            assert view.extraction.report.error


@pytest.mark.long
@pytest.mark.usefixtures("key")
async def test_a_part_that_cannot_be_read_is_named_and_the_rest_is_kept(opened: Opened) -> None:
    long = "\n\n".join(f"{ISSUE} Paragraph {n}." for n in range(60))
    with serving(answer(GOOD), Reply("no json at all")) as server:
        async with opened(settings=by_model(server.base)) as pilot:
            view = await read(pilot, long)
            assert len(view.extraction.report.failed) >= 1
            assert verdicts(view) == [Outcome.NEW]
            assert "not read" in screen_of(pilot)


@pytest.mark.long
@pytest.mark.usefixtures("key")
async def test_a_spend_cap_is_said_before_anything_is_sent(opened: Opened) -> None:
    with serving(answer(GOOD)) as server:
        llm = Llm(model="openai/gpt-4o-mini", api_base=server.base, max_usd_per_day=0.0)
        shown = await failing(opened, Settings(llm=llm))
        assert "max_usd_per_day" in shown
        assert server.requests == []


@pytest.mark.long
@pytest.mark.usefixtures("key")
async def test_another_model_is_chosen_for_this_view_alone(opened: Opened) -> None:
    with serving(answer(GOOD)) as server:
        async with opened(settings=by_model(server.base)) as pilot:
            await pilot.press("4", "M")
            await pilot.pause()
            prompt = app_of(pilot)._prompt
            assert prompt is not None
            assert prompt.input.value == "openai/gpt-4o-mini"
            await pilot.press("ctrl+u", *"openai/gpt-4o", "enter")
            assert "openai/gpt-4o · at most" in screen_of(pilot)
            assert app_of(pilot).settings.llm.model == "openai/gpt-4o-mini"
            view = await read(pilot, ISSUE)
            assert verdicts(view) == [Outcome.NEW]
            assert server.requests[0]["model"] == "gpt-4o"
            asked = len(server.requests)
            await pilot.press("M", "ctrl+u", "enter")
            await until(pilot, lambda: view.extraction.child is None and len(view.facts.rows) == 4)
            assert "by rules, offline" in screen_of(pilot)
            assert len(server.requests) == asked
            await pilot.press("y", "s")
            assert memories.get_many(app_of(pilot).store, [6])[0].provenance["extractor"] == "offline"


@pytest.mark.long
async def test_a_model_that_cannot_be_asked_is_said_and_the_text_stays(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    async with opened() as pilot:
        await pilot.press("4", "M", *SECRET, "enter")
        assert "not a model" in screen_of(pilot)
        await pilot.press("ctrl+u", *"openai/gpt-4o-mini", "enter")
        view = await read(pilot, ISSUE)
        assert "OPENAI_API_KEY" in view.extraction.report.error
        await pilot.press("M", "ctrl+u", *"nonsense", "enter", "x")
        await until(pilot, lambda: view.extraction.child is None)
        assert "nonsense" in view.extraction.report.error
        assert view.extraction.text == ISSUE


async def test_no_dollars_are_named_for_a_program_that_they_cannot_bind(opened: Opened) -> None:
    llm = Llm(model="cli/claude", max_unpriced_calls_per_day=200)
    async with opened(settings=Settings(llm=llm)) as pilot:
        await pilot.press("4")
        assert "cli/claude · at most 200 calls a day" in screen_of(pilot)
        assert "$" not in screen_of(pilot)
