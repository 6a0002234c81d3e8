"""Whether a statement only says that something stays as it is: `the metrics port stays at 9102`.

It confirms what is known of that, and nothing of it may be changed for it. Called by consolidation.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from memtui.language.side import telling_words
from memtui.language.statement import read
from memtui.language.stems import stem
from memtui.language.told_change import FRAME, parts
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("confirmed.toml")
_PHRASES = phrases_in(FILE, within="confirmed")
_STAYS = {language: phrase.pattern for language, phrase in phrases_in(FILE, within="stays").items()}
"""How it is told that something is as it was."""
STAYS, STAYS_IN_ANY = _STAYS["english"], tuple(_STAYS.values())
_WHATEVER = _PHRASES["whatever"].pattern
"""How a clause begins that only says that nothing speaks against it."""
_FRAME = FRAME | frozenset(map(stem, lists_in(FILE, "lists")["of_staying"].words))
"""Words that tell that something has a value and keeps it, and not what; `rule` is one for any of them."""
_NAMING = 8
"""Words at most of a sentence that only names what stays."""


def confirms(statement: str, memory: str) -> bool:
    """Say whether a statement says that what a memory says stays as it is."""
    return any(_is_known(clause, memory) for clause in _read(statement).stays)


def besides_what_stays(statement: str, memory: str) -> str:
    """Return what a statement says that a memory does not, but for what stays; all, where nothing does."""
    read_as = _read(statement)
    if not read_as.stays:
        return statement
    return "; ".join(each for each in read_as.others if not _is_known(each, memory, least=0))


class _Read(NamedTuple):
    """The clauses of a statement."""

    stays: tuple[str, ...]
    others: tuple[str, ...]


@lru_cache(maxsize=1024)
def _read(statement: str) -> _Read:
    """Tell clauses that say what stays from others; `as before` alone says it of the clause beside it."""
    clauses = [statement[start:end].strip(" .") for start, end in parts(statement)]
    staying = {place for place, clause in enumerate(clauses) if _stays(clause)}
    bare = {place for place in staying if not telling_words(clauses[place]) - _FRAME}
    staying |= {place + 1 if place + 1 < len(clauses) and not place else place - 1 for place in bare}
    of = [place in staying for place in range(len(clauses))]
    others = (clause for clause, stays in zip(clauses, of, strict=True) if not stays)
    return _Read(
        tuple(clause for clause, stays in zip(clauses, of, strict=True) if stays),
        tuple(clause for clause in others if not _WHATEVER.match(clause)),
    )


@lru_cache(maxsize=1024)
def says_only_that_it_stays(statement: str) -> bool:
    """Say whether a statement names something that stays, and not how it is: `The van rule stays!`."""
    match = STAYS.search(statement)
    if match is None or len(statement.split()) > _NAMING or any(map(str.isdigit, statement)):
        return False
    behind = statement[match.end() :]
    return (
        _stays(statement) and not telling_words(behind) - _FRAME and bool(telling_words(statement) - _FRAME)
    )


@lru_cache(maxsize=1024)
def _stays(clause: str) -> bool:
    """Say whether a clause says that something stays, and denies nothing else."""
    match = STAYS.search(clause)
    if match is None:
        return False
    tokens = read(clause).tokens
    return not any(t.negation and not match.start() <= t.start < match.end() for t in tokens)


def _is_known(clause: str, memory: str, *, least: int = 1) -> bool:
    words = telling_words(clause) - _FRAME
    return len(words) >= least and words <= telling_words(memory)
