"""Doing what blocks in a thread, so that the server goes on listening while a tool works.

`desk` has one pair of hands for the store, whose connection is used by one thread at a time, and one for
reading texts, which takes longer.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, TypeVar

Answer = dict[str, Any]
Done = TypeVar("Done")


class Work(Generic[Done]):
    """What is being done for one request. Another thread may take it back."""

    def __init__(self) -> None:
        self.done: Future[Done] = Future()
        """What comes of it; cancelled when it was taken back before it began."""
        self.taken_back = False
        self._stop: Callable[[], None] = lambda: None

    def stops_by(self, stop: Callable[[], None]) -> None:
        """Say what ends it while it runs; that is called at once when it was taken back already."""
        self._stop = stop
        if self.taken_back:
            stop()

    def take_back(self) -> None:
        """End it; nobody waits for its answer any more."""
        self.taken_back = True
        if not self.done.cancel():
            self._stop()


class Hands:
    """One thread. What is asked for is done one after the other."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._under_way: set[Work[Any]] = set()

    def begin(self, do: Callable[[Work[Done]], Done]) -> Work[Done]:
        """Begin to do something; it is told of its own work, to say what ends it."""
        work: Work[Done] = Work()
        self._under_way.add(work)
        work.done.add_done_callback(lambda _: self._under_way.discard(work))
        self._thread.submit(_finish, work, do)
        return work

    def stop(self) -> None:
        """Take back all that is under way."""
        for work in tuple(self._under_way):
            work.take_back()

    def rest(self) -> None:
        """Wait until all is done that was asked for."""
        self._thread.shutdown()


def _finish(work: Work[Done], do: Callable[[Work[Done]], Done]) -> None:
    if not work.done.set_running_or_notify_cancel():
        return
    try:
        done = do(work)
    except BaseException as error:  # noqa: BLE001 - whoever waits for the answer is to have it
        work.done.set_exception(error)
    else:
        work.done.set_result(done)
