"""Which columns the table of memories has, and how wide each is: text, scope, last use, strength or who
dropped it.

A new column gets its width here; `table` fills it in each row and writes its name at the head.
"""

from typing import NamedTuple

LEAD = 3
"""Cells for the cursor, the mark, and a space."""
USED = 4
"""Cells of the last use: `12mo` is the longest."""
_ONLY_TEXT = 30
"""Cells under which the text has the row to itself."""
_TEXT_BEFORE_SCOPE = 140
"""Cells of text from which on there is room for the scope beside it."""


class Columns(NamedTuple):
    """How wide each column is; 0 leaves it out."""

    text: int
    scope: int
    last: int
    """The strength, or of what is gone who dropped it; where it is left out, the last use is, too."""

    @classmethod
    def for_width(cls, width: int, *, with_scope: bool, gone: bool) -> "Columns":
        """Share `width` cells out: the text gets what the others leave. `gone` are dropped memories."""
        if width < _ONLY_TEXT:
            return cls(max(width - LEAD - 1, 1), 0, 0)
        last = 8 if width >= 90 else 5 if width >= 46 else 3
        if gone:
            last = 12 if width >= 80 else 5
        text = width - LEAD - (2 + USED) - (2 + last) - 1
        scope = min(22, text - _TEXT_BEFORE_SCOPE - 2) if with_scope else 0
        if scope < 12:
            scope = 0
        return cls(max(text - (scope + 2 if scope else 0), 4), scope, last)
