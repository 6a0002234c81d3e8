"""The process of a hook: JSON in on stdin, at most one JSON object out on stdout, always the exit code 0.

`memtui.__main__` calls `main` before it loads anything else. Whatever goes wrong, the agent that waits must
not be held up, blocked or told nonsense: then nothing is printed.
"""

import os
import sys
from collections.abc import Sequence
from typing import Any

_SECONDS = 4.0
"""After which a hook gives up, whatever holds it up. It takes a tenth of one; on a busy machine, more."""
_MOST_BYTES = 32_000_000


def main(arguments: Sequence[str], *, db: str = "", config: str = "") -> int:
    """Do what the event asks for, and return 0."""
    if db:
        os.environ["MEMTUI_DB"] = db
    if config:
        os.environ["MEMTUI_CONFIG"] = config
    import threading

    watch = threading.Timer(_SECONDS, os._exit, (0,))
    watch.daemon = True
    watch.start()
    try:
        _run(arguments)
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


def _run(arguments: Sequence[str]) -> None:
    from memtui.domain.agents import OWN

    if os.environ.get(OWN):
        return
    payload = _payload()
    event, client = _asked(arguments, payload)
    from memtui.hooks.events import handle

    said = handle(event, payload, client)
    if said:
        sys.stdout.write(said + "\n")


def _payload() -> dict[str, Any]:
    """Return what the agent says on stdin; nothing when it says nothing that can be read."""
    if sys.stdin is None or sys.stdin.isatty():
        return {}
    raw = sys.stdin.buffer.read(_MOST_BYTES)
    if not raw.strip():
        return {}
    import json

    try:
        found = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _asked(arguments: Sequence[str], payload: dict[str, Any]) -> tuple[str, str]:
    """Return the event and the client: as the command names them, else as the payload does."""
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
    return event, client
