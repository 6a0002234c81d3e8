"""Changing values in a JSON text and none of its other characters; used by the writers of JSON formats.

Objects are found where a reader finds them: one a line, several on a line, or in the lists of one document.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memtui.formats.ground.json_depth import TOO_DEEP, behind, too_deep
from memtui.formats.ground.json_lines import BETWEEN, DECODER, MAX_LINE, cleaned
from memtui.formats.protocol import SourceError

_SPACE = re.compile(r"[ \t\r\n]*")
_GAP = re.compile(rf"[{BETWEEN}]*")


@dataclass(frozen=True, slots=True)
class Row:
    """One object of a file and the characters that it takes up."""

    value: object
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Patch:
    """Characters `start` up to `end` that become `text`."""

    start: int
    end: int
    text: str = ""


def text_of(data: bytes) -> tuple[bytes, str]:
    """Return the byte order mark of a file, if it has one, and its text."""
    bom = BOM_UTF8 if data.startswith(BOM_UTF8) else b""
    return bom, data[len(bom) :].decode("utf-8", "surrogateescape")


def patched(text: str, patches: Iterable[Patch]) -> str:
    """Return a text with some characters replaced. Raises ValueError when two patches overlap."""
    pieces: list[str] = []
    at = 0
    for patch in sorted(patches, key=lambda one: (one.start, one.end)):
        if patch.start < at:
            raise ValueError("two changes of the same characters")
        pieces += (text[at : patch.start], patch.text)
        at = patch.end
    return "".join([*pieces, text[at:]])


def literal(value: object, text: str = "") -> str:
    """Return a value as JSON, in ASCII when the surrounding `text` escapes other characters."""
    return json.dumps(value, ensure_ascii=text.isascii() and "\\u" in text)


def rows(text: str, parts: Sequence[str]) -> tuple[list[Row], Mapping[str, tuple[int, int]]]:
    """Return the objects of a JSON text, and where the lists of a document stand; none for JSON lines.

    Raises SourceError for a document that is nested too deeply.
    """
    lists = _lists(text, parts)
    if lists is None:
        return list(_of_lines(text)), {}
    every = [
        Row(cleaned(_value(text, start)), start, end)
        for at, _ in lists.values()
        for start, end in elements(text, at)
    ]
    return every, lists


def _lists(text: str, parts: Sequence[str]) -> dict[str, tuple[int, int]] | None:
    """Return the spans of the lists in a JSON document; None for JSON lines."""
    start = _SPACE.match(text)
    at = start.end() if start else 0
    if text[at : at + 1] in ("[", "{") and too_deep(text) and not text[behind(text, at) :].strip():
        raise SourceError(f"a record is {TOO_DEEP}, so nothing is written to the file that holds it")
    try:
        value, end = DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None
    if text[end:].strip():
        return None
    if isinstance(value, list):
        return {"entry": (at, end)}
    if not isinstance(value, dict):
        return None
    named = {name: (first, last) for name, first, last in members(text, at)}
    lists = {name: named[name] for name in parts if isinstance(value.get(name), list)}
    return lists or None


def _of_lines(text: str) -> Iterator[Row]:
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if end - start < MAX_LINE:
            yield from _of_line(text, start, end)
        start = end + 1


def _of_line(text: str, at: int, end: int) -> Iterator[Row]:
    line = text[at:end]
    if any("\udc80" <= character <= "\udcff" for character in line) if not line.isascii() else False:
        return
    deep = too_deep(line)
    position = 0
    while True:
        gap = _GAP.match(line, position)
        position = gap.end() if gap else position
        if position >= len(line):
            return
        if deep and line[position] in "[{" and too_deep(line[position : behind(line, position)]):
            position = behind(line, position)
            continue
        try:
            value, last = DECODER.raw_decode(line, position)
        except (ValueError, RecursionError):
            return
        yield Row(cleaned(value), at + position, at + last)
        position = last


def _value(text: str, at: int) -> object:
    return DECODER.raw_decode(text, at)[0]


def members(text: str, at: int) -> Iterator[tuple[str, int, int]]:
    """Yield the members of the object that begins at `at`: key, and where its value begins and ends."""
    position = _skip(text, at + 1)
    while position < len(text) and text[position] != "}":
        key, position = DECODER.raw_decode(text, position)
        position = _skip(text, _skip(text, position) + 1)
        _, end = DECODER.raw_decode(text, position)
        yield str(key), position, end
        position = _skip(text, end)
        if position < len(text) and text[position] == ",":
            position = _skip(text, position + 1)


def elements(text: str, at: int) -> list[tuple[int, int]]:
    """Return where the elements of the list that begins at `at` begin and end."""
    spans = []
    position = _skip(text, at + 1)
    while position < len(text) and text[position] != "]":
        _, end = DECODER.raw_decode(text, position)
        spans.append((position, end))
        position = _skip(text, end)
        if position < len(text) and text[position] == ",":
            position = _skip(text, position + 1)
    return spans


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def without_elements(places: Sequence[tuple[int, int]], gone: set[int]) -> list[Patch]:
    """Return the patches that take elements out of a list, with their commas."""
    if len(gone) == len(places):
        return [Patch(places[0][0], places[-1][1])] if places else []
    first = next(at for at in range(len(places)) if at not in gone)
    patches = [Patch(places[0][0], places[first][0])] if first else []
    return patches + [Patch(places[at - 1][1], places[at][1]) for at in sorted(gone) if at > first]


def with_elements(text: str, at: int, values: Sequence[str]) -> Patch:
    """Return the patch that adds elements to the list that begins at `at`, laid out like the others."""
    places = elements(text, at)
    if not places:
        return Patch(at + 1, at + 1, ", ".join(values))
    between = ", "
    if len(places) > 1:
        between = text[places[-2][1] : places[-1][0]]
    elif "\n" in (lead := text[at + 1 : places[0][0]]):
        between = "," + lead
    return Patch(places[-1][1], places[-1][1], "".join(between + value for value in values))


def without_rows(text: str, gone: Sequence[Row], lists: Mapping[str, tuple[int, int]]) -> list[Patch]:
    """Return the patches that take out objects."""
    if not lists:
        return [_without_line(text, row) for row in gone]
    starts = {row.start for row in gone}
    patches: list[Patch] = []
    for at, end in lists.values():
        if any(at < start < end for start in starts):
            places = elements(text, at)
            numbers = {number for number, place in enumerate(places) if place[0] in starts}
            patches += without_elements(places, numbers)
    return patches


def _without_line(text: str, row: Row) -> Patch:
    """Return the patch that takes an object out of JSON lines, with its line if it stands alone there."""
    start = text.rfind("\n", 0, row.start) + 1
    end = text.find("\n", row.end)
    end = len(text) if end < 0 else end
    alone = not text[start : row.start].strip(" \t\r,") and not text[row.end : end].strip(" \t\r,")
    if not alone:
        gap = _GAP.match(text, row.end, end)
        return Patch(row.start, gap.end() if gap else row.end)
    if end < len(text):
        return Patch(start, end + 1)
    # The last line has no end of its own: the one before it goes, so that the file ends as it did.
    line_end = 2 if text[:start].endswith("\r\n") else 1
    return Patch(max(start - line_end, 0), end)


def with_lines(text: str, lines: Sequence[str]) -> Patch:
    """Return the patch that adds lines to JSON lines."""
    end = "\r\n" if "\r\n" in text else "\n"
    if not text or text.endswith("\n"):
        return Patch(len(text), len(text), "".join(line + end for line in lines))
    return Patch(len(text), len(text), "".join(end + line for line in lines))


def line_of(row: Mapping[str, object]) -> str:
    """Return a row as one line, with what a terminal would act on escaped."""
    line = json.dumps(row, ensure_ascii=False)
    return line if line.isprintable() else json.dumps(row).replace("\x7f", "\\u007f")
