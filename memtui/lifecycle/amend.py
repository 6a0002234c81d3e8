"""Carrying out the change of a proposal, inside the op and the transaction of the verdict on it.

`review.verdicts` calls it once the proposal is known to be open and its targets unchanged. Every text passes
the same checks as any other way into the store, and stays the word of who suggested it: a yes is no
signature.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any

from memtui.domain.actor import Actor
from memtui.domain.memory import Draft, Memory, MemoryType, Origin, State
from memtui.domain.proposal import Change, Deed, Proposal, words_of
from memtui.lifecycle import access
from memtui.lifecycle.checks import checked, checked_scope, checked_text
from memtui.lifecycle.errors import Refused
from memtui.secrets.vouching import vouched
from memtui.store import inserting, memories, recording
from memtui.store.database import Store, Transaction
from memtui.store.links import LinkKind, link


@dataclass(frozen=True, slots=True)
class Suggested:
    """Who suggested the words of a change, and who said yes to them."""

    by: str
    origin: Origin
    text: str
    """As it was suggested; a person may have edited it."""
    accepted_by: str

    @classmethod
    def of(cls, proposal: Proposal, by: Actor) -> "Suggested | None":
        """Return who suggested the words of `proposal`; None when they are the person's or there are none."""
        origin = words_of(proposal.rule, proposal.origin)
        text = proposal.change.new_text
        return cls(proposal.origin, origin, text, by.kind.value) if origin is not None and text else None

    def provenance(self, known: Mapping[str, object], text: str) -> dict[str, object]:
        """Return a memory's provenance once it says `text`."""
        told: dict[str, object] = {**known, "proposed_by": self.by, "accepted_by": self.accepted_by}
        return told | {"edited": True} if text != self.text else told


def amend(
    store: Store,
    tx: Transaction,
    op_id: int,
    change: Change,
    *,
    by: Actor,
    suggested: Suggested | None = None,
) -> list[int]:
    """Carry a change out and return the memories it changed or made.

    What says the words of `suggested` afterwards is filed as theirs. Raises Refused when a text cannot be
    stored, or a memory that is needed is not there. REDACT is no change of this kind: it erases (see
    `redact`).
    """
    found = {m.id: m for m in memories.get_many(store, [*change.gone, *_one(change.keep)])}
    missing = [i for i in (*change.gone, *_one(change.keep)) if i not in found]
    if missing:
        raise Refused("one of these memories does not exist any more")
    if change.deed is Deed.DROP:
        return _to_state(store, tx, op_id, change.gone, State.DROPPED)
    if change.deed is Deed.ARCHIVE:
        return _to_state(store, tx, op_id, change.gone, State.ARCHIVED)
    if change.deed is Deed.RESTORE:
        with recording.uses_journalled(tx, op_id, change.gone):
            access.count(tx, change.gone, access.Use.RESTORED, by=by, rules=store.decay)
        return _to_state(store, tx, op_id, change.gone, State.LIVE)
    if change.deed is Deed.BOTH:
        return _both(store, tx, op_id, list(found.values()))
    if change.deed is Deed.COMPACT:
        return _compact(store, tx, op_id, change, [found[i] for i in change.gone])
    if change.deed is Deed.LEARN:
        return _learn(store, tx, op_id, change, suggested)
    if change.keep is None:
        raise Refused("this proposal does not say which memory stays")
    kept = found[change.keep]
    if change.deed is Deed.MERGE:
        gone = [found[i] for i in change.gone]
        return _merge(store, tx, op_id, kept, gone, _reworded(kept, change.text, suggested))
    if change.deed is Deed.KEEP:
        return _keep(store, tx, op_id, kept, change, by, _reworded(kept, change.text, suggested))
    if change.deed is Deed.RETYPE and change.type is not None:
        values = {"type": change.type.value, **_reworded(kept, change.text, suggested)}
        return recording.apply(tx, op_id, [kept.id], values, store.decay)
    if change.deed in {Deed.EXPIRE, Deed.MOVE}:
        return recording.apply(tx, op_id, [kept.id], _refiled(kept, change), store.decay)
    raise Refused(f"{change.deed} cannot be carried out this way")


def draft_of(told: Mapping[str, Any]) -> Draft:
    """Return the new memory that a change's `draft` describes. Raises Refused for fields that make none."""
    known = {item.name for item in fields(Draft)}
    values = {key: value for key, value in told.items() if key in known}
    try:
        if "type" in values:
            values["type"] = MemoryType(values["type"])
        if "origin" in values:
            values["origin"] = Origin(values["origin"])
        if "state" in values:
            values["state"] = State(values["state"])
        if "categories" in values:
            values["categories"] = tuple(values["categories"])
        return checked(Draft(**values))
    except (TypeError, ValueError) as error:
        raise Refused(f"the proposed memory cannot be stored: {error}") from None


def _refiled(kept: Memory, change: Change) -> dict[str, object]:
    """Return the field that a memory gets without a change of its text. Raises Refused."""
    if change.deed is Deed.EXPIRE and isinstance(end := change.draft.get("expires_at"), int | float):
        return {"expires_at": float(end)}
    if change.deed is Deed.MOVE and isinstance(scope := change.draft.get("scope"), str):
        return {"scope": checked_scope(scope, vouched(kept.provenance))}
    raise Refused(f"this proposal does not say what to {change.deed} it to")


def _one(memory_id: int | None) -> tuple[int, ...]:
    return () if memory_id is None else (memory_id,)


def _reworded(kept: Memory, text: str, suggested: Suggested | None) -> dict[str, object]:
    """Return the fields of a memory that change when it is to say `text`, or nothing when it says so."""
    if not text or text == kept.text:
        return {}
    values: dict[str, object] = {"text": checked_text(text, but=vouched(kept.provenance))}
    if suggested is not None:
        values["origin"] = suggested.origin.value
        values["provenance"] = json.dumps(suggested.provenance(kept.provenance, text), ensure_ascii=False)
    return values


def _to_state(store: Store, tx: Transaction, op_id: int, ids: Sequence[int], state: State) -> list[int]:
    return recording.apply(tx, op_id, ids, {"state": state.value}, store.decay, unless_state=State.ABSENT)


def _merge(
    store: Store,
    tx: Transaction,
    op_id: int,
    kept: Memory,
    gone: Sequence[Memory],
    reworded: Mapping[str, object],
) -> list[int]:
    """Drop all but one; what they were filed under, weighed and used for goes over to it."""
    together = [kept, *gone]
    values: dict[str, object] = {
        "categories": recording.categories_json([c for memory in together for c in memory.categories]),
        "importance": max(memory.importance for memory in together),
        "pinned": int(any(memory.pinned for memory in together)),
        **reworded,
    }
    changed = recording.apply(tx, op_id, [kept.id], values, store.decay)
    others = [memory.id for memory in gone]
    recording.add_uses(tx, op_id, kept.id, others, store.decay)
    link(tx, kept.id, others, LinkKind.DERIVED_FROM)
    return [kept.id, *_to_state(store, tx, op_id, others, State.DROPPED)] if others else changed


def _keep(
    store: Store,
    tx: Transaction,
    op_id: int,
    kept: Memory,
    change: Change,
    by: Actor,
    reworded: Mapping[str, object],
) -> list[int]:
    values = dict(reworded)
    if kept.state is not State.LIVE:
        values["state"] = State.LIVE.value
    changed = recording.apply(tx, op_id, [kept.id], values, store.decay) if values else []
    link(tx, kept.id, change.gone, LinkKind.SUPERSEDES)
    changed += _to_state(store, tx, op_id, change.gone, State.DROPPED)
    with recording.uses_journalled(tx, op_id, [kept.id]):
        access.count(tx, [kept.id], access.Use.CONFIRMED, by=by, rules=store.decay)
    return changed


def _both(store: Store, tx: Transaction, op_id: int, both: Sequence[Memory]) -> list[int]:
    """Keep memories that disagree, each with the day it was said in its text."""
    changed: list[int] = []
    for memory in both:
        text = dated(memory)
        if text != memory.text:
            changed += recording.apply(
                tx,
                op_id,
                [memory.id],
                {"text": checked_text(text, but=vouched(memory.provenance))},
                store.decay,
            )
    for memory in both[1:]:
        link(tx, both[0].id, [memory.id], LinkKind.CONTRADICTS)
    return changed


def dated(memory: Memory) -> str:
    """Return a memory's text with the day it was said, as in `The port is 8080 (as of 2026-03-01)`."""
    day = f"{datetime.fromtimestamp(memory.created_at, UTC):%Y-%m-%d}"
    if f"(as of {day})" in memory.text:
        return memory.text
    return f"{memory.text.rstrip().rstrip('.')} (as of {day})"


def _compact(store: Store, tx: Transaction, op_id: int, change: Change, parts: Sequence[Memory]) -> list[int]:
    """Archive the parts, then add the summary that was made of them."""
    draft = draft_of(change.draft)
    if change.text:
        draft = replace(draft, text=checked_text(change.text))
    draft = replace(
        draft,
        origin=Origin.COMPACTED,
        created_at=max(memory.created_at for memory in parts),
        depth=max(memory.depth for memory in parts) + 1,
    )
    archived = _to_state(store, tx, op_id, change.gone, State.ARCHIVED)
    return [*archived, *_added(store, tx, op_id, draft, change.gone, LinkKind.DERIVED_FROM)]


def _learn(
    store: Store, tx: Transaction, op_id: int, change: Change, suggested: Suggested | None
) -> list[int]:
    draft = draft_of(change.draft)
    if change.text:
        draft = replace(draft, text=checked_text(change.text))
    if suggested is not None:
        origin = suggested.origin if draft.origin is Origin.PERSON else draft.origin
        told = suggested.provenance(draft.provenance, draft.text)
        draft = replace(draft, origin=origin, provenance=told)
    added = _added(store, tx, op_id, draft, change.gone, LinkKind.SUPERSEDES)
    return [*added, *_to_state(store, tx, op_id, change.gone, State.DROPPED)]


def _added(
    store: Store, tx: Transaction, op_id: int, draft: Draft, others: Sequence[int], kind: LinkKind
) -> list[int]:
    """Add a memory linked to others; one that says the same in the same scope is taken instead."""
    (known,) = inserting.look_up(store, [draft], inserting.hashes_of([draft]))
    if known is not None and known[0] not in others:
        recording.apply(tx, op_id, [known[0]], {"state": State.LIVE.value}, store.decay)
        link(tx, known[0], others, kind)
        return [known[0]]
    ids = inserting.insert(tx, [draft], store.decay)
    recording.record_creation(tx, op_id, ids, State.LIVE)
    link(tx, ids[0], others, kind)
    return list(ids)
