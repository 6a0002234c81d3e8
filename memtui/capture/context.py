"""Describes a text for whoever reads one window of it: title, date, speakers, and what came right before.

A reader of the third page of minutes needs their title and date to tell who `she` is and when `tomorrow`
was. The model gets these lines with each window; the gates look for names and figures in the whole text
anyway.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from memtui.domain.text import one_line

_HEADING = re.compile(r"^(#{1,6})[ \t]+(\S.*)$", re.MULTILINE)
_SPEAKER = re.compile(
    r"^[ \t*_]{0,6}([^\W\d][\w .'-]{0,30}?)[*_]{0,2}\s?[:：](?=\s|[^\x00-\x7f])", re.MULTILINE
)
_LINE = 160
"""Characters of a line of context."""
_FEWEST_TURNS = 2
"""Turns under one name that make it a speaker's; a single one may be a label."""
_MOST_SPEAKERS = 8
"""Names that are told, so that a long talk does not fill the context with them."""
_LAST_WORDS = re.compile(r"[^.!?。！？\n]+[.!?。！？]?\s*\Z")


class Context:
    """What is told of a text with each of its windows; what holds for all of them is found once."""

    def __init__(self, text: str, *, day: date, path: str) -> None:
        self._text = text
        self._title = _title(text)
        self._of_all = tuple(_of_all(text, self._title, day, path))
        self._headings = _HEADING.finditer(text)
        self._next = next(self._headings, None)
        self._over: dict[int, str] = {}

    def at(self, start: int) -> str:
        """Return the lines for the window that begins at `start`, one fact a line.

        The windows are asked for in their order.
        """
        return "\n".join((*self._of_all, *self._of_place(start)))

    def _of_place(self, start: int) -> Iterator[str]:
        under = [heading for heading in self._headings_over(start) if heading != self._title]
        if under:
            yield f"Under: {' / '.join(under)}"
        if start > 0:
            before = _LAST_WORDS.search(self._text[max(start - 400, 0) : start].rstrip())
            if before is not None:
                yield f"Right before: {one_line(before[0], _LINE)}"

    def _headings_over(self, start: int) -> list[str]:
        """Return the headings that a place of the text stands under, the widest first."""
        while self._next is not None and self._next.end() <= start:
            level = len(self._next[1])
            self._over = {at: heading for at, heading in self._over.items() if at < level}
            self._over[level] = one_line(self._next[2], _LINE)
            self._next = next(self._headings, None)
        return [self._over[level] for level in sorted(self._over)]


def _of_all(text: str, title: str, day: date, path: str) -> Iterator[str]:
    if title:
        yield f"Title: {title}"
    yield f"Written: {day:%Y-%m-%d, a %A}"
    if path:
        yield f"File: {one_line(path, _LINE)}"
    speakers = speakers_of(text)
    if speakers:
        yield f"Speakers: {', '.join(speakers)}"


def _title(text: str) -> str:
    """Return the first line of a text, where it is one of its own."""
    first = text.lstrip().split("\n", 1)[0].strip()
    plain = first.lstrip("# ").strip("*_ ")
    return one_line(plain, _LINE) if 0 < len(plain) <= _LINE and _SPEAKER.match(first) is None else ""


def speakers_of(text: str) -> list[str]:
    """Return who speaks in a conversation, those who say most first; nobody if it is no conversation."""
    counts = Counter(match[1].strip() for match in _SPEAKER.finditer(text))
    named = [name for name, count in counts.most_common(_MOST_SPEAKERS) if count >= _FEWEST_TURNS]
    return named if len(named) > 1 else []
