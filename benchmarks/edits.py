"""How many edits of lines in a linked file are known as such: followed, or shown beside the old line.

    python -m benchmarks.edits [FILE]

FILE holds labelled memories (see `training.labelled`) and is no part of the project: by default it is looked
for beside the repository. The lines of each store are written to a memory file, which is linked; a tenth of
them is edited the way people and agents edit (a figure changed, a clause added or cut, words replaced by
those of other lines), a tenth is deleted, as many new ones come, and the file is read again. The edits are
drawn, so they stand for real ones only in part; the deleted and new lines are real.

First all of these stand at the end of the file, so that no place tells anything: an edit should be on one
card with the old line. Then each stands where the old line stood, and a new line in the place of a deleted
one: an edit should be followed, and no memory may become a line that has nothing to do with it.
"""

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path

from benchmarks.removals import BESIDE
from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import State
from memtui.sources import syncing
from memtui.store import memories, proposals, sources
from memtui.store.database import Store
from memtui.store.opening import open_store
from training.labelled import load

WAYS = ("a figure", "a clause more", "a clause less", "a fifth of the words", "half of the words")
SHOWN = 0.8
"""The target: the share of edits on a card with their old line."""
_FEWEST = 20
"""Lines of a store that is tried."""
_HEADINGS = re.compile(r"^.* › [^:]*: *(?=.)")
"""What stood above a line, which says nothing of the line."""
Tried = Callable[[Sequence[str], random.Random, Path], Iterator[tuple[str, bool]]]


def edited(line: str, way: str, others: Sequence[str], draw: random.Random) -> str:
    """Return a line as somebody might rewrite it."""
    words, foreign = line.split(), " ".join(draw.sample(list(others), 2)).split()
    if way == "a figure":
        digits = [n for n, word in enumerate(words) if any(map(str.isdigit, word))]
        at = draw.choice(digits or range(len(words)))
        words[at] = str(draw.randrange(10, 99))
    elif way == "a clause more":
        words += foreign[: max(3, len(words) // 3)]
    elif way == "a clause less":
        words = words[: max(3, 2 * len(words) // 3)]
    else:
        share = 0.2 if way == "a fifth of the words" else 0.5
        for at in draw.sample(range(len(words)), max(1, round(share * len(words)))):
            words[at] = draw.choice(foreign)
    return " ".join(words)


def tried(lines: Sequence[str], draw: random.Random, folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield for each edit how it was made and whether its card shows both; and for each other pair, `""`."""
    lines = list(dict.fromkeys(" ".join(line.split()) for line in lines))
    draw.shuffle(lines)
    tenth = max(2, len(lines) // 10)
    changing, going, coming, staying = (
        lines[:tenth],
        lines[tenth : 2 * tenth],
        lines[2 * tenth : 3 * tenth],
        lines[3 * tenth :],
    )
    file = folder / "MEMORY.md"
    with closing(open_store(folder / "edits.db")) as store:
        file.write_text(_written([*changing, *going, *staying]))
        source, _ = syncing.link(store, file, "markdown", by=PERSON_AT_CLI, gate=Gate())
        became = {}
        for line in changing:
            way = draw.choice(WAYS)
            became[line] = (edited(line, way, staying, draw), way)
        file.write_text(_written([*staying, *(new for new, _ in became.values()), *coming]))
        syncing.sync(store, source, gate=Gate())
        shown = set(_pairs(store))
    for line, (new, way) in became.items():
        yield way, (line, new) in shown
    yield from (("", True) for _ in shown - {(line, new) for line, (new, _) in became.items()})


def tried_in_place(lines: Sequence[str], draw: random.Random, folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield for each edit where the line stood how it was made and whether its memory follows; and for each
    line that another one took the place of, `""` and whether its memory became that.
    """
    lines = list(dict.fromkeys(_HEADINGS.sub("", " ".join(line.split())) for line in lines))
    draw.shuffle(lines)
    fourth = len(lines) // 4
    staying, coming = lines[:-fourth], lines[-fourth:]
    file = folder / "MEMORY.md"
    with closing(open_store(folder / "in_place.db")) as store:
        file.write_text(_written(staying))
        source, _ = syncing.link(store, file, "markdown", by=PERSON_AT_CLI, gate=Gate())
        ids = {record.key: record.memory_id for record in sources.records(store, source.id)}
        were = {
            memory.text.removeprefix("Notes: "): memory.id
            for memory in memories.get_many(store, list(ids.values()))
        }
        became = {}
        for at, line in enumerate(staying):
            if at % 3 == 1 and coming:
                became[line] = (coming.pop(), "")
            elif at % 6 == 3:
                way = draw.choice(WAYS)
                became[line] = (edited(line, way, staying, draw), way)
        file.write_text(_written([became.get(line, (line, ""))[0] for line in staying]))
        syncing.sync(store, source, gate=Gate())
        now = {
            memory.id: memory.text.removeprefix("Notes: ")
            for memory in memories.get_many(store, list(were.values()))
        }
    for line, (new, way) in became.items():
        if line in were:
            yield way, now[were[line]] == new


def _written(lines: Sequence[str]) -> str:
    return "# Notes\n\n" + "".join(f"- {line}\n" for line in lines)


def _pairs(store: Store) -> Iterator[tuple[str, str]]:
    for card in proposals.get_many(store, proposals.ids(store)):
        if card.rule == syncing.REWORDED:
            ids = [card.targets[0].id, card.targets[1].id]
            old, new = (m.text.removeprefix("Notes: ") for m in memories.get_many(store, ids))
            assert all(m.state is State.LIVE for m in memories.get_many(store, ids))
            yield old, new


def main() -> int:
    """Run it; returns 1 when too few edits are shown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.edits", description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=BESIDE)
    file = parser.parse_args().file
    if not file.is_file():
        print(f"edits: there is no {file}; nothing measured")
        return 0
    made, shown = _counted(file, tried)
    for way in WAYS:
        print(f"{way:24} {shown[way]:4} of {made[way]:4} on a card with the old line")
    share = sum(shown[way] for way in WAYS) / sum(made[way] for way in WAYS)
    print(f"{'all':24} = {share:.0%} (≥ {SHOWN:.0%})")
    print(f"lines paired that have nothing to do with each other: {made['']}")
    made, followed = _counted(file, tried_in_place)
    for way in WAYS:
        print(f"{way:24} {followed[way]:4} of {made[way]:4} followed where the line stood")
    print(f"lines that became another one in their place: {followed['']} of {made['']} (0)")
    return 0 if share >= SHOWN and not followed[""] else 1


def _counted(file: Path, trying: Tried) -> tuple[Counter[str], Counter[str]]:
    """Return how many were tried in each way, and of how many it is so."""
    draw = random.Random(7)
    made, so = Counter[str](), Counter[str]()
    for _, group in groupby(sorted(load(file).memories, key=lambda m: m.store), key=lambda m: m.store):
        lines = [memory.text for memory in group]
        if len(lines) >= _FEWEST:
            with tempfile.TemporaryDirectory() as folder:
                for way, is_so in trying(lines, draw, Path(folder)):
                    made[way] += 1
                    so[way] += is_so
    return made, so


if __name__ == "__main__":
    sys.exit(main())
