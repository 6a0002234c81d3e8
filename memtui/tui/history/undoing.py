"""Undo and redo from any view: the journal says what is next, the lifecycle does it.

What is taken back in History is a change like any other, so that undo takes back just that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from memtui.domain import durations
from memtui.domain.counting import plural
from memtui.domain.instant import MINUTE
from memtui.domain.text import capitalised
from memtui.lifecycle import undo as verbs
from memtui.lifecycle.at_stake import at_stake
from memtui.secrets.masking import masked
from memtui.store import journal, op_labels
from memtui.tui.history.headlines import ERASED, headlines
from memtui.tui.memories.selection import PREVIEWED

if TYPE_CHECKING:
    from memtui.lifecycle.outcome import Outcome
    from memtui.store.journal import Op
    from memtui.tui.host import Host

_OLD = 10 * MINUTE
"""Seconds after which a change is not the one a person has just made, so that it is asked before."""
_LOOKED_AT = 200
"""Of so many changes the memories are named in a preview."""
_Verb = Callable[..., "Outcome | None"]
"""One of the verbs of `lifecycle.undo`."""


def undo(app: Host, *, asks: bool = False) -> None:
    """Take back the person's last change; `asks` where they may mean what was refused."""
    op = journal.next_undo(app.store)
    if op is None:
        app.say("Nothing to undo")
        return
    _ask(app, op, "undo", "redo", verbs.undo, asks=asks or _unseen(app, op))


def take_back(app: Host, op: Op) -> None:
    """Take back an op that the person picked, whoever did it; what is undone already is done again."""
    undone_by = None if op.undone_by is None else journal.op(app.store, op.undone_by)
    verb = partial(verbs.undo, chosen=True)
    named, done = (op, "undo") if undone_by is None else (undone_by, "redo")
    _ask(app, named, done, "undo", verb, asks=named.changed > PREVIEWED)


def redo(app: Host) -> None:
    """Do again what the last undo took back."""
    op = journal.next_redo(app.store)
    if op is None:
        app.say("Nothing to redo")
        return
    _ask(app, op, "redo", "undo", verbs.redo, asks=_unseen(app, op))


def _unseen(app: Host, op: Op) -> bool:
    """Say whether a person may not mean `op`: of some time ago, or of more than they saw.

    They saw what they have just done on this screen; of what was done elsewhere, or before it was opened, one
    memory at most.
    """
    here = op.actor.session == app.actor.session
    return app.store.now() - op.at > _OLD or op.changed > (PREVIEWED if here else 1)


def _ask(app: Host, op: Op, done: str, inverse: str, verb: _Verb, *, asks: bool) -> None:
    """Take `op` back at once, or where it `asks` after a preview of what it changed."""
    if not asks or app.acts.busy:
        _run(app, op, done, inverse, verb)
        return
    from memtui.tui.widgets.dialogs import Preview

    changed = [change.memory_id for change in journal.changes(app.store, op.id, limit=_LOOKED_AT)]
    ids = list(dict.fromkeys(changed or op_labels.decided_about(app.store, op.id)))
    named = headlines(app.store, ids)
    rows = [named.get(i, ERASED) for i in ids]
    label = (journal.done_again(op, chosen=True) or op.label) if done == "redo" else op.label
    when = f", {durations.ago(app.store.now() - op.at)}"
    written = at_stake(app.store, op).written()
    dialog = Preview(
        done,
        op.changed,
        rows,
        title=f"{done.capitalize()}: {masked(label)}{when}?",
        yes=f"{done} it, {plural(op.changed)}; {app.keymap.key_for(inverse)} is the way back",
        notes=[f"{capitalised(written)}."] if written else [],
    )
    app.push_screen(dialog, lambda yes: _run(app, op, done, inverse, verb) if yes else None)


def _run(app: Host, op: Op, done: str, inverse: str, verb: _Verb) -> None:
    """Take back exactly `op`, whatever else was done while a preview was read."""
    app.acts.run(
        partial(verb, by=app.actor, op_id=op.id),
        lambda outcome: _show(app, op, outcome, done, inverse),
        size=op.changed,
        title=f"{done} of {op.changed:,}",
    )


def _show(app: Host, op: Op, outcome: Outcome | None, done: str, inverse: str) -> None:
    if outcome is None:
        app.say(f"Nothing to {done}")
        return
    to = outcome.ids[0] if outcome.ids else None
    app.follow(outcome.ids, complete=outcome.changed <= len(outcome.ids), to=to)
    if outcome.in_vain:
        app.say(outcome.message)
        return
    age = app.store.now() - op.at
    made = "made" if done == "undo" else "taken back"
    sentence = outcome.message + (f", {made} {durations.ago(age)}" if age > _OLD else "")
    app.say(f"{sentence} · {app.keymap.key_for(inverse)} to {inverse}", "done")
