"""Letting memories follow the files that agents read.

A record that is new in a file is imported, one that was changed there changes its memory, and one that
vanished becomes a proposal, never a silent drop: to go, or, where a new line of the file says it in other
words, to live on in that. Where both sides changed the same record a person decides.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.config.settings import ASK, HOLD
from memtui.domain.actor import Actor
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, State
from memtui.domain.proposal import WAITING, Evidence, Finding, Kind, Proposal, Target, rule_name
from memtui.domain.rewording import reworded
from memtui.domain.text import fingerprint, one_line
from memtui.formats.changes import HasPlaces
from memtui.formats.ground.files import NO_TEXT, is_text, readable_name
from memtui.formats.protocol import POINTS_TO, Reader, Skipped, unread
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.checks import checked_import, loses_blocks
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.holding import FILE, HELD, MARK, Gated
from memtui.lifecycle.propose import propose
from memtui.sources import asking, filing
from memtui.sources.found import Read
from memtui.sources.rewording import pair_up
from memtui.sources.source_files import files_of, marks_of, stat_of
from memtui.sources.synced import Synced
from memtui.store import inserting, journal, memories, proposals, sources
from memtui.store.database import Store
from memtui.store.sources import NO_MEMORY, Source, SourceRecord

CHANGED = rule_name(Kind.LEARNED, "changed")
VANISHED = rule_name(Kind.LEARNED, "vanished")
REWORDED = rule_name(Kind.LEARNED, "reworded")
_SAYS = "says"
_REASONS = {
    _SAYS: "it says something else in {}",
    CHANGED: "it was changed both here and in {}",
    VANISHED: "it was taken out of {}",
    REWORDED: "{} says it in other words now",
}
_Place = tuple[str, str]
"""The key of a record, and the file that it is in."""


@dataclass(frozen=True, slots=True)
class Following:
    """What following a source's files needs."""

    store: Store
    source: Source
    reader: Reader
    by: Actor
    gated: Gated
    """What becomes of what the files bring."""
    synced: Synced


def follow(now: Following, *, wholly: bool) -> None:
    """Take over what changed in the files since they were last read."""
    store, source, synced = now.store, now.source, now.synced
    path = Path(source.path)
    known = sources.marks(store, source.id)
    marks = list(marks_of(files_of(path, now.reader), {} if wholly else known))
    # What a file imports lies elsewhere; it was met when the file was read.
    named = {mark.file for mark in marks}
    others = [mark.file for mark in known.values() if mark.file not in named]
    marks += marks_of(others, {} if wholly else known)
    accepted = asking.accepted(store, source)
    unchanged = {mark.file: mark.hash for mark in marks} == {m.file: m.hash for m in known.values()}
    if unchanged and not wholly and not accepted:
        return
    read = {found.place: found for found in _records(now)}
    named = {mark.file for mark in marks}
    marks += marks_of({found.file for found in read.values()} - named, known)
    before = {(record.key, record.file): record for record in sources.records(store, source.id)}
    adopted = asking.adopt(store, source, accepted, read.values(), before) if accepted else []
    before |= {(record.key, record.file): record for record in adopted}
    asking.take_back(store, source, read.values(), lambda file: _is_hidden(file, synced.skipped))
    pointers = list(_pointers(read, before))
    new = [found for place, found in read.items() if place not in before]
    kept = {(record.key, record.file) for record in pointers}
    gone = [
        record
        for place, record in before.items()
        if place not in read
        and place not in kept
        and record.fingerprint is not None
        and not _is_hidden(record.file, synced.skipped)
    ]
    changed = [
        (record, read[place])
        for place, record in before.items()
        if place in read and read[place].fingerprint != record.fingerprint
    ]
    if pointers:
        with store.write() as tx:
            sources.put_records(tx, source.id, pointers)
    were = {m.id: m for m in memories.get_many(store, [record.memory_id for record in gone])}
    asked = _asked_in_other_words(now, gone, were, new, read.values())
    gone = [record for record in gone if (record.key, record.file) not in asked]
    new = [found for found in new if found not in asked.values()]
    imported = _import(now, new)
    for record, found in changed:
        _change_memory(now, record, found)
    if gone:
        became = _reworded(gone, were, new, read.values()) if new else {}
        into = {place: imported[there] for place, there in became.items() if there in imported}
        _vanished(store, source, gone, were, into, synced)
    with store.write() as tx:
        sources.put_marks(tx, source.id, marks)


_LINE = re.compile(r"(?:(.*) )?line \d+")
"""Names a line, and the file unless there is only one."""


def _is_hidden(file: str, skipped: Sequence[Skipped]) -> bool:
    """Say whether a record may stand in a file that could not be read, and so may not be gone."""
    try:
        if stat_of(file) is None:
            return False
    except OSError:
        return True
    for left in skipped:
        line = _LINE.fullmatch(left.where)
        if line is None:
            name = left.where
        elif left.unread:
            name = line[1] or "."
        else:
            continue
        if name == "." or f"/{name}/" in f"{Path(file).as_posix()}/":
            return True
    return False


def _pointers(read: dict[_Place, Read], before: Mapping[_Place, SourceRecord]) -> Iterator[SourceRecord]:
    """Take out of `read` what only points to a record that was known here, and yield that as no memory.

    Its own key keeps it known for as long as it stands there, also after the other record is forgotten.
    """
    for place, found in list(read.items()):
        key = found.draft.provenance.get(POINTS_TO)
        if not isinstance(key, str):
            continue
        own = (f"→{key}", found.file)
        if own in before or (key, str(Path(found.file).parent / key)) in before:
            del read[place]
            yield SourceRecord(*own, NO_MEMORY, found.fingerprint, pinned=False)


def _records(now: Following) -> Iterator[Read]:
    path, synced = Path(now.source.path), now.synced
    placed = now.reader if isinstance(now.reader, HasPlaces) else None
    only = str(path.resolve())
    for found in filing.records(now.store, now.reader, path):
        if isinstance(found, Skipped):
            synced.skipped.append(found)
            continue
        if not is_text(str(found.provenance.get("path", ""))):
            synced.skipped.append(unread(readable_name(str(found.provenance["path"])), NO_TEXT))
            continue
        try:
            stored = checked_import(found)
        except Refused as error:
            synced.skipped.append(Skipped(one_line(found.text, 60), str(error)))
            continue
        key, file = found.provenance.get("record"), found.provenance.get("path")
        if placed is not None:
            key, file = placed.key_of(path, found), only
        if isinstance(key, str) and isinstance(file, str):
            yield Read(key, file, stored, fingerprint(stored.text), loses_blocks(found))


def _import(now: Following, new: Sequence[Read]) -> dict[_Place, int]:
    """Import records, note which memories they are, known ones too, and return those.

    What a person is asked about first is no memory yet, and not among them.
    """
    if not new:
        return {}
    store, source, synced = now.store, now.source, now.synced
    drafts = [filing.said_by(now.by, found.draft) for found in new]
    detail = f"{source.format}, {Path(source.path).name}"
    done = import_drafts(store, drafts, by=now.by, detail=detail, gated=now.gated)
    known = inserting.look_up(store, drafts, inserting.hashes_of(drafts))
    records = [
        SourceRecord(found.key, found.file, match[0], found.fingerprint, found.draft.pinned)
        for found, match in zip(new, known, strict=True)
        if match is not None
    ]
    with store.write() as tx:
        sources.put_records(tx, source.id, records)
    synced.added += done.added
    synced.held += done.held
    synced.asked += done.asked
    synced.cleaned += sum(found.cleaned for found in new)
    synced.ops += [done.op.id] if done.op is not None else []
    return {(record.key, record.file): record.memory_id for record in records}


def _change_memory(now: Following, record: SourceRecord, found: Read) -> None:
    """Let a memory follow its record, unless it was changed here as well or a person is asked first."""
    store, source, synced = now.store, now.source, now.synced
    memory = memories.get(store, record.memory_id)
    if memory is None or memory.state is not State.LIVE:
        if not _import(now, [found]):
            # The line is no memory's any more: what was dropped here was what it said before.
            with store.write() as tx:
                sources.forget_records(tx, source.id, [record])
        return
    here = fingerprint(memory.text)
    gate = now.gated.gate(found.draft)
    if here == record.fingerprint and gate != ASK:
        _edit(now, memory, found, held=gate == HOLD)
    elif here != found.fingerprint and not _is_as_it_was(store, source, record, found):
        reason = _REASONS[CHANGED if here != record.fingerprint else _SAYS]
        change = Change(Deed.KEEP, memory.id, text=found.draft.text)
        facts = (("the file says", one_line(found.draft.text, 400)), (FILE, record.file))
        _withdraw_about(store, memory, CHANGED)
        synced.proposed += _card(
            store, source, (memory,), CHANGED, change, Evidence(facts, file=record.file), reason
        )
    with store.write() as tx:
        updated = replace(record, fingerprint=found.fingerprint, pinned=found.draft.pinned)
        sources.put_records(tx, source.id, [updated])


def _edit(now: Following, memory: Memory, found: Read, *, held: bool) -> None:
    """Give a memory the text of its record, and hold it back from agents where the gate says so."""
    store, synced = now.store, now.synced
    noting = MARK if held else {}
    done = edit(store, [memory.id], Edit(text=found.draft.text), by=now.by, noting=noting)
    synced.ops += [done.op.id] if done.op is not None else []
    synced.edited += 1
    synced.cleaned += found.cleaned
    if held:
        _withdraw_about(store, memory, HELD)
        synced.held += propose(store, now.gated.cards(memories.get_many(store, [memory.id]))).new


def _withdraw_about(store: Store, memory: Memory, rule: str) -> None:
    """Take back what waits about what a record said before."""
    waiting = proposals.waiting_about(store, [memory.id]).get(memory.id, [])
    over = [card.id for card in proposals.get_many(store, waiting) if card.rule == rule]
    if over:
        with store.write() as tx:
            proposals.withdraw(tx, over)


def _is_as_it_was(store: Store, source: Source, record: SourceRecord, found: Read) -> bool:
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
    if not over or found.fingerprint not in earlier:
        return False
    with store.write() as tx:
        proposals.withdraw(tx, over)
    return True


def _reworded(
    gone: Sequence[SourceRecord],
    were: Mapping[int, Memory],
    new: Sequence[Read],
    there: Iterable[Read],
) -> dict[_Place, _Place]:
    """Return the places of new records that reword vanished ones of their file, by the vanished one's place.

    `were` holds the memories of the vanished ones by their ids, and `there` is all that the files say.
    """
    lines: dict[str, list[str]] = defaultdict(list)
    for found in there:
        lines[found.file].append(found.draft.text)
    became = {}
    for file in {record.file for record in gone} & {found.file for found in new}:
        went = [record for record in gone if record.file == file and record.memory_id in were]
        came = [found for found in new if found.file == file]
        texts = [were[record.memory_id].text for record in went]
        for at, other in pair_up(texts, [found.draft.text for found in came], lines[file]).items():
            became[went[at].key, file] = (came[other].key, file)
    return became


def _asked_in_other_words(
    now: Following,
    gone: Sequence[SourceRecord],
    were: Mapping[int, Memory],
    new: Sequence[Read],
    there: Iterable[Read],
) -> dict[_Place, Read]:
    """Ask about each new line that waits for a yes and says what a vanished one said if it changes that.

    The memory belongs to the new line from then on. Returns that line by the place of the vanished one.
    """
    waits = {found.place: found for found in new if now.gated.gate(found.draft) == ASK}
    live = [r for r in gone if r.memory_id in were and were[r.memory_id].state is State.LIVE]
    became = _reworded(live, were, list(waits.values()), there) if waits and live else {}
    asked = {place: waits[other] for place, other in became.items()}
    for record in live:
        if (found := asked.get((record.key, record.file))) is not None:
            with now.store.write() as tx:
                sources.forget_records(tx, now.source.id, [record])
            _change_memory(now, replace(record, key=found.key), found)
    return asked


def _vanished(
    store: Store,
    source: Source,
    gone: Sequence[SourceRecord],
    were: Mapping[int, Memory],
    into: Mapping[_Place, int],
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
    held: dict[int, list[SourceRecord]] = {}
    for record in sources.records_of_memories(store, source.id, list(about.values())):
        if record.fingerprint is not None:
            held.setdefault(record.memory_id, []).append(record)
    texts = {memory.id: memory.text for memory in memories.get_many(store, list(held))}
    over = []
    for card in cards:
        memory_id = about.get(card.id, 0)
        here = [record for record in held.get(memory_id, []) if _is_of(source, held[memory_id], card)]
        if card.rule == CHANGED:
            here = [record for record in here if record.fingerprint == fingerprint(texts.get(memory_id, ""))]
        if here:
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
    name = Path(source.path).name
    finding = Finding(
        Kind.LEARNED,
        rule,
        tuple(map(Target.of, about)),
        (reason or _REASONS[rule]).format(name),
        change,
        about[0].scope,
        evidence,
        0.7,
        bucket=fingerprint(change.text) if change.text else 0,
        batch=f"memories taken out of {name}" if rule == VANISHED and not about[0].pinned else "",
        origin=source.format,
    )
    return len(propose(store, [finding]).ids)
