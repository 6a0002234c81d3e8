"""Taking a memory apart into several, as the file that it comes from turned out to be a list of statements.

Nothing is new then and nothing is gone, so what was known of the one holds for each: its uses, its pin, its
categories, that it is dropped. It is one op, and undo gives the one memory back in place of the several.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace

from memtui.domain.actor import Actor
from memtui.domain.dating import DATED
from memtui.domain.memory import BECAME, Draft, Memory, State
from memtui.lifecycle.checks import SECRET_CATEGORY
from memtui.lifecycle.holding import MARK, undecided
from memtui.store import inserting, memories, questions, recording, taken_apart
from memtui.store.database import Store, Transaction

_OF_THE_WHOLE = {BECAME, DATED, "secrets", "section"}
"""What the provenance of a memory says that may not hold for each of its statements."""


def take_apart(
    store: Store, tx: Transaction, memory: Memory, drafts: Sequence[Draft], called: str, *, by: Actor
) -> tuple[int, list[int]]:
    """Put memories in the place of one; return the op and the id of each. One that is there is taken.

    `drafts` are its statements as its file says them, `called` the file. In the transaction of the caller,
    who notes where they stand now.
    """
    # What a person let out is not held back again, line by line.
    but = _OF_THE_WHOLE if undecided(store, memory) else _OF_THE_WHOLE | MARK.keys()
    wanted = [_in_place_of(memory, draft, but) for draft in drafts]
    hashes = inserting.hashes_of(wanted)
    # What else was dropped that says the same was not what stands here.
    known = [
        match if match is not None and match[1] in {State.LIVE, memory.state} else None
        for match in inserting.look_up(store, wanted, hashes)
    ]
    op_id = recording.begin(tx, "split", by, detail=called)
    new = {
        (value, draft.scope): (draft, value)
        for draft, value, match in zip(wanted, hashes, known, strict=True)
        if match is None
    }
    ids = dict(zip(new, _added(tx, op_id, memory.state, list(new.values())), strict=True))
    places = [
        ids[value, draft.scope] if match is None else match[0]
        for draft, value, match in zip(wanted, hashes, known, strict=True)
    ]
    _take_over(store, tx, op_id, memory, [match[0] for match in known if match is not None])
    there = {each.id: each.uid for each in memories.get_many(store, places)}
    became = json.dumps({**memory.provenance, BECAME: list(there.values())}, ensure_ascii=False)
    recording.apply(tx, op_id, [memory.id], {"state": State.ABSENT.value, "provenance": became})
    taken_apart.link(tx, [memory.id])
    _answer_with(store, tx, op_id, memory.id, list(there))
    recording.finish(tx, op_id, len(there))
    return op_id, places


def _added(tx: Transaction, op_id: int, state: State, new: Sequence[tuple[Draft, int]]) -> Sequence[int]:
    """Add memories that are new, in the state of the one before: dropped is what was done to them here."""
    if not new:
        return []
    ids = inserting.insert(tx, [draft for draft, _ in new], [value for _, value in new])
    recording.record_creation(tx, op_id, ids, State.LIVE)
    if state is not State.LIVE:
        recording.apply(tx, op_id, list(ids), {"state": state.value})
    return ids


def _take_over(store: Store, tx: Transaction, op_id: int, memory: Memory, known: Sequence[int]) -> None:
    """Let memories that were there already have the uses of the one, its importance and its pin as well."""
    for each in memories.get_many(store, known):
        recording.add_uses(tx, op_id, each.id, [memory.id])
        importance, pinned = max(each.importance, memory.importance), each.pinned or memory.pinned
        recording.apply(tx, op_id, [each.id], {"importance": importance, "pinned": int(pinned)})


def _in_place_of(memory: Memory, draft: Draft, but: Collection[str]) -> Draft:
    """Return a statement of a memory with all that is known of that, `but` some of its provenance."""
    known = {key: value for key, value in memory.provenance.items() if key not in but}
    secret = [name for name in draft.categories if name == SECRET_CATEGORY]
    categories = [name for name in memory.categories if name != SECRET_CATEGORY]
    written = draft.created_at if draft.created_at is not None else memory.created_at
    return replace(
        draft,
        scope=memory.scope,
        type=memory.type,
        categories=(*categories, *secret),
        importance=memory.importance,
        pinned=memory.pinned,
        origin=memory.origin,
        provenance={**known, **draft.provenance},
        expires_at=memory.expires_at,
        created_at=min(written, memory.created_at) if DATED in draft.provenance else written,
        last_accessed_at=memory.last_accessed_at,
        access_count=memory.access_count,
        session_count=memory.session_count,
        state=State.LIVE,
        depth=memory.depth,
    )


def _answer_with(store: Store, tx: Transaction, op_id: int, before: int, now: Sequence[int]) -> None:
    """Let saved questions that expect the one memory expect the several."""
    for saved in questions.get_all(store):
        if before in saved.expected:
            expected = [each for one in saved.expected for each in (now if one == before else [one])]
            questions.save(tx, op_id, saved.scope, saved.text, expected, called=saved.called)
