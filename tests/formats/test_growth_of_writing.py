"""Many changes of one file are written in a time that grows with their number only."""

import json
from pathlib import Path

import pytest

from memtui.domain.memory import Draft
from memtui.formats.changes import Plan, RecordChange
from memtui.formats.mem0 import Mem0
from tests.growth import grows_too_fast

STATEMENT = "The pond behind the shed is cleaned.\n"
FILE = Path("/nowhere/mem0.json").resolve()


def changed(held: list[str], changes: list[RecordChange], *, listed: bool) -> Plan:
    objects = [json.dumps({"id": f"old{number}", "memory": text}) for number, text in enumerate(held)]
    data = f"[{', '.join(objects)}]" if listed else "".join(f"{line}\n" for line in objects)
    plan = Mem0().plan(FILE, changes, {FILE: data.encode()})
    assert not plan.left
    return plan


@pytest.mark.parametrize("listed", [True, False], ids=["in a list", "a line each"])
def test_many_new_memories_are_added_as_fast_as_one_by_one(listed: bool) -> None:
    def add(text: str) -> Plan:
        held = text.splitlines()
        new = [Draft(f"{number}: {statement}") for number, statement in enumerate(held)]
        changes = [RecordChange(f"new{n}", str(FILE), None, draft) for n, draft in enumerate(new)]
        return changed(held, changes, listed=listed)

    assert not grows_too_fast(add, STATEMENT)


@pytest.mark.parametrize("listed", [True, False], ids=["in a list", "a line each"])
def test_many_memories_are_taken_out_as_fast_as_one_by_one(listed: bool) -> None:
    def take_out(text: str) -> Plan:
        held = text.splitlines()
        changes = [RecordChange(f"old{n}", str(FILE), text, None) for n, text in enumerate(held)]
        return changed(held, changes[::2], listed=listed)

    assert not grows_too_fast(take_out, STATEMENT)
