"""The two lines above the answer: the question, and who is told how much."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from memtui.domain.text import one_line
from memtui.recall.asking import Question
from memtui.recall.briefing import Occasion
from memtui.secrets.masking import masked
from memtui.tui.ask.asking import Answer
from memtui.tui.themes import look
from memtui.tui.widgets.line_list import fitted, fitted_scope

_LEAD = "   "
_OCCASION = {
    Occasion.START: "told when a session starts in",
    Occasion.PROMPT: "told beside this prompt in",
    Occasion.CALL: "told to an agent that asks this in",
}
_SHORT = {
    Occasion.START: "at a start in",
    Occasion.PROMPT: "with a prompt in",
    Occasion.CALL: "when asked in",
}

_COLUMN = " tokens  "
"""The name of the last column, as far from the right end as the figures of the list below are."""


class AskHead(Widget):
    """The question, and beneath it what the answer weighs. A click on it asks anew."""

    DEFAULT_CSS = "AskHead { height: 3; }"

    @dataclass
    class Clicked(Message):
        """The question was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.question = Question("/")
        self.answer: Answer | None = None
        self.hint = ""
        """What stands in the place of a question while there is none."""

    def show(self, question: Question, answer: Answer | None) -> None:
        """Show a question, with its answer once there is one."""
        self.question, self.answer = question, answer
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one of the lines."""
        width, styles = self.size.width, look(self.app.theme)
        if y == 0:
            text = one_line(masked(self.question.text), 2_000)
            title = Segment(
                fitted(text or self.hint, max(width - 4, 0)), styles.strong if text else styles.dim
            )
            line = [Segment(" ❯ ", styles.accent_strong), title]
        elif y == 1:
            room = width - len(_LEAD) - 2
            occasion, amount = self._told(room)
            line = [
                Segment(_LEAD + fitted(occasion, max(room - cell_len(amount), 0)), styles.dim),
                Segment(f" {amount} "),
            ]
        else:
            line = [
                Segment("─" * max(width - cell_len(_COLUMN), 0), styles.faint),
                Segment(_COLUMN, styles.dim),
            ]
        return Strip(line).adjust_cell_length(width).apply_style(styles.base)

    def _told(self, width: int) -> tuple[str, str]:
        """Return who is told and how much, in the longest words of which both fit into `width` cells.

        Of a scope that has no room its last names stay.
        """
        asked = self.question
        agent = "" if asked.occasion is Occasion.CALL else asked.agent
        whole, short = _OCCASION[asked.occasion], _SHORT[asked.occasion]
        long = whole.replace("told", f"{agent} is told", 1) if agent else whole
        brief = f"{agent} {short}" if agent else short
        where = "no project" if asked.scope == "/" else masked(asked.scope)
        most, usual, least = self._amounts()
        for occasion, amount in ((long, most), (long, usual), (brief, usual), (brief, least)):
            room = width - cell_len(f"{occasion} {amount}")
            if cell_len(where) <= room:
                return f"{occasion} {where}", amount
        return f"{brief} {fitted_scope(where, max(room, 0)).rstrip()}", least

    def _amounts(self) -> tuple[str, str, str]:
        """Return how many memories the answer tells an agent, and how many tokens they take: with what the
        words around them take, without that, and without the budget.
        """
        if self.answer is None:
            return "…", "…", "…"
        briefing = self.answer.briefing
        count = f"{_searched(self.answer)}{len(briefing.told):,} told"
        of_budget = f"{count} · ≈ {briefing.tokens:,} of {briefing.budget:,} tokens"
        around = briefing.tokens - sum(entry.tokens for entry in briefing.told)
        most = f"{of_budget}, {around:,} of them around the memories" if around > 0 else of_budget
        return most, of_budget, f"{count} · ≈ {briefing.tokens:,} tokens"

    def on_click(self) -> None:
        """Ask anew."""
        self.post_message(self.Clicked())


def _searched(answer: Answer) -> str:
    """Return how it was searched, where meanings were not compared; empty where they were."""
    if not answer.final:
        return "by words so far · "
    return "by words alone · " if answer.by_words else ""
