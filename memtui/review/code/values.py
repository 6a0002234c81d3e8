"""Which of two values the files of a project give: a port, a limit, a release, the tool of a job.

Of two memories that give one thing different values at most one is right today, and the code often tells
which: `CLAUDE.md` says 4310, a note says 3000, and `server.ts` has `port: 4310`. A figure is looked for in
code and settings beside a word that it stands beside in the memory; a version, or a tool, among what the
project declares; a name such as `eu-west-1` where its line, or the path of its file, has a word that both
memories have. Where the files give both values, or neither, they tell nothing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from memtui.domain.proposal import Spans
from memtui.language.lexicon import STOP_WORDS
from memtui.language.statement import Kind, Token, read
from memtui.language.stems import stem
from memtui.review.code import tools
from memtui.review.code.facts import FIGURE, CodeFact, figures
from memtui.review.code.holding import Code
from memtui.review.code.manifests import Declared
from memtui.review.code.ports import INSIDE, PORT
from memtui.review.code.rivals import rivals
from memtui.review.code.set_values import services_in
from memtui.review.code.versions import agrees

_WORD = re.compile(r"[^\W\d_]+")
_TOOL = re.compile(r"@?[A-Za-z][\w@/+.-]*\w")
_SMALL = frozenset(map(stem, STOP_WORDS))
_MOST_LINES = 40
"""Lines with a name that are looked at."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, and where it says what the other does not."""

    text: str
    spans: Spans


class Given(NamedTuple):
    """Where the project's files give the value of the first of two statements, and of the second."""

    one: CodeFact | None = None
    other: CodeFact | None = None
    sure: bool = False
    """Whether both are surely about the thing of which the files give the value."""


class Borne(NamedTuple):
    """The one of two statements of which the project's files give the value."""

    is_first: bool
    place: CodeFact
    sure: bool
    """Whether both are surely about one thing, so that the other is wrong."""


def given_by_code(code: Code, one: Said, other: Said) -> Borne | None:
    """Return which of two statements gives the value that the project's files give, and where they do; None
    where those tell nothing.
    """
    for look in (_of_versions, _of_ports, _of_figures, _of_tools, _of_names):
        given = look(code, one, other)
        if given.one and not given.other:
            return Borne(is_first=True, place=given.one, sure=given.sure)
        if given.other and not given.one:
            return Borne(is_first=False, place=given.other, sure=given.sure)
    return None


# -- versions ------------------------------------------------------------------------------------------


def _of_versions(code: Code, one: Said, other: Said) -> Given:
    """Return where the project asks for the version that each gives of one package, language or image."""
    first, second = (
        {name: version for name, _, _, version in code.packages(each.text)} for each in (one, other)
    )
    for name in first.keys() & second.keys():
        versions = first[name], second[name]
        declared = code.manifest.packages.get(name, [])
        if all(versions) and versions[0] != versions[1] and declared:
            return Given(_asks_for(declared, versions[0]), _asks_for(declared, versions[1]), sure=True)
    return Given()


def _asks_for(declared: Sequence[Declared], version: str) -> CodeFact | None:
    fitting = (
        each
        for each in declared
        if agrees(version.rstrip("+"), each.says, open_above="+" in version) is not False
    )
    return next(map(CodeFact.of, fitting), None)


# -- ports of the host -----------------------------------------------------------------------------------


def _of_ports(code: Code, one: Said, other: Said) -> Given:
    """Return where the project maps the port of the host that each gives of one container."""
    here, there = PORT.search(one.text), PORT.search(other.text)
    if here is None or there is None or INSIDE.search(one.text) or INSIDE.search(other.text):
        return Given()
    theirs = services_in(other.text, code.ports)
    both = [each.declared for each in services_in(one.text, theirs)]
    places = [
        next((CodeFact.of(each) for each in both if each.says == port[1]), None) for port in (here, there)
    ]
    return Given(places[0], places[1], sure=True)


# -- figures -------------------------------------------------------------------------------------------


def _of_figures(code: Code, one: Said, other: Said) -> Given:
    first, second = _own_figure(one, other), _own_figure(other, one)
    if first is None or second is None:
        return Given()
    shared = _stems(one.text) & _stems(other.text)
    return Given(_where(code, one, first, shared), _where(code, other, second, shared))


def _own_figure(said: Said, other: Said) -> Token | None:
    """Return the one figure among the words in which a statement differs that the other does not have."""
    others = figures(other.text)
    own = [
        token
        for token in read(said.text).tokens
        if token.kind in (Kind.NUMBER, Kind.VERSION)
        and any(start < token.end and token.start < end for start, end in said.spans)
        and (figure := FIGURE.search(token.text)) is not None
        and figure[0] not in others
    ]
    return own[0] if len(own) == 1 else None


def _where(code: Code, said: Said, token: Token, shared: frozenset[str]) -> CodeFact | None:
    """Return the first line that has a figure, a word that stands beside it, and one that both have."""
    figure = FIGURE.search(token.text)
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


def _of_tools(code: Code, one: Said, other: Said) -> Given:
    """Return where the project declares the tool that each names for one job."""
    first, second = _tools(one.text), _tools(other.text)
    for job in tools.known().jobs:
        named = [tuple(sorted(job.tools & each)) for each in (first, second)]
        own = [[tool for tool in named[n] if tool not in named[1 - n]] or named[n] for n in (0, 1)]
        if all(named) and own[0] != own[1]:
            about = all(job.words & _stems(each.text) for each in (one, other))
            return Given(_declared(code, own[0]), _declared(code, own[1]), sure=about)
    return Given()


def _tools(text: str) -> frozenset[str]:
    return frozenset(tools.known().declared_name(name) for name in _TOOL.findall(text))


def _declared(code: Code, names: Iterable[str]) -> CodeFact | None:
    places = (code.manifest.packages.get(name, ()) for name in names)
    first = next((each[0] for each in places if each), None)
    return None if first is None else CodeFact.of(first)


# -- names of one shape --------------------------------------------------------------------------------


def _of_names(code: Code, one: Said, other: Said) -> Given:
    """Return where the files have the name that each gives: one of them beside what both are about."""
    found = rivals(one.text, other.text)
    if found is None:
        return Given()
    shared = _stems(one.text[: found.one.start]) & _stems(other.text[: found.other.start]) - _SMALL
    places = [_lines_with(code, named.value) for named in (found.one, found.other)]
    if all(places) or not any(places):
        return Given()
    near = [next((p for p in found if shared & _stems(f"{p.path} {p.shown}")), None) for found in places]
    return Given(near[0], near[1])


def _lines_with(code: Code, name: str) -> list[CodeFact]:
    """Return the lines that have a name as a whole."""
    whole = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    found = ((path, number, line) for path, number, line in code.lines.having(name) if whole.search(line))
    return [CodeFact.at(path, number, line.strip()) for path, number, line in islice(found, _MOST_LINES)]
