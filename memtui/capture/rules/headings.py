"""What the headings over a sentence say of it: of what kind it is, what it is about, of which day.

`Decisions` says of what kind the items below it are, `Kiln repair` what they are about, `Incident 2031` of
which one thing they speak. What any text may have, `Overview`, says nothing.
"""

import re
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from memtui.capture.entries import day_in, title_behind_day
from memtui.capture.head_lines import is_of_a_meeting
from memtui.capture.rules.cues import Kind, kind_of_heading
from memtui.phrases import phrases_in

_OF_ANY_TEXT = phrases_in(Path(__file__).with_name("headings.toml"))["of_any_text"].pattern
_NUMBERED = re.compile(r"^[^\w`\"'“«(]*(?:\d{1,3}[.)]\s+)?")
"""Signs and a number before a heading: `2. Infrastructure`, `✅ Done`."""
_IN_BRACKETS = re.compile(r"^\W*\[([^\[\]\n]{1,40})\](?!\()")
"""A name in brackets that a heading begins with: `[2.4.0] - 2031-05-01`."""
_DAY_BEHIND = re.compile(r"(?<=\w)\s*[-–—(]\s*\d{4}-\d\d-\d\d\)?$")
"""A day behind a name; it is kept apart."""
_LONGEST_ABOUT = 60
"""Characters of a heading that names what stands below it; a longer one is a sentence."""
_MOST_ABOUT = 2
"""Headings that say what a line is about; more would outgrow it."""
_NAMES_ONE = re.compile(r"\d|`|: \S|\w[_-]\w")
"""Names one thing, and not only the kind of those that stand below: `Incident 2031`, not `Incidents`."""


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

    _under: list[tuple[int, str]] = field(default_factory=list)
    """Level and words of all that stand over a sentence, the widest first."""

    def of_a_message(self) -> "Headings":
        """Return the headings that a message stands under, which know nothing of those within it."""
        return Headings(self.today, None, False, list(self._of_one), list(self._about), list(self._under))

    def enter(self, level: int, heading: str, *, of_an_entry: bool = False) -> None:
        """Take a heading as read; it ends those of its level and below.

        What stands over the entries of a diary names that, and none of the subjects in them.
        """
        self._of_one = [each for each in self._of_one if each[0] < level]
        self._about = [each for each in self._about if each[0] < level]
        self._under = [each for each in self._under if each[0] < level]
        heading = _IN_BRACKETS.sub(r"\1", heading)
        heading = _NUMBERED.sub("", heading) or heading
        self._under.append((level, heading.strip(" *_:：.")))
        day, title = day_in(heading, self.today), title_behind_day(heading)
        if title == "" or (of_an_entry and title is not None):
            heading = title
        if of_an_entry and title is not None:
            self._about = []
        self.kind, self._listed = kind_of_heading(heading), False
        names = bool(heading) and len(heading) <= _LONGEST_ABOUT and not _OF_ANY_TEXT.search(heading)
        if self.kind is None and names and not is_of_a_meeting(heading):
            self._about.append((level, _DAY_BEHIND.sub("", heading.rstrip(":：."))))
        if day is not None or _NAMES_ONE.search(heading):
            self._of_one.append((level, heading, day))

    def pass_block(self, item: bool) -> None:
        """Take a block as read; where a list has ended, what its heading says of a kind has too."""
        if self._listed and not item:
            self.kind = None
        self._listed = self._listed or item

    @property
    def under(self) -> tuple[str, ...]:
        """All headings over a sentence, the widest first."""
        return tuple(words for _, words in self._under)

    @property
    def over(self) -> str:
        """The nearest that names one thing; empty where none does."""
        return next((words for _, words, _ in reversed(self._of_one) if words), "")

    @property
    def about(self) -> str:
        """The nearest that says what a sentence is about, and the one above it if that is no name alone."""
        about = [heading for _, heading in self._about[-_MOST_ABOUT:]]
        return ", ".join(about[-1:] if about and _NAMES_ONE.search(about[-1]) else about)

    @property
    def day(self) -> date | None:
        """The day that the nearest with a day names."""
        return next((day for _, _, day in reversed(self._of_one) if day is not None), None)
