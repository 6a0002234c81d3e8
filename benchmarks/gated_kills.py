"""How often an addition is lost or doubled when memtui is killed while the gate holds it, or asks about it.

    python -m benchmarks.gated_kills [--count 300] [--seed 1] [--source claude …]

For each pair of kills a store and a source are made, with `[gate] files`, or a rule of `[gate.sources]` for
the format, set to `hold` or `ask`. In every fourth run the process that links the source is killed. In others
memories are changed, another program adds statements to a file, and two processes are killed: the one that
brings the source in step, and the one in which a person answers the cards. After each, whoever comes next
brings the source in step. Lost or doubled is an addition without its one card and, when held, its one memory;
after the answers, one without its one memory; and a byte of a file that nobody asked to change.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmarks.kills import MAKERS, Found, bytes_in, change, kill
from memtui.config.settings import ASK, HOLD, Gate, Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.filter import Filter
from memtui.lifecycle.holding import ASKED, HELD, tellable
from memtui.lifecycle.undo import undo
from memtui.review import verdicts
from memtui.sources import syncing
from memtui.store import journal, memories, proposals, sources
from memtui.store.database import Store
from memtui.store.listing import listing
from memtui.store.opening import open_store
from memtui.store.proposals import Wanted

_SUBJECTS = ("the quince", "a violin", "this harbour", "our baker", "the old clock", "every ferry")
_VERBS = ("waits for", "costs", "needs", "is older than", "follows", "was painted before")


def main() -> None:
    """Kill, look, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--source", action="append", choices=sorted(MAKERS))
    options = parser.parse_args()
    kinds = options.source or sorted(MAKERS)
    runs, kills, lost = Counter[str](), 0, list[str]()
    while kills < options.count:
        number = runs.total()
        kind = kinds[number % len(kinds)]
        told = one_run(kind, random.Random(f"gated {options.seed} {number}"))
        runs[kind] += 1
        kills += sum(found.killed for found in told)
        lost += [f"{kind}, run {number}: {found.lost}" for found in told if found.lost]
    print(f"{runs.total()} runs, {kills} killed, {len(lost)} with something lost or doubled")
    print("\n".join(lost[:20]))
    sys.exit(bool(lost))


def one_run(kind: str, draw: random.Random) -> list[Found]:
    """Kill who brings in what the gate holds or asks about, and who answers; return what each kill left."""
    rule = draw.choice((HOLD, ASK))
    gate = draw.choice((Gate(files=rule), Gate(sources={MAKERS[kind][0]: rule})))
    with tempfile.TemporaryDirectory(prefix="memtui-kills-") as place:
        folder = Path(place, "shop")
        path = MAKERS[kind][1](folder)
        with open_store(Path(place, "memories.db")) as store:
            if draw.random() < 1 / 4:
                return [_killed_linking(store, folder, path, kind, gate, draw)]
            return _killed_following(store, folder, path, kind, gate, draw)


def _killed_linking(
    store: Store, folder: Path, path: Path, kind: str, gate: Gate, draw: random.Random
) -> Found:
    before = bytes_in(folder)
    with tempfile.TemporaryDirectory() as other, open_store(Path(other, "memories.db")) as whole:
        _link(whole, path, kind, gate)
        expected = _waiting(whole)
    doing = (
        "from pathlib import Path; from memtui.domain.actor import PERSON_AT_CLI as by\n"
        f"syncing.link(store, Path({str(path)!r}), {MAKERS[kind][0]!r}, by=by, gate={gate!r})"
    )
    killed = kill(store.path, draw, None, doing)
    problem = _sync(store, gate) if sources.get_all(store) else _link(store, path, kind, gate)
    lost = problem or _other(expected, _waiting(store)) or _touched(before, folder)
    return Found(killed, lost)


def _killed_following(
    store: Store, folder: Path, path: Path, kind: str, gate: Gate, draw: random.Random
) -> list[Found]:
    _link(store, path, kind, Gate())
    with store.write() as tx:
        sources.agree(tx, sources.get_all(store)[0].id, yes=True)
    before, start = bytes_in(folder), journal.ops(store, limit=1)[0].id
    ids = sorted({r.memory_id for r in sources.records(store, sources.get_all(store)[0].id)})
    for _ in range(draw.randint(0, 3)):
        change(store, ids, draw)
    changes = [op.id for op in journal.undoable(store, limit=100) if op.id > start]
    added = _drawn(draw)
    file = _add(kind, folder, added)
    killed = kill(store.path, draw, None, _follow(gate))
    problem = _sync(store, gate)
    for op in changes:
        undo(store, by=PERSON, op_id=op)
    problem = _sync(store, gate) or problem
    before[file.relative_to(folder).as_posix()] = _with(
        kind, before[file.relative_to(folder).as_posix()], added
    )
    rule = ASKED if gate.files == ASK or ASK in gate.sources.values() else HELD
    expected = Counter({(text, rule): 1 for text in added})
    first = problem or _other(expected, _waiting(store, added)) or _touched(before, folder)
    return [Found(killed, first), _killed_answering(store, folder, gate, added, before, draw)]


def _killed_answering(
    store: Store, folder: Path, gate: Gate, added: list[str], before: dict[str, bytes], draw: random.Random
) -> Found:
    """Say yes to what is asked and no to what is held back, which lets both in."""
    killed = kill(store.path, draw, None, f"{_ANSWER}; {_follow(gate)}")
    let_in(store)
    problem = _sync(store, gate)
    expected = Counter({(text, ""): 1 for text in added})
    return Found(killed, problem or _other(expected, _waiting(store, added)) or _touched(before, folder))


_ANSWER = "from benchmarks.gated_kills import let_in; let_in(store)"


def _follow(gate: Gate) -> str:
    return f"syncing.sync(store, sources.get_all(store)[0], gate={gate!r})"


def let_in(store: Store) -> None:
    """Answer every card so that agents are told what it is about."""
    verdicts.accept(store, Settings(), proposals.ids(store, Wanted(rule=ASKED)), by=PERSON)
    verdicts.reject(store, proposals.ids(store, Wanted(rule=HELD)), by=PERSON)


def _link(store: Store, path: Path, kind: str, gate: Gate) -> str:
    return syncing.link(store, path, MAKERS[kind][0], by=PERSON, gate=gate)[1].problem


def _sync(store: Store, gate: Gate) -> str:
    return syncing.sync(store, sources.get_all(store)[0], gate=gate).problem


# -- additions ---------------------------------------------------------------------------------------


def _drawn(draw: random.Random) -> list[str]:
    subjects = draw.sample(_SUBJECTS, draw.randint(1, 4))
    return [f"{subject} {draw.choice(_VERBS)} {draw.randint(100, 999)}" for subject in subjects]


_FILES = {
    "claude": "memory/MEMORY.md",
    "markdown": "CLAUDE.md",
    "codex": "memories/MEMORY.md",
    "hermes": "memories/MEMORY.md",
    "mcp": "memory.jsonl",
    "mem0": "x.json",
    "memtui": "x.jsonl",
    "list": "list.txt",
}
"""The file of each source to which another program adds."""
_ROWS: dict[str, Callable[[str], str]] = {
    "hermes": lambda text: f"\n§\n{text}",
    "mcp": lambda text: (
        json.dumps({"type": "entity", "name": text, "entityType": "tool", "observations": [text]}) + "\n"
    ),
    "memtui": lambda text: json.dumps({"scope": "/sea", "text": text}) + "\n",
}
"""How an addition stands in a file, where it is no line of a list."""


def _add(kind: str, folder: Path, texts: list[str]) -> Path:
    file = folder / _FILES[kind]
    file.write_bytes(_with(kind, file.read_bytes(), texts))
    return file


def _with(kind: str, data: bytes, texts: list[str]) -> bytes:
    if kind == "mem0":
        told = json.loads(data)
        told["results"] += [{"id": text, "memory": text, "user_id": "rosa"} for text in texts]
        return json.dumps(told, indent=3).encode()
    row = _ROWS.get(kind, lambda text: f"- {text}\n")
    return data + "".join(map(row, texts)).encode()


# -- looking -----------------------------------------------------------------------------------------


def _waiting(store: Store, among: list[str] | None = None) -> Counter[tuple[str, str]]:
    """Return how often each addition stands in the store, and under which rule it is kept back, if any."""
    live = memories.get_many(store, listing(store, Filter()).ids(0, 1000))
    told = {memory.id for memory in tellable(store, live)}
    found = Counter((memory.text, "") for memory in live if memory.id in told)
    for card in proposals.get_many(store, proposals.ids(store)):
        targets = memories.get_many(store, [target.id for target in card.targets])
        for text in [memory.text for memory in targets] or [card.change.new_text]:
            found[text, card.rule] += 1
    held = Counter(memory.text for memory in live if memory.id not in told)
    for text, times in held.items():
        if found[text, HELD] != times:
            found[text, "held without its card"] += 1
    if among is None:
        return found
    said = Counter[tuple[str, str]]()
    for (text, rule), times in found.items():
        for each in among:
            if each in text:
                said[each, rule] += times
    return said


def _other(expected: Counter[tuple[str, str]], found: Counter[tuple[str, str]]) -> str:
    return "" if expected == found else f"missing {expected - found}, too many {found - expected}"


def _touched(before: dict[str, bytes], folder: Path) -> str:
    now = bytes_in(folder)
    names = [name for name in sorted(now.keys() | before.keys()) if now.get(name) != before.get(name)]
    return "".join(f"{name}: {before.get(name)!r} is {now.get(name)!r} " for name in names)


if __name__ == "__main__":
    main()
