"""Reading a source so that each record is filed under the project it is about, as hooks and servers do.

Readers know no store: they file by the name of a folder and say in `cwd` which folder that is. An export of
memtui says itself where its memories belong, and other formats know a project by name only.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.counting import plural
from memtui.domain.memory import Draft, Origin
from memtui.domain.scope import PROJECTS, ROOT, TEMPORARY, contains, scope_under
from memtui.formats.protocol import Reader, Record, Skipped
from memtui.lifecycle.filing import filed_under, told_of
from memtui.projects.identity import folder_name, identify
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source


def records(store: Store, reader: Reader, path: Path, *, note: bool = True) -> Iterator[Record]:
    """Yield what a reader finds; with `note`, a project that is met for the first time is noted."""
    for record in reader.read(path):
        if reader.files_by_folder and not isinstance(record, Skipped):
            yield _filed(store, record, note=note)
        else:
            yield record


def said_by(by: Actor, draft: Draft) -> Draft:
    """Return a draft of a file as `by` may bring it in: only a person brings in words as a person's."""
    if by.kind is ActorKind.PERSON or draft.origin is not Origin.PERSON:
        return draft
    return replace(draft, origin=Origin.IMPORTED)


def temporary_words(store: Store, source: Source) -> list[str]:
    """Return a sentence about memories of a source that no agent is told of, if there are any."""
    count = sources.count_filed(store, source.id, TEMPORARY)
    if not count:
        return []
    are = "is" if count == 1 else "are"
    return [f"{plural(count)} {are} from a temporary folder: filed under {TEMPORARY}, and told to no agent"]


def _filed(store: Store, draft: Draft, *, note: bool) -> Draft:
    """Return a draft filed by its folder's name (`cwd`) with the scope where that folder belongs.

    A draft that names another scope itself stays as it is.
    """
    folder = draft.provenance.get("cwd")
    if not isinstance(folder, str):
        return draft
    last = folder.replace("\\", "/").rstrip("/").rpartition("/")[2]
    by_name = {scope_under(PROJECTS, name) for name in (last, folder_name(folder))}
    stem = next((stem for stem in by_name if contains(stem, draft.scope)), None)
    if stem is None:
        return draft
    above, rest = filed_under(store, folder, note=note), draft.scope[len(stem) :]
    scope = rest or ROOT if above == ROOT else above + rest
    return replace(draft, scope=scope, provenance={**draft.provenance, **told_of(identify(folder))})
