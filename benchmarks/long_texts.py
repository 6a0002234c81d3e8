"""How long one pass over long memories takes: few of up to 20 KB, and few of up to 179 KB.

    python -m benchmarks.long_texts

The texts are made up: notes of many lines, of which some are repeated in others, with another figure here
and there, as versions of one document are. Prints one table, and ends with 1 when a target is missed.
"""

import random
import sys
import tempfile
import time
from contextlib import closing
from itertools import islice
from pathlib import Path

from benchmarks import statements
from memtui.capture import embedding
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import embedder
from memtui.review.passes import run_pass
from memtui.store.opening import open_store

NOW = 1_795_000_000.0
SIZES = ((33, 20_000, 2.0), (29, 179_000, 5.0))
"""How many memories, of up to how many characters, in at most how many seconds."""


def main() -> None:
    """Print the table; exit 1 when a target is missed."""
    print("\nOne pass over long memories\n\n| memories | pass | target | |\n|---|---|---|---|")
    met = True
    for count, longest, seconds in SIZES:
        took = measured(count, longest)
        met &= took <= seconds
        verdict = "met" if took <= seconds else "MISSED"
        print(f"| {count} of up to {longest:,} characters | {took:.1f} s | ≤ {seconds:g} s | {verdict} |")
    sys.exit(not met)


def measured(count: int, longest: int) -> float:
    """Return how many seconds of processor time one full pass takes, with the vectors made before."""
    settings = Settings()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(open_store(Path(folder) / "long.db", clock=lambda: NOW)) as store,
    ):
        import_drafts(store, drafts(count, longest), by=PERSON_AT_CLI)
        known = embedder(settings.embeddings, settings.llm)
        if known is not None:
            embedding.fill(store, known)
        started = time.process_time()
        run_pass(store, settings, full=True, embedder=known)
        return time.process_time() - started


def drafts(count: int, longest: int, seed: int = 5) -> list[Draft]:
    """Return long notes of one project, the same for the same seed."""
    chance = random.Random(seed)
    lines = [draft.text for draft in islice(statements.drafts(count * longest // 100, NOW, seed), 20_000)]
    found = []
    for number in range(count):
        size = int(longest * (0.2 + 0.8 * chance.random())) if number else longest
        note: list[str] = [f"# Notes {number}"]
        while sum(map(len, note)) + len(note) < size:
            note += [f"- {chance.choice(lines)}" for _ in range(20)]
        found.append(
            Draft("\n".join(note)[:size], scope="/project/atlas", created_at=NOW - 86_400.0 * (number + 40))
        )
    return found


if __name__ == "__main__":
    main()
