"""Tells somebody whose path is of no known format what it looks like, and which command reads that."""

import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from shlex import quote

from memtui import plain_files
from memtui.domain.counting import listed
from memtui.formats.ground.agent_parts import NO_MEMORY, ONLY_PARTS, agent_part
from memtui.formats.ground.files import in_any_encoding, start_of
from memtui.formats.ground.looking import markdown_below, statements_in
from memtui.formats.protocol import Reader, SourceError

_TURN = {"role", "message", "messages", "sender", "chat_messages", "mapping", "payload"}
"""What a line or document of a conversation has, in one program or another."""
_SQLITE = b"SQLite format 3\0"
_SAMPLE = 5
"""Lines of a file that tell whether it is a conversation; its first may say something else."""
_MOST_FILES = 50
"""Files of a folder that are looked at to say what it is."""
_START = 4_000
_PAGES = {".md", ".markdown", ".mdc"}


def refusal(path: Path, known: Callable[[Path], Reader | None]) -> SourceError:
    """Return why the content of `path` is not read, in one line; `known` says whose a file in it is.

    May raise OSError.
    """
    return SourceError(
        f"no memories that memtui can read are in {path}. {_inside(path, known) or _likely(path)}"
    )


def of_agent(path: Path, part: str) -> SourceError:
    """Return why a part of an agent, such as "a skill", is not taken for memories."""
    return SourceError(
        f"{path} is {part}, {NO_MEMORY}. To read it as notes all the same: "
        f"`memtui import {quote(str(path))} --format markdown`."
    )


def _inside(path: Path, known: Callable[[Path], Reader | None]) -> str:
    """Return what in a folder can be read by itself: a file, or projects in it; empty for none."""
    if not path.is_dir():
        return ""
    entries = sorted(path.iterdir())
    for file in islice((entry for entry in entries if entry.is_file()), _MOST_FILES):
        if (reader := known(file)) is not None:
            return f"{file.name} in it looks like {reader.label}: `memtui import {quote(str(file))}`."
    folders = (entry for entry in entries if entry.is_dir() and not entry.name.startswith("."))
    projects = [folder for folder in islice(folders, _MOST_FILES) if known(folder) is not None]
    if not projects:
        return ""
    hold = "holds memories" if len(projects) == 1 else "hold memories, each of its own"
    link = f"`memtui sources link {quote(str(projects[0]))}`"
    return f"{listed([folder.name for folder in projects])} in it {hold}: {link}."


def _likely(path: Path) -> str:
    if path.is_dir():
        return _of_folder(path)
    with plain_files.opened(path) as file:
        start = file.read(_START)
    if start.startswith(_SQLITE):
        return (
            "It is a database of another program; `memtui sources scan` lists what is known on this machine."
        )
    if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        with in_any_encoding():
            text = start_of(path, _START)
        if text and not start_of(path, _START):
            return (
                "It is text in UTF-16, and what is linked has to be UTF-8: "
                f"`memtui import {quote(str(path))}` reads it once."
            )
        start = text.encode() or start
    if b"\0" in start:
        return "It is no text."
    if not start.strip():
        return "It is empty."
    if start.removeprefix(BOM_UTF8).lstrip()[:1] in {b"{", b"["}:
        return _of_json(path)
    if path.suffix in _PAGES and not statements_in(path):
        return "It is a page that says nothing yet: it has headings or comments alone."
    return (
        f"It looks like text; if it is notes, `memtui import {quote(str(path))} --format markdown` reads it."
    )


def _of_folder(folder: Path) -> str:
    below = markdown_below(folder)
    pages = sum(not agent_part(page) for page in below)
    if below and not pages:
        return ONLY_PARTS
    if pages:
        files = "one markdown file" if pages == 1 else f"{pages:,} markdown files"
        return f"To read the {files} in it as notes: `memtui import {quote(str(folder))} --format markdown`."
    if not any(folder.iterdir()):
        return "It is empty."
    return "`memtui sources scan` lists the memories that are known on this machine."


def _of_json(path: Path) -> str:
    if any(_TURN & row.keys() for row in _rows(path)):
        return f"It looks like a conversation: `memtui capture {quote(str(path))}` keeps the facts of one."
    return 'It is JSON of another kind; lines with a "text" are read by --format memtui.'


def _rows(path: Path) -> Iterator[dict[str, object]]:
    """Yield the first objects of a file of JSON lines or one document; the keys of one that is cut off."""
    text = start_of(path)
    for line in islice(text.split("\n"), _SAMPLE):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            yield row
    yield dict.fromkeys(re.findall(r'"(\w{1,40})"\s*:', text[:_START]))
