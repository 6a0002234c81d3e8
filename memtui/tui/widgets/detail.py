"""The pane that shows one memory in full.

Beneath the table, beside it on wide screens, or over the whole screen when it is zoomed. What it says is in
`about_memory`, which the first rows do not wait for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.tui.widgets.links import LinkPage, Sheet

if TYPE_CHECKING:
    from memtui.store.related import Related
    from memtui.tui.widgets.about_memory import About


class Detail(LinkPage):
    """The pane that shows one memory. Related memories are links."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.whole = False
        """Whether the text is laid out to its end."""
        self.formula = False
        """Whether the sum behind the strength is shown."""
        self.raw = False
        """Whether the text is shown as it was written, its markdown not rendered."""
        self.revealed: int | None = None
        """The memory whose secrets are shown, while the cursor stays on it."""
        self.open_key = "enter"
        """The key that shows all of a long text."""
        self._about: About | None = None

    @property
    def memory_id(self) -> int | None:
        """The memory that is shown."""
        return None if self._about is None else self._about.memory.id

    def show(self, about: About | None) -> None:
        """Show a memory, or nothing."""
        before, self._about = self._about, about
        same = before is not None and about is not None and before.memory.id == about.memory.id
        if same and before is not None and about is not None:
            self._about = replace(about, related=before.related)
        self.revealed = self.revealed if same else None
        self._lay_out(from_top=not same)

    def show_related(self, memory_id: int, related: Sequence[Related]) -> None:
        """Add related memories, if that memory is still shown."""
        if self._about is not None and self._about.memory.id == memory_id:
            self._about = replace(self._about, related=related)
            self._lay_out(from_top=False)

    def reveal(self) -> bool:
        """Show the secrets of the memory, or mask them again; say whether they are shown now."""
        about = self._about
        self.revealed = None if about is None or self.revealed is not None else about.memory.id
        self._lay_out(from_top=False)
        return self.revealed is not None

    def show_raw(self, raw: bool) -> None:
        """Show the text as it was written, or rendered."""
        self.raw = raw
        self._lay_out(from_top=False)

    def show_whole(self, whole: bool) -> None:
        """Lay the text out to its end, or only its beginning."""
        if whole != self.whole:
            from memtui.tui.widgets.about_memory import plain_lines

            self.whole = whole
            plain_lines.cache_clear()
            self._lay_out(from_top=not whole)

    def show_formula(self, formula: bool) -> None:
        """Show the sum behind the strength, or leave it out."""
        self.formula = formula
        self._lay_out(from_top=False)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._lay_out(from_top=False)

    def theme_changed(self) -> None:
        """Style anew."""
        super().theme_changed()
        self._lay_out(from_top=False)

    def _lay_out(self, *, from_top: bool) -> None:
        if self._about is None or not self.line_width:
            self.show_sheet(Sheet())
            return
        from memtui.tui.widgets.about_memory import DetailOptions, sheet_of

        sheet = Sheet([[]] if self.whole else ())
        revealed = self.revealed == self._about.memory.id
        sheet.below(
            sheet_of(
                self._about,
                self.line_width,
                self.look,
                DetailOptions(self.whole, self.formula, revealed, self.raw, self.open_key),
            )
        )
        self.show_sheet(sheet, from_top=from_top, choose=False)
