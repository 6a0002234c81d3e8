"""A text goes in, its facts come out, and what is accepted is stored: key by key, with a real child."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.capture.facts import Outcome
from memtui.config.settings import Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.memory import State
from memtui.lifecycle import states
from memtui.lifecycle.add import add
from memtui.review.passes import run_pass
from memtui.store import journal, memories, proposals
from memtui.store.opening import open_store
from memtui.tui.app import MemtuiApp
from memtui.tui.extract.facts_list import Choice
from tests.conftest import FrozenClock
from tests.tui.conftest import Opened, a_draft, app_of, said, until
from tests.tui.extracting import ISSUE, SECRET, extracting, paste, read, screen_of, stored, verdicts
from tests.tui.test_snapshots import Compare

PERSON = Actor(ActorKind.PERSON, "cli", "a day")
pytestmark = pytest.mark.usefixtures("warm_children")


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
        await pilot.press("c")
        assert said(pilot) == "Begun anew; what you stored stays: 4 facts; u brings the text back"


async def test_a_text_with_few_facts_says_what_became_of_its_sentences(opened: Opened) -> None:
    text = "We decided to keep SQLite because one file is easy to back up.\n\nShould it run? Who tests it?"
    async with opened(size=(80, 24)) as pilot:
        await read(pilot, text)
        assert "3 sentences: 1 in a fact, 2 questions or plans" in screen_of(pilot)
        await pilot.press("c")
        assert "sentences" not in screen_of(pilot)


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


async def test_u_takes_back_the_last_marks_before_it_touches_the_store(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("d")
        store = app_of(pilot).store
        view = await read(pilot, ISSUE)
        await pilot.press("y", "n", "Y")
        assert len(view.facts.accepted) == 3
        await pilot.press("u")
        assert said(pilot) == "Took back your last 2 marks; nothing in the store has changed"
        await pilot.press("u", "u")
        assert [row.choice for row in view.facts.rows] == [Choice.OPEN] * 4
        assert view.facts.cursor == 0
        assert memories.get_many(store, [1])[0].state is State.DROPPED
        await pilot.press("u")
        assert memories.get_many(store, [1])[0].state is State.LIVE


async def test_what_was_refused_is_so_when_the_text_is_pasted_again(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press("n", "n", "u", "y", "s")
        view = await read(pilot, f"{ISSUE} ")
        first, second, *_ = view.facts.rows
        assert (first.word, second.word) == ("refused", "known")
        await pilot.press("Y")
        assert first not in view.facts.accepted
        view.facts.move_to(0)
        await pilot.pause()
        assert "You refused this before; y takes it after all" in screen_of(pilot)
        await pilot.press("y")
        assert first in view.facts.accepted


@pytest.mark.long
async def test_what_was_edited_is_as_it_was_found_again(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        found = view.facts.rows[0].candidate
        await pilot.press("e", *" at last", "ctrl+s")
        assert view.facts.rows[0].edited
        await pilot.press("u")
        assert view.facts.rows[0].candidate is found
        assert not view.facts.accepted


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


@pytest.mark.long
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
        assert "1 more wants a y" in said(pilot)
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
        for _ in range(2):
            await pilot.press("z")
            await pilot.pause()
            assert "runs PostgreSQL 14" in screen_of(pilot)
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


@pytest.mark.long
async def test_both_sides_of_a_conflict_can_be_kept(opened: Opened, path: Path, clock: FrozenClock) -> None:
    kept, found = await conflicting(opened, path, clock, "g", "b")
    assert (kept, len(found)) == (True, 1)


async def test_a_pass_does_not_ask_again_about_two_that_were_both_kept(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        add(store, a_draft("The staging database runs PostgreSQL 14", "/"), by=PERSON)
        clock.forward(days=1)
    async with opened() as pilot:
        await read(pilot, CHANGED)
        await pilot.press("g", "b", "s")
        assert len(stored(pilot)) == 1
    with open_store(path, clock=clock) as store:
        run_pass(store, Settings())
        cards = proposals.get_many(store, proposals.ids(store))
        assert [card for card in cards if card.kind is Kind.CONFLICT] == []


@pytest.mark.long
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
        await pilot.press("c")
        assert view.extraction.scope == "/project/shop"
        await pilot.press("1", "j", "4")
        assert view.extraction.scope == app_of(pilot).scope


@pytest.mark.long
async def test_cancelling_keeps_the_text_and_what_was_found(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4")
        view = extracting(pilot)
        text = "\n\n".join(
            f"The team decided that service {n} runs on port {8000 + n}." for n in range(1_000)
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
        await pilot.pause()
        assert len(view.facts.rows) == found > 0
        assert stored(pilot) == []


@pytest.mark.long
async def test_accepted_facts_are_not_lost_to_one_press_of_the_key_for_a_new_text(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press("y", "c")
        assert said(pilot) == "1 accepted fact not stored yet; c again drops it"
        assert view.extraction.text == ISSUE
        await pilot.press("c")
        assert (view.extraction.text, view.facts.count) == ("", 0)
        assert said(pilot) == "Begun anew: nothing of it was stored; u brings the text back"
        assert "Paste a text" in screen_of(pilot)


async def test_a_text_that_was_cleared_comes_back_by_the_key_that_takes_back(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("d", "4")
        store, view = app_of(pilot).store, extracting(pilot)
        await paste(pilot, ISSUE)
        await pilot.press("c", "u")
        assert said(pilot) == "The text is back; x reads it"
        assert view.extraction.text == ISSUE
        assert memories.get_many(store, [1])[0].state is State.DROPPED
        await pilot.press("u")
        assert memories.get_many(store, [1])[0].state is State.LIVE
        await pilot.press("c")
        await paste(pilot, "Another text")
        await pilot.press("ctrl+r", "u")
        assert view.extraction.text == "Another text"


async def test_what_facts_share_stands_behind_what_they_say(opened: Opened) -> None:
    text = (
        "# Flood in the north yard of Lund on 12 November 2026\n\n## Lessons\n\n"
        "- Never park the cranes below the mark.\n"
        "- Always close both sluices before a storm; the upper one sticks.\n"
    )
    async with opened(size=(100, 30)) as pilot:
        view = await read(pilot, text)
        rows = ["".join(s.text for s in view.facts.draw(at, 140)) for at in range(len(view.facts.rows))]
        assert "  Never park the cranes below the mark. · Flood in the north yard" in rows[0]
        assert "before a storm; the upper one sticks. · Flood in the north" in rows[1]


@pytest.mark.long
async def test_a_changed_theme_is_taken_on_at_once(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        before = view.fact.lines[0][0].style
        await pilot.press("T")
        await pilot.pause()
        assert view.fact.lines[0][0].style != before


@pytest.mark.long
async def test_the_cursor_follows_the_keys_while_a_large_text_is_read(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4")
        view = extracting(pilot)
        text = "\n\n".join(
            f"The team decided that service {n} runs on port {8000 + n}." for n in range(1_000)
        )
        await paste(pilot, text)
        await pilot.press("x")
        await until(pilot, lambda: len(view.facts.rows) > 3)
        for line in (1, 2, 3):
            await pilot.press("j")
            assert view.facts.cursor == line
            assert view.extraction.child is not None


@pytest.mark.long
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


async def test_opened_in_a_project_the_facts_go_there_unless_a_scope_is_chosen(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path / "nothing"))
    (tmp_path / "lamp-shop" / ".git" / "objects").mkdir(parents=True)
    (tmp_path / "lamp-shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    async with opened() as pilot:
        app_of(pilot).folder = str(tmp_path / "lamp-shop")
        view = await read(pilot, ISSUE)
        assert view.extraction.filed_under == "/project/lamp-shop"
        await pilot.press("y", "s")
        (memory,) = [
            m for m in memories.get_many(app_of(pilot).store, range(1, 9)) if m.text in stored(pilot)
        ]
        assert memory.scope == "/project/lamp-shop"
