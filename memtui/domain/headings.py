"""The heading that a memory came with, `Set-up › Ports: ` before its statement, and its row in a list."""

import re

from memtui.domain.memory import Memory
from memtui.domain.text import one_line

JOINT = " › "
END = ": "
_LONGEST = 160
"""Characters in which a heading ends, if there is one."""
_ITEM = re.compile(r"\s*(?:[-*+•>|`]|\d+[.)]\s)")
"""How a line begins that is of a list, quoted, of a table or code, and so no title."""


def row_text(memory: Memory) -> tuple[str, int]:
    """Return the text of a memory's row, and the end of the heading in it; its own words follow.

    A description, as agents' files have one, counts as such a heading, and so does a title above the text.
    """
    title = memory.abstract or _title(memory.text)
    described = one_line(title.lstrip("# "))
    rest = memory.text.removeprefix(title.rstrip("…"))
    if described and rest != memory.text and rest[:1] not in ("", "\n"):  # a text that begins with it goes on
        row = one_line(memory.text)
        return row, heading_end(memory, row)
    body = one_line(rest.strip())
    if described and body:
        return f"{described}{END}{body}", len(described) + len(END)
    return memory.headline, heading_end(memory, memory.headline)


def with_title(text: str) -> str:
    """Return a text as one line, a title above it parted from what it says as in a row."""
    title = _title(text)
    if not title:
        return one_line(text)
    return f"{one_line(title.lstrip('# '))}{END}{one_line(text.removeprefix(title).strip())}"


def _title(text: str) -> str:
    """Return the line that stands alone above a text, if it is no sentence of its own; else nothing."""
    first, gap, rest = text[: 2 * _LONGEST].partition("\n\n")
    is_title = gap and rest.strip() and "\n" not in first and len(first) <= _LONGEST
    return first if is_title and first.strip()[-1:].isalnum() and not _ITEM.match(first) else ""


def heading_end(memory: Memory, headline: str) -> int:
    """Return where the statement of a headline begins: behind the heading it came with, 0 without one.

    A heading of several parts is known by what stands between them; one of a single part is known by the
    provenance, since any statement may begin with a word and a colon.
    """
    joint = headline.rfind(JOINT, 0, _LONGEST)
    section = memory.provenance.get("section")
    if joint < 0 and not (isinstance(section, str) and _ends_with(section, headline.partition(END)[0])):
        return 0
    end = headline.find(END, max(joint, 0), max(joint, 0) + _LONGEST)
    return end + len(END) if 0 <= end < len(headline) - len(END) else 0


def statement_at(memory: Memory) -> int:
    """Return where a memory's text says what it says: behind the headings of its file, 0 without one."""
    section = memory.provenance.get("section")
    if not isinstance(section, str) or not section:
        return 0
    text, at = memory.text, 0
    for name in section.split(JOINT):
        if not text.startswith(name, at):
            continue
        at += len(name)
        if text.startswith((END, ":\n"), at):
            return at + len(END) if at + len(END) < len(text) else 0
        if not text.startswith(JOINT, at):
            return 0
        at += len(JOINT)
    return 0


def _ends_with(section: str, name: str) -> bool:
    return bool(name) and section.rpartition(JOINT)[2].strip() == name
