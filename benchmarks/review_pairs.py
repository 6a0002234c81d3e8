"""How well the review pass tells duplicates and conflicts apart, and how fast it finds them in a big store.

    python -m benchmarks.review_pairs [FOLDER]
    python -m benchmarks.review_pairs --million N [--db FILE]

The first takes pairs that people judged, from FOLDER (`pairs/` and `conflicts/`, no part of the project; by
default looked for beside the repository), stores them, finds candidates as a pass over the whole store does,
and asks the rules about those. The second makes a store of N memories with near-copies planted in it, or
takes the FILE that an earlier run made, and prints how long the candidates and their comparison take, the
peak memory, and which share of the copies is found, by which way. Each prints one table, and ends with 1 when
a target is missed.
"""

import argparse
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks import statements
from benchmarks.pairs import BESIDE, Figure, Pair, negated, sick, updates
from memtui.capture import embedding
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft
from memtui.domain.proposal import Finding
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import embedder
from memtui.review import changed_pairs, pairs
from memtui.review.renewing import in_order
from memtui.review.rule import Context
from memtui.review.rules.conflict import RULE as CONFLICT
from memtui.review.rules.duplicate import RULE as DUPLICATE
from memtui.store import likeness, memories
from memtui.store.database import Store
from memtui.store.opening import open_store

NOW = 1_795_000_000.0
SECONDS, MEGABYTES, SHARE = 100.0, 300.0, 95.0
"""What the candidates of a million memories and their comparison may take, and how many copies are found."""
CHANGED, CHANGED_SECONDS = 100, 0.6

Found = dict[tuple[int, int], Finding]


def main() -> None:
    """Print the table that is asked for; exit 1 when a target is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=BESIDE)
    parser.add_argument("--million", type=int, metavar="N")
    parser.add_argument("--db", type=Path)
    told = parser.parse_args()
    if told.million or told.db:
        sys.exit(not _big(told.million or 1_000_000, told.db))
    found = list(figures(told.folder))
    if not found:
        print(f"Nothing to measure: there is no pairs/ or conflicts/ in {told.folder}.")
        return
    print("\nDuplicates and conflicts, as the review pass finds and proposes them\n")
    print("| what | pairs | memtui | target | |\n|---|---|---|---|---|")
    for figure in found:
        verdict = "" if not figure.target else "met" if figure.met else "MISSED"
        print(f"| {figure.name} | {figure.of:,} | {figure.percent:.1f} % | {figure.target} | {verdict} |")
    sys.exit(not all(figure.met for figure in found))


# -- what people judged --------------------------------------------------------------------------------


def figures(folder: Path) -> Iterator[Figure]:
    """Yield every figure for which there is data in `folder`."""
    rows = [row for file in sorted((folder / "pairs").glob("SICK_*.txt")) for row in sick(file)]
    if rows:
        same = [pair for pair, related, label in rows if label == "ENTAILMENT" and related >= 4.5]
        against = [pair for pair, _, label in rows if label == "CONTRADICTION"]
        neutral = [pair for pair, _, label in rows if label == "NEUTRAL"]
        yield _share("true duplicates proposed as duplicate (SICK)", same, Kind.DUPLICATE, at_least=75)
        yield _share("contradictions proposed as duplicate (SICK)", against, Kind.DUPLICATE, at_most=2)
        yield _share("neutral pairs proposed as duplicate (SICK)", neutral, Kind.DUPLICATE, at_most=6)
        yield _share("true duplicates, all in one scope (SICK)", same, Kind.DUPLICATE, apart=False)
        yield _share("true duplicates proposed as conflict (SICK)", same, Kind.CONFLICT)
    against = [pair for file in sorted((folder / "pairs").glob("negnli/*.txt")) for pair in negated(file)]
    if against:
        yield _share("contradictions proposed as duplicate (negation)", against, Kind.DUPLICATE, at_most=4)
    yield from _letta(folder)


def _letta(folder: Path) -> Iterator[Figure]:
    """Store each row's facts, and the new one later, in a scope of its own; see what is raised."""
    files = sorted((folder / "conflicts").glob("letta_update/*.jsonl"))
    rows = [row for file in files for row in updates(file)]
    if not rows:
        return
    with _store() as store:
        import_drafts(store, _filed([*row.facts, row.new] for row in rows), by=PERSON_AT_CLI)
        found = _found(store)
        raised = _told(store, (f for f in found.values() if f.kind is Kind.CONFLICT))
        doubled = _told(store, (f for f in found.values() if f.kind is Kind.DUPLICATE))
    hit = [
        any((n, frozenset((row.facts[i], row.new))) in raised for i in row.overturned)
        for n, row in enumerate(rows)
    ]
    beside = [
        (n, frozenset((fact, row.new))) in raised
        for n, row in enumerate(rows)
        for i, fact in enumerate(row.facts)
        if i not in row.overturned
    ]
    as_same = [
        (n, frozenset((row.facts[i], row.new))) in doubled
        for n, row in enumerate(rows)
        for i in row.overturned
    ]
    among = [
        (n, frozenset((one, other))) in raised
        for n, row in enumerate(rows)
        for i, one in enumerate(row.facts)
        for other in row.facts[i + 1 :]
    ]
    yield Figure("contradictions proposed as duplicate (letta)", _percent(as_same), len(as_same), at_most=2)
    yield Figure("overturned fact raised as conflict (letta)", _percent(hit), len(hit), at_least=60)
    yield Figure("unrelated neighbours raised as conflict", _percent(beside), len(beside), at_most=5)
    yield Figure("facts known together raised as conflict", _percent(among), len(among), at_most=5)


def _share(
    name: str,
    wanted: Sequence[Pair],
    kind: Kind,
    *,
    apart: bool = True,
    at_least: float | None = None,
    at_most: float | None = None,
) -> Figure:
    """Store pairs, each in a scope of its own or all in one, and count those that are proposed as `kind`."""
    with _store() as store:
        import_drafts(store, _filed(wanted, apart=apart), by=PERSON_AT_CLI)
        told = _told(store, (f for f in _found(store).values() if f.kind is kind), apart=apart)
    hits = [
        (n if apart else 0, frozenset(pair)) in told for n, pair in enumerate(wanted) if pair[0] != pair[1]
    ]
    return Figure(name, _percent(hits), len(hits), at_least, at_most)


def _store() -> Store:
    return open_store(Path(tempfile.mkdtemp()) / "pairs.db", clock=lambda: NOW)


def _filed(groups: Iterable[Sequence[str]], *, apart: bool = True) -> Iterator[Draft]:
    """Yield texts as memories, a day apart, the last of a group the newest."""
    for number, texts in enumerate(groups):
        for place, text in enumerate(texts):
            created = NOW - (len(texts) - place) * DAY
            yield Draft(text, scope=f"/group/g{number}" if apart else "/group", created_at=created)


def _found(store: Store) -> Found:
    """Return what the rules propose about the candidates of a whole store."""
    settings = Settings()
    model = embedder(settings.embeddings, settings.llm)
    if model is not None:
        embedding.fill(store, model)
    now = Context(store, settings, NOW, full=True)
    found: Found = {}
    for portion in pairs.everywhere(store, notes=now.notes):
        found |= _asked(store, portion, now)
    for note in now.notes:
        print(f"  ({note})", file=sys.stderr)
    return found


def _asked(store: Store, portion: Sequence[pairs.Pair], now: Context) -> Found:
    known = {m.id: m for m in memories.get_many(store, sorted({i for p in portion for i in p[:2]}))}
    found: Found = {}
    for pair in portion:
        older, newer = in_order(known[pair.a], known[pair.b])
        for rule in (CONFLICT, DUPLICATE):
            finding = rule.compare(older, newer, pair.similarity, now)
            if finding is not None:
                found[pair.a, pair.b] = finding
                break
    return found


def _told(store: Store, found: Iterable[Finding], *, apart: bool = True) -> set[tuple[int, frozenset[str]]]:
    """Return what findings are about: the number of the group, and the two texts."""
    told = set()
    for finding in found:
        both = memories.get_many(store, [target.id for target in finding.targets])
        number = int(both[0].scope.rpartition("g")[2]) if apart else 0
        told.add((number, frozenset(memory.text for memory in both)))
    return told


def _percent(found: Sequence[bool]) -> float:
    return 100 * sum(found) / len(found) if found else 0.0


# -- a big store ---------------------------------------------------------------------------------------


def _big(count: int, db: Path | None) -> bool:
    """Measure a big store; return whether the targets are met."""
    file = db or Path(tempfile.mkdtemp()) / "big.db"
    if not file.exists():
        make(file, count)
    lines: list[tuple[str, str, str, bool]] = []
    with open_store(file, clock=lambda: NOW) as store:
        planted = _planted(store)
        now = Context(store, Settings(), NOW, full=True)
        started, busy = time.perf_counter(), time.process_time()
        ready, handed, found, seen = 0.0, 0, Counter[str](), set()
        proposed: set[tuple[int, int]] = set()
        for portion in pairs.everywhere(store, notes=now.notes):
            ready = ready or time.perf_counter() - started
            handed += len(portion)
            seen |= {pair[:2] for pair in portion if pair[:2] in planted}
            for key, finding in _asked(store, portion, now).items():
                found[finding.rule] += 1
                if finding.kind is Kind.DUPLICATE and key in planted:
                    proposed.add(key)
        took, busy = time.perf_counter() - started, time.process_time() - busy
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        lines += [
            ("live memories", f"{likeness.count_live(store):,}", "", True),
            ("candidates found in", f"{ready:.1f} s", "", True),
            ("pairs handed out", f"{handed:,}", "", True),
            ("all, with the rules asked", f"{took:.1f} s", f"≤ {SECONDS:g} s", took <= SECONDS),
            ("processor time of that", f"{busy:.1f} s", "", True),
            ("peak memory", f"{peak:.0f} MB", f"≤ {MEGABYTES:g} MB", peak <= MEGABYTES),
            *_shares("planted copies found", planted, seen, SHARE),
            *_shares("and proposed to be merged", planted, proposed, None),
            *((f"found by {way}", f"{share:.1f} %", "", True) for way, share in _by_way(store, planted)),
            *((f"proposed as {rule}", f"{n:,}", "", True) for rule, n in sorted(found.items())),
            *(("note", note, "", True) for note in now.notes),
        ]
        seconds, share = _among(store, planted)
        lines.append(
            (
                f"the pairs of {CHANGED} changed",
                f"{seconds:.2f} s",
                f"≤ {CHANGED_SECONDS:g} s",
                seconds <= CHANGED_SECONDS,
            )
        )
        lines.append(("planted copies found by that", f"{share:.1f} %", "", True))
    print(f"\nPairs of a store of {count:,}\n\n| what | measured | target | |\n|---|---|---|---|")
    for name, value, target, met in lines:
        print(f"| {name} | {value} | {target} | {('met' if met else 'MISSED') if target else ''} |")
    return all(met for *_, met in lines)


def make(file: Path, count: int) -> None:
    """Make a store of so many memories, with vectors and planted near-copies."""
    settings = Settings()
    with open_store(file, clock=lambda: NOW) as store:
        import_drafts(store, statements.drafts(count, NOW), by=PERSON_AT_CLI)
        model = embedder(settings.embeddings, settings.llm)
        if model is not None:
            embedding.fill(store, model)


def _planted(store: Store) -> dict[tuple[int, int], str]:
    """Return the pairs of an original and its copy, and how the copy was made."""
    rows = store.query(
        "SELECT min(a.id, b.id), max(a.id, b.id), json_extract(b.provenance, '$.way') FROM memories b "
        "JOIN memories a ON a.uid = json_extract(b.provenance, '$.copy_of') WHERE b.provenance != '{}'"
    )
    return {(row[0], row[1]): row[2] for row in rows}


def _shares(
    name: str, planted: dict[tuple[int, int], str], found: set[tuple[int, int]], target: float | None
) -> Iterator[tuple[str, str, str, bool]]:
    share = 100 * len(found) / max(len(planted), 1)
    goal = "" if target is None else f"≥ {target:g} %"
    yield name, f"{share:.1f} % of {len(planted):,}", goal, target is None or share >= target
    for way in sorted(set(planted.values())):
        made = [key for key, how in planted.items() if how == way]
        yield f"{name}: {way}", f"{_percent([key in found for key in made]):.1f} %", "", True


def _by_way(store: Store, planted: dict[tuple[int, int], str]) -> Iterator[tuple[str, float]]:
    """Yield the share of the copies that each way of looking finds alone."""
    found = pairs.candidates(store)
    ids, count = found.live.ids, found.count
    for name, keys in (("the same text", found.same), ("rare words", found.words), ("vectors", found.signs)):
        told = set(zip(ids[keys // count].tolist(), ids[keys % count].tolist(), strict=True))
        yield name, _percent([key in told for key in planted])


def _among(store: Store, planted: dict[tuple[int, int], str]) -> tuple[float, float]:
    """Return how long the pairs of some changed memories take, half of them copies, and how many it finds."""
    copies = sorted(planted)[:: max(2 * len(planted) // CHANGED, 1)][: CHANGED // 2]
    everyone = likeness.count_live(store)
    ids = [b for _, b in copies] + list(range(1, everyone, max(everyone // (CHANGED - len(copies)), 1)))
    took, found = _timed(lambda: {pair[:2] for pair in changed_pairs.among(store, ids[:CHANGED])})
    return took, _percent([pair in found for pair in copies])


def _timed(work: Callable[[], set[tuple[int, int]]]) -> tuple[float, set[tuple[int, int]]]:
    started = time.perf_counter()
    found = work()
    return time.perf_counter() - started, found


if __name__ == "__main__":
    main()
