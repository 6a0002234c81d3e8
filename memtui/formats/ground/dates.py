"""When something was written, as a text says it: the day that opens a line, a label's value or a file's name.

A day in the middle of a sentence tells when something else was, so only what opens or closes a line counts.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from memtui.domain.instant import DAY, Instant, from_iso
from memtui.formats.ground.frontmatter import Head, flat
from memtui.formats.ground.labels import HEADING, label

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OF_OTHERS = (
    "januar janvier enero janeiro gennaio ocak",
    "februar février febrero fevereiro febbraio şubat",
    "märz mars marzo março mart",
    "avril abril aprile nisan",
    "mai mayo maio maggio mayıs",
    "juni juin junio junho giugno haziran",
    "juli juillet julio julho luglio temmuz",
    "août agosto ağustos",
    "septembre septiembre setiembre setembro settembre eylül",
    "oktober octobre octubre outubro ottobre ekim",
    "novembre noviembre novembro kasım",
    "dezember décembre diciembre dezembro dicembre aralık",
)
"""The months in German, French, Spanish, Portuguese, Italian and Turkish, where they differ from English."""
_NUMBER_OF = {name: at for at, names in enumerate(_OF_OTHERS, 1) for name in names.split()}
_MONTH = rf"(?P<month>{'|'.join(sorted(_NUMBER_OF))}|(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?)"
_YEAR, _DAY = r"(?P<year>\d{4})(?!\d)", r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?"
_CLOCK = (
    r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d)(?:\.\d{1,9})?)?"
    r"(?:\s?(?P<half>[AP])\.?M\b)?"
)
_ZONES: Mapping[str, str] = tomllib.loads(Path(__file__).with_name("zones.toml").read_text("utf-8"))
_PLACE = r"(?:\s(?P<zone>[A-Z][A-Za-z]{1,12})\b(?:[+-]\d{1,2}(?::?\d{2})?)?)"
"""Where a clock stands, as `date` names it; of a place that is no known zone only the day counts."""
_ZONE = rf"\s?(?P<zone>Z|[+-]\d{{2}}:?\d{{2}})|(?-i:\s(?P<called>{'|'.join(_ZONES)})(?![\w+-]))"
_TIME = rf"(?:(?:[T ,]{{1,3}}|,? at ){_CLOCK}(?:{_ZONE})?)?"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]?\s{1,3})?"
_FORMS = (
    re.compile(rf"(?P<year>\d{{4}})(?P<by>[-/.])(?P<number>\d{{1,2}})(?P=by)(?P<day>\d{{1,2}})(?!\d){_TIME}"),
    re.compile(r"(?P<year>\d{4})年(?P<number>\d{1,2})月(?P<day>\d{1,2})日"),
    re.compile(rf"{_WEEKDAY}{_MONTH}\s{{1,2}}{_DAY},? {_YEAR}{_TIME}", re.IGNORECASE),
    re.compile(rf"{_WEEKDAY}{_DAY} (?:de )?{_MONTH},? (?:de )?{_YEAR}{_TIME}", re.IGNORECASE),
    re.compile(rf"{_WEEKDAY}{_MONTH}\s{{1,2}}{_DAY} {_CLOCK}{_PLACE}? {_YEAR}", re.IGNORECASE),
)
_MONTHLY = (
    re.compile(r"(?<![\d-])(?P<year>20\d\d)-(?P<number>0[1-9]|1[0-2])(?![\w-])"),
    re.compile(rf"\b{_MONTH},? {_YEAR}", re.IGNORECASE),
)
_PACKED = re.compile(r"(?<!\d)(?P<year>20\d\d)(?P<number>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?!\d)")
_OPENING = re.compile(r"[\W_]{0,6}")
_WRITTEN_KEYS = (
    "created",
    "created_at",
    "date",
    "logged",
    "timestamp",
    "ts",
    "added",
    "modified",
    "updated_at",
)
_OF_WRITING = {
    *_WRITTEN_KEYS,
    "updated",
    "updated at",
    "last updated",
    "last update",
    "last modified",
    "date added",
}
"""What people call the day on which they wrote something."""
_OF_A_PAGE = _OF_WRITING | {"started"}
"""What they call it above all headings, where nothing else has been told of yet."""
_IN_LINE = re.compile(r"(?:\*\*|__)(?P<name>[^*_\n:]{1,40}):?(?:\*\*|__):?\s*(?P<said>[^*_\n]{1,60})")
"""One of several labels on a line, with its value: `**Shop:** tea **Last updated:** 2026-02-03`."""
_STAMP = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]?\s[\w ,]{4,20}\s\d{1,2}:\d\d", re.IGNORECASE
)
"""Begins what the program `date` says: no person writes the weekday and the clock of a fact."""
_ASIDE = re.compile(
    r"(?P<mark>[*_]{1,3})(?! )(?P<said>[^*_\n]{6,200})(?P=mark)|>\s*(?P<quoted>\S[^\n]{5,200})"
)
"""A line that stands apart from what a page says."""
_WORDS_BEFORE = 3
"""Words before the day in such a line, as in `Last changed on 2026-02-03, before the opening`."""
_FAR = 60
"""Characters within which that day begins."""
_SEVERAL = 2
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC).timestamp()
_BOLD_TITLE = re.compile(r"\s*(?:[-*+]\s+)?(?P<mark>\*\*|__)(?!\s)[^*_]{1,400}?(?P=mark)[\s.:]*[(\[]")
"""A title in bold with brackets behind it, in which a day may stand: `**Ask first.** (2026-07-24, run 9)`."""
_OF_TITLE = 5
"""Lines that such a title may take."""
_LOOKED_AT = 40
"""Lines of a record that are looked through for a label with a day."""
_OF_PAGE = 12
"""Lines at the beginning of a page in which it may say its own day."""
_BEHIND = 6
"""Characters behind such a day: the time zone and marks."""


def opening_date(text: str) -> tuple[Instant, int] | None:
    """Return the date or time at the beginning of a line, without brackets and marks, and its end; None
    without one.
    """
    start = _OPENING.match(text)
    at = start.end() if start else 0
    for form in _FORMS:
        match = form.match(text, at)
        if match is not None and (instant := _instant(match)) is not None:
            return instant, match.end()
    return None


def date_in_name(name: str) -> Instant | None:
    """Return the day in the name of a file or the title of a record, wherever it stands there."""
    for form in (*_FORMS, _PACKED):
        for match in form.finditer(name):
            if (instant := _instant(match)) is not None:
                return instant
    return None


def month_in_titles(titles: Sequence[str]) -> tuple[Instant, Instant] | None:
    """Return when the month began that the nearest title with one names, and when the next one did."""
    found = (form.search(title) for title in reversed(titles) for form in _MONTHLY)
    match = next((match for match in found if match is not None), None)
    if match is None:
        return None
    parts = match.groupdict()
    month = parts.get("month")
    number = (_number(month) if month else int(parts["number"])) - 1
    year = int(parts["year"])
    begins, ends = (
        datetime(year, number + 1, 1, tzinfo=UTC),
        datetime(year + number // 11, (number + 1) % 12 + 1, 1, tzinfo=UTC),
    )
    return begins.timestamp(), ends.timestamp()


def date_in_head(head: Head) -> Instant | None:
    """Return when a document was written by its frontmatter: when it was made, else when it was changed."""
    fields = {key.casefold(): value for key, value in flat(head)}
    given = (opening_date(fields[key]) for key in _WRITTEN_KEYS if key in fields)
    return next((dated[0] for dated in given if dated is not None), None)


def date_above(lines: Sequence[str]) -> Instant | None:
    """Return the day that a page says of itself, such as `*Last updated: 2026-02-03*`, above its sections."""
    for line in lines[:_OF_PAGE]:
        heading = HEADING.match(line)
        if heading is not None and len(heading[1]) > 1:
            return None
        opened = label(line.strip("*_> \t"))
        dated = opening_date(opened[1]) if opened is not None else None
        if opened is not None and dated is not None and _only(opened[1], dated[1]):
            return dated[0]
        if (day := _among_labels(line)) is not None:
            return day
        aside = _ASIDE.fullmatch(line.strip())
        if aside is not None and (day := _soon_named(aside["said"] or aside["quoted"])) is not None:
            return day
    return None


def _among_labels(line: str) -> Instant | None:
    """Return the day of writing on a line that is nothing but several labels with a few words each."""
    labels = list(_IN_LINE.finditer(line)) if line.startswith(("**", "__")) else []
    if len(labels) < _SEVERAL or _IN_LINE.sub("", line).strip():
        return None
    of_writing = (opening_date(one["said"]) for one in labels if one["name"].strip().casefold() in _OF_A_PAGE)
    return next((dated[0] for dated in of_writing if dated is not None), None)


def _soon_named(text: str) -> Instant | None:
    """Return the day that stands behind the first words of a line."""
    words = list(re.finditer(r"\S+", text[:_FAR]))[: _WORDS_BEFORE + 1]
    dates = (opening_date(text[word.start() :]) for word in words)
    return next((dated[0] for dated in dates if dated is not None), None)


def date_below(lines: Sequence[str]) -> Instant | None:
    """Return the day that a page says in its last line, such as `updated_at: 2026-02-03`."""
    last = next((line for line in reversed(lines) if line.strip()), "")
    opened = label(last.strip("*_> \t"))
    dated = opening_date(opened[1]) if opened is not None and opened[0] in _OF_WRITING else None
    return dated[0] if opened is not None and dated is not None and _only(opened[1], dated[1]) else None


def _only(value: str, end: int) -> bool:
    """Say whether there is nothing behind the day that ends there but a remark in brackets."""
    behind = value[end:].strip()
    return len(value) - end <= _BEHIND or (behind[0] == "(" and behind.find(")") == len(behind) - 1)


def says_only_when(text: str, headings: Sequence[str]) -> bool:
    """Say whether a statement is nothing but the day its page was written, such as `**Date:** 2026-02-03`.

    A day alone takes its name from the heading above it. Days with other names are facts.
    """
    if "\n" in text:
        return False
    if not headings and _among_labels(text) is not None:
        return True
    opened = label(text) or label(text.strip("*_> \t"))
    if opened is None and headings:
        opened = headings[-1].casefold(), text
    dated = opening_date(opened[1]) if opened is not None else None
    if opened is None or dated is None:
        return False
    called = _OF_WRITING if headings and not _STAMP.match(opened[1]) else _OF_A_PAGE
    aside = not headings and text[:1] in "*_" and _ASIDE.fullmatch(text) is not None
    return (aside or opened[0] in called) and _only(opened[1], dated[1])


def date_of(lines: Sequence[str], headings: Sequence[str]) -> Instant | None:
    """Return when a statement was written: by its own lines, else by the nearest heading that says so."""
    own = next(_own_dates(lines), None)
    if own is not None:
        return own
    return next((day for name in reversed(headings) if (day := date_in_name(name)) is not None), None)


def _own_dates(lines: Sequence[str]) -> Iterator[Instant]:
    """Yield the days that a title or the first words of a statement, then the values of its labels, say."""
    opening = [line for line in lines[:_LOOKED_AT] if line.strip()]
    titled = bool(opening) and HEADING.match(opening[0]) is not None
    for line in opening[: 1 + titled]:
        head_date = opening_date(line)
        if head_date is not None:
            yield head_date[0]
        elif HEADING.match(line) and (named := date_in_name(line)) is not None:
            yield named
    title = _BOLD_TITLE.match("\n".join(opening[:_OF_TITLE]))
    dated = opening_date("\n".join(opening)[title.end() :]) if title is not None else None
    if dated is not None:
        yield dated[0]
    for line in lines[:_LOOKED_AT]:
        opened = label(line)
        dated = opening_date(opened[1]) if opened is not None else None
        if dated is not None:
            yield dated[0]


def _instant(match: re.Match[str]) -> Instant | None:
    parts: Mapping[str, str | None] = match.groupdict()
    month = parts.get("month")
    number = _number(month) if month else int(parts.get("number") or 0)
    half = (parts.get("half") or "").upper()
    hour = int(parts.get("hour") or 0)
    hour = hour % 12 + 12 * (half == "P") if half else hour
    clock = f"{hour:02}:{parts.get('minute') or '00'}:{parts.get('second') or '00'}"
    day = f"{parts['year']}-{number:02}-{int(parts['day'] or 0):02}"
    named = parts.get("called") or parts.get("zone") or ""
    zone = _ZONES.get(named.upper(), "" if named[:2].isalpha() else named)
    try:
        instant = from_iso(f"{day}T{clock}{zone}")
    except (ValueError, OverflowError):
        return None
    return instant if instant >= _EARLIEST else None


def _number(month: str) -> int:
    """Return the number of a month by its name."""
    name = month.casefold()
    return _NUMBER_OF.get(name) or _MONTHS.index(name[:3]) + 1


def not_later(instant: Instant | None, file: Path) -> Instant | None:
    """Return a time unless the file was older then: a day to come is a plan, not when it was written."""
    return instant if instant is not None and instant <= file.stat().st_mtime + DAY else None
