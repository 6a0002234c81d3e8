"""Whether a simulated year meets its targets by more than luck: other seeds, and people of other diligence.

    python -m benchmarks.simulation [SEED ...]

Plays 10,000 turns in a year for each seed (by default 7, 1 and 2), then the first seed with a person who is
careless, and with one who never misses a sitting. Prints one table, and ends with 1 when a seed misses a
target at the usual diligence. The page for one seed is docs/simulation.md, made by `memtui simulate`.
"""

import sys
from collections.abc import Iterator

from simulation.figures import Options, Result, percent
from simulation.run import simulate

SEEDS = (7, 1, 2)
OTHERS = (0.3, 1.0)


def main() -> None:
    """Print the table; exit 1 when a target is missed."""
    seeds = [int(word) for word in sys.argv[1:]] or list(SEEDS)
    print("\nA simulated year of 10,000 turns\n")
    print("| seed | diligence | live | at most | no review | junk | used | came back | a week | took | |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|")
    met = True
    for options in _runs(seeds):
        result = simulate(options)
        missed = [target.name for target in result.targets() if not target.met]
        print(_row(result, missed), flush=True)
        met = met and (not missed or options.diligence != Options().diligence)
    print(
        "\nlive, at most, no review: memories at the end, at most, and had nobody looked; junk: planted junk"
    )
    print(
        "that was proposed; used: used memories proposed for removal while wanted; came back: losses, by undo"
    )
    print("and by restore")
    sys.exit(not met)


def _runs(seeds: list[int]) -> Iterator[Options]:
    for seed in seeds:
        yield Options(seed=seed)
    for diligence in OTHERS:
        yield Options(seed=seeds[0], diligence=diligence)


def _row(result: Result, missed: list[str]) -> str:
    options, told, last = result.options, result.sittings, result.weeks[-1]
    junk = result.junk().values()
    share = sum(f.proposed for f in junk) / max(sum(f.planted for f in junk), 1)
    used = len(result.used_and_proposed()) / max(len(result.used()), 1)
    return (
        f"| {options.seed} | {options.diligence:g} | {last.live:,} | {result.peak:,} | {last.written:,} | "
        f"{percent(share)} | {percent(used)} | {result.restorable:,} of {len(told.losses):,} | "
        f"{told.seconds / 60 / len(result.weeks):.1f} min | {result.seconds:.0f} s | "
        f"{'MISSED: ' + ', '.join(missed) if missed else 'met'} |"
    )


if __name__ == "__main__":
    main()
