"""The clauses of a memory, each with the sign at its end: what is put in the place of one leaves the others.

Called by `up_to_date`, `renewed` and what these ask.
"""

import re
from collections.abc import Iterator

from memtui.language.cutting import Piece
from memtui.language.side import telling_words

_MARK = r"(?:[-*•+]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)?"
_BEGINS = re.compile(rf"\s*{_MARK}")
_CUT = re.compile(rf"(?<=[;.!?])\s++|(?<=[。！？])|\s[-–—]\s|(?<![^\S\n])[^\S\n]*+\n\s*+{_MARK}")
"""What stands between two clauses that each say something."""
_SIGN = re.compile(r"[;.!?。！？]?\Z")


def clauses_of(text: str, start: int = 0) -> Iterator[Piece]:
    """Yield the clauses of a memory from `start` on, each with the sign at its end."""
    begins = _BEGINS.match(text, start)
    at = begins.end() if begins else start
    for match in [*_CUT.finditer(text, at), None]:
        end = len(text) if match is None else match.start()
        if telling_words(text[at:end]):
            yield Piece(at, text[at:end])
        at = end if match is None else match.end()


def sign_at(clause: str) -> int:
    """Return where the sign at the end of a clause stands; where the clause ends, if it has none."""
    sign = _SIGN.search(clause)
    return sign.start() if sign else len(clause)
