"""The signs of a planted instruction, from signs.toml; each with a text that it finds and one it leaves.

`finding` looks for them. They are read when the first text is looked at: most commands look at none.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from memtui.phrases import filled, one_pattern


@dataclass(frozen=True, slots=True)
class Sign:
    """One way to tell a planted instruction; it stands when all `parts` meet and `unless` does not."""

    name: str
    says: str
    """What it does, as the end of the sentence "it …"."""
    hints: tuple[str, ...]
    """One of these, in lower case, is in every text in which it stands: what makes the search cheap."""
    parts: tuple[str, ...]
    """Patterns, in any case; all of them have to be found in one sentence."""
    finds: str
    """A text in which it stands."""
    leaves: str
    """A text of much the same words in which it does not."""
    unless: str = ""
    """A pattern of what forbids it or only speaks of it; looked for before where the parts begin."""
    whole: bool = False
    """Whether it is looked for in the text as a whole, because it lives in the layout."""


@cache
def signs() -> tuple[Sign, ...]:
    """Return the signs in the order in which they are looked for."""
    document = tomllib.loads(Path(__file__).with_name("signs.toml").read_text("utf-8"))
    known: dict[str, str] = {}
    for name, pattern in document["patterns"].items():
        known[name] = filled(one_pattern(pattern), known)
    return tuple(_sign(entry, known) for entry in document["signs"])


def _sign(entry: Mapping[str, Any], known: Mapping[str, str]) -> Sign:
    parts = tuple(filled(one_pattern(part), known) for part in entry["parts"])
    unless = filled(one_pattern(entry.get("unless", "")), known)
    fields = {**entry, "hints": tuple(entry["hints"]), "parts": parts, "unless": unless}
    return Sign(**fields)
