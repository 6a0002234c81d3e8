"""Recognises the sessions that memtui started itself: they begin with one of its prompts.

A model can be reached through a program that keeps transcripts, and what memtui asked of it must not be
learned. Nothing has to be put into a session to mark it: the words are known from the prompts themselves,
and a text to read stands between two lines of a random mark. A person who writes about a prompt is still
listened to: the session has to begin with it, and to hold another line of it word for word.
"""

import re
from functools import cache

from memtui.llm.prompts import Prompt, shipped

_VARIABLE = re.compile(r"\{\{\s*\w+\s*\}\}")
_FENCED = re.compile(r"^--- (text-[0-9a-f]{8}) ---[ \t]*\n(?s:.*?)\n--- \1 ---[ \t]*$", re.MULTILINE)
"""The fence that every prompt puts around the text to read, also in prompts that a person changed."""
_TELLING = 40
"""Characters of a line that nobody writes by chance."""


def started_here(first: str) -> bool:
    """Say whether `first`, the first message of a session, is a prompt of memtui's."""
    if _FENCED.search(first):
        return True
    opening = first.lstrip().partition("\n")[0].rstrip()
    if not any(start.fullmatch(opening) for start in _openings()):
        return False
    return not _lines().isdisjoint(line.rstrip() for line in first.splitlines())


@cache
def _prompts() -> tuple[Prompt, ...]:
    return tuple(shipped())


@cache
def _openings() -> tuple[re.Pattern[str], ...]:
    """Return patterns of the first line of each part: a program may keep the system's part elsewhere."""
    firsts = {text.partition("\n")[0].rstrip() for prompt in _prompts() for _, text in prompt.parts}
    return tuple(re.compile(r".{1,300}".join(map(re.escape, _VARIABLE.split(first)))) for first in firsts)


@cache
def _lines() -> frozenset[str]:
    lines = (line.rstrip() for prompt in _prompts() for _, text in prompt.parts for line in text.splitlines())
    return frozenset(line for line in lines if len(line) >= _TELLING and not _VARIABLE.search(line))
