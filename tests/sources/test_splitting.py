"""Memories whose files are lists are taken apart when they are met again, and nothing arrives or goes."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.changed import field_in_words
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft
from memtui.domain.proposal import Finding, Target
from memtui.formats.claude_code.format import ClaudeCode
from memtui.lifecycle import access
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.expecting import expect
from memtui.lifecycle.holding import held_ids
from memtui.lifecycle.propose import propose
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import redo, undo
from memtui.review.verdicts import reject
from memtui.sources import filing, syncing
from memtui.sources.syncing import VANISHED
from memtui.store import journal, memories, proposals, questions, sources, statistics
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.standing import standings
from tests.formats.reading import write
from tests.formats.shelves import files_below
from tests.sources.linked import bytes_in, linked, memory, sync
from tests.sources.splitting import (
    HEAD,
    ITEMS,
    LINES,
    as_one,
    folder_of_tills,
    live_texts,
    old,
    stat_of,
    waiting,
)
from tests.sources.test_undoing_writes import ACTS, act, shelf, undo_all


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of_tills(tmp_path)


def test_a_memory_that_is_a_list_is_taken_apart_and_nothing_arrives_or_goes(
    store: Store, folder: Path
) -> None:
    with as_one():
        source = linked(store, folder)
        whole = memory(store, source, "Debian")
        edit(store, [whole.id], Edit(pinned=True, categories=("tills", "finding"), importance=0.9), by=PERSON)
        sync(store, source)
    before = stat_of(folder)
    told = sync(store, source)
    assert (told.added, told.proposed, told.edited, told.written) == (0, 0, 0, [])
    assert stat_of(folder) == before
    assert [one.text for one in live_texts(store)] == [
        "The till by the door runs on Debian 12 and boots from its own disk.",
        "Receipts are printed on rolls of 80 mm, never of 58 mm.",
        "till notes: Sender: anna@shop.example",
        "Every night at three the day's sales are copied\nto the server in the cellar.",
    ]
    assert all(
        one.pinned and one.importance == 0.9 and "tills" in one.categories for one in live_texts(store)
    )
    (op, *_) = journal.ops(store)
    assert op.label == "splitting of till-notes.md into 4 memories"
    assert told.split_words == "till-notes.md is 4 memories now"
    assert sync(store, source).added == 0


def test_links_to_other_notes_are_no_memory_that_went(store: Store, folder: Path) -> None:
    file = folder / "till-notes.md"
    file.write_text(file.read_text() + "\nRelated: [[cups]]\n")
    source = old(store, folder)
    told = sync(store, source)
    assert (told.added, told.proposed, len(live_texts(store))) == (0, 0, 4)


def test_to_put_it_together_again_is_kept_and_can_be_redone(store: Store, folder: Path) -> None:
    source = old(store, folder)
    before = stat_of(folder)
    sync(store, source)
    (op, *_) = journal.ops(store)
    undo(store, by=PERSON, op_id=op.id, chosen=True)
    for _ in range(3):
        told = sync(store, source)
        assert (told.added, told.proposed, told.written) == (0, 0, [])
    (whole,) = live_texts(store)
    assert "Debian" in whole.text
    assert "80 mm" in whole.text
    edit(store, [whole.id], Edit(text=whole.text.replace("80 mm", "76 mm")), by=PERSON)
    sync(store, source)
    assert bytes_in(folder)["till-notes.md"].decode() == (HEAD + ITEMS).replace("80 mm", "76 mm")
    undo(store, by=PERSON)
    sync(store, source)
    assert stat_of(folder) == before
    (undone,) = [one for one in journal.ops(store) if one.kind == "undo" and one.undoes == op.id]
    redo(store, by=PERSON, op_id=undone.id)
    told = sync(store, source)
    assert (told.added, told.proposed, told.written) == (0, 0, [])
    assert len(live_texts(store)) == 4
    drop(store, [memory(store, source, "80 mm").id], by=PERSON)
    sync(store, source)
    assert bytes_in(folder)["till-notes.md"].decode() == (HEAD + ITEMS).replace(LINES[1] + "\n", "")
    with pytest.raises(Refused, match="changed since"):
        undo(store, by=PERSON, op_id=op.id)


def test_what_was_dropped_after_it_was_put_together_again_is_no_reason_to_read_the_files(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = old(store, folder)
    sync(store, source)
    (op, *_) = journal.ops(store)
    undo(store, by=PERSON, op_id=op.id, chosen=True)
    sync(store, source)
    drop(store, [memory(store, source, "Debian").id], by=PERSON)
    assert sync(store, source).written
    sync(store, source)
    monkeypatch.setattr(filing, "records", lambda *_: pytest.fail("the files were read"))
    assert sync(store, source).problem == ""


def test_what_was_dropped_stays_dropped(store: Store, folder: Path) -> None:
    with as_one():
        source = linked(store, folder, agreed=False)
        drop(store, [memory(store, source, "Debian").id], by=PERSON)
    told = sync(store, source)
    assert (told.added, told.proposed) == (0, 0)
    assert live_texts(store) == []
    undo(store, by=PERSON)
    sync(store, source)
    assert len(live_texts(store)) == 4


def test_only_what_came_into_a_file_is_new_where_its_memory_was_dropped(store: Store, folder: Path) -> None:
    with as_one():
        source = linked(store, folder, agreed=False)
        drop(store, [memory(store, source, "Debian").id], by=PERSON)
        sync(store, source)
    file = folder / "till-notes.md"
    file.write_text(HEAD + ITEMS + "- The yard till is new and has no cable yet, so it stays off.\n")
    told = sync(store, source)
    assert (told.added, told.proposed) == (1, 0)
    assert [one.text for one in live_texts(store)] == [
        "The yard till is new and has no cable yet, so it stays off."
    ]
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    sync(store, source)
    assert file.read_text() == HEAD + "- The yard till is new and has no cable yet, so it stays off.\n"


@pytest.mark.parametrize("let_out", [False, True])
def test_what_was_held_back_is_so_item_by_item_until_it_is_let_out(
    store: Store, folder: Path, let_out: bool
) -> None:
    with as_one():
        source, _ = syncing.link(store, folder, by=PERSON, gate=Gate(files="hold"))
    if let_out:
        reject(store, waiting(store), by=PERSON)
    sync(store, source)
    assert len(live_texts(store)) == 4
    assert len(held_ids(store, live_texts(store))) == (0 if let_out else 4)
    assert len(waiting(store)) == (0 if let_out else 4)


def test_a_card_about_the_one_memory_is_withdrawn_and_opens_again_with_it(store: Store, folder: Path) -> None:
    source = old(store, folder)
    whole = memory(store, source, "Debian")
    finding = Finding(
        Kind.FADING,
        "fading",
        (Target.of(whole),),
        "it is old",
        Change(Deed.DROP, gone=(whole.id,)),
        whole.scope,
    )
    propose(store, [finding])
    sync(store, source)
    assert waiting(store) == []
    (op, *_) = journal.ops(store)
    undo(store, by=PERSON, op_id=op.id)
    assert len(waiting(store)) == 1


def test_a_statement_that_grows_into_a_list_stays_the_memory_it_is(store: Store, folder: Path) -> None:
    file = write(folder / "till-notes.md", HEAD + LINES[0] + "\n")
    source = linked(store, folder)
    found = memory(store, source, "Debian")
    file.write_text(HEAD + ITEMS)
    told = sync(store, source)
    assert (told.added, told.proposed) == (3, 0)
    assert len(live_texts(store)) == 4
    assert memory(store, source, "Debian").id == found.id
    drop(store, [found.id], by=PERSON)
    sync(store, source)
    assert file.read_text() == HEAD + ITEMS.replace(LINES[0] + "\n", "")
    undo(store, by=PERSON)
    sync(store, source)
    assert file.read_text() == HEAD + ITEMS


def test_two_statements_that_grow_into_a_list_are_no_news(store: Store, folder: Path) -> None:
    file = write(folder / "till-notes.md", HEAD + "\n".join(LINES[:2]) + "\n")
    source = linked(store, folder)
    assert len(live_texts(store)) == 1
    file.write_text(HEAD + ITEMS)
    told = sync(store, source)
    assert (told.added, told.proposed) == (2, 0)
    assert len(live_texts(store)) == 4


def test_what_an_agent_did_to_the_lines_meanwhile_is_told_line_by_line(store: Store, folder: Path) -> None:
    source = old(store, folder)
    new = "- The yard till is new and has no cable yet, so it stays off.\n"
    (folder / "till-notes.md").write_text(HEAD + ITEMS.replace(LINES[1] + "\n", "") + new)
    told = sync(store, source)
    assert (told.added, told.proposed) == (1, 1)
    assert len(live_texts(store)) == 5
    (card,) = proposals.get_many(store, waiting(store))
    assert card.rule == VANISHED
    assert "80 mm" in memories.get_many(store, [card.targets[0].id])[0].text


def test_a_memory_that_waits_for_a_word_about_its_file_is_left_whole(store: Store, folder: Path) -> None:
    with as_one():
        source = linked(store, folder, agreed=False)
        found = memory(store, source, "Debian")
        edit(store, [found.id], Edit(text=found.text.replace("80", "76")), by=PERSON)
    sync(store, source)
    assert len(live_texts(store)) == 1


def test_what_was_done_before_to_the_one_memory_is_left_alone_by_undo(store: Store, folder: Path) -> None:
    source = old(store, folder)
    with as_one():
        edit(store, [memory(store, source, "Debian").id], Edit(importance=0.9), by=PERSON)
        sync(store, source)
    sync(store, source)
    done = undo(store, by=PERSON)
    assert done is not None
    assert "split into several" in done.message
    assert [one.importance for one in live_texts(store)] == [0.9] * 4


def test_a_saved_question_expects_the_items_then(store: Store, folder: Path) -> None:
    source = old(store, folder)
    expect(
        store,
        "/project/shop",
        "what do the tills run on?",
        [memory(store, source, "Debian").id],
        called=False,
        by=PERSON,
    )
    sync(store, source)
    (saved,) = questions.get_all(store)
    assert list(saved.expected) == [one.id for one in live_texts(store)]


def test_what_is_purged_of_the_items_is_gone_from_the_one_memory_too(store: Store, folder: Path) -> None:
    source = old(store, folder)
    sync(store, source)
    (op, *_) = journal.ops(store)
    found = memory(store, source, "80 mm")
    (folder / "till-notes.md").write_text(HEAD + ITEMS.replace(LINES[1] + "\n", ""))
    purge(store, [found.id], by=PERSON)
    assert not store.query("SELECT 1 FROM memories WHERE instr(text, '80 mm')")
    assert b"rolls of 80 mm" not in store.path.read_bytes()
    with pytest.raises(Refused, match="cannot be undone"):
        undo(store, by=PERSON, op_id=op.id)
    assert len(live_texts(store)) == 3


def test_the_items_are_no_news_to_a_person(store: Store, folder: Path) -> None:
    source = old(store, folder)
    since = journal.ops(store)[0].id
    sync(store, source)
    ids = [one.id for one in live_texts(store)]
    assert {one.news for one in standings(store, ids, since=since).values()} == {""}


def test_what_was_imported_as_one_is_no_second_time_there_when_it_is_linked(
    store: Store, folder: Path
) -> None:
    with as_one():
        read = filing.records(store, ClaudeCode(), folder)
        import_drafts(store, (one for one in read if isinstance(one, Draft)), by=PERSON)
    assert len(live_texts(store)) == 1
    source = linked(store, folder)
    assert len(live_texts(store)) == 4
    told = sync(store, source)
    assert (told.added, told.proposed) == (0, 0)
    assert journal.ops(store)[0].kind == "split"


def test_a_memory_that_says_the_same_already_takes_the_place_and_the_standing(
    store: Store, folder: Path
) -> None:
    source = old(store, folder)
    whole = memory(store, source, "Debian")
    with as_one():
        edit(store, [whole.id], Edit(pinned=True), by=PERSON)
        sync(store, source)
    access.touch(store, [whole.id], by=Actor(ActorKind.AGENT, "claude-code", "s"), use=access.Use.HELPED)
    said = Draft("Receipts are printed on rolls of 80 mm, never of 58 mm.", scope=whole.scope)
    (known,) = import_drafts(store, [said], by=PERSON).ids
    sync(store, source)
    assert len(live_texts(store)) == 4
    assert {(one.pinned, one.access_count) for one in live_texts(store)} == {(True, 1)}
    assert memory(store, source, "80 mm").id == known
    (op, *_) = journal.ops(store)
    undo(store, by=PERSON, op_id=op.id)
    (taken,) = memories.get_many(store, [known])
    assert (taken.pinned, taken.access_count) == (False, 0)


def test_items_put_apart_are_not_counted_as_coming_in(store: Store, folder: Path) -> None:
    source = old(store, folder)
    before = statistics.stats(store).added_per_week[-1]
    sync(store, source)
    assert statistics.stats(store).added_per_week[-1] == before


@pytest.mark.long
@given(data=st.data())
@settings(max_examples=12)
def test_any_changes_behind_a_split_taken_back_in_any_order_give_the_first_bytes(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "tea-house")
        with open_store(Path(place, "memories.db")) as store:
            with as_one():
                source = shelf(store, folder, "claude")
            before = files_below(folder)
            sync(store, source)
            (op, *_) = journal.ops(store, limit=1)
            assert op.kind == "split"
            ids = sorted({record.memory_id for record in sources.records(store, source.id)})
            acts = st.tuples(st.sampled_from(ACTS), st.sampled_from(ids))
            for number, (kind, memory_id) in enumerate(data.draw(st.lists(acts, min_size=2, max_size=10))):
                if kind == "sync":
                    assert sync(store, source).problem == ""
                elif memories.get(store, memory_id) is not None:
                    act(store, kind, memory_id, number)
            sync(store, source)
            undo_all(store, source, op.id, data.draw(st.lists(st.integers(0, 20), max_size=12)))
            sync(store, source)
            assert files_below(folder) == before


def test_history_tells_of_the_one_memory_what_it_was_split_into(store: Store, folder: Path) -> None:
    source = old(store, folder)
    whole = memory(store, source, "Debian")
    sync(store, source)

    def told() -> str:
        changes = journal.history_of(store, whole.id, limit=2)
        (changed,) = [each for each in changes if each.field == "provenance"]
        return field_in_words(changed.field, changed.before, changed.after)

    assert told() == "split into 4 memories"
    (op, *_) = journal.ops(store)
    undo(store, by=PERSON, op_id=op.id)
    assert told() == "put together again"
