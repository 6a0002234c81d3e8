"""Recalls for Ask by words and meaning, as an agent's call is answered."""

from memtui.recall.asking import Question, by_words
from memtui.recall.briefing import CALL_HITS
from memtui.recall.child import RecallRequest, unpacked
from memtui.recall.search import Recalled
from memtui.store.database import Store
from memtui.tui.background.meaning import MeaningProcess


class MeaningSearch:
    """Asks the process that compares meanings; where it fails, words alone answer, and say so."""

    def __init__(self, process: MeaningProcess) -> None:
        """Ask `process`."""
        self.process = process

    def search(self, store: Store, question: Question, scope: str | None, rest: int) -> Recalled:
        """Recall by words and meaning; waits for the answer. Raises StoreError."""
        reply = self.process.ask(RecallRequest(question.text, scope, CALL_HITS, rest, store.now()))
        if reply["is"] == "found":
            return unpacked(store, reply)
        recalled = by_words(store, question, scope, rest)
        recalled.only_words(str(reply["says"]))
        return recalled
