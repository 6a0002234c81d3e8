"""Undo and redo from any view: the journal says what is next, the lifecycle does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.lifecycle import undo as verbs
from memtui.store import journal

if TYPE_CHECKING:
    from memtui.lifecycle.outcome import Outcome
    from memtui.tui.app import MemtuiApp


def undo(app: MemtuiApp, op_id: int | None = None) -> None:
    """Take back the person's last change, or the op with this id."""
    op = journal.next_undo(app.store) if op_id is None else journal.op(app.store, op_id)
    if op is None:
        app.say("Nothing to undo")
        return
    app.acts.run(
        lambda store, progress, cancelled: verbs.undo(
            store, by=app.actor, op_id=op_id, progress=progress, cancelled=cancelled
        ),
        lambda outcome: _show(app, outcome, "undo", "redo"),
        size=op.changed,
        title=f"undo of {op.changed:,}",
    )


def redo(app: MemtuiApp) -> None:
    """Do again what the last undo took back."""
    op = journal.next_redo(app.store)
    if op is None:
        app.say("Nothing to redo")
        return
    app.acts.run(
        lambda store, progress, cancelled: verbs.redo(
            store, by=app.actor, progress=progress, cancelled=cancelled
        ),
        lambda outcome: _show(app, outcome, "redo", "undo"),
        size=op.changed,
        title=f"redo of {op.changed:,}",
    )


def _show(app: MemtuiApp, outcome: Outcome | None, done: str, inverse: str) -> None:
    if outcome is None:
        app.say(f"Nothing to {done}")
        return
    to = outcome.ids[0] if outcome.ids else None
    app.view.follow(outcome.ids, complete=outcome.changed <= len(outcome.ids), to=to)
    words = f"{outcome.message} · {app.keymap.key_for(inverse)} to {inverse}"
    app.say(words, "done")
