"""Adds to the JSON settings of another program and takes out again, leaving all else as it is.

`hooks` and `servers` call it. What is added is laid out like what stands around it.
"""

import json
import re
from typing import Any

from memtui.formats.ground.json_splicing import Patch, elements, members

_INDENT = re.compile(r"\{\r?\n([ \t]+)\"")
_SPACE, _COMMA = re.compile(r"\s*"), re.compile(r"\s*,\s*")
_MARK = "\ufeff"


class SettingsError(Exception):
    """A settings file that is left alone; the message says why and what to do."""


def split_mark(text: str) -> tuple[str, str]:
    """Return the byte order mark of a text, if it has one, and the rest."""
    return (_MARK, text[1:]) if text.startswith(_MARK) else ("", text)


def parsed(text: str) -> dict[str, Any]:
    """Return a settings file's content. Raises SettingsError."""
    text = split_mark(text)[1]
    if not text.strip():
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"it is not valid JSON ({error})") from None
    if not isinstance(value, dict):
        raise SettingsError("it is no JSON object")
    return value


def root(text: str) -> int:
    """Return the position at which the outermost object of a text begins."""
    return text.index("{")


def member(text: str, at: int, key: str) -> tuple[int, int] | None:
    """Return the span of a value in the object at `at`; of a repeated key the last one counts."""
    spans = [(start, end) for name, start, end in members(text, at) if name == key]
    return spans[-1] if spans else None


def inserted(text: str, at: int, depth: int, value: object, key: str = "") -> Patch:
    """Return the patch that adds a member, or an element, behind the last of what begins at `at`."""
    spans = [span[1:] for span in members(text, at)] if key else elements(text, at)
    line_end = "\r\n" if "\r\n" in text else "\n"
    unit = indentation[1] if (indentation := _INDENT.search(text)) else "  "
    name = f"{json.dumps(key)}: " if key else ""
    spread = "\n" in text[at : spans[0][0]] if spans else "\n" in text or depth == 0
    if not spread:
        written = name + json.dumps(value, ensure_ascii=False)
        return Patch(spans[-1][1], spans[-1][1], f", {written}") if spans else Patch(at + 1, at + 1, written)
    indent = unit * (depth + 1)
    written = name + json.dumps(value, indent=unit, ensure_ascii=False)
    written = line_end + indent + written.replace("\n", line_end + indent)
    if spans:
        return Patch(spans[-1][1], spans[-1][1], f",{written}")
    end = text.index("}" if key else "]", at)
    return Patch(at + 1, end, written + line_end + unit * depth)


def without_member(text: str, at: int, key: str) -> Patch:
    """Return the patch that takes a member out of the object at `at`, with the comma that it brought."""
    spans = list(members(text, at))
    number = max(i for i, (name, _, _) in enumerate(spans) if name == key)
    if len(spans) == 1:
        return Patch(at + 1, text.index("}", spans[0][2]))
    if number:
        return Patch(spans[number - 1][2], spans[number][2])
    first, comma = _SPACE.match(text, at + 1), _COMMA.match(text, spans[0][2])
    return Patch(first.end() if first else at + 1, comma.end() if comma else spans[0][2])
