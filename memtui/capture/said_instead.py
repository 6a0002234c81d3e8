"""What a person says in place of a memory where no stretch of that can surely be given another value.

    stored: Loaves reach the market with Odo's van.
    User:   nobody drives Odo's van any more, thank god. The co-op picks them up at six.
    then:   that, in place of the memory.

Either a part of the turn says that the value of a memory is over, and what stands beside it says what is so.
Or a part gives the same thing another value of its sort, and says that it is otherwise now or is to hold,
though it may have few words of the memory. Called by `overruling`, after what can be put in.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memtui.capture.given_anew import one_of_a_kind, values_of
from memtui.capture.overruled import LONGEST_MEMORY, Overruled, is_of_some, is_over, own_words, parts_apart
from memtui.capture.rules.verbs import is_an_order
from memtui.capture.set_against import ABOUT, Part, ending_parts, parts_of
from memtui.capture.spoken_of import SIGNS
from memtui.capture.turn_words import Word
from memtui.capture.word import states_what_is_to_hold
from memtui.language.told_change import Stretch

_LABEL = re.compile(r"\A[^:]{2,60}:\s+(?=\S)")
_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")


class Said(NamedTuple):
    """A part of a turn that says that something is over, or what is so instead."""

    turn: str
    part: Part
    stretch: Stretch
    """All that is said of it."""
    ends: bool = False
    holds: bool = True
    """It says of itself that it is otherwise now, or is to hold."""


def said_instead(turn: str) -> Iterator[Said]:
    """Yield what a turn says to be over with what is so beside it, and what it says to be otherwise now."""
    every = parts_of(turn)
    for ending in ending_parts(turn):
        beside = _beside(turn, every, every.index(ending))
        if beside is not None:
            yield Said(turn, ending, beside, ends=True)
    for at, part in enumerate(every):
        if part.states and not _is_a_task(turn, part):
            yield Said(turn, part, part.within, holds=_is_to_hold(turn, every, at))


def takes_its_place(memory: str, said: Said) -> Overruled | None:
    """Return that a person's words take the place of a memory; None where they are of another thing."""
    if len(memory) > LONGEST_MEMORY:
        return None
    shared: int | None
    if said.ends:
        shared = is_over(memory, said.turn, said.part)
    elif is_of_some(said.turn[said.part.start : said.part.end], memory):
        shared = None
    else:
        shared = _of_its_sort(memory, said)
    return None if shared is None else Overruled("", shared)


def without_label(text: str, memory: str) -> str:
    """Return a person's words without what they say before a colon, where the memory has none of that:
    `before you start: …`.
    """
    label = _LABEL.match(text)
    if label is None or parts_apart(own_words(memory, (0, 0)), own_words(label[0], (0, 0)))[0]:
        return text
    return text[label.end() :]


def _beside(turn: str, every: Sequence[Part], at: int) -> Stretch | None:
    """Return where the clause that says that something is over stands, with those that say what is so."""
    last = at
    for place in range(at + 1, len(every)):
        if not _goes_along(turn, every[place]):
            break
        last = place
    if last > at:
        return every[at].within[0], every[last].within[1]
    if at and _goes_along(turn, every[at - 1]) and every[at - 1].within[0] < every[at].within[0]:
        return every[at - 1].within[0], every[at].within[1]
    return None


def _goes_along(turn: str, part: Part) -> bool:
    return not (part.is_open or part.agrees or _is_a_task(turn, part))


def _is_a_task(turn: str, part: Part) -> bool:
    return is_an_order(turn[part.start : part.end].strip())


def _is_to_hold(turn: str, every: Sequence[Part], at: int) -> bool:
    """Say whether a part says that it is otherwise now or is to hold, or one right beside it does."""
    part = every[at]
    text = turn[part.start : part.end]
    if states_what_is_to_hold(text) or _is_otherwise_now(text):
        return True
    before = every[at - 1] if at else None
    if before is None or not before.states or re.search(r"[.!?;]", turn[before.start : part.start]):
        return False
    return _is_otherwise_now(turn[before.start : before.end])


def _is_otherwise_now(text: str) -> bool:
    return ABOUT["by_now"].search(text) is not None or any(sign.search(text) for sign in SIGNS["changed"])


def _of_its_sort(memory: str, said: Said) -> int | None:
    """Return how many words both share where a part gives the subject another value of the sort."""
    found = one_of_a_kind(memory, said.turn, said.part)
    if found is not None:
        old, new = found
        known = own_words(memory, (old.start, old.end))
        words = own_words(said.turn, (new.start, new.end), said.part)
        shared, _, more = parts_apart(known, words)
        is_of_a_kind = _is_of_a_kind(said.turn, more, words)
        is_meant = _was_so(said, memory[old.start : old.end]) or (said.holds and not is_of_a_kind)
        return len(shared) if shared and is_meant else None
    if any(_was_so(said, memory[value.start : value.end]) for value in values_of(memory)):
        words = own_words(said.turn, (0, 0), said.part)
        given = any(word.is_figure for word in words)
        return len(parts_apart(own_words(memory, (0, 0)), words)[0]) or None if given else None
    return None if not said.holds else _behind_its_preposition(memory, said)


def _is_of_a_kind(turn: str, more: Sequence[Word], words: Sequence[Word]) -> bool:
    """Say whether a part tells of one of the things that a memory tells of: `retry timeout` of `timeout`."""
    shared = [word for word in words if word not in more]
    pairs = [(one, two) for one in more for two in shared]
    return any(" " in (turn[one.end : two.start], turn[two.end : one.start]) for one, two in pairs)


def _was_so(said: Said, value: str) -> bool:
    """Say whether another part of a turn denies a figure, or says that it was so: `10 was never enough`."""
    figure = _FIGURE.search(value)
    others = [part for part in parts_of(said.turn) if part != said.part and not part.is_open]
    texts = [(said.turn[part.start : part.end], part.denies) for part in others]
    past = [text for text, denies in texts if denies or ABOUT["was"].search(text)]
    return figure is not None and any(figure[0] in _FIGURE.findall(text) for text in past)


def _behind_its_preposition(memory: str, said: Said) -> int | None:
    """Return the words that both share where the same subject has another name behind the same preposition:
    `loaves go to the co-op` of `Loaves are carried to the market`.
    """
    known = own_words(memory, (0, 0))
    label = _LABEL.match(said.turn[said.part.start : said.part.end])
    start = said.part.start + (label.end() if label else 0)
    words = [w for w in own_words(said.turn, (0, 0)) if start <= w.start < said.part.end]
    shared, left, more = parts_apart(known, words)
    mine, theirs = _led(memory, left), _led(said.turn, more)
    if not shared or words[0] in more or len(mine) != 1 or len(theirs) != 1 or mine.keys() != theirs.keys():
        return None
    is_of_it = shared[0] is known[0] or _is_named_beside(said, next(iter(mine.values())))
    return len(shared) if is_of_it else None


def _is_named_beside(said: Said, value: Word) -> bool:
    """Say whether the rest of a turn names a value: `webpack is just a leftover`."""
    return any(word.key == value.key for word in own_words(said.turn, (said.part.start, said.part.end)))


def _led(text: str, words: Sequence[Word]) -> dict[str, Word]:
    """Return the names that a preposition leads up to, by that."""
    led = ((ABOUT["before_value"].search(text[: word.start]), word) for word in words)
    return {found[0].split()[0].lower(): word for found, word in led if found is not None}
