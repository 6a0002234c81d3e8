"""What an import makes of a memory that is here already under the same uid: the newer of the two wins.

An exported memory carries its version and the fingerprints of its earlier texts. They show whether one of two
texts is an edit of the other; then the later one counts, whichever way the file went. Where each side edited
for itself, a person decides. Every other field, a drop too, follows the higher version.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memtui.config.settings import ASK
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.proposal import TOLD_ELSEWHERE, Evidence, Finding, Target
from memtui.domain.text import Longest, fingerprint, one_line
from memtui.lifecycle.holding import MARK, Gated, is_marked
from memtui.lifecycle.propose import propose
from memtui.store import journal, memories, recording
from memtui.store.database import Store, Transaction

IMPORTED = rule_name(Kind.LEARNED, "imported")
_AT_ONCE = 0.002
"""Seconds: exported times have milliseconds."""


@dataclass(slots=True)
class Met:
    """What became of drafts whose memories are here."""

    rest: list[Draft] = field(default_factory=list)
    """Those that are not here."""
    newer: list[tuple[Memory, Draft]] = field(default_factory=list)
    clashes: list[tuple[Memory, Draft]] = field(default_factory=list)
    waiting: list[tuple[Memory, Draft]] = field(default_factory=list)
    """Newer, but a person is asked first."""
    known: int = 0


def meet(store: Store, drafts: Sequence[Draft]) -> Met:
    """Compare drafts that tell their version with the memories of their uid."""
    own = memories.by_uid(store, [draft.uid for draft in drafts if draft.uid and draft.version])
    met = Met()
    for draft in drafts:
        memory = own.get(draft.uid or "") if draft.version else None
        if memory is None:
            met.rest.append(draft)
        elif not _differing(memory, draft):
            met.known += 1
        elif memory.text != draft.text:
            _sort_by_text(store, met, memory, draft)
        elif _comes_back(memory, draft):
            met.rest.append(draft)
        elif _is_newer(memory, draft):
            met.newer.append((memory, draft))
        else:
            met.known += 1
    return met


def _sort_by_text(store: Store, met: Met, memory: Memory, draft: Draft) -> None:
    if fingerprint(draft.text) in journal.earlier_texts(store, memory.id):
        met.known += 1
    elif _is_newer(memory, draft) and not _comes_back(memory, draft):
        met.newer.append((memory, draft))
    else:
        met.clashes.append((memory, draft))


def _comes_back(memory: Memory, draft: Draft) -> bool:
    """Say whether a draft would bring back what was dropped here; it is then treated like any new text."""
    return memory.state is State.DROPPED and draft.state is not State.DROPPED


def keep_waiting(met: Met, gated: Gated) -> None:
    """Move newer texts that say something else to `waiting` when a person must be asked before they are
    stored.
    """
    waiting = [pair for pair in met.newer if _says_else(*pair) and gated.gate(pair[1]) == ASK]
    met.waiting += waiting
    met.newer = [pair for pair in met.newer if pair not in waiting]


def _says_else(memory: Memory, draft: Draft) -> bool:
    return memory.text != draft.text


def take(tx: Transaction, op_id: int, met: Met, through: Callable[[Draft], Draft] | None = None) -> list[int]:
    """Change memories to what a file says that is newer, under one op; return the ids of those that changed.

    `through` marks a draft whose words are held back from agents.
    """
    changed = []
    for memory, draft in met.newer:
        values = _differing(memory, draft)
        if through is not None and _says_else(memory, draft) and is_marked(through(draft)):
            values["provenance"] = json.dumps({**memory.provenance, **MARK}, ensure_ascii=False)
        changed += recording.apply(tx, op_id, [memory.id], values)
        recording.raise_version(tx, memory.id, draft.version)
    return changed


def ask(store: Store, met: Met, detail: str, op_id: int | None) -> int:
    """Put a card for each clash, as a part of an op, and return how many there are."""
    name = Path(detail.rpartition(", ")[2]).name or "an import"
    both, newer = f"it was changed both here and in {name}", f"it says something else in {name}"
    cards = [(*pair, both) for pair in met.clashes] + [(*pair, newer) for pair in met.waiting]
    findings = [
        Finding(
            Kind.LEARNED,
            IMPORTED,
            (Target.of(memory),),
            reason,
            Change(Deed.KEEP, memory.id, text=draft.text),
            memory.scope,
            Evidence((("the file says", one_line(draft.text, Longest.QUOTE)),)),
            TOLD_ELSEWHERE,
        )
        for memory, draft, reason in cards
    ]
    return len(propose(store, findings, allow_dropped=True, op_id=op_id).ids) if findings else 0


def _differing(memory: Memory, draft: Draft) -> dict[str, object]:
    """Return the journalled fields in which a draft is not like a memory, as they are stored."""
    own = recording.journalled(memory)
    return {name: value for name, value in recording.journalled(draft).items() if value != own[name]}


def _is_newer(memory: Memory, draft: Draft) -> bool:
    """Say whether a draft is an edit of the memory as it is now: by its history, or by hand in the file."""
    by_hand = (
        draft.version == memory.version
        and draft.updated_at is not None
        and abs(draft.updated_at - memory.updated_at) < _AT_ONCE
    )
    if memory.text == draft.text:
        return by_hand or draft.version > memory.version
    return by_hand or fingerprint(memory.text) in draft.was
