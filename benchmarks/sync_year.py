"""What three machines leave at their meeting place in a year, and what a fourth has to read of it.

    python -m benchmarks.sync_year [--days 365] [--seed 1]

Each day each machine adds a few memories, edits some, drops one and uses some, and exchanges twice. They
meet in a folder, then at a git remote; bytes are counted, at the remote also those that its own garbage
collection leaves. Last a new machine takes everything in.
"""

import argparse
import random
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.corpus import drafts
from memtui.config.settings import Sync
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft
from memtui.lifecycle import access
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.sync.places import carrier_at
from memtui.sync.running import exchange, join
from memtui.sync.tried import folder_beside

_PERSON = Actor(ActorKind.PERSON, "screen", "s")
_START = 1_795_000_000.0
_ADDED, _EDITED, _USED = 5, 2, 10
"""What one machine does a day; it also drops one."""
_MEETINGS = 2


def main() -> None:
    """Live through the days, and print what lies there."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for kind in ("folder", "git"):
        with tempfile.TemporaryDirectory() as home:
            print(f"{kind}: {lived(Path(home), kind, options.days, random.Random(options.seed))}")


def lived(home: Path, kind: str, days: int, chance: random.Random) -> str:
    """Return what lies at the meeting place after so many days, in words."""
    meeting = home / ("meeting.git" if kind == "git" else "meeting")
    _make(meeting)
    now = [_START]
    stores = [open_store(home / f"{number}.db", clock=lambda: now[0]) for number in range(3)]
    carriers = [carrier_at(str(meeting), store.path) for store in stores]
    for number, store in enumerate(stores):
        join(store, str(meeting), str(number))
    texts = (draft.text for draft in drafts(days * 3 * (_ADDED + _EDITED), _START))
    for _ in range(days):
        for store in stores:
            _a_day(store, [next(texts) for _ in range(_ADDED + _EDITED)], chance)
        for _ in range(_MEETINGS):
            now[0] += DAY / _MEETINGS
            for store, carrier in zip(stores, carriers, strict=True):
                exchange(store, carrier, Sync())
    held = stores[0].query("SELECT count(*) FROM memories WHERE state = 'live'")[0][0]
    there = f"{_size(meeting):,} bytes"
    if kind == "git":
        there += f", {_size(folder_beside(stores[0].path)):,} beside each store"
        subprocess.run(["git", "-C", str(meeting), "gc", "--quiet", "--prune=now"], check=True)
        there += f", {_size(meeting):,} after git gc"
    fourth = open_store(home / "fourth.db", clock=lambda: now[0])
    join(fourth, str(meeting), "fourth")
    started = time.process_time()
    done = exchange(fourth, carrier_at(str(meeting), fourth.path), Sync())
    took = time.process_time() - started
    for store in (*stores, fourth):
        store.close()
    return f"{held:,} live memories, {there}; a new machine takes {done.taken:,} segments in {took:.1f} s"


def _make(meeting: Path) -> None:
    if meeting.suffix == ".git":
        subprocess.run(["git", "init", "--quiet", "--bare", str(meeting)], check=True)
    else:
        meeting.mkdir()


def _a_day(store: Store, texts: Sequence[str], chance: random.Random) -> None:
    """Do on one machine what is done in a day."""
    for text in texts[:_ADDED]:
        add(store, Draft(text, scope=f"/project/{chance.choice('abc')}"), by=_PERSON, allow_dropped=True)
    ids = [row[0] for row in store.query("SELECT id FROM memories WHERE state = 'live' ORDER BY uid")]
    for text in texts[_ADDED:]:
        edit(store, [chance.choice(ids)], Edit(text=text), by=_PERSON)
    access.touch(store, chance.sample(ids, min(_USED, len(ids))), by=_PERSON)
    drop(store, [chance.choice(ids)], by=_PERSON)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    main()
