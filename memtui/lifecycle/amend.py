"""Carrying out the change of a proposal, inside the op and the transaction of the verdict on it.

The record of a deed says which steps it takes (`domain.deeds`); this module carries them out.
`review.verdicts` calls it once the proposal is known to be open and its targets unchanged. Every text passes
the checks that any text passes. It counts as said by whoever suggested it: a person who says yes has not
written it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from memtui.domain.actor import Actor
from memtui.domain.dating import SAID_AT
from memtui.domain.deed_steps import Add, BringBack, Confirm, Copy, Give, Link, PutInState, Step, TakeOverUses
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import Instant, to_iso
from memtui.domain.memory import Draft, LinkKind, Memory, MemoryType, Origin, State, ValueRefused
from memtui.domain.proposal import Proposal, words_of
from memtui.domain.whose import SHARED_FROM
from memtui.language.short_form import short_form
from memtui.lifecycle import access
from memtui.lifecycle.checks import checked, checked_scope, checked_text
from memtui.lifecycle.errors import Refused
from memtui.secrets.vouching import vouched
from memtui.store import inserting, links, memories, recording
from memtui.store.database import Store, Transaction

_OF_THE_WORDS = frozenset({"quote", "window", "reason", SAID_AT})
"""What a provenance says of the words of a memory, which other words have no part in."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """Who suggested the words of a change, and who said yes to them."""

    by: str
    origin: Origin
    text: str
    """As it was suggested; a person may have edited it."""
    accepted_by: str
    quote: str = ""
    """The words that it rests on."""
    said_at: Instant | None = None
    """When those were said, if that is known."""

    @classmethod
    def of(cls, proposal: Proposal, by: Actor) -> "Suggested | None":
        """Return who suggested the words of `proposal`; None when they are the person's or there are none."""
        origin = words_of(proposal.rule, proposal.origin)
        text = proposal.change.new_text
        if origin is None or not text:
            return None
        quote, said = proposal.evidence.quote, proposal.change.said_at
        if said is None and proposal.change.deed is Deed.KEEP:
            said = proposal.created_at
        return cls(proposal.origin, origin, text, by.kind.value, quote, said)

    def provenance(self, known: Mapping[str, object], text: str) -> dict[str, object]:
        """Return a memory's provenance once it says `text`."""
        provenance: dict[str, object] = {**known, "proposed_by": self.by, "accepted_by": self.accepted_by}
        return provenance | {"edited": True} if text != self.text else provenance

    def reworded(self, memory: Memory, text: str) -> dict[str, object]:
        """Return the fields of a memory that says `text` from now on, and how that is known."""
        known = {key: value for key, value in memory.provenance.items() if key not in _OF_THE_WORDS}
        told = {"quote": self.quote, SAID_AT: "" if self.said_at is None else to_iso(self.said_at)}
        known |= {key: value for key, value in told.items() if value}
        return {"text": text, "origin": self.origin, "provenance": self.provenance(known, text)}


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

    A text that `suggested` worded is filed as theirs. Raises Refused when a text cannot be stored, or a
    memory that is needed is not there. REDACT is no change of this kind: it erases (see `redact`).
    """
    about = [*change.gone, *(() if change.keep is None else (change.keep,))]
    by_id = {memory.id: memory for memory in memories.get_many(store, about)}
    if any(i not in by_id for i in about):
        raise Refused("one of these memories does not exist any more")
    work = _Work(store, tx, op_id, by, suggested, change)
    try:
        for step in change.deed.record.steps(change.about(by_id)):
            work.do(step)
    except ValueRefused as error:
        raise Refused(str(error)) from None
    return list(work.changed)


def draft_of(fields_of_draft: Mapping[str, Any]) -> Draft:
    """Return the new memory that a change's `draft` describes. Raises Refused for fields that make none."""
    known = {item.name for item in fields(Draft)}
    values = {key: value for key, value in fields_of_draft.items() if key in known}
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


@dataclass(frozen=True, slots=True)
class _Work:
    """Does the steps of a change, in the op and the transaction of the verdict on it."""

    store: Store
    tx: Transaction
    op_id: int
    by: Actor
    suggested: Suggested | None
    """Whose words the texts are; None when they are the person's."""
    change: Change
    changed: dict[int, None] = field(default_factory=dict)
    """The memories that it changed or made, in that order."""

    def do(self, step: Step) -> None:
        """Do one step. Raises Refused or ValueRefused for a value that cannot be."""
        match step:
            case PutInState(ids, state):
                self._apply(ids, {"state": state.value}, unless=State.ABSENT)
            case BringBack(ids):
                self._use(ids, access.Use.RESTORED)
                self._apply(ids, {"state": State.LIVE.value}, unless=State.ABSENT)
            case Confirm(memory):
                self._use([memory.id], access.Use.CONFIRMED)
            case Give(memory, values, text):
                values = {**values, **self._reworded(memory, text)}
                if values:
                    stored = {name: _stored(name, value, memory) for name, value in values.items()}
                    self._apply([memory.id], stored)
            case TakeOverUses(memory, others):
                if others:
                    recording.add_uses(self.tx, self.op_id, memory.id, [other.id for other in others])
                    self.changed.setdefault(memory.id)
            case Add(others, link, values):
                self._add(replace(self._draft(), **values), others, link)
            case Copy(memory, scope):
                self._add(_copy(memory, scope), [memory.id], LinkKind.DERIVED_FROM)
            case Link(memory, others, kind):
                links.link(self.tx, memory.id, others, kind)

    def _reworded(self, memory: Memory, text: str) -> Mapping[str, object]:
        """Return the fields that change when a memory gets `text`; whoever suggested the text becomes its
        author.
        """
        if not text or text == memory.text:
            return {}
        abstract = {"abstract": short_form(memory.abstract, memory.text, text)}
        if self.suggested is None:
            return {"text": text, **abstract}
        return {**self.suggested.reworded(memory, text), **abstract}

    def _draft(self) -> Draft:
        """Return the memory that the change adds, checked, with who suggested it as its author."""
        draft = draft_of(self.change.draft)
        if self.change.text:
            draft = replace(draft, text=checked_text(self.change.text))
        if self.suggested is None:
            return draft
        origin = self.suggested.origin if draft.origin is Origin.PERSON else draft.origin
        return replace(
            draft, origin=origin, provenance=self.suggested.provenance(draft.provenance, draft.text)
        )

    def _add(self, draft: Draft, others: Sequence[int], link: LinkKind) -> None:
        """Add a memory linked to others; one that says the same in the same scope is taken instead."""
        (known,) = inserting.look_up(self.store, [draft], inserting.hashes_of([draft]))
        if known is not None and known[0] not in others:
            added = known[0]
            self._use([added], access.Use.CONFIRMED)
            self._apply([added], {"state": State.LIVE.value})
        else:
            ids = inserting.insert(self.tx, [draft])
            recording.record_creation(self.tx, self.op_id, ids, State.LIVE)
            added = ids[0]
            self.changed.setdefault(added)
        links.link(self.tx, added, others, link)

    def _apply(self, ids: Sequence[int], values: Mapping[str, object], unless: State | None = None) -> None:
        changed = recording.apply(self.tx, self.op_id, ids, values, unless_state=unless)
        self.changed.update(dict.fromkeys(changed))

    def _use(self, ids: Sequence[int], use: access.Use) -> None:
        with recording.uses_journalled(self.tx, self.op_id, ids):
            access.count(self.tx, ids, use, by=self.by)


def _copy(memory: Memory, scope: str) -> Draft:
    """Return a copy of a memory for another scope, as nobody has used or pinned it. Raises Refused."""
    copy = Draft.of(memory)
    return checked(
        replace(
            copy,
            uid=None,
            scope=scope,
            pinned=False,
            provenance={**memory.provenance, SHARED_FROM: memory.uid},
            created_at=memory.created_at,
            updated_at=None,
            last_accessed_at=None,
            access_count=0,
            session_count=0,
        )
    )


def _stored(name: str, value: Any, memory: Memory) -> object:
    """Return a field's value as the store has it, checked as for any edit. Raises Refused."""
    if name == "text":
        return checked_text(value, but=vouched(memory.provenance))
    if name == "scope":
        return checked_scope(value, vouched(memory.provenance))
    if name == "categories":
        return recording.categories_json(value)
    if name == "provenance":
        return json.dumps(value, ensure_ascii=False)
    return value.value if isinstance(value, StrEnum) else int(value) if isinstance(value, bool) else value
