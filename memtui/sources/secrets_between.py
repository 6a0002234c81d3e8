"""Finds secrets that linked files hold in no record: in the line of an index, a heading, what heads a fact.

No memory comes of such a place, so each is told with a memory that it stands beside: the one whose file its
line names, else one of the same file, else one of the source. JSON is left out: all of it is records.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from memtui import secrets
from memtui.domain.memory import Memory, State
from memtui.formats.protocol import SourceError
from memtui.secrets.masking import masked
from memtui.secrets.vouching import digest, vouched
from memtui.sources.holding_secrets import InFile, also_in, in_records, secrets_in_files, text_of, texts_in
from memtui.sources.replacing import bytes_of
from memtui.store import memories, sources
from memtui.store.database import Store
from memtui.store.sources import Source, SourceRecord

_ALL_RECORDS = {".json", ".jsonl"}


def secrets_between(store: Store, source: Source) -> list[InFile]:
    """Return the secrets that the files of a source hold in no record, each by itself.

    A file that cannot be read is passed over, and so are values that a person vouched for.
    """
    if source.address:
        return []
    places = [
        place
        for file in sorted(sources.marks(store, source.id))
        if Path(file).suffix not in _ALL_RECORDS
        for place in _between(store, source, file)
    ]
    if not places:
        return []
    but = frozenset[str]().union(*(vouched(memory.provenance) for memory in _memories(store, source)))
    return [place for place in places if but.isdisjoint(map(digest, place.notes))] if but else places


def beside_each(store: Store) -> dict[int, list[InFile]]:
    """Return the secrets in no record that no card of a record is about, by the memory they stand beside."""
    found: dict[int, list[InFile]] = {}
    for source in sources.get_all(store):
        for memory_id, places in _beside(store, source).items():
            found.setdefault(memory_id, []).extend(places)
    return found


def places_to_blot(store: Store, memory: Memory, file: str) -> list[InFile]:
    """Return where linked files hold the secrets of a memory, or else what stands beside it in `file`."""
    return list(in_records(store, memory)) or [
        place
        for source in (sources.sources_of(store, memory.id) if file else ())
        for place in _beside(store, source).get(memory.id, ())
        if place.file == file
    ]


def files_to_blot(store: Store, about: Iterable[Memory], file: str) -> list[str]:
    """Return the files that change when the secrets that `places_to_blot` returns are taken out."""
    places = [place for memory in about for place in places_to_blot(store, memory, file)]
    places = [place for place in places if place.source.agreed_at is not None]
    return list(dict.fromkeys(each.file for place in places for each in (place, *also_in(store, place))))


def _between(store: Store, source: Source, file: str) -> Iterator[InFile]:
    try:
        data = bytes_of(Path(file)) or b""
        text = text_of(data)
        if masked(text) == text:
            return
        said = texts_in(store, source, file, data).values()
    except (SourceError, OSError):
        return
    in_record = [each[one.start : one.end] for each in said for one in secrets.find_secrets(each)]
    plain = [_plain(each) for each in said]
    for secret in secrets.find_secrets(text):
        value = text[secret.start : secret.end]
        known = any(_plain(value) in each for each in plain) or any(each in value for each in in_record)
        if not known:
            yield InFile(source, file, "", text, (secret,), text.count("\n", 0, secret.start) + 1)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _beside(store: Store, source: Source) -> dict[int, list[InFile]]:
    between = secrets_between(store, source)
    if not between:
        return {}
    live = {memory.id: memory for memory in _memories(store, source) if memory.state is State.LIVE}
    records = [
        record
        for record in sources.records(store, source.id)
        if record.memory_id in live and record.fingerprint is not None
    ]
    told = {
        value
        for memory in live.values()
        for place in secrets_in_files(store, memory)
        for value in place.notes
    }
    beside: dict[int, list[InFile]] = {}
    for place in between if records else ():
        if told.isdisjoint(place.notes):
            told.update(place.notes)
            beside.setdefault(_nearest(place, records).memory_id, []).append(place)
    return beside


def _nearest(place: InFile, records: Sequence[SourceRecord]) -> SourceRecord:
    line = place.text.split("\n")[place.line - 1]

    def distance(record: SourceRecord) -> tuple[bool, bool]:
        return Path(record.file).name not in line, record.file != place.file

    return min(records, key=distance)


def _memories(store: Store, source: Source) -> list[Memory]:
    return memories.get_many(store, [record.memory_id for record in sources.records(store, source.id)])
