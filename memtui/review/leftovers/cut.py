"""Finds texts that break off in the middle. One that merely lacks a full stop at its end does not."""

from pathlib import Path

from memtui.phrases import phrases_in
from memtui.review.leftovers.leftover import CUT, Leftover

PATTERNS = phrases_in(Path(__file__).with_name("cut.toml"))
_DANGLING, _STRANDED, _EXCUSED, _OPEN_VERB, _TORN, _MARKED = (
    PATTERNS[name].pattern for name in ("dangling", "stranded", "excused", "open_verb", "torn", "marked")
)


def cut(text: str) -> Leftover | None:
    """Return where a text breaks off, when it does. One that merely has no full stop does not."""
    end = len(text)
    marked = _MARKED.search(text, max(end - 80, 0))
    if marked is not None:
        return Leftover(CUT, marked.start(), end, 0.9)
    last = text[-1]
    if last in ".!?)]}'\"`”’…" or not last.isalnum():
        if _TORN.search(text, max(end - 8, 0)) and end >= 40:
            return Leftover(CUT, max(end - 12, 0), end, 0.7)
        if last in ".!?)]}'\"`”’":
            return _unclosed(text) if text.count("```") % 2 else None
    dangling = _DANGLING.search(text, max(end - 40, 0))
    if dangling is not None and not (last.isupper() and len(text.split()[-1]) > 1):
        start = text.rfind(" ", 0, dangling.end() - 1) + 1
        return Leftover(CUT, start, end, 0.85)
    if len(text) < 40:
        verb = _OPEN_VERB.match(text)
        return Leftover(CUT, 0, end, 0.85) if verb is not None else _unclosed(text)
    stranded = _STRANDED.search(text, end - 8)
    if stranded is not None and not _EXCUSED.search(text[:-1], 0, stranded.start()):
        return Leftover(CUT, stranded.start(), end, 0.6)
    return _unclosed(text)


def _unclosed(text: str) -> Leftover | None:
    """Return the bracket, quotation or code that is opened near the end and never closed."""
    end = len(text)
    if text.count("```") % 2:
        return Leftover(CUT, text.rfind("```"), end, 0.8)
    for opener, closer in ("()", "[]", "{}", "“”"):
        place = text.rfind(opener)
        late = place >= 0 and place > text.rfind(closer) and place < end - 3
        if late and text[place - 1 : place] != ":" and text.count(opener) > text.count(closer):
            return Leftover(CUT, place, end, 0.75)
    place = text.rfind("`")
    if place >= 0 and text.count("`") % 2 and place < end - 2 and text[place + 1 : place + 2].strip():
        return Leftover(CUT, place, end, 0.75)
    return None
