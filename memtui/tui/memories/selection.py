"""Selecting memories: one by one, a range, all the filter matches, and the inverse.

A view with a table of memories holds a `Selection`; it says which memories an act is about.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from memtui.domain.filter import Filter
from memtui.domain.memory import Memory, State
from memtui.store import memories, selection
from memtui.store.database import Store
from memtui.store.listing import Listing
from memtui.tui.memories.matches import RULE, Matches
from memtui.tui.memories.table import MemoryTable
from memtui.tui.view import PaneView

PREVIEWED = 100
"""More memories than this are shown before anything happens to them."""


_FEW = 5_000
"""So many lines are compared with the selection all at once."""


@dataclass(frozen=True, slots=True)
class Selected:
    """The memories an act is about."""

    count: int
    ids: Callable[[Store], list[int]]
    """Reads which ones; slow when a whole filter is selected."""
    first: tuple[Memory, ...]


class Selection:
    """Which memories of a table are selected, and the keys that select."""

    def __init__(self, view: PaneView, table: MemoryTable, wanted: Callable[[], Filter]) -> None:
        """Select among the rows of `table`, part of `view`; `wanted` says what is listed, or about to be."""
        self._view = view
        self.table = table
        self.marks = table.marks
        self._wanted = wanted
        self._unlisted: frozenset[int] = frozenset()

    @property
    def memory(self) -> Memory | None:
        """The memory under the cursor."""
        return self.table.memory

    @property
    def several(self) -> bool:
        """Whether more than the memory under the cursor is selected, or a range is being drawn up."""
        return self.marked > 1 or self.table.range_from is not None

    @property
    def unlisted(self) -> int:
        """How many of the selected memories are not listed."""
        return 0 if self.marks.all_but else len(self._unlisted & self.marks.ids)

    @property
    def summary(self) -> str:
        """What the status line says of the selection; empty when there is none."""
        more = f", {self.unlisted:,} not shown" if self.unlisted else ""
        return f"{self.marked:,} selected{more}" if self.marked else ""

    def note_unlisted(self, listing: Listing) -> None:
        """See which of the selected memories are not in `listing`, which is about to be shown."""
        ids = frozenset() if self.marks.all_but else frozenset(self.marks.ids)
        if ids and listing.count <= _FEW:
            self._unlisted = ids.difference(listing.ids(0, listing.count))
        else:
            self._unlisted = frozenset(i for i in ids if listing.position_of(i) is None)

    @property
    def wanted(self) -> Filter:
        """What is listed, or about to be."""
        return self._wanted()

    @property
    def _store(self) -> Store:
        return self._view.host.store

    def clear(self) -> None:
        """Select nothing, and forget a range that is being drawn up."""
        self.marks.clear()
        self.table.range_from = None

    def step_back(self) -> None:
        """Forget the range that is being drawn up, else select nothing."""
        if self.table.range_from is not None:
            self.table.range_from = None
        else:
            self.marks.clear()
        self.repaint()

    @property
    def marked(self) -> int:
        """How many memories are selected, the range that is being drawn up included."""
        table = self.table
        count = self.marks.count(table.count)
        if table.range_from is not None:
            count += abs(table.range_from - table.cursor) + 1
        return count

    def selected(self) -> Selected:
        """Return the selection; the memory under the cursor when there is none."""
        if self.table.range_from is not None:
            self.marks.add(self.range_ids())
            self.table.range_from = None
        if self.marks.all_but:
            left_out, wanted = frozenset(self.marks.ids), self.wanted
            count = self.marks.count(self.table.count)
            return Selected(
                count,
                lambda store: [i for i in selection.ids(store, wanted) if i not in left_out],
                self._first(lambda memory: memory.id not in left_out),
            )
        if self.marks.ids:
            ids = sorted(self.marks.ids)
            first = memories.get_many(self._store, self._as_listed(ids)[:PREVIEWED])
            return Selected(len(ids), lambda _store: ids, tuple(first))
        memory = self.table.memory
        if memory is None:
            return Selected(0, lambda _store: [], ())
        return Selected(1, lambda _store: [memory.id], (memory,))

    def to_purge(self) -> tuple[Selected, dict[State, int], int]:
        """Return the memories that a purge takes, their number by state, and the number left out.

        Archived memories are kept on purpose, so selecting everything does not select them; put the cursor
        on one, or mark it, to purge it.
        """
        chosen = self.selected()
        if not self.marks.all_but:
            ids = chosen.ids(self._store)
            states: dict[State, int] = {}
            for memory in memories.stream(self._store, ids):
                states[memory.state] = states.get(memory.state, 0) + 1
            return chosen, states, 0
        left_out = frozenset(self.marks.ids)
        wanted = replace(self.wanted, states=self.wanted.states & {State.DROPPED})
        count = 0
        if wanted.states:
            unmarked = sum(
                memory.state is State.DROPPED for memory in memories.get_many(self._store, sorted(left_out))
            )
            count = max(selection.count(self._store, wanted) - unmarked, 0)
        taken = Selected(
            count,
            lambda store: [i for i in selection.ids(store, wanted) if i not in left_out] if count else [],
            self._first(lambda memory: memory.state is State.DROPPED and memory.id not in left_out),
        )
        return taken, {State.DROPPED: count}, chosen.count - count

    def _as_listed(self, ids: list[int]) -> list[int]:
        """Return ids in the order of the list, unless that is long; those that are not in it come last."""
        rows = self.table.rows
        if rows is None or rows.listing.count > _FEW:
            return ids
        lines = {memory_id: line for line, memory_id in enumerate(rows.listing.ids(0, rows.listing.count))}
        return sorted(ids, key=lambda memory_id: lines.get(memory_id, len(lines)))

    def _first(self, fits: Callable[[Memory], bool]) -> tuple[Memory, ...]:
        rows = self.table.rows
        if rows is None:
            return ()
        listed = memories.get_many(self._store, rows.listing.ids(0, 2 * PREVIEWED))
        return tuple(filter(fits, listed))[:PREVIEWED]

    def do_mark(self) -> None:
        """Select the memory under the cursor and go to the next."""
        if self.table.range_from is not None:
            self.close_range()
        elif self.table.cursor_id is not None:
            self.marks.toggle(self.table.cursor_id)
            self.table.repaint_line(self.table.cursor)
            self.table.move_by(1)
        self._view.tell()

    def do_range(self) -> None:
        """Start a range, or take it into the selection."""
        if self.table.range_from is None:
            self.table.range_from = self.table.cursor
            self.repaint()
        else:
            self.close_range()

    def close_range(self) -> None:
        """Take the range that is being drawn up into the selection."""
        self.marks.add(self.range_ids())
        self.table.range_from = None
        self.repaint()

    def range_ids(self) -> list[int]:
        """Return the memories in the range that is being drawn up."""
        table = self.table
        if table.range_from is None or table.rows is None:
            return []
        first, last = sorted((table.range_from, table.cursor))
        return [i for i in table.rows.listing.ids(first, last + 1) if i != RULE]

    def do_mark_all(self) -> None:
        """Select everything the filter matches; of a search what holds all its words."""
        if self._is_reading():
            return
        matching = self._with_all_words()
        if matching is None:
            self.marks.take_all()
        else:
            self.marks.add(matching)
        self.repaint()

    def _is_reading(self) -> bool:
        """Say whether only the first rows of a search are there, and tell the person."""
        listing = self.table.rows.listing if self.table.rows else None
        reading = isinstance(listing, Matches) and listing.first
        if reading:
            self._view.host.say("The rest of the rows is still being read; try again in a moment")
        return reading

    def _with_all_words(self) -> list[int] | None:
        """Return what holds all words of a search; None where the rows are no search's.

        They are named one by one: what a search lists below its rule is not what its filter selects.
        """
        listing = self.table.rows.listing if self.table.rows else None
        return listing.ids(0, listing.with_all_words) if isinstance(listing, Matches) else None

    def do_invert(self) -> None:
        """Select what is not selected."""
        if self._is_reading():
            return
        self.marks.ids -= self._unlisted
        matching = self._with_all_words()
        if matching is None:
            self.marks.invert()
        else:
            self.marks.ids = set(matching) - self.marks.ids
        self.repaint()

    def repaint(self) -> None:
        """Draw the table anew, because the selection changed."""
        self.table.forget_strips()
        self.table.refresh()
        self._view.tell()
