"""In which form a store knows the files of a source: each as one memory, or as a list of several.

The reader is told, so that a file stays what it is here, whatever it looks like by now. A list stays a list
when a line of it goes. A file that was one memory is read as before until that is taken apart (`splitting`),
and when taking it apart was undone, for good.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.domain.memory import State
from memtui.domain.text import fingerprint
from memtui.formats.changes import Forms, HasForms, WritesBack
from memtui.formats.ground.naming import is_by_text
from memtui.formats.protocol import Reader
from memtui.sources.found import Read
from memtui.store import marks, memories, read_from, sources, taken_apart
from memtui.store.database import Store, Transaction
from memtui.store.sources import Source, SourceRecord

_EDITION = "edition:{}"
"""The mark that says in which way a source was read."""
_IN_ORDER = "+order"
"""Where the records stand in their files is noted, too; once that was not."""


@dataclass(frozen=True, slots=True)
class KnownForms:
    """The records of a source that are whole files, and the items of files that are lists."""

    whole: Mapping[str, SourceRecord]
    """By file, also of files that were taken apart."""
    items: Mapping[str, Sequence[str]]
    """The keys of single items by file."""
    apart: Mapping[int, Sequence[str]]
    """The memories of whole files that are taken apart now, with the uids of what they became."""
    left: Set[str]
    """Files whose one memory is gone and stands in them no more: what is in such a file now is another."""

    @classmethod
    def of(cls, store: Store, records: Iterable[SourceRecord]) -> "KnownForms":
        """Return what these records of a source say of its files."""
        whole: dict[str, SourceRecord] = {}
        items: dict[str, list[str]] = {}
        for record in records:
            if is_by_text(record.key):
                items.setdefault(record.file, []).append(record.key)
            else:
                whole[record.file] = record
        apart = taken_apart.now(store, [record.memory_id for record in whole.values()])
        out = {file: one.memory_id for file, one in whole.items() if one.fingerprint is None}
        live = {one.id for one in memories.get_many(store, list(out.values())) if one.state is State.LIVE}
        return cls(whole, items, apart, {file for file, memory_id in out.items() if memory_id not in live})

    def forms(self, but: Collection[str] = ()) -> Forms:
        """Return what to tell the reader; it may judge the files `but` by their looks."""
        as_one = {file for file, record in self.whole.items() if record.memory_id not in self.apart}
        as_one -= self.left & self.items.keys()
        listed = {file: keys for file, keys in self.items.items() if file not in as_one}
        listed |= {file: self.items.get(file, ()) for file in self.whole.keys() - as_one}
        return Forms(as_one - set(but), listed)

    def are_stale(self, store: Store) -> bool:
        """Say whether a memory was taken apart, or put together again, and its records do not say so yet."""
        out = [record.memory_id for record in self.whole.values() if record.fingerprint is None]
        if any(
            record.fingerprint is not None for record in self.whole.values() if record.memory_id in self.apart
        ):
            return True
        back = [one.id for one in memories.get_many(store, out)]
        return bool(back and taken_apart.once(store, back))


def knowing(store: Store, reader: WritesBack, records: Iterable[SourceRecord]) -> WritesBack:
    """Return the reader of a source, told in which form its files are known by these records."""
    if not isinstance(reader, HasForms):
        return reader
    return reader.knowing(KnownForms.of(store, records).forms())


def knowing_imports(store: Store, reader: Reader, path: Path) -> Reader:
    """Return a reader told in which form the files at a path were read, whether or not they are linked."""
    if not isinstance(reader, HasForms):
        return reader
    read = read_from.records_below(store, reader.name, str(path.resolve()))
    return reader.knowing(KnownForms.of(store, read).forms())


def is_read_as_now(store: Store, source: Source, reader: object) -> bool:
    """Say whether the files of a source were read last in the way in which its format reads them now."""
    return marks.value(store, _EDITION.format(source.id)) == _edition(reader)


def note_read_as_now(tx: Transaction, source: Source, reader: object) -> None:
    """Note in which way the files of a source were read."""
    marks.put(tx, _EDITION.format(source.id), _edition(reader))


def _edition(reader: object) -> str:
    return f"{reader.edition if isinstance(reader, HasForms) else ''}{_IN_ORDER}"


def bind(store: Store, source: Source, known: KnownForms, read: Iterable[Read]) -> list[SourceRecord]:
    """Tie the lines of files that are taken apart to the memories that these became; return what changed.

    They are not tied yet when that was done on another machine, or done again.
    """
    wholes = {file: each for file, each in known.whole.items() if each.memory_id in known.apart}
    lines: dict[str, list[Read]] = defaultdict(list)
    for line in read if wholes else ():
        if line.file in wholes and line.key not in known.items.get(line.file, ()):
            lines[line.file].append(line)
    tied: list[SourceRecord] = []
    for file, new in lines.items():
        became = memories.by_uid(store, known.apart[wholes[file].memory_id]).values()
        ids = {fingerprint(each.text): each.id for each in became}
        tied += [
            SourceRecord(line.key, file, ids[line.fingerprint], line.fingerprint, line.draft.pinned)
            for line in new
            if line.fingerprint in ids
        ]
    out = [whole for whole in wholes.values() if whole.fingerprint is not None]
    if tied or out:
        with store.write() as tx:
            sources.put_records(tx, source.id, tied)
            sources.take_out(tx, source.id, out)
    return [*tied, *(replace(whole, fingerprint=None) for whole in out)]
