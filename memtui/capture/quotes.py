"""Finding a quote in a text, however the extractor spelled its quotation marks, dashes and spaces.

The gate against unfounded facts asks it, and the screen, to highlight what a fact rests on.
"""

import re

_ALIKE = {
    **dict.fromkeys("'‘’‚‛`´′", "['‘’‚‛`´′]"),
    **dict.fromkeys('"“”„‟«»″', "(?:[\"“”„‟«»″]|''|``)"),
    **dict.fromkeys("-‐‑‒–—―−", "(?:[-‐‑‒–—―−]|--)"),
}
_LEFT_OUT = re.compile(r"\[(?:\.\.\.|…)\]|\.\.\.|…")
_MARKUP = re.compile(r"[*_`]+")
_REACH = 600
"""Characters that an ellipsis may stand for."""
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
    parts = [part.strip(_ENDS) for part in _LEFT_OUT.split(quote)]
    parts = [part for part in parts if part]
    if not parts:
        return None
    first = last = -1
    for part in parts:
        pattern = _pattern(part)
        match = pattern.search(text) if first < 0 else pattern.search(text, last, last + _REACH + len(part))
        if match is None:
            return None
        first, last = (match.start() if first < 0 else first), match.end()
    return first, last


def _pattern(part: str) -> re.Pattern[str]:
    words = _MARKUP.sub("", part).replace("--", "—").split()
    return re.compile(
        r"[\s\u00a0*_`>#]+".join(r"[*_`]*".join(_character(c) for c in word) for word in words), re.IGNORECASE
    )


def _character(character: str) -> str:
    return _ALIKE.get(character) or re.escape(character)
