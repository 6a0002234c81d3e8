"""Makes the commented settings file and changes one line of it, leaving the rest as it is.

Called by `memtui config`. The comments are the docstrings of the records in `settings`, so the
file and the program cannot tell different stories.
"""

import difflib
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from memtui.config.described import documentation
from memtui.config.reading import Loaded, flatten, header_of, keys, line_of, no_setting, parsed, read
from memtui.config.settings import Settings, section_of
from memtui.config.values import TEXT, ConfigError, Rule, SettingRefused, refused_value, to_toml
from memtui.whole_files import replacing

_BY_PATH = "gate.sources"
"""The table whose names may be paths, which no dotted key can name."""
_INTRODUCTION = """\
# Settings of memtui. Each line that starts with #name shows a default: take the # away to change it.
# `memtui config` lists what is in force and where it comes from.
"""


def default_file() -> str:
    """Return the settings file with every key documented and commented out, at its default."""
    return _INTRODUCTION + "".join(_sections(Settings, (), documentation()))


def init(path: Path) -> bool:
    """Write the default file to `path` unless one exists; say whether it was written."""
    if path.exists():
        return False
    _write(path, default_file())
    return True


def change(path: Path, key: str, value: str) -> str:
    """Set `key` to `value` in the file at `path`, made first when it is missing; return its new text.

    `value` is TOML, or plain text where that is what the key takes. All other lines stay as they
    are. Raises ConfigError for an unknown key, a value that is not allowed, and a value that spans
    several lines in the file.
    """
    changed = _changed(_text(path), path, key, value)
    _write(path, changed)
    return changed


def change_all(path: Path, values: Mapping[str, str]) -> str:
    """Set several keys at once in the file at `path`, all or none, and return its new text.

    Raises ConfigError as `change` does.
    """
    changed = _all_changed(path, values)
    _write(path, changed)
    return changed


def written(loaded: Loaded, key: str) -> str | None:
    """Return what the file sets `key` to, as TOML writes it; None when it does not set it."""
    value: Any = parsed(loaded.text, loaded.path)
    for name in key.split("."):
        if not isinstance(value, dict) or name not in value:
            return None
        value = value[name]
    return to_toml(value)


def lines_to_write(path: Path, values: Mapping[str, str]) -> list[tuple[int, str]]:
    """Return the lines that `change_all` would write, each with its number. Raises ConfigError."""
    before, after = _text(path).splitlines(), _all_changed(path, values).splitlines()
    compared = difflib.SequenceMatcher(a=before, b=after, autojunk=False)
    return [
        (number + 1, after[number])
        for kind, _, _, start, stop in compared.get_opcodes()
        if kind != "equal"
        for number in range(start, stop)
    ]


def _all_changed(path: Path, values: Mapping[str, str]) -> str:
    text = _text(path)
    for key, value in values.items():
        text = _changed(text, path, key, value)
    return text


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else default_file()


def _changed(text: str, path: Path, key: str, value: str) -> str:
    """Return the text of the file at `path` with `key` set to `value`."""
    section, _, name = key.rpartition(".")
    if key.startswith(f"{_BY_PATH}.") and section != _BY_PATH:
        name = refused_value(key.removeprefix(f"{_BY_PATH}."))
        raise ConfigError(
            f"a path is written into {path} by hand, below [{_BY_PATH}]: {name} = {refused_value(value)}"
        )
    _check_name(key)
    _check(text, path)
    changed = _with_value(text, key, value)
    try:
        _check(changed, path)
    except ConfigError:
        changed = _with_value(text, key, to_toml(value))
        _check_value(changed, path, key)
    return changed


def reset(path: Path, key: str) -> str:
    """Put `key` back to its default: its line in the file at `path` becomes a comment again.

    Returns the file's new text.

    Raises ConfigError for an unknown key and for a setting that spans several lines in the file.
    """
    _check_name(key)
    text = path.read_text("utf-8") if path.exists() else ""
    *section, name = key.split(".")
    at = line_of(text, (*section, name))
    if at is None:
        return text
    lines = text.splitlines()
    assignment, comment = _split_comment(lines[at - 1])
    if _parsed(assignment) is None or name not in assignment.partition("=")[0]:
        raise ConfigError(_by_hand(key, at))
    default = dict(flatten(Settings())).get(key)
    if default is None:
        del lines[at - 1]
    else:
        lines[at - 1] = f"#{name} = {to_toml(default)}{comment}"
    changed = "\n".join(lines) + "\n"
    _check(changed, path)
    _write(path, changed)
    return changed


def _check_name(key: str) -> None:
    """Refuse what is no setting. Raises ConfigError."""
    if key not in keys() and key.rpartition(".")[0] not in {"ttl", "keys", _BY_PATH}:
        raise SettingRefused(no_setting(key, keys()))


def _by_hand(key: str, line: int) -> str:
    return f"{key} spans several lines or sections of the file; change it by hand in line {line}"


def _check(text: str, path: Path) -> None:
    """Refuse a file with a value that is not allowed, which a variable of this shell may hide."""
    read(text, path, environment=False)


def _check_value(text: str, path: Path, key: str) -> None:
    """Refuse a value that was given for `key`, in words about it and not about its line in the file."""
    try:
        _check(text, path)
    except ConfigError as error:
        _, found, why = str(error).partition(f": {key} is ")
        raise SettingRefused(f"{key} is {why}" if found else str(error)) from None


def _with_value(text: str, key: str, value: str) -> str:
    """Return `text` with one line changed or added, so that it sets `key`."""
    *section, name = key.split(".")
    lines = text.splitlines()
    at = line_of(text, (*section, name))
    header = header_of(text, tuple(section))
    if at is not None:
        assignment, comment = _split_comment(lines[at - 1])
        if _parsed(assignment) is None or name not in assignment.partition("=")[0]:
            raise ConfigError(_by_hand(key, at))
        indent = assignment[: len(assignment) - len(assignment.lstrip())]
        lines[at - 1] = f"{indent}{name} = {value}{comment}"
    elif header is None:
        lines += ["", f"[{'.'.join(section)}]", f"{name} = {value}"]
    elif (default := _commented_out(lines, header, name)) is not None:
        comment = _split_comment(lines[default].removeprefix("#"))[1]
        lines[default] = f"{name} = {value}{comment}"
    else:
        lines.insert(header, f"{name} = {value}")
    return "\n".join(lines) + "\n"


def _commented_out(lines: list[str], header: int, name: str) -> int | None:
    """Return the index of the line `#name = …` in the section that starts after line `header`."""
    for index, line in enumerate(lines[header:], start=header):
        if line.lstrip().startswith("["):
            return None
        if line.startswith(f"#{name} ="):
            return index
    return None


def _split_comment(line: str) -> tuple[str, str]:
    """Split a line at its trailing comment, white space before it included."""
    for position, character in enumerate(line):
        if character == "#" and _parsed(line[:position]) is not None:
            assignment = line[:position].rstrip()
            return assignment, line[len(assignment) :]
    return line, ""


def _parsed(line: str) -> dict[str, Any] | None:
    import tomllib

    try:
        return tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return None


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(text)
    except OSError as error:
        raise ConfigError(f"the settings file {path} cannot be written: {error.strerror}") from None


def _sections(record: Any, path: tuple[str, ...], values: Mapping[str, str]) -> Iterator[str]:
    for item in fields(record):
        documentation = values.get(f"{record.__name__}.{item.name}", "")
        inner = (*path, item.name)
        if nested := section_of(item):
            yield f"\n{_comment(values[nested.__name__])}[{'.'.join(inner)}]\n"
            yield from _sections(nested, inner, values)
        elif "table" in item.metadata:
            default: Any = item.default_factory
            yield f"\n{_comment(documentation)}[{'.'.join(inner)}]\n"
            yield from (f"#{name} = {to_toml(value)}\n" for name, value in default().items())
        else:
            rule: Rule = item.metadata["rule"]
            allowed = "" if rule is TEXT else f"   # {rule.allowed}"
            yield f"{_comment(documentation)}#{item.name} = {to_toml(item.default)}{allowed}\n"


def _comment(description: str) -> str:
    return "".join(f"# {line}\n" for line in textwrap.wrap(description, 100))
