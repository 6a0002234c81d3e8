"""Lets a memory follow its line that was reworded at its place in a linked file, as a fact's file does.

Asked by `following`, before what went and what came are taken for two things. Left to that, and so to a card,
is what is not one line alone: a memory that stands in other files too, what is known already in the new
words, and what holds a secret.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from memtui.domain.memory import Draft, Memory, State
from memtui.domain.text import fingerprint
from memtui.formats.ground.markdown_writing import bare
from memtui.formats.ground.naming import is_by_text
from memtui.lifecycle.checks import SECRET_CATEGORY
from memtui.sources.found import Read
from memtui.sources.same_place import Line, reworded_in_place
from memtui.sources.taking_over import Place, TakingOver, change
from memtui.store import inserting, journal, line_order, sources
from memtui.store.database import Store
from memtui.store.sources import SourceRecord


def follow(
    now: TakingOver,
    before: Mapping[Place, SourceRecord],
    read: Mapping[Place, Read],
    were: Mapping[int, Memory],
) -> dict[Place, Place]:
    """Let memories follow lines that were reworded in place; return the new places of these by the old.

    `before` are the records that are known, `read` is what the files say, in its order, and `were` holds the
    memories of the records that are in no file any more.
    """
    became = {old: read[new] for old, new in _reworded(now, before, read, were).items()}
    sure = _of_one_memory(now, before, became, were)
    for old, line in sure.items():
        record = before[old]
        with now.store.write() as tx:
            sources.forget_records(tx, now.source.id, [record])
        change(now, replace(record, key=line.key), line)
    return {old: line.place for old, line in sure.items()}


def note_order(now: TakingOver, read: Mapping[Place, Read]) -> None:
    """Note in which order the lines stand in their files, for when one of them is reworded."""
    known = line_order.positions(now.store, now.source.id)
    numbers: dict[str, Iterator[int]] = defaultdict(count)
    places = {place: next(numbers[place[1]]) for place in read if is_by_text(place[0])}
    moved = {place: position for place, position in places.items() if known.get(place) != position}
    if moved:
        with now.store.write() as tx:
            line_order.put_positions(tx, now.source.id, moved)


def _reworded(
    now: TakingOver,
    before: Mapping[Place, SourceRecord],
    read: Mapping[Place, Read],
    were: Mapping[int, Memory],
) -> dict[Place, Place]:
    """Return the places of lines that were reworded in place, each with that of the line as it is now."""
    gone = {
        place
        for place, record in before.items()
        if place not in read and record.fingerprint is not None and record.memory_id in were
    }
    files = {file for _, file in gone} & {place[1] for place in read if place not in before}
    became: dict[Place, Place] = {}
    if not files:
        return became
    positions = line_order.positions(now.store, now.source.id)
    placed = sorted((place for place in positions if place in before), key=lambda place: positions[place])
    for file in files:
        stood = [place for place in placed if place[1] == file and (place in gone or place in read)]
        stands = [
            p for p in read if p[1] == file and is_by_text(p[0]) and (p in positions or p not in before)
        ]
        lines = [_line(now, before[p], were) if p in gone else _line_read(read[p]) for p in stood]
        pairs = reworded_in_place(lines, [_line_read(read[place]) for place in stands])
        became |= {(old, file): (new, file) for old, new in pairs.items()}
    return became


def _line(now: TakingOver, record: SourceRecord, were: Mapping[int, Memory]) -> Line:
    """Return a line that went, as the file said it."""
    memory = were[record.memory_id]
    text = memory.text
    if fingerprint(text) != record.fingerprint:  # it was changed here as well
        said = (each.before for each in journal.history_of(now.store, memory.id) if each.field == "text")
        text = next((str(each) for each in said if fingerprint(str(each)) == record.fingerprint), text)
    return _line_of(record.key, text, memory.provenance)


def _line_read(read: Read) -> Line:
    return _line_of(read.key, read.draft.text, read.draft.provenance)


def _line_of(key: str, text: str, provenance: Mapping[str, object]) -> Line:
    section = provenance.get("section")
    name = section if isinstance(section, str) else ""
    return Line(key, next(bare(text, name, "")), name)


def _of_one_memory(
    now: TakingOver,
    before: Mapping[Place, SourceRecord],
    became: Mapping[Place, Read],
    were: Mapping[int, Memory],
) -> dict[Place, Read]:
    """Return those of some reworded lines whose memories may follow them."""
    places: dict[int, list[Place]] = defaultdict(list)
    for old in became:
        places[before[old].memory_id].append(old)
    standing = sources.files_of_each(now.store, list(places))
    return {
        old: became[old]
        for memory_id, those in places.items()
        if len(those) == len(standing.get(memory_id, ()))
        and _may_follow(now.store, were[memory_id], [became[old] for old in those])
        for old in those
    }


def _may_follow(store: Store, memory: Memory, lines: Sequence[Read]) -> bool:
    """Say whether a memory may have the words of some lines: all the same ones, and nobody else's."""
    drafts = [line.draft for line in lines]
    return (
        memory.state is State.LIVE
        and len({(line.fingerprint, line.draft.scope) for line in lines}) == 1
        and not any(line.cleaned for line in lines)
        and not any(SECRET_CATEGORY in each for each in (memory.categories, *(d.categories for d in drafts)))
        and not _is_known(store, drafts[0])
    )


def _is_known(store: Store, draft: Draft) -> bool:
    """Say whether a memory says something already, or was dropped that did."""
    return inserting.look_up(store, [draft], inserting.hashes_of([draft])) != [None]
