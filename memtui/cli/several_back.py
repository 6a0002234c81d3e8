"""What `undo` and `redo` show and ask before they take back, or do again, several changes at once, and what
they say of a large one where nobody can be asked.
"""

from collections.abc import Sequence
from typing import NamedTuple

from memtui.cli import output
from memtui.cli.asking import agree_to
from memtui.cli.failures import Stop
from memtui.cli.telling import op_line
from memtui.cli.terminal import answers
from memtui.domain.counting import plural
from memtui.lifecycle.at_stake import all_at_stake, at_stake
from memtui.store import journal
from memtui.store.database import Store
from memtui.store.journal import Op

_SHOWN = 10
"""Changes that are listed: they fit above the question on a small terminal."""


class Verb(NamedTuple):
    """The words of one of the two commands."""

    name: str
    does: str
    """What it does to changes: `take back`."""


UNDO = Verb("undo", "take back")
REDO = Verb("redo", "do again")


def agree(store: Store, verb: Verb, times: int, ops: Sequence[Op], *, yes: bool) -> None:
    """Return when the person agrees to go through `ops`, of `times` that were asked for. Raises Stop.

    One alone needs a yes where nobody can be asked and it changed more than a handful.
    """
    if len(ops) == 1 and not yes and not answers():
        _stop_if_large(store, verb, ops[0])
    if times > 1 and ops:
        output.say(what_is_counted(store, verb, times, len(ops)))
    agree_to(verb.does, len(ops), "change", lambda: _show(store, ops), yes=yes)


def _stop_if_large(store: Store, verb: Verb, op: Op) -> None:
    """Raise Stop for a change of more than a handful of memories or files, which nobody has seen."""
    stake = at_stake(store, op)
    if not stake.large:
        return
    label = op.label if verb is UNDO else journal.done_again(op) or op.label
    named = f", or name it: --op {op.id}" if verb is UNDO else ""
    raise Stop(
        f"This would {verb.name} {label}. It is about {stake}. Nothing was changed: "
        f"add --yes{named}; --dry-run only looks."
    )


def what_is_counted(store: Store, verb: Verb, times: int, there: int) -> str:
    """Say what the number is, that there are fewer, and how the change that History calls so is named."""
    counted = f"{times:,} counts back from the latest"
    if there < times:
        counted += (
            f", and there {'is' if there == 1 else 'are'} only {plural(there, 'change')} to {verb.does}"
        )
    named = journal.op(store, times) if verb is UNDO else None
    if named is None or named.undone_by is not None:
        return f"{counted}."
    return f"{counted}. Only change no. {times:,}, {named.label}: `memtui undo --op {times}`."


def _show(store: Store, ops: Sequence[Op]) -> None:
    for op in ops[:_SHOWN]:
        output.say(op_line(op))
    if len(ops) > _SHOWN:
        output.say(f"  … and {len(ops) - _SHOWN:,} more, back to no. {ops[-1].id:,}")
    output.say(f"They are about {all_at_stake(store, ops)}.")
