"""Reading the store in a thread for a view: the latest question wins.

A question that comes while another is being answered interrupts it. What a view shows stays until the new
answer is there.
"""

import threading
from collections.abc import Callable

from memtui.store.database import Store
from memtui.store.errors import Interrupted
from memtui.tui.background.unforeseen import error_words


class LatestQuestion:
    """One question at a time, answered with a connection of its own."""

    def __init__(self, store: Store, *, thread: str) -> None:
        """Answer with connections made from `store`, in threads called `thread`."""
        self._store, self._thread = store, thread
        self._ticket = 0
        self._lock = threading.Condition()
        self._reading: Store | None = None

    def ask(self, answer: Callable[[Store, int], None], failed: Callable[[int, str], object]) -> None:
        """Drop the previous question, and run `answer` in a thread.

        It gets a connection and the ticket of the question; `failed` gets the ticket and the reason.
        """
        self.cancel()
        threading.Thread(
            target=self._run, args=(self._ticket, answer, failed), name=self._thread, daemon=True
        ).start()

    def cancel(self) -> None:
        """Stop answering the current question."""
        with self._lock:
            self._ticket += 1
            self._lock.notify_all()
            if self._reading is not None:
                self._reading.interrupt()

    def is_latest(self, ticket: int) -> bool:
        """Say whether a ticket is that of the latest question."""
        return ticket == self._ticket

    def rests(self, ticket: int, seconds: float) -> bool:
        """Wait, and say whether no other question came in the meantime: the person pauses."""
        with self._lock:
            return not self._lock.wait_for(lambda: ticket != self._ticket, seconds)

    def _run(
        self, ticket: int, answer: Callable[[Store, int], None], failed: Callable[[int, str], object]
    ) -> None:
        try:
            with self._store.sibling(sparing=True) as store:
                with self._lock:
                    if ticket != self._ticket:
                        return
                    self._reading = store
                try:
                    answer(store, ticket)
                finally:
                    with self._lock:
                        self._reading = None
        except Interrupted:
            return
        except Exception as error:  # noqa: BLE001 - a thread must not end silently
            failed(ticket, error_words(error))
