"""Merging selected memories: which one stays, and what it will say, before anything happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from memtui.domain import durations
from memtui.domain.headings import row_text
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line, printable_lines
from memtui.secrets.masking import masked, masked_memory
from memtui.tui.themes import look
from memtui.tui.widgets.dialogs import Dialog, answer, hint
from memtui.tui.widgets.line_list import fitted, fitted_end, right
from memtui.tui.widgets.pages import Line, Page, first_lines

MOST = 50
"""More memories than this are not merged into one text."""
_SHOWN = 8
_TITLE = "It will say"
_KEYS = (("enter", "merge"), ("← →", "choose which stays"), ("e", "edit the text"), ("esc", "leave them"))


@dataclass(frozen=True, slots=True)
class Merge:
    """What a person decided."""

    keep: int
    others: tuple[int, ...]
    text: str
    """What the one that stays will say; empty to leave its text."""
    seen: tuple[Memory, ...]
    """All of them as they were shown."""


class MergeDialog(Dialog[Merge]):
    """Shows the memories, the most recent of them chosen to stay, and its text, which can be edited."""

    widest = 104
    DEFAULT_CSS = f"""
    MergeDialog {{
        .panel {{ width: {widest}; }}
        .note {{ margin-top: 1; }}
        &.-tight .note {{ margin-top: 0; }}
    }}
    """

    def __init__(self, chosen: Sequence[Memory], now: Instant, begun: Merge | None = None) -> None:
        """Ask about `chosen`, two or more; once more where what was `begun` met one that had changed."""
        super().__init__()
        self._all = sorted(chosen, key=lambda memory: (-memory.created_at, memory.id))
        self._now = now
        self._stays = 0
        self._text = ""
        self._again = begun is not None
        if begun is not None:
            self._stays = next((at for at, memory in enumerate(self._all) if memory.id == begun.keep), 0)
            self._text = begun.text
        self.title_words = f"Merge {len(self._all):,} memories into one?"
        self._rows, self._will = Page(), Page()
        self._note = Static(classes="note")

    @property
    def _kept(self) -> Memory:
        return self._all[self._stays]

    def compose(self) -> ComposeResult:
        """Lay out the memories, the text and the keys."""
        yield self.panel(
            self._rows,
            Static(Content(_TITLE), classes="note"),
            self._will,
            self._note,
            hint(*_KEYS),
        )

    def share_room(self) -> None:
        """Give the text that will stay what the memories and the question leave."""
        self._show()

    def _show(self) -> None:
        styles, width = look(self.app.theme), min(self.widest, self.app.size.width) - 7
        first = min(max(self._stays - _SHOWN + 1, 0), max(len(self._all) - _SHOWN, 0))
        lines: list[Line] = []
        for at, memory in enumerate(self._all[first : first + _SHOWN], first):
            stays = at == self._stays
            age = durations.age(max(self._now - memory.created_at, 0.0))
            lead = f"{'▸' if stays else ' '} {right(age, 5)}  {fitted_end(memory.scope, 18)}  "
            text = fitted(row_text(masked_memory(memory))[0], max(width - len(lead) - 7, 8))
            lines.append(
                [
                    Segment(lead, styles.accent if stays else styles.dim),
                    Segment(text, styles.strong if stays else styles.dim),
                    Segment("  stays" if stays else "", styles.accent),
                ]
            )
        if len(self._all) > _SHOWN:
            lines.append([Segment(f"  and {len(self._all) - _SHOWN:,} more", styles.dim)])
        text = masked(self._text) or masked_memory(self._kept).text
        others = "the other is" if len(self._all) == 2 else f"the other {len(self._all) - 1:,} are"
        sentence = "One of them was changed meanwhile: this is how they are now. " if self._again else ""
        sentence += f"It keeps the categories and uses of all; {others} dropped, and undo brings back all"
        room = max(self.room_beside(_TITLE, sentence, keys=_KEYS) - len(lines), 2)
        will = first_lines(printable_lines(text), width, room, styles.text, indent=2)
        for page, rows in ((self._rows, lines), (self._will, will)):
            page.styles.height = page.styles.max_height = max(len(rows), 1)
            page.show_lines(rows)
        self._note.update(Content(one_line(sentence, Longest.SENTENCE)))

    def pressed(self, key: str) -> bool:
        """Merge, choose or edit."""
        if key in {"left", "right", "h", "l", "up", "down", "k", "j"}:
            by = -1 if key in {"left", "h", "up", "k"} else 1
            self._stays = min(max(self._stays + by, 0), len(self._all) - 1)
            self._text = ""
            self._show()
        elif key == "e":
            self._edit()
        elif answer(key):
            others = tuple(memory.id for memory in self._all if memory.id != self._kept.id)
            self.dismiss(Merge(self._kept.id, others, self._text, tuple(self._all)))
        elif answer(key) is False:
            self.dismiss(None)
        else:
            return super().pressed(key)
        return True

    def _edit(self) -> None:
        from memtui.tui.review.prompts import TextForm

        def edited(written: str | None) -> None:
            if written is not None:
                self._text = "" if written == self._kept.text else written
                self._show()

        form = TextForm(self._text or self._kept.text)
        form.title_words = "The text of the one that stays"
        self.app.push_screen(form, edited)
