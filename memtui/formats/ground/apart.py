"""Tells a list of statements that each stand alone from one whose items belong together.

`Staging is fern-2` and `Logs are in Loki` are two facts, and one can go without the other. `Cause: …` and
`Fix: …` are parts of one lesson, steps are one procedure, and names below a line are what that line says.
Asked by the review before it cuts a line out of a memory.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from memtui.formats.ground.labels import CHECK, label
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.records import records
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
_BELOW = re.compile(r"\s+(?:[-*+]|\d{1,3}[.)])\s|\s*(?:```|~~~)")


def stand_apart(blocks: Iterable[Block]) -> bool:
    """Say whether none of these statements is a part of a record that the others belong to."""
    return not any(_names_a_part(block) for block in blocks)


def listed_statements(text: str) -> list[Block]:
    """Return the items of a text that is a flat list of statements, with at most a title or a line above it.

    Empty for any other text. Some items may state nothing (`Ok`), but not most.
    """
    if len(_BULLETS.findall(text)) < _FEWEST:
        return []
    blocks = records(text)[1]
    above = [] if not blocks or _is_item(blocks[0]) else blocks[:1]
    items = blocks[len(above) :]
    if len(items) < _FEWEST or not all(_is_item(item) for item in items):
        return []
    headings = items[0].headings
    told = [*headings, *(line for block in above for line in block.lines)]
    if len(told) > 1 or any(map(_IN_ORDER.search, told)) or any(each.headings != headings for each in items):
        return []
    stating = sum(map(_states_something, items))
    return items if stating >= _FEWEST and 2 * stating > len(items) and stand_apart(blocks) else []


def _is_item(block: Block) -> bool:
    """Say whether a statement is a bullet at the margin, with neither a list nor code below it."""
    plain = not block.whole and _BULLET.match(block.lines[0]) is not None
    return plain and not any(map(_BELOW.match, block.lines[1:])) and not CHECK.match(block.text)


def _states_something(block: Block) -> bool:
    text = block.text
    return len(text.split()) >= _A_STATEMENT or (not text.isascii() and len(text) >= _WITHOUT_BLANKS)


def _names_a_part(block: Block) -> bool:
    named = None if block.whole else label(block.lines[0].lstrip())
    return named is not None and named[0].replace(" ", "-") in _PARTS
