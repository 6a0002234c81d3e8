"""Handles the events of agents: leaves a job for the worker, or tells the agent what it should know.

An unknown event does nothing, and neither does `PreCompact`, which must not get in the way.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memtui.config import ConfigError, Settings, clock, load, store_path
from memtui.domain.instant import DAY
from memtui.hooks.payloads import COPILOT, folder_in, log_in, session_in
from memtui.lifecycle.enqueue import COMPACT, REVIEW, SESSION, TASK, WINDOW, enqueue, kept, wanted
from memtui.lifecycle.filing import scope_of
from memtui.projects.identity import identify
from memtui.store import jobs, sessions
from memtui.store.database import Store, Transaction
from memtui.store.opening import attach_store

_PATIENCE = 2.5
"""Seconds to wait for another writer."""
_OVER_AFTER = DAY
_TYPED = "user"
"""What stands in `source` of a prompt that a person wrote."""
_LEFT_OPEN = 5
"""Sessions without a word for a day that one hook hands to the worker at most: it must not take long."""


@dataclass(frozen=True, slots=True)
class Event:
    """What an agent says with an event, and the settings in force."""

    session: str
    transcript: str
    cwd: str
    client: str
    payload: Mapping[str, Any]
    settings: Settings

    @property
    def by_machine(self) -> bool:
        """Whether no person wrote the prompt: it comes from within a subagent, or from a loop or a schedule.

        Claude Code names a subagent in `agent_id`; who a prompt is from stands in `source`, where it does.
        """
        return bool(self.text("agent_id")) or self.text("source") not in ("", _TYPED)

    def text(self, *names: str) -> str:
        """Return the first of these fields that holds a text."""
        for name in names:
            value = self.payload.get(name)
            if isinstance(value, str) and value.strip():
                return value
        return ""


def is_known(event: str) -> bool:
    """Say whether memtui listens to an event, named in small letters, or lets it pass on purpose."""
    return event in _EVENTS or event in _LET_PASS


def handle(event: str, payload: Mapping[str, Any], client: str = "") -> str:
    """Do what an event, named in small letters, asks for, and return what to print.

    Raises StoreError and OSError.
    """
    act = _EVENTS.get(event)
    if act is None or not payload:
        return ""
    path = store_path()
    if not path.exists():
        return ""
    settings = _settings()
    call = _event_of(payload, client, settings)
    with attach_store(path, decay=settings.decay_rules, clock=clock(), patience=_PATIENCE) as store:
        return act(store, call)


def _settings() -> Settings:
    try:
        return load().settings
    except ConfigError:
        return Settings()


def _event_of(payload: Mapping[str, Any], client: str, settings: Settings) -> Event:
    session = session_in(payload)
    transcript = log_in(payload, client, session)
    if not client:
        client = "codex" if "/.codex/" in transcript.replace("\\", "/") else "claude-code"
    return Event(session, transcript, folder_in(payload, client), client, payload, settings)


# -- what an agent is told -----------------------------------------------------------------------


def _session_start(store: Store, event: Event) -> str:
    from memtui.hooks.injecting import for_start

    if event.client == COPILOT and sessions.still_shown(store, event.session):
        return ""  # some versions say with each prompt that the session starts, and keep all they were told
    if event.session and not store.read_only:
        with store.write() as tx:
            sessions.lose_shown(tx, event.session)
            if event.settings.capture.post_session:
                _left_open(store, tx)
    return for_start(store, event.session, event.cwd, event.settings.recall, client=event.client)


def _left_open(store: Store, tx: Transaction) -> None:
    """Leave the sessions that were looked at while they ran and never said that they ended."""
    for mark in jobs.left_open(store, before=tx.now - _OVER_AFTER, limit=_LEFT_OPEN):
        if Path(mark.path).exists():
            about = {"session": mark.session, "cwd": mark.cwd, "client": mark.client}
            enqueue(tx, SESSION, path=mark.path, about=about)


def _prompt(store: Store, event: Event) -> str:
    from memtui.hooks.injecting import for_prompt

    if not store.read_only:
        _look_if_due(store, event)  # after an interruption no stop was heard
    if event.by_machine:
        return ""
    prompt = event.text("prompt", "user_prompt")
    name = event.text("hook_event_name") or "UserPromptSubmit"
    limits = event.settings.recall
    return for_prompt(store, event.session, event.cwd, prompt, limits, client=event.client, event=name)


# -- what is left for the worker -----------------------------------------------------------------


def _leave(store: Store, event: Event, kind: str, *, path: str = "", text: str = "") -> None:
    """Leave a job. A worktree is noted now: it may be gone when the job is done."""
    about = {"session": event.session, "cwd": event.cwd, "client": event.client}
    with kept(store, wanted(kind, path=path, text=text, about=about)):
        project = identify(event.cwd)
        if project is not None and project.in_repository:
            scope_of(store, project)


def _look_if_due(store: Store, event: Event) -> None:
    """Leave a look at the session when enough tools were called since the last one."""
    from memtui.hooks.counting import tool_turns

    interval = event.settings.capture.interval
    if not interval or not event.transcript or not Path(event.transcript).exists():
        return
    mark = jobs.transcript(store, event.transcript)
    if tool_turns(Path(event.transcript), mark.position if mark else 0, interval) >= interval:
        _leave(store, event, WINDOW, path=event.transcript)


def _stop(store: Store, event: Event) -> str:
    """Look at the session if that is due; a stop that a hook caused does not count."""
    if not event.payload.get("stop_hook_active"):
        _look_if_due(store, event)
    return ""


def _tool_used(store: Store, event: Event) -> str:
    """Look at a session that runs for long without a stop."""
    _look_if_due(store, event)
    return ""


def _compacted(store: Store, event: Event) -> str:
    """Leave the summary that the agent made of its conversation, and a review; its context is new."""
    summary = event.text("compact_summary", "summary")
    if summary:
        _leave(store, event, COMPACT, text=summary)
    with store.write() as tx:
        enqueue(tx, REVIEW)
        sessions.lose_shown(tx, event.session)
    return ""


def _subagent_stop(store: Store, event: Event) -> str:
    """Leave what a subagent answered; where the event does not say, the file of its own session."""
    if event.payload.get("stop_hook_active"):
        return ""
    _look_if_due(store, event)
    answer = event.text("last_assistant_message", "task_output", "result", "response", "summary")
    path = event.text("agent_transcript_path")
    if answer:
        _leave(store, event, TASK, text=answer)
    elif path and path != event.transcript:
        _leave(store, event, TASK, path=str(Path(path).expanduser().absolute()))
    return ""


def _session_end(store: Store, event: Event) -> str:
    """Leave the whole session; one in which nothing was said, as of `claude mcp list`, has no file."""
    if event.settings.capture.post_session and event.transcript and Path(event.transcript).exists():
        _leave(store, event, SESSION, path=event.transcript)
    return ""


_LET_PASS = frozenset({"precompact", "precompress"})
_EVENTS: Mapping[str, Callable[[Store, Event], str]] = {
    "sessionstart": _session_start,
    "userpromptsubmit": _prompt,
    "stop": _stop,
    "posttooluse": _tool_used,
    "subagentstop": _subagent_stop,
    "postcompact": _compacted,
    "sessionend": _session_end,
    # As Gemini CLI names them.
    "beforeagent": _prompt,
    "afteragent": _stop,
    "aftertool": _tool_used,
}
