"""Reads what Claude remembers of a person, from the export of an account: `memories.json`.

One page about the person, filed under `/user`, and one for each project, whose name is in `projects.json`.
The export is a copy, so it is only read; its conversations are no memories and are counted.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from memtui.formats.ground.account_exports import entries, opened
from memtui.formats.ground.naming import scope_under
from memtui.formats.ground.notes import Place
from memtui.formats.ground.sureness import OWN_NAMES
from memtui.formats.ground.texts import memories_of_page
from memtui.formats.protocol import Reader, Record, Skipped

_FILE, _PROJECTS, _CONVERSATIONS = "memories.json", "projects.json", "conversations.json"
_PAGE, _PAGES = "conversations_memory", "project_memories"
_HEADINGS = (
    (re.compile(r"^\*\*([^*\n]{1,80})\*\*[ \t]*$", re.M), r"## \1"),
    (re.compile(r"^\*([^*\n]{1,80})\*[ \t]*$", re.M), r"### \1"),
)
"""How Claude heads what it remembers: a line in bold, and within it one in italics."""


class ClaudeAccount(Reader):
    """Reads the memories of an account's export, or the folder that it was unpacked to."""

    name = "claude-account"
    called = "Claude account"
    label = "Claude account export (memories.json)"
    order = 66

    def detect(self, path: Path) -> float:
        """Be sure by the names of its two kinds of pages."""
        rows = entries(path, _FILE)
        return (
            OWN_NAMES if any(isinstance(row, dict) and {_PAGE, _PAGES} & row.keys() for row in rows) else 0.0
        )

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per statement of each page."""
        file, rows = opened(path, _FILE, "Claude")
        names = _names(file.with_name(_PROJECTS))
        for number, row in enumerate(rows, start=1):
            if isinstance(row, Skipped):
                yield row
            elif isinstance(row, dict):
                yield from _pages(file, row, names)
            else:
                yield Skipped(f"entry {number}", "not an object with memories")
        talks = file.with_name(_CONVERSATIONS)
        if path.is_dir() and talks.is_file():
            yield Skipped(talks.name, f"conversations, no memories; `memtui capture {talks}` reads them")


def _names(file: Path) -> dict[str, str]:
    """Return what projects are called, by their id, as far as the file beside says it."""
    rows = entries(file, file.name) if file.is_file() else ()
    named = ((row.get("uuid"), row.get("name")) for row in rows if isinstance(row, dict))
    return {key: name for key, name in named if isinstance(key, str) and isinstance(name, str) and name}


def _pages(file: Path, row: Mapping[str, object], names: Mapping[str, str]) -> Iterator[Record]:
    at = file.stat().st_mtime
    page, pages = row.get(_PAGE), row.get(_PAGES)
    if isinstance(page, str):
        yield from memories_of_page(_headed(page), file, _PAGE, Place("claude-account", "/user"), at, {})
    for key, text in pages.items() if isinstance(pages, dict) else ():
        if not isinstance(text, str):
            yield Skipped(f"{_PAGES} {key}", "no text")
            continue
        place = Place("claude-account", scope_under("/project", names.get(key, key)))
        yield from memories_of_page(_headed(text), file, key, place, at, {"project_id": key})


def _headed(page: str) -> str:
    for written, heading in _HEADINGS:
        page = written.sub(heading, page)
    return page
