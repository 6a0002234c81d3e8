"""Handles the cards for lines of linked files that are stored only after a yes (`[gate]`).

Such a line has a card and no memory. `following` asks which cards were accepted since, to tie each line to
its new memory, and which cards are about lines that are gone, to withdraw them.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Set
from pathlib import Path

from memtui.domain.memory import Draft, Memory
from memtui.domain.proposal import WAITING, Proposal
from memtui.domain.text import fingerprint
from memtui.lifecycle.amend import draft_of
from memtui.lifecycle.holding import ASKED
from memtui.sources.found import Read
from memtui.store import inserting, journal, memories, proposals, sources
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.store.sources import Source, SourceRecord


def accepted(store: Store, source: Source) -> list[Proposal]:
    """Return the cards about a source's lines to which somebody said yes since it was in step."""
    cards = proposals.get_many(store, proposals.accepted_since(store, ASKED, source.synced_op))
    return [card for card in cards if _is_of(store, source, card)]


def adopt(
    store: Store,
    source: Source,
    cards: Collection[Proposal],
    read: Collection[Read],
    before: Mapping[tuple[str, str], SourceRecord],
) -> list[SourceRecord]:
    """Note which memories the accepted lines became, also where a person edited them; returns the records."""
    # Undoing a yes makes a memory none; the next yes makes another one.
    there = {m.id for m in memories.get_many(store, [record.memory_id for record in before.values()])}
    taken = {place for place, record in before.items() if record.memory_id in there}
    records = []
    for card in cards:
        same = next((one for one in read if one.place not in taken and _says(card, one)), None)
        memory_id = None if same is None else _memory_of(store, card, same)
        if same is not None and memory_id is not None:
            records.append(SourceRecord(*same.place, memory_id, same.fingerprint, same.draft.pinned))
            taken.add(same.place)
    if records:
        with store.write() as tx:
            sources.put_records(tx, source.id, records)
    return records


def take_back(
    store: Store, source: Source, said: Set[tuple[str, int]], is_hidden: Callable[[str], bool]
) -> None:
    """Withdraw the cards about lines that a source's files do not hold any more.

    `said` has the file and the fingerprint of each line that they hold. `is_hidden` says of a file that it
    may hold others all the same, since it could not be read.
    """
    over = [
        card.id
        for card in _waiting(store)
        if _is_of(store, source, card)
        and not is_hidden(card.evidence.file)
        and (card.evidence.file, said_by(card)) not in said
    ]
    if over:
        with store.write() as tx:
            proposals.withdraw(tx, over)


def as_it_was(store: Store, undone: int) -> Draft | None:
    """Return the draft of the line whose accepted card made the memory `undone`, which undo removed.

    None if no card made it. Only a card accepted on its own can have other words.
    """
    ops = [change.op.id for change in journal.history_of(store, undone)]
    cards = proposals.get_many(store, proposals.opened_again(store, min(ops))) if ops else []
    if len(cards) != 1 or cards[0].rule != ASKED:
        return None
    return draft_of(cards[0].change.draft)


def _waiting(store: Store) -> Iterator[Proposal]:
    for status in WAITING:
        yield from proposals.get_many(store, proposals.ids(store, Wanted(status=status, rule=ASKED)))


def _is_of(store: Store, source: Source, card: Proposal) -> bool:
    file = card.evidence.file
    return file in sources.marks(store, source.id) or Path(file).is_relative_to(source.path)


def _says(card: Proposal, as_read: Read) -> bool:
    """Say whether a card is about this line."""
    return card.evidence.file == as_read.file and said_by(card) == as_read.fingerprint


def said_by(card: Proposal) -> int:
    """Return the fingerprint of the line that a card is about."""
    return fingerprint(str(card.change.draft.get("text", "")))


def _memory_of(store: Store, card: Proposal, as_read: Read) -> int | None:
    """Return the memory that an accepted card made of a line."""
    ids = {change.memory_id for change in journal.changes(store, card.op_id or 0, limit=sys.maxsize)}
    for memory in memories.get_many(store, sorted(ids)):
        if _came_from(memory, as_read.draft):
            return memory.id
    (known,) = inserting.look_up(store, [as_read.draft], inserting.hashes_of([as_read.draft]))
    return None if known is None else known[0]


def _came_from(memory: Memory, draft: Draft) -> bool:
    if draft.uid:
        return memory.uid == draft.uid
    provenance, asked = memory.provenance, draft.provenance
    return "record" in asked and all(provenance.get(name) == asked.get(name) for name in ("record", "path"))
