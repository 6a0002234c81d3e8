"""What a row shows of the heading of its memory (`domain.headings`).

A heading says of many memories what they are about. Where it repeats in a list it would eat the rows, so it
is dim there, and what the row above says already is left out.
"""

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from memtui.domain.headings import END, JOINT

_LEFT_OUT = "…"


def shortened(headline: str, end: int, above: str, room: int) -> tuple[str, int]:
    """Return a headline with less of its heading, which ends at `end`, and where it ends then.

    Left out are the parts that the heading `above` begins with too, and of a heading that would take more
    than a third of `room` all but its last part.
    """
    parts, before = _parts(headline[:end]), _parts(above)
    same = 0
    while same < min(len(parts), len(before)) and parts[same] == before[same]:
        same += 1
    if end and same == len(parts) == len(before):
        return f"{_LEFT_OUT} {headline[end:]}", len(_LEFT_OUT) + 1
    if cell_len(headline[:end]) > room // 3:
        same = len(parts) - 1
    if not same:
        return headline, end
    heading = f"{_LEFT_OUT}{JOINT}{JOINT.join(parts[min(same, len(parts) - 1) :])}{END}"
    return heading + headline[end:], len(heading)


def _parts(heading: str) -> list[str]:
    return heading.removesuffix(END).split(JOINT) if heading else []


def dimmed(segments: list[Segment], cells: int, plain: Style, dim: Style) -> list[Segment]:
    """Return segments whose first `cells` characters are `dim` where they were `plain`."""
    split: list[Segment] = []
    for segment in segments:
        head, rest = segment.text[: max(cells, 0)], segment.text[max(cells, 0) :]
        cells -= len(segment.text)
        split += [Segment(head, dim if segment.style == plain else segment.style)] if head else []
        split += [Segment(rest, segment.style)] if rest else []
    return split
