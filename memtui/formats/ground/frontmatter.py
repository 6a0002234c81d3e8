"""The `---` block at the head of a markdown file; used by the readers of markdown memories.

Agents write what is not quite YAML (`description: Use foo: bar`), so what the YAML reader refuses is read
line by line. Every value is text, as it stands in the file: `1.10` stays `1.10`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate

FENCE = "---"
_MAX_HEAD = 64_000
"""Characters. A longer block is no frontmatter but a document that opens with a rule."""
_MAX_VALUES = 1000
"""Values of one frontmatter, so that a page of aliases cannot fill the memory."""
_MAX_DEPTH = 8
_MAX_BRACKETS = 64
"""Brackets within brackets that the YAML reader is given: it descends once for each."""
_KEPT = 32
"""Frontmatters that are not read anew when they are asked for again: those of the files looked at last."""
_BRACKET = re.compile(r"[\[\]{}]")

Head = Mapping[str, object]


def split(text: str) -> tuple[Head, str]:
    """Return the frontmatter of `text`, empty when it has none, and the body behind it."""
    head, start = opening(text)
    return (head, "\n".join(text.split("\n")[start:]).strip()) if start else (head, text)


def opening(text: str) -> tuple[Head, int]:
    """Return the frontmatter of `text` and how many lines it takes up, both fences included."""
    lines = text.split("\n")
    if lines[0].rstrip() != FENCE:
        return {}, 0
    end = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() in {FENCE, "..."}), None)
    if end is None:
        return {}, 0
    head = "\n".join(lines[1:end]).encode("utf-8", "replace").decode()
    if len(head) > _MAX_HEAD:
        return {}, 0
    return _values(head), end + 1


def blanked(text: str) -> tuple[Head, str]:
    """Return the frontmatter of `text`, also behind blank lines, and the text with blank lines in its place.

    So each line keeps its number.
    """
    bare = text.lstrip()
    head, lines = opening(bare)
    start = lines + text[: len(text) - len(bare)].count("\n")
    return (head, "\n" * start + "\n".join(text.split("\n")[start:])) if lines else (head, text)


def flat(head: Head) -> Iterator[tuple[str, str]]:
    """Yield every text in `head` with its own key, whatever mapping it is nested in."""
    for key, value in head.items():
        if isinstance(value, Mapping):
            yield from flat(value)
        elif isinstance(value, str):
            yield key, value


@lru_cache(maxsize=_KEPT)
def _values(head: str) -> Head:
    """Return what `head` says; to write one file, it is asked for again and again."""
    values = _as_yaml(head)
    return values if values is not None else _by_line(head)


def _as_yaml(head: str) -> Head | None:
    """Read `head` as a YAML mapping; None when it is not one, or when its anchors unfold without end."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    if _is_deep(head):
        return None
    yaml = YAML(typ="base")
    yaml.composer.warn_double_anchors = False  # a warning quotes the file
    try:
        loaded = yaml.load(head)
        budget = iter(range(_MAX_VALUES))
        return {str(key): _plain(item, budget, 0) for key, item in loaded.items()}
    except (YAMLError, ValueError, TypeError, AttributeError, LookupError, RecursionError, StopIteration):
        return None


def _is_deep(head: str) -> bool:
    """Say whether brackets are nested more deeply than any reader of YAML goes in reasonable time."""
    depth = accumulate(1 if mark in "[{" else -1 for mark in _BRACKET.findall(head))
    return any(open_now > _MAX_BRACKETS for open_now in depth)


def _plain(value: object, budget: Iterator[int], depth: int) -> object:
    """Copy a loaded value as plain JSON; aliases make small files unfold into huge ones."""
    next(budget)
    if depth > _MAX_DEPTH:
        raise ValueError("nested too deeply")
    if isinstance(value, Mapping):
        return {str(key): _plain(item, budget, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        items = []
        for item in value:
            items.append(_plain(item, budget, depth + 1))  # noqa: PERF401 - StopIteration must pass
        return items
    return "" if value is None else str(value)


def _by_line(head: str) -> Head:
    """Read `key: value` lines; indented ones belong to the key above them."""
    result: dict[str, object] = {}
    above = ""
    for line in head.split("\n"):
        key, colon, value = line.partition(":")
        inner = result.get(above)
        if line[:1] in {" ", "\t"} and colon and isinstance(inner, dict):
            inner[key.strip()] = _unquoted(value)
        elif line[:1] not in {" ", "\t", "#", "-", ""} and colon:
            above = key.strip()
            result[above] = _unquoted(value) or {}
        elif line.strip() and isinstance(inner, str):
            result[above] = f"{inner} {line.strip()}"
    return {key: value or "" for key, value in result.items()}


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def quoted(text: str) -> str:
    """Return a text as YAML in single quotes, where only those are doubled."""
    return "'" + text.replace("'", "''") + "'"
