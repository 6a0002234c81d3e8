"""Sharing a memory with a team: by a person's hand, or by their yes to a card that asks.

A copy goes into the scope that is shared and the memory stays where it is; one that lies there already, as an
agent may have filed it, goes as it is. Where `memtui.sync` tells the team, it takes a person's word for it
from the journal (see `store.teams`).
"""

import shlex
from collections.abc import Sequence
from functools import partial

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.text import fingerprint
from memtui.domain.watch import UNWATCHED, Watch
from memtui.lifecycle import chunks
from memtui.lifecycle.amend import amend
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Outcome
from memtui.store import teams
from memtui.store.database import Store, Transaction


def share(store: Store, ids: chunks.Ids, scope: str, *, by: Actor, watch: Watch = UNWATCHED) -> Outcome:
    """Share memories with the team of a scope, as one op. Raises Refused where nobody shares it."""
    if by.kind not in {ActorKind.PERSON, ActorKind.SCRIPT}:
        raise Refused("only a person shares a memory with others")
    check_shared(store, scope)
    return chunks.run(
        store,
        ids,
        kind="share",
        change=partial(_share, store, scope, by),
        done=f"Shared {{}} with {scope}",
        by=by,
        detail=scope,
        watch=watch,
    )


def check_shared(store: Store, scope: str) -> None:
    """Raise Refused where a scope is shared with nobody."""
    if teams.shared_scope_of(store, scope) is None:
        raise Refused(
            f"{scope} is shared with nobody; a person begins to share it: "
            f"`memtui sync init WHERE --scope {shlex.quote(scope)}`"
        )


def _to_share(memory_id: int, scope: str) -> Change:
    """Return the change that shares a memory."""
    return Change(Deed.SHARE, memory_id, draft={"scope": scope})


def question(memory: Memory, scope: str, reason: str, asked_by: str, batch: str) -> Finding:
    """Return the card that asks whether to share a memory."""
    return Finding(
        Kind.SHARE,
        rule_name(Kind.SHARE, "asked"),
        (Target.of(memory),),
        reason,
        _to_share(memory.id, scope),
        memory.scope,
        Evidence((("asked by", asked_by), ("with", scope))),
        batch=batch,
        bucket=fingerprint(scope) & 0xFFFF,  # another team is another question
        origin=asked_by,
    )


def _share(
    store: Store, scope: str, by: Actor, tx: Transaction, op_id: int, chunk: Sequence[int]
) -> list[int]:
    changed: list[int] = []
    for memory_id in chunk:
        changed += amend(store, tx, op_id, _to_share(memory_id, scope), by=by)
    return changed
