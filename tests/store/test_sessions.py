"""What a session learned, was told and left behind, told apart from what belongs to none."""

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft
from memtui.lifecycle import access
from memtui.lifecycle.learn import Lesson, learn
from memtui.lifecycle.states import drop
from memtui.store import recording, sessions
from memtui.store.database import Store
from memtui.store.sessions import SUMMARY
from tests.lifecycle.worlds import AGENT, PERSON, added

READER = Actor(ActorKind.SYSTEM, "capture", "one")


def learned(store: Store, *texts: str, by: Actor = READER) -> list[int]:
    """Store what somebody learned from a text."""
    lessons = [Lesson(Draft(text, "/project")) for text in texts]
    return learn(store, lessons, by=by).ids


def test_a_session_learned_what_was_read_of_it_and_still_lives(store: Store) -> None:
    kept, lost = learned(store, "The till listens on 8080", "Cups have lids")
    drop(store, [lost], by=PERSON)
    assert sessions.learned(store, "one") == [kept]
    assert sessions.learned(store, "two") == []


def test_what_else_was_done_for_a_session_was_not_learned_from_it(store: Store) -> None:
    added(store, "The till listens on 8080", by=READER)
    learned(store, "Cups have lids", by=AGENT._replace(session="one"))
    assert sessions.learned(store, "one") == []


def test_what_was_read_of_no_session_is_learned_from_none(store: Store) -> None:
    learned(store, "The till listens on 8080", by=READER._replace(session=""))
    assert sessions.learned(store, "") == []


def test_a_memory_that_was_corrected_while_a_session_was_read_was_not_learned_from_it(store: Store) -> None:
    memory = added(store, "absent")
    with store.write() as tx:
        op = recording.begin(tx, "extract", READER)
        recording.apply(tx, op, [memory], {"text": "Absent with leave"})
        recording.finish(tx, op, 1)
    assert sessions.learned(store, "one") == []


def test_what_is_recalled_outside_of_sessions_no_session_was_told(store: Store) -> None:
    memory = added(store, "The till listens on 8080")
    access.touch(store, [memory], by=AGENT._replace(session=""))
    assert sessions.recalled_or_shown(store, "") == []
    access.touch(store, [memory], by=AGENT)
    assert sessions.recalled_or_shown(store, AGENT.session) == [memory]


def test_a_session_that_loses_what_it_was_shown_was_told_it_all_the_same(store: Store) -> None:
    memory = added(store, "The till listens on 8080")
    for _ in range(2):
        with store.write() as tx:
            sessions.note_shown(tx, "one", [memory])
        assert sessions.still_shown(store, "one") == {memory}
        with store.write() as tx:
            sessions.lose_shown(tx, "one")
            sessions.lose_shown(tx, "one")
        assert sessions.still_shown(store, "one") == set()
        assert sessions.recalled_or_shown(store, "one") == [memory]


def test_a_summary_that_was_dropped_is_not_the_latest(store: Store) -> None:
    first, second = (added(store, text, categories=(SUMMARY,)) for text in ("Done: a", "Done: b"))
    assert sessions.latest_summary(store, "/project") == second
    drop(store, [second], by=PERSON)
    assert sessions.latest_summary(store, "/project") == first
    assert sessions.latest_summary(store, "/other") is None
