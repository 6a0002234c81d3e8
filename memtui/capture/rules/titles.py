"""Tells the titles of a text: lines that stand over others and say what those are, or what they are about.

A mark shows most: `## Decisions`, `**Decisions**`, `Decisions:`. Others are told by what stands below them:
a line of a few words that nothing ends, an item of a list over a list of its own.
"""

import re
from dataclasses import dataclass

from memtui.capture.markup import plain
from memtui.capture.rules.framing import title_of_item
from memtui.capture.rules.verbs import has_verb
from memtui.capture.sentences import Sentence

LOWEST = 7
"""The level of a title without a mark."""
_MARKED = re.compile(r"(?P<level>#{1,6})[^\S\n]++(?P<words>[^\n]*)")
_LABEL = re.compile(r"^(?:\*\*)?(?P<words>[A-Z][\w'/&-]*(?: [\w'/&-]+){0,4})(?:\*\*:|:\*\*|\*\*|:)\s*$")
"""`Decisions:` or `**Decisions**`."""
_BOLD = re.compile(r"^(?:\*\*|__)(?P<words>[^*_\n.!?]{2,60})(?:\*\*|__)$")
"""A line that is bold and nothing else."""
_BARE = re.compile(r"^(?P<words>[^\W\d_a-zß-öø-ÿ][\w'’/&-]*(?: [\w'’/&-]+){0,5})$")
"""A line of a few words that nothing ends, with more below it."""
_NUMBERED = re.compile(r"^\d{1,3}[.)]\s+(?P<words>[^\W\d_][\w'’/&-]*(?: [\w'’/&-]+){0,5})$")
_LIST_BELOW = re.compile(r"[ \t]*\n(?:[ \t]*\n)?(?P<indent>[ \t]{1,12})(?:[-*+•–]|\d{1,3}[.)]|[a-z][.)])\s")


@dataclass(frozen=True, slots=True)
class Title:
    """A title, as far as it goes in its text."""

    words: str
    level: int
    """1 for the highest."""
    end: int


def title_at(text: str, sentence: Sentence) -> Title | None:
    """Return the title that the first sentence of a block is, or begins: the splitter cuts some in two."""
    title = (
        _MARKED.match(text, sentence.start)
        or _LABEL.match(sentence.text)
        or _BOLD.match(sentence.text)
        or _bare(text, sentence)
        or _numbered(text, sentence)
    )
    if title is None:
        of_item = title_of_item(sentence.text)
        return Title(of_item, LOWEST, sentence.end) if of_item is not None else None
    level = len(title.groupdict().get("level") or "#" * LOWEST)
    return Title(plain(title["words"]).rstrip("# "), level, sentence.start + len(title[0]))


def _bare(text: str, sentence: Sentence) -> re.Match[str] | None:
    """Return the match of a title line that no punctuation ends: `Opening times`."""
    below = text[sentence.end : sentence.end + 2]
    if not below.startswith("\n") or not below.strip() or has_verb(sentence.text):
        return None
    return _BARE.match(sentence.text)


def _numbered(text: str, sentence: Sentence) -> re.Match[str] | None:
    """Return the match of an item of a numbered list that stands over a list of its own: `2. Release`."""
    title = _NUMBERED.match(sentence.text)
    if title is None or has_verb(title["words"]):
        return None
    own = text.rfind("\n", 0, sentence.start) + 1
    below = _LIST_BELOW.match(text, sentence.end)
    return title if below is not None and len(below["indent"]) > sentence.start - own else None
