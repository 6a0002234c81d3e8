"""Which of two statements tells that what the other speaks of is done, or is over: the newer by what it says.

`The move to Oslo was finished in May` is newer than `The move to Oslo is planned`, and `The Heroku app has
been shut down` than `It runs on Heroku`, whenever either was written down. That something planned came about
sets the two at odds by itself: they speak of one deed. That something is over only tells which of two is the
newer that are at odds already, since much may share a name with what is gone.

Called by the review's rule for conflicts, and by `announced` for the order.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from memtui.language.difference import Difference, Finding, Span
from memtui.language.own_statements import sentences
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, Token, read
from memtui.phrases import phrases_in

FILE = Path(__file__).with_name("done.toml")
_PHRASES = phrases_in(FILE, within="done")
_DONE, _OVER, _OPEN, _UNLIKELY = (_PHRASES[name].pattern for name in ("done", "over", "open", "unlikely"))
_SHARED = 2
"""Words that what was done has to share with what is open, at least, where one has others besides."""
_OF_IT = 0.5
"""The share that those are of the words of what is open, or of what was done."""
_LONGEST = 600
"""Characters of a statement; a longer one tells of many things."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What a sentence says is done, over or open."""

    subject: tuple[Token, ...]
    words: frozenset[str]


def done(left: str, right: str) -> Finding | None:
    """Return where the right one of two statements says that what is open by the left one is done."""
    if max(len(left), len(right)) > _LONGEST:
        return None
    for came in _told(right, over=False):
        for still in _open(left):
            shared = came.words & still.words
            least = max(_SHARED, _OF_IT * min(len(came.words), len(still.words)))
            if len(shared) >= least or shared == came.words | still.words != frozenset():
                spans = (_over(still, shared),), (_over(came, shared),)
                return Finding(Difference.WORDING, *spans)
    return None


def says_what_came(left: str, right: str) -> bool:
    """Say whether the right one tells that what is open by the left one is done, or that what the left one
    names is over, and the left one tells of no such thing.
    """
    if done(left, right) is not None:
        return True
    if _told(left, over=True) or max(len(left), len(right)) > _LONGEST:
        return False
    named = {word_id(token) for token in read(left).of(Kind.NAME)}
    gone = (token for told in _told(right, over=True) for token in told.subject if token.kind is Kind.NAME)
    return any(word_id(token) in named for token in gone)


@lru_cache(maxsize=4096)
def _told(text: str, *, over: bool) -> tuple[_Told, ...]:
    """Return what the sentences of a text say is done, or over."""
    pattern, found = _OVER if over else _DONE, []
    for sentence in sentences(text):
        match = pattern.search(sentence)
        if match is not None and not _UNLIKELY.search(sentence):
            subject = _telling(sentence, 0, match.start())
            found.append(_Told(subject, frozenset(map(word_id, subject))))
    return tuple(found)


@lru_cache(maxsize=4096)
def _open(text: str) -> tuple[_Told, ...]:
    """Return what the sentences of a text say is open, or to come."""
    found = []
    for sentence in sentences(text):
        match = _OPEN.search(sentence)
        if match is not None:
            tokens = _telling(sentence, 0, match.start()) or _telling(sentence, match.end(), len(sentence))
            found.append(_Told(tokens, frozenset(map(word_id, tokens))))
    return tuple(found)


def _telling(sentence: str, start: int, end: int) -> tuple[Token, ...]:
    """Return the words of a stretch that say what it is about."""
    return tuple(
        token
        for token in read(sentence).tokens
        if start <= token.start and token.end <= end and tells(token) and token.kind is not Kind.DATE
    )


def _over(told: _Told, shared: frozenset[str]) -> Span:
    of_both = [token for token in told.subject if word_id(token) in shared]
    return Span(of_both[0].start, of_both[-1].end)
