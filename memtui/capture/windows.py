"""Cuts a long text into windows that an extractor reads one at a time.

The pipeline calls it on sanitised text. A conversation is cut between turns, other text between paragraphs,
and where one paragraph is too long, between its sentences. Neighbours overlap, so that no fact is lost to a
cut and a window's first "it" has its noun.
"""

import re
from collections.abc import Iterator

from memtui.capture.facts import Window
from memtui.capture.sentences import sentences
from memtui.domain import roles
from memtui.domain.tokens import tokens as tokens

FILLED = 2_800
"""Tokens to fill a window with, however many turns that takes."""

_TURN = re.compile(
    rf"^(?:\*\*)?(?:{roles.PERSON}|{roles.AGENT})\b(?:\*\*)?[ \t]*[:：]", re.IGNORECASE | re.MULTILINE
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n+")


def windows(
    text: str, *, window_tokens: int = 4000, turns: int = 15, overlap_tokens: int = 150
) -> Iterator[Window]:
    """Yield windows of at most `window_tokens`; of a conversation also at most `turns` turns, unless
    those are
    short: a window is filled to `FILLED` tokens, since each is read apart from the others.

    Together they cover `text`. Each begins with up to `overlap_tokens` of the one before, cut where a
    part begins; in a conversation with a fifth of its turns at most.
    """
    if not text.strip():
        return
    starts = [match.start() for match in _TURN.finditer(text)]
    talk = len(starts) > 1
    limit = max(window_tokens, 20)
    parts = list(_parts(text, starts if talk else _paragraphs(text), limit))
    sizes = [tokens(text[start:end]) for start, end in parts]
    # A turn that had to be cut is still one turn.
    turn_starts = set(starts)
    begins = [not talk or start in turn_starts for start, _ in parts]
    most = max(turns, 1) if talk else len(parts)
    repeated = max(min(most // 5 or 1, most - 2), 0) if talk else len(parts)
    overlap = min(overlap_tokens, limit // 4)
    index = first = 0
    while first < len(parts):
        last, size, held = first, 0, 1 - begins[first]
        while last < len(parts) and (
            last == first
            or (
                size + sizes[last] <= limit
                and (held + begins[last] <= most or size + sizes[last] <= min(FILLED, limit))
            )
        ):
            size += sizes[last]
            held += begins[last]
            last += 1
        yield Window(index, text[parts[first][0] : parts[last - 1][1]], parts[first][0], parts[last - 1][1])
        index += 1
        if last == len(parts):
            return
        following, again, held = last, 0, 0
        while following - 1 > first and again + sizes[following - 1] <= overlap and held < repeated:
            following -= 1
            again += sizes[following]
            held += begins[following]
        # Only as much is repeated as leaves room for something new.
        while following < last and again + sizes[last] > limit:
            again -= sizes[following]
            following += 1
        first = following


def _paragraphs(text: str) -> list[int]:
    return [0, *(match.end() for match in _PARAGRAPH.finditer(text) if match.end() < len(text))]


def _parts(text: str, starts: list[int], limit: int) -> Iterator[tuple[int, int]]:
    """Yield spans that begin at `starts`; a longer one is cut between sentences, or within one too long."""
    if starts[0] > 0:
        starts = [0, *starts]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        if tokens(text[start:end]) <= limit:
            yield start, end
            continue
        position = start
        for boundary in [*(start + s.start for s in sentences(text[start:end])), end]:
            if boundary <= position:
                continue
            if tokens(text[position:boundary]) <= limit:
                yield position, boundary
            else:
                step = max(limit, 1)  # a character is at most one token
                for cut in range(position, boundary, step):
                    yield cut, min(cut + step, boundary)
            position = boundary
