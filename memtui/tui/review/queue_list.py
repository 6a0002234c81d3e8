"""The queue beside the card: the cards by kind, the decided ones ticked, the one that is shown marked.

What a card is about is read for a screenful of cards at a time, and kept until the queue is read anew; so
going from card to card asks the store for nothing but the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.cells import cell_len
from rich.segment import Segment

from memtui.domain.card_kinds import Kind
from memtui.domain.text import Longest, one_line
from memtui.review.queue import CardRef
from memtui.store import memories, proposals
from memtui.tui.host import Host
from memtui.tui.review.card_queue import CardQueue
from memtui.tui.review.member_line import member_row
from memtui.tui.review.sections import Decided, Section
from memtui.tui.view import ROOMY
from memtui.tui.widgets.line_list import LineList, fitted, fitted_end

_BLOCK = 64
"""Cards whose titles are read together."""
_SAYS = {
    Kind.DEAD: "against files and code",
    Kind.COMPACT: "old episodes together",
    Kind.BUDGET: "too much is told",
    Kind.RETENTION: "old, to archive",
}
"""What a kind is about, where its name alone does not say it."""
_SIGNS = {"yes": "✓", "no": "✗", "later": "-"}


class QueueList(LineList):
    """The cards that wait and those that were decided, under their kinds."""

    can_focus = False
    always_active = True

    def __init__(self, host: Host, queue: CardQueue) -> None:
        """List the cards of `queue`, read from the store of `host`."""
        super().__init__()
        self._host, self._queue = host, queue
        self._titles: dict[int, str] = {}
        """What cards are about, by the id of their first proposal."""
        self._drawn = -1
        """The state of the queue that is drawn."""

    @property
    def has_room(self) -> bool:
        """Whether there is anything in the queue, and room beside the card for it."""
        return self.app.size.width >= ROOMY and self._queue.sections.lines > 0

    @property
    def index(self) -> int | None:
        """The place in the queue of the card under the cursor; of a head, of the first card below it."""
        line = self._queue.sections.at(self.cursor)
        if isinstance(line, Section):
            return line.first if line.waiting else None
        return line if isinstance(line, int) else None

    def forget_titles(self) -> None:
        """Read the titles anew where they are shown next: the store has changed."""
        decided = self._queue.decided.verdicts
        self._titles = {first: title for first, title in self._titles.items() if first in decided}
        self._drawn = -1

    def follow(self) -> None:
        """Show the queue as it is now, the cursor on the card that is looked at."""
        queue = self._queue
        line = queue.sections.line_of(queue.index)
        if self._drawn != queue.changes:
            self._drawn = queue.changes
            self.lines_changed(queue.sections.lines, line, keep_line=False)
        else:
            self.move_to(line)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return a head with its counts, or one card as a line."""
        line, look = self._queue.sections.at(index), self.look
        if isinstance(line, Section):
            count, kind = line.count, str(line.kind)
            room = width - cell_len(count) - 2
            says = _SAYS.get(line.kind, "")
            if not says or cell_len(f"{kind}  {says} ") > room:
                return [Segment(f" {fitted(kind, room)}", look.strong), Segment(f"{count} ", look.dim)]
            told = fitted(f"  {says}", room - cell_len(kind))
            return [Segment(f" {kind}", look.strong), Segment(f"{told}{count} ", look.dim)]
        if isinstance(line, Decided):
            sign = Segment(
                f"  {_SIGNS.get(line.word, ' ')} ", look.accent if line.word == "yes" else look.dim
            )
            return [sign, Segment(self._title(line.ref, [], width - 5), look.dim), Segment(" ")]
        if line is None:
            return [Segment(" " * width)]
        refs = self._queue.refs
        start = line - line % _BLOCK
        title = self._title(refs[line], refs[start : start + _BLOCK], width - 5)
        return [Segment("    "), Segment(title, look.text), Segment(" ")]

    def _title(self, ref: CardRef, around: Iterable[CardRef], width: int) -> str:
        """Return what a card is about, in `width` cells; it is read together with those `around` it."""
        if ref.batch:
            return _batch_title(f"{len(ref.ids):,} {ref.batch}", width)
        if ref.ids[0] not in self._titles:
            self._read([ref, *around])
        return fitted(self._titles.get(ref.ids[0], ""), width)

    def _read(self, refs: Iterable[CardRef]) -> None:
        store = self._host.store
        wanted = [ref.ids[0] for ref in refs if not ref.batch and ref.ids[0] not in self._titles]
        cards = proposals.get_many(store, wanted)
        about = {target.id: None for proposal in cards for target in proposal.targets[:1]}
        known = {memory.id: memory for memory in memories.get_many(store, list(about))}
        decided = self._queue.decided.verdicts
        self._titles |= {first: "erased" if first in decided else "erased meanwhile" for first in wanted}
        for proposal in cards:
            about_one = replace(proposal, targets=proposal.targets[:1])
            self._titles[proposal.id] = one_line(
                member_row(about_one, known, store.now()).headline, Longest.SENTENCE
            )


def _batch_title(title: str, width: int) -> str:
    """Return what a batch is called, in `width` cells: `9 faded memories of /x that …` is `9 faded in /x`."""
    parts = title.split(" ")
    scope = next((word for word in parts if word.startswith("/")), "")
    if cell_len(title) <= width or not scope:
        return fitted(title, width)
    head = f"{parts[0]} {parts[1]} in "
    return head + fitted_end(scope, max(width - cell_len(head), 1))
