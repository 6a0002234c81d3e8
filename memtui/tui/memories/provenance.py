"""Where a memory comes from, in full: who wrote it, in which session, the words it rests on, and its file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.segment import Segment
from textual.app import ComposeResult

from memtui.config.places import from_home
from memtui.domain.days import day
from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line, printable_lines
from memtui.domain.whose import WHOSE, Teller
from memtui.secrets.masking import masked_memory
from memtui.sources.called import format_name
from memtui.tui.sources.names import Place, access_words
from memtui.tui.themes import Look, look
from memtui.tui.widgets.about_memory import told_value
from memtui.tui.widgets.dialogs import Dialog, hint
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.pages import Line, Page, text_lines

_LABEL = 12
QUOTE = 4_000
"""Characters of a quote that are laid out; what follows is said."""


def file_of(memory: Memory, places: Sequence[Place]) -> Path | None:
    """Return the file a memory stands in or was read from, when it is still there."""
    written = memory.provenance.get("path", memory.provenance.get("file"))
    named = [place.file for place in places] + ([written] if isinstance(written, str) else [])
    for name in named:
        path = Path(name).expanduser()
        try:
            if path.is_absolute() and path.exists():
                return path
        except (OSError, ValueError):
            continue
    return None


def _provenance_lines(memory: Memory, places: Sequence[Place], width: int, look: Look) -> list[Line]:
    """Return everything that is known about where a memory comes from."""
    memory = masked_memory(memory)
    lines: list[Line] = []
    for label, fact in _facts(memory, places):
        rows = list(text_lines(fact, width - _LABEL - 2, look.text, indent=0))
        for at, line in enumerate(rows):
            lines.append([Segment(fitted(label if at == 0 else "", _LABEL) + "  ", look.dim), *line])
    quote = memory.provenance.get("quote")
    if isinstance(quote, str) and quote.strip():
        lines += [[], *text_lines(f"“{printable_lines(quote[:QUOTE]).strip()}”", width, look.text, indent=0)]
        if len(quote) > QUOTE:
            cut = f"… the first {QUOTE:,} of {len(quote):,} characters; `memtui show --json` has them all"
            lines += text_lines(cut, width, look.dim, indent=0)
    return lines


def _facts(memory: Memory, places: Sequence[Place]) -> Iterator[tuple[str, str]]:
    yield "memory", one_line(memory.text, Longest.REASON)
    teller = Teller.of(memory)
    who = {"person": "a person", "agent": "an agent"}.get(memory.origin, str(memory.origin))
    who = who if teller is None else f"a colleague, {teller.label}"
    yield "by", who + (f", {one_line(memory.source, Longest.PHRASE)}" if memory.source else "")
    yield "created", day(memory.created_at)
    for place in places:
        yield (
            "stands in",
            f"{from_home(place.file)}  ({format_name(place.source.format)}, {access_words(place.source)})",
        )
    for key, value in memory.provenance.items():
        if key not in {"quote", "source", WHOSE}:
            path = key in {"path", "file"} and isinstance(value, str)
            yield (
                one_line(str(key), _LABEL),
                from_home(str(value)) if path else one_line(told_value(value), Longest.PASSAGE),
            )
    yield "uid", memory.uid


class ProvenanceDialog(Dialog[Path]):
    """The page, with the path to copy when the file is there. Answers with that path."""

    DEFAULT_CSS = """
    ProvenanceDialog { .panel { width: 104; } }
    """
    title_words = "Where this comes from"

    def __init__(self, memory: Memory, places: Sequence[Place]) -> None:
        super().__init__()
        self._memory, self._places = memory, places
        self._file = file_of(memory, places)
        self._page = Page()

    def compose(self) -> ComposeResult:
        """Lay out the page and the keys."""
        copy = [("y", "copy the path of its file")] if self._file is not None else []
        yield self.panel(self._page, hint(*copy, ("esc", "close")))

    def on_mount(self) -> None:
        """Show what is known."""
        width = min(104, self.app.size.width) - 6
        lines = _provenance_lines(self._memory, self._places, width - 1, look(self.app.theme))
        self._page.styles.height = self._page.styles.max_height = min(
            len(lines), max(self.app.size.height - 8, 3)
        )
        self._page.show_lines(lines)
        self.set_focus(self._page)

    def pressed(self, key: str) -> bool:
        """Copy, scroll or close."""
        if self._page.scrolls(key):
            return True
        if key == "y" and self._file is not None:
            self.dismiss(self._file)
        elif key in {"escape", "q", "enter", "o"}:
            self.dismiss(None)
        else:
            return False
        return True
