"""Looking at a text: is it a memory, or a leftover?

The junk rule of the review pass asks about every memory, so it has to be cheap for the ordinary one. What a
person may well have meant (a memory about a prompt, a gotcha that quotes an error) is left alone.
"""

from pathlib import Path

from memtui.capture.trivia import trivial
from memtui.phrases import lists_in, phrases_in
from memtui.review.leftovers.cut import cut
from memtui.review.leftovers.leftover import TRIVIAL, Leftover
from memtui.review.leftovers.phrases import APART, WORDS, worded
from memtui.review.leftovers.printed import TOOL_WORDS, listing, printed
from memtui.review.leftovers.tags import tagged

_LOOKED_AT = 4_000
"""Characters: what a long text is, its beginning shows."""


def leftover(text: str) -> Leftover | None:
    """Return what a text is when it is no statement, the surest form first. None for a memory.

    What rests on more than the text (its age, who it came from) is asked elsewhere: `passing`, `profile`.
    """
    head = text if len(text) <= _LOOKED_AT else text[:_LOOKED_AT]
    if "<" in head and (result := tagged(head)):
        return result
    spoken = head.lower().translate(APART).split()
    several = "\n" in head
    odd = several or not head[0].isalpha() or ": " in head[:40] or head.startswith("The file ")
    if (odd or (spoken and spoken[0] in TOOL_WORDS)) and (result := printed(head)):
        return result
    if not WORDS.isdisjoint(spoken) and (result := worded(head, WORDS.intersection(spoken))):
        return result
    if not several and ("/" in head or "." in head[:-1]) and (result := listing(head)):
        return result
    if result := cut(text):
        return result
    if len(spoken) < 4 or spoken[0] in _FIRST or not head[0].isalpha():
        return _trifle(head, len(spoken))
    return None


_FILE = Path(__file__).with_name("trifles.toml")
_FIRST = frozenset(lists_in(_FILE, "lists")["first"].words)
"""The first words of a trifle that has four words or more."""
_PHRASES = phrases_in(_FILE, within="phrases")
_TALK = _PHRASES["talk"].pattern
_ASKED = _PHRASES["asked"].pattern
_LASTING = _PHRASES["lasting"].pattern
_TOLD = "it tells what was said, not what is so"
_PHRASE = "it is a phrase of the talk"
_SHORT = "it is too short to stand alone"
_SIGNS = "it is mostly signs, not words"
_DATA = "it is data, not a statement"
_OWN = "it is the extractor's own output"

_PLAIN_TRIFLE, _SHORT_TRIFLE = 0.85, 0.7
"""How sure it is that nobody wants a text, by its wording, and where it is only short or mostly signs.

Chosen: a short one may be a name or a code that somebody keeps, and from 0.8 on a card counts as obvious.
"""


def _trifle(text: str, length: int) -> Leftover | None:
    """Return a leftover for a text that nobody would remember, if capture's gate is sure of it.

    That gate may turn away something worth keeping, since important things are said again. A memory in the
    store deserves more care.
    """
    reason = trivial(text)
    if reason is None or reason in (_OWN, _DATA):
        return None
    sure = _PLAIN_TRIFLE
    if reason == _SHORT:
        if length > 1 and trivial(f"{text} {text}") in (None, _SHORT):
            return None
        sure = _SHORT_TRIFLE
    elif reason == _TOLD:
        if _LASTING.search(text):
            return None
    elif reason == _PHRASE:
        if _ASKED.match(text) or not _TALK.search(text):
            return None
    elif reason == _SIGNS:
        if sum(map(str.isalpha, text)) * 4 > len(text) or not text.isascii():
            return None
        sure = _SHORT_TRIFLE
    return Leftover(TRIVIAL, 0, len(text), sure)
