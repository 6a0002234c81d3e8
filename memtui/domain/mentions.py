"""Tells a tag that somebody writes about from one that marks a block; `sanitise` asks about every tag.

"Always strip <think> tags before you store an answer" is a statement. The words around the tag on its line
show it: quotes or brackets around it, a noun behind it (`<think> tags`), a neighbour in a list (`<think>,
<reasoning>`), a word before it that wants a name (`between <think>`). A block opens at the beginning of a
line, sentence or turn, or is glued to its content. Only about a hundred characters around a tag are read,
so the time grows with the number of tags.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from memtui.phrases import phrases_in

_BACK, _AHEAD = 80, 60
"""Characters that are looked at before and behind a tag."""

_BULLET = re.compile(r"[\s>*+#|_~-]*(?:\d{1,3}[.)]\s*)?")
"""What may come before the tag at the beginning of a line."""
_ENDS, _CLOSING = (".", "!", "?", ":", "…", ">"), "\"'”’)]*_"
"""Characters that end a sentence or a turn, and those that may follow such an end."""
_SHORTENED = re.compile(r"\b(?:e\.\s?g|i\.\s?e|etc|vs|cf|z\.\s?B|p\.\s?ex)\.,?\Z", re.IGNORECASE)
_NEAR = 20
"""Characters to read before a tag: enough for the longest word or mark that decides."""
_FEW = 64
"""Surroundings that are kept to be asked for again: a text that repeats itself has the same few."""
_ENCLOSING = dict(zip("\"'`“‘([*_~", "\"'`”’)]*_~", strict=True))
_ENCLOSING_WITH_SPACES = {"«": "»", "|": "|"}
_PHRASES = phrases_in(Path(__file__).with_name("mentions.toml"))
_NOUN = _PHRASES["noun"].pattern
_SUBJECT = _PHRASES["subject"].pattern
_LEAD = _PHRASES["lead"].pattern
_CONNECTING = re.compile(rf"(?:\s|[,/&+–—…-]|{_PHRASES['connecting'].pattern.pattern})*", re.IGNORECASE)
_LIST = r"(?:[ \t]?[,;|/&+][ \t]?(?:and |or |und |et )?|[ \t](?:and|or|und|oder|et|y)[ \t])"
_LISTED_AHEAD = re.compile(rf"{_LIST}[\"'`]?</?[a-z]", re.IGNORECASE)
_LISTED_BEHIND = re.compile(rf">[\"'`]?{_LIST}\Z", re.IGNORECASE)
_APART = re.compile(r"\Z|[\s,;.:!?)\]\"'”’|/…—–]")
_GOES_ON = re.compile(r"\Z|[,;.:!?)\]\"'”’|/…—–]|[ \t]+[^\sA-Z<]")
_NOTHING = re.compile(r"[\s.,;:!?)\]\"'”’*_]*\Z")
_NO_WORDS = re.compile(r"(?:\\[a-zA-Z]|[^\w\n])*")


@dataclass(frozen=True, slots=True)
class Words:
    """What the words around one tag say about it."""

    first: bool
    """A line, a sentence or a turn begins with it."""
    named: bool
    """The words next to it, or marks around it, make it a name; a mention whatever else the text holds."""
    inline: bool
    """The sentence goes on around it."""
    subject: bool
    """A line begins with it and is about it."""
    last: bool
    """Nothing follows it that it could mark, and no sentence ended before it."""


def words_around(text: str, start: int, end: int) -> Words:
    """Say how the tag at `start` to `end` of `text` stands among the words of its line."""
    line = text.rfind("\n", max(start - _BACK, 0), start) + 1
    whole = line > 0 or start <= _BACK
    before = text[max(line, start - _BACK) : start]
    after = text[end : end + _AHEAD].split("\n", 1)[0]
    cut = end + len(after)
    breaks = cut < len(text) and text[cut] == "\n" and not after.strip()
    words = _words(before, text[start:end], after, whole, breaks)
    return replace(words, last=False) if words.last and not _NOTHING.match(text, end) else words


@lru_cache(maxsize=_FEW)
def _words(before: str, tag: str, after: str, whole: bool, breaks: bool) -> Words:
    """Say how a tag stands on its line; the last one, if nothing that it could mark follows in the text."""
    first = _begins(before, whole=whole)
    plain = tag.endswith(">") and not any(map(str.isspace, tag))
    apart = not (before[-1:].isalnum() or before.endswith("_"))
    spaced = plain and (before[-1:].isspace() or before.endswith("("))
    return Words(
        first=first,
        named=_enclosed(before, after)
        or (plain and apart and (_listed(before, after) or (not first and _completes(before, after)))),
        inline=spaced and not first and not breaks and bool(_GOES_ON.match(after)),
        subject=plain and first and bool(_SUBJECT.match(after)),
        last=spaced and (not first or before.rstrip().endswith(":")),
    )


def _begins(before: str, *, whole: bool) -> bool:
    """Say whether a line, a sentence or a turn begins behind `before`, which may be a `whole` line so far."""
    if whole and _BULLET.fullmatch(before):
        return True
    left = before.rstrip()
    if not left.rstrip(_CLOSING).endswith(_ENDS):
        return False
    return not (left.endswith((".", ".,")) and _SHORTENED.search(left[-_NEAR:]))


def _enclosed(before: str, after: str) -> bool:
    """Say whether a pair of marks stands around a tag."""
    if after and _ENCLOSING.get(before[-1:]) == after[0]:
        return True
    left = before[-2:-1] if before.endswith(" ") else before[-1:]
    right = after[1:2] if after.startswith(" ") else after[:1]
    return bool(right) and _ENCLOSING_WITH_SPACES.get(left) == right


def _listed(before: str, after: str) -> bool:
    """Say whether a tag has another for its neighbour in a list."""
    if _LISTED_AHEAD.match(after):
        return True
    return bool(_LISTED_BEHIND.search(before[-_NEAR:]) and _APART.match(after))


def _completes(before: str, after: str) -> bool:
    """Say whether a tag's name and the word next to it belong together."""
    if _NOUN.match(after):
        return True
    if not _APART.match(after):
        return False
    left = before.rstrip(" \t")
    if left.endswith(("(", "=")) and len(before) - len(left) <= 1:
        return True
    return len(left) < len(before) and bool(_LEAD.search(("" if len(left) < _NEAR else " x") + left[-_NEAR:]))


def is_about_a_pair(text: str, opened: Words, end: int, start: int, closed: Words) -> bool:
    """Say whether an opener that ends at `end` and its closer at `start` are only mentioned.

    They are if nothing but connecting words lies between them, or nothing that could be a thought, or if
    both are names within one sentence.
    """
    if start - end > 200:
        return False
    between = text[end:start]
    if "\n" in between:
        return False
    if between.strip() and len(between) <= _AHEAD and _CONNECTING.fullmatch(between):
        return True
    if _NO_WORDS.fullmatch(between):
        return not opened.first or closed.named or closed.subject
    return opened.named and closed.named
