"""Plain prose that was written for the project's other models: statements in which nobody plants anything.

Notes of agents at work are short and technical. What a model learns from them alone takes prose about people,
teams and daily life for something else, so it has to see that too. What tells of code and chats (`of_notes`)
and what tells of everything else (`of_texts`) come from different files: a model of one can be tried on the
other.
"""

from collections.abc import Iterator

from benchmarks.grounding import DATES, MORE, WIDE, WRITTEN_FIRST, claims
from training import texts, worth


def of_notes() -> list[str]:
    """Return what is said in sessions, chats, notes and documents. Raises OSError and ValueError."""
    said = [one.text for file in (worth.DATA, worth.SAID) for one in worth.load(file)]
    written = [texts.unmarked(*text)[0] for text in texts.texts()]
    return _different([*said, *(line for text in written for line in text.splitlines())])


def of_texts() -> list[str]:
    """Return what stands in letters, diaries and reports, and what is said of it. Raises as `of_notes`."""
    return _different(_claimed())


def _claimed() -> Iterator[str]:
    for file in (WRITTEN_FIRST, WIDE, MORE, DATES):
        for first in (True, False):
            for claim in claims(file, first=first):
                yield from claim.text.splitlines()
                yield claim.statement


def _different(lines: Iterator[str] | list[str]) -> list[str]:
    return [line for line in dict.fromkeys(map(str.strip, lines)) if line]
