"""Describes every setting: its sentence, the values it takes, its value, and where that comes from.

The sentences are the docstrings of the records in `settings`, so that the commented file, the pages and the
screen cannot tell different stories. Called by `writing` and by the Settings view.
"""

import ast
import inspect
import itertools
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, fields
from functools import cache
from typing import Any

from memtui.config import settings as records
from memtui.config.reading import Loaded
from memtui.config.settings import Settings, section_of
from memtui.config.values import Rule, to_toml

KEYS = "keys"
"""The section whose names are the screen's actions."""


@dataclass(frozen=True, slots=True)
class Described:
    """One setting, as a person reads it. Values are written as TOML writes them."""

    key: str
    """Its dotted name, `decay.enabled`."""
    section: str
    value: str
    default: str
    """Empty for a name that the person added to a table."""
    origin: str
    """`default`, `line 12`, or the variable that sets it."""
    documentation: str
    """The sentence that documents it; that of its table for a name in one."""
    rule: Rule
    """What it may be."""
    grants: bool = False
    """It lets others act, pay or read without asking."""

    @property
    def name(self) -> str:
        """The last part of its key."""
        return self.key.removeprefix(f"{self.section}.")

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        return self.rule.allowed

    @property
    def choices(self) -> tuple[str, ...]:
        """All it can be, when those are few."""
        return tuple(map(to_toml, self.rule.choices))

    def accepts(self, typed: str) -> bool:
        """Say whether a setting takes the typed text, as TOML or, where it takes text, as plain text."""
        for written in (typed, to_toml(typed)):
            with suppress(ValueError):
                self.rule.read(tomllib.loads(f"value = {written}")["value"])
                return True
        return False

    @property
    def changed(self) -> bool:
        """Whether it is not at its default."""
        return self.value != self.default


@dataclass(frozen=True, slots=True)
class Section:
    """Settings that belong together."""

    name: str
    documentation: str
    settings: tuple[Described, ...]


def sections(loaded: Loaded) -> Iterator[Section]:
    """Yield the sections in the order of the file, but for the keys: what can be bound the screen knows."""
    yield from _sections(Settings, loaded.settings, loaded, (), documentation())


@cache
def documentation() -> Mapping[str, str]:
    """Return the docstrings in `settings`: of each record by its name, of each field as `Record.field`."""
    docs: dict[str, str] = {}
    for record in ast.parse(inspect.getsource(records)).body:
        if not isinstance(record, ast.ClassDef):
            continue
        docs[record.name] = ast.get_docstring(record) or ""
        for attribute, docstring in itertools.pairwise(record.body):
            if isinstance(attribute, ast.AnnAssign) and isinstance(docstring, ast.Expr):
                name = ast.unparse(attribute.target)
                docs[f"{record.name}.{name}"] = inspect.cleandoc(ast.literal_eval(docstring.value))
    return docs


def _sections(
    record: Any, values: object, loaded: Loaded, path: tuple[str, ...], descriptions: Mapping[str, str]
) -> Iterator[Section]:
    plain: list[Described] = []
    inner: list[Section] = []
    for item in fields(record):
        value, place = getattr(values, item.name), (*path, item.name)
        sentence = descriptions.get(f"{record.__name__}.{item.name}", "")
        if nested := section_of(item):
            inner += _sections(nested, value, loaded, place, descriptions)
        elif "table" not in item.metadata:
            plain.append(_described(item, value, place, sentence, loaded))
        elif item.name != KEYS:
            entries = tuple(_entries(item, value, place, sentence, loaded))
            inner.append(Section(".".join(place), sentence, entries))
    if plain:
        yield Section(".".join(path), descriptions[record.__name__], tuple(plain))
    yield from inner


def _described(
    item: Field[Any], value: object, path: tuple[str, ...], description: str, loaded: Loaded
) -> Described:
    rule: Rule = item.metadata["rule"]
    key = ".".join(path)
    return Described(
        key,
        ".".join(path[:-1]),
        to_toml(value),
        to_toml(item.default),
        loaded.origin(key),
        description,
        rule,
        bool(item.metadata["grants"]),
    )


def _entries(
    item: Field[Any], values: Mapping[str, object], path: tuple[str, ...], description: str, loaded: Loaded
) -> Iterator[Described]:
    default: Any = item.default_factory
    defaults, rule = default(), item.metadata["table"].entry
    for name, value in values.items():
        key = ".".join((*path, name))
        yield Described(
            key,
            ".".join(path),
            to_toml(value),
            to_toml(defaults[name]) if name in defaults else "",
            loaded.origin(key),
            description,
            rule,
            bool(item.metadata["grants"]),
        )
