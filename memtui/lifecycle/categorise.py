"""Adding categories to memories and taking them away: so one is renamed, merged with another, or cleared."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.actor import Actor
from memtui.domain.memory import Memory, State, ValueRefused, checked_category
from memtui.domain.watch import UNWATCHED, Watch
from memtui.lifecycle import chunks
from memtui.lifecycle.checks import checked_categories
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Outcome
from memtui.secrets.vouching import vouched
from memtui.store import memories as stored
from memtui.store import recording
from memtui.store.database import Store, Transaction

_RENAMING = re.compile(r"\s*>\s*")


@dataclass(frozen=True, slots=True)
class Relabelling:
    """Which categories come and which go."""

    adds: tuple[str, ...] = ()
    removes: frozenset[str] = frozenset()
    clears: bool = False
    """All that are there go first."""
    renames: tuple[tuple[str, str], ...] = ()
    """Where a memory has the first of two, the second takes its place."""

    @classmethod
    def parse(cls, typed: str) -> "Relabelling":
        """Read `infra deploy` (these and no others), `+infra -old` (more and less), `old>new` (one in the
        place of another, where that is), or `-` (none).

        Raises Refused for what can be no category, and for a line that mixes the first way with others.
        """
        words = _RENAMING.sub(">", typed.replace(",", " ")).split()
        if not words:
            raise Refused("name the categories: infra deploy; or +infra -old; or old>new; or - for none")
        if words == ["-"]:
            return cls(clears=True)
        renaming = [word.split(">", 1) for word in words if ">" in word]
        named = [word for word in words if ">" not in word]
        signed = [word for word in named if word[0] in "+-"]
        if len(signed) < len(named) and (signed or renaming):
            raise Refused("either name all categories, or put + or - before each")
        try:
            adds = [checked_category(word.removeprefix("+")) for word in named if word[0] != "-"]
            removes = {checked_category(word[1:]) for word in signed if word[0] == "-"}
            renames = tuple((checked_category(old), checked_category(new)) for old, new in renaming)
        except ValueRefused as error:
            raise Refused(str(error)) from None
        clears = not signed and not renames
        return cls(tuple(dict.fromkeys(adds)), frozenset(removes), clears=clears, renames=renames)

    def of(self, memory: Memory) -> tuple[str, ...]:
        """Return the categories that a memory has afterwards."""
        new = dict(self.renames)
        kept = [
            new.get(name, name) for name in memory.categories if not self.clears and name not in self.removes
        ]
        return tuple(dict.fromkeys([*kept, *self.adds]))


def categorise(
    store: Store, ids: chunks.Ids, wanted: Relabelling, *, by: Actor, watch: Watch = UNWATCHED
) -> Outcome:
    """Give memories categories and take some away. Memories that need no change are left alone.

    Raises Refused where a memory would have more categories than one can have, or one that holds a secret.
    """

    def change(tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        alike: dict[str, list[int]] = {}
        for memory in stored.get_many(store, chunk):
            after = checked_categories(wanted.of(memory), vouched(memory.provenance))
            if after != memory.categories:
                alike.setdefault(recording.categories_json(after), []).append(memory.id)
        changed: list[int] = []
        for categories, members in alike.items():
            changed += recording.apply(
                tx, op_id, members, {"categories": categories}, unless_state=State.ABSENT
            )
        return changed

    return chunks.run(
        store, ids, kind="edit", change=change, done="Categories changed for {}", by=by, watch=watch
    )
