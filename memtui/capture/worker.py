"""Drains the capture queue job by job; each job continues where its last worker died.

    worked = work(store, settings)

`memtui work`, the screen's child process and tests call it. Only one worker runs at a time, over all
processes (`locks.WORK`). A job's facts are committed together with its progress, so a kill at any moment
loses and doubles nothing. A failed job goes back into the queue with its error and a growing pause.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from memtui.capture.place import RUN, RUNNING, WHOLE, Place
from memtui.capture.sessions import Capture, Report
from memtui.capture.summary import LAST_TURNS
from memtui.capture.transcripts import registry
from memtui.capture.transcripts.turns import ASSISTANT, Reading, TranscriptError, Turn
from memtui.capture.walking import Walk, spoken
from memtui.config.settings import Settings
from memtui.domain.instant import HOUR
from memtui.domain.text import MAX_LENGTH
from memtui.domain.watch import UNWATCHED, Watch
from memtui.lifecycle.enqueue import COMPACT, REVIEW, SESSION, TASK, TEXT, WINDOW, enqueue
from memtui.llm.errors import LlmError, SpendCapReached
from memtui.store import jobs, locks, runs
from memtui.store.database import Store, Transaction
from memtui.store.errors import StoreBusy, StoreError, StoreFull
from memtui.store.jobs import Job, TranscriptMark

STRETCH_WINDOWS = 4
"""The windows of a stretch, which is read and committed at once."""

_PATIENT_WITH_ANSWERS = 2
"""After this many attempts, windows that get only useless answers are skipped."""
_CAP_WAIT = HOUR
"""Seconds before a job that would exceed the spend cap is tried again."""
LONGEST_RESULT = 40_000
"""Characters of a subagent's result that are read."""
BEYOND_TEXT = f"characters beyond the first {MAX_LENGTH:,} of a text"
BEYOND_RESULT = f"characters beyond the first {LONGEST_RESULT:,} of a subagent's result"
_PROGRESS = frozenset({"since", "position", "tail", "confirmed"})
"""The payload fields that hold the progress of a job on an ended session."""

Handler = Callable[[Job], None]
"""Does a job of a kind that capture cannot; raises an error when it fails."""


class Waits(Exception):
    """A job has to wait for something that frees up by itself; this does not count as an attempt."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


@dataclass(slots=True)
class Worked:
    """What came of working through the queue."""

    done: int = 0
    failed: int = 0
    """Tried and put back, or given up."""
    put_off: int = 0
    """Put back until a cap or a lock frees up."""
    stored: int = 0
    superseded: int = 0
    queued: int = 0
    """Proposals."""
    busy: str = ""
    """The process that works already, if it is another one."""
    cancelled: bool = False
    errors: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    """What was too long to read, each with its size."""


def work(
    store: Store,
    settings: Settings,
    *,
    prompts: Path | None = None,
    others: Mapping[str, Handler] | None = None,
    watch: Watch = UNWATCHED,
) -> Worked:
    """Do the jobs that are due until none is left or `watch` stops it; `watch` gets jobs done and jobs
    left.

    `others` handle the other kinds of job, such as the review pass.
    """
    worked = Worked()
    if not jobs.is_due(store):
        return worked
    worked.busy = locks.take(store, locks.WORK)
    if worked.busy:
        return worked
    runs.close_left(store, RUN)  # what a killed worker had set aside for its calls is free again
    try:
        while not watch.cancelled() and (job := jobs.take(store)) is not None:
            _one(_Doing(store, settings, job, prompts, others or {}, watch.cancelled, worked))
            watch.progress(worked.done + worked.failed, jobs.counts(store).get("queued", 0))
    finally:
        locks.free(store, locks.WORK)
    worked.cancelled = watch.cancelled()
    return worked


@dataclass(slots=True)
class _Doing:
    """One job under way."""

    store: Store
    settings: Settings
    job: Job
    prompts: Path | None
    others: Mapping[str, Handler]
    stop: Callable[[], bool]
    worked: Worked

    def note(self, report: Report) -> None:
        self.worked.stored += len(report.stored)
        self.worked.superseded += report.superseded
        self.worked.queued += report.queued + report.unconfirmed
        self.worked.left_out += report.left_out


def _one(doing: _Doing) -> None:
    """Do one job, and put it back with the reason when it fails."""
    worked, job = doing.worked, doing.job
    try:
        done = asyncio.run(_done(doing))
    except (SpendCapReached, Waits) as reason:
        wait = reason.seconds if isinstance(reason, Waits) else _CAP_WAIT
        worked.put_off += 1
        _put_back(doing, str(reason), wait)
    except (StoreBusy, StoreFull) as error:
        worked.put_off += 1
        worked.errors.append(str(error))
        _put_back(doing, str(error), None)
    except StoreError:
        raise
    except (LlmError, TranscriptError, OSError) as error:
        _failed(doing, str(error))
    except KeyboardInterrupt:
        with doing.store.write() as tx:
            jobs.put_back(tx, job.id)
        raise
    except Exception as error:  # noqa: BLE001 - one job must not keep the others from being done
        _failed(doing, f"it could not be read: {type(error).__name__}")
    else:
        if done:
            worked.done += 1
        else:
            with doing.store.write() as tx:
                jobs.put_back(tx, job.id)


def _failed(doing: _Doing, reason: str) -> None:
    doing.worked.failed += 1
    doing.worked.errors.append(reason)
    _put_back(doing, reason, None)


def _put_back(doing: _Doing, reason: str, wait: float | None) -> None:
    with doing.store.write() as tx:
        jobs.fail(tx, doing.job.id, reason, wait=wait)


async def _done(doing: _Doing) -> bool:
    """Do a job by its kind; False when it was cancelled."""
    kind = doing.job.kind
    if kind in doing.others:
        doing.others[kind](doing.job)
        _finish(doing)
        return True
    if kind == WINDOW:
        return await _window(doing)
    if kind == SESSION:
        return await _whole(doing)
    if kind in {COMPACT, TASK, TEXT}:
        return await _text(doing)
    raise TranscriptError(f"nothing here knows what to do with a job of the kind {kind!r}")


def _capture(doing: _Doing, place: Place) -> Capture:
    return Capture(
        doing.store,
        doing.settings,
        place,
        model=str(doing.job.payload.get("model", "")),
        prompts=doing.prompts,
        confirmed=doing.job.payload.get("confirmed", ()),
        lenient=doing.job.attempts > _PATIENT_WITH_ANSWERS,
        cancelled=doing.stop,
    )


# -- a running session ---------------------------------------------------------------------------


async def _window(doing: _Doing) -> bool:
    """Read the last turns of a running session; the rest is read when it has ended."""
    store, payload = doing.store, doing.job.payload
    path = Path(str(payload["path"]))
    mark = _mark(store, payload)
    reading = registry.read(path, offset=mark.position)
    place = _place(payload, reading, RUNNING)

    def noted(tx: Transaction, position: int) -> None:
        jobs.note_transcript(tx, replace(mark, **_names(place), position=position))

    if not doing.settings.capture.post_session and not reading.own:
        with _capture(doing, place) as capture:
            walk = Walk(path, mark.position, most=_stretch(doing.settings))
            done = await walk.run(capture, noted)
            doing.note(capture.report)
        if done:
            _finish(doing, lambda tx: noted(tx, walk.position))
        return done
    last: deque[Turn] = deque(spoken(reading.turns), maxlen=doing.settings.capture.window)
    left_out = reading.left_out
    while not reading.complete:
        if doing.stop():
            return False
        reading = registry.read(path, offset=reading.offset)
        last += spoken(reading.turns)
        left_out += reading.left_out

    def also(tx: Transaction) -> None:
        noted(tx, reading.offset)
        jobs.finish(tx, doing.job.id)

    if reading.own or not last:
        _finish(doing, lambda tx: noted(tx, reading.offset))
        return True
    with _capture(doing, place) as capture:
        capture.report.left_out += left_out
        done = await capture.take(list(last), also)
        doing.note(capture.report)
    return done


# -- an ended session ----------------------------------------------------------------------------


async def _whole(doing: _Doing) -> bool:
    """Read an ended session from its beginning, stretch by stretch, and sum it up."""
    payload = dict(doing.job.payload)
    path = Path(str(payload["path"]))
    mark = _mark(doing.store, payload)
    since = int(payload.get("since", mark.whole))
    walk = Walk(path, int(payload.get("position", since)), most=_stretch(doing.settings), ended=True)
    first = registry.read(path, offset=walk.position, most=1, ended=True)
    place = _place(payload, first, WHOLE)
    if first.own:
        _finish(doing)
        return True
    if "tail" in payload:
        tail = int(payload["tail"])
        walk.remember(registry.read(path, offset=tail, ended=True).turns, tail)

    with _capture(doing, place) as capture:

        def stretch(tx: Transaction, position: int) -> None:
            payload.update(
                since=since, position=position, tail=walk.tail, confirmed=sorted(capture.confirmed)
            )
            jobs.progress(tx, doing.job.id, payload)

        def ended(tx: Transaction) -> None:
            done_to = replace(
                mark, **_names(place), position=max(mark.position, walk.position), whole=walk.position
            )
            jobs.note_transcript(tx, done_to)
            if walk.has_grown():  # a hook that came in between found this job waiting already
                rest = {key: value for key, value in payload.items() if key not in _PROGRESS}
                jobs.progress(tx, doing.job.id, rest)
                jobs.put_back(tx, doing.job.id)
                return
            jobs.finish(tx, doing.job.id)
            if REVIEW in doing.others:
                enqueue(tx, REVIEW)

        try:
            if not await walk.run(capture, stretch):
                return False
            if walk.position > since and walk.last:
                await capture.conclude(walk.last, since=since, also=ended)
            else:
                _finish(doing)
        finally:
            doing.note(capture.report)
    return True


# -- texts ---------------------------------------------------------------------------------------


async def _text(doing: _Doing) -> bool:
    """Read a text that was left in the queue, or the result that a subagent's transcript ends with."""
    payload = doing.job.payload
    text = str(payload.get("text", ""))
    reading: Reading | None = None
    if not text and payload.get("path"):
        text, reading = _result(Path(str(payload["path"])))
    place = _place(payload, reading, doing.job.kind)
    if not text or (reading is not None and reading.own):
        _finish(doing)
        return True

    def also(tx: Transaction) -> None:
        jobs.finish(tx, doing.job.id)
        if doing.job.kind == COMPACT and REVIEW in doing.others:
            enqueue(tx, REVIEW)

    with _capture(doing, place) as capture:
        capture.report.left_out += _beyond(payload, reading, text)
        done = await capture.take_text(text[:LONGEST_RESULT] if reading else text, also)
        doing.note(capture.report)
    return done


def _result(path: Path) -> tuple[str, Reading]:
    """Return a subagent's last words, and their reading with everything that was skipped."""
    reading = registry.read(path, ended=True)
    last_turns: deque[Turn] = deque(spoken(reading.turns), maxlen=LAST_TURNS)
    while not reading.complete:
        skipped = reading.skipped
        reading = registry.read(path, offset=reading.offset, ended=True)
        reading.skipped += skipped
        last_turns += spoken(reading.turns)
    result = ""
    for turn in reversed(last_turns):
        if turn.role != ASSISTANT:
            break
        result = f"{turn.text}\n\n{result}"
    return result.strip(), reading


def _beyond(payload: Mapping[str, Any], reading: Reading | None, text: str) -> Counter[str]:
    """Return what is left out of a text that was left in the queue, or of a subagent's result."""
    if reading is None:
        cut_off = Counter({BEYOND_TEXT: int(payload.get("left_out", 0))})
    else:
        cut_off = reading.left_out + Counter({BEYOND_RESULT: max(len(text) - LONGEST_RESULT, 0)})
    return +cut_off


def _finish(doing: _Doing, besides: Callable[[Transaction], None] | None = None) -> None:
    with doing.store.write() as tx:
        if besides is not None:
            besides(tx)
        jobs.finish(tx, doing.job.id)


def _stretch(settings: Settings) -> int:
    return settings.capture.window * STRETCH_WINDOWS


def _mark(store: Store, payload: Mapping[str, Any]) -> TranscriptMark:
    """Return the byte up to which a job's transcript was read."""
    path = str(payload["path"])
    mark = jobs.transcript(store, path)
    return mark or TranscriptMark(path, "", "", "", 0, 0, store.now())


def _names(place: Place) -> dict[str, Any]:
    return {"session": place.session, "client": place.client, "cwd": place.cwd}


def _place(payload: Mapping[str, Any], reading: Reading | None, way: str) -> Place:
    """Return the place of a job's words: from the hook, else from the transcript itself."""

    def field(name: str) -> str:
        return str(payload.get(name, "")) or (str(getattr(reading, name)) if reading is not None else "")

    path = str(payload.get("path", ""))
    return Place(
        session=field("session") or Path(path).stem,
        client=field("client"),
        cwd=field("cwd"),
        path=path,
        scope=str(payload.get("scope", "")),
        way=way,
    )
