"""Whether one statement tells to run what another turns down: `uv run pytest`, `never with pytest directly`.

Two such share hardly a word, so no score brings them together; what is turned down by name and stands in the
command of the other does. Both have to speak of the same besides, as of tests. Called by the review's rule
for conflicts.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from memtui.language.difference import Difference, Finding, Span
from memtui.language.lexicon import INSTRUCTIONS, USING
from memtui.language.new_state import FRAME, OPEN
from memtui.language.own_statements import sentences
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, read
from memtui.phrases import phrases_in

FILE = Path(__file__).with_name("turned_down.toml")
_DENIED = phrases_in(FILE, within="turned_down")["denied"].pattern
_COMMAND = re.compile(r"`([A-Za-z./][^`\n]{1,80})`")
_WORD = re.compile(r"[\w./-]*\w")
_LONGEST = 400
"""Characters of a statement; a longer one says many things."""


def turned_down(left: str, right: str) -> Finding | None:
    """Return what the one of two statements turns down, and the command of the other that has it."""
    if max(len(left), len(right)) > _LONGEST:
        return None
    for one, other, turned in ((left, right, False), (right, left, True)):
        found = _run_all_the_same(one, other)
        if found is not None:
            spans = reversed(found) if turned else found
            return Finding(Difference.CHOICE, *((span,) for span in spans))
    return None


def _run_all_the_same(one: str, other: str) -> tuple[Span, Span] | None:
    """Return where the first turns down what the second tells to run, and where that does."""
    for start, end in _denied(one):
        words = _WORD.findall(one[start:end].lower())
        about = _about(one, start, end)
        for command in _commands(other):
            run = _WORD.findall(other[command.start : command.end].lower())
            sentence = next(each for each in sentences(other) if command.start < len(each))
            if _follow(words, run) and about & _about(sentence, command.start, command.end):
                return Span(start, end), command
    return None


@lru_cache(maxsize=4096)
def _denied(text: str) -> tuple[tuple[int, int], ...]:
    """Return where the programs and commands stand that a text turns down."""
    return tuple(match.span("command" if match["command"] else "program") for match in _DENIED.finditer(text))


def _commands(text: str) -> Iterator[Span]:
    """Yield where the commands stand that a text tells to run."""
    for sentence in sentences(text):
        if not OPEN.search(sentence):
            yield from (Span(*match.span(1)) for match in _COMMAND.finditer(sentence))


def _follow(words: list[str], command: list[str]) -> bool:
    """Say whether some words stand one behind the other in a command."""
    return any(command[at : at + len(words)] == words for at in range(len(command) - len(words) + 1))


def _about(text: str, start: int, end: int) -> frozenset[str]:
    """Return the words around a stretch of a text that say what is done."""
    return frozenset(
        word_id(token)
        for token in read(text).tokens
        if not start <= token.start < end
        and tells(token)
        and token.kind is Kind.WORD
        and token.key not in FRAME | USING
        and token.text.lower() not in INSTRUCTIONS
    )
