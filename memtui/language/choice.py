"""What a statement chooses and what it turns down: `use bun, not yarn`, `prefers tabs over spaces`.

Two that choose the other way round share every word, so that by their words they would be the same. Yet they
are each other's opposite, whichever way each puts it; and so is one that only orders what the other turns
down. Two that choose and turn down the same say the same, whatever they add. Called by `difference` for every
two statements, and by `relation`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from memtui.language import lexicon
from memtui.language.statement import Statement, Token
from memtui.phrases import lists_in, phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="choice")
INSTEAD = _PHRASES["instead"].pattern
"""What stands between what is chosen and what is turned down for it."""
_PREFERS = _PHRASES["prefers"].pattern
"""Verbs of choice, after which `over` and `to` stand between the two as well."""
_CHOOSING = frozenset(lists_in(Path(__file__).with_name("words.toml"), "lists")["choosing"].words)
_OVER = re.compile(r"\b(?:over|to)\b")
_END = re.compile(r"[.;,!?()\n]|:(?=\s)")
"""Where what is turned down ends."""
_SENTENCE = re.compile(r"[.;!?](?=\s)|\n")
_OR = re.compile(r"\b(?:or|nor|oder|noch|and|und)\b")
"""What stands between two things that are turned down."""

_Words = tuple[str, ...]
"""The roots of words, in their order."""


@dataclass(frozen=True, slots=True)
class _Choice:
    turned_down: Token
    """The first word of it that carries meaning."""
    rest: frozenset[str]
    """The roots of the words outside of it, what is chosen among them."""
    things: tuple[_Words, ...]
    """Each thing that is turned down."""
    chosen: _Words
    """What is said before it in its sentence."""


def says_to_choose(token: Token) -> bool:
    """Say whether a word only says that something is chosen or used."""
    if token.root in lexicon.USING or token.key in _CHOOSING:
        return True
    return _PREFERS.fullmatch(token.text) is not None


def opposite_choice(left: Statement, right: Statement) -> tuple[Token, Token] | None:
    """Return what each turns down, where that is what the other chooses; else None.

    Of one that only says what it prefers, or orders, that is returned.
    """
    first, second = _choice(left), _choice(right)
    if first is None and second is not None:
        only = _only_chosen(left, second)
        return (only, second.turned_down) if only else None
    if second is None and first is not None:
        only = _only_chosen(right, first)
        return (first.turned_down, only) if only else None
    if first is None or second is None or first.turned_down.root == second.turned_down.root:
        return None
    swapped = first.turned_down.root in second.rest and second.turned_down.root in first.rest
    return (first.turned_down, second.turned_down) if swapped else None


def chooses(statement: Statement) -> bool:
    """Say whether a statement chooses something, and turns something down."""
    return _choice(statement) is not None


def choose_alike(left: Statement, right: Statement) -> bool:
    """Say whether two statements turn down the same, and one chooses what the other does, or says more of it:
    `Use bun here, not yarn`, `Use bun, never yarn or npm`.
    """
    first, second = _choice(left), _choice(right)
    if first is None or second is None or not set(first.things) & set(second.things):
        return False
    one, other = (_but_using(choice.chosen) for choice in (first, second))
    return bool(one and other) and (one <= other or other <= one)


def _but_using(words: _Words) -> frozenset[str]:
    return frozenset(words) - lexicon.USING - _CHOOSING


def _only_chosen(statement: Statement, choice: _Choice) -> Token | None:
    """Return the first word of what a statement prefers or orders that a choice turns down."""
    only = _preferred(statement)
    return only if only and only.root == choice.turned_down.root else _ordered(statement, choice)


def _ordered(statement: Statement, choice: _Choice) -> Token | None:
    """Return the first word of what a statement orders that a choice turns down, where it says nothing else.

    What it says besides would narrow it: `Use tabs in Makefiles`, `Use spaces, not tabs`.
    """
    words = tuple(token.root for token in statement.content)
    if any(token.negation for token in statement.tokens) or _but_using(choice.chosen) <= frozenset(words):
        return None
    for thing in choice.things:
        place = _place(thing, words)
        known = _but_using(words) <= frozenset((*choice.chosen, *thing))
        if place is not None and known and len(words) > len(thing) and _place(thing, choice.chosen) is None:
            return statement.content[place]
    return None


def _place(thing: _Words, words: _Words) -> int | None:
    """Return where the words of a thing stand one behind the other."""
    starts = range(len(words) - len(thing) + 1)
    return next((start for start in starts if words[start : start + len(thing)] == thing), None)


def _preferred(statement: Statement) -> Token | None:
    """Return the first word of what a statement prefers to nothing that it names."""
    verb = _PREFERS.search(statement.text)
    if verb is None or any(token.negation for token in statement.tokens):
        return None
    return next((token for token in statement.content if token.start >= verb.end()), None)


@lru_cache(maxsize=512)
def _choice(statement: Statement) -> _Choice | None:
    text = statement.text
    mark = INSTEAD.search(text)
    if mark is None and (verb := _PREFERS.search(text)):
        mark = _OVER.search(text, verb.end())
    if mark is None:
        return None
    end = _END.search(text, mark.end())
    inside = range(mark.end(), end.start() if end else len(text))
    turned_down = next((token for token in statement.content if token.start in inside), None)
    if turned_down is None:
        return None
    rest = frozenset(token.root for token in statement.content if token.start not in inside)
    begin = max((each.end() for each in _SENTENCE.finditer(text, 0, mark.start())), default=0)
    chosen = _roots(statement, range(begin, mark.start()))
    return _Choice(turned_down, rest, tuple(_things(statement, inside)), chosen)


def _things(statement: Statement, inside: range) -> Iterator[_Words]:
    start = inside.start
    for between in (*_OR.finditer(statement.text, inside.start, inside.stop), None):
        stop = between.start() if between else inside.stop
        thing = _roots(statement, range(start, stop))
        if thing:
            yield thing
        start = between.end() if between else stop


def _roots(statement: Statement, inside: range) -> _Words:
    return tuple(token.root for token in statement.content if token.start in inside)
