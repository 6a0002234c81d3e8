"""Giving several memories a text of their own each, as one op: what comes back from an editor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.actor import Actor
from memtui.domain.memory import Memory, State
from memtui.domain.watch import UNWATCHED, Watch
from memtui.language.short_form import short_form
from memtui.lifecycle import chunks
from memtui.lifecycle.change import Edit
from memtui.lifecycle.errors import Refused, SecretHeld
from memtui.lifecycle.meanwhile import ChangedMeanwhile, check_unchanged
from memtui.lifecycle.outcome import Outcome
from memtui.secrets.masking import headline
from memtui.secrets.vouching import vouched
from memtui.store import memories as stored
from memtui.store import recording
from memtui.store.database import Store, Transaction


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What became of texts that were written elsewhere."""

    outcome: Outcome
    meanwhile: list[Memory]
    """Not written, because they are not as they were seen; as they are now."""
    gone: int
    """How many are in the store no more."""


def rewrite(
    store: Store,
    texts: Mapping[int, str],
    *,
    by: Actor,
    seen: Mapping[int, Memory],
    watch: Watch = UNWATCHED,
) -> Rewritten:
    """Give each memory its text; those that have it already or are not as they were `seen` are left alone.

    Raises Refused, with the memory's first words, for a text that cannot be, before anything is changed.
    """
    values = {}
    meanwhile: list[Memory] = []
    for memory in stored.get_many(store, list(texts)):
        try:
            wanted = Edit(text=texts[memory.id]).values(vouched(memory.provenance))
            abstract = short_form(memory.abstract, memory.text, str(wanted["text"]))
            values[memory.id] = wanted | {"abstract": abstract}
        except SecretHeld:
            raise
        except Refused as error:
            raise Refused(f"“{headline(memory)[:40]}”: {error}") from None

    def change(tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        changed: list[int] = []
        for memory_id in chunk:
            try:
                check_unchanged(store, seen[memory_id], values[memory_id])
            except ChangedMeanwhile as error:
                meanwhile.append(error.now)
                continue
            changed += recording.apply(tx, op_id, [memory_id], values[memory_id], unless_state=State.ABSENT)
        return changed

    ids = list(values)
    outcome = chunks.run(store, ids, kind="edit", change=change, done="Edited {}", by=by, watch=watch)
    return Rewritten(outcome, meanwhile, len(texts) - len(ids))
