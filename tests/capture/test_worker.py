"""The capture queue: jobs are done once, survive kills, wait for caps, and are visible meanwhile."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.capture.model_extractor import extraction_prompt
from memtui.capture.walking import Walk
from memtui.capture.worker import Waits, Worked, work
from memtui.config.settings import Capture, Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.domain.watch import Watch
from memtui.lifecycle.add import add
from memtui.lifecycle.enqueue import COMPACT, REVIEW, SESSION, TASK, TEXT, WINDOW
from memtui.lifecycle.purge import purge
from memtui.review.working import Request
from memtui.store import jobs, locks
from memtui.store.database import Store
from memtui.store.jobs import Job
from memtui.store.opening import open_store
from tests.capture import talks
from tests.capture.learned import ABOUT, PLAIN, leave, offered, texts
from tests.conftest import FrozenClock
from tests.processes import Child
from tests.queueing import queue_job

# -- what jobs do --------------------------------------------------------------------------------


def test_a_window_reads_what_is_new_and_only_that(store: Store, talk: Path) -> None:
    leave(store, WINDOW, talk)
    assert work(store, PLAIN).done == 1
    mark = jobs.transcript(store, str(talk))
    assert mark is not None
    assert (mark.position, mark.session) == (talk.stat().st_size, talks.SESSION)
    leave(store, WINDOW, talk)
    assert work(store, PLAIN) == Worked(done=1)


def test_a_window_reads_the_last_turns_and_leaves_the_rest_to_the_end(store: Store, tmp_path: Path) -> None:
    path = talks.write(tmp_path / "t.jsonl", [talks.user(talks.DECISION), talks.user(talks.RULE)])
    leave(store, WINDOW, path)
    work(store, Settings(capture=Capture(window=1)))
    assert texts(store) == [talks.RULE]
    leave(store, SESSION, path)
    work(store, PLAIN)
    assert set(texts(store)) == {talks.RULE, talks.DECISION}


def test_without_a_reading_at_the_end_a_window_reads_all_that_is_new(store: Store, tmp_path: Path) -> None:
    path = talks.write(
        tmp_path / "t.jsonl", [talks.user(talks.DECISION), talks.user(talks.RULE), talks.agent(talks.GOTCHA)]
    )
    leave(store, WINDOW, path)
    work(store, Settings(capture=Capture(window=1, post_session=False)))
    assert texts(store) == [talks.DECISION, talks.RULE]
    assert offered(store) == [talks.GOTCHA]


def test_an_ended_session_is_read_as_a_whole_and_a_review_follows(store: Store, talk: Path) -> None:
    leave(store, SESSION, talk)
    reviewed: list[str] = []
    assert work(store, PLAIN, others={REVIEW: lambda job: reviewed.append(job.kind)}).done == 2
    assert reviewed == [REVIEW]
    assert talks.DEADLINE in texts(store)
    assert any(text.startswith("Session on atlas") for text in offered(store))


def test_a_session_that_goes_on_after_its_end_is_read_from_there(store: Store, talk: Path) -> None:
    leave(store, SESSION, talk)
    work(store, PLAIN)
    before = texts(store)
    talks.write(talk, [talks.user(talks.RULE)], more=True)
    leave(store, SESSION, talk)
    work(store, PLAIN)
    assert texts(store) == [*before, talks.RULE]
    assert sum(text.startswith("Session on atlas") for text in offered(store)) == 1


def test_what_is_written_while_the_end_is_read_is_not_lost(store: Store, talk: Path) -> None:
    said = talks.RULE
    leave(store, SESSION, talk)
    looked = Walk.has_grown

    def overtaken(walk: Walk) -> bool:
        if said not in talk.read_text("utf-8"):
            talks.write(talk, [talks.user(said)], more=True)
        return looked(walk)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Walk, "has_grown", overtaken)
        work(store, PLAIN)
    assert said in texts(store)
    assert jobs.get_all(store) == []


@pytest.mark.parametrize("kind", [COMPACT, TASK, TEXT])
def test_a_text_is_read_offered_and_then_gone_from_the_queue(store: Store, kind: str) -> None:
    queue_job(store, kind, text=talks.DECISION, about=ABOUT)
    worked = work(store, PLAIN)
    assert (worked.stored, worked.queued) == (0, 1)
    assert offered(store) == [talks.DECISION]
    assert store.query("SELECT payload FROM jobs") == [("{}",)]


def test_a_subagents_result_is_what_its_transcript_ends_with(store: Store, tmp_path: Path) -> None:
    path = talks.write(tmp_path / "agent.jsonl", [talks.user(talks.PREFERENCE), talks.agent(talks.GOTCHA)])
    leave(store, TASK, path)
    work(store, PLAIN)
    assert offered(store) == [talks.GOTCHA]


def test_a_text_in_the_queue_holds_no_reasoning_and_no_secret(store: Store) -> None:
    queue_job(
        store, TEXT, text="The key is sk-proj-" + "a1B2" * 8 + " <think>hm</think> and " + talks.DECISION
    )
    (job,) = jobs.get_all(store)
    assert "sk-proj" not in job.payload["text"]
    assert "hm" not in job.payload["text"]
    assert not queue_job(store, TEXT, text="<think>nothing but reasoning</think>")


def test_what_is_purged_is_gone_from_what_waits_too(store: Store) -> None:
    add(store, Draft(talks.DECISION), by=PERSON_AT_CLI)
    queue_job(store, COMPACT, text=f"{talks.GOTCHA} {talks.DECISION}", about=ABOUT)
    assert purge(store, [1], by=PERSON_AT_CLI).verified
    work(store, PLAIN)
    assert offered(store) == [talks.GOTCHA]


def test_nothing_is_learned_from_a_session_that_memtui_started_itself(store: Store, tmp_path: Path) -> None:
    asked = extraction_prompt(None).messages(
        today="2026-11-20", boundary="text-1", text=talks.DECISION, context=""
    )
    said = "\n\n".join(message["content"] for message in asked)
    path = talks.write(tmp_path / "t.jsonl", [talks.user(said), talks.agent(talks.DECISION)])
    for kind in (WINDOW, SESSION, TASK):
        leave(store, kind, path)
    assert work(store, PLAIN) == Worked(done=3)


def test_the_same_is_queued_once(store: Store, talk: Path) -> None:
    assert leave(store, SESSION, talk)
    assert not leave(store, SESSION, talk)


# -- failing -------------------------------------------------------------------------------------


def test_a_job_that_fails_waits_longer_each_time_and_then_rests_with_its_error(
    store: Store, clock: FrozenClock, tmp_path: Path
) -> None:
    leave(store, SESSION, tmp_path / "gone.jsonl")
    waits = []
    for _ in range(jobs.MOST_ATTEMPTS):
        assert work(store, PLAIN).failed == 1
        (job,) = jobs.get_all(store)
        waits.append(job.not_before - clock.now)
        clock.now = job.not_before
    assert waits[:3] == [60, 120, 240]
    assert job.status == "failed"
    assert "cannot read" in job.error
    assert work(store, PLAIN) == Worked()


def test_what_failed_for_good_can_be_tried_again(store: Store, clock: FrozenClock, tmp_path: Path) -> None:
    path = tmp_path / "late.jsonl"
    leave(store, SESSION, path)
    for _ in range(jobs.MOST_ATTEMPTS):
        work(store, PLAIN)
        clock.forward(days=1)
    talks.write(path)
    with store.write() as tx:
        assert jobs.retry_failed(tx) == 1
    assert work(store, PLAIN).done == 1


def test_one_bad_file_does_not_keep_the_others_from_being_read(
    store: Store, talk: Path, tmp_path: Path
) -> None:
    binary = tmp_path / "image.jsonl"
    binary.write_bytes(bytes(range(256)) * 40)
    leave(store, SESSION, binary)
    leave(store, SESSION, talk)
    worked = work(store, PLAIN)
    assert (worked.done, worked.failed) == (1, 1)


def test_waiting_for_something_that_frees_up_is_no_attempt(store: Store, clock: FrozenClock) -> None:
    def busy(job: Job) -> None:
        raise Waits("another process is at it", 60.0)

    with store.write() as tx:
        jobs.queue(tx, REVIEW, REVIEW, {})
    assert work(store, PLAIN, others={REVIEW: busy}).put_off == 1
    (job,) = jobs.get_all(store)
    assert (job.status, job.attempts, job.not_before) == ("queued", 0, clock.now + 60)


def test_a_cancelled_job_goes_back_and_is_done_the_next_time(store: Store, talk: Path) -> None:
    leave(store, SESSION, talk)
    looks = iter([False, False, True, True, True, True, True])
    worked = work(store, PLAIN, watch=Watch(cancelled=lambda: next(looks, True)))
    assert worked.cancelled
    assert [job.status for job in jobs.get_all(store)] in ([], ["queued"])
    work(store, PLAIN)
    assert talks.DEADLINE in texts(store)


# -- one at a time, and killed -------------------------------------------------------------------

_TAKES = """
from memtui.store import jobs, locks
locks.take(store, locks.WORK)
job = jobs.take(store)
say(job.kind)
time.sleep(600)
"""


def test_one_worker_is_at_it_at_a_time(store: Store, talk: Path) -> None:
    leave(store, SESSION, talk)
    leave(store, TASK, talk)
    child = Child(store.path, _TAKES)
    child.hear(SESSION)
    assert work(store, PLAIN).busy
    assert texts(store) == []
    child.kill()
    assert work(store, PLAIN).done == 2


_WORKS = """
from memtui.capture import worker
from memtui.config.settings import Capture, Embeddings, Settings
from memtui.store import jobs
moment = sys.argv[2]
written = []
def progress(tx, job_id, payload, real=jobs.progress):
    real(tx, job_id, payload)
    written.append(payload)
    if moment == "in a commit" and len(written) == 3:
        say(moment)
        time.sleep(600)
def conclude(*args, **more):
    say(moment)
    time.sleep(600)
jobs.progress = progress
worker.STRETCH_WINDOWS = 1
if moment == "before the end":
    worker.Capture.conclude = conclude
worker.work(store, Settings(capture=Capture(window=2), embeddings=Embeddings(model="")))
"""
MANY = (
    "We decided to store invoices in PostgreSQL 16.",
    "Never start the nightly backup before 05:00.",
    "I prefer tabs over spaces in Go files.",
    "Remember that the Safari login fails when third-party cookies are blocked.",
    "Don't ever copy photos out of the Frankfurt bucket.",
    "We chose Terraform over Pulumi for the network setup.",
    "We decided that the mobile app sends no analytics.",
    "Release notes are written by Ines every second Tuesday.",
    "Please always use the sandbox key in tests of the payment webhook.",
    "We decided against GraphQL because the clients are few.",
    "From now on, rebuild the search index on Sundays only.",
    "Customers in Japan must see prices without decimals.",
)


def many(path: Path) -> Path:
    return talks.write(path, [talks.user(sentence) for sentence in MANY])


@pytest.mark.few(1)
@pytest.mark.parametrize("moment", ["in a commit", "before the end"])
def test_a_worker_that_is_killed_loses_nothing_and_leaves_nothing_twice(tmp_path: Path, moment: str) -> None:
    path = many(tmp_path / "t.jsonl")
    with open_store(tmp_path / "quiet.db") as quiet:
        leave(quiet, SESSION, path)
        work(quiet, PLAIN)
        undisturbed = sorted(texts(quiet))
    assert len(undisturbed) == 12
    with open_store(tmp_path / "killed.db") as store:
        leave(store, SESSION, path)
        child = Child(store.path, _WORKS, moment)
        child.hear(moment)
        child.kill()
        left = texts(store)
        assert len(left) == (4 if moment == "in a commit" else 12)
        assert work(store, PLAIN).done == 1
        assert sorted(texts(store)) == undisturbed
        assert [text[:16] for text in offered(store)] == ["Session on atlas"]


def test_a_job_whose_worker_dies_each_time_rests_in_the_end(store: Store, talk: Path) -> None:
    leave(store, SESSION, talk)
    for _ in range(jobs.MOST_ATTEMPTS):
        assert jobs.take(store) is not None
    assert jobs.take(store) is None
    (job,) = jobs.get_all(store)
    assert (job.status, job.error) == ("failed", "its worker was killed each time")


@pytest.mark.long
def test_the_screens_child_drains_the_queue_and_ends_when_it_is_let_go(store: Store, talk: Path) -> None:
    leave(store, SESSION, talk)
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", "memtui.review.working"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(Request(str(store.path)).line())
    child.stdin.flush()
    told = json.loads(child.stdout.readline())
    assert (told["is"], told["done"], told["waiting"]) == ("worked", 2, 0)
    child.stdin.close()
    assert child.wait(timeout=300) == 0
    assert talks.DEADLINE in texts(store)


def test_a_free_lock_and_an_empty_queue_cost_no_write(store: Store) -> None:
    before = store.query("PRAGMA data_version"), store.query("SELECT count(*) FROM meta")
    assert work(store, PLAIN) == Worked()
    assert (store.query("PRAGMA data_version"), store.query("SELECT count(*) FROM meta")) == before
    assert locks.holder(store, locks.WORK) == ""
