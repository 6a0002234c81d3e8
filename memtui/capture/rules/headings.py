"""What the headings over a sentence say of it: of what kind it is, what it is about, of which day.

`Decisions` says of what kind the items below it are, `Kiln repair` what they are about, `Incident 2031` of
which one thing they speak. What any text may have, `Overview`, says nothing.
"""

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from memtui.capture.head_lines import day_without_year, is_of_a_meeting
from memtui.capture.rules.cues import Kind, kind_of_heading
from memtui.language.periods import mentions
from memtui.phrases import phrases_in

_OF_ANY_TEXT = phrases_in(Path(__file__).with_name("headings.toml"))["of_any_text"].pattern
_NUMBERED = re.compile(r"^[^\w`\"'“«(]*(?:\d{1,3}[.)]\s+)?")
"""Signs and a number before a heading: `2. Infrastructure`, `✅ Done`."""
_LONGEST_ABOUT = 60
"""Characters of a heading that names what stands below it; a longer one is a sentence."""
_MOST_ABOUT = 2
"""Headings that say what a line is about; more would outgrow it."""
_NAMES_ONE = re.compile(r"\d|`|: \S|\w[_-]\w")
"""Names one thing, and not only the kind of those that stand below: `Incident 2031`, not `Incidents`."""
_OF_A_DIARY = timedelta(days=60)
"""An entry with a day and no year is so near to the day of its text."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


@dataclass(slots=True)
class Headings:
    """The headings above a sentence."""

    today: date
    kind: Kind | None = None
    """Of what kind the sentences are that stand here."""
    _listed: bool = False
    """Items of a list stood here."""
    _of_one: list[tuple[int, str, date | None]] = field(default_factory=list)
    """Level, words and day of those that name one thing, the widest first."""
    _about: list[tuple[int, str]] = field(default_factory=list)
    """Level and words of those that no text has but such as are about it, the widest first."""

    def of_a_message(self) -> "Headings":
        """Return the headings that a message stands under, which know nothing of those within it."""
        return Headings(self.today, None, False, list(self._of_one), list(self._about))

    def enter(self, level: int, heading: str) -> None:
        """Take a heading as read; it ends those of its level and below."""
        self._of_one = [each for each in self._of_one if each[0] < level]
        self._about = [each for each in self._about if each[0] < level]
        heading = _NUMBERED.sub("", heading) or heading
        self.kind, self._listed = kind_of_heading(heading), False
        names = len(heading) <= _LONGEST_ABOUT and not _OF_ANY_TEXT.search(heading)
        if self.kind is None and names and not is_of_a_meeting(heading):
            self._about.append((level, heading.rstrip(":：.")))
        if _NAMES_ONE.search(heading):
            self._of_one.append((level, heading, day_in(heading, self.today)))

    def pass_block(self, item: bool) -> None:
        """Take a block as read; where a list has ended, what its heading says of a kind has too."""
        if self._listed and not item:
            self.kind = None
        self._listed = self._listed or item

    @property
    def over(self) -> str:
        """The nearest that names one thing; empty where none does."""
        return self._of_one[-1][1] if self._of_one else ""

    @property
    def about(self) -> str:
        """The nearest that says what a sentence is about, and the one above it if that is no name alone."""
        about = [heading for _, heading in self._about[-_MOST_ABOUT:]]
        return ", ".join(about[-1:] if about and _NAMES_ONE.search(about[-1]) else about)

    @property
    def day(self) -> date | None:
        """The day that the nearest with a day names."""
        return next((day for _, _, day in reversed(self._of_one) if day is not None), None)


def day_in(heading: str, today: date) -> date | None:
    """Return the one day that a heading names with its year, that is all of it, `Thursday April 2nd`, or that
    minutes are of: `Retro, 2 April`.
    """
    one_day = [each for each in mentions(heading, today) if each.first == each.last]
    days = {each.first for each in one_day if each.absolute}
    if _YEAR.search(heading):
        return days.pop() if len(days) == 1 and max(days) <= today else None
    besides = list(heading)
    for each in one_day:
        besides[each.start : each.end] = " " * (each.end - each.start)
    of_a_meeting = is_of_a_meeting(heading)
    if any(map(str.isalnum, besides)) and not of_a_meeting:
        return None
    weekdays = {each.first.weekday() for each in one_day if not each.absolute}
    near = [
        day for day in days if abs(day - today) <= _OF_A_DIARY and (not weekdays or day.weekday() in weekdays)
    ]
    nearest = min(near, key=lambda day: abs(day - today), default=None)
    return day_without_year(heading, today) if nearest is None and of_a_meeting else nearest
