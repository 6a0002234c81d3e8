"""Stretches of a page that are one record by how they open, without a heading: questions, days of a diary.

A question opens with `Q:` and its answer with `A:`, as pages of questions write them; an entry of a diary
opens with a line that is nothing but its day.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from memtui.formats.ground.dates import opening_date
from memtui.formats.ground.labels import HEADING, is_rule

_MARKED = r"\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?(?:\*\*|__)?"
_QUESTION = re.compile(_MARKED + r"(?:Q\d{0,3}|[问問]|質問)\s?[:：.](?=\s|\*|_|[^\W\d_\x00-\u024f])")
_ANSWER = re.compile(_MARKED + r"(?:A\d{0,3}|答|回答)\s?[:：.](?=\s|\*|_|$|[^\W\d_\x00-\u024f])")
_DAY_ALONE = re.compile(r"(?P<mark>\*{1,3}|_{1,3})?\[?(?=\w)(?P<day>[^*_\n]{6,60})(?(mark)(?P=mark))")
_BEHIND_DAY = re.compile(r"[\s,:)\]]*+(?:[A-Z]{1,4}T?(?:[+-]\d{1,2}(?::?\d{2})?)?)?[\s,:)\]]*+")
"""A place where the clock stands and marks; words would be what was then."""
_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])\s|```|~~~|\|")
_REMARK = re.compile(r"<!--[^<>]*-->")
_LONGEST = 2_400
"""Characters of a stretch; what is longer tells of several things."""
_FEWEST_DAYS = 2
"""One day alone may be that of the page."""


def answered(lines: Sequence[str], open_lines: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield where each question with its answer starts and ends."""
    starts = [at for at, line in open_lines.items() if _QUESTION.match(line)]
    for start, following in pairwise([*starts, len(lines)]):
        end = _end(lines, open_lines, start, following)
        told = (at for at in range(start + 1, end) if at in open_lines and _ANSWER.match(lines[at]))
        answer = next(told, None)
        if answer is not None:
            yield start, end if following < len(lines) else _answer_end(lines, open_lines, answer, end)


def below_days(lines: Sequence[str], open_lines: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield where each entry below a line with nothing but a day starts and ends, that line among it."""
    starts = [at for at, line in open_lines.items() if _stands_alone(lines, at) and is_a_day(line)]
    for start, following in pairwise([*starts, len(lines)] if len(starts) >= _FEWEST_DAYS else []):
        end = _end(lines, open_lines, start, following)
        if end > start + 1:
            yield start, end


def _answer_end(lines: Sequence[str], open_lines: Mapping[int, str], start: int, end: int) -> int:
    """Return where the last answer of a page ends: with its paragraph and the lists and code that follow."""
    for at in range(start + 1, end):
        text = lines[at] if at in open_lines else ""
        if text.strip() and not lines[at - 1].strip() and not text[:1].isspace() and not _ITEM.match(text):
            return _trimmed(lines, start, at)
    return end


def is_a_day(line: str) -> bool:
    """Say whether a line of text is nothing but a day, with or without its time."""
    match = _DAY_ALONE.fullmatch(line.strip())
    dated = opening_date(match["day"]) if match is not None else None
    return match is not None and dated is not None and bool(_BEHIND_DAY.fullmatch(match["day"], dated[1]))


def _stands_alone(lines: Sequence[str], at: int) -> bool:
    beside = [lines[one] for one in (at - 1, at + 1) if 0 <= one < len(lines)]
    return not any(line.strip() and not is_rule(line) and not HEADING.match(line) for line in beside)


def _end(lines: Sequence[str], open_lines: Mapping[int, str], start: int, following: int) -> int:
    """Return where a stretch ends: before a heading or a rule; its start where it is too long."""
    within = range(start + 1, following)
    stops = (at for at in within if at in open_lines and (HEADING.match(lines[at]) or is_rule(lines[at])))
    end = _trimmed(lines, start, next(stops, following))
    return end if sum(map(len, lines[start:end])) <= _LONGEST else start


def _trimmed(lines: Sequence[str], start: int, end: int) -> int:
    """Return an end without the blank lines and the remarks of programs before it."""
    while end > start + 1 and (not lines[end - 1].strip() or _REMARK.fullmatch(lines[end - 1].strip())):
        end -= 1
    return end
