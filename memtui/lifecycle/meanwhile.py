"""What somebody else did to a memory between the moment a person saw it and the change they make to it.

A text that is written over another has to have been written with that one in sight. So an edit may say what
the person saw, and is refused where the memory says something else by then; the refusal brings what it says.
"""

from collections.abc import Mapping

from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line
from memtui.lifecycle.errors import Refused
from memtui.secrets.masking import masked
from memtui.store import memories, recording
from memtui.store.database import Store


class ChangedMeanwhile(Refused):
    """Nothing was changed: the memory is not as the person saw it; `now` is how it is."""

    def __init__(self, now: Memory) -> None:
        says = one_line(masked(now.text), Longest.QUOTE)
        super().__init__(f"it was changed meanwhile, so nothing was changed; it says now: “{says}”")
        self.now = now


def check_unchanged(store: Store, seen: Memory, values: Mapping[str, object]) -> None:
    """Raise ChangedMeanwhile if what is to get new values is not as it was seen, and Refused if it is gone.

    To be called in the write that sets them. Who sets what somebody else has just set takes nothing back.
    """
    now = memories.get(store, seen.id)
    if now is None:
        raise Refused("this memory is gone meanwhile: copy your text, nothing was changed")
    before, after = recording.journalled(seen), recording.journalled(now)
    written = (values.keys() & before.keys()) - {"abstract"}
    differing = {name for name in written if before[name] != after[name] != values[name]}
    if differing or before["state"] != after["state"]:
        raise ChangedMeanwhile(now)
