"""Lines of JSON from files that nobody vouches for; used by the memtui and MCP readers.

Memory stays constant whatever the file holds: a line is read up to a bound and the rest of a
longer one is passed over. What cannot be read comes back as a `Skipped` in its place.
"""

import json
import math
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from memtui.domain.text import MAX_LENGTH
from memtui.formats.ground.json_depth import DEEPEST, LEFT_OUT, TOO_DEEP, behind, too_deep, without_depths
from memtui.formats.protocol import SourceError, unread
from memtui.plain_files import bytes_of, lines_up_to, opened

MAX_LINE = 16 * MAX_LENGTH
"""Bytes. A text of the greatest length, all of it in 12-byte escapes, and 4 MB for the rest."""
MAX_DOCUMENT = 256_000_000
"""Bytes of a file that is one JSON document; JSON lines may be of any size."""
BETWEEN = " \t\r\n,\ufeff"
"""What may stand between two values on a line: files that were joined bring their byte order marks along."""


def numbered_lines(path: Path) -> Iterator[tuple[int, bytes | None]]:
    """Yield each line that is not blank with its number from 1; None for one over MAX_LINE.

    Raises SourceError when the file cannot be read.
    """
    try:
        with opened(path) as file:
            for number, (line, whole) in enumerate(lines_up_to(file, MAX_LINE), 1):
                if not whole:
                    yield number, None
                elif line and not line.isspace():
                    yield number, line
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror or error}") from error


def values(path: Path) -> Iterator[tuple[int, object]]:
    """Yield every JSON value in `path` with its line number, several on one line each for itself.

    A line, or the rest of one, that is not JSON is yielded as a Skipped. Strings in the values
    hold no lone surrogates and no NULs.
    """
    for number, line in numbered_lines(path):
        if line is None:
            yield number, unread(f"line {number}", f"longer than {MAX_LINE:,} bytes")
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            yield number, unread(f"line {number}", f"not UTF-8: byte {error.start + 1} of the line")
            continue
        value = _only(text)
        if value == LEFT_OUT:
            yield from ((number, value) for value in _one_by_one(number, text))
        else:
            yield number, value


def _only(text: str) -> object:
    """Return the value of a line that is one; LEFT_OUT for any other line."""
    if too_deep(text):
        return LEFT_OUT
    try:
        value: object = DECODER.decode(text)
    except ValueError:
        return LEFT_OUT
    # Only an escape can smuggle a NUL or half a surrogate pair past the decoding of the line.
    return cleaned(value) if "\\u" in text else value


def document(path: Path, parts: Sequence[str], *, in_string: bool = False) -> dict[str, list[object]] | None:
    """Return the lists called `parts` of a file that is one JSON document, or a bare list as `entry`.

    With `in_string`, the document may be the text of one JSON string. None for JSON lines and for anything
    else. Raises SourceError when the file cannot be read, or when it is a document too large to hold.
    """
    try:
        with opened(path) as file:
            start = file.read(4096).removeprefix(BOM_UTF8).lstrip()
        wrapped = in_string and start.startswith(b'"')
        if not start.startswith((b"[", b"{")) and not wrapped:
            return None
        named = "|".join(map(re.escape, parts))
        if start.startswith(b"{") and not re.search(rf'(?<!\\)"({named})"\s*:'.encode(), start):
            return None
        if path.stat().st_size > MAX_DOCUMENT:
            if _goes_by_lines(path):
                return None
            raise SourceError(
                f"{path} is one JSON document of over {MAX_DOCUMENT:,} bytes; split it, "
                "or save it as JSON lines"
            )
        value = _loaded(bytes_of(path).decode("utf-8-sig"))
        value = _loaded(value) if wrapped and isinstance(value, str) else value
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError):  # brackets that nothing closes are no record that could be cut out
        return None
    lists = {"entry": value} if isinstance(value, list) else value
    if not isinstance(lists, dict):
        return None
    return {
        part: [_row(f"{part} {number}", row) for number, row in enumerate(rows, start=1)]
        for part in (lists if lists is not value else parts)
        if isinstance(rows := lists.get(part), list)
    }


def _goes_by_lines(path: Path) -> bool:
    """Say whether one of the first lines is an object, as in JSON lines or a list with one on each."""
    first = (line for _, line in islice(numbered_lines(path), 3) if line is not None)
    return any(isinstance(_only(line.decode("utf-8", "replace").strip(BETWEEN)), dict) for line in first)


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except RecursionError:
        return json.loads(without_depths(text))


def _row(where: str, value: object) -> object:
    try:
        return unread(where, TOO_DEEP) if value == LEFT_OUT else cleaned(value)
    except ValueError as error:
        return unread(where, str(error))


def cleaned(value: object, depth: int = 0) -> object:
    """Return a JSON value without lone surrogates and NULs in any of its strings, keys included.

    Raises ValueError for one that is nested too deeply.
    """
    if depth > DEEPEST:
        raise ValueError(TOO_DEEP)
    match value:
        case str():
            return _storable(value)
        case list():
            return [cleaned(item, depth + 1) for item in value]
        case dict():
            return {_storable(key): cleaned(item, depth + 1) for key, item in value.items()}
        case _:
            return value


def _storable(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").replace("\0", "")


def _one_by_one(number: int, text: str) -> Iterator[object]:
    """Read the values on a line that is not one JSON value, up to where it breaks."""
    position, length = 0, len(text)
    while True:
        while position < length and text[position] in BETWEEN:
            position += 1
        if position == length:
            return
        try:
            end = behind(text, position) if text[position] in "[{" else position
            if too_deep(text[position:end]):
                yield unread(f"line {number}", TOO_DEEP)
                position = end
                continue
            value, position = DECODER.raw_decode(text, position)
            yield cleaned(value)
        except ValueError as error:
            yield unread(f"line {number}", f"not JSON ({_fault(error)})")
            return


def _fault(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at character {error.pos + 1}"
    return str(error)


def _no_constant(word: str) -> object:
    raise ValueError(f"{word} is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError("a number too large")
    return number


DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite)
"""Takes what JSON allows and no more."""
