"""The texts of review cards: what differs is marked, and what is secret is hidden.

Places in a text are characters of the stored text; what is shown has its control characters made visible.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import itemgetter

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from memtui import secrets
from memtui.domain.counting import plural
from memtui.domain.memory import Memory
from memtui.domain.proposal import Spans
from memtui.domain.text import printable_lines
from memtui.tui.widgets.line_list import at_most, within
from memtui.tui.widgets.pages import Line
from memtui.tui.widgets.wrapping import wrapped

_NOTES_APART = 5
"""Lines from which on there is room for a note above what is shown of a text, and one below."""
_KNOWN_PART = 4
"""How many characters of a long secret are shown, so that a person can recognise it."""


def hidden(text: str, spans: Spans) -> tuple[str, Spans]:
    """Return `text` with its secrets hidden but for their beginning, and where those are now.

    They are the marked parts, and what looks like a secret, should the marks be of an older text.
    """
    known_ones = sorted({*spans, *((secret.start, secret.end) for secret in secrets.find_secrets(text))})
    pieces: list[str] = []
    masks: list[tuple[int, int]] = []
    length = at = 0
    for start, end in known_ones:
        start, end = max(start, at), min(end, len(text))
        if end <= start:
            continue
        known = text[start : start + _KNOWN_PART] if end - start >= 4 * _KNOWN_PART else ""
        mask = known + "•" * 8
        pieces += [text[at:start], mask]
        length += start - at
        masks.append((length, length + len(mask)))
        length += len(mask)
        at = end
    return "".join([*pieces, text[at:]]), tuple(masks)


def masked(text: str, spans: Spans) -> str:
    """Return `text` with its secrets hidden."""
    return hidden(text, spans)[0]


def marked_lines(text: str, spans: Spans, width: int, plain: Style, marked: Style) -> list[Line]:
    """Return `text` as wrapped lines in which the marked parts have a style of their own."""
    safe, where = _safe(text, spans)
    lines: list[Line] = []
    at = 0
    for line in wrapped(safe, width):
        start = max(safe.find(line, at), at)
        at = start + len(line)
        lines.append(list(_styled(line, start, where, plain, marked)))
    return lines


def with_its_mark(lines: Sequence[Line], width: int, plain: Style, marked: Style) -> Line:
    """Return of several lines the first with a marked part, else the first, cut by dots to `width` cells."""
    at = next((at for at, line in enumerate(lines) if any(part.style == marked for part in line)), 0)
    line = [*([Segment("…", plain)] if at else []), *lines[at], Segment("…", plain)]
    return line if sum(cell_len(part.text) for part in line) <= width else within(line, width)


def excerpt(
    lines: Sequence[Line], start: int, most: int, beyond: int, how_to_see: Segment, width: int
) -> list[Line]:
    """Return at most `most` lines from `start` on; notes above and below say how many are left out.

    Where there is little room, the one below says both. `beyond` lines follow that are not among `lines`.
    """
    in_one = most < _NOTES_APART
    kept = most - 1 - (start > 0 and not in_one)
    more = len(lines) - start - kept + beyond
    if more == 1 and not beyond and not (start and in_one):  # the note would take the place of that one line
        kept, more = kept + 1, 0
    above = [f"{plural(start, 'line')} above"] if start else []
    below = [f"{plural(more, 'more line')}{how_to_see.text}"] if more > 0 else []
    first, last = ([], [", ".join([*above, *below])]) if in_one else (above, below)
    shown = lines[start : start + kept]
    return [*_notes(first, how_to_see.style, width), *shown, *_notes(last, how_to_see.style, width)]


def _notes(told: Sequence[str], style: Style | None, width: int) -> list[Line]:
    return [[Segment(at_most(f"… {note}", width), style)] for note in told]


def _safe(text: str, spans: Spans) -> tuple[str, list[tuple[int, int]]]:
    """Return the shown form of `text`, and the spans of its marked parts in that."""
    pieces: list[str] = []
    where: list[tuple[int, int]] = []
    length = at = 0
    for start, end in sorted(spans):
        start, end = max(start, at), min(end, len(text))
        if end <= start:
            continue
        before, inside = printable_lines(text[at:start]), printable_lines(text[start:end])
        pieces += [before, inside]
        where.append((length + len(before), length + len(before) + len(inside)))
        length += len(before) + len(inside)
        at = end
    pieces.append(printable_lines(text[at:]))
    return "".join(pieces), where


def _styled(
    line: str, start: int, where: Sequence[tuple[int, int]], plain: Style, marked: Style
) -> Iterator[Segment]:
    at = 0
    for span in range(bisect_right(where, start, key=itemgetter(1)), len(where)):
        first, last = where[span]
        if first >= start + len(line):
            break
        begin, end = max(first - start, at), min(last - start, len(line))
        if end <= begin:
            continue
        if begin > at:
            yield Segment(line[at:begin], plain)
        yield Segment(line[begin:end], marked)
        at = end
    if at < len(line) or not line:
        yield Segment(line[at:], plain)


def without_secret(memory: Memory, spans: tuple[tuple[int, int], ...]) -> Memory:
    """Return a memory as it may be shown in full: its secret hidden, wherever it is repeated."""
    provenance = {key: _cleaned(value, memory.text, spans) for key, value in memory.provenance.items()}
    return replace(memory, text=masked(memory.text, spans), provenance=provenance)


def _cleaned(value: object, text: str, spans: tuple[tuple[int, int], ...]) -> object:
    if not isinstance(value, str):
        return value
    for start, end in spans:
        value = value.replace(text[start:end], "•" * 8)
    return secrets.redact(value)[0]
