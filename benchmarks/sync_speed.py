"""What exchanges between stores cost, each figure beside a floor taken in the same run.

    python -m benchmarks.sync_speed [--memories 100000] [--database postgresql://…]

The floor of the first upload is compressing the same bytes, that of a first download importing the same
memories: in processor time, which a busy machine does not stretch, in a folder. At a git remote, and in a
PostgreSQL database where one is named, it is the carrier's own round trip (`git ls-remote`, one query), in
elapsed time.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.corpus import drafts
from benchmarks.report import Report
from memtui.domain.actor import Actor, ActorKind
from memtui.formats.ground.exchange import line
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.store import memories, replicas
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.sync.running import join

_PERSON = Actor(ActorKind.PERSON, "screen", "s")
_NOW = 1_795_000_000.0
_TRIES = 5
"""Of a round trip, of which the shortest counts: others use the machine too."""
MEETS = """
import json, resource, sys, time
from pathlib import Path
from memtui.config.settings import Sync
from memtui.store.opening import open_store
from memtui.sync import running
from memtui.sync.drawing import USUAL, Upkeep
from memtui.sync.places import carrier_at

upkeep = Upkeep(pays_from=0.0) if sys.argv[3] else USUAL
store = open_store(Path(sys.argv[1]))
carrier = carrier_at(sys.argv[2], store.path)
began, started = time.perf_counter(), time.process_time()
running.exchange(store, carrier, Sync(), upkeep=upkeep)
seconds, elapsed = time.process_time() - started, time.perf_counter() - began
# The resource usage of a process begins with that of who started it; the system's own figure does not.
status = Path("/proc/self/status")
if status.exists():
    peak = next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"seconds": seconds, "elapsed": elapsed, "peak_kb": peak}))
"""
"""Exchanges a store, and tells what that took."""


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--database", default="", metavar="WHERE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        print(in_a_folder(Path(home), options.memories).table())
    with tempfile.TemporaryDirectory() as home:
        print(round_trips(Path(home), options.memories, options.database).table())


def in_a_folder(home: Path, count: int) -> Report:
    """Return how long exchanges of a large store take, in processor time, each in a process of its own."""
    report = Report(f"Exchanging {count:,} memories")
    meeting = home / "meeting"
    meeting.mkdir()
    one, other, third = (open_store(home / f"{name}.db") for name in ("one", "other", "third"))
    import_drafts(one, drafts(count, _NOW), by=_PERSON)
    importing = _taken(lambda: import_drafts(third, drafts(count, _NOW), by=_PERSON))
    told, compressing = _compressed(one, count)
    for store, name in ((one, "one"), (other, "other")):
        join(store, str(meeting), name)
    first = _met(one, meeting)
    report.ratio("first upload", first.seconds, compressing, at_most=3)
    report.memory("memory of the upload", first.peak_kb, 150)
    first = _met(other, meeting)
    report.ratio("first download", first.seconds, importing, at_most=1.5)
    report.memory("memory of the download", first.peak_kb, 150)
    for store in (one, other):
        _met(store, meeting)
    report.time("nothing new", _met(one, meeting).seconds, limit_ms=300)
    drop(one, list(range(1, 101)), by=_PERSON)
    before = _size(meeting)
    report.time("100 changes told", _met(one, meeting).seconds, limit_ms=1000)
    report.time("100 changes taken in", _met(other, meeting).seconds, limit_ms=1000)
    grown = _size(meeting) - before
    drawn = _met(one, meeting, draw=True)
    report.ratio("drawing a snapshot", drawn.seconds, compressing)
    report.memory("memory of drawing it", drawn.peak_kb, 150)
    new = open_store(home / "new.db")
    join(new, str(meeting), "new")
    taken = _met(new, meeting)
    report.ratio("first download of it", taken.seconds, importing, at_most=1.5)
    report.memory("memory of that", taken.peak_kb, 150)
    print(
        f"{told:,} bytes of export are {before:,} at the carrier, {_size(meeting):,} as a snapshot; "
        f"100 drops take {grown:,}"
    )
    for store in (one, other, third, new):
        store.close()
    return report


def _compressed(store: Store, count: int) -> tuple[int, float]:
    """Return how many bytes an export has, and the seconds in which they are compressed."""
    packer, size, seconds = zlib.compressobj(6), 0, 0.0
    for start in range(1, count + 1, 5_000):
        ids = range(start, min(start + 5_000, count + 1))
        told = "\n".join(line(each) for each in memories.stream(store, ids)).encode()
        size += len(told)
        seconds += _taken(partial(packer.compress, told))
    return size, seconds


@dataclass(frozen=True)
class Met:
    """What an exchange cost."""

    seconds: float
    """Of the processor, in the exchange alone."""
    elapsed: float
    peak_kb: int
    """The most memory that its process had."""


def _met(store: Store, meeting: Path | str, *, draw: bool = False) -> Met:
    """Exchange a store in a process that does nothing else."""
    command = [sys.executable, "-c", MEETS, str(store.path), str(meeting), "always" if draw else ""]
    told = subprocess.run(command, check=True, capture_output=True, text=True)
    return Met(**json.loads(told.stdout))


def _taken(work: Callable[[], object]) -> float:
    """Return the processor's seconds: what a busy machine does not stretch."""
    started = time.process_time()
    work()
    return time.process_time() - started


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def round_trips(home: Path, count: int, database: str) -> Report:
    """Return what an exchange of a large store takes beyond a round trip of what carries it."""
    report = Report(f"Exchanging {count:,} memories, beyond the carrier's own round trip")
    remote = home / "meeting.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(remote)], check=True)
    asking = partial(subprocess.run, ["git", "ls-remote", str(remote)], check=True, capture_output=True)
    with open_store(home / "one.db") as store:
        import_drafts(store, drafts(count, _NOW), by=_PERSON)
        _beyond(report, store, str(remote), "git", _shortest(asking))
        if database:
            _beyond(report, store, database, "PostgreSQL", _shortest(partial(_one_query, database)))
    return report


def _beyond(report: Report, store: Store, where: str, name: str, floor: float) -> None:
    """Add what nothing new and 100 changes take at a place, beyond its own round trip."""
    own = join(store, where, "one")
    for _ in range(2):
        _met(store, where)
    quiet = min(_met(store, where).elapsed for _ in range(_TRIES))
    report.time(f"{name}: round trip", floor)
    report.time(f"{name}: nothing new, beyond it", quiet - floor, limit_ms=300)
    live = [row[0] for row in store.query("SELECT id FROM memories WHERE state = 'live' LIMIT 100")]
    drop(store, live, by=_PERSON)
    report.time(f"{name}: 100 changes, beyond it", _met(store, where).elapsed - floor, limit_ms=1000)
    with store.write() as tx:
        replicas.forget(tx, own.place)


def _one_query(database: str) -> None:
    import psycopg  # an extra

    with psycopg.connect(database) as connection:
        connection.execute("SELECT 1")


def _shortest(work: Callable[[], object]) -> float:
    """Return the shortest of several tries, in elapsed seconds."""
    tries = []
    for _ in range(_TRIES):
        started = time.perf_counter()
        work()
        tries.append(time.perf_counter() - started)
    return min(tries)


if __name__ == "__main__":
    main()
