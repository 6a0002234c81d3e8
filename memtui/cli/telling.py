"""Ops, changes and times, as lines for people and as objects for scripts."""

from collections.abc import Sequence
from datetime import datetime

from memtui.domain.changed import field_in_words
from memtui.domain.instant import Instant, to_iso
from memtui.secrets.masking import masked, masked_value
from memtui.store.journal import Change, Op
from memtui.store.writers import program


def local(instant: Instant) -> str:
    """Return an instant as a person at this machine reads it."""
    return datetime.fromtimestamp(instant).astimezone().strftime("%Y-%m-%d %H:%M")


def change_line(changes: Sequence[Change], *, in_the_clear: bool) -> str:
    """Return what one op did to one memory, as a line."""
    op, effect = changes[0].op, change_words(changes, in_the_clear=in_the_clear)
    alone = effect.startswith(op.kind) and " " not in effect  # a drop: dropped
    what = f": {effect}" if effect and not alone and effect != "added" else ""
    return f"{local(op.at)}  {op.kind}{what}  ({program(op.actor)}, op {op.id})"


def change_words(changes: Sequence[Change], *, in_the_clear: bool) -> str:
    """Return what one op did to the fields of one memory, in words."""
    masked_changes = changes if in_the_clear else list(map(_masked, changes))
    return ", ".join(field_in_words(change.field, change.before, change.after) for change in masked_changes)


def _masked(change: Change) -> Change:
    """Return a change as it may be shown, without the secrets of what was and is."""
    return change._replace(before=masked_value(change.before), after=masked_value(change.after))


def change_json(change: Change, *, in_the_clear: bool = False) -> dict[str, object]:
    """Return one change of one field as JSON gets it, secrets masked."""
    change = change if in_the_clear else _masked(change)
    return {
        "op": change.op.id,
        "kind": change.op.kind,
        "at": to_iso(change.op.at),
        "actor": change.op.actor.kind,
        "client": change.op.actor.client,
        "field": change.field,
        "before": change.before,
        "after": change.after,
    }


def op_json(op: Op) -> dict[str, object]:
    """Return an op as JSON gets it."""
    return {
        "id": op.id,
        "kind": op.kind,
        "label": masked(op.label),
        "actor": op.actor.kind,
        "client": op.actor.client,
        "version": op.version,
        "status": op.status,
        "at": to_iso(op.at),
        "changed": op.changed,
        "undoes": op.undoes,
        "undone_by": op.undone_by,
        "undoable": op.undoable,
    }


def op_line(op: Op) -> str:
    """Return an op as a line of the history."""
    marks = [
        mark
        for mark, holds in (
            ("undone", op.undone_by is not None),
            (op.status, op.status != "done"),
            ("cannot be undone", not op.undoable),
        )
        if holds
    ]
    note = f"  [{', '.join(marks)}]" if marks else ""
    return f"{op.id:>6}  {local(op.at)}  {program(op.actor):<12}  {masked(op.label)}{note}"
