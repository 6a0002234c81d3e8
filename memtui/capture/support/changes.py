"""What a statement changes of its quote, word by word: what it adds, takes from around it, and leaves out.

Each change is a place in a table of `SIZE`, whose weights `training.grounding` learns. So a dropped `maybe`
or an added `always` speaks against a statement in any language that was learned from, without a list.
"""

import re
from collections.abc import Iterator, Mapping
from zlib import crc32

from memtui.capture import signals
from memtui.capture.support.align import Pair

BITS = 13
SIZE = 1 << BITS
"""Places of the table, each with a byte in the shipped file."""
_WORD = re.compile(
    r"(?P<wide>[\u3041-\u309f\u3400-\u9fff々])|[^\W\d_\u3041-\u30ff\u3400-\u9fff々]+|\d+|[\u30a1-\u30ff]+"
)
_BEGINNING, _ENDING = 4, 3
"""Letters that forms of a word share, and letters that tell a form."""
_LONGEST = 1_200
"""Characters of a text that are read."""
_SIGNALS: Mapping[str, signals.Signal] = {
    "not": signals.NEGATION,
    "reversed": signals.REVERSAL,
    "refused": signals.REFUSAL,
    "doubt": signals.DOUBT,
    "hedged": signals.HEDGED,
    "planned": signals.PLANNED,
    "conditional": signals.CONDITIONAL,
    "reason": signals.REASON,
    "all": signals.ALL,
    "some": signals.SOME,
}


def places(pair: Pair) -> list[int]:
    """Return the places of all that a statement changes of its quote, in rising order."""
    claim, quote = _tokens(pair.claim.text), _tokens(pair.ground.quote.text)
    around = _tokens(pair.ground.around.text)
    named = {f"+{each}" for each in claim - around}
    named |= {f"~{each}" for each in (claim & around) - quote}
    beside = _tokens(" ".join(match.theirs.text for match in pair.matches))
    named |= {f"-{each}" if each in beside else f"/{each}" for each in quote - claim}
    named |= set(_of_signals(pair))
    return sorted({crc32(each.encode("utf-8", "replace")) % SIZE for each in named})


def _of_signals(pair: Pair) -> Iterator[str]:
    """Yield which sorts of words only the statement has, only its quote, or both, and what took a place."""
    mine, theirs = _signals(pair.claim.text), _signals(pair.ground.quote.text)
    yield from (f"added {name}" for name in mine - theirs)
    yield from (f"dropped {name}" for name in theirs - mine)
    yield from (f"both {name}" for name in mine & theirs)
    yield from (f"{name} for {other}" for name in mine - theirs for other in theirs - mine)


def _signals(text: str) -> set[str]:
    """Return which sorts of words a text has."""
    return {name for name, signal in _SIGNALS.items() if signal.search(text[:_LONGEST])}


def _tokens(text: str) -> set[str]:
    """Return the words of a text with their beginnings and endings; of Chinese and Japanese, the characters
    and pairs of neighbours. A number is `#`.
    """
    tokens: set[str] = set()
    before, end = "", -1
    for match in _WORD.finditer(text[:_LONGEST].lower()):
        word = match[0]
        if match["wide"]:
            tokens.add(word)
            if end == match.start():
                tokens.add(before + word)
            before, end = word, match.end()
        elif word.isdigit():
            tokens.add("#")
        else:
            tokens.add(word)
            if len(word) > _BEGINNING:
                tokens |= {f"^{word[:_BEGINNING]}", f"${word[-_ENDING:]}"}
    return tokens
