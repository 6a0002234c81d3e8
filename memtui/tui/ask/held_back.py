"""What keeps the chosen memory under the cursor when a later answer comes in.

Others write meanwhile: what they change is shown at once, and the cursor goes along with its memory. Words
answer first, and meaning a moment later, in another order; that answer waits until a key shows it, and so
does one in which the chosen memory is no more.
"""

from __future__ import annotations

from dataclasses import replace

from memtui.tui.ask.asking import Answer
from memtui.tui.ask.told_list import ToldList


class HeldBack:
    """Keeps a newer answer back while the person is choosing in the one that is shown."""

    def __init__(self, told_list: ToldList) -> None:
        """Hold back what would change `told_list` under the cursor."""
        self._told = told_list
        self.answer: Answer | None = None
        self.acted = False
        """Whether the person just changed something, and so looks for what that changes."""
        self.stays_on: int | None = None
        """The memory that the cursor stays on in the answer to be shown next; None keeps it on its line."""

    def takes(self, answer: Answer) -> bool:
        """Say whether an answer is not to be shown now, and keep it where it is the better one."""
        shown, entry = self._told.answer, self._told.entry
        self.stays_on = None
        if shown is None or shown.question != answer.question:
            self.let_go()
            return False
        if shown.final and not answer.final:
            return True  # by words only; the one by meaning follows
        if self.acted or not self._told.chosen or _lines(shown) == _lines(answer):
            self.let_go()
            return False
        if shown.final and entry is not None and any(entry.memory.id in ids for ids in _lines(answer)):
            self.let_go()
            self.stays_on = entry.memory.id
            return False
        self.answer = answer
        self._told.answer = replace(shown, final=True)  # nothing better is on its way: it is here, and waits
        return True

    def let_go(self) -> Answer | None:
        """Return the answer that waited; it is shown now or never."""
        answer, self.answer = self.answer, None
        self.acted = False
        return answer

    @property
    def hint(self) -> str:
        """Return what waits, as a phrase with its key as `{show_better}`; empty if nothing does."""
        answer = self._told.answer
        if self.answer is None or answer is None:
            return ""
        known = {entry.memory.id for entry in answer.briefing.told}
        better = sum(entry.memory.id not in known for entry in self.answer.briefing.told)
        return f"{better:,} better · {{show_better}} shows them" if better else "{show_better} sorts anew"


def _lines(answer: Answer) -> tuple[list[int], list[int]]:
    """Return which memories are told, and which are not, line by line."""
    briefing = answer.briefing
    told_ids, left_out = ([entry.memory.id for entry in part] for part in (briefing.told, briefing.left_out))
    return told_ids, left_out
