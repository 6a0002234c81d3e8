"""Exchanging by itself while something of memtui runs: at once where the place calls, else in pauses.

`memtui work` and the server for agents do it in a thread. The screen starts this module as a process of its
own where the place calls, so that no key waits: `python -P -m memtui.sync.following`, see `memtui.child`.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from memtui import child
from memtui.addresses import is_postgres
from memtui.store import replicas
from memtui.store.errors import StoreError
from memtui.sync.errors import OthersAtWork, SyncError

if TYPE_CHECKING:
    from memtui.config.settings import Sync
    from memtui.store.database import Store
    from memtui.store.replicas import Replica
    from memtui.sync.exchanged import Exchanged

_LOOK_EVERY = 0.2
"""Seconds between two questions whether the store has changed; each takes a microsecond."""
_AGAIN = 60.0
"""Seconds after which it is tried again when something broke it off that nobody foresaw."""
_GRACE = 2.0
"""Seconds an exchange has to come to its end; one that is broken off is simply run again."""

Told = Callable[["Exchanged"], None]


def follow(store: Store, wanted: Sync, stop: threading.Event, tell: Told) -> None:
    """Exchange until `stop` is set; `tell` hears of what went or came.

    What hinders it is kept for `sync status`, and it is tried again in a while.
    """
    while wanted.every and not store.read_only and not stop.is_set():
        pause = _LOOK_EVERY
        try:
            if calling := calling_places(store):
                _listen(store, calling, wanted, stop, tell)
            else:
                _exchange_if_due(store, wanted, tell)
        except (SyncError, StoreError):
            pause = wanted.every
            # One place that cannot be listened to does not hold up the others.
            with contextlib.suppress(SyncError, StoreError):
                _exchange_if_due(store, wanted, tell)
        stop.wait(pause)


def calling_places(store: Store) -> list[Replica]:
    """Return this store's own part at each place that calls when others write there: PostgreSQL databases."""
    return [own for own in replicas.places(store) if is_postgres(own.where)]


def _listen(
    store: Store, calling: Sequence[Replica], wanted: Sync, stop: threading.Event, tell: Told
) -> None:
    """Exchange when a place calls and when something was done here, until the places are not these any more.

    Places that do not call are asked in pauses meanwhile.
    """
    from memtui.sync.places import database_at
    from memtui.sync.status import is_due

    known = [own.where for own in calling]
    with contextlib.ExitStack() as stack:
        hearing = [stack.enter_context(database_at(own.where).listening(own.device)) for own in calling]
        due, mark, changed = True, store.change_mark(), False
        while not stop.is_set():
            if due:
                due = not _exchange(store, wanted, tell)
            heard = any(heard_within(_LOOK_EVERY / len(hearing)) for heard_within in hearing)
            before, mark = mark, store.change_mark()
            # What comes in a burst is told together: once a look finds no change after one that did.
            rests = changed and mark == before
            changed = mark != before
            if rests and [own.where for own in calling_places(store)] != known:
                return
            others = len(replicas.places(store)) > len(calling)
            due = due or heard or rests or (others and is_due(store, wanted))


def _exchange_if_due(store: Store, wanted: Sync, tell: Told) -> None:
    if not replicas.places(store):
        return  # most stores have no other machine, and load nothing of what would go there
    from memtui.sync.pauses import exchange_if_due  # the screen, which asks for a Request, loads none of it

    if done := exchange_if_due(store, wanted):
        tell(done)


def _exchange(store: Store, wanted: Sync, tell: Told) -> bool:
    """Exchange, and return whether that was done: not while another process is at it."""
    from memtui.sync.pauses import exchange_now

    try:
        done = exchange_now(store, wanted)
    except OthersAtWork:
        return False
    if not done.nothing:
        tell(done)
    return True


class Following:
    """A thread that exchanges while its block runs."""

    def __init__(self, store: Store, wanted: Sync, tell: Told = lambda _: None) -> None:
        """Take the store, of which the thread opens a sibling; `tell` is called in the thread."""
        self._store, self._wanted, self._tell = store, wanted, tell
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memtui-following", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join(_GRACE)

    def _run(self) -> None:
        trouble = ""
        while not self._stop.is_set():
            try:
                with self._store.sibling() as own:
                    follow(own, self._wanted, self._stop, self._tell)
                return
            except StoreError:
                pass  # whoever uses the store meets the same trouble and says it
            except Exception as error:  # noqa: BLE001 - a thread must not end silently
                from memtui.secrets.masking import masked_error  # without trouble none of its rules is needed

                sentence = masked_error(error)
                if sentence != trouble:
                    trouble = sentence
                    print(
                        f"memtui: nothing goes to or comes from other machines ({sentence}); tried again",
                        file=sys.stderr,
                    )
            self._stop.wait(_AGAIN)


@dataclass(frozen=True, slots=True)
class Request(child.Request):
    """Which store is to be kept in step."""

    db: str
    config: str = ""
    """The settings file; empty for the usual one."""
    once: bool = False
    """Exchange now, whatever the pause, and end."""


def main() -> int:
    """Run the child; returns the exit code."""
    return child.serve(Request, _follow, failed="The other machines could not be followed")


def _follow(request: Request, tell: child.Tell, stop: threading.Event) -> None:
    from memtui.config import clock, load
    from memtui.store.opening import open_store
    from memtui.sync.pauses import exchange_now

    settings = load(Path(request.config) if request.config else None).settings
    with open_store(Path(request.db), decay=settings.decay_rules, clock=clock(), create=False) as store:
        if not request.once:
            follow(store, settings.sync, stop, lambda done: tell(exchanged_line(done)))
            return
        try:
            tell(exchanged_line(exchange_now(store, settings.sync)))
        except SyncError as error:
            tell({"is": "error", "says": str(error)})


def exchanged_line(done: Exchanged) -> child.Line:
    """Return what an exchange did as the screen is told it."""
    from memtui.sync.words import outcome

    return {"is": "exchanged", "changed": done.changed, "clashes": done.clashes, "says": outcome(done)}


if __name__ == "__main__":
    sys.exit(main())
