"""What a session teaches while it runs, when it has ended, and what the one makes of the other."""

import asyncio
from pathlib import Path

import pytest

from memtui.capture.cards import UNCONFIRMED
from memtui.capture.facts import Outcome
from memtui.capture.sessions import COMPACTED, RUNNING, WHOLE, Capture, Place, Report
from memtui.capture.transcripts import registry
from memtui.config.settings import Gate, Settings
from memtui.domain.actor import PERSON_AT_CLI, ActorKind
from memtui.domain.memory import Draft, Memory, MemoryType, State
from memtui.domain.proposal import Deed, Kind
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.holding import held
from memtui.lifecycle.states import drop
from memtui.review.verdicts import accept, reject
from memtui.store import journal, memories, proposals, sessions
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.capture import talks


def place(way: str = RUNNING, session: str = talks.SESSION) -> Place:
    return Place(session=session, client="claude-code", cwd=talks.CWD, path="t.jsonl", way=way)


def captured(
    store: Store,
    records: "talks.Records",
    folder: Path,
    way: str = RUNNING,
    session: str = talks.SESSION,
    settings: Settings | None = None,
) -> Report:
    turns = registry.read(talks.write(folder / "t.jsonl", records), ended=True).turns
    with Capture(store, settings or Settings(), place(way, session)) as capture:
        asyncio.run(capture.take(turns))
        if way == WHOLE:
            asyncio.run(capture.conclude(turns))
        return capture.report


def live(store: Store) -> list[Memory]:
    return [memory for memory in memories.get_many(store, range(1, 100)) if memory.state is State.LIVE]


def texts(store: Store) -> list[str]:
    return [memory.text for memory in live(store) if sessions.SUMMARY not in memory.categories]


def test_what_is_learned_is_filed_under_the_project_and_says_where_it_is_from(
    store: Store, tmp_path: Path
) -> None:
    captured(store, talks.TALK[:2], tmp_path)
    decision = next(memory for memory in live(store) if memory.text == talks.DECISION)
    assert decision.scope == "/project/atlas"
    told = decision.provenance
    assert (told["source"], told["session"], told["extractor"]) == ("claude-code", talks.SESSION, "offline")
    assert (told["quote"], told["file"], told["way"]) == (talks.DECISION, "t.jsonl", RUNNING)


def test_where_additions_are_asked_for_a_session_teaches_nothing_before_the_yes(
    store: Store, tmp_path: Path
) -> None:
    settings = Settings(gate=Gate(sessions="ask"))
    report = captured(store, talks.TALK[:2], tmp_path, settings=settings)
    assert texts(store) == []
    cards = proposals.get_many(store, proposals.ids(store, Wanted()))
    assert len(cards) == report.queued
    assert len({card.batch for card in cards}) == 1
    accept(store, settings, [card.id for card in cards], by=PERSON_AT_CLI)
    assert talks.DECISION in texts(store)


def test_what_is_held_is_stored_and_told_to_nobody_before_the_no(store: Store, tmp_path: Path) -> None:
    report = captured(store, talks.TALK[:2], tmp_path, settings=Settings(gate=Gate(sessions="hold")))
    learned = live(store)
    assert held(store, learned) == set(report.stored)
    reject(store, proposals.ids(store, Wanted()), by=PERSON_AT_CLI)
    assert held(store, learned) == set()


def test_a_program_that_is_trusted_passes_the_gate(store: Store, tmp_path: Path) -> None:
    gate = Gate(sessions="ask", trusted=("claude-code",))
    captured(store, talks.TALK[:2], tmp_path, settings=Settings(gate=gate))
    assert talks.DECISION in texts(store)


def test_a_fact_is_as_old_as_the_turn_it_was_said_in(store: Store, tmp_path: Path) -> None:
    captured(store, [talks.user(talks.DECISION, "2026-03-01T08:00:00Z")], tmp_path)
    assert live(store)[0].created_at == pytest.approx(1772352000.0)


def test_each_fact_names_the_turn_that_it_stands_in(store: Store, tmp_path: Path) -> None:
    captured(store, talks.TALK[:2], tmp_path)
    turns = registry.read(tmp_path / "t.jsonl").turns
    found = {memory.text: memory.provenance["turn"] for memory in live(store)}
    assert found[talks.DECISION] == turns[0].offset
    assert found[talks.GOTCHA] == turns[1].offset


def test_capture_acts_as_memtui_itself_and_undo_of_a_person_passes_it_by(
    store: Store, tmp_path: Path
) -> None:
    captured(store, talks.TALK, tmp_path)
    (op,) = journal.ops(store)
    assert (op.actor.kind, op.actor.client, op.actor.session) == (
        ActorKind.SYSTEM,
        "claude-code",
        talks.SESSION,
    )
    assert journal.next_undo(store) is None


def test_reading_the_same_again_changes_nothing(store: Store, tmp_path: Path) -> None:
    captured(store, talks.TALK, tmp_path)
    before = texts(store)
    again = captured(store, talks.TALK, tmp_path)
    assert (again.stored, texts(store)) == ([], before)


def test_the_whole_session_confirms_what_was_learned_while_it_ran(store: Store, tmp_path: Path) -> None:
    captured(store, talks.TALK[:2], tmp_path)
    report = captured(store, talks.TALK, tmp_path, WHOLE)
    assert report.unconfirmed == 0
    assert len(texts(store)) == len(set(texts(store)))
    assert talks.DEADLINE in texts(store)


def test_what_the_whole_session_does_not_confirm_is_one_batch_and_stays_until_decided(
    store: Store, tmp_path: Path
) -> None:
    captured(store, [talks.user(talks.PREFERENCE), talks.agent(talks.GOTCHA)], tmp_path)
    before = texts(store)
    report = captured(store, talks.TALK[3:], tmp_path, WHOLE)
    assert report.unconfirmed == 2
    cards = proposals.get_many(store, proposals.ids(store, Wanted()))
    assert {(card.kind, card.batch, card.change.deed) for card in cards} == {
        (Kind.LEARNED, UNCONFIRMED, Deed.DROP)
    }
    assert set(before) <= set(texts(store))


def test_a_fact_that_a_person_touched_needs_no_confirmation(store: Store, tmp_path: Path) -> None:
    captured(store, [talks.user(talks.DECISION)], tmp_path)
    edit(store, [1], Edit(importance=0.9), by=PERSON_AT_CLI)
    assert captured(store, talks.TALK[3:], tmp_path, WHOLE).unconfirmed == 0


def test_a_session_that_corrects_itself_supersedes_its_own_fact(store: Store, tmp_path: Path) -> None:
    captured(store, [talks.user("The staging database of Atlas runs PostgreSQL 14.")], tmp_path)
    said = [
        talks.user("The staging database of Atlas runs PostgreSQL 14."),
        talks.agent("Let me look at that."),
        talks.user("The staging database of Atlas now runs PostgreSQL 16."),
    ]
    captured(store, said, tmp_path, WHOLE)
    found = " ".join(texts(store))
    assert "PostgreSQL 16" in found
    assert "PostgreSQL 14" not in found


def test_what_a_person_wrote_is_never_superseded_without_a_card(store: Store, tmp_path: Path) -> None:
    add(
        store,
        Draft("The staging database of Atlas runs PostgreSQL 14.", scope="/project/atlas"),
        by=PERSON_AT_CLI,
    )
    report = captured(
        store, [talks.user("The staging database of Atlas now runs PostgreSQL 16.")], tmp_path, WHOLE
    )
    assert report.queued == 1
    assert "The staging database of Atlas runs PostgreSQL 14." in texts(store)


def test_what_another_session_learned_is_not_superseded_without_a_card(store: Store, tmp_path: Path) -> None:
    captured(
        store, [talks.user("The staging database of Atlas runs PostgreSQL 14.")], tmp_path, session="other"
    )
    report = captured(
        store, [talks.user("The staging database of Atlas now runs PostgreSQL 16.")], tmp_path, WHOLE
    )
    assert report.queued == 1
    assert "The staging database of Atlas runs PostgreSQL 14." in texts(store)


def test_what_memtui_told_in_this_session_is_nothing_new(store: Store, tmp_path: Path) -> None:
    add(store, Draft(talks.DECISION, scope="/project/atlas"), by=PERSON_AT_CLI)
    with store.write() as tx:
        sessions.note_shown(tx, talks.SESSION, [1])
    report = captured(store, [talks.agent(talks.DECISION)], tmp_path)
    assert report.counts[Outcome.RECALLED] == 1
    assert report.stored == []
    (memory,) = live(store)
    assert memory.access_count == 0


def test_a_block_of_recalled_memories_is_not_learned(store: Store, tmp_path: Path) -> None:
    text = f"<memtui-recall>\n- {talks.DECISION} (/project/atlas, 2026-11-20)\n</memtui-recall>\nThanks."
    assert captured(store, [talks.user(text)], tmp_path).candidates == 0


def test_what_was_dropped_does_not_come_back_through_a_session(store: Store, tmp_path: Path) -> None:
    captured(store, [talks.user(talks.DECISION)], tmp_path)
    drop(store, [1], by=PERSON_AT_CLI)
    report = captured(store, [talks.user(talks.DECISION)], tmp_path, WHOLE)
    assert report.counts[Outcome.SUPPRESSED] == 1
    assert texts(store) == []


# -- the summary ---------------------------------------------------------------------------------


def summary(store: Store) -> Memory:
    found = sessions.latest_summary(store, "/project/atlas")
    assert found is not None
    return memories.get_many(store, [found])[0]


def test_an_ended_session_leaves_one_summary_of_what_is_done_decided_and_open(
    store: Store, tmp_path: Path
) -> None:
    captured(store, talks.TALK, tmp_path, WHOLE)
    memory = summary(store)
    assert memory.type is MemoryType.EPISODIC
    assert memory.text == (
        f"Session on atlas, 2026-11-20. Done: {talks.DONE} Decided: {talks.DECISION} Open: {talks.OPEN}"
    )
    assert memory.provenance["extractor"] == "offline"


def test_a_summary_says_once_what_an_agent_reports_as_done(store: Store, tmp_path: Path) -> None:
    report = "Done: We removed the old cache of Atlas because it lost writes."
    captured(store, [talks.user(talks.DECISION), talks.agent(f"**Done:** {report[6:]}")], tmp_path, WHOLE)
    assert summary(store).text == f"Session on atlas, 2026-11-20. {report} Decided: {talks.DECISION}"
    assert texts(store) == [talks.DECISION]


def test_a_session_that_decided_nothing_leaves_no_summary(store: Store, tmp_path: Path) -> None:
    report = captured(store, [talks.user("Hi there"), talks.agent("Hello! How can I help?")], tmp_path, WHOLE)
    assert report.summary is None
    assert live(store) == []


def test_a_session_that_ends_twice_has_one_summary(store: Store, tmp_path: Path) -> None:
    captured(store, talks.TALK[:2], tmp_path, WHOLE)
    first = summary(store)
    captured(store, talks.TALK, tmp_path, WHOLE)
    assert summary(store).id != first.id
    assert [m.id for m in live(store) if sessions.SUMMARY in m.categories] == [summary(store).id]


def test_a_summary_does_not_stand_in_the_way_of_a_fact_that_it_tells(store: Store, tmp_path: Path) -> None:
    captured(store, [talks.user(talks.DECISION)], tmp_path, WHOLE)
    drop(store, [next(m.id for m in live(store) if m.text == talks.DECISION)], by=PERSON_AT_CLI)
    report = captured(store, [talks.user(talks.GOTCHA)], tmp_path, session="next")
    assert (len(report.stored), report.queued) == (1, 0)


def test_a_dry_run_shows_the_facts_and_stores_nothing(store: Store, tmp_path: Path) -> None:
    turns = registry.read(talks.write(tmp_path / "t.jsonl")).turns
    with Capture(store, Settings(), place(WHOLE), dry_run=True) as capture:
        asyncio.run(capture.take(turns))
    assert talks.DECISION in [fact.candidate.text for fact in capture.report.facts]
    assert live(store) == []


def test_a_compact_summary_is_read_like_a_text(store: Store) -> None:
    with Capture(store, Settings(), place(COMPACTED)) as capture:
        asyncio.run(capture.take_text(f"# Summary\n\n- {talks.DECISION}\n- {talks.GOTCHA}"))
    assert texts(store) == [talks.DECISION, talks.GOTCHA]
    assert {memory.provenance["way"] for memory in live(store)} == {COMPACTED}
