"""Lines of JSON from files that nobody vouches for; used by the memtui and MCP readers.

Memory stays constant whatever the file holds: a line is read up to a bound and the rest of a
longer one is passed over. What cannot be read comes back as a `Skipped` in its place.
"""

import json
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from memtui.domain.text import MAX_LENGTH, one_line
from memtui.plain_files import bytes_of, opened
from memtui.sources.protocol import SourceError, unread

MAX_LINE = 16 * MAX_LENGTH
"""Bytes. A text of the greatest length, all of it in 12-byte escapes, and 4 MB for the rest."""
MAX_DOCUMENT = 256_000_000
"""Bytes of a file that is one JSON document; JSON lines may be of any size."""
_BOM = b"\xef\xbb\xbf"
BETWEEN = " \t\r\n,\ufeff"
"""What may stand between two values on a line: files that were joined bring their byte order marks along."""


def numbered_lines(path: Path) -> Iterator[tuple[int, bytes | None]]:
    """Yield each line that is not blank with its number from 1; None for one over MAX_LINE.

    Raises SourceError when the file cannot be read.
    """
    try:
        with opened(path) as file:
            number = 0
            while line := file.readline(MAX_LINE):
                number += 1
                if number == 1:
                    line = line.removeprefix(_BOM)
                if len(line) >= MAX_LINE and not line.endswith(b"\n"):
                    while line and not line.endswith(b"\n"):
                        line = file.readline(MAX_LINE)
                    yield number, None
                elif not line.isspace() and line:
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
        try:
            value = DECODER.decode(text)
            # Only an escape can smuggle a NUL or half a surrogate pair past the decoding above.
            value = cleaned(value) if "\\u" in text else value
        except (ValueError, RecursionError):
            yield from ((number, value) for value in _one_by_one(number, text))
            continue
        yield number, value


def document(path: Path, parts: Sequence[str]) -> dict[str, list[object]] | None:
    """Return the lists called `parts` of a file that is one JSON document, or a bare list as `entry`.

    None for JSON lines, for a document too large to hold and for anything else. Raises SourceError
    when the file cannot be read.
    """
    try:
        with opened(path) as file:
            start = file.read(4096).removeprefix(_BOM).lstrip()
        if not start.startswith((b"[", b"{")) or path.stat().st_size > MAX_DOCUMENT:
            return None
        named = "|".join(map(re.escape, parts))
        if start.startswith(b"{") and not re.search(rf'(?<!\\)"({named})"\s*:'.encode(), start):
            return None
        found = cleaned(json.loads(bytes_of(path).decode("utf-8-sig")))
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, RecursionError):
        return None
    if isinstance(found, list):
        return {"entry": found}
    if not isinstance(found, dict):
        return None
    lists = {part: found.get(part) for part in parts}
    return {part: rows for part, rows in lists.items() if isinstance(rows, list)}


def cleaned(value: object) -> object:
    """Return a JSON value without lone surrogates and NULs in any of its strings, keys included."""
    match value:
        case str():
            return _storable(value)
        case list():
            return [cleaned(item) for item in value]
        case dict():
            return {_storable(key): cleaned(item) for key, item in value.items()}
        case _:
            return value


def _storable(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").replace("\0", "")


def _one_by_one(number: int, text: str) -> Iterator[object]:
    """Read the values on a line that is not one JSON value, up to where it breaks."""
    position, end = 0, len(text)
    while True:
        while position < end and text[position] in BETWEEN:
            position += 1
        if position == end:
            return
        try:
            value, position = DECODER.raw_decode(text, position)
            yield cleaned(value)
        except (ValueError, RecursionError) as error:
            yield unread(f"line {number}", f"not JSON ({_fault(error)}): {one_line(text[position:], 60)}")
            return


def _fault(error: Exception) -> str:
    match error:
        case json.JSONDecodeError():
            return f"{error.msg} at character {error.pos + 1}"
        case RecursionError():
            return "nested too deeply"
        case _:
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
