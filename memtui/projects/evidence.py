"""Which folder a memory is about, by what its provenance says.

Claude Code names the folder of a project's memories by a slug that cannot be turned back into a path, so the
path is taken from `cwd` in the transcripts beside them. When those are gone, the slug is compared with
the folders that are there.
"""

import json
import os
import re
from collections.abc import Iterator
from itertools import islice

_TRANSCRIPTS = 5
"""Transcripts of a folder that are asked for their `cwd`; the first one mostly says it."""
_LINES = 200
"""Lines of a transcript in which its `cwd` comes, if it comes."""
_LONGEST_LINE = 200_000
"""Bytes of a line that are read; `cwd` stands in short ones."""
_SESSIONS = re.compile(r"(?P<sessions>.*/projects/[^/]+)/memory(?:/|$)")
_CONFIG = re.compile(r"(?P<folder>.+)/(?:\.claude|\.github|\.gemini)/")
_NO_SLUG = re.compile(r"[^A-Za-z0-9]")
_ABOUT_ITS_FOLDER = {"claude", "markdown"}
"""Formats whose files lie in the project that they are about, or in the folder of its sessions."""


def folder_of(cwd: str, path: str, source: str) -> str:
    """Return the folder that a memory with such provenance is about; empty when that is not told."""
    if cwd:
        return cwd
    if source not in _ABOUT_ITS_FOLDER or not path:
        return ""
    path = path.replace("\\", "/")
    if sessions := _SESSIONS.match(path):
        return folder_of_sessions(sessions["sessions"])
    config = _CONFIG.match(path)
    return config["folder"] if config else os.path.dirname(path)


def folder_of_sessions(sessions: str) -> str:
    """Return the folder in which the sessions were held whose transcripts lie in a folder; empty for none."""
    try:
        names = sorted(name for name in os.listdir(sessions) if name.endswith(".jsonl"))
    except OSError:
        names = []
    folders = (_cwd_in(os.path.join(sessions, name)) for name in names[:_TRANSCRIPTS])
    return next(filter(None, folders), "") or folder_of_slug(os.path.basename(sessions))


def slug_of(folder: str) -> str:
    """Return what Claude Code calls an absolute folder."""
    return _NO_SLUG.sub("-", folder)


def folder_of_slug(slug: str) -> str:
    """Return the folder on this machine that has a slug; empty when there is none, or more than one."""
    folders = list(islice(_folders_of_slug("/", slug), 2))
    return folders[0] if len(folders) == 1 else ""


def _folders_of_slug(above: str, slug: str) -> Iterator[str]:
    try:
        names = os.listdir(above) if slug.startswith("-") else []
    except OSError:
        return
    for name in names:
        own = slug_of("/" + name)
        folder = os.path.join(above, name)
        if slug == own and os.path.isdir(folder):
            yield folder
        elif slug.startswith(own + "-") and os.path.isdir(folder):
            yield from _folders_of_slug(folder, slug[len(own) :])


def _cwd_in(transcript: str) -> str:
    try:
        with open(transcript, "rb") as lines:
            for line in islice(iter(lambda: lines.readline(_LONGEST_LINE), b""), _LINES):
                if b'"cwd"' in line and (cwd := _cwd_of(line)):
                    return cwd
    except OSError:
        pass
    return ""


def _cwd_of(line: bytes) -> str:
    try:
        row = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return ""
    cwd = row.get("cwd") if isinstance(row, dict) else None
    return cwd if isinstance(cwd, str) else ""
