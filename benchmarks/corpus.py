"""A made-up store of any size whose words and scopes are as uneven as real ones.

Words follow a Zipf law, with stop words at its head, as in any language; scopes are skewed so that a
few hold most memories. The same seed makes the same store.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Draft, MemoryType, Origin
from memtui.lifecycle import bulk_add
from memtui.store.opening import open_store

SCOPES = 2_000
WORDS = 30_000

_STOP_WORDS = (
    *(
        "the",
        "of",
        "to",
        "and",
        "a",
        "in",
        "is",
        "for",
        "that",
        "it",
        "with",
        "on",
        "be",
        "as",
        "are",
        "this",
    ),
    *("by", "from", "or", "at", "an", "not", "has", "was", "but", "have", "when", "all", "if", "use", "can"),
    *(
        "which",
        "one",
        "will",
        "its",
        "after",
        "we",
        "they",
        "than",
        "then",
        "only",
        "into",
        "about",
        "should",
    ),
)
_CONSONANTS = "bcdfghklmnprstvz"
_VOWELS = "aeiou"
_TYPES = list(MemoryType)
_TYPE_WEIGHTS = [45, 40, 13, 2]
_CATEGORIES = ["decision", "finding", "observation", "preference", "gotcha", "tool_output", "project_status"]


def drafts(count: int, now: Instant, seed: int = 7) -> Iterator[Draft]:
    """Yield `count` drafts of 40 to 400 characters over 2,000 scopes and two years."""
    chance = random.Random(seed)
    words = [*_STOP_WORDS, *_made_up_words(chance, WORDS - len(_STOP_WORDS))]
    zipf = list(accumulate(1 / rank for rank in range(1, len(words) + 1)))
    scopes = [_scope(i) for i in range(SCOPES)]
    skew = list(accumulate(1 / (i + 3) for i in range(SCOPES)))
    type_weights = list(accumulate(_TYPE_WEIGHTS))
    for number in range(count):
        created = now - min(chance.expovariate(1 / 120), 730.0) * DAY - chance.random() * 60
        used = int(chance.paretovariate(1.2)) - 1
        touched = created + (now - created) * chance.random() if used else None
        length = int(40 + 360 * chance.betavariate(1.5, 3))
        text = " ".join(chance.choices(words, cum_weights=zipf, k=length // 5))[: length - 8]
        yield Draft(
            text=f"{text.capitalize()} {number:x}.",
            scope=chance.choices(scopes, cum_weights=skew)[0],
            type=chance.choices(_TYPES, cum_weights=type_weights)[0],
            categories=(chance.choice(_CATEGORIES),),
            importance=round(chance.betavariate(3, 2), 2),
            pinned=chance.random() < 0.002,
            origin=Origin.AGENT,
            created_at=created,
            last_accessed_at=touched,
            access_count=min(used, 200),
            session_count=min(used, 12),
        )


def fill(path: Path, given: Iterable[Draft], now: Instant) -> None:
    """Import drafts into the store at a path, as a person at the command line does."""
    with open_store(path, clock=lambda: now) as store:
        bulk_add.import_drafts(store, given, by=PERSON_AT_CLI)


def _scope(index: int) -> str:
    if index % 40 == 7:
        return f"/user/topic{index}"
    return f"/project/p{index % 200}/area{index // 200}" if index >= 200 else f"/project/p{index}"


def _made_up_words(chance: random.Random, count: int) -> list[str]:
    made: set[str] = set()
    while len(made) < count:
        syllables = chance.choices((1, 2, 3, 4), (1, 5, 4, 1))[0]
        made.add(
            "".join(chance.choice(_CONSONANTS) + chance.choice(_VOWELS) for _ in range(syllables))
            + chance.choice("nrstl")
        )
    return sorted(made)
