"""How good and how fast the rule-based extractor is, on snippets whose memories people wrote down.

    python -m benchmarks.quality [FOLDER]

FOLDER holds `memory_extraction_dataset.jsonl` and its labels and is no part of the project: by default it
is looked for beside the repository, and without it there is nothing to measure. A gold memory is found when
six tenths of its content words are in one fact; a fact is right when it finds a gold memory. Prints one
table: what was measured, the figure and the target.
"""

import asyncio
import json
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from memtui.capture.facts import Candidate
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.windows import windows

BESIDE = Path(__file__).parents[2] / "shared" / "fixtures" / "extraction" / "mempalace"
FOUND = 0.6
MIN_IMPORTANCE = 0.3
TODAY = date(2026, 11, 20)

_STOP_WORDS = """
    a about after all also am an and any are as at be because been before being both but by can
    could did do does doing down during each even few for from further had has have having he her
    here hers herself him himself his how i if in into is it its itself just me more most my myself
    no nor not now of off on once only or other our ours out over own rather s same she should so
    some such t than that the their theirs them themselves then there these they this those through
    to too under until up very was we were what when where which while who whom why will with would
    you your yours ll re ve d m don doesn isn
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())


@dataclass(frozen=True, slots=True)
class Quality:
    """How many gold memories were found, and how many facts were right."""

    found: int
    gold: int
    right: int
    facts: int

    @property
    def recall(self) -> float:
        """The share of gold memories that were found."""
        return self.found / self.gold

    @property
    def precision(self) -> float:
        """The share of facts that found one."""
        return self.right / self.facts if self.facts else 0.0


def content_words(text: str) -> frozenset[str]:
    """Return the words of a text that carry its content."""
    words = re.findall(r"[^\W_]+(?:[-'’][^\W_]+)*", text.lower())
    bare = (word.replace("’", "'").removesuffix("'s") for word in words)
    return frozenset(word for word in bare if word not in STOP_WORDS)


def extracted(text: str) -> list[Candidate]:
    """Return what the rules find in a text and the gate on importance lets pass."""
    extractor = RuleExtractor(TODAY)
    found = [fact for window in windows(text) for fact in asyncio.run(extractor.extract(window))]
    return [fact for fact in found if fact.importance >= MIN_IMPORTANCE]


def measure(folder: Path) -> Quality:
    """Return how well the rules do on the snippets in `folder`."""
    labels = {row["id"]: row["memories"] for row in _rows(folder / "memory_extraction_labels.jsonl")}
    found = gold_count = right = fact_count = 0
    for row in _rows(folder / "memory_extraction_dataset.jsonl"):
        facts = [content_words(fact.text) for fact in extracted(row["text"])]
        gold = [content_words(memory["content"]) for memory in labels[row["id"]]]
        found += sum(any(_covers(fact, memory) for fact in facts) for memory in gold)
        right += sum(any(_covers(fact, memory) for memory in gold) for fact in facts)
        gold_count += len(gold)
        fact_count += len(facts)
    return Quality(found, gold_count, right, fact_count)


def speed(folder: Path) -> float:
    """Return how many characters a second the rules read."""
    text = "\n\n".join(row["text"] for row in _rows(folder / "memory_extraction_dataset.jsonl")) * 20
    extracted(text[:20_000])
    started = time.perf_counter()
    extracted(text)
    return len(text) / (time.perf_counter() - started)


def main(arguments: Sequence[str]) -> int:
    """Print the table; return 0 when every target is met or there is nothing to measure."""
    folder = Path(arguments[0]) if arguments else BESIDE
    if not folder.is_dir():
        print(f"Nothing to measure: {folder} is not there.")
        return 0
    quality = measure(folder)
    rate = speed(folder) / 1000
    recall = f"{quality.recall:.1%} ({quality.found} of {quality.gold})"
    precision = f"{quality.precision:.1%} ({quality.right} of {quality.facts})"
    rows = [
        ("recall, offline", recall, "≥ 55 %", quality.recall >= 0.55),
        ("precision, offline", precision, "≥ 50 %", quality.precision >= 0.5),
        ("speed, offline", f"{rate:,.0f} KB/s", "≥ 200 KB/s", rate >= 200),
    ]
    print("| what | memtui | target | |")
    print("|---|---|---|---|")
    for name, figure, target, met in rows:
        print(f"| {name} | {figure} | {target} | {'met' if met else 'MISSED'} |")
    return 0 if all(row[3] for row in rows) else 1


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _covers(fact: frozenset[str], memory: frozenset[str]) -> bool:
    return len(fact & memory) >= FOUND * len(memory)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
