"""Putting memtui's hooks into the settings of an agent, and taking them out, touching nothing else there.

`memtui hooks` calls it. Claude Code and Gemini CLI keep their hooks in `settings.json`, Codex in
`hooks.json`, all in the same form: events, each with a list of groups, each with a list of handlers. Cursor's
`hooks.json` and the files that Copilot CLI reads from a folder have the handlers in the event's list itself,
in a file that says `"version": 1`. Handlers are spliced into the text, so order, indentation and all that
memtui does not know stay as they are. A file that is no JSON object, or whose hooks are not of such a form,
is refused.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memtui.formats.ground.json_splicing import Patch, elements, patched, without_elements
from memtui.setup.files import copies_of, text_of
from memtui.setup.json_settings import (
    SettingsError,
    inserted,
    member,
    parsed,
    root,
    split_mark,
    without_member,
)

_SECONDS = 5
"""An agent waits for a hook, at most; ours are done in a tenth of one."""
_LONGEST = 4_000
"""Characters of a command that is looked at; ours are short."""
_OURS = re.compile(
    r"(?:\bmemtui(?:\.exe)?[\"']?|-m\s+memtui)"
    r"(?:\s+--(?:db|config)[= ](?:\"[^\"]*\"|'[^']*'|[^\s\"']\S*))*+\s+hook\s+\w+"
)


@dataclass(frozen=True, slots=True)
class Client:
    """An agent that has hooks."""

    name: str
    label: str
    folder: str
    """Of its settings, below the home folder."""
    variable: str
    """Which names another folder."""
    file: str
    events: tuple[str, ...]
    """The events that memtui wants to hear of, as the agent names them."""
    remark: str = ""
    """What a person should know."""
    timeout: int = _SECONDS
    """How long it waits for a hook, in its own unit."""
    at_end: int = 0
    """How long at the end of a session, where it warns of a longer time; 0 is as long as ever."""
    flat: bool = False
    """Whether the handlers stand in an event's list without a group, in a file with a version."""
    command: str = "command"
    """What the field of a handler with the command is called."""
    wait: str = "timeout"
    """What the field with `timeout` is called."""

    def in_use(self, home: Path, environment: Mapping[str, str]) -> bool:
        """Say whether this person uses the program on this machine."""
        return self._home(home, environment).is_dir()

    def settings(self, home: Path, environment: Mapping[str, str]) -> Path:
        """Return where its settings are for this person."""
        return self._home(home, environment) / self.file

    def _home(self, home: Path, environment: Mapping[str, str]) -> Path:
        given = environment.get(self.variable) if self.variable else None
        return Path(given).expanduser() if given else home / self.folder


_END = "SessionEnd"
_EVENTS = (
    "SessionStart",
    "UserPromptSubmit",
    "PostToolUse",
    "Stop",
    "SubagentStop",
    "PostCompact",
    _END,
)
CLIENTS: Mapping[str, Client] = {
    client.name: client
    for client in (
        Client("claude-code", "Claude Code", ".claude", "CLAUDE_CONFIG_DIR", "settings.json", _EVENTS),
        Client(
            "codex",
            "Codex",
            ".codex",
            "CODEX_HOME",
            "hooks.json",
            _EVENTS,
            "Codex asks you to trust the hooks when it starts next (/hooks). Older versions need "
            "`[features] codex_hooks = true` in config.toml and do not tell when a session ends; then "
            "`memtui capture FILE` reads it.",
            at_end=3,
        ),
        Client(
            "gemini",
            "Gemini CLI",
            ".gemini",
            "",
            "settings.json",
            ("SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "SessionEnd"),
            timeout=1_000 * _SECONDS,
        ),
        Client(
            "cursor",
            "Cursor",
            ".cursor",
            "",
            "hooks.json",
            ("sessionStart", "postToolUse", "stop", "subagentStop", "sessionEnd"),
            "Cursor takes what it is told when a session starts, and nothing with a prompt.",
            flat=True,
        ),
        Client(
            "copilot",
            "Copilot CLI",
            ".copilot",
            "COPILOT_HOME",
            "hooks/memtui.json",
            # In these names its events come with the fields that the others have, too.
            ("SessionStart", "PostToolUse", "Stop", "SubagentStop", "SessionEnd"),
            "Copilot CLI takes what it is told when a session starts, and nothing with a prompt.",
            flat=True,
            command="bash",
            wait="timeoutSec",
        ),
    )
}


_COMMANDS = sorted({client.command for client in CLIENTS.values()})


def _command_for(program: str, event: str, client: str) -> str:
    """Return the command of one event; `program` runs memtui, quoted for a shell."""
    return f"{program} hook {event} --client {client}"


def installed(text: str) -> dict[str, str]:
    """Return memtui's commands in a settings file, by event. Raises SettingsError."""
    return _ours_in(_hooks_of(parsed(text)))


def _ours_in(hooks_of: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, str]:
    return {
        event: command
        for event, groups in hooks_of.items()
        for group in groups
        for handler in (group, *group["hooks"])
        if (command := _our_command(handler))
    }


def with_hooks(text: str, client: Client, program: str) -> str:
    """Return a settings file with memtui's hooks in it, and no older ones. Raises SettingsError."""
    wanted = {event: _command_for(program, event, client.name) for event in client.events}
    if installed(text) == wanted:
        return text
    text = without_hooks(text)
    bom, text = split_mark(text)
    if not text.strip():
        hooks = {event: [_group(event, command, client)] for event, command in wanted.items()}
        made = ({"version": 1} if client.flat else {}) | {"hooks": hooks}
        return bom + json.dumps(made, indent=2, ensure_ascii=False) + "\n"
    if client.flat and "version" not in parsed(text):
        text = patched(text, [inserted(text, root(text), 0, 1, "version")])  # or none of it would be read
    for event, command in wanted.items():
        text = _added(text, event, _group(event, command, client))
    return bom + text


def taken_out(text: str, client: Client, was: str | None) -> str:
    """Return a settings file without memtui's hooks: the very bytes it had before, unless it changed since.

    `was` is the file before them, None when it was made for them. Raises SettingsError.
    """
    if was is None:
        return without_hooks(text, client)
    program = next(iter(installed(text).values()), "").rpartition(" hook ")[0]
    if program and was.strip() and with_hooks(was, client, program) == text:
        return was
    before = parsed(was)
    return without_hooks(text, stood=_hooks_of(before) if "hooks" in before else None)


def without_hooks(text: str, made_for: Client | None = None, stood: Collection[str] | None = None) -> str:
    """Return a settings file without memtui's hooks, and without what they alone filled.

    Of a file that was made for the hooks of an agent nothing is left, unless it holds something besides by
    now. `stood` are the events that the file named before; None where it said nothing of hooks. Raises
    SettingsError.
    """
    bom, before = split_mark(text)
    text = before
    while patch := _removal(text, stood):
        text = patched(text, patch)
    if made_for is not None and text != before:
        besides = parsed(text).keys() - ({"version"} if made_for.flat else set())
        return bom + text if besides else ""
    return bom + text


def text_before(path: Path, copies: Path) -> str | None:
    """Return a settings file as it was before memtui's hooks, by its kept copies; None where none tells.

    Raises SettingsError.
    """
    texts = map(text_of, reversed(copies_of(path, copies)))
    return next((text for text in texts if not installed(text)), None)


def _group(event: str, command: str, client: Client) -> dict[str, Any]:
    seconds = (event == _END and client.at_end) or client.timeout
    handler = {"type": "command", client.command: command, client.wait: seconds}
    return handler if client.flat else {"hooks": [handler]}


def _our_command(handler: object) -> str:
    """Return the command of a handler that runs memtui; empty for any other."""
    fields = [handler.get(name) for name in _COMMANDS] if isinstance(handler, dict) else []
    commands = [field for field in fields if isinstance(field, str) and _OURS.search(field[:_LONGEST])]
    return commands[0] if commands else ""


def _hooks_of(settings: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the groups of hooks by event. Raises SettingsError when they are of another form."""
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict):
        raise SettingsError('its "hooks" are not an object of events')
    for event, groups in hooks.items():
        if not isinstance(groups, list) or not all(
            isinstance(group, dict) and isinstance(group.get("hooks", []), list) for group in groups
        ):
            raise SettingsError(f'its hooks of "{event}" are not a list of groups')
    return {event: [{"hooks": [], **group} for group in groups] for event, groups in hooks.items()}


def _added(text: str, event: str, group: dict[str, Any]) -> str:
    hooks = member(text, root(text), "hooks")
    if hooks is None:
        return patched(text, [inserted(text, root(text), 0, {event: [group]}, "hooks")])
    groups = member(text, hooks[0], event)
    if groups is None:
        return patched(text, [inserted(text, hooks[0], 1, [group], event)])
    return patched(text, [inserted(text, groups[0], 2, group)])


def _removal(text: str, stood: Collection[str] | None) -> list[Patch]:
    """Return the patches that take out the first of our handlers, with all that held nothing else.

    What stood before stays, be it empty.
    """
    settings = parsed(text)
    hooks_of = _hooks_of(settings)
    if not _ours_in(hooks_of):
        return []
    hooks = member(text, root(text), "hooks")
    assert hooks is not None  # noqa: S101 there is a handler in it
    for event, groups in hooks_of.items():
        place = member(text, hooks[0], event)
        assert place is not None  # noqa: S101
        for number, group in enumerate(groups):
            ours = {i for i, handler in enumerate(group["hooks"]) if _our_command(handler)}
            if not ours and not _our_command(group):
                continue
            spans = elements(text, place[0])
            if len(ours) < len(group["hooks"]):
                inner = member(text, spans[number][0], "hooks")
                assert inner is not None  # noqa: S101
                return without_elements(elements(text, inner[0]), ours)
            if len(groups) > 1 or event in (stood or ()):
                return without_elements(spans, {number})
            if len(hooks_of) > 1 or stood is not None:
                return [without_member(text, hooks[0], event)]
            return [without_member(text, root(text), "hooks")]
    return []
