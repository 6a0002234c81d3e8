"""Whether one clause of a statement gives another value of what a clause of the other gives.

Statements as people write them say more than one thing: "VAT for books is 7 %, everything else 19 %". Held
against "VAT on books is 19 %" as a whole, they share a figure and differ in another. So clauses are compared,
and only in a few shapes, each of which binds a value to what it is a value of:

* another figure among the same words: "production runs Node 18", "since March production runs Node 22";
* another port of what a command starts: "the dev server runs on port 3000", "`npm run dev` starts the server
  on 8080";
* another thing that the same thing is: "Ada's laptop is a ThinkPad", "Ada's laptop is a Framework 13";
* another person who does the same to the same thing by now, while the first one left;
* another value since a change of which one of them tells (`new_state`), or of one slot (`slots`);
* what one of them says was replaced, or is gone (`replaced`), or a figure that it corrects (`corrected`);
* another length of time for which one thing holds (`lasting`);
* another stance to the same deed: forbidden, allowed, to be asked for (`permission`).

Called by `relation` and `disagreement`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path

from memtui.language import lexicon, slots
from memtui.language.contradiction import labelled_apart
from memtui.language.corrected import corrected
from memtui.language.difference import Difference, Finding, Span, compare
from memtui.language.lasting import lasts_otherwise
from memtui.language.naming_values import DIFFERENT_NAMES, DIFFERENT_NUMBERS
from memtui.language.new_state import new_state
from memtui.language.own_statements import clauses
from memtui.language.permission import at_odds
from memtui.language.replaced import replaced
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, Token, read
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="restated")
_BREAK = re.compile(r"[;.,:!?](?=\s|\Z)|\s[-–—]\s")
"""Where a clause ends."""
_ASIDE = re.compile(r"\([^()]{0,200}\)")
_DIGIT = re.compile(r"\d")
_CODE = re.compile(r"`([^`\n]{1,100})`")
_SINCE = _PHRASES["since"].pattern
"""How a clause begins that tells from when on it holds."""
_PAST = _PHRASES["past"].pattern
_IS = _PHRASES["is"].pattern
"""A clause that says what a thing is, by name."""
_SEVERAL = _PHRASES["several"].pattern
"""Words by which what holds is one of several."""
_LEFT = _PHRASES["left"].pattern
_BY_NOW = _PHRASES["by_now"].pattern
_ON_PORT = _PHRASES["port"].pattern
_NAME = re.compile(r"\b[A-Z][a-z]+\b")
_LONGEST = 240
"""Characters of a statement whose clauses are compared; a longer one tells of more things than one."""
_LEAST = 2
"""Words that bind a figure to what it is a figure of."""
_MORE = 2
"""Words that one of two clauses may have for its own when the other tells of a change."""
_FIGURES = (Kind.NUMBER, Kind.VERSION)


@dataclass(frozen=True, slots=True)
class Restated:
    """Another value of the same, and where both stand."""

    why: str
    evidence: tuple[Finding, ...]
    partly: bool = False
    """One says more than what the other overtakes."""


@dataclass(frozen=True)
class _Clause:
    text: str
    start: int
    tokens: tuple[Token, ...]

    @cached_property
    def words(self) -> frozenset[str]:
        """What it says, without figures and dates."""
        return frozenset(word_id(t) for t in self.tokens if tells(t) and t.kind not in (*_FIGURES, Kind.DATE))

    @cached_property
    def is_what(self) -> re.Match[str] | None:
        """Where it says what a thing is, by name."""
        return _IS.match(self.text)

    @cached_property
    def port(self) -> re.Match[str] | None:
        """Where it tells a port."""
        return _ON_PORT.search(self.text)

    @cached_property
    def figure(self) -> Token | None:
        """The only figure that it has, behind a word that it is said of; None for none such."""
        figures = [t for t in self.tokens if t.kind in _FIGURES and any(c.isdigit() for c in t.text)]
        if len(figures) != 1 or any(t.negation for t in self.tokens) or _PAST.search(self.text):
            return None
        before = [t for t in self.tokens if tells(t) and t.start < figures[0].start]
        dates = [t for t in self.tokens if t.kind is Kind.DATE]
        if len(before) < _LEAST or (dates and not _SINCE.search(self.text)):
            return None
        return figures[0]


@lru_cache(maxsize=1024)
def restated(left: str, right: str) -> Restated | None:
    """Return in what a clause of one statement gives another value than one of the other, or None."""
    if max(len(left), len(right)) > _LONGEST or left == right:
        return None
    found = _in_clauses(left, right) or _person(left, right) or _in_slots(left, right)
    found = found or _new_state(left, right) or _replaced(left, right) or _deed(left, right)
    found = found or _corrected(left, right) or _lasting(left, right)
    return None if found is None or labelled_apart(compare(left, right)) else found


def _in_clauses(left: str, right: str) -> Restated | None:
    """Return the first two clauses of which one gives another value than the other."""
    of_figures = bool(_DIGIT.search(left) and _DIGIT.search(right))
    if not of_figures and not (" is " in left and " is " in right):
        return None
    for one, other in product(_clauses(left), _clauses(right)):
        found = _thing(one, other)
        if found is None and of_figures:
            found = _figure(one, other, left, right) or _port(one, other)
        if found is not None:
            return found
    return None


@lru_cache(maxsize=4096)
def _clauses(text: str) -> tuple[_Clause, ...]:
    """Cut a statement into clauses, without what stands in brackets."""
    bare = _ASIDE.sub(lambda match: " " * len(match[0]), text)
    tokens = [t for t in read(text).tokens if bare[t.start : t.end] == t.text]
    ends = [match.span() for match in _BREAK.finditer(bare)]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    return tuple(
        _Clause(bare[start:stop], start, tuple(t for t in tokens if start <= t.start and t.end <= stop))
        for start, stop in zip(starts, stops, strict=True)
        if bare[start:stop].strip()
    )


# -- another value of a slot ---------------------------------------------------------------------------


def _in_slots(left: str, right: str) -> Restated | None:
    found = slots.clash(left, right)
    for one, other in product(_with_values(left), _with_values(right)):
        found = found or slots.clash(one, other, (left, right))
    return Restated(found.why, (found.evidence,)) if found else None


@lru_cache(maxsize=4096)
def _with_values(text: str) -> tuple[str, ...]:
    """Return the clauses of a text that give a value."""
    return tuple(filter(slots.gives_a_value, clauses(text)))


# -- what is allowed ---------------------------------------------------------------------------------------


def _deed(left: str, right: str) -> Restated | None:
    found = at_odds(left, right)
    return Restated(found.why, (found.evidence,)) if found else None


# -- what has changed ------------------------------------------------------------------------------------


def _new_state(left: str, right: str) -> Restated | None:
    found = new_state(left, right)
    return Restated(found.why, (found.evidence,), found.partly) if found else None


def _replaced(left: str, right: str) -> Restated | None:
    found = replaced(left, right)
    return Restated("one says that it was replaced", (found,)) if found else None


def _corrected(left: str, right: str) -> Restated | None:
    found = corrected(left, right)
    return Restated(DIFFERENT_NUMBERS, (found.evidence,), found.partly) if found else None


def _lasting(left: str, right: str) -> Restated | None:
    found = lasts_otherwise(left, right)
    return Restated(DIFFERENT_NUMBERS, (found,)) if found else None


# -- another figure ------------------------------------------------------------------------------------


def _figure(one: _Clause, other: _Clause, left: str, right: str) -> Restated | None:
    """Return two figures of one sort that stand among the same words."""
    first, second = one.figure, other.figure
    if first is None or second is None or word_id(first) == word_id(second) or first.kind is not second.kind:
        return None
    if not _of_one_sort(one, first, other, second) or not _among_the_same(one, other):
        return None
    if first.kind is Kind.NUMBER and _also(one, second) | _also(other, first):
        return None
    if _enumerates(left, first) or _enumerates(right, second):
        return None
    kind = Difference.VERSION if first.kind is Kind.VERSION else Difference.NUMBER
    return Restated(DIFFERENT_NUMBERS, (_between(kind, first, second),))


def _of_one_sort(one: _Clause, first: Token, other: _Clause, second: Token) -> bool:
    """Say whether both have one unit, or stand behind one name."""
    unit = _unit(first), _unit(second)
    if any(unit):
        return unit[0] == unit[1]
    names = _name_before(one, first), _name_before(other, second)
    return bool(names[0]) and names[0] == names[1]


def _unit(figure: Token) -> str:
    return figure.key.lstrip("0123456789.,+-").strip()


def _name_before(clause: _Clause, figure: Token) -> str:
    """Return the name right before a figure, such as a product before its release."""
    before = [t for t in clause.tokens if t.end <= figure.start]
    last = before[-1] if before else None
    is_name = last is not None and last.kind is Kind.NAME and figure.start - last.end == 1
    return word_id(last) if is_name and last is not None and before[0] is not last else ""


def _among_the_same(one: _Clause, other: _Clause) -> bool:
    words, others = one.words, other.words
    smaller, larger = sorted((words, others), key=len)
    if len(smaller) < _LEAST or not smaller <= larger:
        return False
    if not smaller.isdisjoint(lexicon.MANY_VALUED):
        return False
    change = any(_SINCE.search(clause.text) for clause in (one, other))
    return len(larger - smaller) <= (_MORE if change else 0)


def _also(clause: _Clause, figure: Token) -> bool:
    return any(word_id(t) == word_id(figure) for t in clause.tokens)


def _enumerates(text: str, figure: Token) -> bool:
    """Say whether a figure is one of several: `14, 15 and 16`."""
    return bool(re.match(r"\s*(?:,|and|or|to|-|–|/|&)\s*\d", text[figure.end : figure.end + 8]))


# -- another port --------------------------------------------------------------------------------------


def _port(one: _Clause, other: _Clause) -> Restated | None:
    """Return the ports of a thing and of the command that starts it."""
    first, second = one.port, other.port
    if first is None or second is None or first["port"] == second["port"]:
        return None
    commands = [_CODE.match(clause.text.strip()) is not None for clause in (one, other)]
    if commands[0] == commands[1]:
        return None
    thing, command = (one, other) if commands[1] else (other, one)
    of_thing, of_command = (first, second) if commands[1] else (second, first)
    named = [t for t in thing.tokens if tells(t) and t.start < thing.start + of_thing.start()]
    if len(named) < _LEAST + 1:
        return None
    said = {word_id(t) for t in command.tokens if tells(t) and t.end <= command.start + of_command.start()}
    if not {word_id(t) for t in named[:-1]} <= said:
        return None
    spans = [
        (Span(clause.start + match.start("port"), clause.start + match.end("port")),)
        for clause, match in ((one, first), (other, second))
    ]
    return Restated(DIFFERENT_NUMBERS, (Finding(Difference.NUMBER, spans[0], spans[1]),))


# -- another thing -------------------------------------------------------------------------------------


def _thing(one: _Clause, other: _Clause) -> Restated | None:
    """Return the two names of what one thing is said to be."""
    first, second = one.is_what, other.is_what
    if first is None or second is None or first["subject"].lower() != second["subject"].lower():
        return None
    if _SEVERAL.search(one.text) or _SEVERAL.search(other.text):
        return None
    heads = _head(one, first), _head(other, second)
    if not all(heads) or {word_id(t) for t in heads[0]} & {word_id(t) for t in heads[1]}:
        return None
    spans = [(Span(head[0].start, head[-1].end),) for head in heads]
    return Restated(DIFFERENT_NAMES, (Finding(Difference.NAME, spans[0], spans[1]),))


def _head(clause: _Clause, match: re.Match[str]) -> Sequence[Token]:
    start, end = (clause.start + place for place in match.span("head"))
    return [t for t in clause.tokens if start <= t.start and t.end <= end]


# -- another person ------------------------------------------------------------------------------------


def _person(left: str, right: str) -> Restated | None:
    """Return who does something by now where the other names who did it and left."""
    if not set(_CODE.findall(left)) & set(_CODE.findall(right)):
        return None
    return _handed_over(left, right, left_first=True) or _handed_over(right, left, left_first=False)


def _handed_over(earlier: str, later: str, *, left_first: bool) -> Restated | None:
    names = {name[0] for name in _NAME.finditer(earlier)}
    things = set(_CODE.findall(earlier)) & set(_CODE.findall(later))
    gone = _LEFT.search(later)
    if not things or gone is None or gone["who"] not in names:
        return None
    verbs = {word_id(t) for t in read(earlier).tokens if t.kind is Kind.WORD and tells(t)}
    for clause in _clauses(later):
        if clause.start <= gone.start() < clause.start + len(clause.text) or not _BY_NOW.search(clause.text):
            continue
        new = next((n for n in _NAME.finditer(clause.text) if n[0] not in names), None)
        does = {word_id(t) for t in clause.tokens if t.kind is Kind.WORD and tells(t)}
        if new is None or not does & verbs or not things & set(_CODE.findall(clause.text)):
            continue
        was = next(name for name in _NAME.finditer(earlier) if name[0] == gone["who"])
        spans = (
            (Span(*was.span()),),
            (Span(clause.start + new.start(), clause.start + new.end()),),
        )
        return Restated(DIFFERENT_NAMES, (Finding(Difference.NAME, *(spans if left_first else spans[::-1])),))
    return None


def _between(kind: Difference, first: Token, second: Token) -> Finding:
    return Finding(kind, (Span(first.start, first.end),), (Span(second.start, second.end),))
