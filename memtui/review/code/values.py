"""Which of two values the files of a project give: a port, a limit, a release, the tool of a job.

Of two memories that give one thing different values at most one is right today, and the code often tells
which: `CLAUDE.md` says 4310, a note says 3000, and `server.ts` has `port: 4310`. A figure is looked for in
code and settings beside a word that it stands beside in the memory; a tool among what the project declares.
Where the files give both values, or neither, they tell nothing.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memtui.domain.proposal import Spans
from memtui.language.statement import Kind, Token, read
from memtui.language.stems import stem
from memtui.review.code import tools
from memtui.review.code.holding import Code, CodeFact

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]+")
_TOOL = re.compile(r"@?[A-Za-z][\w@/+.-]*\w")


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, and where it says what the other does not."""

    text: str
    spans: Spans


def given_by_code(code: Code, one: Said, other: Said) -> tuple[int, CodeFact] | None:
    """Return which of two statements, 0 or 1, gives the value that the project's files give, and where they
    do; None where those tell nothing.
    """
    for places in (_of_figures(code, one, other), _of_tools(code, one.text, other.text)):
        for which, place in enumerate(places):
            if place is not None and places[1 - which] is None:
                return which, place
    return None


# -- figures -------------------------------------------------------------------------------------------


def _of_figures(code: Code, one: Said, other: Said) -> tuple[CodeFact | None, CodeFact | None]:
    first, second = _own_figure(one, other), _own_figure(other, one)
    if first is None or second is None:
        return None, None
    shared = _stems(one.text) & _stems(other.text)
    return _where(code, one, first, shared), _where(code, other, second, shared)


def _own_figure(said: Said, other: Said) -> Token | None:
    """Return the one figure among the words in which a statement differs that the other does not have."""
    others = set(_FIGURE.findall(other.text))
    own = [
        token
        for token in read(said.text).tokens
        if token.kind in (Kind.NUMBER, Kind.VERSION)
        and any(start < token.end and token.start < end for start, end in said.spans)
        and (figure := _FIGURE.search(token.text)) is not None
        and figure[0] not in others
    ]
    return own[0] if len(own) == 1 else None


def _where(code: Code, said: Said, token: Token, shared: frozenset[str]) -> CodeFact | None:
    """Return the first line that has a figure, a word that stands beside it, and one that both have."""
    figure = _FIGURE.search(token.text)
    beside = _beside(said.text, token)
    if figure is None or not beside:
        return None
    whole = re.compile(rf"(?<![\w.,]){re.escape(figure[0])}(?![\w]|[.,]\d)")
    for path, number, line in code.lines.having(figure[0]):
        words = _stems(line)
        if whole.search(line) and beside & words and shared & words:
            return CodeFact.at(path, number, line.strip())
    return None


def _beside(text: str, token: Token) -> frozenset[str]:
    """Return the words that say what a figure is one of: its unit, and those right before and behind it."""
    told = [each for each in read(text).tokens if each is token or not (each.small or each.negation)]
    place = told.index(token)
    near = [each.text for each in (*told[max(place - 1, 0) : place], *told[place + 1 : place + 2])]
    return _stems(" ".join((*near, token.text)))


def _stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text, those apart that a name of the code is made of."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return frozenset(stem(word.lower()) for word in _WORD.findall(apart) if len(word) > 1)


# -- tools ---------------------------------------------------------------------------------------------


def _of_tools(code: Code, one: str, other: str) -> tuple[CodeFact | None, CodeFact | None]:
    """Return where the project declares the tool that each names for one job."""
    first, second = _tools(one), _tools(other)
    for job in tools.known().jobs:
        named = [tuple(sorted(job.tools & each)) for each in (first, second)]
        own = [[tool for tool in named[n] if tool not in named[1 - n]] or named[n] for n in (0, 1)]
        if all(named) and own[0] != own[1]:
            places = [_declared(code, names) for names in own]
            return places[0], places[1]
    return None, None


def _tools(text: str) -> frozenset[str]:
    return frozenset(tools.known().declared_name(name) for name in _TOOL.findall(text))


def _declared(code: Code, names: Iterable[str]) -> CodeFact | None:
    places = (code.manifest.packages.get(name, ()) for name in names)
    first = next((each[0] for each in places if each), None)
    return None if first is None else CodeFact.of(first)
