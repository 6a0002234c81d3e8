"""Finds leftovers by their lines: what programs print, listings of files, data, lists of memories.

The forms are data (`printed.toml`). Most lines have to be of one, since a good memory may quote an error or
show a command.
"""

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from memtui.phrases import forms_in
from memtui.review.leftovers.leftover import BOOT, OUTPUT, RECALL, Leftover

FORMS = forms_in(Path(__file__).with_name("printed.toml"))
TOOL_WORDS = FORMS.first
"""What a line that a program printed may begin with."""
_OUTPUT_LINE = re.compile(FORMS.pattern)
_DIFF_LINE = re.compile(r"[+-](?![+-])|@@|diff |index |\\ No newline")
_ERROR_LINE = re.compile(r"(?:[\w.]+\.)?\w*(?:Error|Exception)(?::|$)|\.{3} \d+ more|Caused by:|~+\^*|\^+$")
_DATA_LINE = re.compile(r"[{}\[\]],?$|[{\[]\s*[\"{\[]|\"[\w -]{1,40}\"\s*:|[\"\d][^ ]*\",?$")
_PATH_LINE = re.compile(r"[├└│─\s•*-]*(?:\.{0,2}/)?[\w@.+-]+(?:/[\w@.+-]*)*$")
_NAMED_PATH = re.compile(r"/|\.\w{1,5}$")
_MEMORY_LINE = re.compile(
    r"(?:[-*•]|\d+[.)]) ?(?:\[[\d. -]+\]|\(\d\.\d+\))|.*[\[(](?:score|similarity|"
    r"relevance)\s*[:=]\s*[01]?\.\d+"
)
_WHOLE = re.compile(
    r"\s*<(?:!doctype html|html)\b|\[(?:tool[_ ]?(?:result|output|call|use)|function[_ ]?call|stdout|"
    r"stderr)\]|"
    r"data:[\w/+.-]+;base64,|HTTP/[\d.]+ \d{3} \w[^\n]*\n[\w-]+: ",
    re.IGNORECASE,
)
"""What a whole text is, by how it begins."""
_TRACE = "Traceback (most recent"
_JSON_KEYS = re.compile(
    r"[\"'](?:text|quote|importance|facts|memories|candidates|abstract|memory|event|categories)[\"']\s*:"
)
_LINES_READ = 60
"""Lines at the beginning that tell whether a program printed a text."""
_LINE_READ = 400
"""Characters; how a line begins tells what printed it."""

# How sure the form of a text is, chosen: from 0.9 on a card counts as certain (`review/rules/junk.py`).
_BY_OUR_KEYS = 0.95
"""Data with the keys that an extractor answers with."""
_BY_TRACE = 0.95
"""A trace down to the error that it ends with: nobody wrote a word to it."""
_BY_BEGINNING = _BY_LINES = _BY_SCORES = 0.9
_BY_DATA = _BY_PATHS = 0.85
"""Data and lists of files are now and then kept on purpose."""
_BY_ONE_LINE = 0.8
"""A single line may also be a note that begins with the name of a tool."""
_MOST = 0.6
"""The share of lines that makes a text output, data or memories; a person may have written around them."""
_AFTER_TRACE = 0.3
"""The share that is enough below a first line that only programs print; lines of code follow it."""
_NEARLY_ALL = 0.8
"""The share of paths that makes a listing: prose with many paths has fewer."""
_LEAST_MEMORIES = 2
"""Lines with a score; a single one may be a note."""
_LEAST_PATHS, _LEAST_NAMES = 4, 5
"""Lines of a listing, and names in a row, from which on they are one and no short answer."""


def _lines(text: str) -> list[str]:
    return [line.strip()[:_LINE_READ] for line in islice(text.splitlines(), _LINES_READ) if line.strip()]


def printed(text: str) -> Leftover | None:
    """Return a leftover where most lines of a text are program output, a listing, data or memories."""
    lines = [line for line in _lines(text) if not line.startswith(("```", "~~~"))]
    if not lines:
        return None
    return (
        _whole(text)
        or _data(text, lines)
        or _memories(text, lines)
        or _output(text, lines)
        or _listing(text, lines)
    )


def _whole(text: str) -> Leftover | None:
    return Leftover(OUTPUT, 0, len(text), _BY_BEGINNING) if _WHOLE.match(text) else None


def _data(text: str, lines: Sequence[str]) -> Leftover | None:
    if text[0] not in "{[" and not text.startswith("```json"):
        return None
    if _count(_DATA_LINE, lines) / len(lines) < _MOST:
        return None
    if _JSON_KEYS.search(text):
        return Leftover(OUTPUT, 0, len(text), _BY_OUR_KEYS)
    return Leftover(OUTPUT, 0, len(text), _BY_DATA) if text.rstrip("` \n")[-1:] in "}]" else None


def _memories(text: str, lines: Sequence[str]) -> Leftover | None:
    if len(lines) < _LEAST_MEMORIES or _count(_MEMORY_LINE, lines) < max(_LEAST_MEMORIES, _MOST * len(lines)):
        return None
    return Leftover(RECALL, 0, len(text), _BY_SCORES)


def _output(text: str, lines: Sequence[str]) -> Leftover | None:
    if not any(map(_OUTPUT_LINE.match, lines)):
        return None
    follows = _following(text)
    alike = sum(bool(_OUTPUT_LINE.match(line) or (follows and follows.match(line))) for line in lines)
    opens = _TRACE in lines[0] or lines[0].startswith(("diff --git", "$ "))
    enough = _AFTER_TRACE if opens and len(lines) > 1 else _MOST
    return Leftover(OUTPUT, 0, len(text), _sure_of(lines, text)) if alike >= enough * len(lines) else None


def _following(text: str) -> re.Pattern[str] | None:
    """Return what lines may be that follow those of a program: of a diff, or of an error."""
    if "@@ -" in text or "diff --git" in text:
        return _DIFF_LINE
    return _ERROR_LINE if "Traceback" in text or " at " in text or "\tat " in text else None


def _listing(text: str, lines: Sequence[str]) -> Leftover | None:
    if len(lines) < _LEAST_PATHS or _count(_PATH_LINE, lines) < _NEARLY_ALL * len(lines):
        return None
    named = sum(_NAMED_PATH.search(line) is not None for line in lines)
    return Leftover(BOOT, 0, len(text), _BY_PATHS) if named >= _MOST * len(lines) else None


def _count(form: re.Pattern[str], lines: Sequence[str]) -> int:
    """Return how many lines are of a form."""
    return sum(form.match(line) is not None for line in lines)


def _sure_of(lines: Sequence[str], text: str) -> float:
    """Return how sure it is that a program printed a text with such lines."""
    if len(lines) == 1:
        return _BY_ONE_LINE
    last = text.rstrip("`~ \n").rpartition("\n")[2][:_LINE_READ]
    return _BY_TRACE if lines[0].startswith(_TRACE) and _ERROR_LINE.match(last) else _BY_LINES


def listing(text: str) -> Leftover | None:
    """Return a leftover for a line that is nothing but the names of files."""
    first = text[: text.find(" ")][:_LINE_READ].rstrip(",")
    if _NAMED_PATH.search(first) is None:
        return None
    names = [name.rstrip(",") for name in text.split()]
    if len(names) < _LEAST_NAMES or not all(
        len(name) <= _LINE_READ and _PATH_LINE.match(name) for name in names
    ):
        return None
    named = sum(_NAMED_PATH.search(name) is not None for name in names)
    return Leftover(BOOT, 0, len(text), _BY_ONE_LINE) if named >= _NEARLY_ALL * len(names) else None
