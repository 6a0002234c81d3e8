"""Looking at the memories of a card, one after the other, each with its source and its history."""

from collections.abc import Callable

from memtui.domain.memory import Memory
from memtui.domain.proposal import Proposal
from memtui.review.new_text import ToRead
from memtui.store import journal, memories
from memtui.tui.review.card_queue import CardQueue
from memtui.tui.review.lists import MembersList
from memtui.tui.review.read_first import ReadFirst
from memtui.tui.review.texts import without_secret
from memtui.tui.view import PaneView
from memtui.tui.widgets.about_memory import About
from memtui.tui.widgets.detail import Detail
from memtui.tui.widgets.line_list import LineList


class Looking:
    """The memories of the card, of which one is shown in full."""

    def __init__(
        self,
        view: PaneView,
        queue: CardQueue,
        members: MembersList,
        pane: Detail,
        moved: Callable[[], None],
    ) -> None:
        """Show in `pane`, part of `view`, a memory of the card or of the member under the cursor.

        `moved` is called when another one is shown.
        """
        self._view, self._queue, self._members, self._pane = view, queue, members, pane
        self._moved = moved
        self._memories: list[Memory] = []
        self._index = 0
        self.came_from: LineList | None = None
        """The pane that was shown before."""
        self.proposal: Proposal | None = None
        """The one whose memories are shown."""

    @property
    def place(self) -> str:
        """Which memory of how many it is: ` 1 of 2`; empty when it is the only one."""
        return f" {self._index + 1} of {len(self._memories)}" if len(self._memories) > 1 else ""

    def do_source(self) -> None:
        """Show the memory with its source and its history."""
        card, pane = self._queue.card, self._view.pane
        at_members = pane is self._members
        proposal = self._members.proposal if at_members else card.first if card else None
        at_card = pane is self._view.main
        if card is None or proposal is None or not (at_members or at_card):
            return
        memories = [card.memories[t.id] for t in proposal.targets if t.id in card.memories]
        if not memories:
            self._show_text(proposal)
            return
        if proposal.kind.record.hides:
            marks = proposal.evidence.marks
            memories = [without_secret(memory, marks.get(memory.id, ())) for memory in memories]
        keep = self._queue.winner if at_card else None
        self._memories, self.proposal = memories, proposal
        self._index = next((at for at, memory in enumerate(memories) if memory.id == keep), 0)
        self.came_from = pane
        self.step(0, hide=proposal.kind.record.hides)
        self._view.go_to(self._pane)

    def do_raw(self) -> None:
        """Show the text of the memory in full as it was written, or its markdown rendered again."""
        if self._view.pane is self._pane:
            self._pane.show_raw(not self._pane.raw)
        else:
            self._view.host.say("{source} shows a memory in full; there it does that")

    def _show_text(self, proposal: Proposal) -> None:
        """Show what a yes would add, where there is no memory yet."""
        text = ToRead(proposal.reason, proposal.change.new_text)
        self._view.host.push_screen(ReadFirst("There is no memory yet: a yes adds it", [text], ""))

    def step(self, by: int, *, hide: bool = False) -> None:
        """Show the memory `by` places further on; `hide` leaves its history out, which may hold a secret."""
        store, card = self._view.host.store, self._queue.card
        self._index = (self._index + by) % len(self._memories)
        memory = self._memories[self._index]
        secret = hide or (card is not None and card.ref.kind.record.hides)
        changes = [] if secret else journal.history_of(store, memory.id, limit=40)
        files = memories.files_of(store, [memory.id]).get(memory.id, ())
        self._pane.show(About(memory, changes, store.now(), store.decay, files=files))
        self._moved()
