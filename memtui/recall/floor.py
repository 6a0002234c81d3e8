"""Which hits bear enough on a question to be told to an agent: measured against the best of them.

A search fills its limit, and what stands last often shares only a common word with the question. An agent
pays for each line, so what is told ends where the relevance falls below a share of the best. What shares
nothing but a name with the question is not told at all, nor what has hardly anything in common with it: where
a store knows nothing of a matter the best hit is as slight as the others. People who search still see all of
it, and who asks `memtui recall` for it (`--weak`).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.recall.name_alone import NAME_ALONE, NAMELESS

if TYPE_CHECKING:
    from memtui.recall.hits import Hit

SLIGHT = "slight"
"""The part of a hit that has too little in common with the question; see `scoring`."""
_BESIDE = ("newer than", "at odds with")
"""The parts that name another hit, which is not told without this one."""
_LEAST, _LEAST_OF_SESSION = 0.35, 0.4
"""The share of the best hit's relevance that a hit must reach to be told, chosen on four long conversations:
of thirty facts two fewer are told, and one question in three hundred loses an answer. More is asked of what
comes from a session, whose other memories lift it."""


def parted(answers: Sequence[Sequence["Hit"]]) -> tuple[list["Hit"], list["Hit"]]:
    """Return the hits that are told and those that are only weakly related, each once, in their order.

    Each answer is to the same question in another scope. What counts is relevance, words and meaning
    together; from one answer to another the words tell, since each has a best hit of its own.
    """
    most_words = max((_words(hits) for hits in answers), default=0.0)
    told: dict[int, Hit] = {}
    weak: dict[int, Hit] = {}
    for hits in answers:
        best = max((hit.score for hit in hits), default=0.0)
        level = _words(hits) / most_words if most_words else 1.0
        bear = {hit.memory.id for hit in hits if _bears(hit, best, level)}
        for hit in hits:
            comes_along = not bear.isdisjoint(hit.parts.get(part) for part in _BESIDE)
            (told if comes_along or hit.memory.id in bear else weak).setdefault(hit.memory.id, hit)
    return list(told.values()), [hit for number, hit in weak.items() if number not in told]


def _bears(hit: "Hit", best: float, level: float) -> bool:
    if not {NAME_ALONE, NAMELESS, SLIGHT}.isdisjoint(hit.parts):
        return False
    least = _LEAST_OF_SESSION if hit.parts.get("session", 0.0) > 0 else _LEAST
    return hit.score * level >= least * best


def _words(hits: Sequence["Hit"]) -> float:
    return max((hit.parts.get("words", 0.0) for hit in hits), default=0.0)
