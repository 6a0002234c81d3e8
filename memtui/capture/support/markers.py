"""Whether two things have changed the little words that tell their parts: `to`, `von`, `给`, `に`.

`Wim will talk to the landlord` and `The landlord will talk to Wim` have the same words; what stands before a
word in Western languages and in Chinese, and behind it in Japanese, tells who is who.
"""

import re
from itertools import combinations

from memtui.capture.support.align import Anchor, Pair

_SMALL = (
    r"(?:the|an?|my|our|his|her|their|its|your|der|die|das|den|dem|des|ein\w*|mein\w*|unser\w*|sein\w*|ihr\w*"
    r"|mr|mrs|ms|dr|frau|herrn?)\.?\s+"
)
_BEFORE = re.compile(
    rf"(?:\b(?P<word>to|from|with|for|against|by|at|of|over|than|into|onto|on|in|before|after|an|von|vom|mit|für|"
    rf"gegen|bei|beim|zu|zum|zur|aus|auf|nach|vor|als|über|durch)\s+)?(?:{_SMALL}){{0,2}}$",
    re.IGNORECASE,
)
_CONTRACTED = {"vom": "von", "beim": "bei", "zum": "zu", "zur": "zu"}
_CHINESE = re.compile(r"(?:[给由被把向比替跟和对从让叫])$")
_JAPANESE = re.compile(
    r"[\u3400-\u9fff々]{0,2}(?:さん|氏|様|先生|君)?(?P<word>から|より|まで|は|が|を|に|へ|と|で)"
)
_KANA = re.compile(r"[\u3041-\u3096]")


def exchanged(pair: Pair) -> float:
    """Tell whether each of two things has in a statement the little word that the other has in its quote."""
    quote = pair.ground.quote.text
    japanese = _KANA.search(quote) is not None
    told = [
        (_marker(pair.claim.text, each.mine, japanese), _marker(quote, each.theirs, japanese), each)
        for each in pair.anchors
    ]
    moved = [each for each in told if each[0] != each[1]]
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
