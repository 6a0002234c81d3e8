"""Stores on made machines, each with a clock of its own, and a folder where they meet."""

import shutil
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memtui.config.settings import Sync
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding, Target
from memtui.lifecycle.propose import propose
from memtui.review import verdicts
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.sync.drawing import USUAL, Upkeep
from memtui.sync.exchanged import Exchanged
from memtui.sync.folder import Folder
from memtui.sync.running import exchange, join
from tests.conftest import FrozenClock

ALWAYS = Upkeep(pays_from=0.0, silent_after=-1e9)
"""Draws a snapshot whenever something was told, and lets segments go that others still need."""
PERSON = Actor(ActorKind.PERSON, "screen", "s")


@dataclass
class Machine:
    """A store, where it meets others, and how wrong its clock is."""

    name: str
    store: Store
    meeting: Path
    clock: FrozenClock
    wanted: Sync = field(default_factory=Sync)

    def exchange(self, upkeep: Upkeep = USUAL) -> Exchanged:
        return exchange(self.store, Folder(self.meeting), self.wanted, upkeep=upkeep)


def machine(new_store: Path, home: Path, name: str, meeting: Path, *, skew: float = 0.0) -> Machine:
    """Make a store that meets others in a folder; its clock goes wrong by `skew` seconds."""
    clock = FrozenClock()
    clock.now += skew
    place = home / name
    place.mkdir()
    meeting.mkdir(exist_ok=True)
    store = open_store(shutil.copy(new_store, place / "memories.db"), clock=clock)
    join(store, str(meeting), name)
    return Machine(name, store, meeting, clock)


def carried(one: Machine) -> list[str]:
    """Return what all segments at the meeting place say."""
    return said_at(one.meeting)


def said_at(place: Path, named: str = "0*") -> list[str]:
    """Return what all segments in a folder say; a machine's folder may have a name like theirs."""
    blobs = [path.read_bytes() for path in place.rglob(named) if path.is_file()]
    return [zlib.decompress(blob).decode() for blob in blobs]


def suggest_drop(one: Machine, memory: Memory) -> None:
    """Put a card that would drop a memory."""
    change = Change(Deed.DROP, gone=(memory.id,))
    finding = Finding(Kind.JUNK, "junk/output", (Target.of(memory),), "it is output", change, memory.scope)
    propose(one.store, [finding])


def reject(one: Machine, cards: Sequence[int]) -> None:
    """Say no to cards."""
    verdicts.reject(one.store, cards, by=PERSON)
