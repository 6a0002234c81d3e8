"""Turns changes that another program asks a person to allow into cards of the review queue.

Some agents put aside what they would like to remember until someone approves. `syncing` calls this when
such a source is read, so that everything waiting for a person is in one queue. The program's own files stay
as they are; what was decided there is asked here no longer.
"""

from collections.abc import Collection, Iterator
from pathlib import Path

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, State
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.proposal_status import WAITING
from memtui.domain.text import Longest, one_line
from memtui.formats.protocol import Skipped
from memtui.formats.waiting import AsksFirst, Pending
from memtui.lifecycle.propose import as_told, propose
from memtui.sources.source_files import reader_or_none
from memtui.store import memories, proposals
from memtui.store import sources as linked
from memtui.store.database import Store
from memtui.store.sources import Source

PENDING = rule_name(Kind.LEARNED, "pending")
_ASKED_BY_AGENT = 0.6
"""How sure a card is, chosen: an agent thought it worth asking, and nobody else has looked at it."""


def propose_waiting(store: Store, source: Source) -> tuple[int, list[Skipped]]:
    """Propose what waits for approval beside a source; returns how many cards, and what could not be read."""
    findings: list[Finding] = []
    skipped: list[Skipped] = []
    reader: object = reader_or_none(source)
    if not isinstance(reader, AsksFirst):
        return 0, skipped
    files: set[str] = set()
    for waiting in reader.waiting(Path(source.path)):
        if isinstance(waiting, Skipped):
            skipped.append(waiting)
            continue
        files.add(str(waiting.path))
        finding = _finding(reader, waiting, list(_about(store, source, waiting)))
        if finding is None:
            skipped.append(Skipped(waiting.path.name, "what it asks to change is not there"))
        else:
            findings.append(finding)
    cards = propose(store, findings).ids if findings else []
    _withdraw_decided(store, reader, cards, files)
    return len(cards), skipped


def _withdraw_decided(
    store: Store, reader: AsksFirst, asked: Collection[int], files: Collection[str]
) -> None:
    """Withdraw the cards whose file is gone, or is one of `files` and does not ask for that any more."""
    waiting = [
        card
        for status in WAITING
        for card in proposals.get_many(
            store, proposals.ids(store, proposals.Wanted(status=status, rule=PENDING))
        )
    ]
    over = [
        card.id
        for card in waiting
        if card.id not in asked
        and card.origin == reader.name
        and (card.evidence.file in files or not Path(card.evidence.file).exists())
    ]
    if over:
        with store.write() as tx:
            proposals.withdraw(tx, over)


def _about(store: Store, source: Source, waiting: Pending) -> Iterator[Memory]:
    """Yield the memories of the source that hold the words to be replaced or removed."""
    if not waiting.old_text:
        return
    ids = [record.memory_id for record in linked.records(store, source.id)]
    for memory in memories.get_many(store, ids):
        if memory.state is State.LIVE and waiting.old_text in memory.text:
            yield memory


def _finding(reader: AsksFirst, waiting: Pending, about: list[Memory]) -> Finding | None:
    if waiting.action != "add" and not about:
        return None
    gone = tuple(memory.id for memory in about)
    if waiting.draft is not None:
        change = Change(Deed.LEARN, gone=gone, draft=as_told(waiting.draft))
    else:
        change = Change(Deed.DROP, gone=gone)
    asks = {"add": "remember", "replace": "change", "remove": "remove"}.get(waiting.action, waiting.action)
    scope = waiting.draft.scope if waiting.draft is not None else about[0].scope
    return Finding(
        Kind.LEARNED,
        PENDING,
        tuple(Target.of(memory) for memory in about),
        f"{reader.called} asks to {asks} this in {one_line(waiting.target, Longest.NAME)}",
        change,
        scope,
        Evidence(
            (("asked by", one_line(waiting.origin, Longest.PHRASE)), ("file", str(waiting.path))),
            file=str(waiting.path),
        ),
        _ASKED_BY_AGENT,
        origin=reader.name,
    )
