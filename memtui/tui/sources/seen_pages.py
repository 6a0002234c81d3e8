"""What the Sources view says of an agent: which files it loads in a folder, and their text as it sees it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.config.places import from_home
from memtui.domain.counting import plural
from memtui.domain.text import Longest, one_line
from memtui.tui.sources.pages import seen_lines
from memtui.tui.themes import Look
from memtui.tui.widgets.pages import Line, flowing, text_lines

if TYPE_CHECKING:
    from memtui.formats.seen import SeenFile, View


def views_here(*, own: bool) -> list[View]:
    """Return what each agent loads in the folder one is in. Reads files: for a thread.

    Where the store is not the person's `own`, as among the examples, nothing outside the home folder is read.
    """
    from memtui.sources import agents

    home = Path.home()
    try:
        return agents.views(agents.place(Path.cwd(), home, os.environ, None if own else home))
    except OSError:  # the folder one is in was removed
        return []


def about_agent_lines(view: View, key_for: Callable[[str], str], width: int, look: Look) -> list[Line]:
    """Return the files that an agent loads and why, those it leaves, and what is not known."""
    lines = list(text_lines(f"{view.label} in {from_home(view.folder)}", width, look.strong))
    for file in view.files:
        lines += _file_lines(file, width, look)
    sentence = f"≈ {view.tokens:,} tokens in all; {key_for('seen')} shows the text"
    lines += [[], *text_lines(sentence, width, look.dim)]
    for left in view.left:
        lines += text_lines(
            f"not loaded, {from_home(left.where)}: {one_line(left.reason, Longest.SENTENCE)}", width, look.dim
        )
    for note in view.notes:
        lines += text_lines(note, width, look.dim)
    return lines


def agent_lines(view: View, _key_for: Callable[[str], str], width: int, look: Look) -> list[Line]:
    """Return the text an agent loads, file by file, line by line, with what it weighs."""
    lines: list[Line] = []
    for file in view.files:
        lines += text_lines(
            f"{from_home(file.path)}, {one_line(file.why, Longest.SENTENCE)}", width, look.strong
        )
        lines += [*seen_lines(file.loaded, {}, lambda _: False, width, look), []]
    return lines


def _file_lines(file: SeenFile, width: int, look: Look) -> list[Line]:
    facts = [
        (f"≈ {file.loaded.tokens:,} tokens", look.accent),
        (one_line(file.why, Longest.SENTENCE), look.dim),
    ]
    if file.loaded.cut:
        facts.append((f"{plural(file.loaded.cut, 'line')} cut at {file.loaded.limit}", look.warn))
    return [*text_lines(from_home(file.path), width, look.text), *flowing(facts, width, look.dim)]
