"""One small example of each format, as its program writes it, made up here."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

FOLDERS = Path(__file__).with_name("samples")
"""Samples as files: a folder for each format, called as that is."""
INSTRUCTIONS = """# Tea house

The till runs on a Raspberry Pi.

## Rules
- Always rinse the pot before brewing
- Never refill a cup without asking
  - guests come first

Open the shutters like this:

```
shutter --up
```

## Layout

Two rooms, and a garden behind them.
"""

LESSONS = """# Lessons of the tea house

Read this first.

## [L-1] The kettle boils over

**Logged**: 2026-02-20 10:34
**Area**: kitchen

### What happened

Steam over the till.

### What to do

- fill it to the line
- lift the lid

---

## [L-2] The till drops a cent

**Logged**: 2026-02-21T09:00:00Z
**Area**: till

### What happened

Refunds were rounded.

### What to do

1. count in cents

---

## [L-3] Cups crack

**Logged**: 2026-02-22
**Area**: kitchen

### What happened

Hot water in cold cups.

### What to do

- warm them first

## Habits

- rinse the pot
- greet the guests
"""

CODEX = """# Task Group: Tea house till

scope: Changing prices on the till.
applies_to: cwd=/home/rosa/code/tea-house; reuse_rule=this checkout only

## Task 1: Raise the price of oolong

### rollout_summary_files

- rollout_summaries/a.md (cwd=/home/rosa/code/tea-house, updated_at=2026-02-03T04:05:06+00:00)

### keywords

- oolong, prices.toml

## User preferences

- when prices change, the user asked to see the old one beside it -> print both [Task 1]

## Reusable knowledge

- Prices lie in `prices.toml` and are read at start. [Task 1] [ad-hoc note]

## Failures and how to do differently

- The till kept old prices -> restart it after a change. [Task 1]

# Task Group: Garden

scope: Watering.

## Reusable knowledge

- The hose leaks at the tap.
"""

CODEX_SUMMARY = """v1

## User Profile

Rosa runs a tea house and writes her own tools.

## User preferences

- Prefers short answers. [ad-hoc note]

## General Tips

- The build needs two cores.

## What's in Memory

### Tea house
- prices: till, oolong
"""

HERMES = "The till's port is 8080.\n§\nAlways greet guests.\nThen seat them.\n§\nThe oven is slow.\n"
HERMES_USER = "Name: Rosa\n§\nPrefers short answers.\n"

GRAPH = [
    {"type": "entity", "name": "Till", "entityType": "tool", "observations": ["beeps", "is grey"]},
    {"type": "relation", "from": "Till", "to": "Drawer", "relationType": "opens"},
]

MEM0 = [
    {
        "id": "7c1e",
        "memory": "Likes her tea without milk",
        "user_id": "rosa",
        "hash": "aa",
        "metadata": {"room": "garden"},
        "categories": ["Food Habits", "drinks"],
        "created_at": "2026-02-03T04:05:06-08:00",
        "updated_at": "2026-02-04T00:00:00Z",
    },
    {"id": "7c1f", "memory": "Always lock the till at night", "user_id": "rosa", "score": 0.4},
]

CHATGPT = """User is a baker in Leeds.
User's sister is called Mo.
Prefers answers without lists.
- [2026-02-03] User has two cats.
5. User plans to learn Welsh.
"""

BULLETS = "- The till beeps twice at noon\n- Tea is kept in the left drawer\n- Cups are washed by hand\n"
LINES = "The till beeps twice at noon\nTea is kept in the left drawer\nCups are washed by hand\n"

FACT = "---\nname: boat\ndescription: boats\nmetadata:\n  type: project\n---\nBoats float."
INDEX = "# Sea\n\n## Boats\n- float\n- rust\n- sink\n"
EXPORT = '{"text": "Boats float", "scope": "/sea"}\n'


def claude_mem(path: Path) -> Path:
    """Make a database as claude-mem 12 has it, with three observations."""
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT "
        "NOT NULL, text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, "
        "concepts TEXT, files_read TEXT, files_modified TEXT, created_at TEXT, created_at_epoch INTEGER)"
    )
    rows = [
        ("s1", "Tea House", "decision", "Tin lids", '["Lids are of tin", "Tin was chosen over zinc"]', None),
        ("s1", "Tea House", "bugfix", "Till", "[]", "The till lost a cent on every refund"),
        ("s2", "Tea House", "change", "Only a title", None, None),
    ]
    connection.executemany(
        "INSERT INTO observations (memory_session_id, project, type, title, facts, narrative, concepts, "
        "files_read, created_at_epoch) VALUES (?, ?, ?, ?, ?, ?, "
        """'["how-it-works"]', '["a.py"]', 1770091506000)""",
        rows,
    )
    connection.commit()
    connection.close()
    return path


def _file(name: str, text: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    return write


def _folder(files: Mapping[str, str]) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        for name, text in files.items():
            _file(name, text)(folder)
        return folder

    return write


def _copy(sample: Path) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        shutil.copytree(sample, folder, dirs_exist_ok=True)
        only = list(sample.iterdir())
        return folder / only[0].name if len(only) == 1 and only[0].is_file() else folder

    return write


def _lines(rows: Sequence[object]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def _database(name: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        folder.mkdir(exist_ok=True)
        made = claude_mem(folder / "made.db")
        return made.rename(folder / name)

    return write


SAMPLES: dict[str, tuple[str, Callable[[Path], Path]]] = {
    "memtui": ("memtui", _file("x.bin", EXPORT)),
    "memtui, one broken line": ("memtui", _file("x.bin", "broken\n" + EXPORT)),
    "memtui, only a text": ("memtui", _file("x.bin", '{"text": "just this"}')),
    "memtui, empty": ("memtui", _file("x.bin", "")),
    "claude fact": ("claude", _file("x.bin", FACT)),
    "claude index by its shape": ("claude", _file("x.bin", INDEX)),
    "claude index": ("claude", _file("memory/MEMORY.md", INDEX)),
    "claude folder": ("claude", _folder({"MEMORY.md": "- [Boat](boat.md) — boats\n", "boat.md": FACT})),
    "claude index alone": ("claude", _folder({"MEMORY.md": INDEX})),
    "claude user's facts": ("claude", _folder({"MEMORY.md": INDEX, "user_role.md": FACT, "boat.md": FACT})),
    "claude agents": ("claude", _folder({".claude/agent-memory/tester/MEMORY.md": INDEX})),
    "codex handbook": ("codex", _file("x.bin", CODEX)),
    "codex summary": ("codex", _file("x.bin", CODEX_SUMMARY)),
    "codex home": (
        "codex",
        _folder({"memories/MEMORY.md": CODEX, "memories/memory_summary.md": CODEX_SUMMARY}),
    ),
    "codex handbook by name": ("codex", _file("MEMORY.md", CODEX)),
    "hermes": ("hermes", _file("x.bin", HERMES)),
    "hermes home": ("hermes", _folder({"memories/MEMORY.md": HERMES, "memories/USER.md": HERMES_USER})),
    "hermes folder without marks": ("hermes", _folder({"MEMORY.md": INDEX, "USER.md": "# User\n\n- Rosa\n"})),
    "hermes file without marks": ("hermes", _file("memories/MEMORY.md", "One entry only\n")),
    "mcp": ("mcp", _file("x.bin", _lines(GRAPH))),
    "mcp, one document": ("mcp", _file("x.bin", json.dumps({"entities": GRAPH[:1], "relations": GRAPH[1:]}))),
    "mcp, no type": ("mcp", _file("x.bin", '{"name": "A", "entityType": "b", "observations": ["c"]}')),
    "mcp, flat": ("mcp", _file("x.bin", '{"entityName": "A", "entityType": "b", "observation": "c"}')),
    "mem0 answer": ("mem0", _file("x.bin", json.dumps({"results": MEM0}, indent=1))),
    "mem0 list": ("mem0", _file("x.bin", json.dumps(MEM0))),
    "mem0 lines": ("mem0", _file("x.bin", _lines(MEM0))),
    "claude-mem": ("claude-mem", _database("x.bin")),
    "claude-mem folder": ("claude-mem", lambda folder: _database("claude-mem.db")(folder).parent),
    "instructions": ("markdown", _file("x.bin", INSTRUCTIONS)),
    "instructions by name": ("markdown", _file("AGENTS.md", "Be brief.\n")),
    "instructions of a project": ("markdown", _folder({"CLAUDE.md": INSTRUCTIONS, "README.md": "# Tea\n"})),
    "instructions with records": ("markdown", _file("AGENTS.md", LESSONS)),
    "rules": ("markdown", _folder({".claude/rules/tea.md": "- Always rinse\n"})),
    "chatgpt": ("chatgpt", _file("x.bin", CHATGPT)),
    "bullets": ("list", _file("x.bin", BULLETS)),
    "lines": ("list", _file("x.bin", LINES)),
    **{folder.name: (folder.name, _copy(folder)) for folder in sorted(FOLDERS.glob("*/"))},
}
"""What each sample is, and how to write it into a folder."""
