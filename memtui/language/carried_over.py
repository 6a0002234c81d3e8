"""What else a rewording changes: the old value where a line about the same memory still gives it.

`We run Postgres 14` was made `We run Postgres 16`, and the line of an index that points there goes on saying
`we run Postgres 14`. Only what the rewording put in the place of something is put in its place there, too,
and only where that is sure: the old value is gone from the text, and stands in the line beside the same word,
or is told by itself (a name, a day, a time). Where a line gives what is gone in another way, that is said.

Any rewording is carried over so, whoever made it; `renewed` makes one, of a change that a statement tells.
Called by `short_form`, and by formats whose files tell of a memory in a second place.
"""

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from memtui.language.lexicon import STOP_WORDS
from memtui.language.naming_only import asks, gives_any, values_gone

_TOKEN = re.compile(r"\w+(?:[.:,/@'’-]\w+)*|[^\w\s]")
_COMPARED = 400
"""Words on either side that are compared; comparing costs their product."""
_LONGEST = 5
"""Words that are still one value."""
_SAME = 0.5
"""The share of their words that two texts have in common at least; below it all was written anew."""
_TELLING = 4
"""Letters from which on a word tells by itself what is meant; `db` and `14` need the word beside them."""
_SURE = 2
"""What a word beside a value counts if it tells something itself; `at` counts one."""


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """What a line says once a rewording was carried over to it."""

    text: str
    left: bool
    """Whether it still gives a word that the rewording took out, or a question still names such a value."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text, in small letters, and where they stand."""

    text: str
    spans: Sequence[tuple[int, int]]
    words: Sequence[str]

    @classmethod
    def of(cls, text: str) -> "_Words":
        spans = [match.span() for match in islice(_TOKEN.finditer(text), _COMPARED + 1)]
        return cls(text, spans, [text[start:end].casefold() for start, end in spans])

    def at(self, place: int) -> str:
        return self.words[place] if 0 <= place < len(self.words) else ""

    def between(self, start: int, end: int) -> str:
        return self.text[self.spans[start][0] : self.spans[end - 1][1]]

    def places(self, words: Sequence[str]) -> list[int]:
        """Return where these words stand one behind the other."""
        size = len(words)
        return [at for at in range(len(self.words) - size + 1) if self.words[at : at + size] == words]


@dataclass(frozen=True, slots=True)
class _Swap:
    """A value, and what the rewording put in its place."""

    old: Sequence[str]
    new: str
    before: str
    behind: str
    """The words beside it."""
    opens: bool
    """Whether the text begins with it, so that its capital says nothing."""


def carried_over(line: str, before: str, after: str) -> CarriedOver:
    """Return what a line about a memory says once that was reworded from `before` to `after`."""
    said, old, new = _Words.of(line), _Words.of(before), _Words.of(after)
    if max(len(old.words), len(new.words), len(said.words)) > _COMPARED:
        return CarriedOver(line, left=before != after)
    matcher = difflib.SequenceMatcher(None, old.words, new.words, autojunk=False)
    swaps = list(_swaps(old, new, matcher)) if matcher.ratio() >= _SAME else []
    changes: dict[int, tuple[int, str]] = {}
    for swap in swaps:
        if any(swap.old == other.old and swap.new != other.new for other in swaps):
            continue
        for at in _meant(said, swap, new):
            start, end = said.spans[at][0], said.spans[at + len(swap.old) - 1][1]
            changes[start] = end, _written_as(line[start:end], swap)
    text, position = "", 0
    for start, (end, value) in sorted(changes.items()):
        if start >= position:
            text += line[position:start] + value
            position = end
    text += line[position:]
    if asks(text):
        return CarriedOver(text, left=gives_any(text, values_gone(before, after)))
    gone = {word for word in set(old.words) - set(new.words) if _tells(word)}
    return CarriedOver(text, left=not gone.isdisjoint(_Words.of(text).words))


def _swaps(old: _Words, new: _Words, matcher: "difflib.SequenceMatcher[str]") -> Iterator[_Swap]:
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "replace" and max(end - start, new_end - new_start) <= _LONGEST:
            value = new.between(new_start, new_end)
            if any(map(str.isalnum, value)) and any(map(_tells, old.words[start:end])):
                yield _Swap(old.words[start:end], value, old.at(start - 1), old.at(end), opens=start == 0)


def _meant(said: _Words, swap: _Swap, new: _Words) -> list[int]:
    """Return the places of a line at which the old value is the one that was changed."""
    still = bool(new.places(swap.old))
    sure = {at: _surely(said, at, swap, new, still=still) for at in said.places(swap.old)}
    most = max(sure.values(), default=0)
    best = [at for at, each in sure.items() if each == most]
    if not most and not still and any(map(_by_itself, swap.old)):
        return best
    return best if most >= _SURE or (most and len(best) == 1) else []


def _surely(said: _Words, at: int, swap: _Swap, new: _Words, *, still: bool) -> int:
    """Return how much the words beside a value say that it is the one that was changed."""
    front, back = said.at(at - 1), said.at(at + len(swap.old))
    beside = [(front, [front, *swap.old])] if front == swap.before else []
    beside += [(back, [*swap.old, back])] if back == swap.behind else []
    if still and any(new.places(words) for _, words in beside):
        return 0
    return sum(_SURE if word not in STOP_WORDS else 1 for word, _ in beside if _is_word(word))


def _written_as(piece: str, swap: _Swap) -> str:
    """Return the new value as it is written within a line, in the place of a piece of that."""
    within = swap.opens and piece.islower()
    return swap.new[0].lower() + swap.new[1:] if within else swap.new


def _tells(word: str) -> bool:
    return word.isdigit() or (_is_word(word) and word not in STOP_WORDS)


def _is_word(word: str) -> bool:
    return any(map(str.isalnum, word))


def _by_itself(word: str) -> bool:
    """Say whether a word tells what is meant wherever it stands: long, or of figures and more."""
    if word in STOP_WORDS or word.isdigit():
        return False
    return len(word) >= _TELLING
