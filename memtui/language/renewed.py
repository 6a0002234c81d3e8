"""What a memory says once a change that a statement tells has come about: what is so now for what was so.

`The backup moves from Sunday to Saturday` makes `Backups of the shop run on Sunday` say Saturday, in its own
words, and leaves the rest of it alone. It is only done where the memory has what was so, of the same thing
(`one_thing`), and nothing else in it hangs on the old value (`hanging_on`). Else a person is asked, or the
statement stands for itself.

Called by `up_to_date`, which says what becomes of a memory, and by consolidation, which says what a statement
is to one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import islice

from memtui.language import new_value
from memtui.language.confirmed import STAYS
from memtui.language.cutting import Piece
from memtui.language.hanging_on import hangs_on
from memtui.language.left_standing import leaves_another_value
from memtui.language.list_change import Sure, with_list_changed
from memtui.language.memory_clauses import clauses_of, sign_at
from memtui.language.new_value import NewValue
from memtui.language.old_value import Old, old_in
from memtui.language.one_thing import DAY, Sameness, of_one_thing
from memtui.language.side import telling_words
from memtui.language.statement import Kind, read
from memtui.language.told_change import ABOUT, FRAME, Change, changes, is_to_come, parts

_MOST = 60
"""Clauses with the old value at most: a table or a log with more is no statement of what is so, and each is
held against the whole text.
"""


_NEXT = 20
"""Characters between a clause and the one right behind it, at most."""


class Effect(Enum):
    """What a statement is to a memory by the changes that it tells; of several, the last of these counts."""

    NONE = auto()
    """It tells no change."""
    ABSENT = auto()
    """It tells one of what the memory does not have."""
    OPEN = auto()
    """It tells one that has not come about: planned, asked, denied, or only for a while."""
    ELSEWHERE = auto()
    """It tells one of something else that has the same value."""
    OVERTAKEN = auto()
    """The memory is out of date, but cannot say in its own words what is so now."""
    RENEWED = auto()
    UNSURE = auto()
    """It may be one of what the memory says; only a person can tell."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """What a statement is to a memory, and what that says from then on where it can say it itself: of what is
    unsure, once a person says that it is so.
    """

    effect: Effect
    text: str = ""


@lru_cache(maxsize=1024)
def renewal(text: str, statement: str, start: int = 0) -> Renewal:
    """Return what a statement is to a memory by the changes that it tells; headings stand before `start`."""
    listed = with_list_changed(text, statement, start)
    if listed is not None:
        return _with_list(text, statement, *listed)
    every = changes(statement)
    if not every or changes(text[start:]):
        return Renewal(Effect.NONE)
    told = tuple(change for change in every if not change.is_open)
    now, effects = text, [Effect.ABSENT]
    for change in every:
        found = _by_change(now, change, start)
        is_open = change.is_open and found.effect is not Effect.ABSENT
        effects.append(Effect.OPEN if is_open else found.effect)
        now = found.text if found.text and not change.is_open else now
    effect = max(effects, key=lambda each: each.value)
    if now != text and leaves_another_value(now, text, told):
        return Renewal(Effect.UNSURE)
    if effect is Effect.UNSURE and len(every) == 1:
        return Renewal(effect, "" if now == text else _with_its_day(now, statement, every[0]))
    if effect is not Effect.RENEWED:
        return Renewal(effect)
    return Renewal(effect, _with_the_rest(now, text, statement, told))


def _with_list(text: str, statement: str, said: str, sure: Sure) -> Renewal:
    if sure is Sure.TO_COME:
        return Renewal(Effect.UNSURE, _with_what_is_to_come(text, statement))
    return Renewal(Effect.RENEWED if sure is Sure.YES else Effect.UNSURE, said)


def _by_change(text: str, change: Change, start: int) -> Renewal:
    places = [(clause, old) for clause in clauses_of(text, start) if (old := old_in(clause.text, change))]
    most = max((len(old.tokens) for _, old in places), default=0)
    best = [place for place in places if len(place[1].tokens) == most]
    if len(best) > _MOST:
        return Renewal(Effect.ELSEWHERE)
    each = (_in_clause(text, *place, change) for place in best)
    about = list(islice((found for found in each if found.effect is not Effect.ELSEWHERE), 2))
    if len(about) > 1:
        return Renewal(Effect.UNSURE)
    return about[0] if about else Renewal(Effect.ELSEWHERE if places else Effect.ABSENT)


def _in_clause(text: str, clause: Piece, old: Old, change: Change) -> Renewal:
    new = new_value.resolved(change, clause.text, old)
    same = of_one_thing(text, clause, change, old, new)
    if same is Sameness.NO or ABOUT["not_so"].search(clause.text):
        return Renewal(Effect.ELSEWHERE)
    if old.twice or ABOUT["long_ago"].search(change.words) or hangs_on(text, clause, old, change):
        return Renewal(Effect.UNSURE)
    is_asked = change.is_decided or same is Sameness.MAYBE
    if new is None or _is_dated(change, new):
        return Renewal(Effect.UNSURE if is_asked else Effect.OVERTAKEN)
    body = new_value.put_in(clause.text, old, new)
    if body == clause.text:
        return Renewal(Effect.UNSURE if is_asked else Effect.ELSEWHERE)
    said = text[: clause.start] + body + text[clause.start + len(clause.text) :]
    return Renewal(Effect.UNSURE if is_asked else Effect.RENEWED, said)


def _with_what_is_to_come(text: str, statement: str) -> str:
    """Return a memory of one line with a change that is decided, and may not have come about by now."""
    if "\n" in text:
        return ""
    end = "" if sign_at(text) < len(text) else "."
    return f"{text}{end} {statement}"


def _with_its_day(now: str, statement: str, change: Change) -> str:
    """Return a renewed memory with the day from which on what is only decided is so, if one is told."""
    if not is_to_come(change.words):
        return now
    later = (
        statement[start:end].strip(" .!;,") for start, end in parts(statement) if start >= change.clause[1]
    )
    return _going_on(now, [clause for clause in later if ABOUT["from_when"].match(clause)])


def _is_dated(change: Change, new: NewValue) -> bool:
    """Say whether a change tells of a day, which the memory's own words would lose."""
    beside = change.text[change.clause[0] : new.start] + " | " + change.text[new.end : change.clause[1]]
    days = (token for token in read(beside).tokens if token.kind is Kind.DATE)
    return ABOUT["when"].search(beside) is not None or any(DAY.match(day.key) for day in days)


def _with_the_rest(now: str, text: str, statement: str, told: tuple[Change, ...]) -> str:
    """Return a renewed memory with what a statement says besides its changes, and the memory does not.

    What was the matter before, and led to a change, is nothing that the memory goes on with.
    """
    known = telling_words(text) | telling_words(now) | FRAME
    more = [
        clause
        for start, end in parts(statement)
        if not any(start < change.clause[1] and change.clause[0] < end for change in told)
        and not any(_led_to(statement, end, change) for change in told)
        and not STAYS.search(clause := statement[start:end].strip(" .!;,"))
        and not telling_words(clause) <= known
    ]
    return _going_on(now, more)


def _going_on(now: str, more: Sequence[str]) -> str:
    """Return a memory that goes on with these clauses."""
    end = sign_at(now) if more else len(now)
    said = now[:end]
    for clause in more:
        said += (", " if ABOUT["from_when"].match(clause) else "; ") + clause
    return said + now[end:]


def _led_to(statement: str, end: int, change: Change) -> bool:
    """Say whether a clause that ends there is told as the reason for the change right behind it."""
    between = statement[end : change.clause[0]]
    behind = statement[end : change.clause[1]]
    return end <= change.clause[0] and len(between) < _NEXT and ABOUT["follows"].search(behind) is not None
