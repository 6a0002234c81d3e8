"""The keys that save a question with its answer, and remove it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memtui.domain.text import capitalised
from memtui.tui.ask.saved import SavedList
from memtui.tui.ask.told_list import ToldList
from memtui.tui.view import PaneView

if TYPE_CHECKING:
    from memtui.lifecycle.outcome import Outcome


class SavingVerbs:
    """Saves and removes the questions of a view."""

    def __init__(
        self, view: PaneView, told_list: ToldList, saved: SavedList, is_waiting: Callable[[], bool]
    ) -> None:
        """Save the question that `told_list` answers, and remove one of `saved`.

        `is_waiting` says whether an answer is on its way to `view`.
        """
        self._view, self._told, self._saved, self._is_waiting = view, told_list, saved, is_waiting

    def do_save_question(self) -> None:
        """Save the question with what is told now as its answer, also in the place of another answer."""
        from memtui.lifecycle.errors import Refused
        from memtui.lifecycle.expecting import expect

        answer, host = self._told.answer, self._view.host
        if answer is None or self._is_waiting():
            host.say("The answer is still on its way")
            return
        asked = answer.question
        if asked.agent in answer.itself.files:
            host.say("An answer is saved as any agent is told it · {as_agent} goes on to any")
            return
        ids = [memory.id for memory in answer.briefing.memories]
        try:
            done = expect(host.store, asked.scope, asked.text, ids, called=asked.called, by=host.actor)
        except Refused as error:
            host.say(capitalised(str(error)), "error")
            return
        self._done(done)

    def do_remove_question(self) -> None:
        """Remove the saved question under the cursor."""
        from memtui.lifecycle import expecting

        view, saved = self._view, self._saved.question
        if saved is not None:
            self._done(expecting.remove(view.host.store, saved, by=view.host.actor))
            if not self._saved.count:
                view.go_to(self._told)

    def _done(self, outcome: Outcome) -> None:
        self._view.store_changed()
        sentence = outcome.message + (" · {undo} to undo" if outcome.changed else "")
        self._view.host.say(sentence, "done" if outcome.changed else "note")
