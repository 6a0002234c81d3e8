"""Members of a team, what they have in common, and what a hostile one lays there."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from memtui.config.settings import Sync
from memtui.domain.memory import Draft, Memory
from memtui.domain.stamp import new_device, next_stamp
from memtui.lifecycle.add import add
from memtui.store import memories
from memtui.sync.acts import Act
from memtui.sync.drawing import USUAL, Upkeep
from memtui.sync.exchanged import Exchanged
from memtui.sync.folder import Folder
from memtui.sync.packing import name_of, name_of_part
from memtui.sync.running import exchange, join
from memtui.sync.segments import Head, Segment
from tests.sync.stores import PERSON, Machine, machine, said_at

TEAM = "/team/atlas"
PORT = "The gateway listens on port 80"
UID = "01M7W6C478MKXTV5EEW7464GKK"


def member(new_store: Path, home: Path, name: str, person: str) -> Machine:
    """Make a machine of its own that shares the team's scope."""
    one = machine(new_store, home, name, home / f"own of {name}")
    (home / "team").mkdir(exist_ok=True)
    join(one.store, str(home / "team"), name, TEAM, person)
    return one


def at_team(one: Machine, upkeep: Upkeep = USUAL) -> Exchanged:
    """Exchange with the team alone."""
    return exchange(one.store, Folder(one.meeting.parent / "team"), Sync(), TEAM, upkeep=upkeep)


def meet(*members: Machine) -> None:
    for _ in range(2):
        for one in members:
            at_team(one)


def of_team(one: Machine) -> list[Memory]:
    """Return what a machine has in the team's scope, by text."""
    rows = one.store.query("SELECT id FROM memories WHERE scope LIKE ? AND state != 'absent'", (f"{TEAM}%",))
    return sorted(memories.get_many(one.store, [row[0] for row in rows]), key=lambda each: each.text)


def told(one: Machine) -> str:
    """Return all that lies at the team's place."""
    return "\n".join(said_at(one.meeting.parent / "team"))


def says(one: Machine, text: str = PORT, scope: str = TEAM, **fields: Any) -> Memory:
    one.clock.forward(seconds=1)
    return add(one.store, Draft(text, scope=scope, **fields), by=PERSON).memory


def told_by(
    one: Machine, acts: Sequence[Act] | bytes, person: str = "Mal", *, in_snapshot: bool = False
) -> Exchanged:
    """Lay a segment, or a snapshot, at the team's place as a hostile member would, and exchange."""
    device = new_device()
    if isinstance(acts, bytes):
        blob = acts.replace(b"DEVICE", device.encode())
    else:
        own = [replace(each, stamp=each.stamp or next_stamp("", one.clock(), device)) for each in acts]
        blob = Segment(device, 1, {}, tuple(own)).packed()
    named = name_of_part(1, blob) if in_snapshot else name_of(1, blob)
    head = Head(device, "stranger", one.clock(), (named,), {}, (), person=person)
    if in_snapshot:
        head = replace(head, names=(), gone=1, parts=(named,), covers={device: 1})
    Folder(one.meeting.parent / "team").put(device, [(named, blob)], head.packed(), {named})
    return at_team(one)


def hostile(text: str = PORT, **fields: Any) -> Draft:
    return Draft(text, uid=UID, **{"scope": TEAM, **fields})
