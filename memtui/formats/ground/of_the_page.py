"""What a page says of itself above its sections: what it is for, and who or what writes it.

Programs and templates put such a line at the top of each page that they begin; it is true of the page and
no memory of anybody's.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from memtui.formats.ground.dates import says_only_when
from memtui.formats.ground.labels import HEADING
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("of_the_page.toml"))
_BETWEEN = re.compile(r"(?<=[.!?])\s+")


def tells_of_the_page(text: str) -> bool:
    """Say whether each sentence of a paragraph says what its page is for, or who writes it, or when."""
    sentences = _BETWEEN.split(text.strip("*_> \t\n"))
    return all(map(_is_of_the_page, sentences)) and not says_only_when(text, ())


def end_of_top(lines: Sequence[str], code: Sequence[bool]) -> int:
    """Return the line of the first heading of a section, or the number of lines; a page's title is none."""
    found = [at for at, line in enumerate(lines) if HEADING.match(line) and not code[at]]
    titled = found and lines[found[0]].startswith("# ")
    return next(iter(found[1:] if titled else found), len(lines))


def _is_of_the_page(sentence: str) -> bool:
    """Say whether a sentence is; behind a colon stands what it tells besides."""
    if says_only_when(sentence, ()):
        return True
    found = any(phrase.pattern.match(sentence) for phrase in _PHRASES.values())
    return found and ": " not in sentence and "\n" not in sentence.strip()
