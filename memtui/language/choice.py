"""What a statement chooses and what it turns down: `use bun, not yarn`, `prefers tabs over spaces`.

Two that choose the other way round share every word, so that by their words they would be the same. Yet they
are each other's opposite, whichever way each puts it. Called by `difference` for every two statements.
"""

import re
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
_END = re.compile(r"[.;,!?()\n]")
"""Where what is turned down ends."""


@dataclass(frozen=True, slots=True)
class _Choice:
    turned_down: Token
    """The first word of it that carries meaning."""
    rest: frozenset[str]
    """The roots of the words outside of it, what is chosen among them."""


def says_to_choose(token: Token) -> bool:
    """Say whether a word only says that something is chosen or used."""
    if token.root in lexicon.USING or token.key in _CHOOSING:
        return True
    return _PREFERS.fullmatch(token.text) is not None


def opposite_choice(left: Statement, right: Statement) -> tuple[Token, Token] | None:
    """Return what each turns down, where that is what the other chooses; else None.

    Of one that only says what it prefers, that is returned.
    """
    first, second = _choice(left), _choice(right)
    if first is None and second is not None:
        only = _preferred(left)
        return (only, second.turned_down) if only and only.root == second.turned_down.root else None
    if second is None and first is not None:
        only = _preferred(right)
        return (first.turned_down, only) if only and only.root == first.turned_down.root else None
    if first is None or second is None or first.turned_down.root == second.turned_down.root:
        return None
    swapped = first.turned_down.root in second.rest and second.turned_down.root in first.rest
    return (first.turned_down, second.turned_down) if swapped else None


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
    return _Choice(turned_down, rest)
