"""The effect of the sliders: in words, in counts beside those of today, and the memories that differ."""

import math
from collections.abc import Sequence

from rich.segment import Segment

from memtui.domain.counting import plural
from memtui.domain.days import day
from memtui.domain.headings import row_text
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory
from memtui.domain.text import bar
from memtui.domain.what_if import HORIZONS, Idle, Outlook, Sample
from memtui.secrets.masking import masked_memory
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import fitted, right
from memtui.tui.widgets.links import Link, Sheet
from memtui.tui.widgets.pages import Line, text_lines

LISTED = 12
"""So many memories are named of each sort."""
_WORDS, _FIGURE, _BAR = 30, 12, 24
_READ = 96
"""Cells of a sentence that is read."""
_AS_SET = "This is how it is with the settings as they are. Turn a slider, and here stands what changes."
_NO_CHANGE = "This changes nothing here."
_ENOUGH = 10
"""Uses from which on a share of them says something."""


def page_sheet(
    sample: Sample, today: Outlook, then: Outlook, width: int, look: Look, *, moved: bool
) -> Sheet:
    """Return what the sliders, `moved` or not, change: in words, then in counts beside those of today."""
    sheet = Sheet([[]])
    if silence := tells_nothing(sample):
        first, *others = silence
        sheet.add([Segment(f" {first}", look.strong)])
        for sentence in others:
            sheet.below(Sheet([[], *text_lines(sentence, min(width, _READ), look.text)]))
        return sheet
    for sentence in changes(sample, today, then) or [_NO_CHANGE if moved else _AS_SET]:
        sheet.below(Sheet(list(text_lines(sentence, min(width, _READ), look.text))))
    sheet.below(Sheet([[], *_figure_lines(sample, today, then, width, look), []]))
    for note in notes(sample, today, then):
        sheet.below(Sheet(list(text_lines(note, min(width, _READ), look.dim))))
    return sheet


def tells_nothing(sample: Sample) -> list[str]:
    """Return why no slider can change anything, in whole sentences; nothing where one can."""
    if sample.uses or any(memory.seen_since < math.inf for memory in sample.memories):
        return []
    if not sample.memories:
        return ["Nothing here can fade yet, so no slider changes anything"]
    count = sample.scaled(len(sample.memories))
    return [
        "No slider changes anything here yet",
        f"Only what could have been used fades, and no use was ever reported of the {plural(count)} here "
        "that can fade: their programs do not say what they used. None has faded, and none will.",
        "`memtui init` sets agents up to say what they use. Some weeks after the first use, this page shows "
        "what other settings would change.",
    ]


def changes(sample: Sample, today: Outlook, then: Outlook) -> list[str]:
    """Return in words what the sliders change."""

    def change(before: int, after: int) -> str:
        return (
            f"{abs(sample.scaled(after) - sample.scaled(before)):,} {'more' if after > before else 'fewer'}"
        )

    sentences = []
    if then.faded != today.faded:
        sentences.append(f"{change(today.faded, then.faded)} would have faded by now.")
    if (was := len(today.proposed)) != (is_ := len(then.proposed)):
        sentences.append(f"Review would propose {change(was, is_)} to drop.")
    by_days = [(days, today.faded_in(days), then.faded_in(days)) for days in HORIZONS]
    coming = [(days, change(was, is_)) for days, was, is_ in by_days if was != is_]
    if coming:
        days, by_then = coming[0]
        sentences.append(
            f"By {day(sample.now + days * DAY)} {by_then} would have faded, if nobody uses them."
        )
    if (was := len(today.late)) != (is_ := len(then.late)):
        sentences.append(f"{change(was, is_)} would have been given up and needed after all.")
    return sentences


def _figure_lines(sample: Sample, today: Outlook, then: Outlook, width: int, look: Look) -> list[Line]:
    head = " " + " " * _WORDS + right("today", _FIGURE) + right("then", _FIGURE)
    lines: list[Line] = [[Segment(head, look.dim)]]
    rows = [
        ("faded by now", today.faded, then.faded),
        ("of them Review may propose", len(today.proposed), len(then.proposed)),
    ]
    for days in HORIZONS:
        when = day(sample.now + days * DAY)
        rows.append((f"faded by {when}", today.faded_in(days), then.faded_in(days)))
    most = max(sample.read, 1)
    about = "" if sample.is_whole else "≈"
    for title, before, after in rows:
        figures = [f"{about}{sample.scaled(count):,}" for count in (before, after)]
        lines.append(_figures(title, figures, after / most, width, look, changed=before != after))
    if sample.uses:
        figures = [f"{len(outlook.late):,}" for outlook in (today, then)]
        share = len(then.late) / len(sample.uses) if len(sample.uses) >= _ENOUGH else None
        changed = len(today.late) != len(then.late)
        lines.append(_figures("given up and needed after all", figures, share, width, look, changed=changed))
    return lines


def notes(sample: Sample, today: Outlook, then: Outlook) -> list[str]:
    """Return what a person has to know about the figures, in whole sentences."""
    sentences = []
    if sample.uses:
        part = "" if sample.uses_share >= 1.0 else f", a share of {sample.uses_share:.0%} of all,"
        sentences.append(
            f"Given up and needed after all: of {plural(len(sample.uses), 'recorded use')}{part} so many "
            "came after Review would have proposed to drop the memory. The fewer, the better."
        )
    else:
        sentences.append(
            "No use is recorded with its day yet, so nobody can say what would have been given up and needed "
            "after all."
        )
    if sample.read < sample.of:
        counts = [then.faded, *map(then.faded_in, HORIZONS), len(then.proposed), today.faded]
        off = max(sample.margin(count) for count in counts)
        sentences.append(f"From a sample of {sample.read:,} of {sample.of:,} memories: right within {off:,}.")
    if sample.silent:
        sentences.append(
            f"{sample.scaled(sample.silent):,} come from where no use was ever reported: no slider changes "
            "anything for them."
        )
    return sentences


def memory_sheet(title: str, memories: Sequence[Memory], more: int, width: int, look: Look) -> Sheet:
    """Return memories by their texts below a title, each a link; nothing where there are none."""
    sheet = Sheet()
    if not memories:
        return sheet
    sheet.below(Sheet([[], [Segment(f" {title}", look.strong)]]))
    for memory in memories:
        line = fitted(row_text(masked_memory(memory))[0], max(width - 4, 8))
        sheet.add([Segment(f"   {line}", look.text)], Link(memory=memory.id, says="the memory"))
    if more > 0:
        sheet.add([Segment(f"   and {more:,} more", look.dim)])
    return sheet


def late_sheet(uses: Sequence[tuple[Idle, Memory]], width: int, look: Look) -> Sheet:
    """Return the uses that would have come too late, which today's settings would not have missed."""
    sheet = Sheet()
    if not uses:
        return sheet
    sheet.below(Sheet([[], [Segment(" Given up then, and needed after all", look.strong)]]))
    for use, memory in uses:
        dates = f"{day(use.until)}, after {(use.until - use.touched) / DAY:.0f} days  "
        room = max(width - len(dates) - 4, 8)
        text = fitted(row_text(masked_memory(memory))[0], room)
        line = [Segment(f"   {dates}", look.dim), Segment(text, look.text)]
        sheet.add(line, Link(memory=memory.id, says="the memory"))
    return sheet


def _figures(
    title: str, figures: Sequence[str], share: float | None, width: int, look: Look, *, changed: bool
) -> Line:
    room = max(min(_BAR, width - _WORDS - 2 * _FIGURE - 4), 0)
    full, rest = ("", "") if share is None else bar(share, room)
    return [
        Segment(f" {fitted(title, _WORDS)}", look.text),
        Segment(right(figures[0], _FIGURE), look.dim),
        Segment(right(figures[1], _FIGURE), look.accent_strong if changed else look.text),
        Segment(f"  {full}", look.accent),
        Segment(rest, look.faint),
    ]
