"""Every compiled pattern of the package, and the pieces of text that it names."""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import memtui

_SKIPPED = {"memtui.__main__", "memtui.llm.programs.handler"}
"""What starts at once, and what imports litellm, which takes seconds; neither has a pattern."""
PIECES = (
    *(" ", "\n", "\t", "\r\n", "\n\n", " \n", "\n ", "a", "A", "0", "é", "a ", "Ab ", "0 ", "a\n", "- a\n"),
    *("a/", "a-", "a.", "a_", "a@a", "a:", "a=", "0-", "0-0-", "2026-", "1.", ", ", ". ", "a, ", "it's "),
    *("[", "](", "(", ")", "<", "&", "~", "%", "`", "```\n", "*", "_", "#", "# ", "|", '"', "'", "\\", "//"),
    *("not ", "might ", "user ", "User: ", "the ", "and ", "is ", "I ", "at 1 "),
)
"""What texts repeat that come from anywhere."""
_PACKAGE = Path(memtui.__file__).parent
_LONGEST = 40
_MOST_PIECES = 30


def patterns() -> dict[str, re.Pattern[str]]:
    """Return each pattern of a module of the package by a name of its own, or by its place among others."""
    found: dict[str, re.Pattern[str]] = {}
    seen = set()
    for module in pkgutil.walk_packages(memtui.__path__, "memtui."):
        if module.name in _SKIPPED:
            continue
        named = vars(importlib.import_module(module.name)).items()
        for name, value in sorted(named, key=lambda item: not isinstance(item[1], re.Pattern)):
            for place, pattern in _patterns_in(value, f"{module.name}.{name}", 0):
                if pattern not in seen and isinstance(pattern.pattern, str):
                    seen.add(pattern)
                    found[place] = pattern
    return found


def uses(place: str) -> set[str]:
    """Return how the package uses a pattern: `match` or `fullmatch` where it does only that, or `search`."""
    module, _, name = place.rpartition(".")
    if "[" in place or not name.isidentifier():
        return {"search"}
    own = _PACKAGE.parent / f"{module.replace('.', '/')}.py"
    source = own.read_text("utf-8") if name.startswith("_") and own.is_file() else _whole_source()
    found = re.findall(rf"\b{re.escape(name)}\b(?:\.(\w+))?(?! *=)", source)
    return {use if use in {"match", "fullmatch"} else "search" for use in found}


@cache
def _whole_source() -> str:
    """Return the text of every file of the package."""
    return "\n".join(file.read_text("utf-8") for file in sorted(_PACKAGE.rglob("*.py")))


def _patterns_in(value: object, place: str, depth: int) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern):
        yield place, value
    elif depth < 4 and isinstance(value, Mapping):
        for key, item in value.items():
            yield from _patterns_in(item, f"{place}[{str(key)[:30]}]", depth + 1)
    elif depth < 4 and isinstance(value, list | tuple | set | frozenset):
        for number, item in enumerate(value):
            yield from _patterns_in(item, f"{place}[{number}]", depth + 1)
    elif depth < 4 and type(value).__module__.startswith("memtui.") and not isinstance(value, type):
        for name in getattr(value, "__dataclass_fields__", {}):
            yield from _patterns_in(getattr(value, name, None), f"{place}.{name}", depth + 1)


def pieces_of(pattern: re.Pattern[str]) -> set[tuple[str, str]]:
    """Return pairs of a beginning and a piece to repeat behind it, as the parts of a pattern name them."""
    found: dict[tuple[str, str], None] = {}
    for head, piece in _pieces(_parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)):
        if 0 < len(piece) <= _LONGEST and len(head) <= _LONGEST:
            found.setdefault((head, piece))
    return set(list(found)[:_MOST_PIECES])


def _pieces(sequence: Any) -> Iterator[tuple[str, str]]:
    """Yield what the parts of a sequence match, each alone and behind what comes before it."""
    items = list(sequence)
    samples = [_sample(item) for item in items]
    for number, item in enumerate(items):
        head = "".join(samples[:number])
        for inner in _inside(item):
            yield "", _samples(inner)
            yield head, _samples(inner)
        yield "", samples[number]
        yield "", "".join(samples[number : number + 2])
        yield "", head
    for item in items:
        for inner in _inside(item):
            yield from _pieces(inner)


def _inside(item: Any) -> list[Any]:
    code, value = item
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        return [value[2]]
    if code is codes.SUBPATTERN:
        return [value[3]]
    if code is codes.ATOMIC_GROUP:
        return [value]
    if code is codes.BRANCH:
        return list(value[1])[:6]
    if code in (codes.ASSERT, codes.ASSERT_NOT):
        return [value[1]]
    return []


def _samples(sequence: Any) -> str:
    return "".join(_sample(item) for item in sequence)


_CATEGORIES = {
    codes.CATEGORY_DIGIT: "0",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_NOT_WORD: " ",
}


def _sample(item: Any) -> str:
    """Return a short text that an item of a pattern matches."""
    code, value = item
    if code is codes.LITERAL:
        return chr(value)
    if code is codes.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    if code is codes.ANY:
        return "a"
    if code is codes.IN:
        return _of_class(value)
    if code is codes.BRANCH:
        return _samples(value[1][0])
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        return _samples(value[2]) * max(value[0], 1) if value[0] <= _LONGEST else ""
    if code is codes.SUBPATTERN:
        return _samples(value[3])
    if code is codes.ATOMIC_GROUP:
        return _samples(value)
    return ""


def _of_class(members: Any) -> str:
    if members[0][0] is codes.NEGATE:
        taken = {chr(value) for code, value in members[1:] if code is codes.LITERAL}
        return next((mark for mark in "a \n0" if mark not in taken), "é")
    code, value = members[0]
    if code is codes.RANGE:
        return chr(value[0])
    return _CATEGORIES.get(value, "a") if code is codes.CATEGORY else chr(value)
