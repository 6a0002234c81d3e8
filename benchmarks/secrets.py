"""How many made-up secrets are found, how much else is taken for one, and what a line costs.

Run it as `python -m benchmarks.secrets [FOLDER …]`. Folders hold real memories and transcripts, which are no
part of the project; without one only the corpus of `tests/secrets` is measured. Each line that is taken for a
secret is printed with the value itself blotted out, to be judged by eye. The floor of the time is a copy in
lower case and a search for twenty words, in the same run.
"""

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from memtui.secrets import find_secrets, redact
from tests.secrets import corpus

LIMIT_US = 60.0
_ROUNDS = 3
_SEEDS = ("one", "two", "three", "four")
"""Each draws other passwords for the same sentences."""
_WORDS = tuple(f"word{number}" for number in range(20))


def measure(folders: Sequence[Path]) -> None:
    """Print the tables."""
    print("\n| half | what | whole | half | missed | target |\n| --- | --- | --- | --- | --- | --- |")
    for half in corpus.HALVES:
        print(f"| {half} | formats and sentences | {_found(corpus.secrets(half))} | whole ≥ 95 % |")
        drawn = [example for seed in _SEEDS for example in corpus.passwords(half, seed)]
        print(f"| {half} | passwords with signs | {_found(drawn)} | |")
        drawn = [example for seed in _SEEDS for example in corpus.logins(half, seed)]
        print(f"| {half} | a password beside its login | {_found(drawn)} | |")
    print("\n| half | look-alikes taken for a secret |\n| --- | --- |")
    for half in corpus.HALVES:
        print(f"| {half} | {_alarms(half)} |")
    lines = list(dict.fromkeys(line for folder in folders for line in _lines(folder)))
    if not lines:
        lines = [example.text for half in corpus.HALVES for example in corpus.look_alikes(half)]
    held = [line for line in lines if find_secrets(line)]
    print(f"\n{len(held):,} of {len(lines):,} lines taken for a secret ({len(held) / len(lines):.2%})")
    for line in held:
        print(f"  {redact(line)[0][:160]}")
    _print_times(lines)


def _found(examples: Sequence[corpus.Example]) -> str:
    """Return how many secrets are blotted out whole, half and not at all."""
    left = Counter(corpus.left_of(example, redact(example.text)[0]) for example in examples)
    counts = (f"{left[how]} ({left[how] / len(examples):.1%})" for how in corpus.Left)
    return " | ".join(counts)


def _alarms(half: str) -> str:
    examples = corpus.look_alikes(half)
    count = sum(bool(find_secrets(example.text)) for example in examples)
    return f"{count} of {len(examples)} ({count / len(examples):.1%}, target ≤ 1 %)"


def _print_times(lines: Sequence[str]) -> None:
    asked, floor = _times(lines, find_secrets), _times(lines, _floor)
    print("\n| a line | asked | floor | ratio | target |\n| --- | --- | --- | --- | --- |")
    for name, of in (("p50", statistics.median), ("mean", statistics.mean)):
        took, least = of(asked) * 1e6, of(floor) * 1e6
        print(f"| {name} | {took:.1f} µs | {least:.1f} µs | {took / least:.1f} × | ≤ {LIMIT_US:g} µs |")


def _times(lines: Sequence[str], ask: Callable[[str], object]) -> list[float]:
    """Return the least time of each line in some rounds, in seconds."""
    least = [float("inf")] * len(lines)
    for number in range(_ROUNDS):
        for at, line in enumerate(lines):
            asked = line + " " * number  # another text, so that no answer is remembered
            started = time.perf_counter()
            ask(asked)
            least[at] = min(least[at], time.perf_counter() - started)
    return least


def _floor(line: str) -> bool:
    lower = line.lower()
    return any(word in lower for word in _WORDS)


def _lines(folder: Path) -> Iterator[str]:
    """Yield the lines of all texts under a folder, those inside of JSON too."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and "LICENSE" not in path.name):
        text = path.read_text("utf-8", "replace")
        documents = text.splitlines() if path.suffix == ".jsonl" else [text]
        for document in documents:
            for part in _texts(document) if path.suffix in {".json", ".jsonl"} else [document]:
                yield from (line for line in part.splitlines() if line.strip())


def _texts(document: str) -> Iterator[str]:
    try:
        yield from _strings(json.loads(document))
    except ValueError:
        yield document


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


if __name__ == "__main__":
    measure([Path(argument) for argument in sys.argv[1:]])
