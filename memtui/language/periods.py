"""When a text speaks of: each day, week, month, quarter or year it names, in six languages, and in
relative words.

`mentions` reads English, German, French, Spanish, Chinese and Japanese. What is ambiguous (`Friday`, `5
January` without a year) is told once for each day it may mean. The gate against inventions asks whether a
statement's date can be one of them. A calendar library knows the names of months but not what `mid-October`
or `vor drei Tagen` means; the names are the smaller part, so both are told here: the names in
`calendar.toml`, the ways to write a date in `periods.toml`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from re import Match
from typing import Any

from memtui.language import date_readers, feasts, part_readers
from memtui.language.calendar_words import PATTERNS
from memtui.language.remembered import remembered
from memtui.phrases import Phrase, phrases_listed

_FILE = Path(__file__).with_name("periods.toml")


@dataclass(frozen=True, slots=True)
class Mention:
    """One stretch of days that a text speaks of, and where it does."""

    start: int
    end: int
    first: date
    last: date
    loose: bool = False
    """Any day of it may be meant: `mid-October`."""
    absolute: bool = True
    """It says the same whenever it is read."""

    def allows(self, other: "Mention") -> bool:
        """Say whether `other` may be what this one means: the same, less exact, or its first or last day."""
        if other.first <= self.first and self.last <= other.last:
            return True
        if other.first < self.first or self.last < other.last:
            return False
        return self.loose or other.first == self.first or other.last == self.last


Read = Callable[[Match[str], date], list[tuple[date, date]]]


@remembered
def mentions(text: str, today: date) -> list[Mention]:
    """Return what `text` says of time, seen from `today`, in its order; overlapping ones only the longest."""
    every = [mention for form in FORMS for mention in form.mentions(text, today)]
    every.sort(key=lambda each: (each.start, -each.end))
    kept: list[Mention] = []
    for each in every:
        if kept and each.start < kept[-1].end and (each.start, each.end) != (kept[-1].start, kept[-1].end):
            continue
        kept.append(each)
    return kept


def is_mentioned_at(text: str, start: int) -> bool:
    """Say, quickly, whether a mention may begin at a place in `text`; nowhere else `mentions` has one."""
    return any(form.phrase.pattern.match(text, start) for form in FORMS)


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a stretch of days."""

    phrase: Phrase
    read: Read
    loose: bool
    absolute: bool

    def mentions(self, text: str, today: date) -> Iterator[Mention]:
        """Yield what each place in `text` that is written so may mean."""
        for match in self.phrase.pattern.finditer(text):
            loose = self.loose or bool(match.groupdict().get("part"))
            for first, last in self.read(match, today):
                yield Mention(match.start(), match.end(), first, last, loose, self.absolute)


def _form(phrase: Phrase, entry: Mapping[str, Any]) -> Form:
    """Return one entry of `periods.toml` as a form. Raises KeyError where no function reads it."""
    reader = _READERS[f"read_{entry['reads']}"]
    return Form(phrase, reader, entry.get("loose", False), not entry.get("relative", False))


_READERS: dict[str, Read] = {**vars(date_readers), **vars(part_readers), **vars(feasts)}
FORMS = tuple(
    _form(phrase, entry) for phrase, entry in phrases_listed(_FILE, PATTERNS | {"FEAST": feasts.FEAST})
)
"""All ways that are known, in the order in which they are tried."""
