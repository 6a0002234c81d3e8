"""A file that is a list, on two machines: one knows it item by item, the other as one memory still."""

from pathlib import Path

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding, Target
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.propose import propose
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.review.verdicts import reject
from memtui.store import journal
from memtui.store.sources import Source
from tests.formats.reading import write
from tests.sources.linked import bytes_in, linked, memory, sync
from tests.sources.splitting import HEAD, INDEX, ITEMS, LINES, as_one, live_texts
from tests.sync.stores import PERSON, Machine


def folder_of(tmp_path: Path, one: Machine) -> Path:
    """Write the project of a machine; the same remote makes it the same project."""
    project = tmp_path / one.name / "shop"
    write(project / ".git" / "config", '[remote "origin"]\n\turl = git@example.com:ada/shop.git\n')
    write(project / ".git" / "HEAD", "ref: refs/heads/main\n")
    write(project / ".claude" / "memory" / "MEMORY.md", INDEX)
    write(project / ".claude" / "memory" / "till-notes.md", HEAD + ITEMS)
    return project / ".claude" / "memory"


def old(tmp_path: Path, one: Machine) -> tuple[Source, Path]:
    with as_one():
        folder = folder_of(tmp_path, one)
        return linked(one.store, folder), folder


def meet(*machines: Machine) -> None:
    for _ in range(2):
        for one in machines:
            one.exchange()


def test_the_other_machine_follows_and_no_file_is_changed(
    tmp_path: Path, desk: Machine, lap: Machine
) -> None:
    here, _ = old(tmp_path, desk)
    there, folder = old(tmp_path, lap)
    meet(desk, lap)
    before = bytes_in(folder)
    sync(desk.store, here)
    meet(desk, lap)
    assert len(live_texts(lap.store)) == 4
    with as_one():  # an older program on the other machine leaves the file alone
        assert sync(lap.store, there).written == []
    told = sync(lap.store, there)
    assert (told.added, told.proposed, told.written) == (0, 0, [])
    assert bytes_in(folder) == before
    meet(desk, lap)
    assert [len(live_texts(one.store)) for one in (desk, lap)] == [4, 4]
    drop(lap.store, [memory(lap.store, there, "80 mm").id], by=PERSON)
    sync(lap.store, there)
    assert bytes_in(folder)["till-notes.md"].decode() == (HEAD + ITEMS).replace(LINES[1] + "\n", "")
    meet(desk, lap)
    sync(desk.store, here)
    assert len(live_texts(desk.store)) == 3


def test_both_machines_may_do_it_without_knowing_of_each_other(
    tmp_path: Path, desk: Machine, lap: Machine
) -> None:
    here, _ = old(tmp_path, desk)
    there, folder = old(tmp_path, lap)
    meet(desk, lap)
    sync(desk.store, here)
    sync(lap.store, there)
    before = bytes_in(folder)
    meet(desk, lap)
    meet(desk, lap)
    for one, source in ((desk, here), (lap, there)):
        told = sync(one.store, source)
        assert (told.added, told.proposed, told.written) == (0, 0, [])
        assert sorted(each.uid for each in live_texts(one.store)) == sorted(
            each.uid for each in live_texts(desk.store)
        )
    assert bytes_in(folder) == before
    for words in ("80 mm", "Debian", "Sender", "cellar"):
        assert memory(lap.store, there, words).state == "live"


def test_what_is_put_together_again_on_one_is_so_on_the_other(
    tmp_path: Path, desk: Machine, lap: Machine
) -> None:
    here, _ = old(tmp_path, desk)
    there, folder = old(tmp_path, lap)
    meet(desk, lap)
    before = bytes_in(folder)
    sync(desk.store, here)
    meet(desk, lap)
    sync(lap.store, there)
    (op,) = [one for one in journal.ops(desk.store) if one.kind == "split"]
    undo(desk.store, by=PERSON, op_id=op.id)
    sync(desk.store, here)
    meet(desk, lap)
    for one, source in ((desk, here), (lap, there)):
        told = sync(one.store, source)
        assert (told.added, told.proposed, told.written) == (0, 0, [])
        assert len(live_texts(one.store)) == 1
    assert bytes_in(folder) == before


def test_what_came_as_one_from_another_machine_is_split_when_its_file_is_linked_here(
    tmp_path: Path, desk: Machine, lap: Machine
) -> None:
    here, before = old(tmp_path, desk)
    meet(desk, lap)
    assert len(live_texts(lap.store)) == 1
    folder = folder_of(tmp_path, lap)
    there = linked(lap.store, folder)
    assert len(live_texts(lap.store)) == 4
    meet(desk, lap)
    with as_one():  # an older program
        assert sync(desk.store, here).written == []
    assert bytes_in(before)["till-notes.md"].decode() == HEAD + ITEMS
    told = sync(desk.store, here)
    assert (told.added, told.proposed, told.written) == (0, 0, [])
    assert [len(live_texts(one.store)) for one in (desk, lap)] == [4, 4]
    drop(desk.store, [memory(desk.store, here, "80 mm").id], by=PERSON)
    sync(desk.store, here)
    meet(desk, lap)
    sync(lap.store, there)
    assert LINES[1] not in bytes_in(folder)["till-notes.md"].decode()


def test_what_was_edited_on_one_machine_is_written_on_the_other_without_the_title(
    tmp_path: Path, desk: Machine, lap: Machine
) -> None:
    here = linked(desk.store, folder_of(tmp_path, desk))
    folder = folder_of(tmp_path, lap)
    there = linked(lap.store, folder)
    meet(desk, lap)
    for words, said in (("Sender", "till notes: Sender: rosa"), ("80 mm", "till notes: Rolls of 80 mm")):
        edit(desk.store, [memory(desk.store, here, words).id], Edit(text=said), by=PERSON)
    meet(desk, lap)
    sync(lap.store, there)
    wanted = HEAD + ITEMS.replace("anna@shop.example", "rosa").replace(LINES[1], "- Rolls of 80 mm")
    assert bytes_in(folder)["till-notes.md"].decode() == wanted


def test_a_no_to_the_one_memory_holds_for_its_items_on_both_machines(
    tmp_path: Path, desk: Machine, lap: Machine
) -> None:
    here, _ = old(tmp_path, desk)
    there, _ = old(tmp_path, lap)
    meet(desk, lap)

    def asks(one: Machine, about: Memory) -> list[int]:
        change = Change(Deed.DROP, gone=(about.id,))
        finding = Finding(Kind.FADING, "fading", (Target.of(about),), "it is old", change, about.scope)
        return propose(one.store, [finding]).ids

    reject(desk.store, asks(desk, memory(desk.store, here, "Debian")), by=PERSON)
    meet(desk, lap)
    sync(lap.store, there)
    meet(desk, lap)
    for one in (desk, lap):
        assert [asks(one, item) for item in live_texts(one.store)] == [[], [], [], []]
