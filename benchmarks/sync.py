"""Whether stores are equal after they exchanged, also when one of them is killed while it does.

    python -m benchmarks.sync [--runs 100] [--kills 100] [--seed 1] [--at WHERE] [--sealed]
                              [--team | --partial]

Stores on three machines, with clocks that differ by hours, do things at random and meet now and then, some
drawing snapshots; they are equal when their exports are, and that of a machine that comes last. Then a
machine is killed at a drawn line of the program while it exchanges, and runs again; something is lost or
doubled when the two differ or a memory is not there once. They meet in a folder, with `--at git` at a bare
repository, or with `--at` in a PostgreSQL database (postgresql://…) in which schemas may be made; with
`--team` as members of a team, with `--partial` one of them takes in one scope alone. What exchanges cost:
`sync_speed`.
"""

import argparse
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from memtui.config.settings import Sync
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft
from memtui.domain.scope import ROOT, contains
from memtui.formats.ground.exchange import line
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import archive, drop, restore
from memtui.lifecycle.undo import redo, undo
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.replicas import OWN
from memtui.sync.drawing import USUAL, Upkeep
from memtui.sync.places import carrier_at
from memtui.sync.running import exchange, join
from memtui.sync.sealing import sealed

_PERSON = Actor(ActorKind.PERSON, "screen", "s")
_TEXTS = [f"The {what} listens on port {port}" for what in ("gateway", "mailer") for port in (80, 443, 9000)]
KILLED = """
import os, sys
from pathlib import Path
from memtui.config.settings import Sync
from memtui.store.opening import open_store
from memtui.sync import running
from memtui.sync.drawing import Upkeep
from memtui.sync.places import carrier_at
from memtui.sync.sealing import sealed

always = Upkeep(pays_from=0.0, silent_after=-1e9)
left = int(sys.argv[3])
def trace(frame, event, arg):
    global left
    if event == "line" and "memtui" in frame.f_code.co_filename:
        left -= 1
        if left == 0:
            os._exit(9)
    return trace
store = open_store(Path(sys.argv[1]), clock=lambda: float(sys.argv[4]))
place = "".join(sys.argv[5:6])
come = tuple(sys.argv[7:]) or ("/",)
wanted = Sync(key="".join(sys.argv[6:7]), come=come)
carrier = sealed(carrier_at(sys.argv[2], store.path), wanted)
sys.settrace(trace)
running.exchange(store, carrier, wanted, place, upkeep=always)
"""
"""Exchanges a store, at a time, drawing a snapshot, and dies after so many lines of the program.

Scopes that come may follow; without any all do.
"""
_SCOPE = "/project"
"""What a team shares here."""
_COMES = "/project/a"
"""What comes to a machine that takes in a part."""
_LINES = 8_000
"""An exchange of a few memories, with a snapshot, runs about so many lines of the program."""
_ALWAYS = Upkeep(pays_from=0.0, silent_after=-1e9)
"""Draws a snapshot whenever something was told, and lets segments go that others still need."""


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", default="", metavar="WHERE")
    parser.add_argument("--sealed", action="store_true")
    parser.add_argument("--team", action="store_true")
    parser.add_argument("--partial", action="store_true")
    options = parser.parse_args()
    scope = _SCOPE if options.team else OWN
    meets = Meets(options.at, sealed=options.sealed, scope=scope, partial=options.partial)
    chances = (random.Random(f"run {options.seed} {run}") for run in range(options.runs))
    unequal = sum(not equal_after(chance, meets) for chance in chances)
    print(f"{options.runs} runs of three machines, {unequal} with a difference")
    killed, lost = kills(random.Random(f"kill {options.seed}"), options.kills, meets)
    print(f"{killed} killed, {lost} with something lost or doubled")
    sys.exit(bool(unequal or lost))


def contents(store: Store) -> list[str]:
    """Return every memory that is there as a line of the export, in the order of their uids.

    Without what it said before: a store that was told a memory late never saw that.
    """
    ids = [row[0] for row in store.query("SELECT id FROM memories WHERE state != 'absent' ORDER BY uid")]
    return [line(memory) for memory in memories.get_many(store, ids)]


def in_common(store: Store) -> list[tuple[object, ...]]:
    """Return what the members of a team are to agree on of what they share."""
    return store.query(
        "SELECT uid, text, abstract, scope, type, state, expires_at, (SELECT group_concat(category) FROM "
        "(SELECT category FROM categories WHERE memory_id = m.id ORDER BY category)) "
        "FROM memories m WHERE state != 'absent' ORDER BY uid"
    )


@dataclass
class Meets:
    """How the machines of a run meet: in a place that nobody was at before."""

    at: str = ""
    """A database in which the places are, or `git`; they are folders where it is empty."""
    sealed: bool = False
    scope: str = OWN
    """What they share as members of a team."""
    partial: bool = False
    """Whether one machine, the third of a run and the one that is killed, takes in one scope alone."""
    wanted: Sync = field(default_factory=Sync)
    where: str = ""

    def anew(self, home: Path) -> None:
        """Make a new place."""
        if self.sealed:
            import pyrage  # an extra

            key = home / "age.key"
            key.write_text(str(pyrage.x25519.Identity.generate()))
            self.wanted = Sync(key=str(key))
        if self.at == "git":
            self.where = str(home / "meeting.git")
            subprocess.run(["git", "init", "--quiet", "--bare", self.where], check=True)
        elif self.at:
            self.where = self._schema()
        else:
            self.where = str(home / "meeting")
            Path(self.where).mkdir()

    def join(self, store: Store, name: str) -> None:
        """Have a store meet others there."""
        join(store, self.where, name, self.scope, f"Owner of {name}" if self.scope else "")

    def said(self, store: Store) -> Sequence[object]:
        """Return what is to be equal in all stores."""
        return in_common(store) if self.scope else contents(store)

    def agree(self, stores: Sequence[Store]) -> bool:
        """Say whether stores hold the same, and one that takes in a part the same of that."""
        first, *others = stores
        return all(self._agrees(first, other) for other in others)

    def _agrees(self, first: Store, other: Store) -> bool:
        if self.comes_to(other) == (ROOT,):
            return self.said(first) == self.said(other)
        all_of_it, held = contents(first), contents(other)
        part = [told for told in all_of_it if contains(_COMES, json.loads(told)["scope"])]
        return {*part} <= {*held} <= {*all_of_it}

    def comes_to(self, store: Store) -> tuple[str, ...]:
        """Return which scopes come to a machine."""
        return (_COMES,) if self.partial and store.path.stem in {"2", "other"} else (ROOT,)

    def exchange(self, store: Store, *, draw: bool = False) -> None:
        """Exchange a store there."""
        wanted = replace(self.wanted, come=self.comes_to(store))
        carrier = sealed(carrier_at(self.where, store.path), wanted)
        exchange(store, carrier, wanted, self.scope, upkeep=_ALWAYS if draw else USUAL)

    def _schema(self) -> str:
        import psycopg  # an extra

        name = f"run_{uuid.uuid4().hex}"
        with psycopg.connect(self.at, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.at}{'&' if '?' in self.at else '?'}options=-csearch_path%3D{name}"


def equal_after(chance: random.Random, meets: Meets) -> bool:
    """Say whether stores are equal after things that people did at random, and meetings."""
    with tempfile.TemporaryDirectory() as home:
        meets.anew(Path(home))
        now = [time.time()]
        stores = []
        for number in range(4):
            skew = chance.choice((-7200.0, 0.0, 90.0))
            store = open_store(Path(home) / f"{number}.db", clock=partial(_skewed, now, skew))
            meets.join(store, str(number))
            stores.append(store)
        for _ in range(60):
            now[0] += chance.random() * 10
            do_something(chance, chance.choice(stores[:3]), meets)
        for _ in range(4):
            for store in stores:
                meets.exchange(store)
        equal = meets.agree(stores)
        for store in stores:
            store.close()
        return equal


def _skewed(now: Sequence[float], skew: float) -> float:
    return now[0] + skew


def do_something(chance: random.Random, store: Store, meets: Meets) -> None:
    """Do one thing on a machine; what cannot be done now is not."""
    ids = [row[0] for row in store.query("SELECT id FROM memories WHERE state != 'absent' ORDER BY uid")]
    text, scope = chance.choice(_TEXTS), f"/project/{chance.choice('ab')}"
    chosen = [chance.choice(ids)] if ids else []
    deeds: list[Callable[[], object]] = [
        lambda: add(store, Draft(text, scope=scope), by=_PERSON, allow_dropped=True),
        lambda: meets.exchange(store, draw=chance.random() < 0.3),
        lambda: undo(store, by=_PERSON),
        lambda: redo(store, by=_PERSON),
        lambda: edit(store, chosen, Edit(text=f"{text}, {chance.random():.3f}"), by=_PERSON),
        lambda: edit(store, chosen, Edit(scope=scope), by=_PERSON),
        lambda: edit(store, chosen, Edit(importance=chance.random()), by=_PERSON),
        lambda: drop(store, chosen, by=_PERSON),
        lambda: archive(store, chosen, by=_PERSON),
        lambda: restore(store, chosen, by=_PERSON),
    ]
    deed = chance.choice(deeds if chosen else deeds[:4])
    with contextlib.suppress(Refused):
        deed()


def kills(chance: random.Random, count: int, meets: Meets) -> tuple[int, int]:
    """Return how many exchanges were killed, and after how many of them something was lost or doubled."""
    killed = lost = 0
    for _ in range(count):
        with tempfile.TemporaryDirectory() as home:
            meets.anew(Path(home))
            one, other = (open_store(Path(home) / f"{name}.db") for name in ("one", "other"))
            for store, name in ((one, "one"), (other, "other")):
                meets.join(store, name)
                for number in range(3):
                    add(store, Draft(f"{name} says {number}", scope="/project/a"), by=_PERSON)
            if meets.partial:
                _file_what_was_passed_over(one, other, meets)
            meets.exchange(one, draw=chance.random() < 0.5)
            lines, now = chance.randrange(1, _LINES), time.time()
            at = [str(other.path), meets.where, str(lines), str(now), meets.scope, meets.wanted.key]
            at += meets.comes_to(other)
            ended = subprocess.run([sys.executable, "-c", KILLED, *at], check=False, timeout=300)
            killed += ended.returncode == 9
            for _ in range(2):
                for store in (one, other):
                    meets.exchange(store)
            texts = [json.loads(each)["text"] for each in contents(one)]
            wanted = 6 + meets.partial
            lost += meets.said(one) != meets.said(other) or not len(texts) == len(set(texts)) == wanted
            for store in (one, other):
                store.close()
    return killed, lost


def _file_what_was_passed_over(one: Store, other: Store, meets: Meets) -> None:
    """Have one machine file a memory where it comes to the other, which had passed over it."""
    late = add(one, Draft("one says it late", scope="/project/b"), by=_PERSON).memory
    for store in (one, other):
        meets.exchange(store)
    edit(one, [late.id], Edit(scope=_COMES), by=_PERSON)


if __name__ == "__main__":
    main()
