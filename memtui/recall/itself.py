"""Which of the memories that agents are told some agent loads itself, from its own files."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memtui.domain.counting import listed
from memtui.sources import agents
from memtui.sources.loaded_itself import loaded_itself
from memtui.store import projects, sources
from memtui.store.database import Store


@dataclass(frozen=True, slots=True)
class LoadedBy:
    """What each agent loads itself where it works, so that its hook leaves it out."""

    files: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """By what people call the agent: the name of a file by the id of each memory that stands in it."""

    def file_of(self, memory_id: int) -> str:
        """Return the name of a file that an agent loads it from; empty where none does."""
        return next((known[memory_id] for known in self.files.values() if memory_id in known), "")

    def words(self, memory_id: int) -> str:
        """Return who loads it itself, and from where; empty where nobody does."""
        return listed(
            [f"{name} from {known[memory_id]}" for name, known in self.files.items() if memory_id in known]
        )


def loaded_by(store: Store, scope: str, *, own: bool) -> LoadedBy:
    """Return what agents load themselves that work in a scope. Reads files: for a thread.

    Where the store is not the person's `own`, as among the examples, nothing outside the home folder is read.
    """
    if not sources.get_all(store):
        return LoadedBy()
    home = Path.home()
    try:
        start = agents.place(_folder(store, scope, home), home, os.environ, None if own else home)
        views = agents.views(start)
    except OSError:
        return LoadedBy()
    found = {view.label: loaded_itself(store, view) for view in views}
    return LoadedBy({name: known for name, known in found.items() if known})


def loaded_in(store: Store, agent: str, folder: Path) -> Mapping[int, str]:
    """Return what one agent loads itself that starts in a folder: the name of a file by the id of a memory.

    Of an agent whose files are not known it is nothing. Raises StoreError.
    """
    try:
        view = agents.view(agent, agents.place(folder, Path.home(), os.environ))
    except (OSError, ValueError, RuntimeError):  # a folder that is gone, a home that nobody knows
        return {}
    return loaded_itself(store, view) if view is not None else {}


def _folder(store: Store, scope: str, home: Path) -> Path:
    """Return a folder of this machine that is filed under a scope; the home folder for none."""
    bound = (
        binding.checkout or binding.identity for binding in projects.bindings(store) if binding.scope == scope
    )
    return next((Path(name) for name in bound if os.path.isabs(name) and os.path.isdir(name)), home)
