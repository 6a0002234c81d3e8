"""Which lines of a page are code between fences; every reader of markdown asks here.

Whoever shows a page in a page puts fenced code into fenced code. A fence that names a language opens, also
within another; a bare one closes what was opened last. Where that leaves code open to the end of the page,
somebody forgot a fence: then each one opens or closes, whatever it says. A fence may have a backslash before
it, as in pages that were copied out of another one.
"""

import re
from collections.abc import Sequence

_FENCE = re.compile(r"\s*+\\?(`{3,}+|~{3,}+)([^`]*+)$")


def in_code(lines: Sequence[str]) -> list[bool]:
    """Say of each line whether it is code or a fence."""
    nested, still_open = _nested(lines)
    return nested if not still_open else _by_turns(lines)


def _nested(lines: Sequence[str]) -> tuple[list[bool], bool]:
    """Return which lines are code where fences lie in one another, and whether one was never closed."""
    code: list[bool] = []
    fences: list[str] = []
    for line in lines:
        match = _FENCE.match(line)
        before = bool(fences)
        if match and fences and match[1].startswith(fences[-1]) and not match[2].strip():
            fences.pop()
        elif match and (not fences or match[2].strip()):
            fences.append(match[1])
        code.append(before or bool(fences))
    return code, bool(fences)


def _by_turns(lines: Sequence[str]) -> list[bool]:
    """Return which lines are code where each fence of one sign opens what the next one closes."""
    code: list[bool] = []
    sign = ""
    for line in lines:
        match = _FENCE.match(line)
        before = bool(sign)
        if match and (not sign or match[1][0] == sign):
            sign = "" if sign else match[1][0]
        code.append(before or bool(sign))
    return code
