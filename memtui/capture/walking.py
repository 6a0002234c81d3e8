"""Goes through a transcript stretch by stretch; each is read and committed before the next.

The worker and `memtui capture` call it. A transcript of any size needs the memory of one stretch only, and
an interrupted walk continues after the last committed stretch.
"""

from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from memtui.capture.sessions import Capture
from memtui.capture.summary import LAST_TURNS
from memtui.capture.transcripts import registry
from memtui.capture.transcripts.opencode_database import file_of
from memtui.capture.transcripts.turns import Turn
from memtui.domain.tokens import tokens
from memtui.store.database import Transaction

_OVERLAP = 150
"""Tokens of the turn before a stretch that are read again with it, so that its first "it" has a noun."""

Committed = Callable[[Transaction, int], None]
"""Notes the byte that was reached, in the transaction that stores a stretch's facts."""


class Walk:
    """A walk through one file; `position` is the byte it has reached, `last` are the last turns it met."""

    def __init__(self, path: Path, position: int, *, most: int, ended: bool = False) -> None:
        """Begin at `position`; a stretch has about `most` turns."""
        self.path = path
        self.position = position
        self.last: deque[Turn] = deque(maxlen=LAST_TURNS + 1)
        self._most = most
        self._ended = ended
        self._start = position
        self._size = 0

    @property
    def tail(self) -> int:
        """The byte at which to begin in order to meet the last turns again."""
        return self.last[0].offset if len(self.last) > LAST_TURNS else self._start

    def remember(self, turns: Iterable[Turn], start: int) -> None:
        """After an interrupted walk, count the turns from `start` on as met."""
        self._start = start
        self.last += [turn for turn in spoken(turns) if turn.offset <= self.position]

    def has_grown(self) -> bool:
        """Say whether the file is longer than when its end was read."""
        return file_of(self.path).stat().st_size > self._size

    async def run(
        self,
        capture: Capture,
        committed: Committed,
        progress: Callable[[int, int], None] | None = None,
    ) -> bool:
        """Walk to the end; return False when cancelled. `progress` gets the bytes read and the size in
        bytes.
        """
        reader = None
        while True:
            self._size = file_of(self.path).stat().st_size
            if reader is None and self._size:
                reader = registry.reader_for(self.path)
            reading = registry.read(
                self.path, offset=self.position, most=self._most, ended=self._ended, reader=reader
            )
            capture.report.left_out += reading.left_out
            turns = spoken(reading.turns)
            again = [turn for turn in list(self.last)[-1:] if tokens(turn.text) <= _OVERLAP]
            # What is committed with a stretch tells where its last turns begin.
            self.last += turns

            def behind(tx: Transaction, position: int = reading.offset) -> None:
                committed(tx, position)

            if turns and not await capture.take([*again, *turns], behind):
                return False
            self.position = reading.offset
            if progress is not None:
                progress(self.position, self._size)
            if reading.complete:
                return True


def spoken(turns: Iterable[Turn]) -> list[Turn]:
    """Return the turns with words of a person or an agent."""
    return [turn for turn in turns if not turn.tool]
