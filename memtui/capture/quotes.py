"""Finding a quote in a text, however the extractor spelled its quotation marks, dashes and spaces.

The gate against unfounded facts asks it, and the screen, to highlight what a fact rests on. Both are folded
to one spelling, with the place that each character came from, and compared as plain text: the time grows
with their length only, whatever they hold.
"""

import re
from array import array
from collections.abc import Iterator, Sequence

_ALIKE = {
    **dict.fromkeys("'‘’‚‛´′", "'"),
    **dict.fromkeys('"“”„‟«»″', '"'),
    **dict.fromkeys("-‐‑‒–—―−", "-"),
    **dict.fromkeys(("''", "``"), '"'),
    "--": "-",
    "`": "'",
}
_PIECE = re.compile(r"(?P<gap>\s[\s*_`>#]*)|''|``|--|[*_`]|.", re.DOTALL)
_MARKUP = "*_`"
_LEFT_OUT = re.compile(r"(\[(?:\.\.\.|…|later:)\]|\.\.\.|…)")
_REACH = 600
"""Characters that an ellipsis may stand for."""
APART = " [later:] "
"""Joins two places of a talk into one quote."""
_REACH_APART = 6_000
"""Characters between the two places, such as the answer in between."""
_ENDS = " \t\r\n\"'“”„‘’«»`.…"


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Return where `text` holds `quote` verbatim, as offsets, or None.

    White space, letter case, the kind of quotation marks and dashes, and emphasis marks do not count. An
    ellipsis stands for words left out, in the order of the text and near each other.
    """
    quote = quote.strip()
    if not quote:
        return None
    start = text.find(quote)
    if start >= 0:
        return start, start + len(quote)
    parts = list(_parts(quote))
    if not parts:
        return None
    return _span_of_parts(parts, text, keep="") or _span_of_parts(parts, text, keep="`")


def _parts(quote: str) -> Iterator[tuple[str, int]]:
    """Yield the parts of a quote between its ellipses, each with the most characters between it and the
    last.
    """
    reach = _REACH
    for piece in _LEFT_OUT.split(quote):
        part = piece.strip(_ENDS)
        if piece == APART.strip():
            reach = _REACH_APART
        elif part and _LEFT_OUT.fullmatch(piece) is None:
            yield part, reach
            reach = _REACH


def _span_of_parts(parts: Sequence[tuple[str, int]], text: str, keep: str) -> tuple[int, int] | None:
    """Return from where to where a text holds the parts in their order; `keep` is markup that counts."""
    folded, places = _folded(text, keep)
    first = last = -1
    for part, reach in parts:
        wanted = _folded(part, keep)[0].strip()
        end = len(folded) if first < 0 else last + reach + len(wanted)
        at = folded.find(wanted, max(last, 0), end) if wanted else -1
        if at < 0:
            return None
        first, last = (at if first < 0 else first), at + len(wanted)
    return places[first], places[last - 1] + _length(text, places, last)


def _folded(text: str, keep: str) -> tuple[str, "array[int]"]:
    """Return a text in one spelling, and for each of its characters where it begins in `text`."""
    pieces: list[str] = []
    places = array("l")
    for match in _PIECE.finditer(text):
        piece = match[0]
        if match["gap"] is not None:
            piece = " "
        elif piece in _MARKUP and piece not in keep:
            continue
        else:
            lower = piece.lower()
            piece = _ALIKE.get(piece) or (lower if len(lower) == 1 else piece[:1])
        pieces.append(piece)
        places.append(match.start())
    places.append(len(text))
    return "".join(pieces), places


def _length(text: str, places: "array[int]", after: int) -> int:
    """Return how many characters of `text` the folded character before `after` stands for."""
    start = places[after - 1]
    return 2 if text[start : start + 2] in _ALIKE and places[after] >= start + 2 else 1
