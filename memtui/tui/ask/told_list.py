"""The list of what an agent is told, in its order; below a rule what it is not told, and the reason."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from rich.cells import cell_len
from rich.segment import Segment

from memtui.domain import decay
from memtui.domain.counting import plural
from memtui.domain.headings import row_text
from memtui.domain.memory import Memory
from memtui.domain.text import bar
from memtui.recall.briefing import Entry, Occasion, Why
from memtui.secrets.masking import masked_memory
from memtui.tui.ask.asking import Answer
from memtui.tui.ask.reasons import row_words
from memtui.tui.signs import first_kind
from memtui.tui.widgets.headings import dimmed
from memtui.tui.widgets.line_list import LineList, fitted, right

_LEAD = 6
_TOKENS = 7
_BAR = 6
_WITH_BAR = 130
"""From this many cells on, a row shows its strength as a bar."""
_NARROW = 16
_REASONS = ((_WITH_BAR, 32), (70, 18), (54, _NARROW))
"""From so many cells on, a row tells its reason in so many; in the fewest the kind of a card in its place."""


class ToldList(LineList):
    """The entries of an answer. One line between them is a rule; the cursor passes over it."""

    def __init__(self) -> None:
        super().__init__()
        self.answer: Answer | None = None
        self.new: frozenset[int] = frozenset()
        """The memories that came into the answer with the latest change."""
        self.chosen = False
        """Whether the person put the cursor on a line of this answer."""

    @property
    def entry(self) -> Entry | None:
        """The entry under the cursor."""
        return self._entry_at(self.cursor)

    @property
    def memory(self) -> Memory | None:
        """The memory under the cursor."""
        entry = self.entry
        return entry.memory if entry is not None else None

    @property
    def _rows_told(self) -> int:
        return len(self.answer.briefing.told) if self.answer is not None else 0

    def show(self, answer: Answer, *, to: int | None = None, from_top: bool = False) -> None:
        """Show an answer; the cursor goes to memory `to`, else it stays on its line.

        What was told to the same question before is compared: memories that came in get a sign.
        """
        before = self.answer
        same = before is not None and before.question == answer.question
        known = {e.memory.id for e in before.briefing.told} if before is not None and same else set()
        now = {e.memory.id for e in answer.briefing.told}
        if not same:
            self.new = frozenset()
        elif now != known:
            self.new = frozenset(now - known)
        self.answer = answer
        self.chosen = self.chosen and same
        rest = len(answer.briefing.left_out) + bool(answer.briefing.more)
        count = self._rows_told + (1 + rest if rest else 0)
        ids = [entry.memory.id if (entry := self._entry_at(i)) else None for i in range(count)]
        line = ids.index(to) if to in ids and to is not None else 0 if from_top else self.cursor
        if line == self._rows_told < count:
            line += -1 if line else 1
        self.lines_changed(count, line, keep_line=not from_top)

    def take_out(self, gone: Collection[int]) -> None:
        """Take memories out that are told no more, before the answer without them is there."""
        if self.answer is None or not gone:
            return
        briefing = self.answer.briefing
        left = replace(
            briefing,
            told=[entry for entry in briefing.told if entry.memory.id not in gone],
            left_out=[entry for entry in briefing.left_out if entry.memory.id not in gone],
        )
        self.show(replace(self.answer, briefing=left))

    def move_to(self, index: int) -> None:
        """Move the cursor, past the rule in its way."""
        index = min(max(index, 0), max(self.count - 1, 0))
        if self.answer is not None and index == self._rows_told < self.count:
            down = index > self.cursor or not self._rows_told
            index += 1 if down else -1
        self.chosen = True
        super().move_to(index)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one line: an entry, the rule, or how many more there are."""
        answer, entry = self.answer, self._entry_at(index)
        if answer is None:
            return [Segment(" " * width)]
        if entry is not None:
            return self._row(entry, answer, index, width)
        if index == self._rows_told:
            rule = f"{'─' * (_LEAD - 2)} {rule_words(answer)} "
            line = rule + "─" * max(width - cell_len(rule) - 2, 0)
            return [Segment(f" {fitted(line, width - 2)} ", self.look.warn)]
        text = f"     and {plural(answer.briefing.more, 'weaker one')}"
        return [Segment(fitted(text, width), self.look.dim)]

    def _entry_at(self, index: int) -> Entry | None:
        if self.answer is None:
            return None
        briefing, below = self.answer.briefing, index - self._rows_told - 1
        if 0 <= index < self._rows_told:
            return briefing.told[index]
        return briefing.left_out[below] if 0 <= below < len(briefing.left_out) else None

    def _row(self, entry: Entry, answer: Answer, index: int, width: int) -> list[Segment]:
        look, is_told = self.look, index < self._rows_told
        memory = masked_memory(entry.memory)
        reason = next((cells for least, cells in _REASONS if width >= least), 0)
        with_bar = width >= _WITH_BAR
        room = max(width - _LEAD - _TOKENS - (reason + 2 if reason else 0) - (_BAR + 2 if with_bar else 0), 1)
        rank = f"{index + 1}" if is_told else ""
        is_new = is_told and memory.id in self.new
        segments = [
            Segment(right(rank, _LEAD - 3), look.dim),
            Segment(" + " if is_new else "   ", look.accent_strong),
        ]
        card = first_kind(answer.doubted.get(memory.id, ()))
        in_place = card is not None and 0 < reason == _NARROW
        sign = f"  {card}" if card is not None and not in_place else ""
        text, heading = row_text(memory)
        plain = look.text if is_told else look.dim
        headline = [Segment(fitted(text, max(room - cell_len(sign), 1)), plain)]
        segments += [*dimmed(headline, heading, plain, look.dim), Segment(sign, look.warn)]
        if reason:
            urgent = in_place or entry.why in {Why.HELD, Why.BUDGET}
            why = fitted(str(card) if in_place else row_words(entry, answer, reason), reason)
            segments.append(Segment(f"  {why}", look.warn if urgent else look.dim))
        if with_bar:
            full, empty = bar(self._share(entry, answer), _BAR)
            segments += [Segment("  "), Segment(full, look.accent if is_told else look.dim)]
            segments.append(Segment(empty, look.faint))
        return [*segments, Segment(right(f"{entry.tokens:,} ", _TOKENS), look.dim)]

    def _share(self, entry: Entry, answer: Answer) -> float:
        """Return the relevance, or the strength where nothing was asked."""
        if answer.briefing.occasion is not Occasion.START:
            return entry.hit.score if entry.hit is not None else 0.0
        memory = entry.memory
        return decay.strength(memory.importance, memory.last_touch, memory.half_life, answer.now)


def rule_words(answer: Answer) -> str:
    """Return the words of the rule between memories told and memories left out."""
    briefing = answer.briefing
    if any(entry.why is Why.BUDGET for entry in briefing.left_out):
        return f"{briefing.budget:,} tokens: what follows is not told"
    return "what follows is not told"
