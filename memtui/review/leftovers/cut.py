"""Finds texts that break off in the middle. One that merely lacks a full stop at its end does not."""

from pathlib import Path

from memtui.phrases import phrases_in
from memtui.review.leftovers.leftover import CUT, Leftover

PATTERNS = phrases_in(Path(__file__).with_name("cut.toml"))
_DANGLING, _LISTED, _STRANDED, _EXCUSED, _OPEN_VERB, _TORN, _MARKED = (
    PATTERNS[name].pattern
    for name in ("dangling", "listed", "stranded", "excused", "open_verb", "torn", "marked")
)

# How likely a text broke off, by what shows it. Chosen in this order: from 0.9 a card counts as certain, from
# 0.8 as obvious (`review/rules/junk.py`), so what an honest text may end with as well stays below.
_BY_MARK = 0.9
"""It says so itself: `[truncated]`."""
_BY_LAST_WORD = 0.85
"""It ends with a word that needs another: `of the`."""
_BY_FENCE = 0.8
"""A block of code is opened and not closed."""
_BY_BRACKET = 0.75
"""A bracket or quotation is opened near the end; people forget to close one, too."""
_BY_TORN_END = 0.7
"""It ends within a word, with dots: `every nig…`; people also end with dots."""
_BY_STRANDED_WORD = 0.6
"""It ends with a word that sometimes ends a sentence: `a new way of`."""
_TAIL = 80
"""Characters at the end in which a mark of cutting is looked for; they hold the longest of them."""
_LAST_WORDS = 40
"""Characters at the end that hold the last words; a text no longer than that is one clause."""
_TORN_TAIL = 8
"""Characters at the end in which a torn or stranded word begins."""
_SHOWN = 12
"""Characters that are marked where no word can be told."""


def cut(text: str) -> Leftover | None:
    """Return where a text breaks off, when it does. One that merely has no full stop does not."""
    end = len(text)
    marked = _MARKED.search(text, max(end - _TAIL, 0))
    if marked is not None:
        return Leftover(CUT, marked.start(), end, _BY_MARK)
    last = text[-1]
    if last in ".!?)]}'\"`”’…" or not last.isalnum():
        if _TORN.search(text, max(end - _TORN_TAIL, 0)) and end >= _LAST_WORDS:
            return Leftover(CUT, max(end - _SHOWN, 0), end, _BY_TORN_END)
        if last in ".!?)]}'\"`”’":
            return _unclosed(text) if text.count("```") % 2 else None
    tail = max(end - _LAST_WORDS, 0)
    dangling = None if _LISTED.search(text, tail) else _DANGLING.search(text, tail)
    if dangling is not None and not (last.isupper() and len(text.split()[-1]) > 1):
        start = text.rfind(" ", 0, dangling.end() - 1) + 1
        return Leftover(CUT, start, end, _BY_LAST_WORD)
    if len(text) < _LAST_WORDS:
        verb = _OPEN_VERB.match(text)
        return Leftover(CUT, 0, end, _BY_LAST_WORD) if verb is not None else _unclosed(text)
    stranded = _STRANDED.search(text, end - _TORN_TAIL)
    if stranded is not None and not _EXCUSED.search(text[:-1], 0, stranded.start()):
        return Leftover(CUT, stranded.start(), end, _BY_STRANDED_WORD)
    return _unclosed(text)


def _unclosed(text: str) -> Leftover | None:
    """Return the bracket, quotation or code that is opened near the end and never closed."""
    end = len(text)
    if text.count("```") % 2:
        return Leftover(CUT, text.rfind("```"), end, _BY_FENCE)
    for opener, closer in ("()", "[]", "{}", "“”"):
        place = text.rfind(opener)
        late = place >= 0 and place > text.rfind(closer) and place < end - 3
        if late and text[place - 1 : place] != ":" and text.count(opener) > text.count(closer):
            return Leftover(CUT, place, end, _BY_BRACKET)
    place = text.rfind("`")
    if place >= 0 and text.count("`") % 2 and place < end - 2 and text[place + 1 : place + 2].strip():
        return Leftover(CUT, place, end, _BY_BRACKET)
    return None
