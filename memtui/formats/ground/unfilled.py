"""What a statement or a record is that says nothing: a place that nobody has filled in, or only links.

Such places stand in templates, and a page that was begun from one keeps those that nobody came to.
"""

import re
from collections.abc import Sequence

from memtui.formats.ground.labels import is_item, is_rule, label

NOTHING = frozenset({"", "*", "-", "+"})
"""Lines without a word: a bullet that nobody has filled in is one."""
_HEADING = re.compile(r"#{1,6}\s")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_CODE = re.compile(r"\s*(?:```|~~~)\s*\w")
"""Opens code in a language that it names."""
_IN_BRACKETS = re.compile(r"(?:\[[ xX]?\]\s+)?(?:\[[^\[\]\n]+\][:,.]?\s*)+")
_WORDS_IN_BRACKETS = re.compile(r"\[(?:[^\W\d][^\[\] ]* [^\[\]]+|none|n/a|tbd)\]", re.IGNORECASE)
"""Words, since what is a single one may be a reference: `[ADR-7]`."""
_TO_HEADING = r"\[[^\[\]\n]*\]\(#[^()\s]*\)"
_TO_NOTES = r"!?\[\[[^\[\]\n]+\]\](?:[\s,;|·]*+\[\[[^\[\]\n]+\]\])*+"
_TO_PLACE = re.compile(rf"(?:\s*(?:[-*+]|\d{{1,3}}[.)])\s)?\s*(?:{_TO_HEADING}|{_TO_NOTES})\s*")
"""A line with a link to a heading, or with links to other notes, and nothing else."""
_PLACE = re.compile(r"(?:<[^<>\n]+>|\[[^\[\]\n]+\]|\{[^{}\n]+\})?")
_DOTS = re.compile(r"\s*+(?:[-*+]\s*+)?(?:\.{3}|…)\s*+")
_UNFILLED = re.compile(r"[^\w{]*+[\w ]{0,40}+:?\s*+\{\{\s*[A-Z_]+\s*\}\}\W*")
_STAND_IN = re.compile(
    r"([*_]{0,3})\([^()`\n]*\)\.?\1|([*_])\w+\.?\2|[*_]{0,3}(?:none|n/a|tbd)(?: yet)?\.?[*_]{0,3}",
    re.IGNORECASE,
)
"""What stands where nothing is yet: all of it in parentheses and no code, or one word in italics."""


def is_unfilled(text: str) -> bool:
    """Say whether a statement is a place in a template: `Name: {{NAME}}`, `[What it does]`, `_none_`.

    So is a record whose parts have names and nothing behind them.
    """
    if _UNFILLED.fullmatch(text) or _STAND_IN.fullmatch(text):
        return True
    return _in_brackets(text) or _empty(text) or is_form(text) or _only_headed(text)


def only_links(text: str) -> bool:
    """Say whether a statement is nothing but links to headings or to notes (`[[Cups]]`)."""
    lines = [line for line in text.split("\n") if line.strip()]
    return ("](#" in text or "[[" in text) and all(_TO_PLACE.fullmatch(line) for line in lines)


def _in_brackets(text: str) -> bool:
    opened = label(text)
    value = opened[1] if opened is not None else text
    return bool(_IN_BRACKETS.fullmatch(value) and _WORDS_IN_BRACKETS.search(value))


def is_form(text: str) -> bool:
    """Say whether a text is fenced and has places for words and no words, behind labels or as bullets."""
    if not _FENCE.match(text) or _CODE.match(text):
        return False
    inner = [line for line in text.split("\n")[1:] if line.strip() and not _FENCE.match(line)]
    parts = [known for line in inner if (known := label(line)) is not None]
    places = sum(_DOTS.fullmatch(line) is not None for line in inner)
    only_places = places > 1 and all(_DOTS.fullmatch(line) or _HEADING.match(line) for line in inner)
    return only_places or (len(parts) > 1 and all(_PLACE.fullmatch(said) for _, said in parts))


def is_only_named(lines: Sequence[str]) -> bool:
    """Say whether these lines are one item: a name in bold with nothing behind it, `- **Time zone:**`."""
    opened = label(lines[0]) if len(lines) == 1 and is_item(lines[0]) and "**" in lines[0] else None
    return opened is not None and not opened[1] and lines[0].rstrip("*_ ").endswith((":", "："))


def _only_headed(text: str) -> bool:
    """Say whether a record has headings and nothing below them, or a place for its title."""
    first, _, below = text.partition("\n")
    rest = [line for line in below.split("\n") if line.strip()]
    headed = any(_HEADING.match(line) for line in rest)
    bare = all(_HEADING.match(line) or line.strip() in NOTHING or is_rule(line) for line in rest)
    return headed and (bare or (first[:1] == "<" and _PLACE.fullmatch(first) is not None))


def _empty(text: str) -> bool:
    parts = [label(line) for line in text.split("\n")[1:] if line.strip()]
    return len(parts) > 1 and all(part is not None and not part[1] for part in parts)
