"""What of all that others tell comes into a store that takes in some scopes only (`sync.come`).

Of the rest the uid alone is noted. When such a memory is filed under a scope that comes, it is waited for:
what others said of it before was passed over, and is read once more (`fetching`). What has come stays, and
goes on to be kept in step wherever it is filed.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from memtui.domain.memory import Draft
from memtui.store import elsewhere
from memtui.store.database import Transaction
from memtui.sync.acts import Act


@dataclass(frozen=True, slots=True)
class PassingOver:
    """The choice, inside the write that takes in what another device did."""

    tx: Transaction
    comes: Callable[[str], bool]
    """Whether a memory comes by its scope."""

    def apart(self, uids: Collection[str]) -> set[str]:
        """Return which of these memories were passed over; nothing is changed about those for now."""
        return elsewhere.among(self.tx, uids)

    def let_in(self, drafts: Sequence[Draft], known: Callable[[Sequence[str]], set[str]]) -> list[Draft]:
        """Return those of the memories that are told which come in, and note the others.

        `known` says which this store has already, or had: those come wherever they are filed.
        """
        uids = sorted(str(draft.uid) for draft in drafts)
        apart, already = self.apart(uids), known(uids)
        staying = {str(draft.uid) for draft in drafts if not self.comes(draft.scope)}
        elsewhere.wait_for(self.tx, apart - staying)
        elsewhere.pass_over(self.tx, staying - apart - already)
        passed = apart | (staying - already)
        return [draft for draft in drafts if draft.uid not in passed]

    def note(self, act: Act) -> None:
        """Wait for what an act files under a scope that comes; what it purges never comes."""
        filed = {
            setting.uid
            for setting in act.settings
            if setting.field == "scope" and self.comes(str(setting.value))
        }
        if filed:
            elsewhere.wait_for(self.tx, filed)
        if act.erased:
            elsewhere.erase(self.tx, act.erased)
