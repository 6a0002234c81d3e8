"""Handing a text to the person's own editor, and taking it back. The screen steps aside meanwhile."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from textual.app import SuspendNotSupported

from memtui.domain.text import Longest, one_line
from memtui.tui.host import Host


class NotEdited(Exception):
    """No text came back; the message says why."""


def in_editor(host: Host, text: str) -> str:
    """Return `text` as it comes back from $VISUAL or $EDITOR. Raises NotEdited.

    It lies in a file that only the person can read, and that is gone afterwards.
    """
    command = _editor()
    with tempfile.TemporaryDirectory(prefix="memtui-edit-") as folder:
        file = Path(folder) / "memories.md"
        file.write_text(text, "utf-8")
        try:
            _run(host, [*command, str(file)])
        except SuspendNotSupported:
            raise NotEdited("This terminal can't be handed to another program") from None
        try:
            return file.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            raise NotEdited("What came back is no text; nothing was changed") from None


def _run(host: Host, command: Sequence[str]) -> None:
    """Run an editor while the screen steps aside. Raises NotEdited unless it ended well."""
    ended: int | OSError
    with host.suspend():
        try:
            ended = subprocess.run(command, check=False).returncode  # noqa: S603 - the person's
        except OSError as error:  # behind an error that leaves this block the screen would not come back
            ended = error
    name = one_line(command[0], Longest.PHRASE)
    if isinstance(ended, OSError):
        raise NotEdited(f"{name} can't be started: {ended.strerror}")
    if ended:
        raise NotEdited(f"{name} ended with {ended}; nothing was changed")


def kept(text: str) -> Path:
    """Keep a text that could not be taken over, in a file that only the person can read; returns where."""
    number, name = tempfile.mkstemp(prefix="memtui-edit-", suffix=".md")
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(text)
    return Path(name)


def _editor() -> list[str]:
    """Return the editor's command: the person's, else vi where that is found. Raises NotEdited."""
    for name in ("VISUAL", "EDITOR"):
        try:
            command = shlex.split(os.environ.get(name, ""))
        except ValueError:
            raise NotEdited(f"${name} is no command: {one_line(os.environ[name], Longest.PHRASE)}") from None
        if command and not (shutil.which(command[0]) or Path(command[0]).exists()):
            raise NotEdited(
                f"There is no program {one_line(command[0], Longest.PHRASE)}, which ${name} names"
            )
        if command:
            return command
    if usual := shutil.which("vi"):
        return [usual]
    raise NotEdited("No editor is set; export EDITOR=nano, or the one you like")
