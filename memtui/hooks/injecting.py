"""What an agent is told unasked: where the project's last session stood, and what bears on its prompt.

It is told of its own project and of the person; of another project only by setting, and only when its own
knows nothing. Where it works in no project, what is filed at the top itself stands for that.

It goes out as a marked block, which capture takes out of what it reads. Telling counts as no use of a memory;
it is only noted, so that one session is not told the same twice and does not have it learned as news.
"""

import json
from collections.abc import Sequence

from memtui.domain.filter import Filter
from memtui.domain.memory import Memory
from memtui.domain.text import normalised
from memtui.lifecycle.filing import TEMPORARY, filed_under, project_of
from memtui.lifecycle.holding import tellable
from memtui.store import memories, sessions
from memtui.store.database import Store

_START_TOKENS = 1_500
_PROMPT_TOKENS = 600
_LONGEST = 9_500
"""Characters; an agent cuts off what comes behind 10,000."""
_PROMPT_HITS = 6
_USER_HITS = 3
_STRONGEST = 25
_USER = "/user"


def at_start(store: Store, session: str, cwd: str) -> str:
    """Return what an agent is told when a session starts, empty when nothing is known."""
    project = project_of(store, cwd)
    known: list[Memory] = []
    about = filed_under(store, cwd) if project is None else project
    summary = None if about == TEMPORARY else sessions.latest_summary(store, about)
    if summary is not None:
        known += tellable(store, memories.get_many(store, [summary]))
    has_summary = bool(known)
    known += [memory for memory in _strongest(store, _USER, _STRONGEST) if memory not in known]
    if project is not None:
        known += [
            memory
            for memory in _strongest(store, project, _STRONGEST)
            if memory not in known and sessions.SUMMARY not in memory.categories
        ]
    along = _said_in(known[0], known[1:]) if has_summary else []
    known = [memory for memory in known if memory not in along]
    return _told(store, "SessionStart", session, known, _START_TOKENS, along)


def _said_in(summary: Memory, others: list[Memory]) -> list[Memory]:
    """Return the memories that a summary holds word for word: telling them again would cost tokens only."""
    said = normalised(summary.text)
    return [memory for memory in others if normalised(memory.text) in said]


def for_prompt(store: Store, session: str, cwd: str, prompt: str, *, elsewhere: bool = False) -> str:
    """Return what an agent is told with a prompt, empty when no memory bears on it.

    With `elsewhere` all of the store is searched when the project knows nothing.
    """
    if not prompt.strip():
        return ""
    from memtui.recall.search import recall

    project = project_of(store, cwd)
    hits = list(recall(store, prompt, scope=project, limit=_PROMPT_HITS).hits)
    if project is not None:
        hits += recall(store, prompt, scope=_USER, limit=_USER_HITS).hits
    if elsewhere and not hits:
        hits = recall(store, prompt, limit=_PROMPT_HITS).hits
    seen = sessions.shown(store, session) if session else set()
    known = {hit.memory.id: hit.memory for hit in hits if hit.memory.id not in seen}
    return _told(store, "UserPromptSubmit", session, list(known.values()), _PROMPT_TOKENS)


def _strongest(store: Store, scope: str, count: int) -> list[Memory]:
    from memtui.store.listing import listing

    return tellable(store, memories.get_many(store, listing(store, Filter(scope=scope)).ids(0, count)))


def _told(
    store: Store, event: str, session: str, known: list[Memory], budget: int, along: Sequence[Memory] = ()
) -> str:
    """Return the hook's answer with as many of `known` as fit, and note that they were shown.

    The first of them says what `along` say.
    """
    from memtui.recall.block import block, frame_tokens, line, line_tokens

    left = budget - frame_tokens()
    room = _LONGEST - 300
    shown: list[Memory] = []
    for memory in known:
        size, length = line_tokens(memory), len(line(memory)) + 1
        if size > left or length > room:
            continue
        left -= size
        room -= length
        shown.append(memory)
    if not shown:
        return ""
    if session and not store.read_only:
        with store.write() as tx:
            said = (*shown, *along) if shown[0] is known[0] else shown
            sessions.note_shown(tx, session, [memory.id for memory in said])
    context = block(shown)
    answer = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}}
    return json.dumps(answer)
