"""Where a clause of a memory has what a statement says was so. Called by `renewed` and `new_value`."""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.language.side import word_id
from memtui.language.statement import Kind, Token, read
from memtui.language.told_change import BEFORE, LISTS, Change, is_article, within

_AROUND = BEFORE | LISTS["auxiliaries"]
"""Small words that stand around a value and are none of it."""
JOINING = "-@#$€£/~"
"""Signs that belong to the word behind them."""


@dataclass(frozen=True, slots=True)
class Old:
    """What was so, as a clause of a memory has it."""

    start: int
    end: int
    tokens: tuple[Token, ...]
    said: tuple[Token, ...]
    """The same in the statement."""
    twice: bool = False
    """It stands there more than once."""

    @property
    def places(self) -> frozenset[str]:
        """The small words inside it before which it is told where or when: `the club in Main Street`."""
        return frozenset(t.key for t in self.tokens if t.text.lower() in BEFORE - {"of"})

    @property
    def is_figure(self) -> bool:
        """Whether it is a number, a day or a time, and not a thing that has one: `room 4`."""
        return is_figure(self.tokens[0]) or self.tokens[-1].kind is Kind.DATE


def is_figure(token: Token) -> bool:
    """Say whether a word is a number, a day or a time."""
    return token.kind in (Kind.NUMBER, Kind.DATE, Kind.VERSION) or any(map(str.isdigit, token.text))


def old_in(clause: str, change: Change) -> Old | None:
    """Return where a clause has as much as it can of what was so; None where it has nothing of it."""
    said = _bare(within(change.text, *change.old))
    said = said if change.exact else _without_purpose(said)
    tokens = [token for token in read(clause).tokens if not is_article(token)]
    for length in range(len(said), 0, -1):
        wanted = said[:length]
        places = [at for at in range(len(tokens) - length + 1) if _same(tokens[at : at + length], wanted)]
        if places:
            found = tuple(tokens[places[0] : places[0] + length])
            return Old(_begin(clause, found[0].start), found[-1].end, found, wanted, len(places) > 1)
    return None


def _bare(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return words without articles, and without small words on either side."""
    bare = [token for token in tokens if not is_article(token)]
    while bare and bare[0].text.lower() in _AROUND:
        bare.pop(0)
    while bare and bare[-1].text.lower() in _AROUND:
        bare.pop()
    return tuple(bare)


def _without_purpose(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return words up to `for` and the like, behind which it is told what the value is for."""
    ends = (at for at, token in enumerate(tokens) if at and token.text.lower() in LISTS["purpose"])
    return tuple(tokens[: next(ends, len(tokens))])


def _same(tokens: Sequence[Token], wanted: Sequence[Token]) -> bool:
    return all(_is(token, other) for token, other in zip(tokens, wanted, strict=True))


def _is(token: Token, said: Token) -> bool:
    """Say whether two words are one; a bare figure is one with a unit too: `7` days."""
    if word_id(token) == word_id(said):
        return True
    figures = token.kind is said.kind is Kind.NUMBER and " " not in said.key
    return figures and token.key.partition(" ")[0] == said.key


def _begin(text: str, start: int) -> int:
    while start and text[start - 1] in JOINING:
        start -= 1
    return start
