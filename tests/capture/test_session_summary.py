"""An ended session is summed up on one card."""

from pathlib import Path

import pytest

from memtui.capture.cards import SUMMARY_RULE
from memtui.capture.place import WHOLE
from memtui.capture.summary import undone_in
from memtui.capture.transcripts.turns import ASSISTANT, USER, Turn
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.text import normalised
from memtui.lifecycle.states import drop
from memtui.review import queue
from memtui.review.verdicts import accept
from memtui.store import memories, sessions
from memtui.store.database import Store
from tests.capture import talks
from tests.capture.learned import live, texts
from tests.capture.session import captured, waiting


def summary(store: Store) -> Memory:
    """Say yes to the summary that waits, and return it."""
    waits = [card.id for card in waiting(store) if card.rule == SUMMARY_RULE]
    assert len(waits) <= 1
    accept(store, Settings(), waits, by=PERSON_AT_CLI)
    found = sessions.latest_summary(store, "/project/atlas")
    assert found is not None
    return memories.get_many(store, [found])[0]


def test_an_ended_session_offers_one_summary_of_what_is_done_decided_and_open(
    store: Store, tmp_path: Path
) -> None:
    captured(store, talks.TALK, tmp_path, WHOLE)
    assert sessions.latest_summary(store, "/project/atlas") is None
    memory = summary(store)
    assert memory.type is MemoryType.EPISODIC
    assert memory.text == (
        f"Session on atlas, 2026-11-20. Done: {talks.DONE_AS_TOLD} Decided: {talks.DECISION}"
        f" Open: {talks.OPEN}"
    )
    assert memory.provenance["extractor"] == "offline"


def test_a_yes_to_what_a_session_taught_takes_no_summary_unseen(store: Store, tmp_path: Path) -> None:
    found = [
        "The gateway drops requests above 2 MB because the proxy buffers them in memory.",
        "The nightly export fails when the disk has less than 5 GB left.",
    ]
    captured(store, [*talks.TALK, *map(talks.agent, found)], tmp_path, WHOLE)
    refs = queue.cards(store)
    taught = {card.id: card.rule for card in waiting(store)}
    alone = [ref.ids for ref in refs if SUMMARY_RULE in map(taught.get, ref.ids)]
    assert [len(ids) for ids in alone] == [1]
    (batch,) = [ref for ref in refs if ref.batch]
    accept(store, Settings(), list(batch.ids), by=PERSON_AT_CLI)
    assert sessions.latest_summary(store, "/project/atlas") is None
    assert [card.rule for card in waiting(store)] == [SUMMARY_RULE]


def test_a_summary_says_once_what_an_agent_reports_as_done(store: Store, tmp_path: Path) -> None:
    report = "Done: We removed the old cache of Atlas because it lost writes."
    captured(store, [talks.user(talks.DECISION), talks.agent(f"**Done:** {report[6:]}")], tmp_path, WHOLE)
    assert summary(store).text == f"Session on atlas, 2026-11-20. {report} Decided: {talks.DECISION}"
    assert texts(store) == [talks.DECISION]


def test_a_summary_tells_deeds_without_an_i_and_what_is_not_there_yet(store: Store, tmp_path: Path) -> None:
    report = "I've added a limit of 40 loaves. Next would be the setting for rolls, which isn't wired up yet."
    captured(store, [talks.user(talks.DECISION), talks.agent(report)], tmp_path, WHOLE)
    text = summary(store).text
    assert "Done: Added a limit of 40 loaves." in text
    assert "Open: Next would be the setting for rolls, which isn't wired up yet." in text


def test_nothing_is_called_decided_that_the_agent_decided(store: Store, tmp_path: Path) -> None:
    said = [talks.user("Have a look at the cache."), talks.agent(f"{talks.DECISION} {talks.DONE}")]
    captured(store, said, tmp_path, WHOLE)
    assert "Decided" not in summary(store).text


def test_a_session_that_decided_nothing_leaves_no_summary(store: Store, tmp_path: Path) -> None:
    report = captured(store, [talks.user("Hi there"), talks.agent("Hello! How can I help?")], tmp_path, WHOLE)
    assert report.summary is None
    assert live(store) == []


def test_a_session_that_ends_twice_has_one_summary(store: Store, tmp_path: Path) -> None:
    captured(store, talks.TALK[:2], tmp_path, WHOLE)
    first = summary(store)
    captured(store, talks.TALK[:4], tmp_path, WHOLE)
    captured(store, talks.TALK, tmp_path, WHOLE)
    assert summary(store).id != first.id
    assert [m.id for m in live(store) if sessions.SUMMARY in m.categories] == [summary(store).id]


def test_a_summary_does_not_stand_in_the_way_of_a_fact_that_it_tells(store: Store, tmp_path: Path) -> None:
    captured(store, [talks.user(talks.DECISION)], tmp_path, WHOLE)
    drop(store, [next(m.id for m in live(store) if m.text == talks.DECISION)], by=PERSON_AT_CLI)
    summary(store)
    report = captured(store, [talks.user(talks.RULE)], tmp_path, session="next")
    assert (len(report.stored), report.queued) == (1, 0)


@pytest.mark.parametrize(
    ("answer", "done"),
    [
        ("why would you glaze a cracked pot?? take it out", ["I've fixed the kiln log."]),
        ("drop it again please", ["I've fixed the kiln log."]),
        ("please revert that kiln log change", ["I also added a glaze step for cracked pots."]),
        ("don't take it out", ["I've fixed the kiln log.", "I also added a glaze step for cracked pots."]),
    ],
)
def test_what_the_person_had_taken_back_is_not_done(answer: str, done: list[str]) -> None:
    deeds = ("I've fixed the kiln log.", "I also added a glaze step for cracked pots.")
    talk = ((ASSISTANT, " ".join(deeds)), (USER, answer), (ASSISTANT, "Sorry, taken out."))
    turns = [Turn(role, text, None, False, 0) for role, text in talk]
    undone = set(undone_in(turns))
    assert [deed for deed in deeds if normalised(deed) not in undone] == done
