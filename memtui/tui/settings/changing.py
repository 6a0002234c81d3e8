"""Changing a setting from the screen: what takes a value into the file, and lets it hold at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from memtui.config.described import KEYS, Described
from memtui.config.places import config_path
from memtui.config.reading import FROM_ENVIRONMENT, Loaded, load, read
from memtui.config.values import ConfigError
from memtui.config.writing import change, change_all, reset
from memtui.tui import themes
from memtui.tui.host import Host
from memtui.tui.keys.keymap import Keymap


def file_of(host: Host) -> Path:
    """Return the file that the screen's settings are kept in."""
    return host.config or config_path()


def keep(host: Host, setting: Described, value: str) -> Loaded:
    """Write a value into the file, which is made when it is missing, and let it hold from now on.

    Returns what the file says now.

    Raises ConfigError for a value that is not allowed, and for a key that another action has.
    """
    if not setting.accepts(value):
        raise ConfigError(f"This is {setting.allowed}")
    _check_key(host, setting, value)
    return _taken_up(host, change(file_of(host), setting.key, value), setting.key)


def keep_all(host: Host, values: Mapping[str, str]) -> None:
    """Write several values into the file, all or none, and let them hold. Raises ConfigError."""
    host.take_settings(read(change_all(file_of(host), values), file_of(host)).settings)


def put_back(host: Host, setting: Described) -> Loaded:
    """Put a setting back to its default; return what the file says now. Raises ConfigError."""
    return set_to(host, setting.key, None)


def set_to(host: Host, key: str, value: str | None) -> Loaded:
    """Set a key to a value in TOML, or to its default without one; return what the file says now.

    Raises ConfigError.
    """
    file = file_of(host)
    return _taken_up(host, reset(file, key) if value is None else change(file, key, value), key)


def keep_theme(host: Host, theme: str) -> None:
    """Show the screen in another theme, now and from the next start on."""
    host.theme = theme
    name = themes.setting_of(theme)
    try:
        change(file_of(host), "screen.theme", name)
    except ConfigError as error:
        host.say(f"Theme {name} until you quit: {error}", "error")
    else:
        host.settings = replace(host.settings, screen=replace(host.settings.screen, theme=name))
        host.say(f"Theme {name}", "done")


def keep_rows(host: Host, rows: str) -> None:
    """Give each memory of a list one line or two, now and from the next start on."""
    host.settings = replace(host.settings, screen=replace(host.settings.screen, rows=rows))
    lines = "One line" if rows == "one" else "Two lines"
    try:
        change(file_of(host), "screen.rows", rows)
    except ConfigError as error:
        host.say(f"{lines} a memory until you quit: {error}", "error")
    else:
        host.say(f"{lines} a memory", "done")


def keep_size(host: Host, setting: str, size: int) -> None:
    """Give a pane the size it was dragged to, in all views that have it, now and from the next start on."""
    given: dict[str, Any] = {setting: size}
    host.settings = replace(host.settings, screen=replace(host.settings.screen, **given))
    try:
        change(file_of(host), f"screen.{setting}", str(size))
    except ConfigError as error:
        host.say(f"The border stays there until you quit: {error}", "error")


def next_choice(setting: Described) -> str:
    """Return the value after the one that a setting has, as TOML writes it."""
    at = setting.choices.index(setting.value) if setting.value in setting.choices else -1
    return setting.choices[(at + 1) % len(setting.choices)]


def _check_key(host: Host, setting: Described, value: str) -> None:
    """Refuse a key that cannot be bound. Raises ConfigError."""
    if setting.section != KEYS:
        return
    chosen = dict(host.settings.keys) | {setting.name: value}
    named = f"[{KEYS}] {setting.name}: "
    problems = [problem for problem in Keymap(chosen).problems if problem.startswith(named)]
    if problems:
        raise ConfigError(problems[0].removeprefix(named))


def loaded(host: Host) -> Loaded:
    """Return what the file says now; without one all is default. Raises ConfigError."""
    file = file_of(host)
    return load(file) if file.exists() else read("", file, exists=False)


def _taken_up(host: Host, text: str, key: str) -> Loaded:
    """Let what the file says now hold on the screen, and return it."""
    now = read(text, file_of(host))
    host.take_settings(now.settings)
    variable = FROM_ENVIRONMENT.get(key, "")
    if os.environ.get(variable):
        host.say(f"{variable} is set, and counts instead while it is")
    return now
