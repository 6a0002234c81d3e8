"""Members of a team come to hold the same, in whatever order they acted and met."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.sync import in_common
from memtui.config.settings import Sync
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.sync.drawing import USUAL, Upkeep
from memtui.sync.exchanged import Exchanged
from memtui.sync.folder import Folder
from memtui.sync.running import exchange, join, leave
from tests.depth import examples
from tests.sync.stores import PERSON, Machine, machine
from tests.sync.test_convergence import STEPS, act, settle

TEAM = "/project"


class Member(Machine):
    """A machine that meets others as a member of a team alone."""

    def exchange(self, upkeep: Upkeep = USUAL) -> Exchanged:
        return exchange(self.store, Folder(self.meeting), Sync(), TEAM, upkeep=upkeep)


def member(new_store: Path, home: Path, name: str, skew: float) -> Member:
    made = machine(new_store, home, name, home / "team", skew=skew)
    leave(made.store, Folder(made.meeting))
    join(made.store, str(made.meeting), name, TEAM, f"Owner of {name}")
    return Member(made.name, made.store, made.meeting, made.clock)


@settings(max_examples=examples(40))
@given(st.lists(STEPS, min_size=5, max_size=30), st.tuples(*[st.sampled_from([-7200.0, 0.0, 90.0])] * 3))
def test_members_that_met_agree(
    new_store: Path, steps: list[tuple[int, str, int, int]], skews: tuple[float, ...]
) -> None:
    with tempfile.TemporaryDirectory() as home:
        members = [
            member(new_store, Path(home), name, skew)
            for name, skew in zip(("desk", "lap", "server"), skews, strict=True)
        ]
        for who, deed, which, what in steps:
            act(members[who], deed, which, what)
        settle(members)
        members.append(member(new_store, Path(home), "new", 0.0))
        settle(members)
        first, *others = [in_common(one.store) for one in members]
        for one in members:
            one.store.close()
        for other in others:
            assert other == first


def test_who_never_sees_two_memories_say_the_same_hears_that_they_are_one(
    new_store: Path, tmp_path: Path
) -> None:
    ada, bob, cleo = (member(new_store, tmp_path, name, 0.0) for name in ("ada", "bob", "cleo"))
    for one, seconds in ((ada, 60), (bob, 120)):
        one.clock.forward(seconds=seconds)
        add(one.store, Draft("The gateway listens on port 80", scope=TEAM), by=PERSON)
    ada.exchange()
    cleo.exchange()
    edit(cleo.store, [1], Edit(text="The gateway listens on port 443"), by=PERSON)
    settle([ada, bob, cleo])
    for one in (ada, bob, cleo):
        assert len(in_common(one.store)) == 1
        one.store.close()
