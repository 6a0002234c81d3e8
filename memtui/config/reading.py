"""Reads the settings file into records: unknown keys are named, bad values are refused by line.

Called once per run by each face. Environment variables win over the file, the file over defaults.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from memtui.config.places import config_path
from memtui.config.settings import HalfLives, Settings, section_of
from memtui.config.values import FLAG, ConfigError, Rule, Table, refused_value
from memtui.domain.text import Longest, one_line

_T = TypeVar("_T")

FROM_ENVIRONMENT = {
    "review.scripted": "MEMTUI_SCRIPTED",
    "llm.model": "MEMTUI_LLM_MODEL",
    "llm.api_base": "MEMTUI_LLM_API_BASE",
}
"""Settings that a variable may set, and its name."""

_SWITCHES = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}
_ALIKE = 0.7
"""Share of letters from which on a name is taken for a misspelling: `nosuch.key` has 0.67 of `sync.key`."""
_HEADER = re.compile(r"\s*\[([^\[\]]+)\]\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w\"'-]+(?:\s*\.\s*[\w\"'-]+)*)\s*=")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)$")


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings in force, and how they came about."""

    settings: Settings
    path: Path
    exists: bool
    """Whether there is a file at `path`; without one all is default."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """Where a setting that is not at its default came from: `line 12`, or a variable's name."""
    warnings: tuple[str, ...] = ()
    """Sentences about keys that mean nothing."""
    text: str = ""
    """What the file says."""

    def origin(self, key: str) -> str:
        """Return where the value of a dotted `key` comes from; `default` when nothing set it."""
        return self.origins.get(key, "default")


def load(path: Path | None = None) -> Loaded:
    """Read the settings from `path`, or from the usual place, where the file may be absent.

    Raises ConfigError for a file that cannot be read, is not TOML, or has a value that is not
    allowed.
    """
    place = path or config_path()
    text = _text_of(place)
    if text is None and (path is not None or os.environ.get("MEMTUI_CONFIG")):
        raise ConfigError(
            f"there is no settings file at {place}; leave out --config and MEMTUI_CONFIG to use the usual "
            f"one, or make it: `memtui --config {place} config init`"
        )
    return read(text or "", place, exists=text is not None)


def read(text: str, place: Path, *, exists: bool = True, environment: bool = True) -> Loaded:
    """Read settings from `text`, the content of the file at `place`. Raises ConfigError.

    Without `environment` only the file counts, as for checking what is about to be written to it.
    """
    raw = parsed(text, place) if text.strip() else {}
    reader = _Reader(text, place, environment=environment)
    settings = reader.section(Settings, raw, ())
    if "decay.half_life_days" in reader.origins:
        settings = _with_one_half_life(settings, reader.origins)
    return Loaded(settings, place, exists, reader.origins, tuple(reader.warnings), text)


def flatten(settings: Settings) -> Iterator[tuple[str, object]]:
    """Yield every setting's dotted key and value, in the order of the file."""
    yield from _flatten(settings, ())


def keys() -> list[str]:
    """Return every dotted key that has a default."""
    return [key for key, _ in flatten(Settings())]


def closest(word: str, known: list[str]) -> str | None:
    """Return the known word that `word` was most likely meant to be."""
    import difflib

    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=_ALIKE)), None)


def no_setting(key: str, known: list[str]) -> str:
    """Return the sentence that refuses `key`, with the setting that was meant, or where all are listed."""
    of_that_name = [name for name in known if name.rpartition(".")[2] == key]
    meant = of_that_name[0] if len(of_that_name) == 1 else closest(key, known)
    pointer = f"did you mean {meant}?" if meant else "`memtui config` lists them"
    return f"{refused_value(key)} is no setting; {pointer}"


def line_of(text: str, path: tuple[str, ...]) -> int | None:
    """Return the number of the line that sets `path` (such as `("decay", "enabled")`), from 1.

    tomllib keeps no positions, so this follows headers and keys itself; it takes the line of an
    inline table for what is inside it.
    """
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = _segments(header[1])
        elif key := _KEY.match(line):
            written = table + _segments(key[1])
            if path[: len(written)] == written:
                return number
    return header_of(text, path)


def header_of(text: str, path: tuple[str, ...]) -> int | None:
    """Return the number of the line with the header `[path]`, from 1."""
    for number, line in enumerate(text.splitlines(), start=1):
        if (header := _HEADER.match(line)) and _segments(header[1]) == path:
            return number
    return None


def _segments(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _text_of(path: Path) -> str | None:
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise ConfigError(f"the settings file {path} is not UTF-8 text") from None
    except OSError as error:
        raise ConfigError(f"the settings file {path} cannot be read: {error.strerror}") from None


def parsed(text: str, place: Path) -> dict[str, Any]:
    """Return the tables of `text`, the content of the file at `place`. Raises ConfigError."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        match = _AT_LINE.search(message)
        line = int(match[1]) if match else len(text.splitlines())
        reason = one_line(_AT_LINE.sub("", message).removesuffix(" (at end of document)"))
        raise ConfigError(f"{place}, line {line}: this is not TOML ({reason})") from None


class _Reader:
    """One walk over the parsed file along the records; collects where values came from."""

    def __init__(self, text: str, place: Path, *, environment: bool) -> None:
        self.text = text
        self.place = place
        self.variables = FROM_ENVIRONMENT if environment else {}
        self.origins: dict[str, str] = {}
        self.warnings: list[str] = []

    def section(self, record: type[_T], raw: object, path: tuple[str, ...]) -> _T:
        """Fill `record` from the table `raw` found at `path`."""
        table = self._table(raw, path)
        values: dict[str, object] = {}
        for item in fields(record):  # type: ignore[arg-type]
            inner = (*path, item.name)
            if nested := section_of(item):
                values[item.name] = self.section(nested, table.get(item.name, {}), inner)
            elif entries := item.metadata.get("table"):
                default: Any = item.default_factory
                values[item.name] = default() | self._entries(entries, table.get(item.name, {}), inner)
            elif given := os.environ.get(self.variables.get(".".join(inner), "")):
                values[item.name] = self._from_variable(item.metadata["rule"], given, inner)
            elif item.name in table:
                values[item.name] = self._value(item.metadata["rule"], table[item.name], inner)
        self._warn_of_unknown(table, record, path)
        return record(**values)

    def _entries(self, entries: Table, raw: object, path: tuple[str, ...]) -> dict[str, object]:
        values: dict[str, object] = {}
        for name, value in self._table(raw, path).items():
            inner = (*path, name)
            try:
                kept = entries.checked_name(name)
            except ValueError as error:
                raise ConfigError(f"{self._at(inner)}{error}") from None
            values[kept] = self._value(entries.entry, value, inner)
        return values

    def _table(self, raw: object, path: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(raw, dict):
            name = ".".join(path)
            raise ConfigError(
                f"{self._at(path)}{name} is a section, written [{name}], not {refused_value(raw)}"
            )
        return raw

    def _value(self, rule: Rule, raw: object, path: tuple[str, ...]) -> object:
        key = ".".join(path)
        self.origins[key] = self._at(path, short=True)
        try:
            return rule.read(raw)
        except ValueError:
            raise ConfigError(f"{self._at(path)}{key} is {rule.allowed}, not {refused_value(raw)}") from None

    def _from_variable(self, rule: Rule, given: str, path: tuple[str, ...]) -> object:
        key = ".".join(path)
        variable = self.origins[key] = FROM_ENVIRONMENT[key]
        if rule is not FLAG:
            return rule.read(given)
        if given.lower() not in _SWITCHES:
            raise ConfigError(f"{variable} is 1 or 0, not {refused_value(given)}")
        return _SWITCHES[given.lower()]

    def _warn_of_unknown(self, table: dict[str, Any], record: Any, path: tuple[str, ...]) -> None:
        known = [item.name for item in fields(record)]
        for name in table:
            if name in known:
                continue
            meant = closest(name, known)
            hint = f"; did you mean {'.'.join((*path, meant))}?" if meant else ""
            inner = (*path, name)
            self.warnings.append(
                f"{self._at(inner)}{one_line('.'.join(inner), Longest.PATH)} is no setting{hint}"
            )

    def _at(self, path: tuple[str, ...], *, short: bool = False) -> str:
        line = line_of(self.text, path)
        if short:
            return f"line {line}" if line else "the file"
        return f"{self.place}, line {line}: " if line else f"{self.place}: "


def _with_one_half_life(settings: Settings, origins: dict[str, str]) -> Settings:
    """Let `half_life_days`, once it is given, stand for every type the file does not list."""
    decay = settings.decay
    given: dict[str, float] = {}
    for item in fields(HalfLives):
        key = f"decay.half_lives.{item.name}"
        if key not in origins:
            given[item.name] = decay.half_life_days
            origins[key] = "decay.half_life_days"
    return replace(settings, decay=replace(decay, half_lives=replace(decay.half_lives, **given)))


def _flatten(record: Any, path: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    for item in fields(record):
        value = getattr(record, item.name)
        inner = (*path, item.name)
        if section_of(item):
            yield from _flatten(value, inner)
        elif "table" in item.metadata:
            yield from ((".".join((*inner, name)), entry) for name, entry in value.items())
        else:
            yield ".".join(inner), value
