"""Asks in a thread, so that no key waits for an answer; the latest question wins."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from textual.message import Message
from textual.widget import Widget

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.instant import Instant
from memtui.recall.asking import Question, Search, brief, shared_words
from memtui.recall.briefing import Briefing, Occasion, Why, place_in
from memtui.recall.checking import Checked, compared
from memtui.recall.itself import LoadedBy, loaded_by
from memtui.recall.written_for import readers_of
from memtui.store import memories, questions
from memtui.store.database import Store
from memtui.store.reach import around
from memtui.store.standing import standings
from memtui.tui.ask.meaning import MeaningSearch
from memtui.tui.background.latest import LatestQuestion

_REST = 20
"""So many memories are named that are not told though they are next to it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an agent would be told, with what the page says about it."""

    question: Question
    briefing: Briefing
    shared: dict[int, tuple[str, ...]]
    """The words of the question that each memory has, by its id."""
    named: dict[int, tuple[str, ...]]
    """Those that only its name or its title has, by its id."""
    older: dict[int, str]
    """The texts of the memories that newer ones were put in front of, by their ids."""
    now: Instant
    """When it was asked."""
    checked: Checked | None = None
    """How it differs from the saved answer, if there is one."""
    doubted: Mapping[int, frozenset[Kind]] = field(default_factory=dict)
    """The kinds of the cards in Review that speak against a memory, by its id."""
    beyond: int = 0
    """Live memories of other scopes, which are not told there."""
    itself: LoadedBy = field(default_factory=LoadedBy)
    """What agents load themselves, so that hooks leave it out for them; nothing where the agent asks."""
    written_for: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """For which agents alone a memory is written that is therefore left out, by its id."""
    final: bool = True
    """False while the same question is being answered by meaning, too."""
    by_words: bool = False
    """Whether a call is answered by words, without comparing what memories mean."""


@dataclass
class Answered(Message):
    """A question was answered, or could not be."""

    ticket: int
    answer: Answer | None
    error: str = ""


def answer(
    store: Store, question: Question, settings: Settings, search: Search | None = None, *, own: bool = True
) -> Answer:
    """Return the answer to a question; `own` where the store is the person's own. Raises StoreError."""
    hooked = question.occasion is not Occasion.CALL
    loaded = loaded_by(store, question.scope, own=own) if hooked else LoadedBy()
    itself = loaded.files.get(question.agent, {}).keys()
    briefing = brief(store, question, settings, search=search, rest=_REST, itself=itself)
    candidates = [entry.memory for entry in [*briefing.told, *briefing.left_out]]
    shared = _shared(question.text, {memory.id: memory.text for memory in candidates})
    titles = _shared(question.text, {memory.id: f"{memory.name} {memory.abstract}" for memory in candidates})
    named = {i: tuple(word for word in words if word not in shared[i]) for i, words in titles.items()}
    ids = [int(e.hit.parts["newer than"]) for e in briefing.told if e.hit and "newer than" in e.hit.parts]
    older = {memory.id: memory.text for memory in memories.get_many(store, ids)}
    saved = questions.find(store, question.scope, question.text.strip(), called=question.called)
    checked = compared(store, saved, briefing.memories) if saved is not None and not itself else None
    known = standings(store, [memory.id for memory in candidates], since=None)
    against = {i: frozenset(k for k in card.kinds if not k.record.praises) for i, card in known.items()}
    doubted = {i: kinds for i, kinds in against.items() if kinds}
    beyond = around(place_in(question.scope).project).live_beyond(store)
    alone = readers_of(store, (e.memory for e in briefing.left_out if e.why is Why.OTHERS))
    recalled = briefing.recalled if question.occasion is Occasion.CALL else None
    by_words = recalled is not None and (search is None or bool(recalled.words_alone))
    return Answer(
        question,
        briefing,
        shared,
        named,
        older,
        store.now(),
        checked,
        doubted,
        beyond,
        loaded,
        alone,
        by_words=by_words,
    )


def _shared(question: str, texts: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    return dict(zip(texts, shared_words(question, list(texts.values())), strict=True))


class Asker:
    """Answers one view's questions."""

    def __init__(
        self, view: Widget, store: Store, meaning: MeaningSearch | None, *, own: bool = True
    ) -> None:
        """Ask with connections made from `store`, the person's `own` or not; answers are posted to `view`.

        Without `meaning`, calls are answered by words alone.
        """
        self._view, self._meaning, self._own = view, meaning, own
        self._latest = LatestQuestion(store, thread="memtui-ask")
        self._turn = threading.Lock()
        """Held by the question whose meaning is compared; those typed over meanwhile give up their turn."""

    def ask(self, question: Question, settings: Settings) -> None:
        """Start asking; one Answered message or two will bring the answer."""
        self._latest.ask(
            lambda store, ticket: self._answer(store, ticket, question, settings),
            lambda ticket, why: self._view.post_message(Answered(ticket, None, why)),
        )

    def cancel(self) -> None:
        """Stop answering the current question."""
        self._latest.cancel()

    def is_current(self, event: Answered) -> bool:
        """Say whether this is about the latest question."""
        return self._latest.is_latest(event.ticket)

    def _answer(self, store: Store, ticket: int, question: Question, settings: Settings) -> None:
        """Answer by words at once, unless what knows meanings is there and answers as fast.

        A model elsewhere is asked once the typing rests.
        """
        meaning = self._meaning if question.occasion is Occasion.CALL else None
        if meaning is None or not meaning.process.is_warm:
            reply = answer(store, question, settings, own=self._own)
            self._view.post_message(Answered(ticket, replace(reply, final=meaning is None)))
        if meaning is not None and self._latest.rests(ticket, meaning.process.rest):
            with self._turn:
                if self._latest.is_latest(ticket):
                    reply = answer(store, question, settings, meaning.search, own=self._own)
                    self._view.post_message(Answered(ticket, reply))
