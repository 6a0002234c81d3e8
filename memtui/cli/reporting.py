"""Reports the effect of a change, for scripts (`--json`) and for people, and returns the exit code.

Every command that changes memories uses it, so that all answer alike.
"""

from collections.abc import Mapping, Sequence

from memtui.cli import output
from memtui.cli.asking import SHOWN
from memtui.cli.failures import Code
from memtui.cli.rows import write_table
from memtui.domain.counting import plural
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.lifecycle.outcome import Outcome
from memtui.secrets.masking import masked
from memtui.store import memories
from memtui.store.database import Store

_REHEARSED = 20
"""Rows that a dry run shows people; scripts get the uids."""


def report(store: Store, action: str, outcome: Outcome, *, as_json: bool) -> Code:
    """Say what a change did; return its exit code. What was so already is neither failed nor refused."""
    if as_json:
        output.document(summary(store, action, outcome))
    code = talk(outcome)
    return Code.DONE if code is Code.REFUSED and not outcome.skipped_count else code


def talk(outcome: Outcome) -> Code:
    """Say in words what a change did; return its exit code."""
    output.say(outcome.message)
    untold = [each for each in outcome.skipped if f"“{each.headline}”, {each.reason}" not in outcome.message]
    for skipped in untold[:SHOWN]:
        output.say(f"  left as it is: {masked(skipped.headline)} ({skipped.reason})")
    if len(untold) > SHOWN:
        output.say(f"  … and {len(untold) - SHOWN:,} more")
    if outcome.interrupted:
        output.say("Interrupted. What was done stays; `memtui undo` takes it back.")
        return Code.INTERRUPTED
    return Code.DONE if outcome.changed else Code.REFUSED


def left_out_words(left_out: Mapping[str, int]) -> list[str]:
    """Return the sentences on which parts of a text or conversation were not read, and their number."""
    return [f"left out: {what} ({count:,})" for what, count in left_out.items()]


def summary(store: Store, action: str, outcome: Outcome) -> dict[str, object]:
    """Return what a change did as JSON gets it. `uids` names the first thousand."""
    skipped = {
        memory.id: memory.uid for memory in memories.get_many(store, [s.memory_id for s in outcome.skipped])
    }
    return {
        "action": action,
        "dry_run": False,
        "changed": outcome.changed,
        "op": None if outcome.op is None else outcome.op.id,
        "uids": [memory.uid for memory in memories.get_many(store, outcome.ids)],
        "skipped": [{"uid": skipped.get(s.memory_id), "reason": s.reason} for s in outcome.skipped],
        "interrupted": outcome.interrupted,
        "message": masked(outcome.message),
    }


def rehearse(action: str, count: int, first: Sequence[Memory], *, now: Instant, as_json: bool) -> Code:
    """Say what a change would do; change nothing."""
    if as_json:
        output.document(
            {"action": action, "dry_run": True, "changed": count, "op": None, "uids": [m.uid for m in first]}
        )
    else:
        write_table(first[:_REHEARSED], now)
    output.say(f"Would {action} {plural(count)}. Nothing was changed.")
    return Code.DONE
