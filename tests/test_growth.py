"""Texts come from anywhere, so whatever reads one takes as long for a long text as for its pieces."""

import re
from functools import cache

import pytest

from tests.depth import THOROUGH
from tests.growth import FLOOR, grows_too_fast
from tests.patterns import PIECES, patterns, pieces_of, uses

BOUNDED = {
    "memtui.capture.context._LAST_WORDS": 400,
    "memtui.capture.grounding._START": 8,
    "memtui.capture.thread._ADDRESS": 160,
    "memtui.capture.thread._BEHIND_BAR": 160,
    "memtui.capture.worth.features._WORD": 600,
    "memtui.language.in_store._NAMING": 80,
    "memtui.language.statement._SENTENCE_END": 12,
    "memtui.capture.transcripts.content._TOLD": 2_000,
    "memtui.domain.mentions._BULLET": 80,
    "memtui.domain.mentions._LEAD": 80,
    "memtui.review.leftovers.printed._OUTPUT_LINE": 400,
    "memtui.review.leftovers.printed._ERROR_LINE": 400,
    "memtui.review.leftovers.printed._PATH_LINE": 400,
    "memtui.review.rules.dated_status._HEADS": 60,
    "memtui.review.rules.dated_status._BEHIND": 60,
    "memtui.review.rules.dated_status._GOING": 600,
    "memtui.review.rules.expired._END": 400,
    "memtui.review.rules.promote._HOW_TO": 2_000,
    "memtui.setup.hooks._OURS": 4_000,
    "memtui.secrets.stated._QUALIFIER": 24,
    "memtui.formats.codex.writing._MARKS": 2_000,
}
"""Characters of the longest text that a pattern is ever given: its caller looks at no more."""
BOUNDED_ALIKE = {
    "memtui.capture.printed_lines.": 400,
    "memtui.capture.rules.taking_back.WAYS": 120,
    "memtui.capture.thread.PHRASES[inline]": 160,
    "memtui.capture.thread.PHRASES[alone]": 160,
}
"""The same of all patterns whose names begin so."""
_LONGEST = 8_000
_SHORT = 0.05
"""Seconds that nobody notices: what takes less on the longest text of a pattern may grow as it likes."""


PARTS = 36
"""The patterns are looked at in so many parts, a test each: one is enough for a quick run."""


def test_every_pattern_of_the_package_is_found() -> None:
    assert len(_patterns()) > 300
    assert set(BOUNDED) <= set(_patterns())
    assert all(any(place.startswith(begins) for place in _patterns()) for begins in BOUNDED_ALIKE)


@pytest.mark.few(1)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_long_text_takes_a_pattern_as_long_as_its_pieces(part: int) -> None:
    for place, pattern in list(_patterns().items())[part::PARTS]:
        bound = _bound(place)
        longest, floor = (_LONGEST, FLOOR) if bound is None else (bound, _SHORT)
        for use in uses(place):
            for head, piece in sorted({*pieces_of(pattern), *(("", piece) for piece in _pieces(place))}):
                worse = grows_too_fast(
                    _as_used(pattern, use), piece, head=head, tail="\0", longest=longest, floor=floor
                )
                assert not worse, f"{place}: {use} of {pattern.pattern[:300]} takes {worse} behind {head!r}"


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return patterns()


def _bound(place: str) -> int | None:
    """Return how many characters of a text a pattern is given at most; None where nothing limits them."""
    alike = (most for begins, most in BOUNDED_ALIKE.items() if place.startswith(begins))
    return BOUNDED.get(place, next(alike, None))


def _pieces(place: str) -> tuple[str, ...]:
    """Return what is repeated besides what a pattern names: a quarter of it in the short run, in turn."""
    return PIECES if THOROUGH else PIECES[list(_patterns()).index(place) % 4 :: 4]


def _as_used(pattern: re.Pattern[str], use: str):  # type: ignore[no-untyped-def]
    if use == "search":
        return lambda text: [None for _ in pattern.finditer(text)]
    return getattr(pattern, use)
