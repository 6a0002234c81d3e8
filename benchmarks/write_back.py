"""How long it takes until a drop is in the files, and what watching them costs.

    python -m benchmarks.write_back [--files 1000] [--runs 20]

Links a generated Claude Code folder, drops one memory at a time and undoes it, each written back at once.
Times are of the whole way from the drop to the replaced files on the disk: once with an index of as many
lines as Claude Code reads, once with one that points to every file.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.report import Report
from benchmarks.terminal import Spread
from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.sources import syncing
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.opening import open_store

INDEXED = 190
EVERY_S = 2.0
"""How often a screen looks at the files."""


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    report = Report(f"Writing back to a folder of {options.files:,} files")
    for indexed in sorted({min(INDEXED, options.files), options.files}):
        with tempfile.TemporaryDirectory(prefix="memtui-bench-") as place:
            folder = _folder(Path(place), options.files, indexed)
            with open_store(Path(place) / "memories.db") as store:
                _measure(report, store, folder, options.runs, indexed)
    print(report.table())


def _folder(place: Path, count: int, indexed: int) -> Path:
    folder = place / "shop" / ".claude" / "memory"
    folder.mkdir(parents=True)
    for number in range(count):
        (folder / f"fact_{number:05}.md").write_text(
            f"---\nname: fact {number}\ndescription: what holds of fact {number}\nmetadata:\n"
            f"  type: project\n---\n\nFact {number} says that shelf {number} holds {number * 7} jars.\n"
        )
    lines = (f"- [Fact {n}](fact_{n:05}.md) — what holds of fact {n}\n" for n in range(indexed))
    (folder / "MEMORY.md").write_text("# Index\n\n" + "".join(lines))
    return folder


def _measure(report: Report, store: Store, folder: Path, runs: int, indexed: int) -> None:
    source, _ = syncing.link(store, folder, by=PERSON_AT_CLI, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    # Files younger than this are read again to be sure, which is not what is measured.
    time.sleep(2.1)
    records = sorted(sources.records(store, source.id), key=lambda record: record.key)
    ids = [record.memory_id for record in records]
    drops, undos = [], []
    for number in range(runs):
        memory_id = ids[number * indexed // runs]

        def forget(memory_id: int = memory_id) -> None:
            drop(store, [memory_id], by=PERSON_AT_CLI)
            _sync(store)

        def back() -> None:
            undo(store, by=PERSON_AT_CLI)
            _sync(store)

        drops.append(_timed(forget))
        undos.append(_timed(back))
    report.spread(f"drop: file and index of {indexed:,} lines", Spread.of(drops), median_ms=50, p95_ms=100)
    report.spread("undo it: both files as they were", Spread.of(undos), median_ms=50, p95_ms=100)
    source = sources.get_all(store)[0]
    started = time.process_time()
    for _ in range(runs):
        syncing.looks_changed(store, source)
    look = (time.process_time() - started) / runs
    report.time("look whether any file changed", look, limit_ms=20)
    report.time(f"CPU a second, looking every {EVERY_S:g} s", look / EVERY_S, limit_ms=10)
    report.time("sync with nothing to do", _timed(lambda: _sync(store)), limit_ms=50)


def _sync(store: Store) -> None:
    told = syncing.sync(store, sources.get_all(store)[0], gate=Gate())
    if told.problem:
        raise SystemExit(told.problem)


def _timed(act: Callable[[], None]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
