"""What was stopped half-way is marked so, counts right, and can be undone from where it stopped."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from memtui.domain.filter import parse
from memtui.domain.memory import Draft, State
from memtui.domain.watch import Watch
from memtui.lifecycle import chunks
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import forget
from memtui.lifecycle.undo import redo, undo
from memtui.store import journal, processes, recording, scopes
from memtui.store.database import Store, Transaction
from tests.lifecycle.worlds import PERSON, picture
from tests.processes import Child


@pytest.fixture
def many(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store of 200 memories that bulk verbs change ten at a time."""
    for name in ("_FIRST", "_SMALLEST", "_LARGEST"):
        monkeypatch.setattr(chunks, name, 10)
    import_drafts(store, [Draft(f"fact {n}", "/project") for n in range(200)], by=PERSON)
    return store


def dropped(store: Store) -> int:
    return scopes.count(store, "/", State.DROPPED)


class Stopping:
    """Says yes the `count`th time it is asked, or raises what it was given."""

    def __init__(self, count: int, error: BaseException | None = None) -> None:
        self._left = count
        self._error = error

    def __call__(self, *_: object) -> bool:
        self._left -= 1
        if self._left <= 0 and self._error is not None:
            raise self._error
        return self._left <= 0

    def asked(self, *_: object) -> None:
        self()


def test_a_cancelled_forget_keeps_what_it_did_and_undo_takes_it_back(many: Store) -> None:
    before = picture(many)
    outcome = forget(many, parse("in:/project"), by=PERSON, watch=Watch(cancelled=Stopping(3)))
    assert (outcome.changed, outcome.interrupted, dropped(many)) == (30, True, 30)
    assert outcome.op is not None
    assert outcome.op.status == "interrupted"
    assert outcome.message == "Forgot 30 memories, then stopped"
    undo(many, by=PERSON)
    assert picture(many) == before
    assert scopes.miscounted(many) == []


def test_a_cancelled_undo_goes_on_with_the_next_undo_or_back_with_redo(
    many: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memtui.lifecycle import undo as undoing

    monkeypatch.setattr(undoing, "_CHUNK", 10)
    before = picture(many)
    forget(many, parse("in:/project"), by=PERSON)
    stopped = undo(many, by=PERSON, watch=Watch(cancelled=Stopping(2)))
    assert stopped is not None
    assert stopped.interrupted
    assert dropped(many) == 180
    redo(many, by=PERSON)
    assert dropped(many) == 200
    undo(many, by=PERSON, watch=Watch(cancelled=Stopping(2)))
    undo(many, by=PERSON)
    assert picture(many) == before


def test_what_is_still_running_cannot_be_undone_by_another(many: Store) -> None:
    def meanwhile(done: int, of: int) -> None:
        if done < of:
            with many.sibling() as other, pytest.raises(Refused, match="still running"):
                undo(other, by=PERSON, op_id=journal.ops(many, limit=1)[0].id)

    outcome = forget(many, parse("in:/project"), by=PERSON, watch=Watch(progress=meanwhile))
    assert (outcome.changed, dropped(many)) == (200, 200)


def test_ctrl_c_inside_a_chunk_counts_what_was_committed(many: Store) -> None:
    with pytest.raises(KeyboardInterrupt):
        forget(many, parse("in:/project"), by=PERSON, watch=Watch(cancelled=Stopping(3, KeyboardInterrupt())))
    op = journal.next_undo(many)
    assert op is not None
    assert (op.kind, op.status, op.changed, dropped(many)) == ("forget", "interrupted", 20, 20)
    undo(many, by=PERSON)
    assert dropped(many) == 0


def test_ctrl_c_between_two_chunks_does_too(many: Store) -> None:
    stopping = Stopping(3, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        forget(many, parse("in:/project"), by=PERSON, watch=Watch(progress=stopping.asked))
    op = journal.next_undo(many)
    assert op is not None
    assert (op.status, op.changed, dropped(many)) == ("interrupted", 30, 30)


def test_an_error_in_the_last_chunk_does_not_leave_the_op_running(many: Store) -> None:
    def change(tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        if 200 in chunk:
            raise OSError
        return recording.apply(tx, op_id, chunk, {"pinned": 1})

    with pytest.raises(OSError):
        chunks.run(many, range(1, 201), kind="pin", change=change, by=PERSON)
    (op, *_) = journal.ops(many)
    assert (op.kind, op.status, op.changed) == ("pin", "interrupted", 190)


def test_ctrl_c_before_anything_was_committed_leaves_no_op(many: Store) -> None:
    count = len(journal.ops(many))
    with pytest.raises(KeyboardInterrupt):
        forget(many, parse("in:/project"), by=PERSON, watch=Watch(cancelled=Stopping(1, KeyboardInterrupt())))
    assert len(journal.ops(many)) == count
    assert dropped(many) == 0


def test_a_forget_that_was_killed_is_shown_at_the_next_start_and_can_be_undone(many: Store) -> None:
    before = picture(many)
    child = Child(
        many.path,
        """
        from memtui.lifecycle import chunks
        chunks._FIRST = chunks._SMALLEST = chunks._LARGEST = 10
        def progress(done, total):
            if done == 30:
                say("thirty")
                sys.stdin.readline()
        forget(store, parse("in:/project"), by=PERSON, watch=Watch(progress=progress))
        """,
    )
    child.hear("thirty")
    assert journal.left_running(many) == []
    assert journal.next_undo(many) != journal.ops(many)[0]
    child.kill()
    (op,) = journal.left_running(many)
    assert (op.kind, op.status, op.changed, dropped(many)) == ("forget", "interrupted", 30, 30)
    assert journal.left_running(many) == []
    outcome = undo(many, by=PERSON)
    assert outcome is not None
    assert outcome.message == "Undid: forget of 30 memories (in:/project)"
    assert picture(many) == before
    assert scopes.miscounted(many) == []


def test_an_undo_that_was_killed_is_finished_by_the_next_undo(many: Store) -> None:
    before = picture(many)
    forget(many, parse("in:/project"), by=PERSON)
    child = Child(
        many.path,
        """
        from memtui.lifecycle import undo as undoing
        undoing._CHUNK = 10
        def progress(done, total):
            if done == 30:
                say("thirty")
                sys.stdin.readline()
        undo(store, by=PERSON, watch=Watch(progress=progress))
        """,
    )
    child.hear("thirty")
    child.kill()
    assert [op.kind for op in journal.left_running(many)] == ["undo"]
    undo(many, by=PERSON)
    assert picture(many) == before
    assert scopes.miscounted(many) == []


def left_by_a_killed_process(store: Store) -> tuple[int, str]:
    """Let another process be killed in an op; returns the op and what it noted of the process."""
    child = Child(
        store.path,
        """
        from memtui.store import recording
        found = add(store, Draft("left half done", "/project"), by=PERSON).memory
        with store.write() as tx:
            op = recording.begin(tx, "drop", PERSON)
            recording.apply(tx, op, [found.id], {"state": "dropped"})
            recording.progress(tx, op, 1)
        say("ready")
        sys.stdin.readline()
        """,
    )
    child.hear("ready")
    child.kill()
    return store.query("SELECT id, process FROM ops WHERE status = 'running'")[0]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc when a process started")
def test_an_op_is_not_under_way_because_another_process_now_has_the_number(store: Store) -> None:
    op_id, process = left_by_a_killed_process(store)
    host, _, *start = process.split(":")
    ours = ":".join([host, str(os.getpid()), *start])
    with store.write() as tx:
        tx.execute("UPDATE ops SET process = ? WHERE id = ?", (ours, op_id))
    assert [op.id for op in journal.left_running(store)] == [op_id]
    undo(store, by=PERSON)
    assert dropped(store) == 0


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc for the state of a process")
def test_a_process_that_only_waits_to_be_looked_at_is_gone(store: Store) -> None:
    ended = subprocess.Popen([sys.executable, "-c", "print('here')"], stdout=subprocess.PIPE)
    assert ended.stdout is not None
    with ended.stdout:
        assert ended.stdout.read() == b"here\n"  # its end is the end of the process but for our look
    host = processes.this_process().partition(":")[0]
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
    assert not processes.process_lives(f"{host}:{ended.pid}:1")
    ended.wait()
