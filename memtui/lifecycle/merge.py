"""Merges memories that a person has selected into one of them, as one op that undo takes back.

The screen calls it. Duplicates found by the review pass are merged by `review.verdicts`, with the same
change.
"""

from collections.abc import Sequence

from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, State
from memtui.lifecycle import chunks
from memtui.lifecycle.amend import amend
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.meanwhile import check_unchanged
from memtui.lifecycle.outcome import Outcome
from memtui.store import memories
from memtui.store.database import Store, Transaction


def merge(
    store: Store,
    keep: int,
    others: Sequence[int],
    text: str = "",
    *,
    by: Actor,
    seen: Sequence[Memory] = (),
) -> Outcome:
    """Give memory `keep` the categories, importance and uses of all, and drop `others`.

    A `text` that is not empty becomes its text. Raises Refused when one of them isn't live any more, when
    there is nothing to merge, or for a text that cannot be stored; ChangedMeanwhile for one that says
    something else than it was `seen` to say.
    """
    gone = tuple(dict.fromkeys(i for i in others if i != keep))
    if not gone:
        raise Refused("select two memories or more to merge")
    change = Change(Deed.MERGE, keep, gone, text=text)

    def carry_out(tx: Transaction, op_id: int, _chunk: Sequence[int]) -> list[int]:
        parts = memories.get_many(store, [keep, *gone])
        if len(parts) <= len(gone) or any(memory.state is not State.LIVE for memory in parts):
            raise Refused("one of these memories is not live any more; select them anew")
        for memory in seen:
            check_unchanged(store, memory, {"text": None})
        return amend(store, tx, op_id, change, by=by)

    merged = f"Merged {plural(len(gone) + 1)} into one"
    return chunks.run(store, [keep], kind="merge", change=carry_out, done=merged, by=by)
