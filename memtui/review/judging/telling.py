"""Writes a window down for a model: what several lines share stands once above them, and dates are written
out.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from memtui.capture.dates import day_of
from memtui.domain.counting import plural
from memtui.domain.memory import Memory
from memtui.domain.proposal import Proposal
from memtui.domain.text import one_line
from memtui.review.asking import line_for_model
from memtui.review.judging.windows import LONGEST, Window, file_of, heading_of
from memtui.review.rule import Context

_REASON = 120
"""Characters of a reason: a line in a window with many cards."""


def memories_of(window: Window, now: Context) -> str:
    """Return the memories of a window, numbered from 1, under what several in a row share."""
    numbers = {memory.id: position for position, memory in enumerate(window.lines, 1)}
    return "\n".join(
        line
        for _, group in groupby(window.lines, key=_shared)
        for line in _group(list(group), numbers, window, now)
    )


def cards_of(window: Window) -> str:
    """Return the cards of a window, `c1`, `c2` and so on, by the numbers of their memories."""
    numbers = {memory.id: position for position, memory in enumerate(window.lines, 1)}
    return "\n".join(_card(f"c{i}", card, numbers) for i, card in enumerate(window.cards, 1)) or "none"


def _shared(memory: Memory) -> tuple[str, str, str]:
    return (memory.scope, file_of(memory), heading_of(memory))


def _group(group: Sequence[Memory], numbers: dict[int, int], window: Window, now: Context) -> Iterator[str]:
    first = group[0]
    uses = {_use(memory, now) for memory in group}
    sorts = {_sort(memory) for memory in group}
    above = [first.scope, *(_line(part) for part in (file_of(first), heading_of(first)) if part)]
    above += [next(iter(sorts))] if len(sorts) == 1 else []
    above += [next(iter(uses))] if len(uses) == 1 else []
    yield f"## {' · '.join(above)}"
    for memory in group:
        parts = [str(numbers[memory.id]), f"{day_of(memory.created_at):%Y-%m-%d}"]
        parts += [_sort(memory)] if len(sorts) > 1 else []
        parts += [_use(memory, now)] if len(uses) > 1 else []
        parts += [] if memory.id in window.unread else ["to compare"]
        yield " | ".join([*parts, line_for_model(memory.text, LONGEST)])


def _sort(memory: Memory) -> str:
    pinned = ("pinned",) if memory.pinned else ()
    return ", ".join([str(memory.type), *memory.categories, *pinned])


def _use(memory: Memory, now: Context) -> str:
    if memory.access_count:
        times, sessions = plural(memory.access_count, "time"), plural(memory.session_count, "session")
        return f"used {times} in {sessions}"
    return "never used" if now.usage_known(memory) else "uses not known"


def _line(text: str) -> str:
    return line_for_model(text, _REASON)


def _card(label: str, card: Proposal, numbers: dict[int, int]) -> str:
    about = ", ".join(str(numbers[target.id]) for target in card.targets)
    keeps = f", {numbers[card.change.keep]} stays" if card.change.keep in numbers and card.change.gone else ""
    done = card.change.deed.record.model_word or card.change.deed
    return f"{label} | {done} | {about}{keeps} | {one_line(_line(card.reason), _REASON)}"
