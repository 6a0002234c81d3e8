"""Writes a window down for a model: what several lines or cards share stands once above them, and dates are
written out.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from memtui.capture.dates import day_of
from memtui.domain.counting import plural
from memtui.domain.memory import Memory
from memtui.domain.proposal import Proposal
from memtui.domain.text import one_line
from memtui.language.side import label_end
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
        for _, group in groupby(window.lines, key=_place)
        for line in _group(list(group), numbers, window, now)
    )


def cards_of(window: Window) -> str:
    """Return the cards of a window, `c1`, `c2` and so on, by the numbers of their memories."""
    numbers = {memory.id: position for position, memory in enumerate(window.lines, 1)}
    alike: dict[str, list[str]] = {}
    for i, card in enumerate(window.cards, 1):
        alike.setdefault(_suggestion(card), []).append(f"c{i} ({_about(card, numbers)})")
    return "\n".join(f"{suggestion}: {', '.join(cards)}" for suggestion, cards in alike.items()) or "none"


def _place(memory: Memory) -> tuple[str, str]:
    return (memory.scope, file_of(memory))


def _group(group: Sequence[Memory], numbers: dict[int, int], window: Window, now: Context) -> Iterator[str]:
    facts = {memory.id: _facts(memory, now) for memory in group}
    shared = [len(set(column)) == 1 for column in zip(*facts.values(), strict=True)]
    first = group[0]
    above = [first.scope, *([_line(file_of(first))] if file_of(first) else [])]
    above += [fact for fact, same in zip(facts[first.id], shared, strict=True) if same]
    yield f"## {' · '.join(above)}"
    before = ""
    for label, lines in _by_label(group):
        if label != before:
            yield f"# {label}".rstrip()
        before = label
        for memory, text in lines:
            parts = [str(numbers[memory.id])]
            parts += [fact for fact, same in zip(facts[memory.id], shared, strict=True) if not same]
            parts += [] if memory.id in window.unread else ["to compare"]
            parts += ["goes already"] if memory.id in window.going else []
            yield " | ".join([*parts, text])


def _facts(memory: Memory, now: Context) -> tuple[str, str, str]:
    """Return what is told of a memory besides its text: the day, what it is, its use."""
    return (f"{day_of(memory.created_at):%Y-%m-%d}", _sort(memory), _use(memory, now))


def _by_label(group: Sequence[Memory]) -> Iterator[tuple[str, list[tuple[Memory, str]]]]:
    """Yield what memories in a row stand under, and their texts without that: a heading, and a label that
    several of them begin with. It is empty where there is neither.
    """
    headings = [heading_of(memory) for memory in group]
    texts = [
        line_for_model(memory.text, LONGEST).removeprefix(f"{heading}: ")
        for memory, heading in zip(group, headings, strict=True)
    ]
    above = [(heading, text[: label_end(text)]) for heading, text in zip(headings, texts, strict=True)]
    labelled = zip(above, group, texts, strict=True)
    for (heading, label), run in groupby(labelled, key=lambda each: each[0]):
        lines = [(memory, text) for _, memory, text in run]
        start = len(label) if len(lines) > 1 else 0
        parts = [_line(heading), label[:start].strip()]
        yield " › ".join(part for part in parts if part), [(memory, text[start:]) for memory, text in lines]


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


def _suggestion(card: Proposal) -> str:
    """Return what a yes does, and why: of a reason that goes on about the text, the part before that."""
    done = card.change.deed.record.model_word or card.change.deed
    reason = one_line(_line(card.reason), _REASON)
    return f"{done} | {reason.partition(': “')[0] if len(card.targets) == 1 else reason}"


def _about(card: Proposal, numbers: dict[int, int]) -> str:
    targets = ", ".join(str(numbers[target.id]) for target in card.targets)
    keep = card.change.keep
    return f"{targets}; {numbers[keep]} stays" if keep in numbers and card.change.gone else targets
