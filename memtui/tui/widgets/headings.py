"""The heading that a memory came with, `Set-up › Ports: ` before its statement, and what a row shows of it.

A heading says of many memories what they are about. Where it repeats in a list it would eat the rows, so it
is dim there, and what the row above says already is left out.
"""

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from memtui.domain.memory import Memory
from memtui.domain.text import one_line

JOINT = " › "
_END = ": "
_LONGEST = 160
"""Characters in which a heading ends, if there is one."""
_LEFT_OUT = "…"


def row_text(memory: Memory) -> tuple[str, int]:
    """Return the text of a memory's row, and the end of the heading in it; its own words follow.

    A description, as agents' files have one, counts as such a heading.
    """
    described = one_line(memory.abstract)
    body = one_line(memory.text.removeprefix(memory.abstract).strip())
    if described and body:
        return f"{described}{_END}{body}", len(described) + len(_END)
    return memory.headline, heading_end(memory, memory.headline)


def heading_end(memory: Memory, headline: str) -> int:
    """Return where the statement of a headline begins: behind the heading it came with, 0 without one.

    A heading of several parts is known by what stands between them; one of a single part is known by the
    provenance, since any statement may begin with a word and a colon.
    """
    joint = headline.rfind(JOINT, 0, _LONGEST)
    section = memory.provenance.get("section")
    if joint < 0 and not (isinstance(section, str) and _ends_with(section, headline.partition(_END)[0])):
        return 0
    end = headline.find(_END, max(joint, 0), max(joint, 0) + _LONGEST)
    return end + len(_END) if 0 <= end < len(headline) - len(_END) else 0


def _ends_with(section: str, name: str) -> bool:
    return bool(name) and section.rpartition(JOINT)[2].strip() == name


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
    heading = f"{_LEFT_OUT}{JOINT}{JOINT.join(parts[min(same, len(parts) - 1) :])}{_END}"
    return heading + headline[end:], len(heading)


def _parts(heading: str) -> list[str]:
    return heading.removesuffix(_END).split(JOINT) if heading else []


def dimmed(segments: list[Segment], cells: int, plain: Style, dim: Style) -> list[Segment]:
    """Return segments whose first `cells` characters are `dim` where they were `plain`."""
    split: list[Segment] = []
    for segment in segments:
        head, rest = segment.text[: max(cells, 0)], segment.text[max(cells, 0) :]
        cells -= len(segment.text)
        split += [Segment(head, dim if segment.style == plain else segment.style)] if head else []
        split += [Segment(rest, segment.style)] if rest else []
    return split
