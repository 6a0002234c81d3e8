"""Holds names with a release in them, `ubuntu-22.04`, `es2019`, against the release that the project has now.

A line of the project has the same name with another release, and git knows that very line with the one that
the memory quotes. Nothing is told of a name that some line still has.
"""

import re
from collections.abc import Callable, Iterator

from memtui.language.lexicon import NEGATIONS
from memtui.review.code.assigned import known
from memtui.review.code.facts import CodeFact, Held
from memtui.review.code.lines import Lines
from memtui.review.code.past import Past

_NAME = re.compile(
    r"(?<![\w./:@-])(?P<stem>[a-z][a-z-]{1,30}[-:@]?)(?P<release>\d+(?:\.\d+)*)(?![\w/@-]|\.\d)"
)
_SENTENCE = re.compile(r"[;!?]|\.(?=\s|\Z)|\n")
_WORD = re.compile(r"[\w'’]+")
_SHORTEST = 6
"""Characters of a name with its release; shorter ones, `v2`, `p95`, are of anything."""
_MOST_LINES = 20
"""Lines with such a name that are looked at."""


def hold(text: str, lines: Lines, past: Past, knows: Callable[[str], bool]) -> Held | None:
    """Return the release that the project has of a name in a text; None where it has that one.

    `knows` says whether code or settings have a word.
    """
    for name in _NAME.finditer(text):
        if len(name[0]) < _SHORTEST or not knows(name["stem"].rstrip("-:@").rpartition("-")[2]):
            continue
        start = max((end.end() for end in _SENTENCE.finditer(text, 0, name.start())), default=0)
        ended = _SENTENCE.search(text, name.end())
        words = _WORD.findall(text[start : ended.start() if ended else len(text)].lower())
        denied = not NEGATIONS.isdisjoint(_WORD.findall(text[start : name.start()].lower()))
        if denied or known().leads_away(words) or known().asks_for_change(words):
            continue
        if next(lines.having(name[0]), None) is None and (found := _before(text, name, lines, past)):
            return found
    return None


def _before(text: str, name: re.Match[str], lines: Lines, past: Past) -> Held | None:
    for path, number, line, new in _with_another(name, lines):
        before = past.line_with(name[0], path, line)
        if before is not None:
            why = f"it was {name[0]} until {before.since}, and is {new} now"
            anew = "" if new in text else text[: name.start()] + new + text[name.end() :]
            return Held(
                False, (CodeFact.at(path, number, line.strip()),), (name.span(),), why, text=anew, sure=True
            )
    return None


def _with_another(name: re.Match[str], lines: Lines) -> Iterator[tuple[str, int, str, str]]:
    """Yield the lines that have a name with another release: path, number, line and the name there."""
    same = re.compile(rf"(?<![\w./:@-]){re.escape(name['stem'])}\d+(?:\.\d+)*(?![\w-])")
    for count, (path, number, line) in enumerate(lines.having(name["stem"])):
        if count >= _MOST_LINES:
            return
        if (there := same.search(line)) is not None:
            yield path, number, line, there[0]
