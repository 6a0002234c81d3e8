"""A machine that takes in some scopes only holds those as everybody does, in whatever order people acted."""

import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.sync import contents
from memtui.config.settings import Sync
from memtui.store.database import Store
from tests.depth import examples
from tests.sync.stores import Machine, machine
from tests.sync.test_convergence import STEPS, act, settle

COMES = "/project/a"


def in_scope(store: Store, scope: str) -> set[str]:
    """Return the memories of a scope as lines of the export."""
    return {line for line in contents(store) if f'"scope": "{scope}"' in line}


def holds_its_part(one: Machine, whole: Machine) -> bool:
    """Say whether a machine has all of its scope, and nothing that is not so elsewhere."""
    return in_scope(one.store, COMES) == in_scope(whole.store, COMES) and {*contents(one.store)} <= {
        *contents(whole.store)
    }


@settings(max_examples=examples(40))
@given(st.lists(STEPS, min_size=5, max_size=40), st.tuples(*[st.sampled_from([-7200.0, 0.0, 90.0])] * 3))
def test_the_scopes_that_come_are_equal(
    new_store: Path, steps: list[tuple[int, str, int, int]], skews: tuple[float, ...]
) -> None:
    with tempfile.TemporaryDirectory() as home:
        machines = [
            machine(new_store, Path(home), name, Path(home) / "meeting", skew=skew)
            for name, skew in zip(("desk", "lap", "server"), skews, strict=True)
        ]
        whole, other, part = machines
        part.wanted = Sync(come=(COMES,))
        for who, deed, which, what in steps:
            act(machines[who], deed, which, what)
        settle(machines)
        new = machine(new_store, Path(home), "new", Path(home) / "meeting")
        new.wanted = part.wanted
        settle([*machines, new])
        assert contents(other.store) == contents(whole.store)
        assert holds_its_part(part, whole)
        assert holds_its_part(new, whole)
        part.wanted = replace(part.wanted, come=("/",))
        settle([*machines, new])
        assert contents(part.store) == contents(whole.store)
        for one in (*machines, new):
            one.store.close()
