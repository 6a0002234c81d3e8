"""The one place where text leaves for the terminal: made safe here, data on stdout, words on stderr.

Memories hold what agents read somewhere, so any text may carry escape sequences. Nothing else in
this package writes to a stream.
"""

import contextlib
import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence

from memtui.domain.text import printable, printable_lines

MOST_LINES = 10
"""Reasons, errors and the like that are said of one command."""
_MIN_WIDTH = 60
"""Columns below which a table can't be read; it is broken by the terminal rather than squeezed."""


class ReaderGone(Exception):
    """Whoever read our output has closed it, as `head` does: no reason to go on, and no error."""


def prepare_streams() -> None:
    """Let characters that a stream cannot encode be replaced, not end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def row(text: str) -> None:
    """Write one line of data; whatever `text` holds, it stays one line."""
    _write(printable(text) + "\n")


def block(text: str) -> None:
    """Write data of several lines."""
    _write(printable_lines(text) + "\n")


def say(text: str) -> None:
    """Say something to the person, on stderr, without secrets; when nobody listens any more, no error."""
    from memtui.secrets.masking import masked  # a server that has nothing to say does not load its rules

    said = masked(printable_lines(text))
    if person_watches():
        said = _broken(said, shutil.get_terminal_size((100, 24)).columns)
    with contextlib.suppress(BrokenPipeError):
        sys.stderr.write(said + "\n")


def first_of(lines: Sequence[str]) -> None:
    """Say the first of several lines, and how many more there are."""
    for line in lines[:MOST_LINES]:
        say(f"  {line}")
    if len(lines) > MOST_LINES:
        say(f"  … and {len(lines) - MOST_LINES:,} more")


def document(value: object) -> None:
    """Write one JSON document."""
    _write(_encoded(value, indent=2) + "\n")


def array(values: Iterable[object]) -> int:
    """Write values as one JSON array while they arrive; return how many there were."""
    count = 0
    for value in values:
        _write(("[\n" if count == 0 else ",\n") + _encoded(value))
        count += 1
    _write("\n]\n" if count else "[]\n")
    return count


class Stdout:
    """Stdout for whoever writes a page bit by bit: made safe, with its line breaks."""

    def write(self, text: str) -> None:
        """Write a part of the page."""
        _write(printable_lines(text))


def exchange_line(text: str) -> None:
    """Write one line of the exchange format, which is JSON already: escaped further where need be."""
    plain = text.isprintable() and (text.isascii() or sys.stdout.encoding.lower() in {"utf-8", "utf8"})
    _write((text if plain else _encoded(json.loads(text))) + "\n")


def flush() -> None:
    """Hand over what is buffered. Raises ReaderGone."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _give_up()


def to_terminal() -> bool:
    """Say whether the data goes to a person's terminal and not to a file or another program."""
    return sys.stdout.isatty()


def person_watches() -> bool:
    """Say whether the words go to a terminal, so that progress is worth showing."""
    return sys.stderr.isatty()


def width() -> int:
    """Return the terminal's width in columns."""
    return max(shutil.get_terminal_size((100, 24)).columns, _MIN_WIDTH)


def columns_of(text: str) -> int:
    """Return how many terminal columns `text` takes: East Asian wide characters take two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def fitted(text: str, columns: int) -> str:
    """Return `text` as one safe line of at most `columns` columns, cut with an ellipsis."""
    text = printable(text)
    if columns_of(text) <= columns:
        return text
    kept = text[:columns]
    while kept and columns_of(kept) >= columns:
        kept = kept[:-1]
    return kept + "…"


def padded(text: str, columns: int) -> str:
    """Return `text` fitted, and filled with spaces to exactly `columns` columns."""
    text = fitted(text, columns)
    return text + " " * (columns - columns_of(text))


def _broken(text: str, columns: int) -> str:
    """Return lines broken at spaces to at most `columns` columns, with their indent; a word stays whole."""
    lines = []
    for line in text.split("\n"):
        if columns_of(line) <= columns:
            lines.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip(" "))]
        lines += textwrap.wrap(
            line, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
    return "\n".join(lines)


def _encoded(value: object, indent: int | None = None) -> str:
    # ASCII only: lone surrogates and control characters leave as \u escapes, as does DEL, which
    # the encoder lets through.
    return json.dumps(value, ensure_ascii=True, indent=indent).replace("\x7f", "\\u007f")


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        _give_up()


def _give_up() -> None:
    """Point stdout at nothing, so that the interpreter's last flush is silent too."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)
    raise ReaderGone
