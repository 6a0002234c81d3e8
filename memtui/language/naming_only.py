"""Whether a line about a memory only names what that is about, and gives no value that a rewording took out.

`where the API listens` heads `The API listens on port 8000` as well as `It is on 8085 now, not on 8000`,
though the verb is another. A clause that denies a value gives none: what it names is gone.
Called by `short_form`, `carried_over`, and formats whose files tell of a memory in a second place.
"""

import re

from memtui.language.own_clauses import clauses
from memtui.language.side import Words, word_id
from memtui.language.statement import Kind, read

_ASKS = re.compile(
    r"[\W_]*(?:what|where|when|who|whom|whose|which|why|how|whether|was|wo|wann|wer|wie|warum|ob)\b",
    re.IGNORECASE,
)
"""The words that open a question: what follows them leaves open what the memory answers."""


def asks(line: str) -> bool:
    """Say whether a line is a question that the memory answers."""
    return _ASKS.match(line) is not None


def gives_any(line: str, gone: Words) -> bool:
    """Say whether a line gives a value that is gone."""
    return not gone.isdisjoint(_values(line))


def values_gone(before: str, after: str) -> Words:
    """Return the names and figures that a memory gave, and gives no longer or only denies."""
    stated = after if read(before).denials else "".join(map(_stated, clauses(after)))
    return _values(before) - frozenset(word_id(token) for token in read(stated).tokens)


def _stated(clause: str) -> str:
    """Return a clause up to where it denies: `the API isn't on 8000` is still about the API."""
    return clause[: min((token.start for token in read(clause).denials), default=len(clause))] + " "


def denies(clause: str) -> bool:
    """Say whether a clause only says what is not so."""
    return bool(read(clause).denials)


def _values(text: str) -> Words:
    return frozenset(word_id(token) for token in read(text).tokens if token.kind is not Kind.WORD)
