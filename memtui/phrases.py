"""Turns of words as data: a pattern with a text that it finds and a text that it leaves alone.

A pattern that stands in a TOML file can be read, argued about and changed without reading code, and its two
examples are run by the tests. Without them a pattern only ever grows, since nobody dares to narrow it.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_PART = re.compile(r"\{\{(\w+)\}\}")
_PARTS = "parts"


@dataclass(frozen=True, slots=True)
class WordList:
    """Words that do the same in a sentence."""

    words: tuple[str, ...]
    has: str
    """A word that is on the list."""
    lacks: str
    """A word that one might expect here, and that is left out on purpose."""


@dataclass(frozen=True, slots=True)
class Form:
    """One of many patterns that are tried together, and so not compiled one by one."""

    pattern: str
    finds: str
    leaves: str


@dataclass(frozen=True, slots=True)
class Forms:
    """What a TOML file of forms holds."""

    all: tuple[Form, ...]
    first: frozenset[str]
    """Words in lower case, one of which begins every such text: a look at it saves most of the work."""

    @property
    def pattern(self) -> str:
        """A pattern for any of the forms."""
        return "|".join(f"(?:{form.pattern})" for form in self.all)


@dataclass(frozen=True, slots=True)
class Phrase:
    """One pattern, and the two texts that show what it is for."""

    pattern: re.Pattern[str]
    finds: str
    """A text in which it is found."""
    leaves: str
    """A text of much the same words in which it is not."""


def one_pattern(lines: str) -> str:
    """Return a pattern written over several lines; line ends and the blanks around them do not count."""
    return "".join(line.strip() for line in lines.splitlines()) if "\n" in lines else lines


def filled(pattern: str, parts: Mapping[str, str]) -> str:
    """Return `pattern` with the named part in the place of each `{{NAME}}`. Raises KeyError."""
    return _PART.sub(lambda match: parts[match[1]], pattern)


def phrase(name: str, entry: Mapping[str, Any], parts: Mapping[str, str] | None = None) -> Phrase:
    """Return an entry with `pattern`, `finds` and `leaves` as a phrase; `{{NAME}}` stands for a part.

    Case does not count unless the pattern says so. Raises ValueError, which names the phrase.
    """
    try:
        pattern = filled(one_pattern(entry["pattern"]), parts or {})
        return Phrase(re.compile(pattern, re.IGNORECASE), entry["finds"], entry["leaves"])
    except KeyError as error:
        raise ValueError(f"the phrase {name} lacks {error}") from None
    except re.error as error:
        raise ValueError(f"the pattern of {name} is broken: {error}") from None


def _parts(document: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, str]:
    """Return the parts of a file beside those `given`; one may hold others that stand before it."""
    parts = dict(given)
    for name, part in document.get(_PARTS, {}).items():
        parts.setdefault(name, filled(one_pattern(part), parts))
    return parts


def phrases_in(file: Path, parts: Mapping[str, str] | None = None, within: str = "") -> dict[str, Phrase]:
    """Return the phrases of a TOML file with a table for each, or of those in the table `within`.

    The file may have the parts too, in a table `parts`. Raises ValueError, which names the phrase.
    """
    document = _tables(file)
    shared = _parts(document, parts or {})
    tables = document[within] if within else document
    return {name: phrase(name, entry, shared) for name, entry in tables.items() if name != _PARTS}


def phrases_listed(file: Path, parts: Mapping[str, str]) -> list[tuple[Phrase, Mapping[str, Any]]]:
    """Return the phrases of an array `forms` in their order, each with its entry, which may say more of it.

    The file may have parts of its own, in a table `parts`. Raises ValueError, which names the pattern.
    """
    document = _tables(file)
    shared = _parts(document, parts)
    return [(phrase(entry.get("finds", "?"), entry, shared), entry) for entry in document["forms"]]


def forms_in(file: Path) -> Forms:
    """Return the forms of a TOML file: an array `forms`, their words in `first`, `parts` that they share."""
    tables = _tables(file)
    parts: Mapping[str, str] = tables.get(_PARTS, {})
    forms = (Form(filled(form["pattern"], parts), form["finds"], form["leaves"]) for form in tables["forms"])
    return Forms(tuple(forms), frozenset(tables["first"].split()))


def word_list(name: str, entry: Mapping[str, Any]) -> WordList:
    """Return an entry with `list`, `has` and `lacks` as a list. Raises ValueError, which names it."""
    try:
        listed = WordList(tuple(entry["list"].split()), entry["has"], entry["lacks"])
    except KeyError as error:
        raise ValueError(f"the list {name} lacks {error}") from None
    if len(set(listed.words)) < len(listed.words):
        twice = {word for word in listed.words if listed.words.count(word) > 1}
        raise ValueError(f"the list {name} has twice: {', '.join(sorted(twice))}")
    return listed


def lists_in(file: Path, table: str) -> dict[str, WordList]:
    """Return the word lists of one table of a TOML file. Raises ValueError, which names the list."""
    return {name: word_list(name, entry) for name, entry in _tables(file)[table].items()}


def table(file: Path, name: str) -> Mapping[str, str]:
    """Return one table of a TOML file whose rows are words with spaces between, by what they mean."""
    rows: Mapping[str, str] = _tables(file)[name]
    return rows


@cache
def _tables(file: Path) -> Mapping[str, Any]:
    """Return what a TOML file holds: read once, also where several modules take their words from it."""
    return tomllib.loads(file.read_text("utf-8"))
