"""Takes a memory apart whose file is a list of statements, once, when its source is brought in step.

What the file said before it was changed last is what is taken apart. So what became of each line since then
is told line by line, as in any list: nothing arrives or goes because of the new form.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from memtui.domain.memory import Memory, State
from memtui.domain.text import Longest, fingerprint, normalised, one_line
from memtui.formats.ground.apart import listed_statements, points_elsewhere
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.markdown_writing import bare
from memtui.formats.ground.naming import container_of, is_by_text, record_key
from memtui.formats.ground.records import records, says_something
from memtui.lifecycle.propose import propose
from memtui.lifecycle.take_apart import take_apart
from memtui.sources.forms import KnownForms
from memtui.sources.found import Read
from memtui.sources.taking_over import Place, TakingOver
from memtui.store import memories, proposals, read_from, sources, taken_apart, write_backs
from memtui.store.database import Store
from memtui.store.sources import SourceRecord
from memtui.store.unsettled import CHANGED, REWORDED, VANISHED


def may_be_taken_apart(
    store: Store, known: KnownForms, changed: Collection[str] = ()
) -> dict[str, SourceRecord]:
    """Return the records of whole files whose memories may be taken apart, by file.

    Not where something of the memory is still to be written or waits for a person's word, and not where it
    was taken apart before: a person undid that. One that was dropped or archived stays one, unless its file
    is among those that have `changed`: only what came into that is new then.
    """
    there = {file: record for file, record in known.whole.items() if record.fingerprint is not None}
    by_id = {one.id: one for one in memories.get_many(store, [each.memory_id for each in there.values()])}
    fit = {
        file: record
        for file, record in there.items()
        if (memory := by_id.get(record.memory_id)) is not None
        and (memory.state is State.LIVE or file in changed)
        and (fingerprint(memory.text), memory.pinned) == (record.fingerprint, record.pinned)
    }
    ids = [record.memory_id for record in fit.values()]
    never = taken_apart.once(store, ids) | _waiting(store, ids)
    return {file: record for file, record in fit.items() if record.memory_id not in never}


def known_elsewhere(
    now: TakingOver, read: Iterable[Read], before: Mapping[Place, SourceRecord]
) -> dict[str, SourceRecord]:
    """Return for lists that are new here the memories that they are as one: imported, or of another machine.

    `before` are the records that are known; the memories have none yet, so each is returned as one.
    """
    known = {file for _, file in before}
    names = {
        line.file: (container_of(line.key), line.draft.scope)
        for line in read
        if line.file not in known and is_by_text(line.key)
    }
    scopes = {scope for _, scope in names.values()}
    as_one = {scope: read_from.whole_files(now.store, now.source.format, scope) for scope in scopes}
    found = {file: as_one[scope][name] for file, (name, scope) in names.items() if name in as_one[scope]}
    by_id = {one.id: one for one in memories.get_many(now.store, list(found.values()))}
    return {
        file: SourceRecord(names[file][0], file, one.id, fingerprint(one.text), one.pinned)
        for file, memory_id in found.items()
        if (one := by_id.get(memory_id)) is not None
    }


def are_due(store: Store, changed: KnownForms) -> bool:
    """Say whether a memory may be taken apart only now, as it was restored or its change was written."""
    ids = [record.memory_id for record in may_be_taken_apart(store, changed).values()]
    return any(listed_statements(one.text) for one in memories.get_many(store, ids))


def _waiting(store: Store, ids: Sequence[int]) -> set[int]:
    """Return the memories about whose record in a file a person is asked."""
    waiting = proposals.waiting_about(store, ids)
    return {
        memory_id
        for memory_id, cards in waiting.items()
        if any(card.rule in {CHANGED, VANISHED, REWORDED} for card in proposals.get_many(store, cards))
    }


def split(
    now: TakingOver, fit: Mapping[str, SourceRecord], read: Iterable[Read]
) -> list[tuple[SourceRecord, list[SourceRecord]]]:
    """Take the memories apart whose files are lists, those among the `fit` records of whole files.

    `read` is all that the files say. Returns each record that stands for a whole file no more, and those that
    took its place.
    """
    lines: dict[str, list[Read]] = defaultdict(list)
    for line in read:
        if line.file in fit:
            lines[line.file].append(line)
    lists = {file: those for file, those in lines.items() if all(is_by_text(line.key) for line in those)}
    by_id = {one.id: one for one in memories.get_many(now.store, [fit[file].memory_id for file in lists])}
    done = []
    for file, those in lists.items():
        memory = by_id[fit[file].memory_id]
        statements = _statements(memory, fit[file].key, those)
        if len(statements) == 1:
            done.append((fit[file], _moved(now, fit[file], statements[0])))
        elif statements:
            done.append((fit[file], _taken_apart(now, memory, fit[file], statements)))
    return done


def _statements(memory: Memory, name: str, lines: Sequence[Read]) -> list[Read]:
    """Return the statements of a memory as lines of its file; none where it is no list of what that says.

    A statement that is not in the file any more is laid out like the first that is.
    """
    said = {normalised(_bare(line)): line for line in lines}
    blocks = [block for block in records(memory.text)[1] if _says_more(block, lines[0])]
    kept = [block for block in blocks if normalised(block.text) in said]
    if not kept or (len(kept) < len(blocks) and not listed_statements(memory.text)):
        return []
    like = said[normalised(kept[0].text)]
    return [said.get(normalised(block.text)) or _as_it_was(memory, name, block, like) for block in blocks]


def _bare(line: Read) -> str:
    """Return what a line says without the heading or title in front."""
    section = line.draft.provenance.get("section")
    return next(bare(line.draft.text, section if isinstance(section, str) else "", ""))


def _says_more(block: Block, line: Read) -> bool:
    """Say whether a statement says more than what the file calls itself, which its memory has in front, or
    than where else to look.
    """
    called = (line.draft.provenance.get(key) for key in ("name", "description"))
    return (
        says_something(block)
        and not points_elsewhere(block)
        and normalised(block.text) not in {normalised(str(each)) for each in called if each}
    )


def _as_it_was(memory: Memory, name: str, block: Block, like: Read) -> Read:
    """Return a line that is in the file no more."""
    key = record_key(name, block.text)
    provenance = {**like.draft.provenance, "record": key}
    text = block.statement
    draft = replace(like.draft, text=text, provenance=provenance, created_at=memory.created_at)
    return replace(like, key=key, draft=draft, fingerprint=fingerprint(text))


def _moved(now: TakingOver, whole: SourceRecord, line: Read) -> list[SourceRecord]:
    """Let a memory that was all of its file stand for one line of it; it takes over what that says then."""
    record = replace(whole, key=line.key)
    with now.store.write() as tx:
        sources.forget_records(tx, now.source.id, [whole])
        sources.put_records(tx, now.source.id, [record])
        write_backs.end(tx, now.source.id, whole.file)
    return [record]


def _taken_apart(
    now: TakingOver, memory: Memory, whole: SourceRecord, lines: Sequence[Read]
) -> list[SourceRecord]:
    """Put memories in the place of one, and let the records of its file be theirs."""
    name = Path(whole.file).name
    with now.store.write() as tx:
        op_id, ids = take_apart(now.store, tx, memory, [line.draft for line in lines], name, by=now.by)
        records_now = [
            SourceRecord(line.key, whole.file, memory_id, line.fingerprint, line.draft.pinned)
            for line, memory_id in zip(lines, ids, strict=True)
        ]
        sources.put_records(tx, now.source.id, [*records_now, replace(whole, fingerprint=None)])
        # The bytes at its beginning hold the one memory, from which no line can be taken by itself.
        write_backs.end(tx, now.source.id, whole.file)
        held = now.gated.cards(memories.get_many(now.store, ids))
        if held:
            propose(now.store, held, tx=tx)
    now.synced.ops.append(op_id)
    now.synced.split[one_line(name, Longest.PHRASE)] = len(ids)
    return records_now
