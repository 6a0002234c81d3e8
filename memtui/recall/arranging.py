"""The order of what was found: the newer of two statements about one thing first, copies further down.

Called by `search` with the hits in order of relevance. Only the top is looked at, pair by pair.
"""

from collections.abc import Callable, Sequence

from memtui.domain.dating import is_undated, said_at
from memtui.domain.days import day_of
from memtui.domain.instant import SAME_TIME
from memtui.domain.memory import MemoryType
from memtui.domain.scope import in_line
from memtui.domain.text import normalised
from memtui.language.lexicon import CHANGES
from memtui.recall.scoring import Candidate, session_of

_TOP = 20
"""Answers that are put in order among each other: what stands below is seldom told."""
_AS_RELEVANT, _AS_WORDED = 0.5, 0.2
"""The share of the older one's relevance, and of its words of the question, that the newer must reach."""
_ALIKE, _ALIKE_IN_WORDS = 0.5, 0.55
"""So alike the two have to be: by their vectors, where there are any, and by their words, unless they are at
odds. Lower, and of two things that one person did the later would often lead."""
_ALIKE_AS_ASKED, _SAME_ANSWER, _NEARLY_AS_RELEVANT = 0.2, 0.4, 0.4
"""So alike in their words, and so much of what the older one has of the question the newer has too, where the
two need not be alike otherwise: what answers the same part of a question and is later comes first. Chosen on
questions to four made-up homes, see docs/benchmarks.md. Among facts from long conversations it would put the
later of two events first: one answer in ten would no longer be among the first three."""
_SOME_WORDS = 0.15
"""Below this share of common words two memories are not compared at all."""
_COPY = 0.8
"""From this share of common words on the less relevant one counts as a copy."""
_COPIES = 3
"""How many times the wanted number of hits is searched for copies."""
_PER_COPY = 0.5
"""What each copy above a hit takes off its score."""
_LONGEST = 1_000
"""Characters; a longer memory is no single statement that another could replace."""

Alike = Callable[[int, int], float | None]
"""The cosine of two memories by their ids, or None."""


def looked_at(limit: int) -> int:
    """Return how many hits are looked at for the first `limit` of them; those after them change nothing."""
    return max(_TOP, _COPIES * limit)


def newer_first(
    hits: Sequence[Candidate], limit: int, alike: Alike, replaced: Sequence[tuple[int, int]]
) -> tuple[list[Candidate], dict[int, int]]:
    """Move each hit that says something newer about the same thing in front of the older one.

    Only among those that are shown, of which no more than `_TOP` are looked at: what is further down would
    push out what was asked for. One that a link says was replaced by another brings it up from anywhere.
    `replaced` holds (newer, older) as links have it. Nothing else moves. Returns the hits in their new
    order, and for each one that moved the id of the older.
    """
    linked = set(replaced)
    arranged: list[Candidate] = []
    leads: dict[int, int] = {}
    visible = min(limit, _TOP)
    for rank, newer in enumerate(hits[:_TOP]):
        place = len(arranged)
        for position, older in enumerate(arranged):
            ids = (newer.memory.id, older.memory.id)
            if ids in linked or (
                rank < visible
                and _is_newer(newer, older)
                and _comparable(newer, older)
                and (_same_thing(newer, older, alike) or _same_answer(newer, older))
            ):
                place = position
                leads[newer.memory.id] = older.memory.id
                break
        arranged.insert(place, newer)
    return [*arranged, *hits[_TOP:]], leads


def _is_newer(one: Candidate, other: Candidate) -> bool:
    """Say whether the first was said on a later day, or at the same time and it alone tells of a change.

    Of many memories no more than the day is known: of two of one day neither is called the newer. Nor is what
    may be older than its file.
    """
    first, second = said_at(one.memory), said_at(other.memory)
    if abs(first - second) < SAME_TIME:
        return bool(CHANGES.search(one.memory.text)) and not CHANGES.search(other.memory.text)
    return first > second and day_of(first) != day_of(second) and not is_undated(one.memory)


def _comparable(newer: Candidate, older: Candidate) -> bool:
    """Say whether the newer may stand for the older at all: no worse in time, one statement each, no copy.

    One scope has to lie in the other: two projects may each have a port of their own.
    """
    if newer.when < older.when or not in_line(newer.memory.scope, older.memory.scope):
        return False
    old, new = older.memory.text, newer.memory.text
    return max(len(old), len(new)) <= _LONGEST and normalised(old) != normalised(new)


def _same_thing(newer: Candidate, older: Candidate, alike: Alike) -> bool:
    """Say whether both answer the question and each other: one subject, mostly the same words, or at odds."""
    if newer.relevance < _AS_RELEVANT * older.relevance or newer.bm25 < _AS_WORDED * older.bm25:
        return False
    if _overlap(newer.content, older.content) < _SOME_WORDS:
        return False
    cosine = alike(newer.memory.id, older.memory.id)
    if cosine is not None and cosine < _ALIKE:
        return False
    from memtui.language.contradiction import contradicts  # ten milliseconds, which a hook seldom needs
    from memtui.language.difference import compare

    old, new = older.memory.text, newer.memory.text
    return compare(old, new).shared >= _ALIKE_IN_WORDS or contradicts(old, new) is not None


def _same_answer(newer: Candidate, older: Candidate) -> bool:
    """Say whether both answer the same part of the question, in words of their own.

    What happened, and what was learned from a talk, is not overtaken by what came after it.
    """
    if any(each.memory.type is MemoryType.EPISODIC or session_of(each.memory) for each in (newer, older)):
        return False
    whole = sum(older.asked.values())
    both = sum(weight for stem, weight in older.asked.items() if stem in newer.asked)
    if not whole or both < _SAME_ANSWER * whole or newer.relevance < _NEARLY_AS_RELEVANT * older.relevance:
        return False
    from memtui.language.difference import compare  # ten milliseconds, which a hook seldom needs

    return compare(older.memory.text, newer.memory.text).shared >= _ALIKE_AS_ASKED


def copies_last(hits: Sequence[Candidate], limit: int) -> tuple[list[Candidate], dict[int, float]]:
    """Let each near-copy of a hit above it count less, so that five of them don't take five places.

    Looks at `_COPIES` times `limit`. Returns the hits in their new order, and what each copy lost.
    """
    top = hits[: _COPIES * limit]
    contents = [frozenset(candidate.content) for candidate in top]
    lost: dict[int, float] = {}
    values: list[float] = []
    for place, candidate in enumerate(top):
        above = sum(_overlap(contents[place], contents[other]) >= _COPY for other in range(place))
        # A hit that was moved up stands by what it stands in front of.
        order = max(later.order for later in top[place:])
        values.append(order - _PER_COPY * above)
        if above:
            lost[candidate.memory.id] = _PER_COPY * above
    places = sorted(range(len(top)), key=lambda place: (-values[place], place))
    return [*(top[place] for place in places), *hits[_COPIES * limit :]], lost


def _overlap(one: Sequence[str] | frozenset[str], other: Sequence[str] | frozenset[str]) -> float:
    """Return the share of two memories' words that both have."""
    first, second = frozenset(one), frozenset(other)
    union = len(first | second)
    return len(first & second) / union if union else 1.0
