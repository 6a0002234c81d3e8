"""What differs between two wordings of a statement, as stretches of each: what a card marks.

For a person who reads both, not for a decision: a stretch too much is no harm, one too few is. So where the
wordings share too little to be compared word by word, all between their common beginning and end is marked.
"""

import difflib
import re
from collections.abc import Sequence

from memtui.domain.proposal import Spans

_WORD = re.compile(r"\S+")
_FEWEST_VALUES = 3
"""Two may share their words by chance; three are a series."""
_LONGEST_VALUE = 24
"""Characters of what one statement of a series says of its own."""
_EDGES = ".,;:!?()\"'"
_COMPARED = 600
"""Words on either side that are compared one by one; comparing costs their product."""


def reworded(before: str, after: str) -> tuple[Spans, Spans]:
    """Return what goes from `before` and what comes in `after`."""
    old, new = list(_WORD.finditer(before)), list(_WORD.finditer(after))
    first = _shared([word[0] for word in old], [word[0] for word in new])
    old, new = old[first:], new[first:]
    last = _shared([word[0] for word in reversed(old)], [word[0] for word in reversed(new)])
    old, new = old[: len(old) - last], new[: len(new) - last]
    if max(len(old), len(new)) > _COMPARED:
        return _stretch(old), _stretch(new)
    goes: Spans = ()
    comes: Spans = ()
    matcher = difflib.SequenceMatcher(None, [word[0] for word in old], [word[0] for word in new])
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag != "equal":
            goes += _stretch(old[old_start:old_end])
            comes += _stretch(new[new_start:new_end])
    return goes, comes


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


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many words two wordings begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _stretch(words: Sequence[re.Match[str]]) -> Spans:
    return ((words[0].start(), words[-1].end()),) if words else ()
