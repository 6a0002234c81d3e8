"""Cuts what a memory says where one statement about the project ends and another begins."""

import re
from collections.abc import Iterator

SENTENCE = re.compile(r"[;.!?](?=\s|\Z)|\n|\s[-–—]\s")
"""What ends a sentence."""


def cut(text: str, start: int, end: int, at: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text, from `start` to `end`, between the places where a pattern matches."""
    for match in at.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    if start < end:
        yield start, end
