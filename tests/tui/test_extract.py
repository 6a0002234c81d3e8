"""A text goes in, its facts come out, and what is accepted is stored: key by key, with a real child."""

import asyncio
import json
import os
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from memtui.capture.facts import Outcome
from memtui.config.settings import Llm, Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import State
from memtui.lifecycle import states
from memtui.lifecycle.add import add
from memtui.store import journal, memories
from memtui.store.opening import open_store
from memtui.tui.app import MemtuiApp
from memtui.tui.extract.view import ExtractView
from memtui.tui.leaving import LeaveDialog
from tests.conftest import FrozenClock
from tests.llm.server import Reply, serving
from tests.tui.conftest import Opened, a_draft, app_of, said, until
from tests.tui.test_snapshots import Compare

ISSUE = (
    "After reviewing the infrastructure options, the team recommends PostgreSQL for the user database due to"
    " its JSONB support. Estimated cost is $2,400/month on RDS. The compliance team flagged that all user"
    " data must stay in EU regions. DevOps prefers managed services over self-hosted."
)
PERSON = Actor(ActorKind.PERSON, "cli", "a day")
SECRET = "sk-ant-api03-q9Zt4WcVbN7yLkJhGfDsApOiUy"


pytestmark = pytest.mark.usefixtures("warm_children")


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


async def test_a_pasted_text_becomes_four_facts_that_one_key_stores_and_one_takes_back(
    opened: Opened,
) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        assert verdicts(view) == [Outcome.NEW] * 4
        assert stored(pilot) == []
        await pilot.press("Y")
        assert view.status().selected == "4 accepted"
        await pilot.press("s")
        assert said(pilot) == "Stored 4 facts · u to undo"
        assert len(stored(pilot)) == 4
        assert "stored" in screen_of(pilot)
        ops = journal.ops(app_of(pilot).store, limit=1)
        assert ops[0].changed == 4
        await pilot.press("u")
        assert stored(pilot) == []
        assert len(view.facts.accepted) == 4
        await pilot.press("ctrl+r")
        assert len(stored(pilot)) == 4


async def test_facts_are_accepted_and_refused_one_by_one(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press("s")
        assert said(pilot).startswith("Nothing is accepted yet")
        await pilot.press("y", "n", "space", "space")
        assert view.facts.cursor == 3
        await pilot.press("k", "space", "ctrl+s")
        texts = stored(pilot)
        assert len(texts) == 2
        assert "PostgreSQL" in texts[0]
        assert "managed services" in texts[1]


async def test_a_stored_fact_says_where_it_came_from(opened: Opened) -> None:
    async with opened() as pilot:
        await read(pilot, ISSUE)
        await pilot.press("y", "s")
        memory = next(
            m for m in memories.get_many(app_of(pilot).store, [6]) if m.provenance.get("source") == "extract"
        )
        assert memory.provenance["extractor"] == "offline"
        assert str(memory.provenance["quote"]) in ISSUE


async def test_a_fact_is_edited_and_thereby_accepted(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press("j", "e")
        await pilot.press(*["backspace"] * 90, *"RDS costs 2400 dollars a month", "ctrl+s")
        assert view.facts.rows[1].edited
        await pilot.press("s")
        assert stored(pilot) == ["RDS costs 2400 dollars a month"]


async def test_a_secret_typed_into_an_edited_fact_is_refused_in_the_form(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press("e", *f" {SECRET}", "ctrl+s")
        assert "key" in screen_of(pilot).lower()
        await pilot.press("escape")
        assert not view.facts.rows[0].edited


async def test_what_was_dropped_stays_out_unless_it_gets_a_yes(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    text = "DevOps prefers managed services over self-hosted."
    with open_store(path, clock=clock) as store:
        added = add(store, a_draft(text, scope="/"), by=PERSON)
        clock.forward(days=1)
        states.drop(store, [added.memory.id], by=PERSON)
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        assert verdicts(view)[-1] is Outcome.SUPPRESSED
        await pilot.press("G")
        assert "dropped this on 21 November 2026" in screen_of(pilot)
        await pilot.press("Y")
        assert "1 more want a y" in said(pilot)
        await pilot.press("s")
        assert len(stored(pilot)) == 3
        await pilot.press("G", "y", "s")
        assert len(stored(pilot)) == 4
        await pilot.press("u")
        assert len(stored(pilot)) == 3


CHANGED = "The staging database runs PostgreSQL 16."


async def conflicting(opened: Opened, path: Path, clock: FrozenClock, *keys: str) -> tuple[bool, list[str]]:
    """Accept what contradicts a memory with `keys`; return whether that is live, and what was stored."""
    with open_store(path, clock=clock) as store:
        known = add(store, a_draft("The staging database runs PostgreSQL 14", "/"), by=PERSON).memory.id
    async with opened() as pilot:
        view = await read(pilot, CHANGED)
        assert verdicts(view)[0] in {Outcome.CONFLICTS, Outcome.UPDATES}
        shown = screen_of(pilot)
        assert "runs PostgreSQL 14" in shown
        await pilot.press("Y", "s")
        assert stored(pilot) == []
        await pilot.press(*keys, "s")
        state = memories.get_many(app_of(pilot).store, [known])[0].state
        found = stored(pilot)
        await pilot.press("u")
        assert stored(pilot) == []
        assert memories.get_many(app_of(pilot).store, [known])[0].state is State.LIVE
        return state is State.LIVE, found


async def test_a_conflict_takes_the_place_of_what_is_known_only_after_a_yes(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    kept, found = await conflicting(opened, path, clock, "g", "y")
    assert (kept, len(found)) == (False, 1)


async def test_both_sides_of_a_conflict_can_be_kept(opened: Opened, path: Path, clock: FrozenClock) -> None:
    kept, found = await conflicting(opened, path, clock, "g", "b")
    assert (kept, len(found)) == (True, 1)


async def test_a_secret_reaches_neither_the_store_nor_the_screen(opened: Opened, path: Path) -> None:
    async with opened() as pilot:
        view = await read(pilot, f"{ISSUE} The deploy token is {SECRET} until May.")
        assert "left out" in screen_of(pilot)
        await pilot.press("Y", "s")
        for _ in range(view.facts.count):
            assert SECRET not in screen_of(pilot)
            await pilot.press("j")
        await pilot.press("tab")
        assert SECRET not in screen_of(pilot)
    for file in path.parent.iterdir():
        assert SECRET.encode() not in file.read_bytes()


async def test_a_large_text_with_a_secret_is_cleaned_by_the_child(opened: Opened, path: Path) -> None:
    async with opened() as pilot:
        view = await read(
            pilot, f"Our api_key = {SECRET} is used. {ISSUE}\n\n" + "lorem ipsum dolor\n" * 6_000
        )
        assert any("key" in kind for kind in view.extraction.report.redacted)
        await pilot.press("Y", "s")
        assert stored(pilot)
    assert SECRET.encode() not in path.read_bytes()


async def test_hostile_text_is_shown_in_its_visible_form(opened: Opened) -> None:
    hostile = "The team decided that \x1b]52;c;aGk=\x07 the [red]gateway[/] uses port 8443 \u202eafter May."
    async with opened() as pilot:
        view = await read(pilot, f"{hostile} {ISSUE}")
        for _ in range(view.facts.count + 1):
            shown = screen_of(pilot)
            assert "\x1b" not in shown
            assert "\u202e" not in shown
            await pilot.press("j")
        await pilot.press("tab", "tab")
        assert "\x1b" not in screen_of(pilot)


async def test_a_binary_paste_is_refused_with_a_sentence(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4")
        await paste(pilot, "\x00\x01\x02PK" * 50)
        assert said(pilot).startswith("That is binary")
        assert extracting(pilot).extraction.text == ""


async def test_a_large_paste_is_shown_by_its_size_and_beginning(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4")
        await paste(pilot, "The build takes nine minutes on the old runner.\n" * 50_000)
        assert "2.4 MB of text" in screen_of(pilot)
        await pilot.press("i")
        assert "too much to edit here" in said(pilot)
        assert not extracting(pilot).writing


async def test_typing_leaves_the_keys_to_the_text_until_esc(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4", "i", *"qx 1", "left", "left", "escape")
        view = extracting(pilot)
        assert (view.extraction.text, view.writing) == ("qx 1", False)
        await pilot.press("i", *" yes", "ctrl+e")
        assert view.extraction.text == "qx 1 yes"
        await until(pilot, lambda: view.extraction.child is None)
        assert "nothing worth keeping" in screen_of(pilot)


async def test_a_paste_into_the_box_lands_in_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4", "i", *"Note: ")
        await paste(pilot, "\x1b[2Jhello")
        await pilot.press("escape")
        assert extracting(pilot).extraction.text == "Note: ␛[2Jhello"


async def test_the_scope_is_the_one_chosen_in_memories_and_can_be_changed(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("h", "j", "j", "4")
        view = extracting(pilot)
        assert view.extraction.scope == app_of(pilot).scope != "/"
        await pilot.press("m", *["backspace"] * 40, *"/project/shop", "enter")
        assert view.extraction.scope == "/project/shop"
        await read(pilot, ISSUE)
        await pilot.press("y", "s")
        assert memories.get_many(app_of(pilot).store, [6])[0].scope == "/project/shop"


async def test_cancelling_keeps_the_text_and_what_was_found(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4")
        view = extracting(pilot)
        text = "\n\n".join(
            f"The team decided that service {n} runs on port {8000 + n}." for n in range(20_000)
        )
        await paste(pilot, text)
        await pilot.press("x")
        await until(pilot, lambda: bool(view.facts.rows))
        assert "esc cancels" in screen_of(pilot)
        await pilot.press("escape")
        assert view.extraction.child is None
        assert said(pilot).startswith("Cancelled")
        assert view.extraction.text == text
        found = len(view.facts.rows)
        await pilot.pause(0.3)
        assert len(view.facts.rows) == found > 0
        assert stored(pilot) == []


async def test_accepted_facts_are_not_lost_to_one_press_of_the_key_for_a_new_text(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press("y", "c")
        assert "c again" in said(pilot)
        await paste(pilot, "Another text.")
        assert view.extraction.text == ISSUE
        await pilot.press("c")
        assert (view.extraction.text, view.facts.count) == ("", 0)
        assert "Paste a text" in screen_of(pilot)


async def test_leaving_asks_before_accepted_facts_are_lost(opened: Opened) -> None:
    async with opened() as pilot:
        await read(pilot, ISSUE)
        await pilot.press("y", "y", "q")
        assert isinstance(app_of(pilot).screen, LeaveDialog)
        await pilot.press("escape", "1", "q")  # from another view too
        assert isinstance(app_of(pilot).screen, LeaveDialog)
        assert "2 accepted facts are not stored yet" in screen_of(pilot)
        await pilot.press("s")
        assert len(stored(pilot)) == 2
        assert app_of(pilot).return_code is None
        await pilot.press("q")
        await until(pilot, lambda: app_of(pilot).return_code == 0)


async def test_who_says_so_leaves_without_the_accepted_facts(opened: Opened) -> None:
    async with opened() as pilot:
        await read(pilot, ISSUE)
        await pilot.press("y", "q", "enter")
        await until(pilot, lambda: app_of(pilot).return_code == 0)
        assert stored(pilot) == []


def answer(*facts: dict[str, object]) -> Reply:
    return Reply(json.dumps({"facts": list(facts)}))


def by_model(base: str, model: str = "openai/gpt-4o-mini") -> Settings:
    return Settings(llm=Llm(model=model, api_base=base, timeout_s=300.0))


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


@pytest.mark.usefixtures("key")
async def test_a_slow_model_is_cancelled_at_once_and_the_text_stays(opened: Opened) -> None:
    with serving(Reply(answer(GOOD).content, delay=20.0)) as server:
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


@pytest.mark.usefixtures("key")
async def test_a_server_that_is_down_is_said(opened: Opened) -> None:
    with serving(answer()) as server:
        base = server.base
    shown = await failing(opened, by_model(base, "openai/local-llama"))
    assert "x reads it again" in shown


@pytest.mark.usefixtures("key")
async def test_a_reading_that_fails_while_another_view_is_shown_leaves_the_keys_there(opened: Opened) -> None:
    with serving(Reply(status=401, error="no such key", delay=0.3)) as server:
        async with opened(settings=by_model(server.base, "openai/local-llama")) as pilot:
            await pilot.press("4")
            view = extracting(pilot)
            await paste(pilot, ISSUE)
            await pilot.press("x", "1")
            await until(pilot, lambda: view.extraction.child is None)
            await pilot.press("d")
            assert said(pilot) == "Dropped 1 memory · u to undo"
            await pilot.press("u", "4")
            await pilot.pause()
            assert ISSUE[:40] in screen_of(pilot)
            assert view.extraction.report.error


async def test_a_changed_theme_is_taken_on_at_once(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        before = view.fact.lines[0][0].style
        await pilot.press("T")
        await pilot.pause()
        assert view.fact.lines[0][0].style != before


@pytest.mark.usefixtures("key")
async def test_a_part_that_cannot_be_read_is_named_and_the_rest_is_kept(opened: Opened) -> None:
    long = "\n\n".join(f"{ISSUE} Paragraph {n}." for n in range(60))
    with serving(answer(GOOD), Reply("no json at all")) as server:
        async with opened(settings=by_model(server.base)) as pilot:
            view = await read(pilot, long)
            assert len(view.extraction.report.failed) >= 1
            assert verdicts(view) == [Outcome.NEW]
            assert "not read" in screen_of(pilot)


@pytest.mark.usefixtures("key")
async def test_a_spend_cap_is_said_before_anything_is_sent(opened: Opened) -> None:
    with serving(answer(GOOD)) as server:
        llm = Llm(model="openai/gpt-4o-mini", api_base=server.base, max_usd_per_day=0.0)
        shown = await failing(opened, Settings(llm=llm))
        assert "max_usd_per_day" in shown
        assert server.requests == []


async def test_the_cursor_follows_the_keys_while_a_large_text_is_read(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4")
        view = extracting(pilot)
        text = "\n\n".join(
            f"The team decided that service {n} runs on port {8000 + n}." for n in range(4_000)
        )
        await paste(pilot, text)
        await pilot.press("x")
        await until(pilot, lambda: len(view.facts.rows) > 3)
        for line in (1, 2, 3):
            await pilot.press("j")
            assert view.facts.cursor == line
            assert view.extraction.child is not None


async def open_file(pilot: Pilot[int], path: str) -> None:
    """Open the view and name a file; the terminal pastes it into the line."""
    await pilot.press("4", "o")
    await pilot.pause()
    await paste_line(pilot, path)
    await pilot.press("enter")


async def paste_line(pilot: Pilot[int], text: str) -> None:
    prompt = app_of(pilot)._prompt
    assert prompt is not None
    prompt.input.value = text
    prompt.input.cursor_position = len(text)
    await pilot.pause()


async def test_a_file_is_opened_and_read_like_a_paste(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "issue one.md"
    file.write_text(f"\ufeff{ISSUE} The deploy token is {SECRET} until May.", encoding="utf-8")
    async with opened() as pilot:
        await open_file(pilot, f"'{file}'")
        view = extracting(pilot)
        await until(pilot, lambda: bool(view.extraction.text))
        assert "characters from issue one.md; left out: " in said(pilot)
        assert view.extraction.text.startswith("After reviewing")
        assert SECRET not in view.extraction.text
        assert app_of(pilot)._prompt is None
        await pilot.press("x")
        await until(pilot, lambda: view.extraction.child is None)
        assert verdicts(view)[:4] == [Outcome.NEW] * 4


async def test_a_large_file_is_shown_by_its_size(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text("The build takes nine minutes on the old runner.\n" * 50_000, encoding="utf-8")
    async with opened() as pilot:
        await open_file(pilot, str(file))
        await until(pilot, lambda: bool(extracting(pilot).extraction.text))
        assert said(pilot) == "2.4 MB of text from log.txt"
        assert "2.4 MB of text   " in screen_of(pilot)


async def test_a_file_that_cannot_be_taken_is_said_in_the_line_and_the_path_can_be_corrected(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.tui.extract.text_sources.MOST", 1_000)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "binary").write_bytes(b"\x00\x01PK" * 50)
    (tmp_path / "large").write_text("word " * 500)
    (tmp_path / "blank").write_text(" \n")
    (tmp_path / "good").write_text(ISSUE, encoding="utf-16")
    os.mkfifo(tmp_path / "pipe")
    wrong = {
        "~/binary": "is binary",
        "~/large": "is more than",
        "~/blank": "There is no text in",
        "~/pipe": "is a device or pipe",
        "~/none": "There is no file ~/none",
        "~/good/x": "cannot be read: Not a directory",
        "~": "is a folder",
        "x" * 400: "cannot be read: File name too long",
    }
    if os.geteuid():
        (tmp_path / "closed").write_text(ISSUE)
        (tmp_path / "closed").chmod(0)
        wrong["~/closed"] = "You may not read"
    async with opened() as pilot:
        await pilot.press("4", "o", "enter")
        await pilot.pause()
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        for path, words in wrong.items():
            await paste_line(pilot, path)
            await pilot.press("enter")
            await until(pilot, lambda words=words: words in prompt.said)  # type: ignore[misc]
            assert extracting(pilot).extraction.text == ""
        await paste_line(pilot, "~/good")
        await pilot.press("enter")
        await until(pilot, lambda: extracting(pilot).extraction.text == ISSUE)


async def test_tab_completes_a_path(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "monday.md").write_text(ISSUE)
    (tmp_path / "notes" / "monday.txt").write_text(ISSUE)
    (tmp_path / "notes" / ".monday").write_text(ISSUE)
    async with opened() as pilot:
        await pilot.press("4", "o")
        await pilot.pause()
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        await paste_line(pilot, str(tmp_path / "no"))
        await pilot.press("tab")
        await until(pilot, lambda: prompt.input.value == f"{tmp_path}/notes/")
        await pilot.press("tab")
        await until(pilot, lambda: prompt.said == "monday.md, monday.txt")
        await pilot.press("m", "tab")
        await until(pilot, lambda: prompt.input.value.endswith("/monday.md"))
        await pilot.press("z", "tab")
        await until(pilot, lambda: prompt.said == "! No name starts like that")
        await pilot.press("escape")
        assert app_of(pilot)._prompt is None


def clipboard_program(folder: Path, name: str, does: str) -> None:
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)


async def test_the_clipboard_is_read_by_the_first_program_that_hands_it_out(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    clipboard_program(tmp_path / "bin", "wl-paste", "exit 1")
    clipboard_program(tmp_path / "bin", "xclip", f"printf '%s' 'Ada likes tea. {SECRET}'")
    async with opened() as pilot:
        await pilot.press("4", "p")
        view = extracting(pilot)
        await until(pilot, lambda: bool(view.extraction.text))
        assert view.extraction.text.startswith("Ada likes tea. [redacted")
        assert said(pilot).startswith("Pasted ")


@pytest.mark.parametrize(
    ("does", "words"),
    [
        ("", "None of pbpaste, wl-paste, xclip, xsel is here"),
        ("exit 1", "xsel did not hand out the clipboard; paste with the terminal's own key"),
        ("exec /bin/sleep 60", "xsel did not hand out the clipboard; paste with the terminal's own key"),
        ("/bin/sleep 60", "xsel did not hand out the clipboard; paste with the terminal's own key"),
        ("exit 0", "There is no text on the clipboard"),
        ("printf '\\000\\001\\002'", "That is binary"),
    ],
    ids=["none", "fails", "hangs", "hangs below a shell", "empty", "binary"],
)
async def test_a_clipboard_that_is_not_handed_out_is_said(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, words: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr("memtui.tui.extract.text_sources._PATIENCE", 0.5)
    if does:
        clipboard_program(tmp_path / "bin", "xsel", does)
    async with opened() as pilot:
        await pilot.press("4", "p")
        await until(pilot, lambda: said(pilot).startswith(words))
        assert extracting(pilot).extraction.text == ""


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


async def test_accepted_facts_keep_a_file_a_clipboard_and_another_model_out(opened: Opened) -> None:
    async with opened() as pilot:
        await read(pilot, ISSUE)
        await pilot.press("y")
        for key in "opM":
            await pilot.press(key)
            assert said(pilot).startswith("Accepted facts are not stored yet")
            assert app_of(pilot)._prompt is None
            app_of(pilot)._notice.hide()


def test_the_view(path: Path, clock: FrozenClock, snap_compare: Compare) -> None:
    async def fill(pilot: Pilot[int]) -> None:
        await read(pilot, f"{ISSUE} The shop runs on port 9090 now.")
        await pilot.press("y", "n", "Y", "G")
        app_of(pilot)._notice.hide()

    with open_store(path, clock=clock) as store:
        assert snap_compare(MemtuiApp(store, name="examples"), run_before=fill, terminal_size=(120, 36))


def test_the_empty_view(path: Path, clock: FrozenClock, snap_compare: Compare) -> None:
    with open_store(path, clock=clock) as store:
        assert snap_compare(MemtuiApp(store, name="examples"), press=["4"], terminal_size=(80, 24))
