"""What becomes of memories when a record of a linked source is new, was changed there, or is gone.

A new record is imported, one that was changed changes its memory, and one that vanished becomes a proposal,
never a silent drop. Where both sides changed the same record a person decides. Used for files (`following`)
and for live stores (`live.following`).
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from memtui.config.places import from_home
from memtui.config.settings import ASK, HOLD
from memtui.domain.actor import Actor
from memtui.domain.card_kinds import Kind
from memtui.domain.dating import DATED, SAID_AT
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import to_iso
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.proposal import TOLD_ELSEWHERE, Evidence, Finding, Proposal, Target
from memtui.domain.proposal_status import WAITING
from memtui.domain.rewording import reworded
from memtui.domain.text import Longest, fingerprint, one_line
from memtui.domain.watch import UNWATCHED, Watch
from memtui.formats import registry
from memtui.formats.ground.naming import is_by_text
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import UNSET, Edit, edit
from memtui.lifecycle.holding import FILE, HELD, MARK, Gated
from memtui.lifecycle.propose import propose
from memtui.lifecycle.withheld import Withheld
from memtui.live_stores import registry as live_stores
from memtui.sources import filing
from memtui.sources.called import source_name
from memtui.sources.found import Read
from memtui.sources.synced import Synced
from memtui.store import inserting, journal, memories, proposals, sources
from memtui.store.database import Store
from memtui.store.sources import Source, SourceRecord
from memtui.store.unsettled import CHANGED, REWORDED, VANISHED

_SAYS = "says"
_REASONS = {
    _SAYS: "it says something else in {}",
    CHANGED: "it was changed both here and in {}",
    VANISHED: "it was taken out of {}",
    REWORDED: "{} says it otherwise now",
}
_AT_ONCE = 2_000
"""Records that are noted in one transaction."""

Place = tuple[str, str]
"""The key of a record, and the file that it is in."""


@dataclass(frozen=True, kw_only=True)
class TakingOver:
    """What taking over a source's records needs."""

    store: Store
    source: Source
    by: Actor
    gated: Gated
    """What becomes of what the source brings."""
    synced: Synced

    @cached_property
    def withheld(self) -> Withheld:
        """What a person dropped: read once, for whatever number of lines that changed."""
        return Withheld(self.store)

    def dropped(self, draft: Draft) -> int | None:
        """Return the dropped memory that a record says in other words or another scope, and so is none."""
        held = self.withheld.find(draft)
        return held.memory.id if held is not None and held.known is None else None


_Added = tuple[str, str, str, str, int, bool]
"""What has to be known of a record until it is imported: key, file, text, scope, fingerprint, pinned.

It is kept of all that come, so it is small.
"""


def add(now: TakingOver, new: Iterable[Read]) -> dict[Place, int]:
    """Import records as one op, note which memories they are, known ones too, and return those.

    What a person is asked about first is no memory yet, and not among them.
    """
    return {(record.key, record.file): record.memory_id for record in _imported(now, new, UNWATCHED)}


def add_many(now: TakingOver, new: Iterable[Read], watch: Watch) -> None:
    """Import any number of records as one op, and note which memories they are.

    What was imported before an error, or before `watch` stopped it, is noted too.
    """
    for _ in _imported(now, new, watch):
        pass


def _imported(now: TakingOver, new: Iterable[Read], watch: Watch) -> Iterator[SourceRecord]:
    """Import records, and yield those that are noted as memories."""
    synced = now.synced
    met: list[_Added] = []

    def drafts() -> Iterator[Draft]:
        for record in new:
            scope = sys.intern(record.draft.scope)
            met.append(
                (record.key, record.file, record.draft.text, scope, record.fingerprint, record.draft.pinned)
            )
            synced.cleaned += record.cleaned
            yield filing.said_by(
                now.by, record.draft if now.source.synced_at is None else _dated(record.draft)
            )

    source = now.source
    whose = live_stores.called(source.format) or registry.called(source.format)
    detail = f"{whose}, {Path(source.path).name if source.address else from_home(source.path)}"
    try:
        done = import_drafts(
            now.store,
            drafts(),
            by=now.by,
            detail=detail,
            gated=now.gated,
            are_checked=True,  # `Read.draft` is in the form that is stored
            watch=watch,
        )
        synced.added += done.added
        synced.duplicates += done.duplicates
        synced.held += done.held
        synced.asked += done.asked
        synced.ops += [done.op.id] if done.op is not None else []
    except BaseException:
        for _ in _noted(now, met):
            pass
        raise
    yield from _noted(now, met)


def _dated(draft: Draft) -> Draft:
    """Return the draft of a line that is new in a linked file: it is of the time when that was changed."""
    if DATED not in draft.provenance:
        return draft
    return replace(draft, provenance={k: v for k, v in draft.provenance.items() if k != DATED})


def _noted(now: TakingOver, met: Sequence[_Added]) -> Iterator[SourceRecord]:
    """Note which memories imported records are, some at a time, and yield those."""
    for start in range(0, len(met), _AT_ONCE):
        some = met[start : start + _AT_ONCE]
        drafts = [Draft(text, scope=scope) for _, _, text, scope, _, _ in some]
        known = inserting.look_up(now.store, drafts, inserting.hashes_of(drafts))
        ids = [
            match[0] if match is not None else now.dropped(draft)
            for draft, match in zip(drafts, known, strict=True)
        ]
        records = [
            SourceRecord(key, file, memory_id, mark, pinned)
            for (key, file, _, _, mark, pinned), memory_id in zip(some, ids, strict=True)
            if memory_id is not None
        ]
        with now.store.write() as tx:
            sources.put_records(tx, now.source.id, records)
        yield from records


def change(now: TakingOver, record: SourceRecord, read: Read) -> None:
    """Let a memory follow its record, unless it was changed here as well or a person is asked first."""
    store, source, synced = now.store, now.source, now.synced
    memory = memories.get(store, record.memory_id)
    if memory is None or memory.state is not State.LIVE:
        if not add(now, [read]):
            # The line is no memory's any more: what was dropped here was what it said before.
            with store.write() as tx:
                sources.forget_records(tx, source.id, [record])
        return
    current = fingerprint(memory.text)
    gate = now.gated.gate(read.draft)
    asks = gate == ASK or now.withheld.turned_down(read.draft) is not None
    if current == record.fingerprint and not asks:
        _edit(now, memory, read, held=gate == HOLD)
    elif current != read.fingerprint and not _is_as_it_was(store, source, record, read):
        reason = _REASONS[CHANGED if current != record.fingerprint else _SAYS]
        change = Change(Deed.KEEP, memory.id, text=read.draft.text)
        facts = (("the file says", one_line(read.draft.text, Longest.QUOTE)), (FILE, record.file))
        _withdraw_about(store, memory, CHANGED)
        synced.proposed += _card(
            store, source, (memory,), CHANGED, change, Evidence(facts, file=record.file), reason
        )
    with store.write() as tx:
        updated = replace(record, fingerprint=read.fingerprint, pinned=read.draft.pinned)
        sources.put_records(tx, source.id, [updated])


def _edit(now: TakingOver, memory: Memory, read: Read, *, held: bool) -> None:
    """Give a memory the text of its record, and hold it back from agents where the gate says so."""
    store, synced = now.store, now.synced
    noting = {**(MARK if held else {}), **(_line_now(now, read) if is_by_text(read.key) else {})}
    wanted = Edit(text=read.draft.text, abstract=read.draft.abstract or UNSET)
    because = read.file if now.source.address else from_home(read.file)
    done = edit(store, [memory.id], wanted, by=now.by, noting=noting, because=because)
    synced.ops += [done.op.id] if done.op is not None else []
    synced.edited += 1
    synced.cleaned += read.cleaned
    if held:
        _withdraw_about(store, memory, HELD)
        synced.held += propose(store, now.gated.cards(memories.get_many(store, [memory.id]))).new


def _line_now(now: TakingOver, read: Read) -> dict[str, object]:
    """Return what the provenance of a memory says of its line, which has other words and another key now."""
    place = {key: value for key, value in read.draft.provenance.items() if key in {"record", "section"}}
    return {**place, SAID_AT: to_iso(now.store.now())}


def _withdraw_about(store: Store, memory: Memory, rule: str) -> None:
    """Take back what waits about what a record said before."""
    waiting = proposals.waiting_about(store, [memory.id]).get(memory.id, [])
    over = [card.id for card in proposals.get_many(store, waiting) if card.rule == rule]
    if over:
        with store.write() as tx:
            proposals.withdraw(tx, over)


def _is_as_it_was(store: Store, source: Source, record: SourceRecord, read: Read) -> bool:
    """Withdraw the card about a change in the file, when the file says again what was changed here only."""
    cards = proposals.get_many(
        store, proposals.waiting_about(store, [record.memory_id]).get(record.memory_id, [])
    )
    over = [card.id for card in cards if card.rule == CHANGED and _is_of(source, [record], card)]
    earlier = {
        fingerprint(change.before)
        for change in journal.history_of(store, record.memory_id)
        if change.field == "text" and isinstance(change.before, str)
    }
    if not over or read.fingerprint not in earlier:
        return False
    with store.write() as tx:
        proposals.withdraw(tx, over)
    return True


def ask_about_gone(
    store: Store,
    source: Source,
    gone: Sequence[SourceRecord],
    were: Mapping[int, Memory],
    into: Mapping[Place, int],
    synced: Synced,
) -> None:
    """Propose to drop what is not in the files any more; it isn't written there again.

    `were` holds the memories of what vanished, `into` the memory that says it now, by its place.
    """
    places = {(record.key, record.file) for record in gone}
    # A record that was only moved, or stands there twice, is still in the files.
    there = {
        record.memory_id
        for record in sources.records_of_memories(store, source.id, [record.memory_id for record in gone])
        if record.fingerprint is not None and (record.key, record.file) not in places
    }
    taken_out, lost = [], []
    for record in gone:
        memory = were.get(record.memory_id)
        if memory is None or memory.id in there:
            lost.append(record)
        elif memory.state is not State.LIVE:
            # Here it is gone too, so both sides agree; it goes back when it comes back here.
            taken_out.append(record)
        else:
            lost.append(record)
            now = into.get((record.key, record.file))
            other = memories.get(store, now) if now is not None else None
            synced.proposed += _card_of(store, source, record, memory, other)
    with store.write() as tx:
        sources.forget_records(tx, source.id, lost)
        sources.take_out(tx, source.id, taken_out)


def _card_of(store: Store, source: Source, record: SourceRecord, memory: Memory, now: Memory | None) -> int:
    """Ask whether a memory goes whose line vanished; into the one of the new line, where there is one."""
    facts = ((FILE, record.file),)
    if now is None or now.state is not State.LIVE:
        change = Change(Deed.DROP, gone=(memory.id,))
        return _card(store, source, (memory,), VANISHED, change, Evidence(facts, file=record.file))
    goes, comes = reworded(memory.text, now.text)
    change = Change(Deed.MERGE, now.id, (memory.id,))
    evidence = Evidence(facts, {memory.id: goes, now.id: comes}, file=record.file)
    return _card(store, source, (memory, now), REWORDED, change, evidence)


def settle(store: Store, source: Source) -> None:
    """Withdraw the cards about a source's records that are back, or that both sides agree on again."""
    cards = [
        card
        for rule in (VANISHED, REWORDED, CHANGED)
        for status in WAITING
        for card in proposals.get_many(
            store, proposals.ids(store, proposals.Wanted(status=status, rule=rule))
        )
    ]
    about = {card.id: card.targets[0].id for card in cards if card.targets}
    records_of: dict[int, list[SourceRecord]] = {}
    for record in sources.records_of_memories(store, source.id, list(about.values())):
        if record.fingerprint is not None:
            records_of.setdefault(record.memory_id, []).append(record)
    texts = {memory.id: memory.text for memory in memories.get_many(store, list(records_of))}
    over = []
    for card in cards:
        memory_id = about.get(card.id, 0)
        records = [
            record for record in records_of.get(memory_id, []) if _is_of(source, records_of[memory_id], card)
        ]
        if card.rule == CHANGED:
            records = [
                record for record in records if record.fingerprint == fingerprint(texts.get(memory_id, ""))
            ]
        if records:
            over.append(card.id)
    if over:
        with store.write() as tx:
            proposals.withdraw(tx, over)


def _is_of(source: Source, records: Sequence[SourceRecord], card: Proposal) -> bool:
    """Say whether a card is about a source in which its memory has these records."""
    file = card.evidence.file
    return file in {record.file for record in records} or Path(file).is_relative_to(source.path)


def _card(
    store: Store,
    source: Source,
    about: Sequence[Memory],
    rule: str,
    change: Change,
    evidence: Evidence,
    reason: str = "",
) -> int:
    name = source_name(source)
    whole = rule == VANISHED or source.address
    said_in = name if whole else one_line(Path(evidence.file).name, Longest.PHRASE)
    finding = Finding(
        Kind.LEARNED,
        rule,
        tuple(map(Target.of, about)),
        (reason or _REASONS[rule]).format(said_in),
        change,
        about[0].scope,
        evidence,
        TOLD_ELSEWHERE,
        bucket=fingerprint(change.text) if change.text else 0,
        batch=f"memories taken out of {name}" if rule == VANISHED and not about[0].pinned else "",
        origin=source.format,
    )
    return len(propose(store, [finding]).ids)
