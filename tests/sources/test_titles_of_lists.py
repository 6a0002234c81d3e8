"""The title that some items of a list have in front: whatever is done to them, no line gains it."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.lifecycle import chunks
from memtui.lifecycle.amend import amend
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.merge import merge
from memtui.lifecycle.states import archive, drop, restore
from memtui.lifecycle.undo import undo
from memtui.store import memories, sources
from memtui.store.database import Store, Transaction
from memtui.store.sources import Source
from tests.formats.reading import write
from tests.sources.linked import linked, sync
from tests.sources.splitting import HEAD, INDEX

ITEMS = """\
- Sender: anna@shop.example
- Port: 8443
- Rolls of 80 mm
- The drawer opens by itself
- Every night at three the day's sales are copied
  to the server in the cellar.
- Paper is in the cupboard behind the bar, on the left.
- Fixed it
"""
AGENT = Actor(ActorKind.AGENT, "mcp")
TITLES = ("till notes", "till-notes", "door till")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "shop" / ".claude" / "memory"
    write(folder / "MEMORY.md", INDEX)
    write(folder / "till-notes.md", HEAD + ITEMS)
    return folder


def _both_dated(store: Store, one: Memory, other: Memory) -> None:
    change = Change(Deed.BOTH, one.id, (other.id,))

    def carry_out(tx: Transaction, op_id: int, _chunk: Sequence[int]) -> list[int]:
        return amend(store, tx, op_id, change, by=PERSON)

    chunks.run(store, [one.id], kind="merge", change=carry_out, done="Done", by=PERSON)


def _edited(store: Store, one: Memory, text: str, by: Actor = PERSON) -> None:
    edit(store, [one.id], Edit(text=text), by=by)


_DEEDS: dict[str, Callable[[Store, Memory, Memory], object]] = {
    "appended": lambda store, one, _: _edited(store, one, f"{one.text} and more of it"),
    "title deleted": lambda store, one, _: _edited(store, one, one.text.removeprefix("till notes: ")),
    "title changed": lambda store, one, _: _edited(
        store, one, one.text.replace("till notes: ", "door till: ")
    ),
    "title written": lambda store, one, _: _edited(store, one, f"till notes: {one.text}"),
    "in two lines": lambda store, one, _: _edited(store, one, f"{one.text}\nas Rosa said"),
    "by an agent": lambda store, one, _: edit(
        store, [one.id], Edit(text=f"{one.text} since May"), by=Actor(ActorKind.AGENT, "mcp")
    ),
    "both dated": _both_dated,
    "merged": lambda store, one, other: merge(store, one.id, [other.id], by=PERSON),
    "words of the other": lambda store, one, other: merge(store, one.id, [other.id], other.text, by=PERSON),
    "dropped": lambda store, one, _: drop(store, [one.id], by=PERSON),
    "archived": lambda store, one, _: archive(store, [one.id], by=PERSON),
    "undone": lambda store, *_: undo(store, by=PERSON),
}


@pytest.mark.parametrize("deed", _DEEDS)
def test_no_deed_brings_the_title_into_the_file(store: Store, folder: Path, deed: str) -> None:
    source = linked(store, folder)
    for one, other in zip(_live(store, source), _live(store, source)[1:], strict=False):
        if {one.id, other.id} <= {each.id for each in _live(store, source)}:
            _DEEDS[deed](store, one, other)
            assert sync(store, source).left == []
            _has_no_title(folder)


@pytest.mark.parametrize("seed", range(6))
def test_no_row_of_deeds_brings_the_title_into_the_file(store: Store, folder: Path, seed: int) -> None:
    source, dice = linked(store, folder), random.Random(seed)
    for _ in range(12):
        live = _live(store, source)
        gone = [one for one in _all(store, source) if one not in live]
        if gone and (len(live) < 3 or dice.random() < 0.3):
            restore(store, [dice.choice(gone).id], by=PERSON)
        else:
            _DEEDS[dice.choice(list(_DEEDS))](store, *dice.sample(live, 2))
        sync(store, source)
        _has_no_title(folder)


def _all(store: Store, source: Source) -> list[Memory]:
    ids = {record.memory_id for record in sources.records(store, source.id)}
    return memories.get_many(store, sorted(ids))


def _live(store: Store, source: Source) -> list[Memory]:
    return [one for one in _all(store, source) if one.state == "live"]


def _has_no_title(folder: Path) -> None:
    body = (folder / "till-notes.md").read_text().rpartition("---\n")[2]
    assert not [line for line in body.split("\n") if any(f"{title}:" in line for title in TITLES)]
