"""Turns of words as data: a pattern with a text that it finds and a text that it leaves alone.

A pattern that stands in a TOML file can be read, argued about and changed without reading code, and its two
examples are run by the tests. Without them a pattern only ever grows, since nobody dares to narrow it.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PART = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One pattern, and the two texts that show what it is for."""

    pattern: re.Pattern[str]
    finds: str
    """A text in which it is found."""
    leaves: str
    """A text of much the same words in which it is not."""


def phrase(name: str, entry: Mapping[str, Any], parts: Mapping[str, str] | None = None) -> Phrase:
    """Return an entry with `pattern`, `finds` and `leaves` as a phrase; `{{NAME}}` stands for a part.

    Case does not count unless the pattern says so. Raises ValueError, which names the phrase.
    """
    try:
        pattern = _PART.sub(lambda match: (parts or {})[match[1]], entry["pattern"])
        return Phrase(re.compile(pattern, re.IGNORECASE), entry["finds"], entry["leaves"])
    except KeyError as error:
        raise ValueError(f"the phrase {name} lacks {error}") from None
    except re.error as error:
        raise ValueError(f"the pattern of {name} is broken: {error}") from None


def phrases_in(file: Path, parts: Mapping[str, str] | None = None) -> dict[str, Phrase]:
    """Return the phrases of a TOML file with a table for each. Raises ValueError, which names the phrase."""
    tables = tomllib.loads(file.read_text("utf-8"))
    return {name: phrase(name, entry, parts) for name, entry in tables.items()}
