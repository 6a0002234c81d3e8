"""Whether two short statements give one thing another value in a slot that holds one at a time.

`Deploys go out on Friday` and `Deploys only on Tuesday` share one word, so no score takes them for two of
one kind. Each is cut into the value of a slot (`slots.toml`: a day, a size, a tool of a kind), words that
only hold the sentence together, and the rest, which says what the value is of. Two statements clash when the
rest is the same and the values are not. Where one says more of what it is of (`in Makefiles`), that is an
exception to the other, unless the other says that it holds everywhere (`only`, `always`, `each`).

Three slots are open: any name is a value of where or with what a thing is placed (`mail goes through
Mailgun`) and of who owns or leads it, and any release of which one something is at. Called by `restated`.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from memtui.language import lexicon
from memtui.language.difference import Difference, Finding, Span
from memtui.language.naming_values import DIFFERENT_NAMES, DIFFERENT_NUMBERS
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, Statement, Token, read
from memtui.language.stems import stem
from memtui.phrases import WordList, word_list

FILE = Path(__file__).with_name("slots.toml")
_LONGEST = 120
"""Characters of a statement that gives one value; a longer one says more than that."""
_BEFORE = 40
"""Characters before a release in which those words are looked for that tell it."""
_MOST_MORE = 2
"""Words by which a statement may say more of what a value is of than one that holds everywhere."""
_NAMES = frozenset({Kind.NAME, Kind.NUMBER, Kind.VERSION})
_COPULA = frozenset({"is", "are"})
_PREPOSITIONS = frozenset({"in", "on", "at", "from", "through", "via", "with", "by", "to"})
_AT_VERSION = re.compile(
    r"\b(?:is|are|runs?|(?<!in )(?<!since )(?<!from )(?<!before )version)"
    r"(?: (?:at|on|pinned to|pinned at))?:?\s{1,30}(?:version )?v?\Z"
)
"""What stands before the release that something is at."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two values of one slot, and where they stand."""

    why: str
    evidence: Finding


@dataclass(frozen=True, slots=True)
class Slot:
    """What one value at a time is given of."""

    pattern: re.Pattern[str]
    places: Mapping[str, int]
    """The place of its line for each spelling of a value."""
    of: frozenset[str]
    """The stems of words that only name the slot."""
    named: bool
    """Both statements have to name the slot."""
    why: str
    clash: tuple[str, str]
    agree: tuple[str, str]

    @property
    def query(self) -> str:
        """What the word index is asked for memories that may give a value."""
        return " OR ".join(f'"{spelling}"' for spelling in self.places)


@dataclass(frozen=True)
class _Given:
    """The values that a statement gives of one slot."""

    values: frozenset[str]
    first: Span
    """Where the first value stands."""
    rest: frozenset[str]
    """What it is a value of."""


def slots_in(text: str) -> tuple[dict[str, Slot], dict[str, WordList]]:
    """Return the slots and the word lists of a text such as `slots.toml`. Raises ValueError."""
    document = tomllib.loads(text)
    slots = {name: _slot(entry) for name, entry in document["slots"].items()}
    return slots, {name: word_list(name, entry) for name, entry in document["words"].items()}


def _slot(entry: Mapping[str, Any]) -> Slot:
    lines = [line.split(", ") for line in entry["values"].strip().splitlines()]
    places = {spelling: place for place, line in enumerate(lines) for spelling in line}
    longest_first = map(re.escape, sorted(places, key=len, reverse=True))
    shapes = [entry["shape"]] if "shape" in entry else []
    return Slot(
        re.compile(rf"(?<![\w-])(?:{'|'.join([*shapes, *longest_first])})(?![\w-])"),
        places,
        frozenset(map(stem, entry.get("of", "").split())),
        entry.get("named", False),
        entry["why"],
        tuple(entry["clash"]),
        tuple(entry["agree"]),
    )


SLOTS, LISTS = slots_in(FILE.read_text("utf-8"))
ALONE = tuple(slot for slot in SLOTS.values() if slot.of)
"""Slots whose values say by themselves what they are of, so that two statements need not share a word."""


def _stems(name: str) -> frozenset[str]:
    return frozenset(stem(word) for word in LISTS[name].words)


_THINGS, _WHO, _PLACING = (_stems(name) for name in ("things", "who", "placing"))
_FRAME = _stems("frame") | lexicon.LIGHT
_EVERYWHERE, _BESIDES, _EVERY = (frozenset(LISTS[name].words) for name in ("everywhere", "besides", "every"))
_OF_RELEASES = _stems("releases")
_ARTICLES = frozenset({"the", "a", "an", "our"})
_BE = frozenset({"is", "are", "be", "been"})
_PAST = frozenset({"was", "were", "had", "ran", "did"})
_OF_NOBODY = lexicon.INDEFINITE - {"one"}
"""First words of what is said of nobody in particular; `one` is of each in `one label per pot`."""
_SHORT_PAST = 4
"""Letters of a word in `ed` that need be no past form: `need`, `red`."""
_PREDICATE = 2
"""Words after which a statement has said what happened: `Ben moved the call`."""


def clash(left: str, right: str, whole: tuple[str, str] | None = None) -> Clash | None:
    """Return the values that two statements give of one slot of one thing; None where both may be so.

    `whole` are the memories that say them: what a value is of may stand in another clause of those.
    """
    one, other = _said(left), _said(right)
    if one is None or other is None:
        return None
    both = one.slots & other.slots
    for slot in (slot for name, slot in SLOTS.items() if name in both) if both else ():
        first, second = one.given(slot), other.given(slot)
        if not _apart(first, second) or not (first.rest or slot.of):
            continue
        if _of_one(first, second, one, other) or (whole and _told_of(slot, first, second, whole)):
            return _told(slot.why, first, second)
    for name, again in ((one.placed, other.placed), (one.done_by, other.done_by)):
        if name and again and _apart(name, again) and name.rest and name.rest == again.rest:
            return _told(DIFFERENT_NAMES, name, again)
    release, again = one.release, other.release
    if release and again and release.rest and release.rest == again.rest and _apart(release, again):
        if one.words_but(release) == other.words_but(again):
            return None  # the figures alone tell, and which is the later
        return Clash(DIFFERENT_NUMBERS, Finding(Difference.VERSION, (release.first,), (again.first,)))
    return None


def gives_a_value(text: str) -> bool:
    """Say whether a statement gives any value, without which it clashes with none."""
    said = _said(text)
    return said is not None and bool(said.slots or said.placed or said.done_by or said.release)


def alone_in(text: str) -> list[Slot]:
    """Return the slots of ALONE that a statement gives values of."""
    said = _said(text)
    return [SLOTS[name] for name in sorted(said.slots) if SLOTS[name].of] if said else []


def _told(why: str, first: _Given, second: _Given) -> Clash:
    return Clash(why, Finding(Difference.WORDING, (first.first,), (second.first,)))


def _apart(first: _Given, second: _Given) -> bool:
    """Say whether no value is given by both; `spaces` may be `2 spaces`."""
    return not any(_agree(one, other) for one in first.values for other in second.values)


def _agree(one: str, other: str) -> bool:
    (value, _, number), (second, _, again) = one.partition(" "), other.partition(" ")
    return value == second and (not number or not again or number == again)


def _of_one(first: _Given, second: _Given, one: "_Said", other: "_Said") -> bool:
    """Say whether two values are of one thing."""
    if _alike(first.rest, second.rest):
        return True
    (wide, said), (narrow, _) = sorted(
        ((first.rest, one), (second.rest, other)), key=lambda each: len(each[0])
    )
    return said.everywhere and bool(wide) and len(narrow) - len(wide) <= _MOST_MORE and _all_in(wide, narrow)


def _told_of(slot: Slot, first: _Given, second: _Given, whole: tuple[str, str]) -> bool:
    """Say whether what each value is of is in the whole of the other too, and some of it in both.

    One that gives several values gives them of several things.
    """
    if any(
        len({slot.places.get(each, each) for each in slot.pattern.findall(text.lower())}) > 1
        for text in whole
    ):
        return False
    left, right = (frozenset(map(word_id, filter(tells, read(text).tokens))) for text in whole)
    shared = first.rest & second.rest
    return bool(shared) and _all_in(first.rest, right) and _all_in(second.rest, left)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return one == other or (len(one) == len(other) and _all_in(one, other))


def _all_in(words: frozenset[str], others: frozenset[str]) -> bool:
    return all(any(lexicon.same_meaning(word, each) for each in others) for word in words)


class _Said:
    """A statement that may give a value."""

    def __init__(self, statement: Statement) -> None:
        """Take a statement that was read."""
        self._statement = statement
        self._stems = frozenset(t.key for t in statement.tokens)
        self.words = [t.text.lower() for t in statement.tokens]
        self.everywhere = not _EVERYWHERE.isdisjoint(self.words)

    def words_but(self, value: _Given) -> frozenset[str]:
        """Return its words without those of a value, as they are spelled."""
        return frozenset(t.text.lower() for t in self._statement.tokens if t.start != value.first.start)

    @cached_property
    def slots(self) -> frozenset[str]:
        """The names of the slots that it gives values of."""
        lower = self._statement.text.lower()
        return frozenset(
            name
            for name, slot in SLOTS.items()
            if slot.pattern.search(lower) and not (slot.named and slot.of.isdisjoint(self._stems))
        )

    def given(self, slot: Slot) -> _Given:
        """Return what it gives of a slot that it gives values of."""
        spans, values = [], set()
        for match in slot.pattern.finditer(self._statement.text.lower()):
            number = self._number_before(match.start())
            spans.append(range(number.start if number else match.start(), match.end()))
            values.add(f"{slot.places.get(match[0], match[0])} {number.key if number else ''}".strip())
        return _Given(frozenset(values), _span(spans[0]), self._rest(spans, slot.of))

    def _number_before(self, place: int) -> Token | None:
        return next((t for t in self._statement.of(Kind.NUMBER) if 0 <= place - t.end <= 1), None)

    def _rest(self, spans: Sequence[range], of: frozenset[str] = frozenset()) -> frozenset[str]:
        """Return the words outside of values that say what they are of."""
        return frozenset(
            word_id(token)
            for token in self._of_what()
            if not any(token.start in span for span in spans) and token.key not in of | _FRAME
        )

    def _of_what(self) -> Iterator[Token]:
        """Yield the words that carry meaning, without the one after `every`."""
        after_every = False
        for token, word in zip(self._statement.tokens, self.words, strict=True):
            if tells(token) and word not in _EVERYWHERE:
                if not after_every:
                    yield token
                after_every = False
            after_every = after_every or word in _EVERY

    # -- any name ----------------------------------------------------------------------------------

    @cached_property
    def placed(self) -> _Given | None:
        """The name at the end, of a thing that is called so or is there: `mail goes through Mailgun`."""
        tokens = self._statement.tokens
        start = len(tokens)
        while start and tokens[start - 1].kind in _NAMES:
            start -= 1
        of_a_kind = not _THINGS.isdisjoint(t.key for t in tokens[:start])
        if start == len(tokens) and of_a_kind and tokens[start - 1].kind is Kind.WORD:
            start -= 1
        named = any(t.kind in (Kind.NAME, Kind.WORD) for t in tokens[start:])
        if not start or not named or not self._places(start, of_a_kind=of_a_kind):
            return None
        return self._of_name(tokens[start:])

    def _places(self, start: int, *, of_a_kind: bool) -> bool:
        """Say whether what stands before a name says that a thing is called so, or is there.

        Only what there is one of (`of_a_kind`) is said to be a name, and may be `on` it in any sense.
        """
        tokens = self._statement.tokens
        before = [word for word in self.words[max(start - 3, 0) : start] if word not in _ARTICLES]
        if ":" in self._statement.text[tokens[start - 1].end : tokens[start].start]:
            return of_a_kind
        if not before or before[-1] not in _PREPOSITIONS:
            return of_a_kind and bool(before) and before[-1] in _COPULA
        return of_a_kind or not _PLACING.isdisjoint(self._stems) or before[-2:-1] in (["is"], ["are"])

    @cached_property
    def done_by(self) -> _Given | None:
        """The name of who owns or leads something: at the start, or after `by` at the end."""
        tokens = self._statement.tokens
        if len(tokens) <= _PREDICATE or _WHO.isdisjoint(self._stems):
            return None
        if self.words[-2] == "by" and tokens[-1].kind is Kind.NAME:
            return self._of_name(tokens[-1:])
        return self._of_name(tokens[:1]) if tokens[0].text[0].isupper() and tokens[1].key in _WHO else None

    @cached_property
    def release(self) -> _Given | None:
        """The release that something is at: `Ruby is at 3.4`, `the Ruby version is 3`."""
        figures = [t for t in self._statement.tokens if t.kind in (Kind.NUMBER, Kind.VERSION)]
        if len(figures) != 1:
            return None
        figure, text = figures[0], self._statement.text
        known = figure.kind is Kind.VERSION or "version" in self.words or "." in figure.text
        if not known or not _AT_VERSION.search(text, max(figure.start - _BEFORE, 0), figure.start):
            return None
        span = range(figure.start, figure.end)
        value = figure.key.lstrip("vV").replace(" ", "_")
        return _Given(frozenset({value}), _span(span), self._rest([span], _OF_RELEASES))

    def _of_name(self, name: Sequence[Token]) -> _Given:
        span = range(name[0].start, name[-1].end)
        value = "_".join(token.key.replace(" ", "_") for token in name)
        return _Given(frozenset({value}), _span(span), self._rest([span]) - _PLACING)


def _span(of: range) -> Span:
    return Span(of.start, of.stop)


@lru_cache(maxsize=4096)
def _said(text: str) -> _Said | None:
    """Return a statement that may give a value; None for one that denies, adds, is of nobody, or is past."""
    if len(text.strip()) > _LONGEST:
        return None
    statement = read(text.rstrip(" .!"))
    said = _Said(statement)
    if any(t.negation for t in statement.tokens) or not _BESIDES.isdisjoint(said.words):
        return None
    if said.words[:1] and said.words[0] in _OF_NOBODY:
        return None
    if not lexicon.MANY_VALUED.isdisjoint(t.key for t in statement.tokens) and not said.done_by:
        return None
    return None if _tells_a_past(statement, said.words) else said


def _tells_a_past(statement: Statement, words: Sequence[str]) -> bool:
    """Say whether a statement tells what happened: a past form that no `is` or `are` stands before."""
    return not _PAST.isdisjoint(words) or any(
        token.kind is Kind.WORD
        and word.endswith("ed")
        and len(word) > _SHORT_PAST
        and _BE.isdisjoint(words[:place])
        for place, (token, word) in enumerate(zip(statement.tokens, words, strict=True))
        if 0 < place <= _PREDICATE
    )
