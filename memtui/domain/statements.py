"""How many statements a text lays out, one below the other: what a card says that cuts some of them out.

An item of a list is one, with the lines that go on below it; so is any other line. The title of a list, and a
heading, is none: it says nothing without what stands below it.
"""

import re

from memtui.domain.counting import plural

_ITEM = re.compile(r"([ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+\S")
_HEADING = re.compile(r"#{1,6}\s")
_SENTENCE_ENDS = (".", "!", "?", "…")


def count_statements(text: str) -> tuple[int, str]:
    """Return how many statements a text has, and what one of them is called: an item, or a line."""
    items = others = 0
    indent: int | None = None
    lines = [*text.splitlines(), ""]
    for at, line in enumerate(lines[:-1]):
        mark = _ITEM.match(line)
        if mark is not None and (indent is None or len(mark[1]) <= indent):
            items, indent = items + 1, len(mark[1])
        elif line.strip() and (indent is None or not _goes_on(line, lines[at - 1], indent)):
            indent = None
            others += not _is_title(line, next(filter(str.strip, lines[at + 1 :]), ""))
    return items + others, "item" if items and not others else "line"


def cut_words(before: str, after: str) -> str:
    """Say how many of the statements of a text go with a cut, and how many stay."""
    (count, noun), (stay, _) = count_statements(before), count_statements(after)
    goes, stays = "goes" if count - stay == 1 else "go", "stays" if stay == 1 else "stay"
    return f"{count - stay:,} of {plural(count, noun)} {goes}; {stay:,} {stays}"


def _goes_on(line: str, above: str, indent: int) -> bool:
    """Say whether a line belongs to the item above it: it is indented below it, or follows without a gap."""
    return len(line) - len(line.lstrip()) > indent or bool(above.strip())


def _is_title(line: str, below: str) -> bool:
    bare = line.strip()
    return bool(_HEADING.match(bare)) or (bool(_ITEM.match(below)) and not bare.endswith(_SENTENCE_ENDS))
