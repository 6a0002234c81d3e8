"""What an agent sees now of what a card is about, and what it would see after a yes, line by line.

The card shows it where it stands for many memories at once, such as the lines of an index.
"""

from collections.abc import Sequence

from rich.segment import Segment

from memtui.domain.counting import plural
from memtui.domain.text import Longest, one_line
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import at_most, fitted
from memtui.tui.widgets.pages import Line


def before_after_lines(
    pairs: Sequence[tuple[str, str]], most: int, width: int, how_to_see: str, look: Look
) -> list[Line]:
    """Return at most `most` lines that go, that come, and their neighbours; one says how many more there are.

    `pairs` are each line as it is before and after, empty for one that is not there.
    """
    rows = _rows(pairs)
    hidden = max(len(rows) - most, 0)
    head = at_most("    what an agent sees now, and after a yes", width)
    lines: list[Line] = [[Segment(head, look.dim)]]
    for sign, text in _with_what_changes(rows, most):
        style = look.dim if sign == " " else look.text
        shown = fitted(one_line(text, Longest.REASON), width - 4)
        lines.append([Segment(f"  {sign} ", look.accent_strong), Segment(shown, style)])
    if hidden:
        note = at_most(f"    … and {plural(hidden, 'more line')}{how_to_see}", width)
        lines.append([Segment(note, look.dim)])
    return lines


def _rows(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return each line behind the sign for whether it goes, comes or stays the same."""
    rows: list[tuple[str, str]] = []
    for before, after in pairs:
        if before == after:
            rows.append((" ", before))
        else:
            rows += [("−", before)] if before else []
            rows += [("+", after)] if after else []
    return rows


def _with_what_changes(rows: Sequence[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    """Return at most `most` rows; what stays the same gives way first, but for the first such row."""
    same = [at for at, (sign, _) in enumerate(rows) if sign == " "][1:]
    left_out = set(same[: max(len(rows) - most, 0)])
    return [row for at, row in enumerate(rows) if at not in left_out][:most]
