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
    start, end = _Fit(change, clause, old).cut((start, end))
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


@dataclass(frozen=True, slots=True)
class _Fit:
    """A change, and the clause of a memory that what is so now has to fit."""

    change: Change
    clause: str
    old: Old

    def cut(self, stretch: Stretch) -> Stretch:
        """Return of a stretch of the statement what is the value, whichever side of it that stands on."""
        text, where = self.change.text, self.change.where
        start, end = stretch
        if where is Where.BY_MEMORY:
            start = self._behind_what_memory_has(start, end)
        begun_by_memory = start > stretch[0]
        end = self._before_what_memory_goes_on_with(start, _without_lately(text, start, end))
        if where is Where.ENDS:
            start, end = self._last_words(start, end)
        elif where is Where.BEGINS or begun_by_memory:
            end = self._end_of_first_words(start, end)
        elif where is Where.BY_MEMORY:
            end = self._end_of_subject(start, end)
        return _trimmed(text, start, _without_lately(text, start, end))

    def _behind_what_memory_has(self, start: int, end: int) -> int:
        """Return where the new value begins: behind the word that the memory has before the old one."""
        before = [token for token in within(self.clause, 0, self.old.start) if not is_article(token)]
        if not before:
            return start
        same = [t for t in within(self.change.text, start, end) if word_id(t) == word_id(before[-1])]
        if same:
            return same[-1].end + 1
        return start if before[-1].key == "by" else end

    def _before_what_memory_goes_on_with(self, start: int, end: int) -> int:
        """Return where a stretch ends without the words at its end that stand behind the old value."""
        behind = [word_id(token) for token in within(self.clause, self.old.end, len(self.clause))]
        tokens = within(self.change.text, start, end)
        for length in range(min(len(behind), len(tokens) - 1), 0, -1):
            if [word_id(token) for token in tokens[-length:]] == behind[:length]:
                return tokens[-length - 1].end
        return end

    def _end_of_first_words(self, start: int, end: int) -> int:
        """Return where a value ends that begins a stretch: before what the memory says, or what it is for."""
        known, tokens = telling_words(self.clause), within(self.change.text, start, end)
        for place in range(len(tokens) - 1, 0, -1):
            small, rest = tokens[place].text.lower(), [t for t in tokens[place + 1 :] if tells(t)]
            if small not in BEFORE:
                continue
            is_for = small in LISTS["purpose"] or (self.old.is_figure and small not in self.old.places)
            if is_for or (rest and all(word_id(t) in known or t.kind is Kind.DATE for t in rest)):
                shorter = self._before_what_memory_goes_on_with(start, tokens[place - 1].end)
                return self._end_of_first_words(start, shorter)
        return end

    def _end_of_subject(self, start: int, end: int) -> int:
        """Return where the subject of a clause ends: before its verb, or the first word the memory has."""
        known, words = telling_words(self.clause), within(self.change.text, start, end)[1:]
        verb = ABOUT["verb"].search(self.change.text, start + 1, end)
        places = [verb.start()] if verb else []
        return min([*places, *(token.start for token in words if word_id(token) in known)], default=end)

    def _last_words(self, start: int, end: int) -> Stretch:
        """Return a value that ends a stretch; the subject that begins it, where it ends in none."""
        first = self._start_of_last_words(start, end)
        if first < end:
            return first, end
        start, _ = _trimmed(self.change.text, start, end)
        return start, self._end_of_subject(start, end)

    def _start_of_last_words(self, start: int, end: int) -> int:
        """Return where a value begins that ends a stretch; the end of that where none does."""
        text = self.change.text
        known = telling_words(self.clause) | tokens_of_change(self.change)
        words = [token for token in within(text, start, end) if not is_article(token)]
        if len(words) > 1 and word_id(words[-1]) in known and words[-2].text.lower() not in BEFORE:
            return end
        first = end
        for token in reversed(within(text, start, end)):
            if token.text.lower() in BEFORE or (token.small and not is_article(token)):
                break
            if first < end and (word_id(token) in known or (self.old.is_figure and not is_figure(token))):
                break
            first = token.start
        while first > start and text[first - 1] in JOINING:
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
