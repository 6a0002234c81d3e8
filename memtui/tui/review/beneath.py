"""What stands beneath a short card on a high screen: how its memory fares, and what is around it."""

from __future__ import annotations

from dataclasses import replace

from rich.segment import Segment

from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line
from memtui.review.queue import Card
from memtui.tui.memories.related_reader import Found, RelatedReader
from memtui.tui.review.card_parts import CardState, winner
from memtui.tui.themes import Look
from memtui.tui.view import PaneView
from memtui.tui.widgets.about_memory import About, surroundings
from memtui.tui.widgets.pages import Line

_LEAST = 20
"""Lines that have to be free below a card; of fewer, too little could be told."""
_WIDEST = 160
"""Columns; longer lines are hard to read."""


class Beneath:
    """Tells of the memory that would stay, or of the one that a card is about."""

    def __init__(self, view: PaneView) -> None:
        """Read what is related to it for `view`, in a thread."""
        self._view = view
        self._reader: RelatedReader | None = None
        self._found: Found | None = None
        self._asked: int | None = None

    def take(self, answer: Found) -> None:
        """Keep the related memories that a thread has found, for the next `lines`."""
        self._found = answer

    def lines(self, card: Card, state: CardState, width: int, room: int, look: Look) -> list[Line]:
        """Return the lines that fit in `room`; none if that is little, and nothing of a secret."""
        first = card.first
        memory = self._memory(card, state)
        if first is None or memory is None or room < _LEAST or first.kind.record.hides:
            return []
        store = self._view.host.store
        about = About.of(store, memory, state.now)
        if self._found is not None and self._found.memory_id == memory.id:
            on_card = card.memories
            about = replace(
                about, related=[near for near in self._found.related if near.memory.id not in on_card]
            )
        elif self._asked != memory.id:
            self._ask(memory)
        which = "the one that stays" if len(first.targets) > 1 else "it"
        title = one_line(f"around {which}", Longest.PHRASE)
        column = min(width - 4, _WIDEST)
        head: Line = [
            Segment(f"  ── {title} ", look.dim),
            Segment("─" * (column - len(title) - 6), look.faint),
        ]
        rows = surroundings(about, column, look).lines
        return [[], head, [], *([Segment("  "), *line] for line in rows[: room - 4])]

    def _memory(self, card: Card, state: CardState) -> Memory | None:
        """Return the memory that would stay, else the first that the card is about; None for a batch."""
        if card.first is None or card.ref.batch:
            return None
        stays = winner(card, state)
        if stays is None and card.first.targets:
            stays = card.first.targets[0].id
        return None if stays is None else card.memories.get(stays)

    def _ask(self, memory: Memory) -> None:
        self._asked, self._found = memory.id, None
        if self._reader is None:
            self._reader = RelatedReader(self._view, self._view.host.store)
        self._reader.ask(memory)
