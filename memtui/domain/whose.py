"""Whose word a memory is that somebody else wrote: the note about it in the memory's provenance.

A team's memories come with it (see `sync.border`). Agents, the screen and the command line tell it, so that
nobody takes a colleague's word for the user's own.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from memtui.domain.memory import Draft, Memory
from memtui.domain.text import one_line

WHOSE = "whose"
"""The name of the note in a provenance."""
SHARED_FROM = "shared_from"
"""The name of the note that says of which memory this is the copy for a team: its uid."""
_LONGEST = 60


class Teller(NamedTuple):
    """A person at a machine."""

    person: str
    """Empty where no name is known."""
    machine: str
    via: str = ""
    """Who passed it on, where that is another person."""

    @classmethod
    def of(cls, memory: Memory | Draft) -> Self | None:
        """Return who told a memory; None where it is of this store's own person and programs."""
        note = memory.provenance.get(WHOSE)
        if not isinstance(note, Mapping):
            return None
        person, machine, via = (one_line(str(note.get(name, "")), _LONGEST) for name in _NAMES)
        return cls(person, machine, via)

    @property
    def note(self) -> dict[str, Any]:
        """What a provenance says of it."""
        named = {name: one_line(getattr(self, name), _LONGEST) for name in _NAMES}
        return {name: value for name, value in named.items() if value}

    @property
    def label(self) -> str:
        """The person and the machine, as in `Ada on lap`."""
        who = self.person or "somebody"
        at = f"{who} on {self.machine}" if self.machine else who
        return f"{at}, passed on by {self.via}" if self.via else at


_NAMES = ("person", "machine", "via")
