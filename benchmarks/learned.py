"""What is learned from texts and sessions without a model, and how much of it a reader would not keep.

    python -m benchmarks.learned [FIXTURES] [--show]

FIXTURES holds `extraction/mempalace` (snippets with the memories that people wrote down) and `transcripts`
(sessions as programs write them) and is no part of the project: by default it is looked for beside the
repository. Prints how the rules do on the snippets, how the learned model does on sentences that it has not
seen, and what came of each session: stored unasked, offered on its card, with `--show` every text.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from benchmarks.quality import measure
from memtui.capture.cards import NEW_RULE, SUMMARY_RULE
from memtui.capture.place import WHOLE, Place
from memtui.capture.sessions import Capture
from memtui.capture.transcripts import registry
from memtui.capture.transcripts.turns import TranscriptError, Turn
from memtui.capture.walking import spoken
from memtui.config.settings import Embeddings, Settings
from memtui.store import memories, proposals
from memtui.store.opening import open_store
from training.worth import everything, trained

BESIDE = Path(__file__).parents[2] / "shared" / "fixtures"
MOST_JUNK, MOST_MISSED, MOST_JUNK_UNASKED = 0.30, 0.45, 0.15
_SETTINGS = Settings(embeddings=Embeddings(model=""))
_MOST_STORED = 1_000


def main() -> int:
    """Print the tables; return 0 when every target is met or there is nothing to measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", default=BESIDE)
    parser.add_argument("--show", action="store_true", help="every text that was stored or offered")
    told = parser.parse_args()
    rows = [*_of_snippets(told.folder / "extraction" / "mempalace"), *_of_sentences()]
    print("| what | memtui | target | |\n|---|---|---|---|")
    for name, share, counts, target in rows:
        print(
            f"| {name} | {share:.1%} ({counts}) | ≤ {target:.0%} | {'met' if share <= target else 'MISSED'} |"
        )
    if (told.folder / "transcripts").is_dir():
        _tell_of_sessions(told.folder / "transcripts", show=told.show)
    return 0 if all(share <= target for _, share, _, target in rows) else 1


def _of_snippets(folder: Path) -> Iterator[tuple[str, float, str, float]]:
    if not folder.is_dir():
        print(f"Nothing to measure: {folder} is not there.")
        return
    quality = measure(folder)
    junk, missed = quality.facts - quality.right, quality.gold - quality.found
    yield "snippets: junk among kept", 1 - quality.precision, f"{junk} of {quality.facts}", MOST_JUNK
    yield "snippets: missed", 1 - quality.recall, f"{missed} of {quality.gold}", MOST_MISSED


def _of_sentences() -> Iterator[tuple[str, float, str, float]]:
    keep, standing = trained(everything())[1]
    yield "unseen sentences: junk among kept", keep.wrong / keep.yes, f"{keep.wrong} of {keep.yes}", MOST_JUNK
    yield (
        "unseen sentences: missed",
        keep.missed / keep.wanted,
        f"{keep.missed} of {keep.wanted}",
        MOST_MISSED,
    )
    share, counts = standing.wrong / standing.yes, f"{standing.wrong} of {standing.yes}"
    yield "unseen sentences: wrongly stored unasked", share, counts, MOST_JUNK_UNASKED


def _tell_of_sessions(folder: Path, *, show: bool) -> None:
    read = stored = offered = 0
    texts: list[str] = []
    for path in sorted(folder.rglob("*.json*")):
        try:
            turns = _turns(path)
        except TranscriptError:
            continue
        unasked, waiting = _captured(turns, path)
        read, stored, offered = read + 1, stored + len(unasked), offered + len(waiting)
        name = path.relative_to(folder)
        texts += [f"{name}: stored: {text}" for text in unasked]
        texts += [f"{name}: offered: {text}" for text in waiting]
    print(f"\n{read} sessions: {stored} memories stored unasked, {offered} offered on cards")
    for text in texts if show else ():
        print(f"  {text}")


def _turns(path: Path) -> list[Turn]:
    reading = registry.read(path, ended=True)
    turns = list(reading.turns)
    while not reading.complete:
        reading = registry.read(path, offset=reading.offset, ended=True)
        turns += reading.turns
    return [] if reading.own else spoken(turns)


def _captured(turns: list[Turn], path: Path) -> tuple[list[str], list[str]]:
    """Return what one session has stored unasked, and what waits on its card."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(open_store(Path(folder) / "a.db")) as store,
        Capture(
            store, _SETTINGS, Place(session=path.stem, client="bench", way=WHOLE), offline=True
        ) as capture,
    ):
        asyncio.run(capture.take(turns))
        asyncio.run(capture.conclude(turns[-8:]))
        cards = proposals.get_many(store, proposals.ids(store))
        return (
            [memory.text for memory in memories.get_many(store, range(1, _MOST_STORED))],
            [card.change.new_text for card in cards if card.rule in {NEW_RULE, SUMMARY_RULE}],
        )


if __name__ == "__main__":
    sys.exit(main())
