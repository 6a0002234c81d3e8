"""What a line of markdown is by itself: a heading, a rule, a bullet, or one that opens with a label.

A label is `**Fix**:` or `Fix:`. Records are told by the labels that come again in each of them.
"""

import re
from collections.abc import Iterator, Sequence

from memtui.formats.ground.fences import in_code

HEADING = re.compile(r"(#{1,6})\s+(\S.*)")
_RULE = re.compile(r"(?:[-*_=]\s*+){3,}+$")
CHECK = re.compile(r"\[[ xX]\]\s+(?=\S)")
"""Begins an item that is done or is not yet, in a list without bullets."""
_TITLE = re.compile(r"[A-Z]\w*(?: (?:&|[A-Z][\w/-]*|and|for|in|of|the|to|with)){0,5}")
_ITEM = r"\s*(?:[-*+]\s+)?"
_BOLD = re.compile(
    _ITEM + r"(?:\*\*|__)(?P<name>[^*_\n]{1,60})(?:\*\*|__)\s*(?P<colon>[:：]?)\s*(?P<rest>.*)"
)
_PLAIN = re.compile(_ITEM + r"(?P<name>[^\W\d_](?:[\w/&'’+.-]| (?=\S)){0,40})[:：](?=\s|$)(?P<rest>.*)")
_MOST_WORDS = 5
"""A longer beginning before a colon is a sentence and no label."""
_RUN_IN = re.compile(_ITEM + r"(?:\*\*|__)(?P<name>[^*_.\n]{1,40})\.(?:\*\*|__)\s+(?P<rest>\S.*)")


def label(line: str) -> tuple[str, str] | None:
    """Return a line's opening label, folded for comparing, and the text after it; None without one.

    A bold label has a colon in or after it, or is alone on its line; a plain one has few words and a colon.
    """
    match = _BOLD.match(line)
    if match is not None:
        name = match["name"].strip()
        bare = name.rstrip(":：").strip()
        if bare and (match["colon"] or bare != name or not match["rest"].strip()):
            return bare.casefold(), match["rest"].strip()
        return None
    match = _PLAIN.match(line)
    if match is None or len(match["name"].split()) > _MOST_WORDS:
        return None
    return match["name"].casefold(), match["rest"].strip()


def run_in(line: str) -> tuple[str, str] | None:
    """Return a bold beginning that ends with a full stop, as in `**Reason.** It is light.`, like a label.

    Where it comes again it is one; a single one may be a sentence.
    """
    match = _RUN_IN.match(line)
    return (match["name"].strip().casefold(), match["rest"].strip()) if match is not None else None


def is_rule(line: str) -> bool:
    """Say whether a line is drawn from side to side and says nothing."""
    return _RULE.match(line) is not None


def is_title(line: str) -> bool:
    """Say whether a line is a few words with capitals and nothing else: `Naming Conventions`."""
    return _TITLE.fullmatch(line) is not None


def is_item(line: str) -> bool:
    """Say whether a line is a bullet, or a box to tick."""
    bare = line.lstrip()
    return bare[:2] in {"- ", "* ", "+ "} or CHECK.match(bare) is not None


def outside_code(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that stand in no fenced code, each with its index; the fences are none of them."""
    return ((at, line) for at, (line, code) in enumerate(zip(lines, in_code(lines), strict=True)) if not code)
