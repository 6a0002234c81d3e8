"""Texts come from anywhere, so whatever reads one takes as long for a long text as for its pieces."""

import re

import pytest

from tests.depth import THOROUGH
from tests.growth import FLOOR, grows_too_fast
from tests.patterns import PIECES, patterns, pieces_of, uses

PATTERNS = patterns()
BOUNDED = {
    "memtui.capture.context._LAST_WORDS": 400,
    "memtui.capture.grounding._START": 8,
    "memtui.capture.worth.features._WORD": 600,
    "memtui.language.statement._SENTENCE_END": 12,
    "memtui.capture.transcripts.content._TOLD": 2_000,
    "memtui.domain.mentions._BULLET": 80,
    "memtui.domain.mentions._LEAD": 80,
    "memtui.review.leftovers.printed._OUTPUT_LINE": 400,
    "memtui.review.leftovers.printed._ERROR_LINE": 400,
    "memtui.review.leftovers.printed._PATH_LINE": 400,
    "memtui.review.rules.expired._END": 400,
    "memtui.review.rules.promote._HOW_TO": 2_000,
    "memtui.setup.hooks._OURS": 4_000,
    "memtui.secrets.stated._QUALIFIER": 24,
    "memtui.formats.codex.writing._MARKS": 2_000,
    **{place: 400 for place in PATTERNS if place.startswith("memtui.capture.printed_lines.")},
    **{place: 120 for place in PATTERNS if place.startswith("memtui.capture.rules.taking_back.WAYS")},
}
"""Characters of the longest text that a pattern is ever given: its caller looks at no more."""
_LONGEST = 16_000 if THOROUGH else 8_000
_SHORT = 0.05
"""Seconds that nobody notices: what takes less on the longest text of a pattern may grow as it likes."""


def test_every_pattern_of_the_package_is_found() -> None:
    assert len(PATTERNS) > 300
    assert set(BOUNDED) <= set(PATTERNS)


@pytest.mark.few(20)
@pytest.mark.parametrize("place", PATTERNS)
def test_a_long_text_takes_a_pattern_as_long_as_its_pieces(place: str) -> None:
    pattern = PATTERNS[place]
    longest, floor = (BOUNDED[place], _SHORT) if place in BOUNDED else (_LONGEST, FLOOR)
    for use in uses(place):
        for head, piece in sorted({*pieces_of(pattern), *(("", piece) for piece in _pieces(place))}):
            worse = grows_too_fast(
                _as_used(pattern, use), piece, head=head, tail="\0", longest=longest, floor=floor
            )
            assert not worse, f"{use} of {pattern.pattern[:300]} takes {worse} behind {head!r}"


def _pieces(place: str) -> tuple[str, ...]:
    """Return what is repeated besides what a pattern names: a quarter of it in the short run, in turn."""
    return PIECES if THOROUGH else PIECES[list(PATTERNS).index(place) % 4 :: 4]


def _as_used(pattern: re.Pattern[str], use: str):  # type: ignore[no-untyped-def]
    if use == "search":
        return lambda text: [None for _ in pattern.finditer(text)]
    return getattr(pattern, use)
