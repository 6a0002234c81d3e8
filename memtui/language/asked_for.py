"""What a wish or an order asks for, in whatever voice and with whatever words around it.

`Harbor should be rewritten in Rust`, `We should rewrite harbor in Rust`, `It would be good to rewrite harbor
in the Rust language` and `Rewrite harbor in Rust` ask for one deed. Its verb, what it is done to and all that
is said besides are the same; who is asked, and how politely, is no part of it. Another verb, object or figure
makes another deed, and so does a no. Called by `relation` and `told_otherwise`.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, Statement, Token
from memtui.language.stems import stem
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("asked_for.toml")
_PHRASES = phrases_in(FILE, within="asked_for")
_LEAD, _TO_BE_DONE = (_PHRASES[name].pattern for name in ("lead", "to_be_done"))
_LISTS = lists_in(FILE, "lists")
_KINDS = frozenset(map(stem, _LISTS["kinds"].words))
"""Words behind a name that only say what it is a name of: `the Rust language`."""
_BETWEEN = frozenset(_LISTS["between"].words)
"""Small words that say how what follows them belongs to the deed."""
_ORDERING = frozenset(_LISTS["ordering"].words)
"""Words before the verb of an order."""
_LONGEST = 200
"""Characters of a statement that asks for one thing."""
_LEAST = 2
"""Words that a deed has at least: its verb, and what it is done to."""


@dataclass(frozen=True, slots=True)
class _Deed:
    verb: str
    done_to: frozenset[str]
    """What stands before a passive, or behind an active verb up to a word such as `in`."""
    words: frozenset[str]
    """All of it, with figures and the small words that belong to it."""
    denied: bool


def ask_for_the_same(left: Statement, right: Statement) -> bool:
    """Say whether two statements ask for one deed; one of them at least says so in more than an order."""
    one, other = _deeds(left, right)
    return one is not None and one == other


def ask_for_others(left: Statement, right: Statement) -> bool:
    """Say whether two statements ask for one deed done to other things: `the tests of harbor`, `harbor`."""
    one, other = _deeds(left, right)
    if one is None or other is None or one.verb != other.verb:
        return False
    return bool(one.done_to and other.done_to) and one.done_to.isdisjoint(other.done_to)


def _deeds(left: Statement, right: Statement) -> tuple[_Deed | None, _Deed | None]:
    one, other = _asked(left), _asked(right)
    if one is None and other is not None:
        return _ordered(left, other.verb), other
    return one, (_ordered(right, one.verb) if one is not None and other is None else other)


@lru_cache(maxsize=1024)
def _asked(statement: Statement) -> _Deed | None:
    """Return what a statement says is to be done: by those it speaks of as `we`, or in the passive."""
    text = statement.text
    if len(text) > _LONGEST or text.rstrip().endswith("?"):
        return None
    lead = _LEAD.match(text)
    if lead is not None:
        return _deed(statement, lead.end(), lead.end())
    passive = _TO_BE_DONE.search(text)
    return _deed(statement, 0, passive.end()) if passive is not None else None


def _ordered(statement: Statement, verb: str) -> _Deed | None:
    """Return what a statement orders that begins with a verb, or with a no and the verb."""
    tokens = [token for token in statement.tokens if not (token.negation or token.text.lower() in _ORDERING)]
    if not tokens or word_id(tokens[0]) != verb or len(statement.text) > _LONGEST:
        return None
    return (
        None if statement.text.rstrip().endswith("?") else _deed(statement, tokens[0].start, tokens[0].start)
    )


def _deed(statement: Statement, start: int, verb_at: int) -> _Deed | None:
    tokens = [token for token in statement.tokens if token.start >= start and not token.negation]
    telling = [token for token in tokens if tells(token) and not _names_a_kind(token, tokens)]
    place = next((n for n, token in enumerate(telling) if token.start >= verb_at), len(telling))
    if place == len(telling) or len(telling) < _LEAST:
        return None
    small = [token for token in tokens if token.start > telling[place].start and token.key in _BETWEEN]
    ends = small[0].start if small else len(statement.text)
    before, behind = telling[:place], [token for token in telling[place + 1 :] if token.start < ends]
    return _Deed(
        word_id(telling[place]),
        frozenset(map(word_id, before or behind)),
        frozenset((*map(word_id, telling), *(token.key for token in small))),
        bool(statement.denials),
    )


def _names_a_kind(token: Token, tokens: list[Token]) -> bool:
    before = next((each for each in reversed(tokens) if each.end < token.start), None)
    is_behind_name = before is not None and (before.kind is Kind.NAME or before.text[:1].isupper())
    return is_behind_name and token.key in _KINDS
