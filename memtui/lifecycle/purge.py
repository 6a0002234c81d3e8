"""Erasing memories for good: the one verb that cannot be undone."""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.actor import Actor
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import memories
from memtui.store import erasing, recording
from memtui.store.database import Store


@dataclass(frozen=True, slots=True)
class PurgeReport:
    """What was erased and what the search afterwards found."""

    purged: int
    verified: bool
    """The files were searched and the texts are not in them."""
    found_in: list[str]
    """Files that still hold a text."""
    pending: bool
    """Another process was reading; the log is emptied when the store is next opened alone."""
    message: str


def purge(store: Store, ids: Sequence[int], *, by: Actor) -> PurgeReport:
    """Erase memories with their history, and prove it by searching the store's files.

    The text is not taken in again by import or extraction: a keyed hash of it remains. Raises
    Refused when there is nothing to erase.
    """
    if not ids:
        raise Refused("nothing was chosen to erase")
    erased = erasing.erase(store, ids)
    if not erased.count:
        raise Refused("none of these memories exists any more")
    with store.write() as tx:
        op_id = recording.begin(tx, "purge", by)
        recording.finish(tx, op_id, erased.count)
        recording.mark_final(tx, op_id)
    said = f"Erased {memories(erased.count)} for good"
    if erased.log_pending:
        said += "; the log clears when the other programs that read the store close it"
    elif erased.found_in:
        said += f", but the text was still found in {', '.join(erased.found_in)}; run `memtui doctor --deep`"
    else:
        said += f"; searched {', '.join(erased.searched)} and found no trace"
    verified = not erased.found_in and not erased.log_pending
    return PurgeReport(erased.count, verified, erased.found_in, erased.log_pending, said)
