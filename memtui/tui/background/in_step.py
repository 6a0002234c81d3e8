"""Keeps linked files in step while the screen is open, in a thread that no key waits for.

It notices what was changed in the store, by whomever, and writes that to the files a person allowed writing
to; and it looks at the files every few seconds, and takes over what was changed there. Started by the app,
which shows what it tells. One memtui at a time has to do it, several may.

Nothing ends it unsaid: what goes wrong with one source is said of that one and stops no other; what goes
wrong with all of them is said (`InStep.trouble`), and tried again.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App
from textual.message import Message

from memtui.config.places import from_home
from memtui.config.settings import Gate
from memtui.domain.counting import plural
from memtui.sources.called import source_name
from memtui.store.database import Store
from memtui.store.errors import StoreBusy, StoreError
from memtui.tui.background.unforeseen import error_words
from memtui.tui.sources.names import gate_words, written_words

if TYPE_CHECKING:
    from memtui.formats.changes import RecordChange
    from memtui.sources.syncing import Synced
    from memtui.store.sources import Source

_EVERY = 0.2
"""Seconds between two questions whether the store has changed; each takes a microsecond."""
_PAUSE = 0.25
"""Seconds without a key that are waited for: the thread would make keys that come fast feel slow."""
_AT_MOST = 2.0
"""Seconds after which what was changed is written, even while keys keep coming."""
_LOOK_EVERY = 2.0
"""Seconds between two looks at the files."""
_SHARE = 100
"""A look at very many files is followed by so many times its own length, so that it stays unnoticed."""
_SHARE_OF_READING = 10
"""So it is after files that had changed and were read, which is rarer and somebody waits for."""
_AGAIN = 30.0
"""Seconds before something that failed is tried again although nothing has changed."""

Place = tuple[int, object]
"""Up to which op the journal was, and what the files looked like, when a source was last brought in step."""
Record = tuple[str, str]
"""A record's file, and its key in it."""


@dataclass
class InStepTold(Message):
    """A source was brought in step, or waits for a word."""

    source: Source | None
    """None when no source is kept in step any more, or all are again; `InStep.trouble` says why not."""
    done: Synced | None = None
    waiting: Sequence[RecordChange] = ()
    """What was just changed here and is not written, because that is not allowed yet."""
    project: str = ""
    """The name of the project that the source is of; empty where it is of none."""


class InStep:
    """The thread that keeps linked files in step."""

    def __init__(self, app: App[int], store: Store, gate: Callable[[], Gate]) -> None:
        """Tell `app` what is done; `store` is the screen's, of which the thread opens a sibling.

        `gate` says what becomes of what files bring.
        """
        self._app = app
        self._gate = gate
        self._store = store
        self._wake = threading.Event()
        self._ending = False
        self._thread: threading.Thread | None = None
        self.last_key = 0.0
        """When a key was last pressed, by time.monotonic."""
        self.lock = threading.Lock()
        """Held while files are read or written; whoever else does that takes it."""
        self._tried: dict[int, Place] = {}
        self._failed_at: dict[int, float] = {}
        self._waiting: dict[int, tuple[int, dict[Record, RecordChange]]] = {}
        """Up to which op it was looked what waits to be written to a source, and what that was."""
        self._told: set[tuple[int, str]] = set()
        self._seen: set[int] = set()
        """The sources that were looked at before: the first look at one loads what reads it."""
        self._rest = 0.0
        """Seconds without a look that are due for what the last one cost."""
        self.trouble = ""
        """Why no source is kept in step now, as a sentence; empty while they are."""

    def start(self) -> None:
        """Begin; nothing is done for a store that cannot be written to."""
        if not self._store.read_only and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="memtui-in-step", daemon=True)
            self._thread.start()

    def end(self, grace: float) -> None:
        """Write what is still to be written and end, within `grace` seconds; the rest waits for next time."""
        self._ending = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(grace)

    def first_time(self, source: Source, message: str) -> bool:
        """Say whether these words about a source were not said yet in this run of the screen."""
        new = (source.id, message) not in self._told
        self._told.add((source.id, message))
        return new

    def try_again(self) -> None:
        """Begin anew at once after a failure, instead of waiting."""
        self._wake.set()

    def _run(self) -> None:
        while True:
            try:
                with self._store.sibling() as store:
                    self._work(store)
                return
            except Exception as error:  # noqa: BLE001 - a thread must not end silently
                self._note_trouble(f"Linked files are not kept in step: {error_words(error)}")
            if self._ending:
                return
            self._wait(_AGAIN)

    def _wait(self, seconds: float) -> None:
        """Wait for so long, or until it is to be tried again or to end."""
        if self._wake.wait(seconds) and not self._ending:
            self._wake.clear()

    def _note_trouble(self, sentence: str) -> None:
        if sentence != self.trouble:
            self.trouble = sentence
            self._app.post_message(InStepTold(None))

    def _work(self, store: Store) -> None:
        mark, next_look = -1, 0.0
        owed_since: float | None = None
        with contextlib.suppress(StoreBusy):
            self._recover(store)
        while True:
            ending = self._ending
            with contextlib.suppress(StoreBusy):
                before, mark = mark, store.change_mark()
                began = time.monotonic()
                if before != mark and owed_since is None:
                    owed_since = began
                pause = began - self.last_key > _PAUSE
                owed = owed_since is not None and (pause or began - owed_since > _AT_MOST)
                look = pause and not ending and began >= next_look
                if owed or look or ending:
                    owed_since, self._rest = None, 0.0
                    self._see_to(store, look=look)
                    self._note_trouble("")
                if look:
                    next_look = time.monotonic() + max(_LOOK_EVERY, self._rest)
            if ending:
                return
            self._wait(_EVERY)

    def _recover(self, store: Store) -> None:
        """Settle what a killed memtui left half written."""
        from memtui.store import write_backs  # nothing that the first paint waits for

        if write_backs.unfinished(store):
            from memtui.formats.protocol import SourceError
            from memtui.sources import syncing

            with self.lock, contextlib.suppress(SourceError, OSError):
                syncing.settle_left(store)

    def _see_to(self, store: Store, *, look: bool) -> None:
        from memtui.store import review_state, sources  # nothing that the first paint waits for

        linked = sources.get_all(store)
        if not linked:
            return
        newest = review_state.newest_op(store)
        for source in self._in_order(store, linked, newest):
            try:
                self._see_to_one(store, source, newest, look=look)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one source, the others go on
                self._note_failed(store, source, error)

    def _in_order(self, store: Store, linked: Sequence[Source], newest: int) -> Sequence[Source]:
        if sum(source.agreed_at is not None and source.synced_op < newest for source in linked) < 2:
            return linked
        from memtui.sources import syncing

        return syncing.in_writing_order(store, linked)

    def _see_to_one(self, store: Store, source: Source, newest: int, *, look: bool) -> None:
        from memtui.store.sources import Standing

        needs = source.agreed_at is not None and source.synced_op < newest
        troubled = source.status is not Standing.LINKED
        if needs or (look and (troubled or self._looks_changed(store, source))):
            began = time.thread_time()
            self._bring(store, source, newest)
            self._rest += (time.thread_time() - began) * _SHARE_OF_READING
        if source.agreed_at is None:
            self._remind(store, source)

    def _looks_changed(self, store: Store, source: Source) -> bool:
        from memtui.sources import syncing

        clock = time.monotonic if source.address else time.thread_time  # a server is waited for
        began = clock()
        changed = syncing.looks_changed(store, source)
        if source.id in self._seen:
            self._rest += (clock() - began) * _SHARE
        self._seen.add(source.id)
        return changed

    def _note_failed(self, store: Store, source: Source, error: Exception) -> None:
        """Say what nobody foresaw of one source, on the screen and in Sources; it is tried again later."""
        from memtui.sources.noting import note_standing
        from memtui.sources.synced import Synced
        from memtui.store.sources import Standing

        self._failed_at[source.id] = time.monotonic()
        problem = f"{source_name(source)} could not be brought in step: {error_words(error)}"
        if source.message != problem:
            note_standing(store, source, Standing.CONFLICT, problem)
        self._app.post_message(InStepTold(source, Synced(problem=problem)))

    def _bring(self, store: Store, source: Source, newest: int) -> None:
        """Bring a source in step, unless just that was tried and nothing has changed since."""
        from memtui.sources import syncing

        place = (newest if source.agreed_at is not None else 0, _looks_of(source))
        failed_at = self._failed_at.get(source.id)
        again = failed_at is not None and time.monotonic() - failed_at > _AGAIN
        if self._tried.get(source.id) == place and not again:
            return
        self._tried[source.id] = place
        with self.lock:
            done = syncing.sync(store, source, gate=self._gate())
            if done.problem and _looks_of(source) != place[1]:
                done = syncing.sync(store, source, gate=self._gate())  # another memtui was at the same files
        if done.problem:
            self._failed_at[source.id] = time.monotonic()
        else:
            self._failed_at.pop(source.id, None)
        self._app.post_message(InStepTold(source, done))

    def _remind(self, store: Store, source: Source) -> None:
        """Tell when a memory changed here differs from a file that may not be written."""
        from memtui.sources import syncing
        from memtui.store import review_state, sources

        newest = review_state.newest_op(store)
        looked, before = self._waiting.get(source.id, (None, None))
        if looked == newest or not syncing.can_write(source):
            return
        waiting = {(change.file, change.key): change for change in syncing.pending(store, source)}
        self._waiting[source.id] = newest, waiting
        new = [] if before is None else [change for at, change in waiting.items() if before.get(at) != change]
        if new:
            project = sources.project_name(store, source.id)
            self._app.post_message(InStepTold(source, waiting=new, project=project))


def _looks_of(source: Source) -> object:
    """Return what differs when a source's files do: names, sizes and times; of a live store its mark."""
    from memtui.formats.protocol import SourceError
    from memtui.sources import syncing

    try:
        if source.address:
            return syncing.looks_of(source)
        files = syncing.files_of(Path(source.path), syncing.reader_of(source))
        stats = [(file, Path(file).stat()) for file in files]
    except (OSError, SourceError) as error:
        return str(error)
    return tuple((str(file), stat.st_size, stat.st_mtime_ns) for file, stat in stats)


def told_words(source: Source, done: Synced) -> tuple[str, str]:
    """Return what bringing a source in step did, where a person wants to know, and its kind; empty if not."""
    from memtui.lifecycle.outcome import cleaned_words  # nothing that the first paint waits for

    if done.problem:
        is_named = source.address or Path(source.path).suffix or source.path in done.problem
        return done.problem if is_named else f"{from_home(source.path)}: {done.problem}", "error"
    if done.left:
        left = done.left[0]
        more = f", and {len(done.left) - 1:,} more" if len(done.left) > 1 else ""
        return f"Not changed in {source_name(source)}: {left.reason}{more}", "error"
    if done.warnings:
        return done.warnings[0], "note"
    if done.cleaned:
        return f"{source_name(source)}: {cleaned_words(done.cleaned)}", "note"
    if done.held or done.asked:
        return f"{source_name(source)}: {gate_words(done)}", "note"
    if done.proposed:
        waiting = plural(done.proposed)
        return f"Changed in {source_name(source)}: {waiting} to decide on in Review", "note"
    if done.split:
        return f"{source_name(source)}: {done.split_words}, as History tells", "note"
    return (written_words(done), "done") if done.written else ("", "")
