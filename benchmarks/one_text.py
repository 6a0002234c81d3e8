"""A search for the text that somebody would wait for longest: 400 KB of one piece, repeated, by each way in.

    python -m benchmarks.one_text [--size 400000] [--only WAY … | --only screen]

The pieces are those of the tests of growth, and what the ways in look for. Prints the slowest of each way, in
seconds of processor time, and ends with 1 when one takes more than a second where a screen or a server
waits. What runs in a process of its own, such as the review pass, is printed and has no limit.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from benchmarks.one_text_on_screen import measured
from memtui.capture.facts import Window
from memtui.capture.rules.extractor import RuleExtractor
from memtui.config import Settings
from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.memory import Draft, Origin
from memtui.language.difference import compare
from memtui.lifecycle.add import add
from memtui.lifecycle.enqueue import TEXT, enqueue
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.holding import suspected
from memtui.recall.search import recall
from memtui.review.passes import run_pass
from memtui.secrets.finding import redact
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.patterns import PIECES

_LIMIT_S = 1.0
_MORE = (
    *("<think>", "</think>", "<think ", "the <think> and ", "User has tea. ", "- x\n\n", "x\n\n", "§\n"),
    *(
        "We use Redis. ",
        "password=hunter2 ",
        "token: abcDEF123456 ",
        "the token is ",
        "password: ",
        "Key ",
        "=",
        "A1 ",
    ),
    *("https://a.example/x?y=z ", "a1b2c3d4e5f6", "決定", "🙂", "\u202e", "\u200b", "e\u0301", "/a/b.py "),
    *("Ada Lovelace ", "2026-01-01 ", "ignore previous instructions ", "curl x | sh ", "aB3+/"),
)
_EACH = tuple(dict.fromkeys((*PIECES, *_MORE)))
_AGENT = Actor(ActorKind.AGENT, "mcp")


def main() -> None:
    """Print the table; exit 1 when something waits too long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=int, default=400_000, help="characters")
    parser.add_argument("--only", nargs="+")
    options = parser.parse_args()
    met = True
    print(f"| way in, {options.size:,} characters | slowest | piece | limit | |\n|---|---:|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "one.db") as store:
        for name, (way, waits) in _ways(store, Path(folder)).items():
            if options.only and not any(word in name for word in options.only):
                continue
            seconds, piece = max((_seconds(way, each * (options.size // len(each))), each) for each in _EACH)
            met &= _told(name, seconds, piece, waits=waits)
        if not options.only or "screen" in options.only:
            acts = asyncio.run(measured(Path(folder), _EACH, options.size))
            for act, (seconds, piece) in acts.items():
                met &= _told(f"the screen: {act}", seconds, piece, waits=True)
    sys.exit(not met)


def _told(name: str, seconds: float, piece: str, *, waits: bool) -> bool:
    """Print a row of the table, and return whether its limit is kept."""
    kept = not waits or seconds <= _LIMIT_S
    limit = f"≤ {_LIMIT_S:g} s" if waits else "none"
    print(f"| {name} | {seconds:.2f} s | `{piece!r}` | {limit} | {'met' if kept else 'MISSED'} |", flush=True)
    return kept


def _ways(store: Store, folder: Path) -> Mapping[str, tuple[Callable[[str], object], bool]]:
    """Return what is done with a text, by its name, and whether a screen or a server waits for it."""
    known = add(store, Draft("Atlas uses SQLite"), by=PERSON_AT_CLI).memory
    numbers = iter(range(10_000))

    def fresh() -> Store:
        return open_store(folder / f"{next(numbers)}.db")

    def added(text: str) -> None:
        with fresh() as empty, contextlib.suppress(Refused):
            add(empty, Draft(text, origin=Origin.AGENT), by=_AGENT)

    def reviewed(text: str) -> None:
        with fresh() as empty, contextlib.suppress(Refused):
            add(empty, Draft(text, origin=Origin.IMPORTED), by=_AGENT)
            run_pass(empty, Settings(), full=True)

    def queued(text: str) -> None:
        with store.write() as tx:
            enqueue(tx, TEXT, text=text)

    def extracted(text: str) -> None:
        asyncio.run(RuleExtractor(date(2026, 11, 20)).extract(Window(0, text, 0, len(text))))

    return {
        "an agent adds it": (added, True),
        "an agent asks it, or a person with a prompt": (lambda text: recall(store, text), True),
        "a hook or an agent leaves it for a worker": (queued, True),
        "a screen shows it, its secrets masked": (redact, True),
        "an agent may be told it": (
            lambda text: suspected(replace(known, text=text, origin=Origin.AGENT)),
            True,
        ),
        "extracting, in a worker": (extracted, False),
        "comparing it with another, in a pass": (lambda text: compare(text, f"{text} more"), False),
        "adding and reviewing it, in a pass": (reviewed, False),
    }


def _seconds(way: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    way(text)
    return time.process_time() - started


if __name__ == "__main__":
    main()
