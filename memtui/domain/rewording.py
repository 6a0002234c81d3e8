"""What differs between two wordings of a statement, as stretches of each: what a card marks.

For a person who reads both, not for a decision: a stretch too much is no harm, one too few is. So where the
wordings share too little to be compared word by word, all between their common beginning and end is marked.
"""

import difflib
import re
from collections.abc import Sequence
from itertools import islice

from memtui.domain.proposal import Spans

_WORD = re.compile(r"\S+")
_NO_PAIR = 0.8
"""Where more than this of both texts differs, they are no wordings of one statement."""
_FEWEST_VALUES = 3
"""Two may share their words by chance; three are a series."""
_LONGEST_VALUE = 24
"""Characters of what one statement of a series says of its own."""
_EDGES = ".,;:!?()\"'"
_COMPARED = 600
"""Words on either side that are compared one by one; comparing costs their product."""


def reworded(before: str, after: str) -> tuple[Spans, Spans]:
    """Return what goes from `before` and what comes in `after`."""
    first = _shared(before, after)
    rest = before[first[0] :], after[first[1] :]
    last = _shared(rest[0][::-1], rest[1][::-1])
    ends = len(before) - last[0], len(after) - last[1]
    old = list(islice(_WORD.finditer(before, first[0], ends[0]), _COMPARED + 1))
    new = list(islice(_WORD.finditer(after, first[1], ends[1]), _COMPARED + 1))
    if max(len(old), len(new)) > _COMPARED:
        return _all_of(before[: ends[0]], old), _all_of(after[: ends[1]], new)
    goes: Spans = ()
    comes: Spans = ()
    matcher = difflib.SequenceMatcher(None, [word[0] for word in old], [word[0] for word in new])
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag != "equal":
            goes += _stretch(old[old_start:old_end])
            comes += _stretch(new[new_start:new_end])
    return goes, comes


def reworded_in_part(before: str, after: str) -> tuple[Spans, Spans]:
    """Return the same; nothing where the two share next to nothing, as everything would be marked."""
    goes, comes = reworded(before, after)
    if _share(before, goes) > _NO_PAIR and _share(after, comes) > _NO_PAIR:
        return (), ()
    return goes, comes


def _share(text: str, spans: Spans) -> float:
    return sum(end - start for start, end in spans) / max(len(text), 1)


def series_values(texts: Sequence[str]) -> list[str]:
    """Return the part in which each of several alike statements differs: `242` of `242 tests pass`.

    Empty for fewer than three, if they do not share most of their words, or if a part is longer than a
    value.
    """
    if len(texts) < _FEWEST_VALUES:
        return []
    wordings = [[word.strip(_EDGES) for word in text.split()] for text in texts]
    common = set(wordings[0]).intersection(*wordings[1:])
    own = [" ".join(word for word in wording if word not in common) for wording in wordings]
    apart = [len(wording) - sum(word in common for word in wording) for wording in wordings]
    if any(not value or len(value) > _LONGEST_VALUE for value in own):
        return []
    return own if all(2 * few <= len(wording) for few, wording in zip(apart, wordings, strict=True)) else []


def _shared(one: str, other: str) -> tuple[int, int]:
    """Return how many characters of each of two wordings are the words with which both begin.

    What is the same to the character is found at once; white space that differs is passed over from there.
    """
    before = one[: _same(one, other)].rsplit(None, 1)
    at = len(before[0]) if len(before) > 1 else 0
    ends = at, at
    for word, its in zip(_WORD.finditer(one, at), _WORD.finditer(other, at), strict=False):
        if word[0] != its[0]:
            break
        ends = word.end(), its.end()
    return ends


def _same(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    same, differing = 0, min(len(one), len(other)) + 1
    while differing - same > 1:
        middle = (same + differing) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            differing = middle
    return same


def _all_of(text: str, words: Sequence[re.Match[str]]) -> Spans:
    """Return the stretch from the first of some words to the end of a text."""
    return ((words[0].start(), len(text.rstrip())),) if words else ()


def _stretch(words: Sequence[re.Match[str]]) -> Spans:
    return ((words[0].start(), words[-1].end()),) if words else ()
