"""Adding many memories as one op: what import does with the drafts a source reads."""

import itertools
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from memtui import secrets
from memtui.config.settings import ASK
from memtui.domain.actor import Actor
from memtui.domain.memory import Draft, State
from memtui.domain.text import Longest, one_line
from memtui.domain.watch import UNWATCHED, Watch
from memtui.lifecycle.checks import checked_import, loses_blocks
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.holding import Gated, is_marked
from memtui.lifecycle.outcome import NAMED
from memtui.lifecycle.propose import as_told, propose
from memtui.lifecycle.reconcile import Met, ask, keep_waiting, meet, take
from memtui.lifecycle.withheld import Fate, Withheld
from memtui.store import inserting, journal, memories, recording, tombstones
from memtui.store.database import Store, Transaction
from memtui.store.journal import Op
from memtui.store.loading import Loading

_CHUNK = 2_000
"""Memories that are stored in one transaction: about 60 ms, after which others may write."""


@dataclass(slots=True)
class ImportOutcome:
    """What became of the drafts."""

    op: Op | None = None
    added: int = 0
    duplicates: int = 0
    """Already in the store, in the same scope."""
    updated: int = 0
    """Here under the same uid, and given what the newer version says."""
    clashes: int = 0
    """Here under the same uid, and changed on both sides: a card asks."""
    held: int = 0
    """How many of the added and updated ones no agent is told before a person has decided on their cards."""
    asked: int = 0
    """Left as cards, since nothing of their source is stored without a yes."""
    suppressed: int = 0
    """Dropped or erased before, so not taken in again."""
    redacted: int = 0
    """In which a secret was blotted out; they are in the category `secret`."""
    cleaned: int = 0
    """Out of which reasoning, tool output or injected context was taken."""
    refused_count: int = 0
    refused: list[str] = field(default_factory=list)
    """Why the first hundred were refused."""
    interrupted: bool = False
    ids: list[int] = field(default_factory=list)
    """The first thousand that were added."""


def import_drafts(
    store: Store,
    drafts: Iterable[Draft],
    *,
    by: Actor,
    detail: str = "",
    gated: Gated | None = None,
    are_checked: bool = False,
    allow_dropped: bool = False,
    dry_run: bool = False,
    watch: Watch = UNWATCHED,
) -> ImportOutcome:
    """Add drafts as one op, a few thousand at a time, so that any number of them needs little memory.

    `are_checked` says that each came out of `checked_import`; else each passes it here.
    `gated` says which of them no agent is told of, or which become a card for a person instead of a memory.
    If `watch` stops it, the source fails or the process is killed, what was added so far stays. All of it is
    undone in one step, and the same import, run again, counts it as duplicates.
    """
    outcome = ImportOutcome()
    # As it was before: what an export holds as dropped says nothing against what else it holds.
    withheld = None if allow_dropped else Withheld(store)
    if dry_run:
        for chunk in _chunks(drafts):
            _foresee(store, chunk if are_checked else _checked(chunk, outcome), outcome, withheld, gated)
        return outcome
    op_id: int | None = None
    with Loading(store) as loading:
        try:
            for chunk in _chunks(drafts):
                good = chunk if are_checked else _checked(chunk, outcome)
                op_id = _add_new(store, good, outcome, loading, op_id, by, detail, withheld, gated)
                settled = outcome.duplicates + outcome.suppressed + outcome.refused_count + outcome.asked
                watch.progress(outcome.added + settled, 0)
                if watch.cancelled():
                    outcome.interrupted = True
                    break
        except BaseException:
            outcome.interrupted = True
            raise
        finally:
            if op_id is not None:
                with store.write() as tx:
                    changed = outcome.added + outcome.updated
                    recording.finish(tx, op_id, changed, interrupted=outcome.interrupted)
    outcome.op = journal.op(store, op_id) if op_id is not None else None
    return outcome


def _foresee(
    store: Store,
    drafts: list[Draft],
    outcome: ImportOutcome,
    withheld: Withheld | None,
    gated: Gated | None,
) -> None:
    """Count what would become of drafts, and change nothing."""
    met = meet(store, drafts)
    if gated is not None:
        keep_waiting(met, gated)
    outcome.asked += len(met.waiting)
    outcome.updated += len(met.newer)
    outcome.clashes += len(met.clashes)
    outcome.duplicates += met.known
    new, _ = _sort_out(store, met.rest, inserting.hashes_of(met.rest), outcome, None, withheld)
    stored, to_ask = _by_gate(new, gated)
    outcome.added += len(stored)
    outcome.asked += len(to_ask)
    outcome.held += sum(is_marked(new[at]) for at in stored)


def _chunks(drafts: Iterable[Draft]) -> Iterable[list[Draft]]:
    iterator = iter(drafts)
    while chunk := list(itertools.islice(iterator, _CHUNK)):
        yield chunk


def _checked(chunk: Sequence[Draft], outcome: ImportOutcome) -> list[Draft]:
    good = []
    for draft in chunk:
        try:
            stored = checked_import(draft)
            outcome.redacted += "secrets" in stored.provenance and "secrets" not in draft.provenance
            outcome.cleaned += loses_blocks(draft)
            good.append(stored)
        except Refused as error:
            outcome.refused_count += 1
            if len(outcome.refused) < NAMED:
                refusal = f"{one_line(draft.text, Longest.PHRASE)}: {error}" if draft.text else str(error)
                outcome.refused.append(secrets.redact(refusal)[0])
    return good


def _sort_out(
    store: Store,
    drafts: list[Draft],
    hashes: list[int],
    outcome: ImportOutcome,
    loading: Loading | None,
    withheld: Withheld | None,
) -> tuple[list[Draft], list[int]]:
    """Return the drafts that are new, and count the others; without `withheld` what was dropped is new."""
    fast = loading is not None and loading.active
    known = [None] * len(drafts) if fast else inserting.look_up(store, drafts, hashes)
    buried = set() if withheld is None else tombstones.buried(store, drafts)
    seen: set[tuple[int, str]] = set()
    new, new_hashes = [], []
    for position, (draft, value, match) in enumerate(zip(drafts, hashes, known, strict=True)):
        if loading is not None and fast:
            repeated = not loading.is_new(draft, value)
        else:
            repeated = (value, draft.scope) in seen
            seen.add((value, draft.scope))
        if repeated or (match is not None and match[1] is not State.DROPPED):
            outcome.duplicates += 1
            continue
        fate = withheld and withheld.fate(draft, dropped=match is not None, erased=position in buried)
        if fate is Fate.KNOWN:
            outcome.duplicates += 1
        elif fate is Fate.SUPPRESSED:
            outcome.suppressed += 1
        else:
            new.append(draft)
            new_hashes.append(value)
    return new, new_hashes


def _add_new(
    store: Store,
    drafts: list[Draft],
    outcome: ImportOutcome,
    loading: Loading,
    op_id: int | None,
    by: Actor,
    detail: str,
    withheld: Withheld | None,
    gated: Gated | None,
) -> int | None:
    """Take in what is new or newer, under `op_id` or a new op, and return the op's id."""
    with store.write() as tx:  # around the look-up too: another process may be adding the same
        loading.keep_up(tx)
        met = Met(drafts) if loading.active else meet(store, drafts)
        if gated is not None:
            keep_waiting(met, gated)
        hashes = inserting.hashes_of(met.rest)
        new, new_hashes = _sort_out(store, met.rest, hashes, outcome, loading, withheld)
        stored, to_ask = _by_gate(new, gated)
        if op_id is None and (new or met.newer or met.clashes or met.waiting):
            op_id = recording.begin(tx, "import", by, detail=detail)
        if gated is not None and to_ask:
            cards = [gated.question(new[at], as_told(new[at])) for at in to_ask]
            outcome.asked += propose(store, cards, allow_dropped=True, tx=tx, op_id=op_id).new
            new, new_hashes = [new[at] for at in stored], [new_hashes[at] for at in stored]
        if op_id is not None:
            updated = take(tx, op_id, met, None if gated is None else gated.through)
            ids = _insert(tx, op_id, new, new_hashes, loading)
            recording.progress(tx, op_id, outcome.added + outcome.updated + len(ids) + len(updated))
            outcome.held += _hold(store, tx, op_id, [*ids, *updated], gated)
            outcome.updated += len(updated)
            outcome.added += len(ids)
            outcome.ids += list(ids)[: max(1000 - len(outcome.ids), 0)]
    outcome.duplicates += met.known
    outcome.asked += len(met.waiting)
    outcome.clashes += max(ask(store, met, detail, op_id) - len(met.waiting), 0)
    time.sleep(0)
    return op_id


def _by_gate(new: list[Draft], gated: Gated | None) -> tuple[list[int], list[int]]:
    """Return the positions of the new drafts to store, and of those to ask a person about.

    Drafts that are held back are marked in `new` itself.
    """
    if gated is None:
        return list(range(len(new))), []
    stored, to_ask = [], []
    for at, draft in enumerate(new):
        if gated.gate(draft) == ASK and draft.state is not State.DROPPED:
            to_ask.append(at)
        else:
            new[at] = gated.through(draft)
            stored.append(at)
    return stored, to_ask


def _hold(store: Store, tx: Transaction, op_id: int, ids: Sequence[int], gated: Gated | None) -> int:
    """Make a card for each memory that is held back, in the write that adds it; returns how many there are.

    One that was held back where it was exported is held back here as well.
    """
    if gated is None or not ids:
        return 0
    cards = gated.cards(
        memory for memory in memories.get_many(store, ids) if memory.state is not State.DROPPED
    )
    return len(propose(store, cards, tx=tx, op_id=op_id).ids) if cards else 0


def _insert(
    tx: Transaction, op_id: int, new: Sequence[Draft], hashes: Sequence[int], loading: Loading
) -> range:
    """Insert drafts, journalled under an op, and return their ids."""
    if not new:
        return range(0)
    ids = inserting.insert(tx, new, hashes)
    loading.put_in(ids)
    for state, run in itertools.groupby(zip(ids, new, strict=True), key=lambda pair: pair[1].state):
        members = [memory_id for memory_id, _ in run]
        recording.record_creation(tx, op_id, range(members[0], members[-1] + 1), state)
    return ids
