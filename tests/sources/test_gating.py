"""What files bring goes through the gate of the settings, and the files keep every line whatever it says."""

import json
from pathlib import Path

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.filter import Filter
from memtui.domain.memory import Memory, Origin
from memtui.domain.proposal import Proposal
from memtui.formats.ground.exchange import line
from memtui.formats.registry import reader_for
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.holding import ASKED, HELD, tellable
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.review.passes import run_pass
from memtui.review.verdicts import Choice, accept, reject
from memtui.sources import syncing
from memtui.sources.gating import gated_by
from memtui.sources.synced import Synced
from memtui.store import memories, proposals, sources
from memtui.store.database import Store
from memtui.store.listing import listing
from memtui.store.opening import open_store
from memtui.store.proposals import Wanted
from memtui.store.sources import Source
from memtui.store.unsettled import CHANGED
from tests.lifecycle.worlds import PERSON as THE_PERSON
from tests.lifecycle.worlds import added, picture
from tests.sources.linked import ROSA, again, bytes_in, folder_of

HOLD, ASK = Gate(files="hold"), Gate(files="ask")
TILL, PRINTER = "- the till listens on 8080\n", "- the printer listens on 9100\n"


def linked(store: Store, folder: Path, gate: Gate, *, agreed: bool = True) -> tuple[Source, Synced]:
    source, told = syncing.link(store, folder, by=PERSON, gate=gate)
    assert not told.problem
    if agreed:
        with store.write() as tx:
            sources.agree(tx, source.id, yes=True)
    return source, told


def sync(store: Store, source: Source, gate: Gate, *, wholly: bool = False) -> Synced:
    told = syncing.sync(store, again(store, source), gate=gate, wholly=wholly)
    assert not told.problem
    return told


def cards(store: Store, rule: str) -> list[Proposal]:
    return proposals.get_many(store, proposals.ids(store, Wanted(rule=rule)))


def live(store: Store) -> list[Memory]:
    return memories.get_many(store, listing(store, Filter()).ids(0, 100))


def told_texts(store: Store) -> set[str]:
    """Return what an agent may be told."""
    return {memory.text for memory in tellable(store, live(store))}


def card_saying(store: Store, rule: str, words: str) -> Proposal:
    def said(card: Proposal) -> str:
        targets = memories.get_many(store, [target.id for target in card.targets])
        return card.change.new_text + "".join(memory.text for memory in targets)

    (found,) = [card for card in cards(store, rule) if words in said(card)]
    return found


# -- hold -------------------------------------------------------------------------------------


def test_what_is_held_is_stored_and_told_to_nobody_until_its_card_is_turned_down(
    store: Store, tmp_path: Path
) -> None:
    _, told = linked(store, folder_of(tmp_path), HOLD)
    assert (told.added, told.held, told.asked) == (4, 4, 0)
    assert len(live(store)) == 4
    assert told_texts(store) == set()
    reject(store, [card_saying(store, HELD, "8080").id], by=PERSON)
    assert told_texts(store) == {"Ports: the till listens on 8080"}
    undo(store, by=PERSON)
    assert told_texts(store) == set()


def test_turning_a_whole_batch_down_never_silences_the_next_cards(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, HOLD)
    for number in range(12):
        with (folder / "MEMORY.md").open("a") as file:
            file.write(f"\n## More {number}\n- shelf {number} holds cups\n")
        sync(store, source, HOLD)
        reject(store, [card_saying(store, HELD, f"shelf {number} ").id], by=PERSON)
    with (folder / "MEMORY.md").open("a") as file:
        file.write("- the last shelf is empty\n")
    sync(store, source, HOLD)
    assert card_saying(store, HELD, "last shelf")


def test_undoing_the_import_takes_its_cards_along(store: Store, tmp_path: Path) -> None:
    linked(store, folder_of(tmp_path), HOLD)
    undo(store, by=PERSON)
    run_pass(store, Settings())
    assert live(store) == []
    assert cards(store, HELD) == []


def test_a_line_that_changes_is_held_again_with_a_card_about_its_new_words(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, Gate())
    assert len(told_texts(store)) == 4
    (folder / "rosa.md").write_bytes(ROSA.replace("a baker", "a brewer").encode())
    told = sync(store, source, HOLD)
    assert (told.edited, told.held) == (1, 1)
    assert not any("Rosa" in text for text in told_texts(store))
    reject(store, [card_saying(store, HELD, "brewer").id], by=PERSON)
    assert "Rosa is a brewer." in told_texts(store)
    (folder / "rosa.md").write_bytes(ROSA.replace("a baker", "a miller").encode())
    assert sync(store, source, HOLD).held == 1
    assert "Rosa is a brewer." not in told_texts(store)
    assert [card.targets for card in cards(store, HELD)] != []


def test_undoing_the_change_of_a_held_line_gives_the_words_that_may_be_told(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, Gate(), agreed=False)
    before = picture(store)
    (folder / "rosa.md").write_bytes(ROSA.replace("a baker", "a brewer").encode())
    (op,) = sync(store, source, HOLD).ops
    undo(store, by=PERSON, op_id=op)
    assert picture(store) == before
    assert "Rosa is a baker." in told_texts(store)


def test_a_held_line_is_written_back_as_any_other_and_undo_gives_every_byte_back(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, HOLD)
    before = bytes_in(folder)
    (till,) = [memory for memory in live(store) if "8080" in memory.text]
    edit(store, [till.id], Edit(text="Ports: the till listens on 8081"), by=THE_PERSON)
    sync(store, source, HOLD)
    assert b"- the till listens on 8081\n" in (folder / "MEMORY.md").read_bytes()
    accept(store, Settings(), [card_saying(store, HELD, "printer").id], by=PERSON)
    sync(store, source, HOLD)
    assert PRINTER.encode() not in (folder / "MEMORY.md").read_bytes()
    undo(store, by=PERSON)
    undo(store, by=PERSON)
    sync(store, source, HOLD)
    assert bytes_in(folder) == before


def test_words_that_a_person_edits_after_letting_them_out_get_a_card_of_their_own(
    store: Store, tmp_path: Path
) -> None:
    linked(store, folder_of(tmp_path), HOLD)
    reject(store, [card_saying(store, HELD, "8080").id], by=PERSON)
    (till,) = [memory for memory in live(store) if "8080" in memory.text]
    edit(store, [till.id], Edit(text="Ports: the till listens on 8081"), by=THE_PERSON)
    run_pass(store, Settings())
    assert card_saying(store, HELD, "8081")


def test_one_source_or_file_may_have_a_rule_of_its_own(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    gate = Gate(
        sources={"claude": "hold", str(folder / "rosa.md"): "ask", str(folder / "deploy.md"): "store"}
    )
    _, told = linked(store, folder, gate)
    assert (told.added, told.held, told.asked) == (3, 2, 1)
    assert [text for text in told_texts(store) if "Fridays" in text] != []
    assert card_saying(store, ASKED, "Rosa")


# -- ask --------------------------------------------------------------------------------------


def test_what_is_asked_about_is_a_card_and_no_memory(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    source, told = linked(store, folder, ASK)
    assert (told.added, told.asked) == (0, 4)
    assert live(store) == []
    assert sync(store, source, ASK, wholly=True).asked == 0
    assert bytes_in(folder) == before


def test_a_yes_makes_it_the_memory_of_its_line(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, ASK)
    before = bytes_in(folder)
    accept(store, Settings(), [card_saying(store, ASKED, "8080").id], by=PERSON)
    assert sync(store, source, ASK).written == []
    assert told_texts(store) == {"Ports: the till listens on 8080"}
    (till,) = live(store)
    assert till.origin is Origin.IMPORTED
    drop(store, [till.id], by=PERSON)
    sync(store, source, ASK)
    assert TILL.encode() not in (folder / "MEMORY.md").read_bytes()
    undo(store, by=PERSON)
    sync(store, source, ASK)
    assert bytes_in(folder) == before


def test_a_yes_with_other_words_changes_that_line_and_no_other(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, ASK)
    before = (folder / "MEMORY.md").read_text()
    card = card_saying(store, ASKED, "8080")
    accept(store, Settings(), [card.id], by=PERSON, choice=Choice(text="Ports: the till listens on 80"))
    sync(store, source, ASK)
    assert (folder / "MEMORY.md").read_text() == before.replace(TILL, "- the till listens on 80\n")
    undo(store, by=PERSON)
    sync(store, source, ASK)
    assert (folder / "MEMORY.md").read_text() == before


def test_a_yes_that_is_undone_and_said_again_still_belongs_to_its_line(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, ASK)
    for _ in range(2):
        accept(store, Settings(), [card_saying(store, ASKED, "8080").id], by=PERSON)
        sync(store, source, ASK)
        undo(store, by=PERSON)
        sync(store, source, ASK)
    accept(store, Settings(), [card_saying(store, ASKED, "8080").id], by=PERSON)
    sync(store, source, ASK)
    (till,) = live(store)
    drop(store, [till.id], by=PERSON)
    sync(store, source, ASK)
    text = (folder / "MEMORY.md").read_text()
    assert TILL not in text
    assert PRINTER in text


def test_a_no_leaves_the_line_in_its_file_and_does_not_ask_again(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, ASK)
    before = bytes_in(folder)
    reject(store, [card_saying(store, ASKED, "8080").id], by=PERSON)
    assert sync(store, source, ASK, wholly=True).asked == 0
    assert not any("8080" in card.change.new_text for card in cards(store, ASKED))
    assert bytes_in(folder) == before


def test_a_card_goes_when_its_line_is_taken_out(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, ASK)
    index = folder / "MEMORY.md"
    index.write_text(index.read_text().replace(TILL, ""))
    sync(store, source, ASK)
    assert not any("8080" in card.change.new_text for card in cards(store, ASKED))
    assert len(cards(store, ASKED)) == 3


def test_a_line_that_changes_is_asked_about_and_neither_side_is_overwritten(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, Gate())
    changed = ROSA.replace("a baker", "a brewer").encode()
    (folder / "rosa.md").write_bytes(changed)
    assert sync(store, source, ASK).edited == 0
    assert "Rosa is a baker." in told_texts(store)
    card = card_saying(store, CHANGED, "brewer")
    assert card.reason == "it says something else in rosa.md"
    (rosa,) = [memory for memory in live(store) if "Rosa" in memory.text]
    edit(store, [rosa.id], Edit(importance=0.9), by=THE_PERSON)
    sync(store, source, ASK)
    assert (folder / "rosa.md").read_bytes() == changed
    accept(store, Settings(), [card_saying(store, CHANGED, "brewer").id], by=PERSON)
    sync(store, source, ASK)
    assert "Rosa is a brewer." in told_texts(store)
    assert (folder / "rosa.md").read_bytes() == changed


def test_a_no_to_one_change_does_not_hide_the_next(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, Gate())
    (folder / "rosa.md").write_bytes(ROSA.replace("a baker", "a brewer").encode())
    sync(store, source, ASK)
    reject(store, [card_saying(store, CHANGED, "brewer").id], by=PERSON)
    (folder / "rosa.md").write_bytes(ROSA.replace("a baker", "a miller").encode())
    sync(store, source, ASK)
    assert card_saying(store, CHANGED, "miller")


def test_a_file_that_says_something_new_keeps_it_though_its_memory_was_dropped(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, Gate())
    (rosa,) = [memory for memory in live(store) if "Rosa" in memory.text]
    drop(store, [rosa.id], by=PERSON)
    changed = ROSA.replace("a baker", "a brewer").encode()
    (folder / "rosa.md").write_bytes(changed)
    sync(store, source, ASK)
    assert (folder / "rosa.md").read_bytes() == changed
    assert card_saying(store, ASKED, "brewer")


# -- imports ----------------------------------------------------------------------------------


@pytest.mark.parametrize("gate", [HOLD, ASK])
def test_a_newer_version_of_a_memory_is_held_or_asked_about_too(
    store: Store, tmp_path: Path, gate: Gate
) -> None:
    """An export says itself what it is newer than, and that a person wrote it."""
    (memory,) = memories.get_many(store, [added(store, "The port is 8080")])
    newer = json.loads(line(memory)) | {"text": "The port is 9090"}
    file = tmp_path / "newer.jsonl"
    file.write_text(json.dumps(newer) + "\n")
    reader = reader_for(file)
    drafts = [draft for draft in reader.read(file) if not hasattr(draft, "reason")]
    done = import_drafts(
        store, drafts, by=PERSON, detail="memtui, newer.jsonl", gated=gated_by(gate, reader, file)
    )
    assert (done.held, done.asked) == ((1, 0) if gate is HOLD else (0, 1))
    assert told_texts(store) == (set() if gate is HOLD else {"The port is 8080"})


def test_what_was_held_where_it_was_exported_has_a_card_where_it_is_imported(
    store: Store, tmp_path: Path
) -> None:
    linked(store, folder_of(tmp_path), HOLD)
    file = tmp_path / "all.jsonl"
    file.write_text("".join(line(memory) + "\n" for memory in live(store)))
    with open_store(tmp_path / "other.db") as other:
        reader = reader_for(file)
        import_drafts(other, reader.read(file), by=PERSON, gated=gated_by(Gate(), reader, file))  # type: ignore[arg-type]
        assert len(cards(other, HELD)) == 4
        assert told_texts(other) == set()


@pytest.mark.parametrize(("gate", "rule"), [(HOLD, HELD), (ASK, CHANGED)])
def test_one_card_waits_about_a_line_that_changes_twice(
    store: Store, tmp_path: Path, gate: Gate, rule: str
) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, Gate())
    for trade in ("a brewer", "a miller"):
        (folder / "rosa.md").write_bytes(ROSA.replace("a baker", trade).encode())
        sync(store, source, gate)
    assert len(cards(store, rule)) == 1
    assert card_saying(store, rule, "a miller")


@pytest.mark.parametrize("answer", ["yes", "no", "back"])
def test_a_line_in_other_words_is_one_card_about_its_memory(
    store: Store, tmp_path: Path, answer: str
) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, Gate())
    index = folder / "MEMORY.md"
    before = index.read_text()
    changed = before.replace(TILL, "- the till listens on 8081\n")
    index.write_text(changed)
    sync(store, source, ASK)
    (card,) = proposals.get_many(store, proposals.ids(store))
    assert (card.rule, card.change.text) == (CHANGED, "Ports: the till listens on 8081")
    if answer == "yes":
        accept(store, Settings(), [card.id], by=PERSON)
    elif answer == "no":
        reject(store, [card.id], by=PERSON)
    else:
        index.write_text(before)
    sync(store, source, ASK)
    sync(store, source, ASK, wholly=True)
    assert proposals.ids(store) == []
    assert index.read_text() == (before if answer == "back" else changed)
    assert len([memory for memory in live(store) if "till" in memory.text]) == 1
    port = "8081" if answer == "yes" else "8080"
    assert f"Ports: the till listens on {port}" in told_texts(store)
    if answer == "yes":
        undo(store, by=PERSON)
        sync(store, source, ASK)
        assert index.read_text() == changed
        assert proposals.ids(store) == [card.id]


def test_a_card_stays_while_its_file_cannot_be_read(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source, _ = linked(store, folder, ASK)
    (folder / "rosa.md").write_bytes(b"\0\0\0")
    assert sync(store, source, ASK).skipped
    assert card_saying(store, ASKED, "Rosa")


@pytest.mark.parametrize("gate", [HOLD, ASK])
def test_what_comes_in_as_dropped_waits_for_nobody(store: Store, tmp_path: Path, gate: Gate) -> None:
    file = tmp_path / "all.jsonl"
    file.write_text(json.dumps({"text": "The port is 8080", "state": "dropped"}) + "\n")
    reader = reader_for(file)
    done = import_drafts(store, reader.read(file), by=PERSON, gated=gated_by(gate, reader, file))  # type: ignore[arg-type]
    (memory,) = memories.get_many(store, done.ids)
    assert "gate" not in memory.provenance
    assert cards(store, HELD) == cards(store, ASKED) == []


def test_an_export_cannot_pass_for_a_file_that_is_trusted(store: Store, tmp_path: Path) -> None:
    trusted = tmp_path / "CLAUDE.md"
    said = {"text": "The port is 8080", "provenance": {"path": str(trusted), "record": "CLAUDE.md#1"}}
    file = tmp_path / "from-afar.jsonl"
    file.write_text(json.dumps(said) + "\n")
    gate = Gate(files="hold", sources={str(trusted): "store"})
    _, told = linked(store, file, gate)
    assert (told.held, told_texts(store)) == (1, set())


def test_a_row_of_an_export_that_was_accepted_in_other_words_is_the_row_of_that_memory(
    store: Store, tmp_path: Path
) -> None:
    uids = ["01KA9YBVDXQJ4M0P3R5T7W9Z1C", "01KA9YBVDXQJ4M0P3R5T7W9Z1D"]
    rows = [{"uid": uid, "text": text} for uid, text in zip(uids, ("Boats float", "Wood burns"), strict=True)]
    file = tmp_path / "all.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    source, _ = linked(store, file, ASK)
    card = card_saying(store, ASKED, "Wood")
    accept(store, Settings(), [card.id], by=PERSON, choice=Choice(text="Wood burns slowly"))
    sync(store, source, ASK)
    (memory,) = live(store)
    (record,) = sources.records(store, source.id)
    assert (record.key, record.memory_id, memory.uid) == (uids[1], memory.id, uids[1])
    assert "Wood burns slowly" in file.read_text()
