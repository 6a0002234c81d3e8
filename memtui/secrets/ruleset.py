"""What rules.json holds: read once, when a text is first asked about."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

_DATA = Path(__file__).parent / "rules.json"


@cache
def data() -> Mapping[str, Any]:
    """Return what rules.json holds."""
    tables: dict[str, Any] = json.loads(_DATA.read_text("utf-8"))
    return tables


@cache
def word_list(name: str) -> tuple[str, ...]:
    """Return one of the lists of words, such as `passwords`."""
    return tuple(data()["words"][name])


@cache
def word_set(name: str) -> frozenset[str]:
    """Return one of the lists of words, to ask whether a word is in it."""
    return frozenset(word_list(name))
