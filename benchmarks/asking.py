"""How long Ask takes from a question to its answer, for `benchmarks.million`.

The answer is all that the page says: what is told, what is not, and why. Without vectors, as hooks go, by
words alone; comparing meanings costs what `benchmarks.recall` says, in a process of its own.
"""

from benchmarks import corpus
from benchmarks.report import Report
from benchmarks.terminal import Spread
from benchmarks.timing import Took
from memtui.config import Settings
from memtui.recall.asking import Question
from memtui.store.database import Store
from memtui.tui.ask.asking import answer

_ROUNDS = 12
_LIMIT_MS = 150.0
_PLACES = ("/project/p0", "/project/p50", "/")


def measure(store: Store, report: Report, now: float) -> None:
    """Add rows for questions of all lengths, in large scopes and small, and for the start of a session."""
    texts = [draft.text for draft in corpus.drafts(_ROUNDS, now, seed=5)]
    questions = [" ".join(text.split()[: 3 + place % 8]) for place, text in enumerate(texts)]
    for called, name in ((True, "Ask: a question to the answer"), (False, "Ask: a prompt to what is added")):
        asked = [
            Question(_PLACES[place % len(_PLACES)], text, called) for place, text in enumerate(questions)
        ]
        report.spread(name, _spread(store, asked), median_ms=_LIMIT_MS, p95_ms=_LIMIT_MS)
    starts = [Question(place) for place in _PLACES] * 3
    report.spread(
        "Ask: what a session starts with", _spread(store, starts), median_ms=_LIMIT_MS, p95_ms=_LIMIT_MS
    )


def _spread(store: Store, asked: list[Question]) -> Spread:
    answer(store, asked[0], Settings())
    return Spread.of([Took.of(lambda: answer(store, question, Settings())) for question in asked])  # noqa: B023
