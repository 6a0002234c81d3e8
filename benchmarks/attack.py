"""Attacks on what memtui promises, and one table: promise, attempts, and how many broke it.

    python -m benchmarks.attack [--seed 1] [--rounds 1] [--kills 40] [--only WORD …]

Some attacks are made here. Others are tests from the outside whose inputs are drawn anew from the seed, where
the test suite draws the same ones each time. A round takes a few minutes; each further one has the next seed,
so more rounds look further. Ends with 1 when a promise is broken, and prints how to see it again.
`docs/security.md` says what is promised, against whom, and what is not.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.kills import MAKERS, one_kill
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, Memory, Origin
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.enqueue import TEXT, enqueue
from memtui.lifecycle.holding import tellable
from memtui.store import memories
from memtui.store.opening import open_store
from tests.poison.test_signs import HONEST, PLANTED
from tests.secrets import corpus
from tests.sources.test_replacing import ROUNDS, SAVES, lost

_AGENT = Actor(ActorKind.AGENT, "attacker")
_LONGEST_S = 3600
"""What no set of tests takes, however busy the machine is."""
_LEAST_FOUND, _MOST_ALARMS = 0.95, 0.01
"""The shares that are promised of secrets that are found, and of other lines that are taken for one."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How an attack went."""

    attempts: int
    broken: int
    words: tuple[str, ...] = ()
    """What was broken, and how to see it again."""
    allowed: float = 0.0
    """The share of the attempts that the promise leaves room for."""

    @property
    def holds(self) -> bool:
        """Whether the promise was kept, and tried at all."""
        return self.attempts > 0 and self.broken <= self.allowed * self.attempts


@dataclass(frozen=True, slots=True)
class Attack:
    """A promise, and what is done to break it."""

    name: str
    promise: str
    run: Callable[[int, int], Tally]
    """Takes a seed and how many kills to make."""


def main() -> None:
    """Attack, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--kills", type=int, default=40, help="in each round")
    parser.add_argument("--only", nargs="+", choices=[attack.name for attack in ATTACKS])
    options = parser.parse_args()
    chosen = [attack for attack in ATTACKS if not options.only or attack.name in options.only]
    seeds = range(options.seed, options.seed + options.rounds)
    print(f"seeds {seeds[0]} to {seeds[-1]}, {len(chosen)} attacks", file=sys.stderr)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        begun = [
            (each, [pool.submit(_timed, each, seed, options.kills) for seed in seeds]) for each in chosen
        ]
        tallies = [(attack, _together(tries)) for attack, tries in begun]
    print("\n".join(_table(tallies)))
    print("\n".join(f"{attack.name}: {word}" for attack, tally in tallies for word in tally.words))
    sys.exit(not all(tally.holds for _, tally in tallies))


def _timed(attack: Attack, seed: int, kills: int) -> Tally:
    began = time.monotonic()
    tally = attack.run(seed, kills)
    took = time.monotonic() - began
    print(f"{attack.name}, seed {seed}: {tally.broken} of {tally.attempts}, {took:.0f} s", file=sys.stderr)
    return tally


def _together(tries: Sequence[Future[Tally]]) -> Tally:
    tallies = [each.result() for each in tries]
    return Tally(
        sum(each.attempts for each in tallies),
        sum(each.broken for each in tallies),
        tuple(word for each in tallies for word in each.words),
        tallies[0].allowed,
    )


def _table(tallies: Sequence[tuple[Attack, Tally]]) -> Iterator[str]:
    yield "| promise | attack | attempts | broke it | |"
    yield "| --- | --- | ---: | ---: | --- |"
    for attack, tally in tallies:
        room = f" (≤ {tally.allowed:.0%} promised)" if tally.allowed else ""
        verdict = "holds" if tally.holds else "BROKEN"
        figures = f"{tally.attempts:,} | {tally.broken:,}{room}"
        yield f"| {attack.promise} | {attack.name} | {figures} | {verdict} |"


# -- attacks made here -----------------------------------------------------------------------------


def _kills(seed: int, count: int) -> Tally:
    words = []
    for number in range(count):
        kind = sorted(MAKERS)[number % len(MAKERS)]
        found = one_kill(kind, random.Random(f"{seed} {number}"))
        words += [f"{kind}, run {number} of seed {seed}: {found.lost}"] if found.lost else []
    return Tally(count, len(words), tuple(words))


def _saves(seed: int, _: int) -> Tally:
    """Let another program save, in each way a program saves, while a file is being replaced."""
    random.seed(seed)
    words = []
    for how in SAVES:
        with tempfile.TemporaryDirectory(prefix="memtui-attack-") as folder:
            words += [f"saved {how}: {text} is nowhere" for text in lost(Path(folder, "CLAUDE.md"), how)]
    return Tally(ROUNDS * len(SAVES), len(words), tuple(words))


def _secrets(*_: int) -> Tally:
    """Bring each secret in as a memory and as a job, and look for its bytes in the store's file, and for any
    piece of it in the memory.
    """
    examples = [example for half in corpus.HALVES for example in corpus.secrets(half)]
    with tempfile.TemporaryDirectory(prefix="memtui-attack-") as folder:
        path = Path(folder, "memories.db")
        with open_store(path) as store:
            drafts = [Draft(example.text, f"/user/{at}") for at, example in enumerate(examples)]
            outcome = import_drafts(store, drafts, by=_AGENT)
            texts = {memory.scope: memory.text for memory in memories.get_many(store, outcome.ids)}
            for example in examples:
                with store.write() as tx:
                    enqueue(tx, TEXT, text=example.text)
        held = b"".join(file.read_bytes() for file in Path(folder).iterdir())
    words = tuple(
        f"stored: {each.kind}"
        for at, each in enumerate(examples)
        if each.secret.encode() in held
        or corpus.left_of(each, texts.get(f"/user/{at}", "")) is not corpus.Left.NOTHING
    )
    return Tally(len(examples), len(words), words, 1 - _LEAST_FOUND)


def _false_alarms(*_: int) -> Tally:
    examples = [example.text for half in corpus.HALVES for example in corpus.look_alikes(half)]
    with tempfile.TemporaryDirectory(prefix="memtui-attack-") as folder:
        kept = {memory.text for memory in _learned(Path(folder, "memories.db"), examples)[0]}
    words = tuple(f"changed: {text}" for text in examples if text not in kept)
    return Tally(len(examples), len(words), words, _MOST_ALARMS)


def _poison(*_: int) -> Tally:
    """Let an agent store planted instructions and honest statements, and see which another is told."""
    with tempfile.TemporaryDirectory(prefix="memtui-attack-") as folder:
        told = {memory.text for memory in _learned(Path(folder, "memories.db"), [*PLANTED, *HONEST])[1]}
    words = [f"told: {text}" for text in PLANTED if text in told]
    words += [f"held back: {text}" for text in HONEST if text not in told]
    return Tally(len(PLANTED) + len(HONEST), len(words), tuple(words))


def _learned(path: Path, texts: Sequence[str]) -> tuple[list[Memory], list[Memory]]:
    """Store texts as an agent, and return what was stored and what of it another agent may be told."""
    with open_store(path) as store:
        drafts = [Draft(text, "/project/atlas", origin=Origin.AGENT) for text in texts]
        outcome = import_drafts(store, drafts, by=_AGENT)
        stored = memories.get_many(store, outcome.ids)
        return stored, tellable(store, stored)


# -- attacks that are tests ------------------------------------------------------------------------


def _tests(seed: int, _: int, *, of: Sequence[str]) -> Tally:
    """Run tests, the long ones too, with inputs drawn from the seed.

    An attempt is an input, or a test that draws none.
    """
    with tempfile.TemporaryDirectory(prefix="memtui-attack-") as folder:
        report = Path(folder, "report.xml")
        seeded = [f"--hypothesis-seed={seed}", "--hypothesis-show-statistics", f"--junitxml={report}"]
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", "", *seeded, *of]
        ran = subprocess.run(
            command,
            env={**os.environ, "MEMTUI_FUZZ": "1", "MEMTUI_TESTS": "all"},
            capture_output=True,
            text=True,
            timeout=_LONGEST_S,
            check=False,
        )
        if not report.exists():
            raise SystemExit(ran.stdout + ran.stderr)
        again = f"MEMTUI_FUZZ=1 MEMTUI_TESTS=all pytest -m '' --hypothesis-seed={seed}"
        return _tally(report, ran.stdout, again)


def _tally(report: Path, printed: str, again: str) -> Tally:
    cases = [case for case in ET.parse(report).iter("testcase") if case.find("skipped") is None]
    broken = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    drawing = re.findall(r"^tests/\S+::.*:$", printed, re.MULTILINE)
    drawn = sum(int(count) for count in re.findall(r"- (\d+) passing", printed))
    if drawing and not drawn:
        raise SystemExit(f"what hypothesis prints of its examples is not understood:\n{printed}")
    words = tuple(f"{again} {case.get('classname')}::{case.get('name')}" for case in broken)
    return Tally(len(cases) - len(drawing) + drawn, len(broken), words)


def _by_tests(name: str, promise: str, *of: str) -> Attack:
    return Attack(name, promise, partial(_tests, of=of))


ATTACKS = (
    Attack("kills", "A program killed while it writes your files loses no byte of them", _kills),
    Attack("saves", "What another program saves at the same moment stays", _saves),
    _by_tests(
        "races",
        "Programs that write at once lose and double nothing",
        "tests/store/test_concurrency.py",
        "tests/lifecycle/test_importing_at_once.py",
    ),
    _by_tests(
        "stops",
        "What was stopped half-way can be undone from there",
        "tests/lifecycle/test_interrupted.py",
        "tests/sources/test_kills.py",
    ),
    _by_tests(
        "undo",
        "Every change is undone exactly, in any order, in the store and in files",
        "tests/lifecycle/test_journal.py",
        "tests/sources/test_undoing_writes.py",
        "tests/review/test_verdicts.py",
    ),
    Attack("secrets", "What is known for a secret does not reach the store", _secrets),
    Attack("look-alikes", "What is no secret is kept as it is", _false_alarms),
    Attack("poison", "A planted instruction of a known kind is told to no agent, an honest one is", _poison),
    _by_tests(
        "purges",
        "A purged text is nowhere in the store",
        "tests/sources/test_purging.py",
        "tests/lifecycle/test_purge.py",
    ),
    _by_tests(
        "inputs",
        "No input ends in anything but an answer or a sentence",
        "tests/mcp/test_any_input.py",
        "tests/formats/test_bad_input.py",
        "tests/formats/test_writing_bad_input.py",
        "tests/llm/test_answers.py",
    ),
    _by_tests(
        "escapes",
        "What a memory says never acts on the terminal",
        "tests/cli/test_hostile.py",
        "tests/domain/test_sanitise.py",
        "tests/tui/test_terminal.py",
    ),
    _by_tests(
        "scripts",
        "Without a terminal nothing is approved, purged or allowed",
        "tests/cli/test_scripts.py",
    ),
)


if __name__ == "__main__":
    main()
