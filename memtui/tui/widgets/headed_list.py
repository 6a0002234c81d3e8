"""A list with headings, which the cursor skips."""

from collections.abc import Callable

from memtui.tui.widgets.line_list import LineList


class HeadedList(LineList):
    """Lines with a cursor, some of which are headings."""

    def is_heading(self, index: int) -> bool:
        """Say whether a line is a heading, or nothing but room between two groups."""
        raise NotImplementedError

    def rows_changed(self, count: int, key: Callable[[int], str | None], wanted: str | None) -> None:
        """Take over `count` new lines; the cursor goes to the row with the key `wanted`, else to the nearest.

        Without a row but headings nothing is listed.
        """
        rows = [index for index in range(count) if not self.is_heading(index)]
        same = [index for index in rows if key(index) == wanted]
        near = min(rows, key=lambda index: abs(index - self.cursor), default=0)
        self.lines_changed(count if rows else 0, same[0] if same else near)

    def move_to(self, index: int) -> None:
        """Move the cursor, over headings."""
        step = 1 if index >= self.cursor else -1
        index = min(max(index, 0), max(self.count - 1, 0))
        for at in (*range(index, -1 if step < 0 else self.count, step), *range(index, self.count)):
            if not self.is_heading(at):
                super().move_to(at)
                self._show_cursor()
                return

    def _show_cursor(self) -> bool:
        """Scroll the cursor into view, and at the first row the headings above it too."""
        if self.scroll_offset.y and self.cursor < self.size.height and self._at_first_row:
            self.scroll_to(y=0, animate=False, force=True)
            return True
        return super()._show_cursor()

    @property
    def _at_first_row(self) -> bool:
        return all(map(self.is_heading, range(min(self.cursor, self.count))))
