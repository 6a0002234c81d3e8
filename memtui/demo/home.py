"""A home folder for the demo, with files as agents leave them: all that a demo finds, links and writes.

Whoever tries memtui out presses every key; none of them may reach the files that the agents of this machine
read.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

FILES = {
    ".claude/CLAUDE.md": """\
# Ada

- Answer in British English
- Ask before a migration

<!-- reviewed every spring, by Ada alone -->
""",
    ".claude/projects/-home-ada-fernhill/memory/MEMORY.md": """\
# Fernhill

- [Deploys](deploys.md) — ship only after the tests
- [Ada](ada.md) — who she is

## Ports
- the shop listens on 8080
- the warehouse scale listens on 8090
- the label printer listens on 9100
- the seed scanner listens on 9200
""",
    ".claude/projects/-home-ada-fernhill/memory/deploys.md": """\
---
name: deploys
description: Ship only after the tests
metadata:
  type: feedback
---

Deploys go out on Fridays, never later.
""",
    ".claude/projects/-home-ada-fernhill/memory/ada.md": """\
---
name: ada
description: who Ada is
type: user
---

Ada runs Fernhill and answers in British English.
""",
    ".codex/AGENTS.md": """\
# Rules

- Never push to main
- Run the tests before a commit
- Ask before adding a dependency
""",
    ".hermes/memories/MEMORY.md": "The shop runs on Debian 12\n§\nBackups run at 03:00\n",
}
"""What the agents of the examples keep, by its place below the home folder."""
_HOMES = ("HOME", "USERPROFILE")


def write_files(home: Path) -> None:
    """Write the files of the examples below `home`. Raises OSError."""
    for name, text in FILES.items():
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@contextlib.contextmanager
def at_home(home: Path, variables: Mapping[str, str]) -> Iterator[None]:
    """Let `home` be the home and the working folder of this process and its children while the block runs.

    `variables` are those by which agents' files are found elsewhere; they are gone meanwhile.
    """
    before, folder = dict(os.environ), Path.cwd()
    for name in variables:
        os.environ.pop(name, None)
    os.environ.update(dict.fromkeys(_HOMES, str(home)))
    os.chdir(home)
    try:
        yield
    finally:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(before)
