"""What is so now, cut out of a statement to the length that a clause of a memory has room for.

`from 100 to 60 requests per minute` names `60` where the memory goes on with `requests per minute` itself,
and `to the library in Main Street` names all of it where the memory says nothing of that street. Called by
`renewed`.
"""

import re
from dataclasses import dataclass

from memtui.language.memory_clauses import sign_at
from memtui.language.old_value import JOINING, Old, is_figure
from memtui.language.side import telling_words, tells, word_id
from memtui.language.statement import Kind, Token
from memtui.language.told_change import (
    ABOUT,
    ARTICLES,
    BEFORE,
    LISTS,
    Change,
    Stretch,
    Where,
    is_article,
    tokens_of_change,
    within,
)

_LONGEST = 7
"""Words of what is so now, at most: what is longer says more than a value."""
_TRIMMED = " \t,.;!?:\"“”'’()"
_ARTICLE_BEFORE = re.compile(rf"\b(?:{'|'.join(sorted(ARTICLES))})\s\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NewValue:
    """What is so now, where it stands in the statement, and the reason that is given for it."""

    text: str
    start: int
    end: int
    reason: str = ""
    bare: bool = False
    """It has no article where what was so has one: `from the bus to bikes`."""


def resolved(change: Change, clause: str, old: Old) -> NewValue | None:
    """Return what takes the place of the old value in a clause; None where that cannot be told."""
    start, end = _trimmed(change.text, *change.new)
    reason = ABOUT["reason"].search(change.text, start, end)
    when = ABOUT["when"].search(change.text, start + 1, reason.start() if reason else end)
    end = when.start() if when else reason.start() if reason else end
    start, end = _cut(change, clause, old, (start, end))
    words = within(change.text, start, end)
    if not 0 < len(words) <= _LONGEST or (old.is_figure and not any(map(is_figure, words))):
        return None
    if not change.exact and old.places - {token.key for token in words}:
        return None
    had_article = any(map(is_article, within(change.text, *change.old)[:2]))
    value = change.text[start:end]
    if had_article and is_article(words[0]) and not _ARTICLE_BEFORE.search(clause[: old.start]):
        value = value.partition(" ")[2]
    told = reason[0].strip(" .!") if reason else ""
    bare = had_article and not is_article(words[0])
    return NewValue(_with_what_has_it(value, words, clause, old), start, end, told, bare)


def put_in(clause: str, old: Old, new: NewValue) -> str:
    """Return a clause of a memory with the new value in the place of the old one."""
    before, behind = clause[: old.start], clause[old.end :]
    value = new.text.strip("`") if before.endswith("`") else new.text
    begins = value.partition(" ")[0].lower() in ARTICLES
    if begins or new.bare:
        before = _ARTICLE_BEFORE.sub("", before)
    if begins and before.strip():
        value = value[0].lower() + value[1:]
    if not before.strip() and clause[:1].isupper():
        value = value[0].upper() + value[1:]
    end = sign_at(behind)
    reason = f" {new.reason}" if new.reason else ""
    return f"{before}{value}{behind[:end]}{reason}{behind[end:]}"


def _cut(change: Change, clause: str, old: Old, stretch: Stretch) -> Stretch:
    """Return of a stretch of the statement what is the value, whichever side of it that stands on."""
    start, end = stretch
    if change.where is Where.BY_MEMORY:
        start = _where_memory_has_it(change, clause, old, start, end)
    end = _where_memory_goes_on(change, clause, old, start, _without_lately(change.text, start, end))
    if change.where is Where.ENDS and (last := _last_words(change, clause, old, start, end)) < end:
        start = last
    elif change.where is Where.ENDS:
        start = _trimmed(change.text, start, end)[0]
        end = _subject_end(change, clause, start, end)
    elif change.where is Where.BY_MEMORY and start == stretch[0]:
        end = _subject_end(change, clause, start, end)
    elif change.where is not Where.WHOLE:
        end = _first_words(change, clause, old, start, end)
    return _trimmed(change.text, start, _without_lately(change.text, start, end))


def _where_memory_has_it(change: Change, clause: str, old: Old, start: int, end: int) -> int:
    """Return where the new value begins: behind the word that the memory has before the old one."""
    before = [token for token in within(clause, 0, old.start) if not is_article(token)]
    if not before:
        return start
    same = [token for token in within(change.text, start, end) if word_id(token) == word_id(before[-1])]
    if same:
        return same[-1].end + 1
    return start if before[-1].key == "by" else end


def _where_memory_goes_on(change: Change, clause: str, old: Old, start: int, end: int) -> int:
    """Return where a stretch ends without the words at its end that the memory has behind the old value."""
    behind = [word_id(token) for token in within(clause, old.end, len(clause))]
    tokens = within(change.text, start, end)
    for length in range(min(len(behind), len(tokens) - 1), 0, -1):
        if [word_id(token) for token in tokens[-length:]] == behind[:length]:
            return tokens[-length - 1].end
    return end


def _first_words(change: Change, clause: str, old: Old, start: int, end: int) -> int:
    """Return where a value ends that begins a stretch: before what the memory says, or what it is for."""
    known, tokens = telling_words(clause), within(change.text, start, end)
    for place in range(len(tokens) - 1, 0, -1):
        small, rest = tokens[place].text.lower(), [token for token in tokens[place + 1 :] if tells(token)]
        if small not in BEFORE:
            continue
        is_for = small in LISTS["purpose"] or (old.is_figure and small not in old.places)
        if is_for or (rest and all(word_id(token) in known or token.kind is Kind.DATE for token in rest)):
            shorter = _where_memory_goes_on(change, clause, old, start, tokens[place - 1].end)
            return _first_words(change, clause, old, start, shorter)
    return end


def _subject_end(change: Change, clause: str, start: int, end: int) -> int:
    """Return where the subject of a clause ends: before its verb, or the first word that the memory has."""
    known, words = telling_words(clause), within(change.text, start, end)[1:]
    verb = ABOUT["verb"].search(change.text, start + 1, end)
    places = [verb.start()] if verb else []
    return min([*places, *(token.start for token in words if word_id(token) in known)], default=end)


def _last_words(change: Change, clause: str, old: Old, start: int, end: int) -> int:
    """Return where a value begins that ends a stretch."""
    known = telling_words(clause) | tokens_of_change(change)
    words = [token for token in within(change.text, start, end) if not is_article(token)]
    if len(words) > 1 and word_id(words[-1]) in known and words[-2].text.lower() not in BEFORE:
        return end
    first = end
    for token in reversed(within(change.text, start, end)):
        if token.text.lower() in BEFORE or (token.small and not is_article(token)):
            break
        if first < end and (word_id(token) in known or (old.is_figure and not is_figure(token))):
            break
        first = token.start
    while first > start and change.text[first - 1] in JOINING:
        first -= 1
    return first


def _without_lately(text: str, start: int, end: int) -> int:
    return start + len(ABOUT["lately"].sub("", text[start:end].rstrip(_TRIMMED)))


def _trimmed(text: str, start: int, end: int) -> Stretch:
    while start < end and text[start] in _TRIMMED:
        start += 1
    while end > start and text[end - 1] in _TRIMMED:
        end -= 1
    leading = ABOUT["leading"].match(text[start:end])
    return (start + leading.end() if leading else start), end


def _with_what_has_it(value: str, words: tuple[Token, ...], clause: str, old: Old) -> str:
    """Return a figure with what the old one stands among: its unit, what has it, or what is counted."""
    places = [place for place, token in enumerate(old.tokens) if is_figure(token)]
    if not is_figure(words[0]) or len(places) != 1:
        return value
    figure, same = old.tokens[places[0]], old.tokens[places[0] + 1 : places[0] + len(words)]
    if len(words) > len(old.tokens) or list(map(word_id, same)) != list(map(word_id, words[1:])):
        return value
    is_bare = figure.kind is words[0].kind is Kind.NUMBER and " " not in words[0].key
    unit = figure.text.lstrip("+-0123456789.,") if is_bare else ""
    last = same[-1] if same else figure
    return clause[old.start : figure.start] + value + unit + clause[last.end : old.end]
