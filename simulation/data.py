"""Reads the simulation's lists of words, which are TOML files beside the code.

A mistake in one of them would not stop a run; it would quietly play another year. So each list is checked
when it is read, and a mistake is a ValueError that names the file and the list.
"""

import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

Document = dict[str, Any]


def load(name: str, folder: Path = HERE) -> Document:
    """Return one of the files. Raises ValueError where it is no TOML."""
    try:
        return tomllib.loads((folder / name).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name} is no TOML: {error}") from None


def texts(document: Document, key: str) -> tuple[str, ...]:
    """Return a list of texts, in the order of the file. Raises ValueError for any other value."""
    values = document.get(key)
    if not isinstance(values, list) or not values or not all(isinstance(v, str) and v for v in values):
        raise ValueError(f"{key} is to be a list of texts")
    repeated = next((value for number, value in enumerate(values) if value in values[:number]), None)
    if repeated is not None:
        raise ValueError(f"{key} lists {repeated!r} twice, which makes it twice as likely")
    return tuple(values)


def text(document: Document, key: str) -> str:
    """Return one text. Raises ValueError for any other value."""
    value = document.get(key)
    if not isinstance(value, str) or not value:
        raise ValueError(f"{key} is to be a text")
    return value


def check_keys(document: Document, needed: frozenset[str], allowed: frozenset[str] = frozenset()) -> None:
    """Raise ValueError when a key is missing, or when there is one that nobody reads."""
    missing, unknown = sorted(needed - document.keys()), sorted(document.keys() - needed - allowed)
    if missing:
        raise ValueError(f"{', '.join(missing)} is missing")
    if unknown:
        raise ValueError(f"nobody reads {', '.join(unknown)}")
