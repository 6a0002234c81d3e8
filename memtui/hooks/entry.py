"""The process of a hook: JSON in on stdin, at most one JSON object out on stdout, always the exit code 0.

`memtui.__main__` calls `main` before it loads anything else. Whatever goes wrong, the agent that waits must
not be held up, blocked or told nonsense: then nothing is printed.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from threading import Timer

_VARIABLE = "MEMTUI_HOOK_SECONDS"
"""Names the environment variable for another limit than `_SECONDS`, on a machine that is slow or busy."""
_SECONDS = 4.0
"""After which a hook gives up, whatever holds it up. It takes a fifth of one; on a busy machine, more."""
_SECONDS_TO_LEAVE = 20.0
"""Seconds after which a hook that has a job to leave gives up: more, since that job would be lost. A locked
store is no reason to wait, because then the job is left in a file beside it.
"""
_TELLING = frozenset({"sessionstart", "userpromptsubmit", "beforeagent"})
"""Events whose hook has nothing to leave."""
_USE = """\
Agents call `memtui hook EVENT`, with the event's JSON on stdin; nothing was done.
`memtui hook --help` names the events, `memtui hooks` the agents that call it."""
"""What is said on stderr to a person who calls it by hand, and of an event that nobody knows."""
_MOST_BYTES = 32_000_000
"""Bytes of an agent's message that are read, with all that was pasted into it."""


def main(arguments: Sequence[str], *, db: str = "", config: str = "") -> int:
    """Do what the event asks for, and return 0."""
    if db:
        os.environ["MEMTUI_DB"] = db
    if config:
        os.environ["MEMTUI_CONFIG"] = config
    watch = _watch(_SECONDS)
    try:
        _run(arguments, watch)
    except Exception as error:  # noqa: BLE001 - an agent is waiting: nothing of ours may stop or confuse it
        if os.environ.get("MEMTUI_DEBUG"):
            print(f"memtui hook: {type(error).__name__}: {error}", file=sys.stderr)
    return 0


def leave() -> None:
    """End the process at once: taking the interpreter down in order takes longer than the work did."""
    try:
        sys.stdout.flush()
    finally:
        os._exit(0)


def _watch(seconds: float) -> "Timer":
    """End the process after `seconds`, or after the time that the environment sets, unless cancelled."""
    from threading import Timer

    seconds_given = os.environ.get(_VARIABLE, "")
    seconds = float(seconds_given) if seconds_given.isdecimal() else seconds
    watch = Timer(seconds, os._exit, (0,))
    watch.daemon = True
    watch.start()
    return watch


def _run(arguments: Sequence[str], watch: "Timer") -> None:
    from memtui.domain.agents import OWN

    if os.environ.get(OWN):
        return
    payload = _payload()
    event, client = _event_and_client(arguments, payload)
    if event not in _TELLING:
        watch.cancel()
        _watch(_SECONDS_TO_LEAVE)
    from memtui.hooks.events import handle, is_known

    if (sys.stdin is not None and sys.stdin.isatty()) or not is_known(event):
        print(_USE, file=sys.stderr)
    answer = handle(event, payload, client)
    if answer:
        sys.stdout.write(answer + "\n")


def _payload() -> dict[str, Any]:
    """Return the agent's JSON from stdin; empty when it cannot be read."""
    if sys.stdin is None or sys.stdin.isatty():
        return {}
    raw = sys.stdin.buffer.read(_MOST_BYTES)
    if not raw.strip():
        return {}
    import json

    try:
        value = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _event_and_client(arguments: Sequence[str], payload: dict[str, Any]) -> tuple[str, str]:
    """Return the event and the client: as the command names them, else as the payload does.

    Names of events are compared without case and hyphens, so `SessionEnd` and `session-end` are one.
    """
    names = []
    client = ""
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--client":
            client = next(waiting, "")
        elif argument.startswith("--client="):
            client = argument.partition("=")[2]
        elif not argument.startswith("-"):
            names.append(argument)
    event = names[0] if names else str(payload.get("hook_event_name") or "")
    return event.casefold().replace("-", "").replace("_", ""), client
