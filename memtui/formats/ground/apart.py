"""Tells a list of statements that each stand alone from one whose items belong together.

`Staging is fern-2` and `Logs are in Loki` are two facts, and one can go without the other. `Cause: …` and
`Fix: …` are parts of one lesson, steps are one procedure, and names below a line are what that line says.
Asked by the review before it cuts a line out of a memory, and by readers that take a file for one memory
unless it is such a list.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from memtui.formats.ground.frontmatter import FENCE, blanked
from memtui.formats.ground.labels import CHECK, label
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.records import records
from memtui.formats.ground.unfilled import only_links
from memtui.phrases import lists_in, phrases_in

_PARTS = frozenset(lists_in(Path(__file__).with_name("parts_of_records.toml"), "lists")["labels"].words)
_IN_ORDER = phrases_in(Path(__file__).with_name("wording.toml"))["in_order"].pattern
_FEWEST = 3
"""Items of a list of statements; two may be one thing and another."""
_A_STATEMENT = 4
"""Words of an item that states something; fewer are a name or a label. Chosen, as the next one."""
_WITHOUT_BLANKS = 8
"""Characters of one in a script that has no blanks between words."""
_BULLET = re.compile(r"[-*+]\s+(?=\S)")
_BULLETS = re.compile(r"^[-*+]\s+(?=\S)", re.MULTILINE)
_EMPTY = r"(?:[^\S\n]*\n|---+\n|<!--[^\n]*\n)*+"
_OPENING = re.compile(rf"{_EMPTY}(?:# [^\n]*\n)?+{_EMPTY}(?:[^\n]+\n{_EMPTY})?[-*+]\s")
"""How a list begins that has at most a title and a line above it: what begins otherwise need not be read."""
_BELOW = re.compile(r"\s+(?:[-*+]|\d{1,3}[.)])\s|\s*(?:```|~~~)")


def stand_apart(blocks: Iterable[Block]) -> bool:
    """Say whether none of these statements is a part of a record that the others belong to."""
    return not any(_names_a_part(block) for block in blocks)


def listed_statements(text: str) -> list[Block]:
    """Return the items of a text that is a flat list of statements, with at most a title or a line above it.

    Empty for any other text. Some items may state nothing (`Ok`), but not most. Below them may be a line of
    links to other notes (`Related: [[cups]]`).
    """
    return [block for block in list_with_its_line(text) if is_item(block)]


def list_with_its_line(text: str) -> list[Block]:
    """Return the items of such a text behind the line above them, where that is no heading."""
    if not may_be_listed(text) or not _OPENING.match(_without_head(text)):
        return []
    blocks = records(text)[1]
    above = [] if not blocks or is_item(blocks[0]) else blocks[:1]
    items = blocks[len(above) :]
    while items and points_elsewhere(items[-1]):
        items.pop()
    if len(items) < _FEWEST or not all(is_item(item) for item in items):
        return []
    headings = items[0].headings
    told = [*headings, *(line for block in above for line in block.lines)]
    if len(told) > 1 or any(map(_IN_ORDER.search, told)) or any(each.headings != headings for each in items):
        return []
    stating = sum(map(_states_something, items))
    is_list = stating >= _FEWEST and 2 * stating > len(items) and stand_apart(blocks)
    return [*above, *items] if is_list else []


def may_be_listed(text: str) -> bool:
    """Say whether a text has bullets enough for such a list: others need not be read."""
    return len(_BULLETS.findall(text)) >= _FEWEST


def _without_head(text: str) -> str:
    return blanked(text)[1] if text.startswith(FENCE) else text


def points_elsewhere(block: Block) -> bool:
    """Say whether a statement is only links to headings or to other notes, behind a label or none."""
    named = label(block.lines[0])
    return only_links(block.text if named is None else "\n".join([named[1], *block.lines[1:]]))


def is_item(block: Block) -> bool:
    """Say whether a statement is a bullet at the margin, with neither a list nor code below it."""
    first, *rest = block.lines
    if block.whole or _BULLET.match(first) is None or CHECK.match(block.text):
        return False
    # `**Why:**` at the margin is said of the whole list, also right below its last item.
    at_margin = (line for line in rest if line[:1].strip())
    return not any(map(_BELOW.match, rest)) and not any(map(label, at_margin))


def _states_something(block: Block) -> bool:
    text = block.text
    return len(text.split()) >= _A_STATEMENT or (not text.isascii() and len(text) >= _WITHOUT_BLANKS)


def _names_a_part(block: Block) -> bool:
    named = None if block.whole else label(block.lines[0].lstrip())
    return named is not None and named[0].replace(" ", "-") in _PARTS
