"""A store of a million memories against floors measured in the same run.

    python -m benchmarks.million [--count 1000000] [--keep FOLDER] [--only import,store,screen,learn]

Prints one table: what was measured, memtui's figure, the processor's time where this process did the work,
the floor's figure, their ratio and the target. Absolute times are this machine's; the ratios are what is
claimed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import asking, corpus, screens, searching
from benchmarks.report import Report
from benchmarks.terminal import Spread
from benchmarks.timing import best
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.counting import plural
from memtui.domain.filter import parse
from memtui.domain.instant import DAY, to_iso
from memtui.domain.memory import Draft
from memtui.domain.text import fingerprint
from memtui.domain.uid import new_uid
from memtui.domain.what_if import outlook
from memtui.formats import registry
from memtui.lifecycle import states, undo
from memtui.review.what_if import sample
from memtui.store import listing, scopes, selection
from memtui.store.database import Store
from memtui.store.each_day import EachDay
from memtui.store.opening import open_store
from memtui.store.past import Past
from memtui.tui.insights.figures import glance

NOW = 1_795_000_000.0
BULK = 100_000
_FILTERS = ("type:episodic", "older:30d", "below:0.05", "cat:decision", "file:notes.md", "the", "rare")


def main() -> None:
    """Run the parts asked for and print the table."""
    options = _options()
    folder = Path(options.keep or tempfile.mkdtemp(prefix="memtui-bench-"))
    folder.mkdir(parents=True, exist_ok=True)
    report = Report(f"memtui against floors, {options.count:,} memories")
    try:
        big, small = folder / "big.db", folder / "small.db"
        if "import" in options.only or not big.exists():
            _measure_import(report, folder, big, options.count)
        if not small.exists():
            corpus.fill(small, corpus.drafts(1_000, NOW), NOW)
        if "store" in options.only:
            _measure_store(report, big)
            _measure_over_time(report, big)
            _measure_bulk_forget(report, folder, big)
            _measure_cli(report, big)
        if "screen" in options.only:
            screens.measure(report, big, small, NOW)
            screens.measure_time(report, big, NOW)
            screens.measure_quitting(report, folder / "scopes.db", NOW)
        if "learn" in options.only:
            _measure_learning(report, folder, big)
        print(report.table())
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


def _options() -> Any:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--keep", help="build the stores in this folder and use them again next time")
    parser.add_argument("--only", default="import,store,screen,learn", type=lambda text: text.split(","))
    return parser.parse_args()


# -- import ------------------------------------------------------------------------------------------


def _measure_import(report: Report, folder: Path, big: Path, count: int) -> None:
    """Importing the exchange format, against executemany of ready tuples into the same indexes and words."""
    source = folder / "corpus.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for draft in corpus.drafts(count, NOW):
            file.write(_line(draft))
    _remove(big)
    seconds, peak = _in_child("_import_child", str(source), str(big))
    floor_store = folder / "floor.db"
    floor_seconds, _ = _in_child("_raw_child", str(source), str(floor_store))
    _remove(floor_store)
    source.unlink()
    report.rate("import of JSONL, memories/s", count / seconds, count / floor_seconds, at_least=1.0)
    report.memory("peak memory of the import", peak, 150)


def _import_child(source: str, target: str) -> None:
    reader = registry.reader_for(Path(source), "memtui")
    records = (record for record in reader.read(Path(source)) if isinstance(record, Draft))
    corpus.fill(Path(target), records, NOW)


def _raw_child(source: str, target: str) -> None:
    """The floor: the rows as they end up, in transactions of 10,000, indexes and words kept by SQLite."""
    store = open_store(target, clock=lambda: NOW)
    with store.write() as tx:
        tx.execute(
            "CREATE TRIGGER floor_words AFTER INSERT ON memories BEGIN "
            "INSERT INTO memories_fts (rowid, text, abstract) VALUES (new.id, new.text, new.abstract); END"
        )
    columns = (
        "id, uid, text, scope, type, state, importance, half_life, rank_key, created_at, updated_at, "
        "last_accessed_at, access_count, session_count, norm_hash, origin"
    )
    insert = f"INSERT INTO memories ({columns}) VALUES ({', '.join('?' * 16)})"
    rows: list[tuple[object, ...]] = []
    names: list[tuple[int, str]] = []

    def flush() -> None:
        with store.write() as tx:
            tx.execute_many(insert, rows)
            tx.execute_many("INSERT INTO categories VALUES (?, ?)", names)
        rows.clear()
        names.clear()

    with Path(source).open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            o = json.loads(line)
            kept = (o["text"], o["scope"], o["type"], "live", o["importance"])
            used = (o["access_count"], o["session_count"])
            derived = (fingerprint(o["text"]), "agent")
            rows.append((number, o["uid"], *kept, 30.0, number * 1e-3, NOW, NOW, None, *used, *derived))
            names.append((number, o["categories"][0]))
            if len(rows) == 10_000:
                flush()
    flush()
    store.close()


def _line(draft: Draft) -> str:
    record = {
        "uid": new_uid(draft.created_at or NOW),
        "text": draft.text,
        "scope": draft.scope,
        "type": draft.type.value,
        "categories": list(draft.categories),
        "importance": draft.importance,
        "pinned": draft.pinned,
        "origin": draft.origin.value,
        "created_at": to_iso(draft.created_at or NOW),
        "access_count": draft.access_count,
        "session_count": draft.session_count,
    }
    if draft.last_accessed_at is not None:
        record["last_accessed_at"] = to_iso(draft.last_accessed_at)
    return json.dumps(record) + "\n"


# -- the store, without a screen -----------------------------------------------------------------------


def _measure_store(report: Report, big: Path) -> None:
    with open_store(big, clock=lambda: NOW) as store:

        def page(start: int, words: str = "") -> Callable[[], object]:
            return lambda: listing.listing(store, parse(words)).ids(start, start + 50)

        end = scopes.count(store, "/")
        first = best(page(0))
        report.time("first page by strength", first, limit_ms=2.0)
        report.ratio("the same by sorting every strength", best(lambda: _sorted_in_sql(store), 3), first)
        report.time("last page", best(page(end - 50)), limit_ms=100)
        report.time("a page in the middle", best(page(end // 2)))
        slowest = max(best(page(0, f"in:{node.scope}"), 2) for node in scopes.tree(store)[::7])
        report.time("first page of the slowest of 300 scopes", slowest, limit_ms=25)
        for words in _FILTERS:
            wanted = parse(searching.rare_word(store) if words == "rare" else words)
            count = best(lambda: selection.count(store, wanted), times=2)  # noqa: B023
            lines_read = best(page(0, wanted.describe()), times=2)
            report.time(f"filter {words}: count", count)
            report.time(f"filter {words}: listing", lines_read)
        asking.measure(store, report, NOW)
        searching.measure(store, report, NOW)


def _measure_over_time(report: Report, big: Path) -> None:
    """A step of the time line, and what Insights shows at once, against sorting every strength."""
    with open_store(big, clock=lambda: NOW) as store:
        report.time("first figures of Insights", best(lambda: glance(store)), limit_ms=100)
        read = sample(store, Settings())
        shorter = replace(store.decay, half_lives=dict.fromkeys(store.decay.half_lives, 5.0))
        report.time("What if: a move of a slider", best(lambda: outlook(read, shorter)), limit_ms=200)
        floor = best(lambda: _sorted_in_sql(store), 3)
        with closing(Past(store)) as past:
            scope = max(scopes.tree(store)[1:], key=lambda node: node.total).scope
            for days, within in ((1, "/"), (30, "/"), (365, "/"), (700, "/"), (-30, "/"), (365, scope)):

                def step(when: float = NOW - days * DAY, within: str = within) -> None:
                    past.memories(past.listing(when, within).ids(0, 64), when)

                words = f"{plural(abs(days), 'day')} {'back' if days > 0 else 'on'}"
                words += " in the largest scope" if within != "/" else ""
                report.ratio(f"time line, {words}", best(step), floor, limit_ms=50)
        with closing(_single_days(store)) as each:
            for days in (1, 30, 365):
                took = best(lambda: each.day(NOW - days * DAY), 3)  # noqa: B023
                words = f"{plural(days, 'day')} back, read before the journal is replayed"
                report.ratio(f"time line, {words}", took, floor)


def _single_days(store: Store) -> EachDay:
    """Return what reads single days while the journal is replayed."""
    given: list[EachDay] = []
    Past(store, readable=given.append).close()
    return given[0]


def _sorted_in_sql(store: Store) -> None:
    store.query(
        "SELECT id, rank_key - ? / 86400.0 / coalesce(half_life, 1e9) AS strength FROM memories NOT INDEXED "
        "WHERE state = 'live' ORDER BY strength DESC LIMIT 50",
        (NOW,),
    )


def _measure_bulk_forget(report: Report, folder: Path, big: Path) -> None:
    """Forgetting 100,000 memories as an op, against one UPDATE of as many; and how long others waited."""
    floor_copy, ours = folder / "forget-floor.db", folder / "forget.db"
    wanted = parse("cat:decision")
    shutil.copy(big, floor_copy)
    shutil.copy(big, ours)
    with open_store(floor_copy, clock=lambda: NOW) as store:
        chosen = json.dumps(selection.ids(store, wanted, BULK))
        started = time.perf_counter()
        with store.write() as tx:
            tx.execute(
                "UPDATE memories SET state = 'dropped' WHERE id IN (SELECT value FROM json_each(?))",
                (chosen,),
            )
        floor = time.perf_counter() - started
    with open_store(ours, clock=lambda: NOW) as store:
        ids = selection.ids(store, wanted, BULK)
        with _waiting(ours) as waits:
            started = time.perf_counter()
            outcome = states.drop(store, ids, by=PERSON_AT_CLI)
            took = time.perf_counter() - started
        report.ratio(f"bulk forget of {outcome.changed:,}", took, floor, at_most=2.5)
        report.time("longest wait of another process meanwhile", max(waits), limit_ms=200)
        with _waiting(ours) as waits:
            started = time.perf_counter()
            undo.undo(store, by=PERSON_AT_CLI)
            report.ratio("undo of it", time.perf_counter() - started, floor)
        report.time("longest wait during the undo", max(waits), limit_ms=200)
    _remove(floor_copy)
    _remove(ours)


@contextmanager
def _waiting(path: Path) -> Iterator[list[float]]:
    """Keep asking for the write lock from another process, and record how long each answer took."""
    code = (
        "import sqlite3, sys, time\n"
        "c = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)\n"
        "print(0.0, flush=True)\n"
        "while True:\n"
        "    asked = time.perf_counter()\n"
        "    while True:\n"
        "        try: c.execute('BEGIN IMMEDIATE'); break\n"
        "        except sqlite3.OperationalError: time.sleep(0.0005)\n"
        "    c.execute('ROLLBACK')\n"
        "    print(time.perf_counter() - asked, flush=True)\n"
        "    time.sleep(0.005)\n"
    )
    waits: list[float] = []
    other = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    other.stdout.readline()
    try:
        yield waits
    finally:
        other.terminate()
        waits += [float(line) for line in other.stdout.read().split()]
        other.wait()


def _measure_cli(report: Report, big: Path) -> None:
    env = {**os.environ, "MEMTUI_DB": str(big)}
    ours = [sys.executable, "-m", "memtui", "list", "--limit", "20"]
    floor = [sys.executable, "-c", "import sqlite3, json, click"]
    took = Spread.of([_wall(ours, env) for _ in range(7)]).median
    least = Spread.of([_wall(floor, env) for _ in range(7)]).median
    report.ratio("memtui list --limit 20, whole process", took, least, limit_ms=250)


# -- what a capture compares with ----------------------------------------------------------------------


def _measure_learning(report: Report, folder: Path, big: Path) -> None:
    """Giving every memory its vector, then comparing 1,000 new statements with all of them."""
    copy = folder / "learn.db"
    shutil.copy(big, copy)
    seconds, peak = _in_child("_embed_child", str(copy))
    report.time("a vector for every memory", seconds)
    report.memory("peak memory of that", peak, 400)
    seconds, peak = _in_child("_compare_child", str(copy))
    report.time("1,000 new statements compared with the store", seconds, limit_ms=60_000)
    report.memory("peak memory of that", peak, 400)
    _remove(copy)


def _embed_child(path: str) -> None:
    from memtui.capture import embedding
    from memtui.config.settings import Embeddings, Llm
    from memtui.llm.embeddings import embedder

    with open_store(path, clock=lambda: NOW) as store:
        model = embedder(Embeddings(), Llm())
        if model is not None:
            embedding.fill(store, model)


def _compare_child(path: str) -> None:
    from memtui.capture.consolidate import consolidate
    from memtui.capture.facts import Candidate
    from memtui.config.settings import Embeddings, Llm
    from memtui.llm.embeddings import embedder

    statements = [Candidate(draft.text, draft.text) for draft in corpus.drafts(1_000, NOW, seed=99)]
    with open_store(path, clock=lambda: NOW) as store:
        consolidate(store, "/", statements, embedder=embedder(Embeddings(), Llm()))


# -- helpers -------------------------------------------------------------------------------------------


def _wall(command: list[str], env: dict[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def _in_child(function: str, *arguments: str) -> tuple[float, int]:
    """Run a function of this module in a process of its own; return its seconds and peak kilobytes."""
    code = (
        f"import resource, time; from benchmarks import million; start = time.perf_counter(); "
        f"million.{function}(*{arguments!r}); "
        "print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    seconds, peak = output.split()
    return float(seconds), int(peak)


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


if __name__ == "__main__":
    main()
