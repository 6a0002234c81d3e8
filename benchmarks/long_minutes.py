"""How long a long text of minutes takes to read without a model, and how soon its first facts are there.

    python -m benchmarks.long_minutes [--size 100000]

The text is made up: minutes of meetings with days, figures and names, and one bullet for each statement. Its
floor is what no reading can do without, cutting the same text into sentences. A tenth of the text is read
first; what the whole takes for each character beside that says whether the work grows with the length alone.
Prints one table, and ends with 1 when a target is missed. Half a minute.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import closing
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

from benchmarks import statements
from benchmarks.report import Report
from benchmarks.timing import Took
from memtui.capture.extractors import choose
from memtui.capture.pipeline import Options, Run
from memtui.capture.sentences import sentences
from memtui.config import Settings
from memtui.store.opening import open_store

NOW = 1_795_000_000.0
_MOST = 220
"""How many times as long as cutting it into sentences. Chosen: half as much again as was measured."""
_GROWS = 1.5
"""How many times as much a character of the whole may take as one of its tenth."""
_FIRST_MS = 2_000
"""Milliseconds until there are facts of a text of any length."""
_PEOPLE = ("Ada", "Ben", "Chloe", "Farid", "Ines", "Kira", "Nils", "Priya", "Rosa", "Sven")
_ENDS = (
    "from {day} on",
    "until {day}",
    "by {day}",
    "{count} times a day",
    "within {count} minutes",
    "for {who}",
)
_IN_A_MEETING = 40


def main() -> None:
    """Print the table; exit 1 when a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=int, default=100_000, help="characters of the text")
    size = parser.parse_args().size
    text = minutes(size)
    read(minutes(2_000))  # loads what reads
    tenth, _ = read(text[: size // 10])
    whole, first = read(text)
    floor = min(Took.of(lambda: list(sentences(text))).processor for _ in range(3))
    report = Report(f"Minutes of {len(text):,} characters, read without a model")
    report.ratio("all of it, against cutting it into sentences", whole, floor, at_most=_MOST)
    report.ratio(
        "a character of it, against one of its tenth", whole / size, tenth / (size // 10), at_most=_GROWS
    )
    report.time("until its first facts", first, limit_ms=_FIRST_MS)
    print(report.table())
    sys.exit(not report.met)


def read(text: str) -> tuple[float, float]:
    """Return the processor's seconds for all of a text, and until its first facts."""
    settings = Settings()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(open_store(Path(folder) / "minutes.db", clock=lambda: NOW)) as store,
    ):
        started = time.process_time()
        extractor = choose(settings, now=NOW, offline=True)
        run = Run(store, text, extractor, Options(scope="/project/atlas", handed_over=True))
        first = asyncio.run(_first_of(run, started))
        return time.process_time() - started, first


async def _first_of(run: Run, started: float) -> float:
    """Read a text to its end, and return when the first facts were there."""
    first = 0.0
    async for facts in run:
        if facts and not first:
            first = time.process_time() - started
    return first


def minutes(size: int, seed: int = 5) -> str:
    """Return minutes of meetings of about so many characters, the same for the same seed."""
    chance = random.Random(seed)
    drafts = statements.drafts(size // 40 + 100, NOW, seed)
    told = (draft.text.split("\n")[0].rstrip(".") for draft in drafts)
    day = date(2026, 1, 5)
    lines: list[str] = []
    while sum(map(len, lines)) < size:
        lines.append(f"\n## Meeting of {day:%d %B %Y}\n\nPresent: {', '.join(chance.sample(_PEOPLE, 4))}\n\n")
        for each in islice(told, _IN_A_MEETING):
            end = chance.choice(_ENDS).format(
                day=f"{day + timedelta(chance.randint(1, 90)):%d %B %Y}",
                count=chance.randint(2, 90),
                who=chance.choice(_PEOPLE),
            )
            lines.append(f"- {each} {end}.\n")
        day += timedelta(7)
    return "".join(lines)[:size]


if __name__ == "__main__":
    main()
