"""How many planted notes are found, how many honest ones are held back, and what a text costs.

Run it as `python -m benchmarks.poison [FILE]`. FILE holds honest memories of real repositories, which are no
part of the project (see `training.poison`); without it the threshold is set on the honest notes of
`training/data`. Each half of those notes is tried on a model that learned from the other half only. Times are
the processor's, of this thread, least of some rounds.
"""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from memtui.poison.finding import first_sign
from memtui.poison.model import shipped
from training.poison import Sort, load, load_plain, load_real, table, trained

_ROUNDS = 5


def measure(real: Path | None) -> None:
    """Print the tables."""
    notes = [*load(), *load_plain(), *(load_real(real) if real else ())]
    print("", *table(trained(notes)[1]), sep="\n")
    honest = [note.text for note in notes if note.sort is (Sort.REAL if real else Sort.HARD)]
    print("\n| a text | mean | target |\n| --- | --- | --- |")
    print(f"| signs | {_microseconds(first_sign, honest):.1f} µs | |")
    print(f"| model | {_microseconds(shipped().read, honest):.1f} µs | ≤ 20 µs |")


def _microseconds(ask: Callable[[str], object], texts: Sequence[str]) -> float:
    least = float("inf")
    for _ in range(_ROUNDS):
        started = time.thread_time()
        for text in texts:
            ask(text)
        least = min(least, time.thread_time() - started)
    return least / len(texts) * 1e6


if __name__ == "__main__":
    measure(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
