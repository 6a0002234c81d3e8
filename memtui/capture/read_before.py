"""What memories were taken from a text when it was read before: its own facts are nothing new to it.

A sentence that is the quote of such a memory is known, whatever that says by now. And none of the others
is changed or repeated by a sentence that stood beside it: where two sentences of one text disagree, the text
said so from the beginning. So a text that is read twice brings the same, and nothing the second time.

A memory is of a text that holds its quote, and is of the same day; of a text without a day, where the quote
means the same on any. In a diary a later entry may well change what came of an earlier one.
"""

from collections.abc import Iterator
from functools import cached_property

from memtui.capture.dates import absolute, day_of
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.quotes import APART
from memtui.domain.dating import said_at
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.review_state import newest

_NEWEST = 2_000
"""The newest memories of a project that may be of a text: few milliseconds, and more than one text has."""
_KNOWN = "the store has it already, from this text"


class ReadBefore:
    """The live memories of a project whose quotes stand in a text that was written at `written`."""

    def __init__(self, store: Store, scope: str, text: str, written: Instant) -> None:
        """Look for none yet."""
        self._store, self._scope, self._text, self._written = store, scope, text, written

    def known(self, candidate: Candidate) -> Fact | None:
        """Return a candidate as known, whose sentence is the quote of a memory of its text; else None."""
        quote = _bare(candidate.quote)
        same = (each for each in self._of(candidate) if _bare(_quote(each)) == quote)
        memory = next(same, None)
        return None if memory is None else Fact(candidate, Outcome.DUPLICATE, _KNOWN, memory)

    def beside(self, candidate: Candidate) -> frozenset[int]:
        """Return the memories of what stood beside a candidate, to which it is nothing."""
        return frozenset(each.id for each in self._of(candidate))

    def _of(self, candidate: Candidate) -> Iterator[Memory]:
        own = self._written if candidate.said_at is None else candidate.said_at
        day = day_of(min(own, self._written))  # minutes may be of a day to come, memories are not
        for memory in self._quoted:
            then = day_of(said_at(memory))
            undated = candidate.said_at is None and absolute(_quote(memory), then) == _quote(memory)
            earlier = then < day and not candidate.only_as_change
            if undated or not earlier:
                yield memory

    @cached_property
    def _quoted(self) -> list[Memory]:
        ids = [number for number, _ in newest(self._store, self._scope, _NEWEST)]
        return [each for each in memories.get_many(self._store, ids) if self._holds(_quote(each))]

    def _holds(self, quote: str) -> bool:
        return bool(quote) and all(part in self._text for part in quote.split(APART))


def _quote(memory: Memory) -> str:
    quote = memory.provenance.get("quote")
    return quote if isinstance(quote, str) else ""


def _bare(quote: str) -> str:
    return " ".join(quote.split())
