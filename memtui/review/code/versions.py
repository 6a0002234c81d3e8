"""Compares a version that a memory names with the one that a manifest asks for."""

import re

_NUMBERS = re.compile(r"\d+(?:\.\d+)*")
_AT_LEAST = re.compile(r">=?")
_EXACTLY = ("", "v", "=", "==")


def agrees(named: str, required: str, *, open_above: bool = False) -> bool | None:
    """Say whether version `named` is what `required` allows; None where that cannot be told.

    `required` is as manifests write it: `^19.1.0`, `~=4.2`, `>=3.11,<4`, `16-alpine`. What is named in
    fewer parts speaks of those alone, so 19 is 19.1. With `open_above`, it is the lowest that someone asks
    for. A range without an upper end says nothing against what lies above its lower one.
    """
    asked_for, wanted = _NUMBERS.search(required), _NUMBERS.search(named)
    if asked_for is None or wanted is None or "||" in required or " - " in required:
        return None
    there, given = _parts(asked_for[0]), _parts(wanted[0])
    before = required[: asked_for.start()].strip()
    if _AT_LEAST.match(before):
        if given[: len(there)] == there[: len(given)]:
            return True
        return False if open_above or given < there else None
    # A caret or a tilde lets what comes behind the first part move on.
    same = min(len(given), len(there)) if before in _EXACTLY else 1 if there[0] else 2
    if given[:same] == there[:same]:
        return True if given[: len(there)] == there[: len(given)] else None
    return False


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:3])
