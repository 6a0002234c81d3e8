"""Which stored memory a statement of minutes is a change of, or confirms, where the two share few words.

    ### Release                                          stored: Pavel does the 3.8 release.
    - Pavel had 3.8 nearly ready but is swamped.
    - Leilani takes over the release from him.           -> that

A statement that says by its words that something is otherwise now, is done, or stays (`spoken_of.toml`) is
held against each memory of its project: by the words that both have, each counted by how rare it is among
these memories, and by the words of the headings and lines around it, which count less. One memory has to
stand out from all others; else nothing is said, since a change of the wrong memory is worse than none.

Called by consolidation about what nothing else was found for.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from memtui.capture.content import alike, units
from memtui.language.calendar_words import PATTERNS, WEEKDAYS
from memtui.language.confirmed import STAYS_IN_ANY
from memtui.language.lexicon import LIGHT
from memtui.language.periods import mentions
from memtui.language.stems import stem
from memtui.language.told_change import FRAME
from memtui.language.verbs_of_change import PATTERNS as VERBS
from memtui.phrases import lists_in, phrases_in

FILE, _PARTS = Path(__file__).with_name("spoken_of.toml"), PATTERNS | VERBS
SIGNS = {
    name: [phrase.pattern for phrase in phrases_in(FILE, _PARTS, within=name).values()]
    for name in ("changed", "ended", "done", "allowed", "forbids", "special", "open", "task")
} | {"stays": list(STAYS_IN_ANY)}
_LONGEST = 500
"""Characters of a memory that are looked at, and of a statement; what is longer says many things."""
_VERSION = re.compile(r"\d+(?:\.\d+)+")
_FIGURE = re.compile(r"(?<!(?-i:[A-Z]))(?<!(?-i:[A-Z])-)\d+(?:[.,:]\d+)*")
_SIGN_OF_ONE = re.compile(r"\b[A-Z]+-?\d+[A-Z\d]*\b")
"""A name of letters and figures: `S3`, `B-204`."""
SENTENCE = re.compile(r"(?<=[.!?])(?<!\d\.)\s+(?=\S)")
_ELIDED = re.compile(r"^(?:[cdjlmnst]|qu)['’](?=\w)")
_ABOUT = {name: phrase.pattern for name, phrase in phrases_in(FILE, _PARTS, within="about").items()}
_OF_IT, _NO_SUBJECT, _KEPT = _ABOUT["of_it"], _ABOUT["no_subject"], _ABOUT["kept"]
_BEHIND_DAY = re.compile(r"[,:]?\s*(?:on(?:wards?)?\b)?[,:]?\s*")
_BEFORE_DAY = 16
"""Letters before the day from which on something is so, at most: `Starting on `."""
_LISTS = {name: each.words for name, each in lists_in(FILE, "lists").items()}
_SMALL = frozenset(_LISTS["small"])
_ANY_DAY = date(2000, 1, 1)
"""Days are only found here, and not counted from one."""
_AROUND = 0.3
"""How much a word counts that only stands around the statement. This and the next were chosen in sight of
eight texts with their stores, and leave hardly a difference within a tenth.
"""
_LEAST = 0.7
"""How much the words of the statement itself have to count: about one that no other memory has."""
_OF_FIGURES = 0.5
"""How much of a figure that both have counts to that."""
_SEVERAL = 2
"""How many words both have, or stand around it too; one alone has to be a name."""
_HOW_OFTEN = frozenset(map(stem, _LISTS["how_often"]))
_WEEKDAYS = frozenset(map(stem, WEEKDAYS))
_EACH = re.compile(rf"\b(?:{'|'.join(_LISTS['each'])})\s+$", re.IGNORECASE)
_FRAME = FRAME | LIGHT | frozenset(map(stem, (*_LISTS["of_measures"], *_LISTS["of_plans"])))
_OF_FRAME = 0.4
"""How much words such as `come` and `new` count, which any two statements may have."""
_ENOUGH, _SURE = 0.28, 0.5
"""The share of a memory from which on it may be meant, and from which on it is."""
_OPENING = 3
"""Words with a meaning that begin a statement, and may say what it is about: `Retro moved to Friday`."""
_SUBJECT = 2
"""Words at the beginning of a memory, small ones too, that are of its subject: `The till`."""
_OWN = 2
"""Words of a sentence that says something by itself."""
_LEAST_LETTERS = 5
"""Letters of two words that are one in two forms: `main` is none of `maintain`."""
_LEAST_BEGUN = 4
"""Letters at its beginning or end by which a memory with such a word is looked up."""
_APART, _FAR_APART = 0.67, 0.5
"""How much of the share of the best memory the next best has at most, or of the words that count for it."""
_MOST_ELSE = 0.5
"""Where more of what is said to stay is not in a memory, something else stays. Chosen: the larger part."""


class Told(Enum):
    """What a statement says became of what it speaks of."""

    CHANGED = "it says that this has changed"
    DONE = "it says that this is done"
    ALLOWED = "it says that this is allowed again"
    STAYS = "it says that this stays as it is"


_IN_TURN = (
    (Told.STAYS, ("stays",)),
    (Told.ALLOWED, ("allowed",)),
    (Told.CHANGED, ("changed", "ended")),
    (Told.DONE, ("done",)),
)
_NEEDED = {Told.DONE: "task", Told.ALLOWED: "forbids"}
"""What a memory has to say for that to have become of it."""


class SpokenOf(NamedTuple):
    """The memory that a statement speaks of."""

    id: int
    told: Told
    sure: bool
    """Nobody has to be asked whether it is that one."""


@lru_cache(maxsize=2048)
def tells(statement: str) -> Told | None:
    """Return what a statement says became of something, by its words alone; None where it says nothing."""
    firm = [each for each in SENTENCE.split(statement) if not (_has("open", each) or _has("special", each))]
    for told, names in _IN_TURN:
        if any(_has(name, each) for each in firm for name in names):
            return told
    return None


@lru_cache(maxsize=2048)
def ends_something(sentence: str) -> bool:
    """Say whether a sentence says that something is so no longer, and not what is instead."""
    rest = _without("ended", sentence)
    return rest != sentence and not _has("changed", rest) and not _has("open", sentence)


def takes_its_place(sentence: str) -> bool:
    """Say whether a sentence puts something in the place of what was named before it: `Tea replaces it`."""
    signs = (match for pattern in SIGNS["changed"] for match in pattern.finditer(sentence))
    return not _has("open", sentence) and any(
        _OF_IT.search(sentence[sign.start() :]) is not None for sign in signs
    )


def _has(name: str, text: str) -> bool:
    return any(pattern.search(text) for pattern in SIGNS[name])


def _without(name: str, text: str) -> str:
    """Return a text without the signs of a name."""
    for pattern in SIGNS[name]:
        text = pattern.sub("", text)
    return text


@dataclass(frozen=True)
class _Words:
    """The words of a text: those that say what it is about, and its days and figures."""

    words: tuple[str, ...]
    figures: tuple[str, ...]
    names: frozenset[str]
    """Those with a capital that the beginning of a sentence does not ask for."""
    often: frozenset[str]
    """Those that say how often something is: `weekly`, or `sprint` behind `every`."""


@lru_cache(maxsize=4096)
def _words(text: str) -> _Words:
    days = [(each.start, each.end) for each in mentions(text, _ANY_DAY)]
    words, figures, names, often = list[str](), list[str](), set[str](), set[str]()
    for unit in units(text):
        key = _ELIDED.sub("", unit.key)
        of_a_day = key in _WEEKDAYS or any(start <= unit.start < end for start, end in days)
        if key not in _SMALL:
            (figures if of_a_day else words).append(key)
        if _is_name(text[unit.start : unit.end], unit.start):
            names.add(unit.key)
        if key in _HOW_OFTEN or _EACH.search(text, 0, unit.start):
            often.add(key)
    figures += _FIGURE.findall(text)
    signs = [match.lower() for match in _SIGN_OF_ONE.findall(text)]
    words, names = [*words, *signs], names.union(signs)
    once = tuple(dict.fromkeys(words)), tuple(dict.fromkeys(figures))
    return _Words(*once, frozenset(names), frozenset(often))


@lru_cache(maxsize=4096)
def _keys(text: str) -> tuple[str, ...]:
    """Return each word and figure of a text once, without telling which are of a day: that is quick."""
    words = (_ELIDED.sub("", unit.key) for unit in units(text))
    signs = map(str.lower, _SIGN_OF_ONE.findall(text))
    return tuple(
        dict.fromkeys((*(each for each in words if each not in _SMALL), *signs, *_FIGURE.findall(text)))
    )


@lru_cache(maxsize=2048)
def _opening(statement: str) -> _Words:
    """Return the words that a statement begins with, behind the day from which on it is so."""
    text = statement[_behind_day(statement) :]
    last = next(iter(units(text)[_OPENING - 1 : _OPENING]), None)
    return _words(text[: last.end] if last else text)


@lru_cache(maxsize=2048)
def _begins_with(text: str, length: int) -> frozenset[str]:
    """Return what the first words of a text are, small ones counted."""
    return frozenset(_words(" ".join(text.split()[:length])).words)


@lru_cache(maxsize=2048)
def _behind_day(statement: str) -> int:
    """Return where a statement goes on behind the day that it begins with: `From Monday 3 May on, …`."""
    end = 0
    for day in mentions(statement, _ANY_DAY):
        if day.start > end + _BEFORE_DAY or not _FRAME.issuperset(_words(statement[end : day.start]).words):
            break
        end = max(end, day.end)
    behind = _BEHIND_DAY.match(statement, end) if end else None
    return behind.end() if behind else end


@lru_cache(maxsize=2048)
def _given_up_in(statement: str) -> _Words:
    """Return the words for what a statement says is given up; none where it does not name that by itself."""
    found = (match for pattern in SIGNS["ended"] for match in pattern.finditer(statement))
    return _words(" ".join(group for match in found for group in match.groups() if group))


@lru_cache(maxsize=2048)
def _kept_in(statement: str) -> frozenset[str]:
    """Return the words for what goes on, with another setting of its own."""
    return frozenset(word for match in _KEPT.finditer(statement) for word in _words(match["kept"]).words)


def _is_name(word: str, start: int) -> bool:
    return any(map(str.isupper, word[1:])) or (start > 0 and word[:1].isupper())


class _Share(NamedTuple):
    """How much of a memory a statement speaks of."""

    share: float
    """Of all that the memory says, but for what the statement gives another value of, 0…1."""
    covered: float
    direct: float
    """How much the words of the statement itself count, without those around it."""
    several: bool
    """There are several of them."""
    alone: bool
    """The statement gives up what this memory alone names."""


class Known:
    """The memories that a statement may speak of, and how rare each word is among them."""

    def __init__(self, texts: Mapping[int, str], project: str = "") -> None:
        """Know `texts` by number; the name of their project tells none of them from another."""
        self._unsaid = frozenset(_words(project).words)
        self._texts = {number: text for number, text in texts.items() if len(text) <= _LONGEST}

    def spoken_of(self, statement: str, around: str, told: Told | None = None) -> SpokenOf | None:
        """Return the memory that a statement tells something of; None where none stands out.

        `told` is what it tells, for a clause to which the rest of its sentence says so.
        """
        told = told or tells(statement)
        if told is None or len(statement) > _LONGEST:
            return None
        shares = {each: self._share(each, statement, around, told) for each in self._near(statement)}
        meant = [each for each in shares if shares[each].direct >= _LEAST]
        if not meant:
            return None
        number = max(meant, key=lambda each: (shares[each].share, -each))
        best = shares.pop(number)
        rest = self._of_another(number, statement) if told is Told.STAYS else 0.0
        is_meant = rest <= _MOST_ELSE and (best.alone or best.share >= (_SURE if rest else _ENOUGH))
        if not is_meant or any(other.direct and _is_near(other, best) for other in shares.values()):
            return None
        if told in _NEEDED and not _has(_NEEDED[told], self._texts[number]):
            return None
        return SpokenOf(number, told, best.share >= _SURE and best.several and told is not Told.ALLOWED)

    def _words(self, text: str) -> _Words:
        words = _words(text)
        if self._unsaid.isdisjoint(words.words):
            return words
        return replace(words, words=tuple(word for word in words.words if word not in self._unsaid))

    def gives_another_value(self, number: int, clause: str) -> bool:
        """Say whether a clause has a figure or a day that a memory has not, where that has one of its own."""
        memory, said = set(self._words(self._texts[number]).figures), set(self._words(clause).figures)
        return bool(memory - said and said - memory)

    def speaks_of(self, number: int, sentence: str) -> bool:
        """Say whether a sentence has a word of a memory that tells it from others."""
        return any(word not in _FRAME for word in self._shared(number, sentence))

    def says_more(self, number: int, statement: str) -> bool:
        """Say whether a sentence of a statement has no word of a memory, and some of its own."""
        each = SENTENCE.split(statement)
        return any(len(self._words(one).words) > _OWN and not self._shared(number, one) for one in each)

    def _of_another(self, number: int, statement: str) -> float:
        """Return which part of what a statement says to stay a memory does not say, 0…1."""
        said, memory = self._words(_without("stays", statement)), self._words(self._texts[number])
        missing = [*_matched(said.words, memory.words)[1], *(set(said.figures) - set(memory.figures))]
        return len(missing) / max(len(said.words) + len(said.figures), 1)

    def _shared(self, number: int, sentence: str) -> list[str]:
        return _matched(self._words(self._texts[number]).words, self._words(sentence).words)[0]

    def _near(self, statement: str) -> set[int]:
        """Return the memories with a word, or a figure, that begins or ends as one of a statement does."""
        said = self._words(statement)
        return {
            number
            for word in (*said.words, *said.figures)
            for end in _ends(word)
            for number in self._by_end.get(end, ())
        }

    def _share(self, number: int, statement: str, around: str, told: Told) -> _Share:
        memory, said, beside = (self._words(each) for each in (self._texts[number], statement, around))
        known, left = _matched(memory.words, said.words)
        near = [*_matched(left, beside.words)[0], *(f for f in memory.figures if f in beside.figures)]
        same = [figure for figure in memory.figures if figure in said.figures]
        gives_others = told is not Told.STAYS and not set(said.figures) <= set(memory.figures)
        left_out = [] if gives_others else [each for each in memory.figures if each not in same]
        gives_another = (gives_others and bool(memory.figures)) or _is_another_time(memory.often, said.often)
        telling = self._telling(number, statement, known, gives_another=gives_another)
        only_here = {word for word in telling if self._holding[word] == 1}
        is_ended = _is_all_of(_given_up_in(statement), telling)
        is_several = max(len(telling) + len(same), len(near)) >= _SEVERAL
        stands = (
            (bool(telling) and (is_several or bool(memory.names.intersection(telling))))
            or (bool(only_here) and (is_ended or told is Told.ALLOWED))
            or (gives_another and self._opens_with(statement, telling, same))
        )
        weight = self._weight(known)
        covered = weight + self._weight(same) + _AROUND * self._weight(near)
        whole = self._weight([*memory.words, *same, *left_out]) or 1.0
        versions = self._weight(_versions(same))
        direct = weight + versions + _OF_FIGURES * (self._weight(same) - versions) if stands else 0.0
        alone = is_ended and not memory.names.isdisjoint(only_here)
        return _Share(covered / whole, covered, direct, len(telling) + len(same) >= _SEVERAL, alone)

    def _telling(
        self, number: int, statement: str, known: Iterable[str], *, gives_another: bool
    ) -> list[str]:
        """Return of the words that a memory and a statement have those that tell it from others."""
        memory, said = self._words(self._texts[number]), self._words(statement)
        often = (memory.often | said.often) - _begins_with(statement, _OPENING)
        kept = (
            frozenset()
            if gives_another
            else _kept_in(statement) - _begins_with(self._texts[number], _SUBJECT)
        )
        telling = [
            word
            for word in known
            if word not in _FRAME | often | kept and (word not in memory.names or _has_name(said, word))
        ]
        given_up = _given_up_in(statement).words if ends_something(statement) else ()
        return telling if not given_up or _matched(given_up, telling)[0] else []

    def _opens_with(self, statement: str, telling: Sequence[str], figures: Iterable[str]) -> bool:
        """Say whether a statement begins with a word, or a version, that one memory alone has: what it then
        gives is another value of that. One that begins with another thing is of that.
        """
        opening = _opening(statement)
        only_here = {each for each in (*telling, *_versions(figures)) if self._holding[each] == 1}
        subject = () if _NO_SUBJECT.match(statement, _behind_day(statement)) else _first(opening)
        if subject and not _matched(subject, telling)[0]:
            return False
        return bool(_matched(only_here, opening.words)[0]) or not only_here.isdisjoint(opening.figures)

    def _weight(self, words: Iterable[str]) -> float:
        return math.fsum(map(self._rarity, words))

    def _rarity(self, word: str) -> float:
        """Return how rare a word is, about 0…1."""
        count = len(self._texts)
        part = _OF_FRAME if word in _FRAME else 1.0
        return part * math.log((count + 1) / (self._holding[word] + 0.5)) / math.log(count + 1.5)

    @cached_property
    def _by_end(self) -> Mapping[str, set[int]]:
        ends = defaultdict[str, set[int]](set)
        for number, text in self._texts.items():
            for end in {end for key in _keys(text) for end in _ends(key)}:
                ends[end].add(number)
        return ends

    @cached_property
    def _holding(self) -> Counter[str]:
        return Counter(key for text in self._texts.values() for key in _keys(text))


def _has_name(said: _Words, name: str) -> bool:
    """Say whether a statement has a name, also within a longer one."""
    return any(name in word or word in name for word in said.words)


def _is_all_of(given_up: _Words, telling: Sequence[str]) -> bool:
    """Say whether what is given up is told by these words, and by no other, nor by a day."""
    words = [word for word in given_up.words if word not in _FRAME | given_up.often]
    return bool(words) and not given_up.figures and not _matched(words, telling)[1]


def _is_another_time(known: frozenset[str], said: frozenset[str]) -> bool:
    """Say whether both tell how often something is, each in a word of its own: `monthly`, `weekly`."""
    return bool(known - said) and bool(said - known)


def _first(opening: _Words) -> tuple[str, ...]:
    """Return the first word of an opening that says what it is about."""
    return tuple(each for each in opening.words if each not in _FRAME | opening.often)[:1]


def _versions(figures: Iterable[str]) -> list[str]:
    return [each for each in figures if _VERSION.fullmatch(each)]


def _ends(word: str) -> tuple[str, str]:
    """Return how a word begins and ends, which it has in common with its other forms and compounds."""
    return f"{word[:_LEAST_BEGUN]}-", f"-{word[-_LEAST_BEGUN:]}"


def _is_near(other: _Share, best: _Share) -> bool:
    """Say whether the best memory does not stand out from another."""
    return other.share > _APART * best.share and other.covered > _FAR_APART * best.covered


def _matched(wanted: Iterable[str], among: Iterable[str]) -> tuple[list[str], list[str]]:
    """Part words into those that others match, each of these one of them, and the rest."""
    wanted, free = list(wanted), list(among)
    found = [word for word in wanted if word in free]
    free = [word for word in free if word not in found]
    for word in wanted:
        match = next((other for other in free if word not in found and _alike(word, other)), None)
        if match is not None:
            found.append(word)
            free.remove(match)
    return found, [word for word in wanted if word not in found]


def _alike(word: str, other: str) -> bool:
    return min(len(word), len(other)) >= _LEAST_LETTERS and alike(word, other)
