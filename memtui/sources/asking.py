"""Handles the cards for lines of linked files that are stored only after a yes (`[gate]`).

Such a line has a card and no memory. `following` asks which cards were accepted since, to tie each line to
its new memory, and which cards are about lines that are gone, to withdraw them.
"""

import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.proposal import Proposal
from memtui.domain.proposal_status import WAITING
from memtui.domain.text import fingerprint
from memtui.lifecycle.amend import draft_of
from memtui.lifecycle.holding import ASKED
from memtui.sources.found import Read
from memtui.store import decided, inserting, journal, memories, proposals, sources
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.store.sources import Source, SourceRecord

_Line = tuple[str, int]
"""The file of a line, and the fingerprint of what it says."""
_Made = dict[object, int]
"""Memories by their uids, and by the record and the path that they came from."""


class Accepted:
    """Cards about lines of a source that were accepted since the source was last in step.

    Each is kept until the next read comes to the line that it is about.
    """

    def __init__(self, store: Store, source: Source) -> None:
        self._store, self._source = store, source
        self._waiting: dict[_Line, list[Proposal]] = defaultdict(list)
        for card in _of(store, source, decided.accepted_since(store, ASKED, source.synced_op)):
            self._waiting[_line_of(card)].append(card)
        self._made: dict[int, _Made] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def adopt(
        self, read: Collection[Read], before: Mapping[tuple[str, str], SourceRecord]
    ) -> list[SourceRecord]:
        """Bind lines for which a card was accepted to the memories it made; return the records of that.

        A person may have edited the text before the yes. `before` are the records known for these lines.
        """
        lines = [record for record in read if (record.file, record.fingerprint) in self._waiting]
        if not lines:
            return []
        # Undoing a yes makes a memory none; the next yes makes another one.
        ids = [before[record.place].memory_id for record in lines if record.place in before]
        there = {memory.id for memory in memories.get_many(self._store, ids)}
        records = []
        for record in lines:
            cards = self._waiting.get((record.file, record.fingerprint))
            known = before.get(record.place)
            if not cards or (known is not None and known.memory_id in there):
                continue
            memory_id = self._memory_of(cards.pop(0), record)
            if memory_id is not None:
                records.append(
                    SourceRecord(*record.place, memory_id, record.fingerprint, record.draft.pinned)
                )
        if records:
            with self._store.write() as tx:
                sources.put_records(tx, self._source.id, records)
        return records

    def _memory_of(self, card: Proposal, as_read: Read) -> int | None:
        """Return the memory that an accepted card made of a line."""
        op_id = card.op_id or 0
        if op_id not in self._made:
            self._made[op_id] = _made_by(self._store, op_id)
        made = self._made[op_id].get(_told_apart_by(as_read.draft))
        if made is not None:
            return made
        draft = as_read.draft
        (known,) = inserting.look_up(self._store, [draft], inserting.hashes_of([draft]))
        return None if known is None else known[0]


def waiting_lines(store: Store, source: Source) -> dict[_Line, list[int]]:
    """Return the ids of the cards that wait about a source's lines, by file and fingerprint of the line."""
    waiting: dict[_Line, list[int]] = defaultdict(list)
    for status in WAITING:
        for card in _of(store, source, proposals.ids(store, Wanted(status=status, rule=ASKED))):
            waiting[_line_of(card)].append(card.id)
    return waiting


def take_back(store: Store, cards: Sequence[int]) -> None:
    """Withdraw cards about lines that a source does not hold any more."""
    if cards:
        with store.write() as tx:
            proposals.withdraw(tx, cards)


def as_it_was(store: Store, undone: int) -> Draft | None:
    """Return the draft of the line whose accepted card made the memory `undone`, which undo removed.

    None if no card made it. Only a card accepted on its own can have other words.
    """
    ops = [change.op.id for change in journal.history_of(store, undone)]
    cards = proposals.get_many(store, decided.opened_again(store, min(ops))) if ops else []
    if len(cards) != 1 or cards[0].rule != ASKED:
        return None
    return draft_of(cards[0].change.draft)


def _of(store: Store, source: Source, ids: Sequence[int]) -> Iterator[Proposal]:
    """Yield those of these cards that are about lines of a source."""
    files = sources.marks(store, source.id).keys()
    inner = [
        other.path
        for other in sources.get_all(store)
        if other.id != source.id and Path(other.path).is_relative_to(source.path)
    ]
    for card in proposals.get_many(store, ids):
        file = Path(card.evidence.file)
        below = file.is_relative_to(source.path) and not any(map(file.is_relative_to, inner))
        if card.evidence.file in files or below:
            yield card


def _line_of(card: Proposal) -> _Line:
    return card.evidence.file, fingerprint(str(card.change.draft.get("text", "")))


def _made_by(store: Store, op_id: int) -> _Made:
    """Return the memories of an op by their uids, and by the record and path that they came from."""
    ids = sorted({change.memory_id for change in journal.changes(store, op_id, limit=sys.maxsize)})
    made: _Made = {}
    for memory in memories.get_many(store, ids):
        made.setdefault(memory.uid, memory.id)
        if "record" in memory.provenance:
            made.setdefault(_place_of(memory.provenance), memory.id)
    return made


def _told_apart_by(draft: Draft) -> object:
    if draft.uid:
        return draft.uid
    return _place_of(draft.provenance) if "record" in draft.provenance else None


def _place_of(provenance: Mapping[str, object]) -> tuple[str, str]:
    return str(provenance.get("record")), str(provenance.get("path"))
