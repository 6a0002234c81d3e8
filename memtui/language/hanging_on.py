"""Whether something else in a memory is only so while its old value is, so that no other can take its place.

A reason was one for the old value, and so was what people say of it; a day is the one since when it is so, a
second thing may be the same `too`, and `she` is who did it. Called by `renewed`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from memtui.language.cutting import Piece
from memtui.language.goes_with import going_with
from memtui.language.old_value import Old
from memtui.language.one_thing import DAY
from memtui.language.side import telling_words
from memtui.language.statement import Kind, Token, read
from memtui.language.told_change import ABOUT, BEFORE, Change, within
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("hanging_on.toml"), within="hanging_on")
_SHARED = _PHRASES["shared"].pattern
_REFERS_BACK = _PHRASES["refers_back"].pattern
_GOES_ON = _PHRASES["goes_on"].pattern
"""How a text goes on behind a value with what is told of that itself."""
_JOINED = re.compile(r",\s(?:(?:and|but)\s)?|\s(?:and|but)\s(?!then\b)|\s?[&/]\s")
"""What stands between two things that are said together."""
_JOINED_BEFORE = re.compile(rf"(?:{_JOINED.pattern})\Z")


def hangs_on(text: str, clause: Piece, old: Old, change: Change) -> bool:
    """Say whether something else in a text is only so while the old value in its clause is."""
    said = telling_words(change.words)
    before, behind = clause.text[: old.start], clause.text[old.end :]
    is_subject = all(token.small for token in within(clause.text, 0, old.start))
    later = behind + text[clause.start + len(clause.text) :]
    return (
        _SHARED.search(clause.text) is not None
        or ABOUT["reason"].search(clause.text) is not None
        or _GOES_ON.match(behind) is not None
        or bool(going_with(text, clause))
        or (is_subject and _REFERS_BACK.search(later) is not None)
        or any(_is_day(token) for token in read(clause.text).tokens if token not in old.tokens)
        or _is_part_of_a_name(clause.text, old)
        or _JOINED_BEFORE.search(before) is not None
        or any(words and said.isdisjoint(words) for words in _together(before, behind, is_subject=is_subject))
    )


def _is_day(token: Token) -> bool:
    return token.kind is Kind.DATE and DAY.match(token.key) is not None


def _is_part_of_a_name(clause: str, old: Old) -> bool:
    """Say whether a name or figure stands right beside the old value, which may be part of it."""
    tokens = read(clause).tokens
    before = [token for token in tokens if token.end == old.start - 1]
    behind = [token for token in tokens if token.start == old.end + 1]
    figures = (Kind.NUMBER, Kind.VERSION)
    if any(map(_is_name, before)) and _is_name(old.tokens[0]):
        return True
    return _is_name(old.tokens[-1]) and any(_is_name(t) or t.kind in figures for t in behind)


def _is_name(token: Token) -> bool:
    capital = token.kind is Kind.WORD and token.start > 0 and token.text[:1].isupper()
    return capital or token.kind in (Kind.NAME, Kind.PATH)


def _together(before: str, behind: str, *, is_subject: bool) -> Iterator[frozenset[str]]:
    """Yield the words of what is said together with the old value, or of it as well."""
    for match in _JOINED.finditer(before):
        if not ABOUT["verb"].search(before, 1, match.start()):
            yield telling_words(before[: match.start()])
            yield _first_thing(before[match.end() :])
    for match in _JOINED.finditer(behind):
        is_clause = match[0].startswith(", ") and len(match[0]) > 2
        if is_subject or not (match.start() or is_clause or ABOUT["verb"].search(behind, match.end())):
            after = behind[match.end() :]
            yield telling_words(after) if is_subject else _first_thing(after)


def _first_thing(text: str) -> frozenset[str]:
    """Return the words of what a text begins with, up to its verb or a small word."""
    ends = [verb.start()] if (verb := ABOUT["verb"].search(text)) else []
    ends += [token.start for token in read(text).tokens if token.text.lower() in BEFORE]
    return telling_words(text[: min(ends, default=len(text))])
