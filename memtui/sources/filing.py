"""Reading a source so that each record is filed under the project it is about, as hooks and servers do.

Readers know no store: they file by the name of a folder and say in `cwd` which folder that is. An export of
memtui says itself where its memories belong, and other formats know a project by name only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.domain import scope as scopes
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.counting import plural
from memtui.domain.memory import Draft, Origin
from memtui.domain.scope import PROJECTS, ROOT, TEMPORARY, USER, contains, scope_under
from memtui.formats.protocol import Reader, Record, Skipped
from memtui.lifecycle.filing import filed_under, told_of
from memtui.projects.identity import folder_name, identify
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source

_DEPTH_OF_PROJECT = 2


def records(store: Store, reader: Reader, path: Path, *, note: bool = True) -> Iterator[Record]:
    """Yield what a reader finds; with `note`, a project that is met for the first time is noted."""
    folders: dict[str, _Folder] = {}
    for record in reader.read(path):
        stem = None if isinstance(record, Skipped) or not reader.files_by_folder else _by_folder(record)
        if isinstance(record, Skipped) or stem is None:
            yield record
            continue
        folder = str(record.provenance["cwd"])
        if folder not in folders:
            folders[folder] = _Folder(filed_under(store, folder, note=note), told_of(identify(folder)))
        yield folders[folder].filed(record, stem)


def scope_below(under: str, draft: Draft) -> str:
    """Return where a draft is filed that was asked to go below `under`. Raises ScopeError.

    Below a project is no other one, nor the person: what is filed by its folder goes to the project itself.
    """
    if scopes.depth(under) < _DEPTH_OF_PROJECT or not contains(PROJECTS, under):
        return scopes.normalise(f"{under}/{draft.scope}")
    if (stem := _by_folder(draft)) is not None:
        return scopes.normalise(under + draft.scope[len(stem) :])
    if draft.scope == USER:
        return under
    if contains(under, draft.scope):
        return draft.scope
    rest = draft.scope.removeprefix(PROJECTS) if contains(PROJECTS, draft.scope) else draft.scope
    return scopes.normalise(f"{under}/{rest}")


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


@dataclass(frozen=True, slots=True)
class _Folder:
    """What is known of a folder that records are about."""

    above: str
    """The scope where it belongs."""
    told: Mapping[str, str]
    """What the provenance of its memories says of the project."""

    def filed(self, draft: Draft, stem: str) -> Draft:
        """Return a draft that was filed by the folder's name, in `stem`, where the folder belongs."""
        rest = draft.scope[len(stem) :]
        scope = rest or ROOT if self.above == ROOT else self.above + rest
        return replace(draft, scope=scope, provenance={**draft.provenance, **self.told})


def _by_folder(draft: Draft) -> str | None:
    """Return the scope of its folder (`cwd`), by name, that a draft is filed in; None for any other one."""
    folder = draft.provenance.get("cwd")
    if not isinstance(folder, str):
        return None
    last = folder.replace("\\", "/").rstrip("/").rpartition("/")[2]
    by_name = {scope_under(PROJECTS, name) for name in (last, folder_name(folder))}
    return next((stem for stem in by_name if contains(stem, draft.scope)), None)
