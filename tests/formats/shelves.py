"""A small source of every format that can be written, with what no writer would make of it by itself."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.formats.samples import CODEX, CODEX_SUMMARY

CLAUDE = {
    "MEMORY.md": "# Tea house\n\n* [Deploys](deploy.md) — ship late  \n- [Rosa](rosa.md)\n"
    "-  [[till|Till]] — grey\n\n## Ports\n1. the till listens on 8080\n2. the printer listens on 9100\n"
    "\n<!-- kept by hand -->\n",
    "deploy.md": "---\nname: deploys\ndescription: 'ship late'  # why\nx-unknown: [1, 2]\n---\n\n"
    "Deploys go out on Fridays.\n\n\nNever later.\n",
    "rosa.md": "---\r\nname: rosa\r\ntype: user\r\n---\r\n\r\nRosa is a baker.\r\n",
    "till.md": "The till is grey and beeps.",
    "tea.md": "---\nname: tea-notes\ntype: project\n---\n\n# Tea\n\n"
    "- Green tea is brewed at seventy degrees, for two minutes.\n* Cups: white porcelain\n"
    "-  Black tea comes from Assam,\n   in tins of a kilogram.\n\n\n- Mint is picked in the yard\n",
}
MARKDOWN = """# Tea house

The till runs on a Raspberry Pi.
## Rules
*  Always rinse the pot
   before brewing
1. Never refill a cup
+ guests come first

- the last of them

Open the shutters like this:

```
shutter --up
```
"""
HERMES = (
    "The till's port is 8080.\n\n§\nAlways greet guests.\nThen seat them.\n §\nThe oven is slow.\n§\nTea.\n\n"
)
GRAPH = (
    '{"type":"entity", "name": "Till","entityType":"tool",'
    '"observations":["beeps",  "is grey", "is old"],"x":1}\n'
    '{"type": "relation","from":"Till","to":"Drawer", "relationType":"opens"}\n\n'
    '{"name": "Rosa", "type": "entity", "entityType": "person", "observations": ["bakes"]}\n'
)
MEM0 = json.dumps(
    {
        "results": [
            {"id": "a1", "memory": "Likes tea", "user_id": "rosa", "metadata": {"room": "garden"}},
            {"memory": "Locks the till", "id": "a2", "user_id": "rosa", "hash": "x"},
            {"id": "a3", "memory": "Bakes on Mondays", "user_id": "rosa"},
        ]
    },
    indent=3,
)
EXPORT = (
    '{"scope": "/sea", "text": "Boats float", "unknown": [1,  2]}\n{"text": "Stones sink"}\r\n'
    '{"text":"Wood burns","type":"semantic","importance":0.7}'
)
LIST = "- The till beeps twice at noon\n\n* Tea is kept in the left drawer\n  3. Cups are washed\n- Bread\n"


def _of(files: Mapping[str, str], named: str = "") -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
        return folder / named

    return write


SHELVES: dict[str, tuple[str, Callable[[Path], Path]]] = {
    "claude": ("claude", _of({f"memory/{name}": text for name, text in CLAUDE.items()}, "memory")),
    "markdown": (
        "markdown",
        _of({"CLAUDE.md": MARKDOWN, ".claude/rules/a.md": "- Rule one\n* Rule two\n1. Rule three\n"}),
    ),
    "codex": (
        "codex",
        _of(
            {
                "memories/MEMORY.md": CODEX,
                "memories/memory_summary.md": CODEX_SUMMARY,
                "memories/extensions/ad_hoc/notes/n.md": "\nRosa waters\nthe plants.\n\n",
            }
        ),
    ),
    "hermes": ("hermes", _of({"memories/MEMORY.md": HERMES, "memories/USER.md": "Name: Rosa\n§\nBrief.\n"})),
    "mcp": ("mcp", _of({"memory.jsonl": GRAPH}, "memory.jsonl")),
    "mem0": ("mem0", _of({"x.json": MEM0}, "x.json")),
    "memtui": ("memtui", _of({"x.jsonl": EXPORT}, "x.jsonl")),
    "list": ("list", _of({"list.txt": LIST}, "list.txt")),
}
"""How to write each, and its format."""


def files_below(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return what every file of a folder holds and when it was saved, by its path from there."""
    return {name: (data, (folder / name).stat().st_mtime_ns) for name, data in bytes_below(folder).items()}


def bytes_below(folder: Path) -> dict[str, bytes]:
    """Return what every file of a folder holds, by its path from there."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
