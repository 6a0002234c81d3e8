"""How long the review pass and its queue take on a large store.

    python -m benchmarks.review [--memories N] [--db FILE]

Makes a store of N memories with vectors and planted near-copies (1,000,000 by default: several minutes), or
takes a copy of the FILE that an earlier run of `benchmarks.review_pairs --million N --db FILE` made. Measured
are a first pass over the whole store with every rule (in a process of its own, so that its peak memory is
its own), a pass after 100 changes, opening a queue of 10,000 proposals, and the time from a verdict to the
next card. Ends with 1 when a target is missed.
"""

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.report import Report
from benchmarks.review_pairs import NOW, make
from benchmarks.terminal import Spread
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft
from memtui.domain.proposal import Finding, Target
from memtui.lifecycle.add import add
from memtui.review import queue
from memtui.review.passes import run_pass
from memtui.review.verdicts import accept, reject
from memtui.store import memories, queueing, review_state
from memtui.store.opening import open_store

_OPEN = 10_000
_CHANGES = 100
_VERDICTS = 60


def main() -> None:
    """Print the table; exit 1 when a target is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=1_000_000)
    parser.add_argument("--db", type=Path, help="copied, and left as it is")
    parser.add_argument("--pass-over", type=Path, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.pass_over:
        _whole(told.pass_over)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "big.db"
        if told.db:
            shutil.copyfile(told.db, file)
        else:
            make(file, told.memories)
        report = Report(f"The review pass over {told.memories:,} memories")
        _passes(file, report)
        _queue(Path(folder) / "queue.db", report)
    print(report.table())
    sys.exit(not report.met)


def _passes(file: Path, report: Report) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "benchmarks.review", "--pass-over", str(file)],
        check=True,
        capture_output=True,
        text=True,
        env={"OPENBLAS_NUM_THREADS": "1", **os.environ},  # as `memtui` sets it
    )
    whole = json.loads(child.stdout)
    report.time("a first pass over everything, all rules", whole["seconds"], limit_ms=180_000)
    report.memory("its peak memory", whole["peak"], 400)
    for kind, seconds in whole["kinds"].items():
        report.time(f"of that, the {kind} rule", seconds)
    with open_store(file, clock=lambda: NOW) as store:
        run_pass(store, Settings())
        rng = random.Random(7)
        last = int(store.query("SELECT max(id) FROM memories")[0][0])
        agent = Actor(ActorKind.AGENT, "benchmark")
        seconds = []
        for turn in range(3):
            for number in range(_CHANGES):
                known = memories.get(store, rng.randrange(1, last))
                if known is not None:
                    add(store, Draft(f"{known.text} since {turn}.{number}", scope=known.scope), by=agent)
            started = time.perf_counter()
            run_pass(store, Settings())
            seconds.append(time.perf_counter() - started)
        report.time(f"a pass after {_CHANGES} changes", sorted(seconds)[1], limit_ms=1000)


def _whole(file: Path) -> None:
    """Run a pass over everything and say what it took, as JSON."""
    with open_store(file, clock=lambda: NOW) as store:
        report = run_pass(store, Settings(), full=True)
    print(
        json.dumps(
            {
                "seconds": report.seconds,
                "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
                "kinds": {str(kind): count.seconds for kind, count in report.kinds.items()},
            }
        )
    )


def _queue(file: Path, report: Report) -> None:
    """Measure a queue of 10,000 proposals, a fifth of them in batches."""
    with open_store(file, clock=lambda: NOW) as store:
        agent = Actor(ActorKind.AGENT, "benchmark")
        for number in range(_OPEN):
            add(
                store, Draft(f"Entry {number} of a log that nobody reads", scope=f"/p{number % 40}"), by=agent
            )
        kinds = [Kind.FADING, Kind.EXPIRED, Kind.JUNK, Kind.PROMOTE, Kind.DUPLICATE]
        found = [
            Finding(
                kinds[n % len(kinds)],
                str(kinds[n % len(kinds)]),
                (Target.of(memory),),
                "nobody asked for it",
                Change(Deed.DROP, gone=(memory.id,)),
                memory.scope,
                confidence=(n % 90) / 100,
                batch=f"batch {n % 7}" if n % 5 == 0 else "",
            )
            for n, memory in enumerate(memories.get_many(store, review_state.live_ids(store, 0, _OPEN)))
        ]
        with store.write() as tx:
            queueing.record(tx, found)
        opened, decided = [], []
        for _ in range(9):
            started = time.perf_counter()
            refs = queue.cards(store)
            queue.card(store, refs[0])
            queue.summary(store)
            opened.append(time.perf_counter() - started)
        report.spread(
            f"opening the queue with {_OPEN:,} proposals", Spread.of(opened), median_ms=50, p95_ms=80
        )
        single = [ref for ref in refs if not ref.batch]
        for number in range(_VERDICTS):
            started = time.perf_counter()
            if number % 2:
                accept(store, Settings(), single[number].ids, by=PERSON_AT_CLI)
            else:
                reject(store, single[number].ids, by=PERSON_AT_CLI)
            queue.card(store, single[number + 1])
            decided.append(time.perf_counter() - started)
        report.spread("from a verdict to the next card", Spread.of(decided), median_ms=33, p95_ms=33)


if __name__ == "__main__":
    main()
