"""Marks the words of a search in the text of a row, and cuts the text so that they are seen."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from memtui.domain.filter import Filter
from memtui.store.words import stems, words_of
from memtui.tui.widgets.line_list import fitted

_WORD = re.compile(r"[^\W_]+")
_BEFORE = 4
"""The first match stands a fourth of the width from the start, where the text had to be cut."""

Span = tuple[int, int]


class Marker:
    """The words of one search, as they are found in texts: by stem, the last one by how it begins."""

    def __init__(self, wanted: Filter) -> None:
        """Mark the words of `wanted`."""
        words = [word for typed in wanted.words for word in words_of(typed)]
        self._stems = frozenset(stems(words)) if words else frozenset()
        self._begins = words[-1] if words and wanted.prefix else ""
        self._starts = tuple({stem[:2] for stem in self._stems} | ({self._begins} - {""}))

    @property
    def marks(self) -> bool:
        """Whether there are words to mark."""
        return bool(self._starts)

    def spans(self, text: str) -> list[Span]:
        """Return where the words stand in `text`."""
        if not self._starts:
            return []
        lowered = text.lower()
        if len(lowered) != len(text):
            return []  # a letter whose small form is two letters: places would not agree
        return [
            match.span()
            for match in _WORD.finditer(lowered)
            if match[0].startswith(self._starts) and self._fits(match[0])
        ]

    def _fits(self, word: str) -> bool:
        begins = bool(self._begins) and word.startswith(self._begins)
        return begins or _stem(word) in self._stems

    def marked(self, text: str, width: int, plain: Style, match: Style) -> list[Segment]:
        """Return `text` in exactly `width` cells with the words marked, cut at its start where it must be."""
        text, spans = _around_first(text, self.spans(text), width)
        line = fitted(text, width)
        parts, at = [], 0
        for start, end in spans:
            if end > len(line) or (end == len(line) and line != text):
                break
            parts += [Segment(line[at:start], plain), Segment(line[start:end], match)]
            at = end
        return [part for part in (*parts, Segment(line[at:], plain)) if part.text]


def _around_first(text: str, spans: Sequence[Span], width: int) -> tuple[str, Sequence[Span]]:
    """Return a text that shows its first match within `width` cells, and where its matches are then."""
    if not spans or cell_len(text[: spans[0][1]]) < width:
        return text, spans
    start = max(min(spans[0][0] - width // _BEFORE, len(text) - width + 1), 1)
    start = text.find(" ", start - 1, spans[0][0]) + 1 or start
    moved = [(begin - start + 1, end - start + 1) for begin, end in spans]
    return "…" + text[start:], moved


@lru_cache(maxsize=8_192)
def _stem(word: str) -> str:
    return stems([word])[0]
