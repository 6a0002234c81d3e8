"""Which tool or package a memory says that its project uses, in whatever words.

`Background jobs are Celery tasks in src/tasks`, `Dev and CI use Postgres 14, so keep SQL compatible`: the
first clause claims a tool, whatever the others add. It counts where its subject is the project, or a part or
a job of it, and where nothing in it denies, asks for a change or tells of another place.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from memtui.language.lexicon import NEGATIONS, RANKING, STOP_WORDS
from memtui.language.stems import stem
from memtui.review.code import tools
from memtui.review.code.assigned import known, words_of
from memtui.review.code.sentences import SENTENCE, cut

_CLAUSE = re.compile(r",\s|[()]|\s(?:so|but|because|since|which|where|and\sthen)\s")
_WORD = re.compile(r"[A-Za-z][\w'’]*")
_COMMAND = re.compile(r"`(?:npm|pnpm|yarn|bun|make)\s[^`]*`")
_WE = re.compile(r"\s*(?:we|i)(?:['’]re)?\s+(?:\w+ly\s+)?(?P<verb>[a-z]+)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\w\s+(?P<be>(?:is|are)\s+)?(?P<verb>[a-z]+)\s+(?:in|on|with|through|by|via|as|using)\s+(?:an?\s+|the\s+)?\Z"
)
"""A verb between what the clause is about and the tool: `State lives in Redux`."""

_BEFORE_SUBJECT = re.compile(r"\b(?:the|an?|our|this)\b|[^\w=:]", re.IGNORECASE)
Packages = Callable[[str], Iterator[tuple[str, int, int, str]]]


@dataclass(frozen=True, slots=True)
class Claim:
    """A tool that a memory says is used."""

    name: str
    """As manifests call it."""
    start: int
    end: int
    version: str


def claims(text: str, named: Packages, about: frozenset[str]) -> Iterator[Claim]:
    """Yield the tools that a text says its project uses.

    `named` yields the names in a text; `about` has the stems of what the project and its parts are called.
    """
    for start, end in cut(text, 0, len(text), SENTENCE):
        words = frozenset(map(str.lower, _WORD.findall(text[start:end])))
        if known().leads_away(words):
            continue
        for clause in cut(text, start, end, _CLAUSE):
            yield from _claimed(text, *clause, named, about)


def _claimed(text: str, start: int, end: int, named: Packages, about: frozenset[str]) -> Iterator[Claim]:
    clause = _COMMAND.sub(lambda match: " " * len(match[0]), text[start:end])
    lower = set(map(str.lower, _WORD.findall(clause)))
    denied = any(word in NEGATIONS or word.endswith(("n't", "n’t")) for word in lower)
    if denied or known().asks_for_change(lower) or not tools.known().guide.isdisjoint(lower):
        return
    found = list(named(clause))
    if not found:
        return
    before = clause[: found[0][1]]
    says = _content(before, about)
    verb = _WE.match(before) or _VERB.search(before)
    if verb is not None and says == {stem(verb["verb"].lower())} and _tells_how_it_is(verb):
        says = set()
    rest = before + " ".join(clause[one[2] : other[1]] for one, other in pairwise(found))
    last = re.findall(r"[A-Za-z]+|[=:]", before)
    if says or (last and last[-1].lower() in RANKING - {"on", "for", "to", "into", "onto", "as"}):
        return
    is_first = not _BEFORE_SUBJECT.sub("", before).strip()
    if is_first and _content(clause[found[-1][2] :] + rest, about | _tool_words(found)):
        return
    if is_first and len(found) == 1 and not _content(clause[found[0][2] :], frozenset()) and not found[0][3]:
        return
    for name, first, last_, version in found:
        yield Claim(name, start + first, start + last_, version)


def _tool_words(found: list[tuple[str, int, int, str]]) -> frozenset[str]:
    return frozenset(stem(word) for name, *_ in found for word in words_of(name))


def _content(text: str, about: frozenset[str]) -> set[str]:
    """Return the stems of the words of a text that say something else than what a project's parts are."""
    words = (word.lower() for word in re.findall(r"[A-Za-z]+", text))
    return {
        stem(word)
        for word in words
        if word not in STOP_WORDS and stem(word) not in about and stem(word) not in tools.known().said
    }


def _tells_how_it_is(match: re.Match[str]) -> bool:
    """Say whether a verb tells how it is: `log`, `lives in`, `is drawn with`; not `picked`, `chose`."""
    verb = match["verb"].lower()
    if match.groupdict().get("be"):
        return True
    return not verb.endswith("ed") and stem(verb) in {
        form.removesuffix("e") for form in (verb, verb.removesuffix("s"))
    }
