"""What a setting's value may be: small rules that read one TOML value and say what they allow.

The records in `settings` name a rule per field; reading, `config set` and the comments of the
default file all go by it.
"""

import contextlib
import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import NamedTuple

from memtui.domain.durations import Duration
from memtui.domain.memory import checked_category
from memtui.domain.scope import normalise
from memtui.domain.text import Longest, one_line
from memtui.installed import format_names


class ConfigError(ValueError):
    """Settings that cannot be used; the message says where, why and what is allowed."""


class SettingRefused(ConfigError):
    """What somebody gave to be set: no setting, or a value that it may not have."""


class Rule(NamedTuple):
    """One kind of value."""

    allowed: str
    """What it may be, as the end of a sentence: `a number from 0 to 1`."""
    read: Callable[[object], object]
    """Returns the value as the settings hold it. Raises ValueError for one that is not allowed."""
    choices: tuple[object, ...] = ()
    """All it can be, when those are few."""


def refuse() -> ValueError:
    """Return the error for a value of the wrong kind; the rule's `allowed` says the rest."""
    return ValueError("not allowed")


def _flag(value: object) -> object:
    if not isinstance(value, bool):
        raise refuse()
    return value


def _text(value: object) -> object:
    if not isinstance(value, str):
        raise refuse()
    return value


def _key(value: object) -> object:
    if not isinstance(value, str) or not value.strip():
        raise refuse()
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise refuse()
    return float(value)


FLAG = Rule("true or false", _flag, (True, False))
TEXT = Rule("text in quotes", _text)
KEY = Rule('a key such as "d" or "ctrl+d"', _key)


def number(low: float, high: float = math.inf) -> Rule:
    """Allow a number from `low` to `high`, both included."""

    def read(value: object) -> object:
        result = _number(value)
        if not low <= result <= high:
            raise refuse()
        return result

    bounds = f"of at least {low:g}" if math.isinf(high) else f"from {low:g} to {high:g}"
    return Rule(f"a number {bounds}", read)


def whole(low: int) -> Rule:
    """Allow a whole number of at least `low`."""

    def read(value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int) or value < low:
            raise refuse()
        return value

    return Rule(f"a whole number of at least {low}", read)


def one_of(*allowed: str) -> Rule:
    """Allow one of `allowed`."""

    def read(value: object) -> object:
        if value not in allowed:
            raise refuse()
        return value

    return Rule("one of " + ", ".join(f'"{word}"' for word in allowed), read, allowed)


def some_of(*allowed: str) -> Rule:
    """Allow a list of any of `allowed`."""

    def read(value: object) -> object:
        if not isinstance(value, list) or any(item not in allowed for item in value):
            raise refuse()
        return tuple(value)

    return Rule("a list of " + ", ".join(f'"{word}"' for word in allowed) + ", or []", read)


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise refuse()
    return tuple(value)


def _scopes(value: object) -> object:
    return tuple(map(normalise, _names(value)))


def _duration(value: object) -> object:
    if not isinstance(value, str):
        raise refuse()
    return Duration.parse(value)


NAMES = Rule('a list of names such as ["claude-code"]', _names)
RECIPIENTS = Rule('a list of age recipients such as ["age1…"]', _names)
SCOPES = Rule('a list of scopes such as ["/user"]', _scopes)
DURATION = Rule("a duration such as 30d, 2w, 6m (months) or 1y", _duration)


class Table(NamedTuple):
    """A section whose names the user chooses: each name is checked, each value goes by one rule."""

    entry: Rule
    checked_name: Callable[[str], str] = str
    """Returns the name as it is kept. Raises ValueError that says what a name may be."""


def checked_source(name: str) -> str:
    """Return the name of a format, or a whole path. Raises ValueError for anything else."""
    known = format_names()
    if name in known:
        return name
    if name.startswith("~") or PurePath(name).is_absolute():
        with contextlib.suppress(RuntimeError):  # the home folder of somebody who is not known here
            Path(name).expanduser()
            return name
    raise ValueError(
        f"{refused_value(name)} is neither a format ({', '.join(known)}) nor a path that begins with / or ~"
    )


BY_CATEGORY = Table(DURATION, checked_category)
BY_ACTION = Table(KEY)


def to_toml(value: object) -> str:
    """Return a value of the settings as TOML writes it, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case float():
            return f"{value:g}"
        case int():
            return str(value)
        case tuple() | list():
            return "[" + ", ".join(map(to_toml, value)) + "]"
        case Mapping():
            return "{" + ", ".join(f"{name} = {to_toml(item)}" for name, item in value.items()) + "}"
        case _:
            return json.dumps(str(value), ensure_ascii=False)


def refused_value(value: object) -> str:
    """Return a refused value as it may stand in a sentence."""
    return one_line(to_toml(value), Longest.PHRASE)
