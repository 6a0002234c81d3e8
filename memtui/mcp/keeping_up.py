"""Giving new memories their vectors while a server runs, so that recall finds them by meaning at once.

`server.serve` starts it, and the tools wake it after what they add. It is one thread with a connection of its
own: no answer waits for it longer than it takes to embed one batch, and no failure of it reaches an agent,
since recall embeds what it looks at anyway.
"""

import contextlib
import queue
import sys
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

from memtui.llm.embeddings import Embedder, is_local
from memtui.llm.errors import LlmError
from memtui.store.database import Store
from memtui.store.errors import StoreError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Shared:
    """An embedder that two threads use: its model is loaded once, and asked by one at a time."""

    def __init__(self, used: Embedder) -> None:
        self.name = used.name
        self._used = used
        self._free = threading.Lock()

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return one row for each text. Raises LlmError."""
        with self._free:
            return self._used.embed(texts)


class KeepingUp:
    """The thread. Use it in a `with` block, whose end waits until what was asked for is done."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        """Take the store, of which it opens a sibling, and an embedder that is shared with recall."""
        self._store = store
        self._embedder = embedder
        self._asked: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="vectors")
        self._trouble = ""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._asked.put(False)
        self._thread.join()

    def wake(self) -> None:
        """Have it look for memories without a vector, now."""
        if is_local(self._embedder.name) and not self._store.read_only:
            self._asked.put(True)

    def _run(self) -> None:
        going_on = True
        while going_on and self._asked.get():
            with contextlib.suppress(queue.Empty):
                while going_on:  # one look does for all that was asked for by now
                    going_on = self._asked.get_nowait()
            try:
                with contextlib.suppress(LlmError, StoreError), self._store.sibling() as own:
                    from memtui.recall.catching_up import catch_up

                    catch_up(own, self._embedder)
            except Exception as error:  # noqa: BLE001 - a thread must not end silently
                self._tell(error)

    def _tell(self, error: Exception) -> None:
        """Say on stderr, which clients keep as a log, why there are no vectors; once each reason."""
        from memtui.secrets.masking import masked_error  # a session without trouble needs none of its rules

        sentence = masked_error(error)
        if sentence != self._trouble:
            self._trouble = sentence
            print(
                f"memtui: new memories have no vectors yet ({sentence}); tried again with the next one",
                file=sys.stderr,
            )
