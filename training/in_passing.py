"""Lines that agents leave in a memory file while they work, and lines worth keeping that only look like such.

People's stores, as they were judged, hold next to none of the first: `Fixed the bug.`, `Good session.` So a
model that learned from those alone takes them for plain statements. Each short line counts twice, once under
a heading, so that what it stands under says nothing of it; of the longer ones some are written with headings.
What stands beside such lines in a store, the notes of homes tell.
"""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from memtui.review.learned.in_passing import PASSING
from training.homes import notes_of_homes
from training.labelled import Labelled

DATA = Path(__file__).parent / "data"
SHORT = DATA / "in_passing.txt"
REPORTS = DATA / "in_passing_reports.txt"
CALM = tuple(DATA / f"in_passing_calm_{writer}.txt" for writer in range(1, 6))
"""Calm ordinary sentences, of one writer each."""
NOTES = "notes of homes"
"""The store of the notes that are worth keeping beside others of one project."""
_PLAIN = "plain"
_JUNK = "junk"
_HEADINGS = (
    *("Status", "Notes", "Log", "Misc", "Session notes", "Work log", "Progress", "Rules", "Conventions"),
    *("Facts", "General", "Project", "Setup", "Learnings", "Gotchas", "Today", "History", "Preferences"),
    *("Current work › Notes", "Memory › Misc"),
)
_ONE_IN = 4
"""Of so many plain statements one is told under a heading, too."""


def in_passing(plain: Sequence[Labelled]) -> list[Labelled]:
    """Return them, and some of the `plain` statements under a heading.

    Those of one line share its number, as those of one writer of `CALM` and of one home do.
    """
    chance = random.Random(SHORT.name)
    found = []
    for number, (label, text) in enumerate(_lines(SHORT)):
        found += [_labelled(number, label, said) for said in (text, _headed(text, chance))]
    found += [_labelled(one.order, _PLAIN, _headed(one.text, chance)) for one in plain[::_ONE_IN]]
    found += [_labelled(number, label, text) for number, (label, text) in enumerate(_lines(REPORTS))]
    for number, writer in enumerate(CALM):
        found += [_labelled(number, label, text, writer.stem) for label, text in _lines(writer)]
    found += [_labelled(number, _PLAIN, text, NOTES) for number, text in _notes()]
    return found


def _lines(file: Path) -> Iterator[tuple[str, str]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark in ("-", "k"):
            yield (PASSING if mark == "-" else _PLAIN), text


def _notes() -> Iterator[tuple[int, str]]:
    """Yield the notes of homes that are worth keeping, each with its home's number."""
    numbers: dict[str, int] = {}
    for told in notes_of_homes():
        number = numbers.setdefault(told["home"], len(numbers))
        if told.get("is") != _JUNK:
            yield number, told["text"]


def _headed(text: str, chance: random.Random) -> str:
    return f"{chance.choice(_HEADINGS)}: {text}"


def _labelled(number: int, label: str, text: str, store: str = PASSING) -> Labelled:
    return Labelled(f"{label}-{number}", PASSING, store, number, "", text, 0.0, (label,), ())
