"""The line of a file of instructions that says already what is about to be written into it as a rule.

A person decides whether it does: what is shown too much costs a glance, what is missed a line twice. So it
is the line that is the same to `language.relation`, or whose telling words nearly all stand in the rule.
"""

from typing import NamedTuple

from memtui.formats.ground.records import records
from memtui.language.relation import same
from memtui.language.side import telling_words

_SHARED = 0.8
"""The share of the fewer telling words that the other has, chosen: `Use pnpm, never npm` beside `Always use
pnpm here, not npm` shares them all, and lines about another thing a half at most.
"""
_FEWEST = 2
"""One word in common says only what both are about."""


class Said(NamedTuple):
    """A line of a file, from 1, and its words."""

    line: int
    text: str


def said_in(text: str, rule: str) -> Said | None:
    """Return the first line of a file that says what a rule says, as far as words tell; None for none."""
    words = telling_words(rule)
    for block in records(text)[1]:
        theirs = telling_words(block.text)
        shared, fewer = len(words & theirs), min(len(words), len(theirs))
        if same(block.text, rule) or (shared >= _FEWEST and shared >= _SHARED * fewer):
            return Said(block.line, block.text)
    return None
