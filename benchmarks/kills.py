"""How often anything is lost when memtui is killed while it writes linked files.

    python -m benchmarks.kills [--count 1000] [--seed 1] [--source claude …]

For each kill a store and a source of several files are made, memories of it are dropped, edited, pinned and
restored, and another process that writes them to the files is killed: at a drawn step of its work (before or
after something reaches the disk), or at a drawn moment. In every third run somebody else changes one of the
files in between. Then the source is brought in step, everything is undone, and it is brought in step again.
Lost is a byte that differs from the beginning, apart from what somebody else wrote, and a memory that is not
what it was.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import State
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.sources import syncing
from memtui.store import journal, memories, proposals, sources
from memtui.store.database import Store
from memtui.store.opening import open_store

STEPS = "MEMTUI_BENCH_DIE_AT"
"""In the environment of the process that is killed: the number of the step."""
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
_MOST_STEPS = 60
_LONG_S = 300
"""What no run takes, however busy the machine is."""


def main() -> None:
    """Kill, look, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--source", action="append", choices=sorted(MAKERS))
    options = parser.parse_args()
    kinds = options.source or sorted(MAKERS)
    kills, lost = Counter[str](), Counter[str]()
    words: list[str] = []
    for number in range(options.count):
        kind = kinds[number % len(kinds)]
        found = one_kill(kind, random.Random(f"{options.seed} {number}"))
        kills[kind] += found.killed
        lost[kind] += bool(found.lost)
        words += [f"{kind}, run {number}: {found.lost}"] if found.lost else []
    print(f"{'source':<10} {'runs':>6} {'killed':>7} {'lost':>6}")
    for at, kind in enumerate(kinds):
        runs = len(range(at, options.count, len(kinds)))
        print(f"{kind:<10} {runs:>6} {kills[kind]:>7} {lost[kind]:>6}")
    print(f"{'all':<10} {options.count:>6} {kills.total():>7} {lost.total():>6}")
    print("\n".join(words[:20]))
    sys.exit(bool(words))


# -- the sources -----------------------------------------------------------------------------------


def _claude(folder: Path) -> Path:
    names = [f"fact_{number}" for number in range(12)]
    for name in names:
        _put(
            folder / "memory" / f"{name}.md",
            f"---\nname: {name}\ndescription: 'what {name} says'  # kept\n---\n\nThe {name} says so.\n",
        )
    index = "".join(f"* [{name}]({name}.md) — what {name} says  \n" for name in names)
    _put(folder / "memory" / "MEMORY.md", f"# Index\n\n{index}\n## Ports\n1. till 8080\n+ printer 9100\n")
    return folder / "memory"


def _markdown(folder: Path) -> Path:
    for name in ("CLAUDE.md", "AGENTS.md", ".claude/rules/tea.md", ".claude/rules/till.md"):
        lines = "".join(f"{'*-+'[n % 3]} rule {n} of {Path(name).stem}\n" for n in range(6))
        _put(folder / name, f"# {name}\n\n{lines}\n## More\n1. first of {name}\n2. second of {name}\n")
    return folder


def _codex(folder: Path) -> Path:
    bullets = "".join(f"- the {word} is slow [Task 1]\n" for word in ("hose", "oven", "till", "door", "tap"))
    _put(
        folder / "memories/MEMORY.md",
        f"# Task Group: Garden\n\nscope: all\n\n## Reusable knowledge\n\n{bullets}",
    )
    summary = "v1\n\n## User Profile\n\nRosa bakes.\n\n## User preferences\n\n- short answers\n* no lists\n"
    _put(folder / "memories/memory_summary.md", f"{summary}\n## What's in Memory\n\n- x\n")
    for name in ("a", "b", "c"):
        _put(folder / f"memories/extensions/ad_hoc/notes/{name}.md", f"\nThe note {name} says so.\n\n")
    return folder


def _hermes(folder: Path) -> Path:
    _put(folder / "memories/MEMORY.md", "\n§\n".join(f"Entry {n} is here.\n" for n in range(8)))
    _put(folder / "memories/USER.md", "\n§\n".join(f"Rosa likes {n}." for n in range(5)))
    return folder


def _mcp(folder: Path) -> Path:
    rows = [
        {
            "type": "entity",
            "name": f"E{n}",
            "x": n,
            "entityType": "tool",
            "observations": ["a b", "c d", "e f"],
        }
        for n in range(5)
    ]
    _put(folder / "memory.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    return folder / "memory.jsonl"


def _mem0(folder: Path) -> Path:
    rows = [{"id": f"m{n}", "memory": f"Rosa likes tea {n}", "user_id": "rosa", "x": n} for n in range(8)]
    _put(folder / "x.json", json.dumps({"results": rows}, indent=3))
    return folder / "x.json"


def _memtui(folder: Path) -> Path:
    lines = (f'{{"scope": "/sea",  "text": "Boat {n} floats", "x": {n}}}\n' for n in range(8))
    _put(folder / "x.jsonl", "".join(lines))
    return folder / "x.jsonl"


def _list(folder: Path) -> Path:
    _put(folder / "list.txt", "".join(f"{'-*'[n % 2]}  the cup {n} is clean\n" for n in range(8)))
    return folder / "list.txt"


MAKERS: dict[str, tuple[str, Callable[[Path], Path]]] = {
    "claude": ("claude", _claude),
    "markdown": ("markdown", _markdown),
    "codex": ("codex", _codex),
    "hermes": ("hermes", _hermes),
    "mcp": ("mcp", _mcp),
    "mem0": ("mem0", _mem0),
    "memtui": ("memtui", _memtui),
    "list": ("list", _list),
}
"""The formats that can be written, and a source of several files, or one, of each."""


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())


# -- one kill --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """What one run found."""

    killed: bool
    lost: str
    """What is not as it was, in words; empty when all is."""


def one_kill(kind: str, draw: random.Random, step: int | None = None) -> Found:
    """Make a source, change it, kill who writes it (at a drawn step if None), undo all, and look."""
    with tempfile.TemporaryDirectory(prefix="memtui-kills-") as place:
        folder = Path(place, "shop")
        format_name, make = MAKERS[kind]
        path = make(folder)
        with open_store(Path(place, "memories.db")) as store:
            source, _ = syncing.link(store, path, format_name, by=PERSON, gate=Gate())
            with store.write() as tx:
                sources.agree(tx, source.id, yes=True)
            start = journal.ops(store, limit=1)[0].id
            ids = sorted({record.memory_id for record in sources.records(store, source.id)})
            before, said = bytes_in(folder), _said(store, ids)
            for _ in range(draw.randint(0, 2)):
                change(store, ids, draw)
                _sync(store)
            for _ in range(draw.randint(1, 4)):
                change(store, ids, draw)
            killed = kill(store.path, draw, step)
            theirs = _somebody_else(folder, draw) if step is None and draw.random() < 1 / 3 else {}
            problem = _sync(store)
            _undo_all(store, start)
            problem = _sync(store) or problem
            lost = problem or _differs(folder, before, theirs) or _is_not(store, ids, said)
            return Found(killed, lost)


def change(store: Store, ids: list[int], draw: random.Random) -> None:
    """Change some memories as a person would."""
    live = [one for one in memories.get_many(store, ids) if one.state is State.LIVE]
    chosen = draw.sample(live, min(len(live), draw.randint(1, max(1, len(live) // 2))))
    if not chosen:
        return
    match draw.choice(("drop", "drop", "edit", "pin")):
        case "drop":
            drop(store, [one.id for one in chosen], by=PERSON)
        case "edit":
            for one in chosen[:3]:
                edit(store, [one.id], Edit(text=f"{one.text} {draw.randint(0, 99)}"), by=PERSON)
        case _:
            edit(store, [one.id for one in chosen], Edit(pinned=True), by=PERSON)


_CODE = """
import os, pathlib, shutil, signal, sys
from memtui.config.settings import Gate
from memtui.sources import replacing, syncing
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.opening import open_store
left = int(os.environ["MEMTUI_BENCH_DIE_AT"])
how = int(sys.argv[2])
if how != signal.SIGKILL:
    signal.signal(how, signal.SIG_DFL)  # whoever started this may ignore it
def dies(owner, name):
    real = getattr(owner, name)
    def maybe(*args, **rest):
        step()
        done = real(*args, **rest)
        step()
        return done
    setattr(owner, name, maybe)
def step():
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), how)
        signal.pause()
store = open_store(pathlib.Path(sys.argv[1]))
for owner, name in ((os, "fsync"), (os, "replace"), (shutil, "copymode"), (pathlib.Path, "unlink")):
    dies(owner, name)
write = Store.write
class Watched:
    def __init__(self, block): self.block = block
    def __enter__(self): step(); return self.block.__enter__()
    def __exit__(self, *what): done = self.block.__exit__(*what); step(); return done
Store.write = lambda self, **how: Watched(write(self, **how))
print("ready", flush=True)
"""
SYNC = "syncing.sync(store, sources.get_all(store)[0], gate=Gate())"
"""What the process does that is killed."""


def kill(path: Path, draw: random.Random, step: int | None, doing: str = SYNC) -> bool:
    """Let another process write the files, and end it; says whether it was still at it.

    `doing` is what it does with its `store`.
    """
    at_step = step is not None or draw.random() < 0.7
    number = (step or draw.randint(1, _MOST_STEPS)) if at_step else 0
    how = draw.choice(SIGNALS)
    child = subprocess.Popen(
        [sys.executable, "-c", _CODE + doing, str(path), str(int(how))],
        env={**os.environ, STEPS: str(number)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    child.stdout.readline()
    if not at_step:
        time.sleep(draw.uniform(0, 0.08))
        child.send_signal(how)
    _, complaint = child.communicate(timeout=_LONG_S)
    if b"Traceback" in complaint:
        raise SystemExit(complaint.decode())
    return child.returncode < 0


def _somebody_else(folder: Path, draw: random.Random) -> dict[str, str]:
    """Change a file as another program might: one record more at its end; returns what and where."""
    files = [file for file in sorted(folder.rglob("*")) if file.suffix == ".md" and "notes" not in file.parts]
    files = [file for file in files if not file.name.startswith("fact_")]
    if not files:
        return {}
    file = draw.choice(files)
    mark = f"somebody said {draw.randint(100, 999)}"
    data = file.read_bytes().decode()
    lead = "\n§\n" if file.name == "USER.md" or "§" in data or "Entry" in data else "\n- "
    file.write_bytes(f"{data.rstrip()}{lead}{mark}\n".encode())
    return {file.relative_to(folder).as_posix(): mark}


def _undo_all(store: Store, start: int) -> None:
    for op in journal.undoable(store, limit=1000):
        if op.id > start:
            undo(store, by=PERSON, op_id=op.id)


def _sync(store: Store) -> str:
    return syncing.sync(store, sources.get_all(store)[0], gate=Gate()).problem


# -- looking -----------------------------------------------------------------------------------------


def bytes_in(folder: Path) -> dict[str, bytes]:
    """Return what the files of a folder hold, by their names."""
    return {
        f.relative_to(folder).as_posix(): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()
    }


def _said(store: Store, ids: list[int]) -> list[tuple[str, str, bool]]:
    return [(one.text, one.state, one.pinned) for one in memories.get_many(store, ids)]


def _differs(folder: Path, before: dict[str, bytes], theirs: dict[str, str]) -> str:
    now = bytes_in(folder)
    for name in sorted(now.keys() | before.keys()):
        if name not in now or name not in before:
            return f"{name} {'is gone' if name in before else 'is new'}"
        if name in theirs:
            missing = lines_in(before[name]) - lines_in(now[name])
            extra = lines_in(now[name]) - lines_in(before[name])
            if missing or extra.total() > 1 or theirs[name] not in now[name].decode():
                return f"{name}, which somebody changed: without {sorted(missing)}, with {sorted(extra)}"
        elif now[name] != before[name]:
            return f"{name} differs: {before[name]!r} is {now[name]!r}"
    return ""


def lines_in(data: bytes) -> Counter[str]:
    return Counter(line.strip() for line in data.decode().splitlines() if line.strip() not in {"", "§"})


def _is_not(store: Store, ids: list[int], said: list[tuple[str, str, bool]]) -> str:
    if _said(store, ids) != said:
        return "a memory is not what it was"
    return "a card was made" if proposals.count_open(store) else ""


if __name__ == "__main__":
    main()
