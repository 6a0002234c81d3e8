"""The effect of the sliders: counts beside those of today, and the memories that make the difference."""

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
from memtui.tui.widgets.pages import Line, text_lines

LISTED = 5
"""So many memories are named of each sort."""
_WORDS, _FIGURE, _BAR = 30, 12, 24
_ENOUGH = 10
"""Uses from which on a share of them says something."""


def figure_lines(sample: Sample, today: Outlook, then: Outlook, width: int, look: Look) -> list[Line]:
    """Return the counts, today's beside those of the sliders."""
    head = " " + " " * _WORDS + right("today", _FIGURE) + right("then", _FIGURE)
    lines: list[Line] = [[], [Segment(head, look.dim)]]
    rows = [("faded already", today.faded, then.faded)]
    rows += [(f"fade within {days} days", today.fades[days], then.fades[days]) for days in HORIZONS]
    rows.insert(1, ("of them Review may propose", len(today.proposed), len(then.proposed)))
    most = max(sample.read, 1)
    about = "" if sample.is_whole else "≈"
    for title, before, after in rows:
        figures = [f"{about}{sample.scaled(count):,}" for count in (before, after)]
        lines.append(_figures(title, figures, after / most, width, look, changed=before != after))
    if sample.uses:
        figures = [f"{len(outlook.late):,}" for outlook in (today, then)]
        share = len(then.late) / len(sample.uses) if len(sample.uses) >= _ENOUGH else None
        title = f"of {plural(len(sample.uses), 'use')}, too late"
        lines.append(_figures(title, figures, share, width, look, changed=len(today.late) != len(then.late)))
    lines.append([])
    for note in notes(sample, today, then):
        lines += text_lines(note, width, look.dim)
    return lines


def notes(sample: Sample, today: Outlook, then: Outlook) -> list[str]:
    """Return what a person has to know about the figures, in whole sentences."""
    sentences = []
    if sample.uses:
        part = "" if sample.uses_share >= 1.0 else f" (a share of {sample.uses_share:.0%} of all)"
        sentences.append(
            "Too late is a use of a memory that review had proposed to drop before; "
            f"tried on {plural(len(sample.uses), 'recorded use')}{part}."
        )
    else:
        sentences.append(
            "No use is recorded with its day yet, an import brings only counts: what would have been missed "
            "shows later."
        )
    more = [days for days in HORIZONS if then.fades[days] > today.fades[days]]
    if more and then.faded < today.faded:
        sentences.append(
            f"More fade within {more[0]} days because fewer have faded already: these are not counted twice."
        )
    if sample.read < sample.of:
        counts = [then.faded, *then.fades.values(), len(then.proposed), today.faded]
        off = max(sample.margin(count) for count in counts)
        sentences.append(f"From a sample of {sample.read:,} of {sample.of:,} memories: right within {off:,}.")
    if sample.silent:
        sentences.append(
            f"{sample.scaled(sample.silent):,} come from where no use was ever reported: "
            "disuse alone proposes none of them."
        )
    return sentences


def memory_lines(title: str, memories: Sequence[Memory], more: int, width: int, look: Look) -> list[Line]:
    """Return memories by their texts below a title; nothing where there are none."""
    if not memories:
        return []
    lines: list[Line] = [[], [Segment(f" {title}", look.strong)]]
    for memory in memories:
        line = fitted(row_text(masked_memory(memory))[0], max(width - 4, 8))
        lines.append([Segment(f"   {line}", look.text)])
    if more > 0:
        lines.append([Segment(f"   and {more:,} more", look.dim)])
    return lines


def late_lines(uses: Sequence[tuple[Idle, Memory]], width: int, look: Look) -> list[Line]:
    """Return the uses that would have come too late, which today's settings would not have missed."""
    if not uses:
        return []
    lines: list[Line] = [[], [Segment(" Used after it would have been proposed", look.strong)]]
    for use, memory in uses:
        dates = f"{day(use.until)}, after {(use.until - use.touched) / DAY:.0f} days  "
        room = max(width - len(dates) - 4, 8)
        lines.append(
            [
                Segment(f"   {dates}", look.dim),
                Segment(fitted(row_text(masked_memory(memory))[0], room), look.text),
            ]
        )
    return lines


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
