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


def context_of(text: str, start: int, *, day: date, path: str) -> str:
    """Return the lines of context for the window that begins at `start`, one fact a line."""
    return "\n".join(_lines(text, start, day, path))


def _lines(text: str, start: int, day: date, path: str) -> Iterator[str]:
    title = _title(text)
    if title:
        yield f"Title: {title}"
    yield f"Written: {day:%Y-%m-%d, a %A}"
    if path:
        yield f"File: {one_line(path, _LINE)}"
    speakers = speakers_of(text)
    if speakers:
        yield f"Speakers: {', '.join(speakers)}"
    under = [heading for heading in _headings_over(text, start) if heading != title]
    if under:
        yield f"Under: {' / '.join(under)}"
    if start > 0:
        before = _LAST_WORDS.search(text[max(start - 400, 0) : start].rstrip())
        if before is not None:
            yield f"Right before: {one_line(before[0], _LINE)}"


def _title(text: str) -> str:
    """Return the first line of a text, where it is one of its own."""
    first = text.lstrip().split("\n", 1)[0].strip()
    plain = first.lstrip("# ").strip("*_ ")
    return one_line(plain, _LINE) if 0 < len(plain) <= _LINE and _SPEAKER.match(first) is None else ""


def _headings_over(text: str, start: int) -> list[str]:
    """Return the headings that a place of a text stands under, the widest first."""
    over: dict[int, str] = {}
    for match in _HEADING.finditer(text, 0, start):
        level = len(match[1])
        over = {at: heading for at, heading in over.items() if at < level}
        over[level] = one_line(match[2], _LINE)
    return [over[level] for level in sorted(over)]


def speakers_of(text: str) -> list[str]:
    """Return who speaks in a conversation, those who say most first; nobody if it is no conversation."""
    counts = Counter(match[1].strip() for match in _SPEAKER.finditer(text))
    named = [name for name, count in counts.most_common(_MOST_SPEAKERS) if count >= _FEWEST_TURNS]
    return named if len(named) > 1 else []
