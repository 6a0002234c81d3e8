"""Chooses what an agent is told unasked: where the last session stood, and what bears on its prompt.

It hears of its own project and of the person; of another project only if a setting allows it and its own
knows nothing. An agent outside any project hears of the memories filed at the top itself.

It goes out as a marked block, which capture takes out of what it reads. Telling counts as no use of a memory;
it is only noted, so that one session is not told the same twice and does not have it learned as news.
"""

import json
from collections.abc import Collection
from pathlib import Path

from memtui.config.settings import Recall
from memtui.hooks.payloads import COPILOT, CURSOR
from memtui.recall.briefing import Briefing, Why, place_of, with_prompt
from memtui.store import sessions, sources
from memtui.store.database import Store

_USUAL = Recall()
_TOLD_PLAINLY = {CURSOR: "additional_context", COPILOT: "additionalContext"}
"""In which field of the answer itself some programs look for what they are told."""


def for_start(store: Store, session: str, cwd: str, limits: Recall = _USUAL, *, client: str = "") -> str:
    """Return the block for the start of a session, empty when nothing is known.

    `client` is the agent's program, which says how it wants to be told.
    """
    from memtui.recall.session_start import at_start  # a dozen milliseconds, which no prompt waits for

    itself = _loaded_by(store, client, cwd)
    briefing = at_start(
        store, place_of(store, cwd), budget=limits.start_tokens, itself=itself, agent=limits.asking_as(client)
    )
    return _handed_over(store, "SessionStart", session, briefing, client)


def _loaded_by(store: Store, client: str, cwd: str) -> Collection[int]:
    """Return the memories of linked files that the agent reads by itself in a folder."""
    if not client or not cwd or not sources.get_all(store):
        return frozenset()
    from memtui.recall.itself import loaded_in

    return loaded_in(store, client, Path(cwd)).keys()


def for_prompt(
    store: Store,
    session: str,
    cwd: str,
    prompt: str,
    limits: Recall = _USUAL,
    *,
    client: str = "",
    event: str = "UserPromptSubmit",
) -> str:
    """Return what an agent is told with a prompt, empty when no memory bears on it.

    `client` is the agent's program, and `event` what it calls the occasion.
    """
    if not prompt.strip():
        return ""
    seen = sessions.still_shown(store, session) if session else set()

    def loads(ids: Collection[int]) -> Collection[int]:
        in_files = any(sources.sources_of(store, memory_id) for memory_id in ids)
        return _loaded_by(store, client, cwd) if in_files else ()

    briefing = with_prompt(
        store,
        place_of(store, cwd),
        prompt,
        budget=limits.prompt_tokens,
        elsewhere=limits.elsewhere,
        seen=seen,
        loads=loads,
        agent=limits.asking_as(client),
    )
    return _handed_over(store, event, session, briefing)


def _handed_over(store: Store, event: str, session: str, briefing: Briefing, client: str = "") -> str:
    """Return the hook's answer, and note what it tells, with what the summary in it says as well."""
    if not briefing.told:
        return ""
    from memtui.recall.told_block import block

    if session and not store.read_only:
        along = (entry.memory for entry in briefing.left_out if entry.why is Why.SAID)
        with store.write() as tx:
            sessions.note_shown(tx, session, [memory.id for memory in (*briefing.memories, *along)])
    text = block(briefing.memories, briefing.notes)
    if client in _TOLD_PLAINLY:
        return json.dumps({_TOLD_PLAINLY[client]: text})
    return json.dumps({"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}})
