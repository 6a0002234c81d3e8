"""Whether the answers to saved questions are still what they were when a person found them right.

Called by `memtui recall check` and the screen's Ask view. Only asked: nothing is counted as use.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from memtui.config.settings import Settings
from memtui.domain.memory import Memory
from memtui.recall.asking import Question, Search, brief
from memtui.store import memories, questions
from memtui.store.database import Store
from memtui.store.questions import SavedQuestion


@dataclass(frozen=True, slots=True)
class Checked:
    """A saved question, and how its answer differs from the one that was saved."""

    saved: SavedQuestion
    answer: tuple[Memory, ...]
    """The answer now."""
    went: tuple[int, ...] = ()
    """The memories that are expected and not told."""
    came: tuple[int, ...] = ()
    """Those that are told and not expected."""
    reworded: tuple[int, ...] = ()
    """Those that are told with another text than then."""
    reordered: bool = False
    """What is both expected and told stands in another order."""

    @property
    def changed(self) -> bool:
        """Whether the answer is another one."""
        return bool(self.went or self.came or self.reworded or self.reordered)


def question_of(saved: SavedQuestion) -> Question:
    """Return a saved question as one that can be asked."""
    return Question(saved.scope, saved.text, saved.called)


def compared(store: Store, saved: SavedQuestion, memories: list[Memory]) -> Checked:
    """Hold an answer against the one that was saved. Raises StoreError."""
    now, then = [memory.id for memory in memories], list(saved.expected)
    texts = questions.reworded(store, saved)
    return Checked(
        saved,
        tuple(memories),
        went=tuple(i for i in then if i not in now),
        came=tuple(i for i in now if i not in then),
        reworded=tuple(i for i in now if i in texts),
        reordered=[i for i in then if i in now] != [i for i in now if i in then],
    )


def check(store: Store, settings: Settings, search: Search | None = None) -> Iterator[Checked]:
    """Ask each saved question, and hold the answer against the saved one. Raises StoreError."""
    for saved in questions.get_all(store):
        briefing = brief(store, question_of(saved), settings, search=search)
        yield compared(store, saved, briefing.memories)


def texts_of(store: Store, ids: tuple[int, ...]) -> list[str]:
    """Return what these memories say now; of one that was erased, that it was."""
    known = {memory.id: memory.text for memory in memories.get_many(store, ids)}
    return [known.get(i, "a memory that was erased since") for i in ids]
