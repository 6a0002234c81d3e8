"""Which scopes come: a machine that takes in some, and what it is told of the others when that changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.sync import contents
from memtui.config.settings import Sync
from memtui.domain.memory import Draft, Memory
from memtui.lifecycle import access
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop
from memtui.store import elsewhere, memories
from memtui.sync.folder import Folder
from memtui.sync.running import leave
from memtui.sync.segments import Head
from memtui.sync.status import status
from tests.sync.stores import ALWAYS, PERSON, Machine, machine
from tests.sync.test_convergence import AGENT

PORT = "The gateway listens on port 80"
WORK, HOME = "/project/work", "/project/home"


@pytest.fixture
def part(new_store: Path, tmp_path: Path) -> Iterator[Machine]:
    """Return a machine to which only what belongs to work comes."""
    one = machine(new_store, tmp_path, "part", tmp_path / "meeting")
    one.wanted = Sync(come=(WORK,))
    yield one
    one.store.close()


def says(one: Machine, text: str = PORT, scope: str = HOME) -> Memory:
    one.clock.forward(seconds=1)
    return add(one.store, Draft(text, scope=scope), by=PERSON).memory


def changes(one: Machine, memory: Memory, change: Edit) -> None:
    one.clock.forward(seconds=1)
    edit(one.store, [memories.by_uid(one.store, [memory.uid])[memory.uid].id], change, by=PERSON)


def meet(*machines: Machine) -> None:
    for _ in range(2):
        for one in machines:
            one.exchange()


def test_what_lies_in_other_scopes_does_not_come_but_its_number_is_known(
    desk: Machine, part: Machine
) -> None:
    says(desk)
    says(desk, "Releases leave on Tuesday", WORK)
    meet(desk, part)
    (line,) = contents(part.store)
    assert "Releases leave on Tuesday" in line
    standing = status(part.store)
    assert standing is not None
    assert standing.elsewhere == 1
    assert b"gateway" not in part.store.path.read_bytes()


def test_what_is_filed_where_it_comes_brings_all_that_was_done_to_it(
    desk: Machine, lap: Machine, part: Machine
) -> None:
    told = says(desk)
    meet(desk, lap, part)
    changes(desk, told, Edit(scope=WORK))
    changes(lap, told, Edit(importance=0.9))  # without knowing where it is filed now
    access.touch(lap.store, [1], by=AGENT)
    lap.exchange()
    part.exchange()
    meet(desk, lap, part)
    assert len(contents(part.store)) == 1
    assert contents(part.store) == contents(desk.store)


@pytest.mark.few(1)
@pytest.mark.parametrize("snapshots", [1, 2])
def test_what_was_passed_over_comes_out_of_snapshots_too(
    desk: Machine, lap: Machine, part: Machine, snapshots: int
) -> None:
    told = says(desk)
    meet(desk, lap)
    changes(desk, told, Edit(text="The gateway listens on port 443"))
    desk.exchange(ALWAYS)
    meet(part, desk, lap)
    if snapshots == 2:
        says(lap, "Releases leave on Tuesday")
        changes(lap, told, Edit(importance=0.2))
        lap.exchange(ALWAYS)
    changes(lap, told, Edit(importance=0.9))
    meet(lap, part, desk)
    changes(desk, told, Edit(scope=WORK))
    meet(desk, part, lap)
    (line,) = contents(part.store)
    assert "port 443" in line
    assert line in contents(desk.store)


def test_what_was_left_here_when_it_is_filed_elsewhere_is_kept_in_step(desk: Machine, part: Machine) -> None:
    told = says(desk, scope=WORK)
    meet(desk, part)
    changes(desk, told, Edit(scope=HOME))
    changes(desk, told, Edit(text="The gateway listens on port 443"))
    meet(desk, part)
    assert contents(part.store) == contents(desk.store)


def test_a_purge_of_what_was_passed_over_is_confirmed_and_it_never_comes(
    desk: Machine, lap: Machine, part: Machine
) -> None:
    told = says(desk)
    meet(desk, lap, part)
    changes(lap, told, Edit(scope=WORK))
    purge(desk.store, [1], by=PERSON)
    desk.exchange()
    part.exchange()
    meet(lap, part, desk)
    assert contents(part.store) == contents(lap.store) == []
    standing = status(desk.store)
    assert standing is not None
    assert standing.unconfirmed == ()
    standing = status(part.store)
    assert standing is not None
    assert standing.elsewhere == 0


def test_where_more_comes_than_before_all_of_it_is_read(desk: Machine, lap: Machine, part: Machine) -> None:
    told = says(desk)
    says(part, "Releases leave on Tuesday")
    meet(desk, lap, part)
    changes(lap, told, Edit(text="The gateway listens on port 443"))
    lap.exchange(ALWAYS)
    part.exchange()
    part.wanted = Sync()
    assert part.exchange().troubles == {"part": "more comes here than before, so all was read anew"}
    assert contents(part.store) == contents(lap.store)
    meet(part, desk, lap)
    assert contents(part.store) == contents(desk.store) == contents(lap.store)
    assert len(contents(part.store)) == 2


def test_where_less_comes_than_before_what_is_here_stays(desk: Machine, lap: Machine) -> None:
    says(desk)
    meet(desk, lap)
    lap.wanted = Sync(come=(WORK,))
    says(desk, "Releases leave on Tuesday")
    drop(desk.store, [1], by=PERSON)
    meet(desk, lap)
    (line,) = contents(lap.store)
    assert '"state": "dropped"' in line


def test_a_machine_that_holds_a_part_leaves_snapshots_to_others(desk: Machine, part: Machine) -> None:
    says(desk)
    desk.exchange()
    part.exchange(ALWAYS)
    leave(desk.store, Folder(desk.meeting))
    part.exchange(ALWAYS)  # nobody else is left who could
    heads = [Head.unpacked(*each) for each in Folder(part.meeting).heads().items()]
    assert [(head.partial, head.parts) for head in heads] == [(True, ())]


def test_a_copy_that_a_person_brings_gets_what_was_done_to_it_elsewhere(desk: Machine, part: Machine) -> None:
    told = says(desk)
    meet(desk, part)
    changes(desk, told, Edit(text="The gateway listens on port 443"))
    meet(desk, part)
    part.clock.forward(seconds=60)
    copy = Draft(PORT, uid=told.uid, scope=HOME, created_at=told.created_at, updated_at=told.updated_at)
    import_drafts(part.store, [copy], by=PERSON)
    meet(part, desk, part)
    (line,) = contents(part.store)
    assert "port 443" in line


def test_what_cannot_be_read_again_yet_is_said_and_comes_later(desk: Machine, part: Machine) -> None:
    told = says(desk)
    meet(desk, part)
    changes(desk, told, Edit(scope=WORK))
    desk.exchange()
    (first,) = part.meeting.rglob("00000001-*")
    kept = first.read_bytes()
    first.unlink()
    assert part.exchange().troubles
    assert elsewhere.awaited(part.store, 10)
    first.write_bytes(kept)
    assert not part.exchange().troubles
    assert contents(part.store) == contents(desk.store)
