"""How the linked sources stand: what is in step, what is to write, what waits in Review. Read in a thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from memtui.store import proposals, sources
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.store.sources import Source, StillThere


@dataclass(frozen=True, slots=True)
class Linked:
    """One linked source, as a row."""

    source: Source
    records: int
    pending: int
    """Changes made here that its files do not say yet."""
    undecided: int
    """Cards in Review about it."""
    writes: bool
    """Whether memtui can write its format."""
    loads: bool
    """Whether what an agent loads of it is known."""
    still: StillThere
    """What its files say and this store does not."""
    files: tuple[str, ...] = ()
    """The files that people know it by, from its path on; empty where the path says it."""
    project: str = ""
    """The name of the project that it is of; empty for none."""

    @property
    def path(self) -> str:
        """Where it is."""
        return self.source.path

    @property
    def format(self) -> str:
        """Its format."""
        return self.source.format


def linked_rows(store: Store) -> list[Linked]:
    """Read how every linked source stands. Looks into the journal: for a thread."""
    from memtui.setup.known_files import known_files
    from memtui.sources import syncing
    from memtui.sources.pending import still_there

    rows = []
    linked = sources.get_all(store)
    in_review = Counter(_source_of(file, linked) for file in _files_in_review(store))
    for source in linked:
        known = syncing.can_write(source)
        loads = known and not source.address
        count = sources.count_live(store, source.id)
        still = still_there(store, source)
        pending = len(syncing.pending(store, source))
        undecided = in_review[source.path]
        files, project = known_files(store, source), sources.project_name(store, source.id)
        rows.append(Linked(source, count, pending, undecided, known, loads, still, files, project))
    return rows


def _files_in_review(store: Store) -> list[str]:
    """Return the file that each undecided card is about which came from bringing a source in step."""
    from memtui.sources.syncing import CHANGED, REWORDED, VANISHED

    ids = [i for rule in (CHANGED, REWORDED, VANISHED) for i in proposals.ids(store, Wanted(rule=rule))]
    return [p.evidence.file for p in proposals.get_many(store, ids)]


def _source_of(file: str, linked: Sequence[Source]) -> str:
    """Return the path of the source that a file is of: the innermost one that holds it; empty for none."""
    return max((source.path for source in linked if _is_in(file, source.path)), key=len, default="")


def _is_in(file: str, path: str) -> bool:
    """Say whether a file is the one at `path`, or lies below it."""
    return file == path or file.startswith(path.rstrip("/") + "/")
