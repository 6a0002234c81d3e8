"""Where else a text for the Extract view comes from: a file, or the clipboard.

Both are read off the event loop or beside it, up to a bound, and whatever is no text is refused with one
sentence. A terminal does not hand out its clipboard, so the desktop's own programs are asked for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import stat
from itertools import islice
from pathlib import Path

from memtui import program_groups
from memtui.capture.transcripts.session_text import session_in
from memtui.domain.decoding import decoded, is_binary
from memtui.domain.text import Longest, one_line
from memtui.tui.extract.paste_box import MOST

_PROGRAMS = (
    ("pbpaste",),
    ("wl-paste", "--no-newline"),
    ("xclip", "-selection", "clipboard", "-o"),
    ("xsel", "--clipboard", "--output"),
)
"""What prints the clipboard, on macOS, Wayland and X."""
_PATIENCE = 2.0
_LOOK_EVERY = 0.01
"""Seconds between two looks at whether a program that was ended has ended."""
_OWN_KEY = "paste with the terminal's own key, often ctrl+shift+v or cmd+v"
_NAMES = 20_000
"""Names of a folder that a completion looks at."""


class NotReadError(Exception):
    """Why there is no text, as a sentence for the screen."""


def text_of_file(typed: str) -> tuple[str, str]:
    """Return a file's name and text; of a session's log what was said in it. Raises NotReadError."""
    printed = one_line(typed, Longest.PATH)
    try:
        path = Path(typed).expanduser()
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise NotReadError(f"{printed} is a folder; name a file in it")
        if not stat.S_ISREG(mode):
            raise NotReadError(f"{printed} is a device or pipe, not a file")
        with path.open("rb") as opened:
            raw = opened.read(MOST + 1)
    except FileNotFoundError:
        raise NotReadError(f"There is no file {printed}") from None
    except PermissionError:
        raise NotReadError(f"You may not read {printed}") from None
    except OSError as error:
        raise NotReadError(f"{printed} cannot be read: {error.strerror or 'it failed'}") from None
    except (RuntimeError, ValueError):
        raise NotReadError(f"{printed} is no path") from None
    if len(raw) > MOST:
        raise NotReadError(
            f"{printed} is more than {MOST >> 20} MB; copy the part that matters to another file"
        )
    text = decoded(raw)
    if is_binary(text):
        raise NotReadError(f"{printed} is binary, not text, so it was not taken")
    if not text.strip():
        raise NotReadError(f"There is no text in {printed}")
    name = one_line(path.name, Longest.PHRASE)
    session = session_in(text)
    return (name, text) if session is None else (f"{name}, {session.named}", session.text)


def completed(typed: str) -> tuple[str, list[str]]:
    """Return a path as far as the names in its folder agree, and those names."""
    if typed.startswith("~") and "/" not in typed:
        return f"{typed}/", []
    before, slash, start = typed.rpartition("/")
    names = []
    try:
        with os.scandir(Path(f"{before}{slash}" or ".").expanduser()) as entries:
            for entry in islice(entries, _NAMES):
                hidden = entry.name.startswith(".") and not start.startswith(".")
                if (
                    entry.name.startswith(start)
                    and not hidden
                    and entry.name == one_line(entry.name, Longest.REASON)
                ):
                    names.append(f"{entry.name}/" if entry.is_dir() else entry.name)
    except (OSError, RuntimeError, ValueError):
        return typed, []
    agreed = os.path.commonprefix(names)  # noqa: RUF071 - of names, letter by letter
    return f"{before}{slash}{agreed}" if names else typed, sorted(names)


async def text_on_clipboard() -> str:
    """Return what is on the clipboard. Raises NotReadError."""
    known = [program for program in _PROGRAMS if shutil.which(program[0])]
    if not known:
        names = ", ".join(program[0] for program in _PROGRAMS)
        raise NotReadError(f"None of {names} is here to read the clipboard; {_OWN_KEY}")
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            for program in known:
                raw = await _printed_by(program)
                if raw is not None:
                    return raw.decode("utf-8", "replace")
    raise NotReadError(f"{known[0][0]} did not hand out the clipboard; {_OWN_KEY}")


async def _printed_by(program: tuple[str, ...]) -> bytes | None:
    """Return what a program prints, None when it fails."""
    try:
        process = await asyncio.create_subprocess_exec(
            *program,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None
    raw = bytearray()
    try:
        while process.stdout is not None and (part := await process.stdout.read(1 << 20)):
            raw += part
            if len(raw) > MOST:
                raise NotReadError(
                    f"The clipboard holds more than {MOST >> 20} MB; copy the part that matters"
                )
        return bytes(raw) if await program_groups.exit_code(process) == 0 else None
    finally:
        await program_groups.end(process)
