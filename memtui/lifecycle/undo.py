"""Undo and redo.

An undo sets back every field its op changed, where the field is still as the op left it, and is an op
itself. Redo is the undo of an undo. See `store.journal` for how the next one is found. To take back an op
that somebody picked is an act like any other: the next undo takes back just that.
"""

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.counting import plural
from memtui.domain.memory import State
from memtui.domain.watch import UNWATCHED, Watch
from memtui.lifecycle import rule_lines
from memtui.lifecycle.errors import NotFound, Refused
from memtui.lifecycle.not_in_files import not_in_files
from memtui.lifecycle.outcome import NAMED, Outcome, Skipped
from memtui.lifecycle.rule_lines import Written
from memtui.secrets.masking import headline
from memtui.store import (
    about_nothing,
    card_changes,
    journal,
    op_labels,
    projects,
    proposals,
    questions,
    recording,
    shut_files,
    sources,
    taken_apart,
)
from memtui.store import memories as rows
from memtui.store.database import Store, Transaction
from memtui.store.journal import Op
from memtui.store.writers import FILES, writer

_CHUNK = 1_000
"""Journalled changes set back in one transaction, so that other writers get their turn in between."""
_KEPT_OUT = "{} does not say it any more, and memtui may not write there"
"""Why a memory stays when its import is taken back: else its text would be nowhere."""
_TAKEN_APART = "it was split into several since; take that back first"
"""Why a memory stays as it was: others stand in its place."""
_CHANGED = {"categories": "its categories were", "pinned": "its pin was", "expires_at": "its end was"}
"""How a field is spoken of where its name is no singular noun of ours."""


def undo(
    store: Store,
    *,
    by: Actor,
    op_id: int | None = None,
    chosen: bool = False,
    watch: Watch = UNWATCHED,
) -> Outcome | None:
    """Take back the latest op by a person, or op `op_id`, whoever did it. None when there is none.

    A script takes back a script's op, and a person a person's, so that neither is surprised. When somebody
    has `chosen` the op among all there are, the next undo takes back what this one does. Memories that
    changed since are skipped and named. Raises Refused when `op_id` cannot be undone.
    """
    op = journal.next_undo(store, _own(by)) if op_id is None else _undoable(store, op_id)
    if op is None:
        return None
    outcome = _take_back(store, op, by=by, chosen=chosen, watch=watch)
    later = ", ".join(
        f"{n} came from {name} since" if name == FILES else f"{name} wrote {n} since"
        for name, n in sorted(journal.since(store, op.id, _own(by)).items())
    )
    if again := journal.done_again(op, chosen=chosen):
        message = _said(outcome, "Redid", "redone", again)
    else:
        done, undone = ("Took back", "taken back") if chosen else ("Undid", "undone")
        message = _said(outcome, done, undone, op.label)
    return _told(store, outcome, f"{message}; {later}" if later else message)


def redo(store: Store, *, by: Actor, op_id: int | None = None, watch: Watch = UNWATCHED) -> Outcome | None:
    """Do again what was undone last, or by undo `op_id`.

    None once something new was done, or nothing was undone. Raises Refused when `op_id` cannot be undone.
    """
    op = journal.next_redo(store, _own(by)) if op_id is None else _undoable(store, op_id)
    if op is None:
        return None
    outcome = _take_back(store, op, by=by, watch=watch)
    return _told(store, outcome, _said(outcome, "Redid", "redone", journal.done_again(op) or op.label))


def _own(by: Actor) -> ActorKind:
    """Return whose ops undo and redo go through for an actor."""
    return ActorKind.SCRIPT if by.kind is ActorKind.SCRIPT else ActorKind.PERSON


def op_called(store: Store, op_id: int) -> Op:
    """Return the op of that number. Raises NotFound and StoreError."""
    op = journal.op(store, op_id)
    if op is None:
        raise NotFound(f"there is no change {op_id}; `memtui history` lists them")
    return op


def _undoable(store: Store, op_id: int) -> Op:
    op = op_called(store, op_id)
    if op.undone_by is not None:
        raise Refused(
            f"change {op_id} was undone already, by change {op.undone_by}; undo that one to redo it"
        )
    if not op.undoable or op.kind == "purge":
        raise Refused(f"change {op_id} cannot be undone: what it changed was erased")
    if op.kind == "split" and (changed := taken_apart.changed_since(store, op.id)):
        these = "one of these memories was" if changed == 1 else f"{changed} of these memories were"
        raise Refused(f"{these} changed since; take that back first")
    if op.status == "running":
        raise Refused(f"change {op_id} is still running in another process")
    return op


@dataclass(slots=True)
class _SettingBack:
    """Sets back what an op changed, under the op that undoes it, and keeps account of that."""

    op: Op
    undo_id: int
    taken_off: dict[str, set[int]]
    """By field, the memories whose uses an undo of this op took off before it was stopped."""
    changed: set[int] = field(default_factory=set)
    skipped: list[Skipped] = field(default_factory=list)
    """The first that were left as they are."""
    skipped_count: int = 0
    left_alone: set[int] = field(default_factory=set)

    def run(self, store: Store, watch: Watch) -> bool:
        """Set everything back, a chunk at a time; return False when `watch` stopped it before its end."""
        done = 0
        for steps in recording.steps(store, self.op.id, _CHUNK):
            with store.write() as tx:
                for step in steps:
                    self._set_back(tx, step)
                recording.progress(tx, self.undo_id, len(self.changed))
            done += sum(len(step.ids) for step in steps)
            watch.progress(min(done, self.op.changed), self.op.changed)
            if watch.cancelled():
                return False
            if self.op.changed > _CHUNK:
                time.sleep(0.001)
        return True

    @staticmethod
    def _reason(memory_id: int, kept_out: Mapping[int, str], apart: Collection[int]) -> str:
        """Return why a memory is left alone, where the journal does not tell that by itself."""
        if memory_id in kept_out:
            return _KEPT_OUT.format(Path(kept_out[memory_id]).name)
        return _TAKEN_APART if memory_id in apart else ""

    def _set_back(self, tx: Transaction, step: recording.Step) -> None:
        """Set one field of some memories back, except where it changed since."""
        apart = taken_apart.left_alone(tx, self.op.id, step.ids)
        conflicting = sorted({*recording.unlike(tx, step), *apart})
        step = step.without(apart)
        kept_out: dict[int, str] = {}
        if step.before == State.ABSENT:
            # Making a memory absent takes everything said about it since with it.
            later = recording.changed_since(tx, self.op.id, step.ids)
            kept_out = sources.kept_out(tx, sorted(set(step.ids) - later))
            later |= kept_out.keys()
            conflicting += sorted(later - set(conflicting))
            step = step.without(later)
        self.skipped_count += len(conflicting)
        self.left_alone.update(conflicting)
        named = conflicting[: max(NAMED - len(self.skipped), 0)]
        self.skipped += [
            Skipped(memory_id, step.field, self._reason(memory_id, kept_out, apart)) for memory_id in named
        ]
        step = step.without(self.taken_off.get(step.field, set()))
        if step.field in recording.USES:
            self.changed.update(recording.take_off_uses(tx, self.undo_id, step))
        else:
            self.changed.update(recording.set_back(tx, self.undo_id, step))


def _take_back(store: Store, op: Op, *, by: Actor, watch: Watch, chosen: bool = False) -> Outcome:
    """Take back an op, as an op of its own that undoes it."""
    kind = "redo" if op.kind == "undo" else "undo"
    with store.write() as tx:
        taken_off = recording.uses_taken_off(tx, op.id)
        undo_id = recording.begin(tx, kind, by, detail=op_labels.CHOSEN if chosen else "", undoes=op.id)
    back = _SettingBack(op, undo_id, taken_off)
    try:
        complete = back.run(store, watch)
    except BaseException:
        with store.write() as tx:
            recording.finish(tx, undo_id, len(back.changed), interrupted=True)
        raise
    changed = sorted(back.changed)
    lines = Written()
    with store.write() as tx:
        besides = 0
        if complete:
            recording.mark_undone(tx, op.id, undo_id)
            cards = card_changes.take_back(tx, op.id, undo_id, back.left_alone)
            besides = len(cards) + projects.take_back(tx, op.id, undo_id)
            besides += questions.take_back(tx, op.id, undo_id)
            lines = rule_lines.take_back(store, tx, op.id, undo_id)
            besides += len(lines.done)
            proposals.as_before(tx, changed)
            about = changed + proposals.memories_of(tx, cards)
            about_nothing.withdraw(tx, about, undo_id)
        # A verdict or a new name that changed no memory is an op all the same, and so is its undo.
        recording.finish(tx, undo_id, len(changed) or besides, interrupted=not complete, keep=True)
    return Outcome(
        journal.op(store, undo_id),
        len(changed),
        "".join(f". {Path(path).name} was left as it is: {why}" for path, why in lines.left),
        changed[:1000],
        _named(store, back.skipped),
        back.skipped_count,
        not complete,
    )


def _named(store: Store, skipped: list[Skipped]) -> list[Skipped]:
    """Fill in what each skipped memory says and who changed it since."""
    ids = [entry.memory_id for entry in skipped]
    by_id = {memory.id: memory for memory in rows.get_many(store, ids, absent=True)}
    named = []
    for entry in skipped:
        memory = by_id.get(entry.memory_id)
        changed_field = entry.headline
        if memory is None or (memory.state is State.ABSENT and not entry.reason):
            named.append(replace(entry, headline="", reason="it was erased since"))
            continue
        if entry.reason:
            named.append(replace(entry, headline=headline(memory)))
            continue
        latest = journal.history_of(store, memory.id)
        # Undoing a creation stops at any later change, and that is the one to name.
        last = next((c for c in latest if changed_field in {c.field, "state"}), None)
        who = "" if last is None else f" by {writer(last.op.actor)}"
        what = changed_field if last is None else last.field
        changed = _CHANGED.get(what, f"its {what.replace('_', ' ')} was")
        named.append(replace(entry, headline=headline(memory), reason=f"{changed} changed since{who}"))
    return named


def _said(outcome: Outcome, done: str, undone: str, label: str) -> str:
    """Return what was done to an op with a label, or that nothing was."""
    return f"Nothing was {undone} of the {label}" if outcome.in_vain else f"{done}: {label}"


def _told(store: Store, outcome: Outcome, message: str) -> Outcome:
    """Return an outcome with the whole of its message; one that a file may not follow says so first."""
    lacking = shut_files.that_lack(store, outcome.ids)
    if lacking:
        done, separator, label = message.partition(": ")
        message = f"{done}, but not in every file{separator}{label}"
    message = _with_skipped(message, outcome)
    return replace(outcome, message=". ".join([message, *not_in_files(lacking)]))


def _with_skipped(message: str, outcome: Outcome) -> str:
    if outcome.interrupted:
        message += ", then stopped"
    message += outcome.message
    if not outcome.skipped_count:
        return message
    first = outcome.skipped[0]
    name = f": “{first.headline}”, {first.reason}" if first.headline else f": {first.reason}"
    return f"{message}. Left alone {plural(outcome.skipped_count)}{name}"
