"""What sort of character each code point is, and what it is folded to, as tables to index with numpy.

Folding makes lower case of letters, `0` of every digit and a space of every white space, so that what
differs in these only is the same to the model. Code points above the tables (most of them emoji) are signs.
"""

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPACE, NEWLINE, LOWER, UPPER, DIGIT, CONNECTOR, IDEOGRAPH, SIGN, PUNCTUATION = range(9)

_TABLED = 0x3000
"""Code points up to here are looked up one by one; above it, blocks are enough."""
_LAST = 0xFFFF
_IDEOGRAPHS = ((0x3040, 0xD7FF), (0xF900, 0xFAFF))
_LETTERS = {"Lu": UPPER, "Lt": UPPER, "Nd": DIGIT, "Pc": CONNECTOR, "So": SIGN, "Zs": SPACE, "Cc": SPACE}


@cache
def tables() -> tuple["NDArray[np.uint8]", "NDArray[np.uint64]"]:
    """Return, for code points up to 0xFFFF, their class and what they are folded to."""
    import numpy as np

    classes = np.full(_LAST + 1, PUNCTUATION, np.uint8)
    folded = np.arange(_LAST + 1, dtype=np.uint64)
    for code in range(_TABLED):
        classes[code] = _class_of(chr(code))
        folded[code] = _folded(chr(code), int(classes[code]))
    for first, last in _IDEOGRAPHS:
        classes[first : last + 1] = IDEOGRAPH
    classes[0x3000] = SPACE
    folded[0x3000] = ord(" ")
    classes[0xFE0F] = SPACE  # says only how the sign before it is drawn
    folded[0xFE0F] = ord(" ")
    classes[_LAST] = SIGN
    return classes, folded


def _class_of(char: str) -> int:
    if char == "\n":
        return NEWLINE
    category = unicodedata.category(char)
    if category in _LETTERS:
        return _LETTERS[category]
    return LOWER if category[0] in "LM" else PUNCTUATION


def _folded(char: str, kind: int) -> int:
    if kind in (SPACE, NEWLINE):
        return ord(" ")
    if kind == DIGIT:
        return ord("0")
    return ord(char.lower()[0])
