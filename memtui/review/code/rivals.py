"""Values of one sort of which two statements name one each: two tools of a job, two regions of a cloud.

`Use pnpm; the lockfile is checked in` and `Install with npm ci` share hardly a word, and nothing in them says
that they cannot both hold. But a project has one tool for a job, and one thing one region. So the two are at
odds where its files give the value of the one and never that of the other, which `values` looks up. Here it
is only told what may be: that each names one value, as something that is so, and of the same thing.

Called by the rule for conflicts, and by `slot_pairs`, which brings together what names two tools of a job.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memtui.language.contradiction import announces_change, ends
from memtui.language.lexicon import USING
from memtui.language.naming_values import DIFFERENT_NAMES
from memtui.language.new_state import FRAME, OPEN, PAST, of_other_environments
from memtui.language.own_statements import sentences
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, read
from memtui.language.stems import stem
from memtui.review.code import tools

LONGEST = 400
"""Characters of a statement; a longer one says many things."""
_NAME = re.compile(r"@?[A-Za-z][\w@/+.-]*\w")
_WORD = re.compile(r"[^\W\d_]+")
_WORD_OR_FIGURE = re.compile(r"[^\W_]+")
_IDENTIFIER = re.compile(r"(?<![\w./:@-])[a-z0-9]+(?:[-.:][a-z0-9]+)+(?![\w/:@-])")
"""A name that people made of parts: `eu-west-1`, `m5.large`, `ubuntu-24.04`."""
_MOST_BESIDES = 1
"""Words that only one of two may say of its thing: `the staging cluster`, `staging`."""


@dataclass(frozen=True, slots=True)
class Named:
    """A value that a statement names, and where."""

    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two values of one sort, of two statements."""

    one: Named
    other: Named
    why: str


def rivals(one: str, other: str) -> Rivals | None:
    """Return the values of one sort that two statements name, one each; None where they name none."""
    if max(len(one), len(other)) > LONGEST:
        return None
    found = next(_of_a_job(one, other), None) or _of_one_shape(one, other)
    return None if found is None or of_other_environments(one, other) else found


def of_one_job(one: str, other: str) -> bool:
    """Say whether two statements name two tools of one job."""
    return next(_of_a_job(one, other), None) is not None


def queries() -> Iterator[str]:
    """Yield, for each job that projects have a tool for, a query of the word index for what names one."""
    yield from map(_query, tools.known().jobs)


def queries_for(text: str) -> Iterator[str]:
    """Yield those of the jobs for which a statement names a tool."""
    named = _tools(text)
    yield from (_query(job) for job in tools.known().jobs if job.name in named)


def _query(job: tools.Job) -> str:
    names = (" ".join(_WORD_OR_FIGURE.findall(name)) for name in sorted(job.tools))
    return " OR ".join(f'"{name}"' for name in names)


# -- two tools of a job -------------------------------------------------------------------------------


def _of_a_job(one: str, other: str) -> Iterator[Rivals]:
    first, second = _tools(one), _tools(other)
    for job in first.keys() & second.keys():
        if first[job].value != second[job].value:
            yield Rivals(first[job], second[job], f"they name two tools for the job of a {job}")


@lru_cache(maxsize=4096)
def _tools(text: str) -> dict[str, Named]:
    """Return the one tool that a statement names for a job, by the name of the job.

    It counts where the statement speaks of the job, and says how things are.
    """
    if len(text) > LONGEST or announces_change(text) or ends(text):
        return {}
    found: dict[str, Named] = {}
    words = frozenset(map(stem, _WORD.findall(text.lower())))
    named = [
        Named(tools.known().declared_name(match[0]), *match.span())
        for match in _NAME.finditer(_as_it_is(text))
    ]
    for job in tools.known().jobs:
        of_job = [each for each in named if each.value in job.tools]
        if len({each.value for each in of_job}) == 1 and words & job.words:
            found[job.name] = of_job[0]
    return found


def _as_it_is(text: str) -> str:
    """Return a text with blanks in the place of sentences that tell what is past, open or denied."""
    kept = [" "] * len(text)
    for sentence in sentences(text):
        if not (OPEN.search(sentence) or PAST.search(sentence)):
            start = len(sentence) - len(sentence.lstrip())
            kept[start : len(sentence)] = sentence[start:]
    return "".join(kept)


# -- two names of one shape ----------------------------------------------------------------------------


def _of_one_shape(one: str, other: str) -> Rivals | None:
    first, second = _identifiers(one), _identifiers(other)
    for shape in first.keys() & second.keys():
        here, there = first[shape], second[shape]
        if here is None or there is None or here.value == there.value:
            continue
        of_one, of_other = _told_of(one, here), _told_of(other, there)
        besides = sorted((len(of_one - of_other), len(of_other - of_one)))
        if of_one & of_other and besides[0] == 0 and besides[1] <= _MOST_BESIDES:
            return Rivals(here, there, DIFFERENT_NAMES)
    return None


@lru_cache(maxsize=4096)
def _identifiers(text: str) -> dict[str, Named | None]:
    """Return the one name of each shape that a statement names; None of a shape of which it names several."""
    found: dict[str, Named | None] = {}
    for match in _IDENTIFIER.finditer(_as_it_is(text)):
        shape = re.sub(r"\d+", "9", re.sub(r"[a-z]+", "a", match[0]))
        if {"a", "9"} <= set(shape):
            found[shape] = None if shape in found else Named(match[0], *match.span())
    return found


def _told_of(text: str, named: Named) -> frozenset[str]:
    """Return the words before a name, in its sentence, that say of what it is one."""
    sentence = next((each for each in sentences(text) if named.start < len(each)), text)
    return frozenset(
        word_id(token)
        for token in read(sentence).tokens
        if token.end <= named.start
        and tells(token)
        and token.kind in (Kind.WORD, Kind.NAME)
        and token.key not in FRAME | USING
    )
