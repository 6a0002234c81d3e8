"""The rows of the table of a million for the screen's search. Called by `benchmarks.million`."""

from benchmarks.report import Report
from benchmarks.timing import best
from memtui.domain.filter import parse
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.listing import Order
from memtui.tui.memories.listing_reader import Question


def measure(store: Store, report: Report, now: float) -> None:
    """Add the first rows of the screen's search, by words: what it shows before meaning has its say."""
    rare = rare_word(store)
    memory = memories.get(store, 1_777)
    said = [word for word in (memory.text if memory else "").rstrip(".").split() if len(word) > 5][:2]
    for name, words in (
        ("a rare word", rare),
        ("a question", f"what {' '.join(said)} does"),
        ("a mistyped word", f"{said[0][:-1]}x" if said else rare),
        ("a word that most hold", "the"),
    ):
        question = Question(parse(words, prefix=True), Order.STRENGTH, now, search=True)
        first = best(lambda: next(question.answers(store)), times=3)  # noqa: B023
        report.time(f"search for {name}: first rows", first, limit_ms=150)


def rare_word(store: Store) -> str:
    """Return a word that few memories hold."""
    memory = memories.get(store, 777)
    return min((memory.text if memory else "x").rstrip(".").split(), key=lambda word: word.isalpha())
