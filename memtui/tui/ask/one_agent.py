"""The key that asks as one agent: what it loads itself its hooks do not tell it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.recall.asking import Question
from memtui.recall.briefing import Occasion
from memtui.tui.ask.told_list import ToldList

if TYPE_CHECKING:
    from memtui.tui.view import PaneView


class OneAgent:
    """Chooses the agent that is asked as."""

    def __init__(self, view: PaneView, told_list: ToldList, ask: Callable[[Question], None]) -> None:
        """Choose among the agents that load some of what `told_list` shows, and `ask` as that one."""
        self._view, self._told, self._ask = view, told_list, ask

    def do_as_agent(self) -> None:
        """Ask as the next agent that loads something itself; after the last one as any."""
        answer, host = self._told.answer, self._view.host
        if answer is None:
            return
        question = answer.question
        if question.occasion is Occasion.CALL:
            host.say("All agents get the same answer when they ask · {way} shows what goes with a prompt")
            return
        names = ["", *answer.itself.files]
        if names == [question.agent]:
            host.say("No agent loads any of this itself: all are told the same")
            return
        at = names.index(question.agent) if question.agent in names else -1
        chosen = names[(at + 1) % len(names)]
        self._ask(replace(question, agent=chosen))
        host.say(f"As {chosen} is told it" if chosen else "As any agent is told it")
