"""Holds the amounts that a memory quotes against what the code gives the thing that it names.

The memory names it as the code does, `PAGE_SIZE is 25`, or in the words of that name, `a page size of 25`.
Where git knows that the code once said what the memory quotes, the memory is out of date, and what it should
say is known; where git does not, the memory may mean something else, and is only asked about.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memtui.language.lexicon import NEGATIONS, STOP_WORDS
from memtui.language.stems import stem
from memtui.review.code.amounts import UNITS, Amount, Quoted, quoted
from memtui.review.code.assigned import RATES, Assigned, Figures, known, senses
from memtui.review.code.facts import CodeFact, Held
from memtui.review.code.figured import Project
from memtui.review.code.left_behind import left_behind
from memtui.review.code.past import Past
from memtui.review.code.scopes import Scope, is_common
from memtui.review.code.sentences import SENTENCE, cut
from memtui.review.git_history import Removed

_PIECE = re.compile(r",\s|\s(?:and|but|so)\s")
_NAMED = re.compile(r"(?<![\w/.-])(?:[A-Za-z_]\w*\.)*(?P<name>[A-Za-z_]\w*)(?![\w(/-])")
_EXAMPLE = re.compile(r"\b(?:such as|e\.g\.|for (?:example|instance))", re.IGNORECASE)
_AS_CODE = re.compile(r"_|[a-z][A-Z]")
_DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_LEAST_SIGNS = 2
"""Signs that a sentence is about a thing of which git is asked: words of its name and place, its unit."""
_OF_UNITS = frozenset(map(stem, UNITS))
_SHARE = "percent"
"""What code seldom gives a unit."""
_FEW = 5
"""Words of a sentence that is about a thing of one word: `Labels are printed at 200 dpi`."""
_MOST_ASKED = 3
"""Things of one sentence that git is asked about."""


class _Match(NamedTuple):
    """A thing that a sentence may be about."""

    it: Assigned
    signs: int
    whole: bool
    """All words of its name are said."""
    of: int
    """How many words of its name and its place are said."""
    firm: bool
    """So much is said that it can hardly be about anything else."""


@dataclass(frozen=True, slots=True)
class _Change:
    """An amount that is another in the code."""

    quoted: Quoted
    it: Assigned
    before: Removed | None
    by_name: bool
    asked: bool = False
    """Too little says that the sentence is about it."""
    in_one_unit: bool = False
    """The code had the very figure that the memory has, though none of the two says in which unit."""

    @property
    def written(self) -> str:
        """Return how the memory would give what the code gives; empty where that cannot be told."""
        said, there = self.quoted.amount, self.it.amount
        if said.sort and said.sort == there.sort:
            return self.quoted.written(there.value)
        if not there.sort and self.before is not None and self.in_one_unit:
            return f"{there.bare.normalize():f}"
        return "" if said.sort and said.sort != _SHARE else f"{there.bare.normalize():f}"


def hold(text: str, project: Project) -> Held | None:
    """Return what the code gives instead of an amount that a text quotes; None where it gives no other."""
    said = list(quoted(text))
    changes = list(_changes(text, said, project.figures, project.past)) if said else []
    sure = [change for change in changes if change.before is not None and not change.asked]
    if not changes:
        return None
    told = sure or changes[:1]
    first = told[0]
    marks = tuple((change.quoted.start, change.quoted.end) for change in told)
    facts = tuple(dict.fromkeys(CodeFact.at(each.it.path, each.it.line, each.it.shown) for each in told))
    it = first.quoted
    old, unit = text[it.start : it.with_unit], text[it.end : it.with_unit]
    new = f"{first.written}{unit}" if first.written else f"{first.it.amount.bare:f}"
    name = first.it.name
    why = f"{name} is {new}, not {old}"
    if first.before is not None:
        why = f"{name} was {old} until {first.before.since}, and is {new} now"
    anew = _anew(text, told) if first.before is not None else ""
    return Held(False, facts, marks, why, text=anew, sure=bool(sure), named=first.by_name)


def _anew(text: str, changes: Sequence[_Change]) -> str:
    """Return a text with the amounts that the code gives; empty where one cannot be told."""
    for change in sorted(changes, key=lambda change: -change.quoted.start):
        if not change.written or re.search(rf"(?<![\w.]){re.escape(change.written)}(?![\w.])", text):
            return ""  # it speaks of the new value already, as another one
        text = text[: change.quoted.start] + change.written + text[change.quoted.end :]
    return text


def _changes(text: str, said: Sequence[Quoted], figures: Figures, past: Past) -> Iterator[_Change]:
    for start, end in cut(text, 0, len(text), SENTENCE):
        sentence = Scope(text, start, end)
        inside = [each for each in said if start <= each.start < end]
        if not inside or known().leads_away(sentence.words):
            continue
        for each in inside:
            piece = next(
                Scope(text, *stretch) for stretch in cut(text, start, end, _PIECE) if each.start < stretch[1]
            )
            if _EXAMPLE.search(text, start, each.start):
                continue
            denied = not NEGATIONS.isdisjoint(piece.words) and "without" not in piece.words
            if denied or known().asks_for_change(piece.words):
                continue
            scope = sentence if len(inside) == 1 else piece
            change = _by_name(scope, each, said, figures, past)
            # What has a name, or an owner, that the project does not know is not the project's.
            if change is None and scope.names_only(figures):
                change = _by_words(scope, each, said, figures, past) or _left(
                    scope, each, said, figures, past
                )
            if change is not None:
                yield change


# -- named as the code does ------------------------------------------------------------------------------


def _by_name(
    scope: Scope, it: Quoted, said: Sequence[Quoted], figures: Figures, past: Past
) -> _Change | None:
    names = [
        (match, places)
        for match in _NAMED.finditer(scope.text, scope.start, scope.end)
        if _AS_CODE.search(match["name"]) and (places := figures.named(match["name"]))
    ]
    if len(names) != 1:
        return None
    match, places = names[0]
    compared = [_equal(it.amount, place.amount) for place in places]
    if True in compared or not _is_given(scope.text, match, it, places[0]):
        return None
    if any(_knows(said, it, place) for place in places):
        return None
    asked = (past.had(place, it.amount, anywhere=True) for place in places[:_MOST_ASKED])
    before = next(filter(None, asked), None)
    if None in compared and before is None:
        return None  # of which sort the figure is, only its past would tell
    return _Change(it, places[0], before, by_name=True, in_one_unit=None in compared)


def _is_given(text: str, name: re.Match[str], it: Quoted, place: Assigned) -> bool:
    """Say whether a sentence gives an amount to what it names, and not to something else beside it."""
    if it.amount.sort and it.amount.sort == place.amount.sort:
        return True
    if it.end <= name.start():
        return text[name.start() - 1 : name.start()] in ("(", "`") and "(" in text[it.end : name.start()]
    between = re.findall(r"[A-Za-z]+", text[name.end() : it.start])
    linking = known().bounds | {"set"}
    return all(word.lower() in STOP_WORDS or stem(word.lower()) in linking for word in between)


# -- named in the words of its name ------------------------------------------------------------------------


def _by_words(
    scope: Scope, it: Quoted, said: Sequence[Quoted], figures: Figures, past: Past
) -> _Change | None:
    if it.names:
        return None
    begin = max((day.end() for day in _DAY.finditer(scope.text, scope.start, it.start)), default=scope.start)
    ahead = scope.words_between(begin, it.start)
    stand_for = scope.senses | senses("rate") if it.per else scope.senses
    matches: list[_Match] = []
    right: list[_Match] = []
    """What the code gives that amount, or one that the text gives beside it."""
    bounded = bool(it.amount.sort) and not known().bounded.isdisjoint(scope.stems)
    by_place = figures.at(scope.stems, 1 if bounded else 2)
    for each in (*figures.with_words(scope.words, stand_for), *by_place):
        equal = None if each.port or it.per != each.per else _equal(it.amount, each.amount)
        match = None if equal is None else _matched(scope, it, each)
        if match is not None and not equal:
            unknown = {word for word in ahead if not (figures.knows(word) or is_common(word))}
            unknown -= {word for word in unknown if any(_stands_for(word, own) for own in each.own)}
            match = match if len(unknown) < (match.of if match.whole else 1) else None
        if match is None:
            continue
        if equal or _knows(said, it, each):
            right.append(match)
        else:
            matches.append(match)
    surest = max(map(_surely, right), default=(False, 0))
    matches = [match for match in matches if _surely(match) > surest]
    matches.sort(key=lambda match: (-match.whole, -match.signs))
    asked = [match for match in matches if match.signs >= _LEAST_SIGNS]
    for match in asked[:_MOST_ASKED]:
        if (before := past.had(match.it, it.amount)) is not None:
            return _Change(it, match.it, before, by_name=False)
    best = [match for match in matches if match.whole and match.firm]
    if not best or len({match.it.amount for match in best if match.signs == best[0].signs}) > 1:
        return None
    return _Change(it, best[0].it, None, by_name=False)


def _left(scope: Scope, it: Quoted, said: Sequence[Quoted], figures: Figures, past: Past) -> _Change | None:
    left = left_behind(scope, it, figures, past)
    if left is None or _knows(said, it, left.it):
        return None
    same_figure = _equal(it.amount, left.it.amount) is None
    return _Change(it, left.it, left.before, by_name=False, in_one_unit=same_figure, asked=not left.sure)


def _matched(scope: Scope, it: Quoted, each: Assigned) -> _Match | None:
    """Return how much says that a sentence is about a thing; None where nothing of its name is said."""
    own = [word for word in each.own if not (word in RATES and it.per)]
    told = [word for word in own if scope.says(word)]
    around = (each.around & scope.stems) - known().bounds - _OF_UNITS - {stem(word) for word in each.words}
    bounds = known().bounds & set(map(stem, each.words))
    bounded = bool(bounds and (known().bounded | bounds) & scope.stems)
    in_unit = bool(it.per or (it.amount.sort and it.amount.sort in (each.amount.sort, _SHARE)))
    is_rate = len(each.own) - len(own)
    if own and (own[-1] not in told or len(own) - len(told) > 1):
        return None  # the last word of a name says what it is, those before it which
    if not own and not is_rate and len(around) < (1 if bounded and in_unit else 2):
        return None
    said_of = len(told) + is_rate
    firm = said_of > 1 if in_unit else said_of > 2
    firm = firm or bool(said_of and bounded and in_unit)
    of = said_of + len(around)
    if said_of == 1 and not (in_unit or bounded) and len(scope.stems - STOP_WORDS) > _FEW:
        return None  # one word among many
    return _Match(each, of + bounded + in_unit, len(told) == len(own), of, firm)


def _surely(match: _Match) -> tuple[bool, int]:
    return match.whole, match.of


def _stands_for(said: str, own: str) -> bool:
    short = stem(said)
    either = (len(own) > 2 and said.startswith(own)) or (len(short) > 2 and own.startswith(short))
    return either or bool(senses(said) & senses(own))


def _knows(said: Sequence[Quoted], it: Quoted, place: Assigned) -> bool:
    """Say whether another amount of the text is what the code gives; its unit may be left out there."""
    others = [other for other in said if other is not it]
    with_its_unit = (other.amount.bare * it.unit for other in others if not other.amount.sort)
    return any(_equal(other.amount, place.amount) for other in others) or place.amount.value in with_its_unit


def _equal(said: Amount, there: Amount) -> bool | None:
    """Say whether two amounts are one; None where they are not of one sort."""
    if said.sort == there.sort:
        return said.value == there.value
    if not said.sort:
        return said.bare == there.bare
    if there.sort:
        return None
    if said.sort == _SHARE:
        return there.bare in (said.bare, said.bare / 100)
    return True if there.bare in (said.bare, said.value, said.value / 1000) else None
