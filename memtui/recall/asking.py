"""A question that a person tries out or saves: its words, place and time, as for an agent.

Called by the screen's Ask view and by `memtui recall check`. It counts no use.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from memtui.config.settings import Settings
from memtui.language.lexicon import STOP_WORDS
from memtui.recall.briefing import CALL_HITS, Briefing, Occasion, on_call, place_in, with_prompt
from memtui.recall.ranking import about, question_words
from memtui.recall.search import Recalled, recall
from memtui.recall.session_start import at_start
from memtui.recall.written_for import for_others
from memtui.store.database import Store
from memtui.store.words import stems

Search = Callable[[Store, "Question", str | None, int], Recalled]
"""Answers a question in a scope; the number says how many of the next best come along."""
_ANY = "any"
"""An agent that no file is written for."""
_READ = 8_000
"""Characters of a memory that are compared with the question's words."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, by an agent that works in a scope."""

    scope: str
    text: str = ""
    """Empty for what is told as a session starts."""
    called: bool = True
    """Whether the agent asks through its recall tool, and not the person with a prompt."""
    agent: str = ""
    """Which agent, as people call it; empty for any. Hooks leave out what that one loads itself, and what is
    written for others."""

    @property
    def occasion(self) -> Occasion:
        """When an agent is told this."""
        if not self.text.strip():
            return Occasion.START
        return Occasion.CALL if self.called else Occasion.PROMPT


def brief(
    store: Store,
    question: Question,
    settings: Settings,
    *,
    search: Search | None = None,
    rest: int = 0,
    itself: Collection[int] = frozenset(),
) -> Briefing:
    """Return what an agent would be told; `rest` is how many more to return that it would not be told.

    `search` finds what a call brings up, by words alone when there is none. `itself` are the memories that
    the agent loads without being told. Raises ScopeError and StoreError.
    """
    place, limits = place_in(question.scope), settings.recall
    agent = limits.asking_as(question.agent or _ANY)
    match question.occasion:
        case Occasion.START:
            return at_start(store, place, budget=limits.start_tokens, rest=rest, itself=itself, agent=agent)
        case Occasion.PROMPT:
            return with_prompt(
                store,
                place,
                question.text,
                budget=limits.prompt_tokens,
                elsewhere=limits.elsewhere,
                loads=lambda _ids: itself,
                rest=rest,
                agent=agent,
            )
        case Occasion.CALL:
            searching = search or by_words
            return on_call(
                lambda scope: _for_agent(store, searching(store, question, scope, rest), agent),
                place.project,
                store.now(),
                settings.mcp.tokens,
                elsewhere=limits.elsewhere,
            )


def _for_agent(store: Store, recalled: Recalled, agent: str) -> Recalled:
    """Return what was recalled without what is written for other agents, with the next best in its place."""
    candidates = [*recalled.hits, *recalled.rest]
    others = for_others(store, [hit.memory for hit in candidates], agent)
    if not others:
        return recalled
    wanted = len(recalled.hits)
    left = [hit for hit in candidates if hit.memory.id not in others]
    return replace(
        recalled,
        hits=left[:wanted],
        rest=left[wanted:],
        for_others=[hit for hit in recalled.hits if hit.memory.id in others],
    )


def by_words(store: Store, question: Question, scope: str | None, rest: int) -> Recalled:
    """Recall by words alone."""
    return recall(store, question.text, scope=scope, limit=CALL_HITS, rest=rest)


def shared_words(question: str, texts: Sequence[str]) -> list[tuple[str, ...]]:
    """Return for each text which words of the question it has in any form, as the question spells them.

    Verbs that say little are among them only where no text has another word.
    """
    telling = [word for word in question_words(question) if word not in STOP_WORDS]
    shared = _shared(question, about(telling), texts)
    return shared if any(shared) else _shared(question, telling, texts)


def _shared(question: str, telling: Sequence[str], texts: Sequence[str]) -> list[tuple[str, ...]]:
    spelled = {word.lower(): word for word in _WORD.findall(question)}
    if not telling:
        return [() for _ in texts]
    word_lists = [_WORD.findall(text[:_READ].lower()) for text in texts]
    beginnings = {word[:2] for word in telling}
    forms = sorted(
        {word for word_list in word_lists for word in word_list if word[:2] in beginnings} | set(telling)
    )
    stem_of = dict(zip(forms, stems(forms), strict=True))
    shared_by_text = []
    for word_list in word_lists:
        there = {stem_of[word] for word in word_list if word in stem_of}
        shared = (word for word in dict.fromkeys(telling) if stem_of[word] in there)
        shared_by_text.append(tuple(spelled.get(word, word) for word in shared))
    return shared_by_text
