"""Aligns the words of a statement with those of its quote.

`Pair` reads a statement and its ground once for all signs that compare them. An anchor is a stretch that
both share: a word in any form, a number, or a run of Chinese characters.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path

from memtui.capture.content import Clause, Unit, alike, coverage, shared_units
from memtui.capture.support.ground import Ground, Passage, Span, focus
from memtui.language.opposites import Opposed, opposed
from memtui.phrases import phrases_in

_PLAIN = 0.6
"""A statement of which the quote has no more than this share is no copy of it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A clause with its content, its numbers among it."""

    start: int
    end: int
    plain: str
    """Its text without what only looks like a sign."""
    text: str
    units: tuple[Unit, ...]

    def holds(self, place: int) -> bool:
        """Say whether a place of the whole text lies in it."""
        return self.start <= place < self.end


@dataclass(frozen=True, slots=True)
class Anchor:
    """A stretch that a statement and its quote share, with its place in each."""

    mine: Span
    theirs: Span


@dataclass(frozen=True, slots=True)
class Match:
    """A clause of a statement and the clause of its quote that has most of its words."""

    mine: Part
    theirs: Part
    share: float
    """How much of the statement's clause the other has, from 0 to 1."""
    back: float
    """How much of the quote's clause the statement's has."""


class Pair:
    """A statement with its ground."""

    def __init__(self, claim: Passage, ground: Ground, language: str) -> None:
        self.claim = claim
        self.ground = ground
        self.language = language

    @cached_property
    def quote(self) -> Passage:
        """The sentence of the quote that says most of the statement."""
        return focus(self.claim, self.ground.quote)

    @cached_property
    def parts(self) -> list[Part]:
        """The clauses of the statement that have content."""
        return parts(self.claim)

    @cached_property
    def quoted(self) -> list[Part]:
        """The clauses of the quote that have content."""
        return parts(self.ground.quote)

    @cached_property
    def content(self) -> list[Unit]:
        """What the statement says, its numbers among it."""
        return [unit for part in self.parts for unit in part.units]

    @cached_property
    def quoted_content(self) -> list[Unit]:
        """What the quote says."""
        return [unit for part in self.quoted for unit in part.units]

    @cached_property
    def around_content(self) -> list[Unit]:
        """What the quote and the text beside it say."""
        return [unit for part in parts(self.ground.around) for unit in part.units]

    @cached_property
    def shift(self) -> int:
        """Where the sentence that says most of the statement begins in the quote."""
        return max(self.ground.quote.text.find(self.quote.text), 0)

    @cached_property
    def literal(self) -> float:
        """How far the statement is made of the words in and around its quote, from 0 to 1.

        A paraphrase differs in order, in small words, in denials; in a copy each of these means something.
        """
        return self.literal_without(())

    def literal_without(self, spans: Sequence[Span]) -> float:
        """Return the same of a statement without some of its stretches."""
        rest = [unit for unit in self.content if not any(a < unit.end and unit.start < b for a, b in spans)]
        return max(coverage(rest, self.around_content) - _PLAIN, 0.0) / (1 - _PLAIN)

    @cached_property
    def matches(self) -> list[Match]:
        """The clauses of the statement with those of the quote that fit."""
        matched = []
        for part in self.parts:
            best = max(self.quoted, key=lambda each: _fit(part.units, each.units), default=None)
            if best is not None:
                share = coverage(part.units, best.units)
                matched.append(Match(part, best, share, coverage(best.units, part.units)))
        return matched

    @cached_property
    def anchors(self) -> list[Anchor]:
        """The stretches that both share, in the order of the statement.

        A word in several clauses of the quote is taken from the clause that fits; a word twice in one
        clause anchors nothing.
        """
        every = []
        for match in self.matches:
            mine, theirs = _runs(match.mine.units), _runs(match.theirs.units)
            everywhere = _runs(self.quoted_content)
            for start, end, key in mine:
                if sum(_same(key, other) for _, _, other in mine) > 1:
                    continue
                there = [(a, b) for a, b, other in theirs if _same(key, other)]
                there = there or [(a, b) for a, b, other in everywhere if _same(key, other)]
                if len(there) == 1:
                    every.append(Anchor((start, end), there[0]))
        return every

    @cached_property
    def opposites(self) -> list[tuple[Match, list[Opposed]]]:
        """The words of the statement whose opposites are in the matching clauses."""
        matches = [(each, opposed(each.mine.text, each.theirs.text, self.language)) for each in self.matches]
        return [(each, opposites) for each, opposites in matches if opposites]

    @cached_property
    def opposites_anywhere(self) -> list[Opposed]:
        """The words of the statement whose opposites stand in the sentence it rests on."""
        return opposed(self.claim.text, self.quote.text, self.language)


def parts(claim: Passage) -> list[Part]:
    """Return the clauses of a text that have content: words, numbers, clocks, versions, and who writes."""
    more = [Unit(f"#{each.value:g}", each.start, each.end) for each in claim.quantities]
    more += [Unit(f"#{match[0]}", *match.span()) for match in _EXACT.finditer(claim.text)]
    more += [Unit(ONESELF, *match.span()) for match in _ONESELF.finditer(claim.text)]
    every = []
    for clause in claim.clauses:
        end = clause.start + len(clause.text)
        inside = [*clause.units, *(unit for unit in more if clause.start <= unit.start < end)]
        if inside:
            inside.sort(key=lambda unit: unit.start)
            every.append(_part(claim, clause, inside))
    return every


_EXACT = re.compile(r"(?<![\d.:])(?:\d{1,2}:\d{2}|\d+(?:\.\d+){2,})(?![\d:])")
ONESELF = "@self"
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="align")
_ONESELF = _PHRASES["oneself"].pattern
"""Whoever writes, as the text and as a statement about it name that one."""


def _part(claim: Passage, clause: Clause, inside: Sequence[Unit]) -> Part:
    end = clause.start + len(clause.text)
    return Part(clause.start, end, clause.text, claim.text[clause.start : end], tuple(inside))


def _runs(content: Sequence[Unit]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return words, and pairs of neighbouring characters, with their keys."""
    runs: list[tuple[int, int, tuple[str, ...]]] = []
    before: Unit | None = None
    for unit, after in zip_longest(content, content[1:]):
        if not unit.is_character:
            runs.append((unit.start, unit.end, (unit.key,)))
        elif after is not None and after.is_character and after.start == unit.end:
            runs.append((unit.start, after.end, (unit.key, after.key)))
        elif before is None or not before.is_character or before.end != unit.start:
            runs.append((unit.start, unit.end, (unit.key,)))
        before = unit
    return runs


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return len(one) == len(other) and all(map(alike, one, other))


def _fit(wanted: Sequence[Unit], among: Sequence[Unit]) -> float:
    """Return how well two clauses fit: how much of each the other holds, added."""
    return len(shared_units(wanted, among)) / len(wanted) + len(shared_units(among, wanted)) / len(among)
