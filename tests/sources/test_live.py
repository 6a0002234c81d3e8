"""A live store is kept in step both ways, and an undo puts back the very row, whatever happens between."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import State
from memtui.domain.watch import Watch
from memtui.formats.protocol import SourceError
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.live_stores.protocol import Row
from memtui.review.verdicts import accept
from memtui.sources import syncing
from memtui.sources.purging import purge
from memtui.sources.synced import Synced
from memtui.store import memories, proposals, sources
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.store.sources import Source, Standing
from tests.live_stores import shelf as shelves
from tests.live_stores.shelf import read, write
from tests.sources.linked import memory, sync
from tests.sources.shelved import TEA, TILL
from tests.sources.shelved import shelf as _shelf  # the fixture

shelf = _shelf
pytestmark = pytest.mark.usefixtures("shelf")


@pytest.fixture
def source(store: Store, shelf: Path) -> Source:
    """A shelf that is linked and may be written to."""
    found, done = syncing.link(store, f"shelf:ada:secret@{shelf}", by=PERSON, gate=Gate())
    assert (done.added, done.problem) == (2, "")
    with store.write() as tx:
        sources.agree(tx, found.id, yes=True)
    return found


def again(store: Store, source: Source) -> Source:
    found = sources.find(store, source.path)
    assert found is not None
    return found


def test_a_password_is_kept_and_never_shown(store: Store, source: Source, shelf: Path) -> None:
    assert source.path == f"shelf:{shelf}"
    assert source.address == f"shelf:ada:secret@{shelf}"
    assert "secret" not in repr(source)
    assert "secret" not in str(memory(store, source, "tea").provenance)


def test_nothing_is_written_before_a_person_agrees(store: Store, shelf: Path) -> None:
    before = shelf.read_bytes()
    source, _ = syncing.link(store, f"shelf:{shelf}", by=PERSON, gate=Gate())
    drop(store, [memory(store, source, "tea").id], by=PERSON)
    done = sync(store, source)
    assert (done.pending, shelf.read_bytes()) == (1, before)
    (change,) = syncing.plan_pending(store, again(store, source)).files
    assert (change.before, change.after) == (b"Ada drinks green tea", None)


def test_a_drop_is_written_and_undo_puts_back_the_very_row(store: Store, source: Source, shelf: Path) -> None:
    drop(store, [memory(store, source, "tea").id], by=PERSON)
    assert [str(key) for key in sync(store, source).written] == ["k1"]
    assert read(shelf) == {"k2": TILL}
    undo(store, by=PERSON)
    sync(store, source)
    assert read(shelf) == {"k1": TEA, "k2": TILL}


def test_an_edit_changes_the_words_only_and_undo_takes_it_back(
    store: Store, source: Source, shelf: Path
) -> None:
    edit(store, [memory(store, source, "tea").id], Edit(text="Ada drinks black tea"), by=PERSON)
    sync(store, source)
    assert read(shelf)["k1"] == {"text": "Ada drinks black tea", "mood": "calm", "at": "now"}
    undo(store, by=PERSON)
    sync(store, source)
    assert read(shelf)["k1"] == TEA


def test_a_drop_after_an_edit_comes_back_edited_then_as_it_was(
    store: Store, source: Source, shelf: Path
) -> None:
    tea = memory(store, source, "tea").id
    edit(store, [tea], Edit(text="Ada drinks black tea"), by=PERSON)
    sync(store, source)
    drop(store, [tea], by=PERSON)
    sync(store, source)
    undo(store, by=PERSON)
    sync(store, source)
    assert read(shelf)["k1"] == {"text": "Ada drinks black tea", "mood": "calm", "at": "now"}
    undo(store, by=PERSON)
    sync(store, source)
    assert read(shelf)["k1"] == TEA


def test_a_row_with_a_secret_comes_back_whole_but_for_the_secret(store: Store, shelf: Path) -> None:
    secret = {"text": "The password of the till is plughfred7xyzzy", "mood": "calm", "at": "2026-01-02"}
    write(shelf, {"k1": secret, "k2": TILL})
    source, _ = syncing.link(store, f"shelf:{shelf}", by=PERSON, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    kept = memory(store, source, "password")
    assert "plughfred" not in kept.text
    drop(store, [kept.id], by=PERSON)
    assert sync(store, source).problem == ""
    assert read(shelf) == {"k2": TILL}
    undo(store, by=PERSON)
    done = sync(store, source)
    assert (done.problem, done.left) == ("", [])
    assert read(shelf) == {"k1": {**secret, "text": kept.text, "at": "now"}, "k2": TILL}


def test_what_changed_there_is_followed(store: Store, source: Source, shelf: Path) -> None:
    till = memory(store, source, "8080")
    write(shelf, {"k1": {**TEA, "text": "Ada drinks coffee"}, "k3": {"text": "Bob is a baker"}})
    done = sync(store, source)
    assert (done.added, done.edited, done.proposed) == (1, 1, 1)
    assert memory(store, source, "coffee").state is State.LIVE
    (card,) = proposals.get_many(store, proposals.ids(store, Wanted(rule=syncing.VANISHED)))
    assert [target.id for target in card.targets] == [till.id]
    assert sync(store, source).added == 0


def test_both_sides_changed_one_is_asked_and_nothing_is_overwritten(
    store: Store, source: Source, shelf: Path
) -> None:
    edit(store, [memory(store, source, "tea").id], Edit(text="Ada drinks black tea"), by=PERSON)
    there = {"k1": {**TEA, "text": "Ada drinks coffee"}, "k2": TILL}
    write(shelf, there)
    done = sync(store, source)
    assert (done.proposed, done.written) == (1, [])
    assert read(shelf) == there


def test_what_the_store_cannot_say_is_told_and_left(store: Store, source: Source, shelf: Path) -> None:
    write(shelf, {"k1": {**TEA, "fixed": True}, "k2": TILL})
    sync(store, source)
    edit(store, [memory(store, source, "tea").id], Edit(text="Ada drinks black tea"), by=PERSON)
    done = sync(store, source)
    assert [left.reason for left in done.left] == ["it is fixed"]
    assert read(shelf)["k1"] == {**TEA, "fixed": True}


def test_a_store_that_is_away_is_told_and_written_when_it_is_back(
    store: Store, source: Source, shelf: Path
) -> None:
    drop(store, [memory(store, source, "tea").id], by=PERSON)
    kept = shelf.read_text()
    shelf.unlink()
    assert "there is no shelf" in sync(store, source).problem
    assert again(store, source).status is Standing.CONFLICT
    shelf.write_text(kept)
    done = sync(store, source)
    assert (done.problem, len(done.written)) == ("", 1)
    assert again(store, source).status is Standing.LINKED
    assert read(shelf) == {"k2": TILL}


def test_a_write_that_broke_off_is_settled_and_can_be_undone(
    store: Store, source: Source, shelf: Path
) -> None:
    drop(store, [memory(store, source, "tea").id], by=PERSON)
    (shelf.parent / "dies").touch()
    assert sync(store, source).problem == "the shelf broke off"
    (shelf.parent / "dies").unlink()
    assert sync(store, source).problem == ""
    undo(store, by=PERSON)
    sync(store, source)
    assert read(shelf) == {"k1": TEA, "k2": TILL}


def test_what_went_away_while_it_was_read_loses_nothing(store: Store, source: Source, shelf: Path) -> None:
    write(shelf, {"k0": {"text": "Bob is a baker"}, "k1": "away"})
    assert sync(store, source).problem == "the shelf went away"
    assert proposals.ids(store, Wanted(rule=syncing.VANISHED)) == []
    assert memory(store, source, "tea").state is State.LIVE


def test_stopping_keeps_what_was_read_and_the_next_time_takes_in_the_rest(
    store: Store, tmp_path: Path
) -> None:
    file = tmp_path / "shelf.json"
    write(file, {f"k{n:04}": {"text": f"fact number {n}"} for n in range(1_200)})
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))

    watch = Watch(progress, lambda: bool(told))
    source, done = syncing.link(store, f"shelf:{file}", by=PERSON, gate=Gate(), watch=watch)
    assert done.problem.startswith("stopped after 500 memories")
    assert told == [(500, 1_200)]
    rest = sync(store, source)
    assert done.added + rest.added == 1_200
    assert rest.proposed == 0


def test_a_gate_that_asks_stores_nothing_without_a_yes(store: Store, shelf: Path) -> None:
    gate = Gate(sources={"shelf": "ask"})
    source, done = syncing.link(store, f"shelf:{shelf}", by=PERSON, gate=gate)
    assert (done.added, done.asked) == (0, 2)
    write(shelf, {"k1": TEA})
    syncing.sync(store, again(store, source), gate=gate)
    assert len(proposals.ids(store, Wanted())) == 1


@pytest.mark.long
def test_what_somebody_said_yes_to_is_tied_to_its_row_in_one_reading(
    store: Store, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(sources={"shelf": "ask"})
    many = {f"k{n:03}": {"text": f"The till of shop {n} listens on port 8080"} for n in range(600)}
    write(shelf, many)
    source, _ = syncing.link(store, f"shelf:{shelf}", by=PERSON, gate=gate)
    accept(store, Settings(), proposals.ids(store, Wanted()), by=PERSON)
    readings = []
    rows = shelves.Opened.rows

    def counted(opened: shelves.Opened) -> Iterator[Row]:
        readings.append(opened)
        return rows(opened)

    monkeypatch.setattr(shelves.Opened, "rows", counted)
    done = syncing.sync(store, again(store, source), gate=gate)
    assert (done.added, done.asked, done.problem, len(readings)) == (0, 0, "", 1)
    records = sources.records(store, source.id)
    said = {one.id: one.text for one in memories.get_many(store, [r.memory_id for r in records])}
    assert {r.key: said[r.memory_id] for r in records} == {key: row["text"] for key, row in many.items()}


def test_a_purge_takes_the_memory_out_of_the_store_too(store: Store, source: Source, shelf: Path) -> None:
    tea = memory(store, source, "tea").id
    purge(store, [tea], by=PERSON, gate=Gate())
    assert read(shelf) == {"k2": TILL}
    assert memories.get(store, tea) is None
    assert list(sources.kept_bytes(store)) == []


def test_an_address_of_nothing_we_know_is_refused_with_what_there_is(store: Store) -> None:
    with pytest.raises(SourceError, match="use shelf:PATH"):
        syncing.link(store, "mongodb://host/db", by=PERSON, gate=Gate())


def test_reading_it_again_changes_nothing(store: Store, source: Source, shelf: Path) -> None:
    before = shelf.read_bytes()
    done = syncing.sync(store, again(store, source), gate=Gate(), wholly=True)
    assert done == Synced(written_to=source.path)
    assert shelf.read_bytes() == before


def test_a_store_that_may_not_be_written_is_named_when_it_still_says_what_was_purged(
    store: Store, shelf: Path, source: Source
) -> None:
    with store.write() as tx:
        sources.agree(tx, source.id, yes=False)
    report = purge(store, [memory(store, source, "green tea").id], by=PERSON, gate=Gate())
    assert (report.verified, report.linked) == (False, [source.path])
    assert read(shelf)["k1"] == TEA
