"""A Claude Code memory folder that is linked to a store, as the tests of both directions need it."""

from contextlib import suppress
from pathlib import Path

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import Memory
from memtui.sources import syncing
from memtui.sources.syncing import Synced
from memtui.store import memories, sources
from memtui.store.database import Store
from memtui.store.sources import Source

INDEX = """# Tea house memory

- [Deploys](deploy.md) — ship only after the tests
- [Rosa](rosa.md) — who she is

## Ports
- the till listens on 8080
- the printer listens on 9100

<!-- kept by hand -->
"""
DEPLOY = """---
name: deploys
description: "Ship: only after the tests"   # a comment
x-unknown: [1, 2]
metadata:
  node_type: memory
  type: feedback
---

Deploys go out on Fridays, never later.

**Why:** nobody works on Saturdays.
"""
ROSA = "---\r\nname: rosa\r\ndescription: who Rosa is\r\ntype: user\r\n---\r\n\r\nRosa is a baker.\r\n"


def folder_of(path: Path) -> Path:
    """Write the folder and return it."""
    folder = path / "tea-house" / ".claude" / "memory"
    folder.mkdir(parents=True)
    for name, text in {"MEMORY.md": INDEX, "deploy.md": DEPLOY, "rosa.md": ROSA}.items():
        (folder / name).write_bytes(text.encode())
    return folder


def bytes_in(folder: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for file in sorted(folder.rglob("*")):
        with suppress(
            FileNotFoundError
        ):  # what is about to take the place of a file stands there for a moment
            if file.is_file():
                found[file.name] = file.read_bytes()
    return found


def linked(store: Store, path: Path, *, agreed: bool = True) -> Source:
    source, _ = syncing.link(store, path, by=PERSON, gate=Gate())
    if agreed:
        with store.write() as tx:
            sources.agree(tx, source.id, yes=True)
    return again(store, source)


def again(store: Store, source: Source) -> Source:
    found = sources.find(store, source.path)
    assert found is not None
    return found


def sync(store: Store, source: Source) -> Synced:
    return syncing.sync(store, again(store, source), gate=Gate())


def memory(store: Store, source: Source, words: str) -> Memory:
    """Return the one memory of a source that says these words, whatever its state."""
    ids = [record.memory_id for record in sources.records(store, source.id)]
    (found,) = [one for one in memories.get_many(store, ids) if words in one.text]
    return found
