"""Whether a longer text gives a thing another value than a shorter one does, and names that one only aside.

`The shop runs on 8000` shares its port with `Port 8000 belongs to the docs, so the shop is on 8080`, and
`Bread comes from Lind` its baker with `Never order from Lind again. Bread comes from Holt`. The value stands
in one clause of the longer, and what the shorter, itself one clause, says it of stands in another, with
another value.

Called by `no_repeat`.
"""

import re

from memtui.language.statement import Kind, Token, read

_CLAUSE = re.compile(r"[;:.!?](?=\s|\Z)|,\s|\n|\s[-–—]\s")
_FIGURES = frozenset({Kind.NUMBER, Kind.VERSION})
_LONGEST = 300
"""Characters of the longer text: what is longer says much besides."""
_NAMED = 2
"""Words that the shorter says besides a value in a word, at least."""


def other_in_its_place(one: str, other: str) -> bool:
    """Say whether the longer of two texts gives what the shorter is about another value."""
    short, long = sorted((one, other), key=len)
    if len(long) > _LONGEST or len(_clauses(short)) != 1:
        return False
    said, clauses = _telling(short), _clauses(long)
    return len(clauses) > 1 and any(_is_aside(value, said, clauses) for value in said)


def _clauses(text: str) -> list[list[Token]]:
    """Return the telling words of each clause that has any."""
    return [tokens for clause in _CLAUSE.split(text) if (tokens := _telling(clause))]


def _is_aside(value: Token, said: list[Token], clauses: list[list[Token]]) -> bool:
    """Say whether a value of a statement stands in a clause that is about something else."""
    figure = value.kind in _FIGURES
    at = said.index(value)
    unit = said[at - 1].key if figure and at else ""
    others = {token.key for token in said if token is not value and token.key != unit}
    having = [clause for clause in clauses if any(token.key == value.key for token in clause)]
    if not having or not others or (not figure and len(others) < _NAMED):
        return False
    most = max(len(others & _keys(clause)) for clause in having)
    return any(
        len(others & _keys(clause)) > most and _gives_another(clause, others, figure=figure)
        for clause in clauses
        if clause not in having
    )


def _gives_another(clause: list[Token], others: set[str], *, figure: bool) -> bool:
    if figure:
        return any(token.kind in _FIGURES for token in clause)
    own = [token for token in clause if token.key not in others]
    return len(own) == 1 and others <= _keys(clause)


def _keys(tokens: list[Token]) -> set[str]:
    return {token.key for token in tokens}


def _telling(text: str) -> list[Token]:
    """Return the words and figures that say something."""
    return [each for each in read(text).tokens if not (each.small or each.negation or each.quantity)]
