"""Whether one statement tells that something has another value by now than the other still says.

`The forum runs on Ruby 2 at web-1` and `The forum was upgraded to Ruby 3 last week` share few words, and each
says something besides. So only three things are looked at: what the value is of, of which sort it is (the
release of one product, a rate, a port, a host, a time of day, an amount in one unit), and whether one of the
two tells of a change. A plan, a part, a denial and a past tell of none. Rates need no change: a thing has one
at a time.

A person who has left is overtaken too, by the one who has the same duty now. Called by `restated`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from pathlib import Path

from memtui.language.difference import Difference, Finding, Span
from memtui.language.naming_values import DIFFERENT_NAMES, DIFFERENT_NUMBERS
from memtui.language.own_statements import ASIDE
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, Token, read
from memtui.language.stems import stem
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("new_state.toml")
_PHRASES = phrases_in(FILE, within="new_state")
_LISTS = lists_in(FILE, "lists")
_CHANGED, _BY_NOW = (_PHRASES[name].pattern for name in ("changed", "by_now"))
OPEN, PAST = (_PHRASES[name].pattern for name in ("open", "past"))
"""What tells that something is not so, or not yet; and that it was so."""
_RATE, _PORT, _CLOCK = (_PHRASES[name].pattern for name in ("rate", "port", "clock"))
_GONE, _IN_DUTY = (_PHRASES[name].pattern for name in ("gone", "in_duty"))
_DUTIES, FRAME, _OF_RATES, _OF_CLOCKS = (
    frozenset(map(stem, _LISTS[name].words)) for name in ("duties", "frame", "of_rates", "of_clocks")
)
_REQUESTS, _NO_PRODUCT, ENVIRONMENTS = (
    frozenset(_LISTS[name].words) for name in ("requests", "no_product", "environments")
)
_PLANNED, _GONE_FOR_GOOD, _ASKED = (_PHRASES[name].pattern for name in ("planned", "gone_for_good", "asked"))
_PLACES = frozenset(lists_in(Path(__file__).with_name("headed.toml"), "lists")["apart"].words)
"""Words that tell one environment from another."""
_SENTENCE = re.compile(r"[;!?](?=\s|\Z)|\.(?=\s|\Z)|,\s(?=(?:and|but|while|which)\s)")
_HOST = re.compile(r"(?<![\w@/.-])[a-z][\w-]{0,62}(?:\.[a-z][\w-]{0,62}){2,5}\b(?![/(])", re.IGNORECASE)
_IDENTIFIER = re.compile(r"\w[_.]\w")
_NAME = re.compile(r"\b[A-Z][a-z]+\b")
_RESTRICTS = re.compile(r"\b(?:for|of)\s")
_BEFORE_FIGURE = re.compile(r"(?P<product>[A-Z][\w+#.-]{0,40}) v?\Z")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
"""By the first letter of a unit of time."""
_LONGEST = 240
"""Characters of a statement that is looked at; a longer one tells of more things than one."""
_OF_AMOUNT = 2
"""Words that an amount or a time of day is of, at least."""
_CLOCKS = "clock"
"""The sort of a time of day."""
_BARE = "release"
"""The sort of a figure of which only what it is of tells the product: `Ruby was upgraded to 3.4`."""


@dataclass(frozen=True, slots=True)
class NewState:
    """Two values of one thing, and where they stand."""

    why: str
    evidence: Finding
    partly: bool = False
    """The older statement says more than what is overtaken."""


@dataclass(frozen=True, slots=True)
class _Value:
    sort: str
    figure: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _State:
    """A value that a sentence gives."""

    value: _Value
    of: frozenset[str]
    """What it is of: all that the sentence says but the value."""
    core: frozenset[str]
    """Those words that stand before it."""
    narrow: frozenset[str]
    """Those behind `for` or `of`."""
    places: frozenset[str]
    """The environments that it names."""
    change: bool
    """The sentence tells of a change."""


@lru_cache(maxsize=1024)
def new_state(left: str, right: str) -> NewState | None:
    """Return the two values where one statement tells a newer one than the other; None where none does."""
    if max(len(left), len(right)) > _LONGEST:
        return None
    for one, other in product(_states(left), _states(right)):
        if _overtaken(one, other):
            why, kind = DIFFERENT_NUMBERS, Difference.NUMBER
            if one.value.sort.startswith("host"):
                why, kind = DIFFERENT_NAMES, Difference.NAME
            partly = any(
                _says_more(text) for text, state in ((left, one), (right, other)) if not state.change
            )
            return NewState(why, Finding(kind, (_span(one.value),), (_span(other.value),)), partly)
    return _person(left, right) or _turned(_person(right, left))


def not_yet(left: str, right: str) -> bool:
    """Say whether one of two statements only tells of a change that is to come."""
    return (_PLANNED.search(left) is None) != (_PLANNED.search(right) is None)


def of_other_environments(left: str, right: str) -> bool:
    """Say whether two statements that give figures each name an environment of their own."""
    if not all(any(c.isdigit() for c in text) for text in (left, right)):
        return False
    one, other = (
        frozenset(t.text.lower() for t in read(text).tokens) & ENVIRONMENTS for text in (left, right)
    )
    return bool(one and other) and one.isdisjoint(other)


def _overtaken(one: _State, other: _State) -> bool:
    """Say whether two values are of one thing, and only one can be so now."""
    is_rate = one.value.sort.startswith("rate")
    if one.change == other.change and not (is_rate and not one.change):
        return False
    if one.places != other.places or one.value.figure == other.value.figure:
        return False
    later, earlier = (one, other) if one.change else (other, one)
    sorts = {later.value.sort, earlier.value.sort}
    least = _OF_AMOUNT if later.value.sort.startswith(("amount", _CLOCKS)) else 1
    if len(sorts) > 1:
        named = earlier.value.sort.removeprefix("release ")
        if later.value.sort != _BARE or earlier.value.sort == named or named not in later.of:
            return False
        later = _without(later, named)
    if one.value.sort == _CLOCKS:
        later, earlier = _bare(later, earlier), _bare(earlier, later)
    smaller, larger = sorted((later, earlier), key=lambda state: len(state.of))
    more = larger.of - smaller.of
    if len(smaller.of | smaller.places) < least or not smaller.of <= larger.of or more & larger.core:
        return False
    return not (more & larger.narrow and (larger is later or is_rate))


def _bare(state: _State, other: _State) -> _State:
    """Return a state without the identifiers that name its thing once more, where the other has none."""
    named, of_other = (frozenset(filter(_IDENTIFIER.search, each.of)) for each in (state, other))
    return state if of_other else replace(state, of=state.of - named, core=state.core - named)


def _without(state: _State, word: str) -> _State:
    return replace(state, of=state.of - {word}, core=state.core - {word})


def _says_more(text: str) -> bool:
    """Say whether a text has more than one sentence."""
    return any(match.end() < len(text.rstrip()) for match in _SENTENCE.finditer(text))


@lru_cache(maxsize=4096)
def _states(text: str) -> tuple[_State, ...]:
    """Return the values that the sentences of a statement give, one each."""
    if not any(c.isdigit() for c in text) and not _HOST.search(text):
        return ()
    ends = [match.span() for match in _SENTENCE.finditer(text)]
    starts, stops = [0, *(end for _, end in ends)], [*(start for start, _ in ends), len(text)]
    found = (_state(text, start, stop) for start, stop in zip(starts, stops, strict=True))
    return tuple(state for state in found if state is not None)


def _state(text: str, start: int, stop: int) -> _State | None:
    """Return the value that a sentence gives; None where it tells what is open, past, or several values."""
    sentence = text[start:stop]
    if OPEN.search(sentence):
        return None
    told = _CHANGED.search(sentence)
    change = told is not None or _BY_NOW.search(sentence) is not None
    if not change and PAST.search(sentence):
        return None
    tokens = [t for t in read(text).tokens if start <= t.start and t.end <= stop]
    values = _values(text, start, stop, tokens)
    value = _only_one_of_its_sort(values) if told is None else _first_from(values, start + told.end())
    if value is None:
        return None
    verb = "" if told is None else told.group().split()[0].lower()
    aside, restricts = (pattern.search(text, value.end, stop) for pattern in (ASIDE, _RESTRICTS))
    said = [t for t in tokens if t.end <= (aside.start() if aside else stop) and _means(t, value, verb)]
    of = [t for t in said if not _is_place(t) and not _frames(t, value.sort)]
    return _State(
        value,
        frozenset(map(word_id, of)),
        core=frozenset(word_id(t) for t in of if t.end <= value.start),
        narrow=frozenset(word_id(t) for t in of if restricts and t.start >= restricts.start()),
        places=frozenset(t.text.lower() for t in said if _is_place(t)),
        change=change,
    )


def _only_one_of_its_sort(values: Sequence[_Value]) -> _Value | None:
    """Return the first value, if no two are of one sort."""
    sorts = {value.sort for value in values}
    return values[0] if values and len(sorts) == len(values) else None


def _first_from(values: Sequence[_Value], place: int) -> _Value | None:
    """Return the first value that begins at a place or behind it."""
    return next((value for value in values if value.start >= place), None)


def _is_place(token: Token) -> bool:
    return token.text.lower() in _PLACES


def _frames(token: Token, sort: str) -> bool:
    """Say whether a word tells that something has a rate or a time of day, and not what."""
    if sort.startswith("rate"):
        return token.key in _OF_RATES
    return sort == _CLOCKS and word_id(token) in _OF_CLOCKS


def _means(token: Token, value: _Value, verb: str) -> bool:
    """Say whether a word tells what a value is of."""
    if token.kind not in (Kind.WORD, Kind.NAME) or not tells(token) or token.text.lower() == verb:
        return False
    return token.key not in FRAME and not (token.start < value.end and value.start < token.end)


# -- values --------------------------------------------------------------------------------------------


def _values(text: str, start: int, stop: int, tokens: list[Token]) -> list[_Value]:
    """Return the values in a stretch of a text, in their order."""
    found = [*_rates(text, start, stop), *_ports(text, start, stop), *_hosts(text, start, stop)]
    found += _clocks(text, start, stop)
    taken = [(value.start, value.end) for value in found]
    for token in tokens:
        if token.kind in (Kind.NUMBER, Kind.VERSION) and not any(
            first <= token.start < last for first, last in taken
        ):
            found += _figure(text, token)
    return sorted(found, key=lambda value: value.start)


def _rates(text: str, start: int, stop: int) -> Iterator[_Value]:
    for match in _RATE.finditer(text, start, stop):
        thing = (match["thing"] or "requests").lower()
        thing = "request" if thing in _REQUESTS else stem(thing)
        figure = float(match["figure"].replace(",", "")) / _SECONDS[match["unit"][0].lower()]
        yield _Value(f"rate of {thing}", f"{figure:.6g}", match.start(), match.end())


def _ports(text: str, start: int, stop: int) -> Iterator[_Value]:
    for match in _PORT.finditer(text, start, stop):
        yield _Value("port", match["port"], match.start(), match.end())


def _clocks(text: str, start: int, stop: int) -> Iterator[_Value]:
    for match in _CLOCK.finditer(text, start, stop):
        half = (match["half"] or "").lower()
        hour = int(match["hour"]) % 12 + 12 * (half == "p") if half else int(match["hour"])
        yield _Value(_CLOCKS, f"{hour:02}:{match['minute']}", match.start(), match.end())


def _hosts(text: str, start: int, stop: int) -> Iterator[_Value]:
    for match in _HOST.finditer(text, start, stop):
        if ":" not in text[match.end() : match.end() + 1]:
            domain = ".".join(match[0].lower().split(".")[-2:])
            yield _Value(f"host of {domain}", match[0].lower(), match.start(), match.end())


def _figure(text: str, token: Token) -> Iterator[_Value]:
    """Yield the release of a product, an amount in a unit, or a bare release behind `to`."""
    unit = token.key.lstrip("0123456789.,+-").strip() if token.kind is Kind.NUMBER else ""
    if unit:
        yield _Value(f"amount in {unit}", token.key, token.start, token.end)
        return
    before = _BEFORE_FIGURE.search(text, max(token.start - 44, 0), token.start)
    if before is not None and before["product"].lower() not in _NO_PRODUCT:
        named = word_id(read(before["product"]).tokens[0])
        yield _Value(f"release {named}", token.text.lstrip("vV"), before.start(), token.end)
    elif text[max(token.start - 4, 0) : token.start].endswith(" to ") and not token.text.startswith("#"):
        yield _Value(_BARE, token.text.lstrip("vV"), token.start, token.end)


# -- who left ------------------------------------------------------------------------------------------


def _person(earlier: str, later: str) -> NewState | None:
    return _in_duty(earlier, later) or _asked(earlier, later)


def _asked(earlier: str, later: str) -> NewState | None:
    """Return who is to be asked and has left."""
    asked, gone = _ASKED.search(earlier), _GONE_FOR_GOOD.search(later)
    if asked is None or gone is None or asked["who"] != gone["who"]:
        return None
    spans = (Span(*asked.span("who")),), (Span(*gone.span("who")),)
    return NewState("who is to be asked has left", Finding(Difference.NAME, *spans), _says_more(earlier))


def _in_duty(earlier: str, later: str) -> NewState | None:
    """Return who left and who has the same duty now."""
    gone = _GONE.search(later)
    if gone is None or (was := re.search(rf"\b{gone['who']}\b", earlier)) is None:
        return None
    names = {name[0] for name in _NAME.finditer(earlier)}
    start, stop = _around(earlier, was.start())
    duty = _duty(earlier, start, stop)
    for match in _IN_DUTY.finditer(later, gone.end()):
        first, last = _around(later, match.start())
        new = next((n for n in _NAME.finditer(later, match.end(), last) if n[0] not in names), None)
        also = _duty(later, max(first, gone.end()), last)
        if new is not None and first > gone.start() and also and also <= duty:
            spans = (Span(*was.span()),), (Span(*new.span()),)
            return NewState(DIFFERENT_NAMES, Finding(Difference.NAME, *spans), _says_more(earlier))
    return None


def _around(text: str, place: int) -> tuple[int, int]:
    """Return where the sentence at a place begins and ends."""
    ends = [match.span() for match in _SENTENCE.finditer(text)]
    starts = [end for _, end in ends if end <= place]
    stops = [start for start, _ in ends if start >= place]
    return (starts[-1] if starts else 0), (stops[0] if stops else len(text))


def _duty(text: str, start: int, stop: int) -> frozenset[str]:
    """Return the words of a sentence that tell a duty, without the names and the words for having it."""
    return frozenset(
        word_id(token)
        for token in read(text).tokens
        if start <= token.start
        and token.end <= stop
        and token.kind in (Kind.WORD, Kind.NAME)
        and tells(token)
        and token.key not in _DUTIES | FRAME
        and not (_NAME.fullmatch(token.text) and (token.kind is Kind.NAME or token.start > start + 1))
    )


def _turned(found: NewState | None) -> NewState | None:
    """Return the same with the two statements the other way round."""
    if found is None:
        return None
    evidence = found.evidence
    return replace(found, evidence=Finding(evidence.kind, evidence.right, evidence.left))


def _span(value: _Value) -> Span:
    return Span(value.start, value.end)
