"""A fact file of Claude Code that is a list, read item by item or as one memory as it once was."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.domain.memory import Memory, State
from memtui.domain.proposal_status import WAITING
from memtui.formats.claude_code import reading, writing
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.formats.reading import write
from tests.sources.linked import bytes_in, linked

HEAD = "---\nname: till-notes\ndescription: Where the tills run\nmetadata:\n  type: project\n---\n\n"
ITEMS = (
    "- The till by the door runs on Debian 12 and boots from its own disk.\n"
    "- Receipts are printed on rolls of 80 mm, never of 58 mm.\n"
    "- Sender: anna@shop.example\n"
    "- Every night at three the day's sales are copied\n"
    "  to the server in the cellar.\n"
)
LINES = ITEMS.split("\n")
INDEX = "# Shop\n\n- [Tills](till-notes.md) — where the tills run\n"


def folder_of_tills(path: Path) -> Path:
    """Write a memory folder with one list, as old as the other files, and return it."""
    folder = path / "shop" / ".claude" / "memory"
    write(folder / "MEMORY.md", INDEX)
    write(folder / "till-notes.md", HEAD + ITEMS)
    for file in folder.iterdir():
        os.utime(file, (1_700_000_000, 1_700_000_000))
    return folder


def stat_of(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {name: (data, (folder / name).stat().st_mtime_ns) for name, data in bytes_in(folder).items()}


@contextlib.contextmanager
def as_one() -> Iterator[None]:
    """Read files as versions did for which each was one memory."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (reading, writing):
            patch.setattr(module, "items_in", lambda *_: [])
        patch.setattr("memtui.formats.claude_code.format.ClaudeCode.edition", 0)
        yield


def live_texts(store: Store) -> list[Memory]:
    ids = [row[0] for row in store.query("SELECT id FROM memories ORDER BY id")]
    return [one for one in memories.get_many(store, ids) if one.state is State.LIVE]


def old(store: Store, folder: Path) -> Source:
    """Link the folder as versions did for which each file was one memory."""
    with as_one():
        return linked(store, folder)


def waiting(store: Store) -> list[int]:
    return [card for status in WAITING for card in proposals.ids(store, proposals.Wanted(status=status))]
