"""What a memory says once a newer statement stands in the place of what it says on the matter.

`The budget is 900 EUR a month; the monitor suspends at 95 %.` says two things, and `The budget is 1200 EUR
a month` speaks of one of them. Put in the place of all, it would take the other along. So it takes the place
of the one clause that it is about, and what it does not speak of stays, but for what was said of that clause
(`goes_with`). Where it cannot be told which clause that is, or where that clause says more itself, nothing is
made of the two, unless the statement has nothing but words of it and one other value, which is put in. A
statement that names what was so comes first: there only the value changes (`renewed`).

Called by `lifecycle.taking_place`.
"""

import re
from collections.abc import Sequence
from functools import partial

from memtui.domain.memory import MemoryType
from memtui.language.cutting import Piece
from memtui.language.disagreement import Disagreement, Side, disagreement
from memtui.language.goes_with import going_with
from memtui.language.memory_clauses import clauses_of, sign_at
from memtui.language.own_clauses import loses, says_nothing_of, speaks_of_a_part
from memtui.language.renewed import renewal
from memtui.language.side import telling_words, tells, word_id
from memtui.language.statement import Kind, read

_PARTS = re.compile(r",\s+(?:(?:and|but|so|while)\s+)?|\s(?:and|but|while)\s", re.IGNORECASE)
"""What stands between two halves of a clause."""
_NEAR = 12
"""Clauses at most that share a word with a statement: among more, none is the one that it is about."""
_VALUES = frozenset({Kind.NUMBER, Kind.VERSION, Kind.DATE})
_SIGNS = ",.;:"
"""What may stand behind a figure and is no part of it."""
_REWORDED = 2
"""Words of a clause that a statement may always have others for."""
_COVERED = 0.6
"""The share of the words of each clause that a statement has which says again all of several clauses."""


def brought_up_to_date(text: str, statement: str, start: int = 0) -> str | None:
    """Return what a text says once `statement` stands in its place, or None where that cannot be told.

    What stands before `start`, such as the headings over it, stays.
    """
    found = renewal(text, statement, start)
    if found.text:
        return found.text
    clauses = list(clauses_of(text, start))
    if len(clauses) < 2 or all(_says(clause.text, statement) for clause in clauses):
        more = _says_more(text[start:], statement) or loses(text[start:], statement)
        return _with_its_value(text, statement, start) if more else text[:start] + statement
    about = _only_one_about(text, start, clauses, statement)
    if about is None or _says_more(about.text, statement) or loses(about.text, statement):
        return None
    *_, last = about, *going_with(text, about)
    end = last.start + len(last.text)
    if clauses[0] == about and clauses[-1] == last:
        return text[:start] + statement
    return text[: about.start] + _ended_alike(statement, last.text) + text[end:]


def _says(clause: str, statement: str) -> bool:
    """Say whether a statement has most of what a clause says."""
    words = telling_words(clause)
    return len(words & telling_words(statement)) >= _COVERED * len(words)


def _says_more(clause: str, statement: str) -> bool:
    """Say whether a clause tells of something else than a statement: in a part of it, or in most words."""
    parts = _PARTS.split(clause)
    if len(parts) > 1 and any(says_nothing_of(part, statement) for part in parts):
        return True
    said, words = telling_words(statement), _words(clause)
    return len(words - said) > max(_REWORDED, len(words & said))


def _words(clause: str) -> frozenset[str]:
    """Return what a clause says but for its figures, of which a statement may have others."""
    return frozenset(word_id(t) for t in read(clause).tokens if tells(t) and t.kind not in _VALUES)


def _with_its_value(text: str, statement: str, start: int) -> str | None:
    """Return a text with the value of a statement for its own, where the statement has only words of it."""
    known, new = read(text[start:]), read(statement)
    old, value = ([t for t in each.tokens if t.kind in _VALUES] for each in (known, new))
    if (
        len(old) != 1
        or len(value) != 1
        or old[0].kind is not value[0].kind
        or _words(statement) - _words(text)
    ):
        return None
    if speaks_of_a_part(text[start:], statement):
        return None
    if any(t.negation for t in (*known.tokens, *new.tokens)) or (" " in old[0].key) != (" " in value[0].key):
        return None
    at = start + old[0].start
    return text[:at] + value[0].text.rstrip(_SIGNS) + text[at + len(old[0].text.rstrip(_SIGNS)) :]


def _only_one_about(text: str, start: int, clauses: list[Piece], statement: str) -> Piece | None:
    """Return the one clause that a statement is at odds with, or the one that it speaks of at all."""
    said = telling_words(statement)
    near = [clause for clause in clauses if not telling_words(clause.text).isdisjoint(said)]
    if len(near) > _NEAR:
        return None
    at_odds = [clause for clause in near if _disagree(clause.text, statement)]
    told = _that_tell_at_odds(text, start, near, statement)
    return next((found[0] for found in (at_odds, told, near) if len(found) == 1), None)


def _that_tell_at_odds(text: str, start: int, near: Sequence[Piece], statement: str) -> list[Piece]:
    """Return the clauses with the words by which the whole text is at odds with a statement."""
    found = _disagree(text[start:], statement)
    places = [start + first for first, _ in found.first] if found is not None else []
    return [each for each in near if any(each.start <= at < each.start + len(each.text) for at in places)]


def _disagree(clause: str, statement: str) -> Disagreement | None:
    fact = partial(Side, type=MemoryType.SEMANTIC)
    return disagreement(fact(clause), fact(statement))


def _ended_alike(statement: str, clause: str) -> str:
    """Return a statement with the sign at its end that the clause had: what follows goes on from there."""
    return statement[: sign_at(statement)] + clause[sign_at(clause) :]
