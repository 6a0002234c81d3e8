"""Whether two things have changed the little words that tell their parts: `to`, `von`, `给`, `に`.

`Wim will talk to the landlord` and `The landlord will talk to Wim` have the same words; what stands before a
word in Western languages and in Chinese, and behind it in Japanese, tells who is who.
"""

import re
from itertools import combinations
from pathlib import Path

from memtui.capture.support.align import Anchor, Pair
from memtui.phrases import lists_in, phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="markers")
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_SMALL = _PHRASES["small"].pattern.pattern
_PREPOSITIONS = _LISTS["prepositions"].words
_BEFORE = re.compile(rf"(?:\b(?P<word>{'|'.join(_PREPOSITIONS)})\s+)?(?:{_SMALL}){{0,2}}$", re.IGNORECASE)
_CONTRACTED = {"vom": "von", "beim": "bei", "zum": "zu", "zur": "zu"}
_CHINESE = _PHRASES["chinese"].pattern
_JAPANESE = _PHRASES["japanese"].pattern
_KANA = re.compile(r"[\u3041-\u3096]")


def exchanged(pair: Pair) -> float:
    """Tell whether each of two things has in a statement the little word that the other has in its quote."""
    quote = pair.ground.quote.text
    japanese = _KANA.search(quote) is not None
    marked = [
        (_marker(pair.claim.text, each.mine, japanese), _marker(quote, each.theirs, japanese), each)
        for each in pair.anchors
    ]
    moved = [each for each in marked if each[0] != each[1]]
    return float(any(_swapped(one, other) for one, other in combinations(moved, 2)))


def _swapped(one: tuple[str, str, Anchor], other: tuple[str, str, Anchor]) -> bool:
    return one[0] == other[1] and one[1] == other[0]


def _marker(text: str, span: tuple[int, int], japanese: bool) -> str:
    """Return the little word that tells the part of what stands at `span`, or nothing."""
    if japanese:
        behind = _JAPANESE.match(text, span[1])
        word = behind["word"] if behind else ""
        return "が" if word == "は" else word
    if not text[span[0] : span[0] + 1].isascii():
        before = _CHINESE.search(text, max(span[0] - 1, 0), span[0])
        return before[0] if before else ""
    match = _BEFORE.search(text[: span[0]])
    word = (match["word"] or "").lower() if match else ""
    return _CONTRACTED.get(word, word)
