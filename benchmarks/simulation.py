"""Whether a simulated year meets its targets by more than luck: other seeds, and people of other diligence.

    python -m benchmarks.simulation [SEED ...]

Plays 10,000 turns in a year for each seed (by default 7 to 10), then the first seed with a person who is
careless, and with one who never misses a sitting. Prints one table of the years, and one of how many cards of
each rule were right in each seed. Ends with 1 when the seeds miss a target in the mean. The page for one seed
is docs/simulation.md, made by `memtui simulate`.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence

from simulation.figures import KindFigures, Options, Result, Target, in_the_mean, percent
from simulation.run import simulate

SEEDS = (7, 8, 9, 10)
OTHERS = (0.3, 1.0)


def main() -> None:
    """Print the tables; exit 1 when a target is missed in the mean."""
    seeds = [int(word) for word in sys.argv[1:]] or list(SEEDS)
    print("\nA simulated year of 10,000 turns\n")
    print("| seed | diligence | live | at most | no review | junk | used | came back | a week | took | |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|")
    years: list[list[Target]] = []
    rules: list[dict[str, KindFigures]] = []
    for options in _runs(seeds):
        result = simulate(options)
        if options.diligence == Options().diligence:
            rules.append(result.rules())
            years.append(result.targets())
        missed = [target.name for target in result.targets() if not target.met]
        print(_row(result, missed), flush=True)
    print(
        "\nlive, at most, no review: memories at the end, at most, and had nobody looked; junk: planted junk"
    )
    print(
        "that was proposed; used: used memories proposed for removal while wanted; came back: losses, by undo"
    )
    print("and by restore")
    averages = in_the_mean(years)
    print("\nIn the mean of the seeds\n\n| what | wanted | found (each seed) | |\n|---|---|---|---|")
    for target in averages:
        print(f"| {target.name} | {target.wanted} | {target.found} | {'met' if target.met else 'MISSED'} |")
    print(
        f"\nCards that were right, of all, by rule and seed\n\n| rule | {' | '.join(map(str, seeds))} | all |"
    )
    print(f"|---|{'--:|' * (len(seeds) + 1)}")
    for line in _by_rule(rules):
        print(line)
    sys.exit(not all(target.met for target in averages))


def _runs(seeds: list[int]) -> Iterator[Options]:
    for seed in seeds:
        yield Options(seed=seed)
    for diligence in OTHERS:
        yield Options(seed=seeds[0], diligence=diligence)


def _by_rule(years: Sequence[Mapping[str, KindFigures]]) -> Iterator[str]:
    for rule in sorted({rule for year in years for rule in year}):
        told = [year.get(rule, KindFigures()) for year in years]
        right, proposed = sum(each.right for each in told), sum(each.proposed for each in told)
        cells = " | ".join(f"{each.right} of {each.proposed}" for each in told)
        yield f"| {rule} | {cells} | {percent(right / proposed)} |"


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
