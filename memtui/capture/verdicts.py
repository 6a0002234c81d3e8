"""Decides on each fact of a session, by whose word it is and what the session said before.

`Capture` asks about each fact that the pipeline let pass. What an agent said in passing is held back;
earlier facts of the session are confirmed or replaced.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from memtui.capture import summary as summaries
from memtui.capture.arc import SAID_FURTHER_ON, overtakes
from memtui.capture.facts import Fact, Outcome
from memtui.capture.pipeline import KEPT
from memtui.capture.place import RUNNING, WHOLE
from memtui.capture.word import (
    Heard,
    Voice,
    states_what_is_to_hold,
    tempered,
    without_speaker,
)
from memtui.domain.memory import Memory
from memtui.domain.text import normalised
from memtui.store import sessions

_SAME_WORDS = 0.5
"""Two facts on the same words of a session are the same if they share this part of the shorter one's words.
"""
_AGENT_BY_RULES = 0.5
"""Below this importance, the rules' facts from an agent's words are mostly its talk about the work."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Decides on the facts of a stretch."""

    before: Mapping[int, Memory]
    """By id, the memories learned from this session that nobody has touched since."""
    way: str
    """The way of reading the session (`place`)."""
    by_model: bool
    confirmed: set[int]
    """The ids in `before` that this session said again; `settled` adds to them."""

    def weighed(self, fact: Fact, heard: Heard) -> Fact:
        """Return a fact with its importance by speaker, held back when nothing shows that it matters."""
        word = heard.word(fact.candidate.quote)
        if fact.candidate.asked:
            return fact
        if word.voice is Voice.PERSON:
            return fact
        fact = replace(fact, candidate=tempered(fact.candidate))
        if self.by_model or word.voice is Voice.TEXT or fact.outcome not in KEPT:
            return fact
        if word.voice is Voice.PASSED_ON:
            if states_what_is_to_hold(without_speaker(fact.candidate.quote)):
                return fact
            return replace(
                fact, outcome=Outcome.UNIMPORTANT, target=None, why="it stands in what was passed on"
            )
        report = summaries.REPORT.match(fact.candidate.text) is not None
        if fact.candidate.importance >= _AGENT_BY_RULES and not report:
            return fact
        why = "an agent reports what it did" if report else "an agent said it in passing"
        return replace(fact, outcome=Outcome.UNIMPORTANT, target=None, why=why)

    def settled(self, fact: Fact, heard: Heard) -> Fact:
        """Return a fact with its verdict beside the session's earlier facts."""
        target = fact.target
        if (
            target is not None
            and sessions.SUMMARY in target.categories
            and fact.outcome is not Outcome.SUPPRESSED
        ):
            # A summary says again what is kept by itself, so it neither knows a fact nor contradicts it.
            return replace(fact, outcome=Outcome.NEW, target=None, why="")
        word = heard.word(fact.candidate.quote)
        if target is None:
            same = self._on_the_same_words(fact) if fact.outcome is Outcome.NEW else None
            return fact if same is None else self._in_place_of(fact, same)
        mine = self.before.get(target.id)
        if mine is None:
            return fact
        if fact.outcome in {Outcome.DUPLICATE, Outcome.RECALLED}:
            self.confirmed.add(mine.id)
        elif fact.outcome is Outcome.MERGES and word.voice is not Voice.PERSON:
            self.confirmed.add(mine.id)
            return replace(fact, outcome=Outcome.REPEATED, why="the person said it themselves")
        elif fact.outcome is Outcome.MERGES:
            return self._in_place_of(fact, mine)
        elif fact.outcome is Outcome.CONFLICTS and not overtakes(fact.candidate.text, mine.text):
            return replace(fact, outcome=Outcome.NEW, target=None, why="")
        elif fact.outcome is Outcome.CONFLICTS and word.voice is Voice.PERSON:
            # What the session's own words say again where they stand was read rightly the first time.
            if word.turn is None or word.turn.offset >= offset_of(mine):
                return self._in_place_of(fact, mine)
            return replace(fact, outcome=Outcome.REPEATED, why=SAID_FURTHER_ON)
        return fact

    def _stands_in_for(self, mine: Memory) -> bool:
        """Say whether this reading may replace a fact of an earlier reading of the session."""
        return self.way == WHOLE and mine.provenance.get("way") == RUNNING and mine.id not in self.confirmed

    def _in_place_of(self, fact: Fact, mine: Memory) -> Fact:
        self.confirmed.add(mine.id)
        return replace(fact, outcome=Outcome.UPDATES, target=mine, why="the session itself says it this way")

    def _on_the_same_words(self, fact: Fact) -> Memory | None:
        """Return the session's earlier fact that rests on these words and says nearly the same."""
        quote, words = (
            normalised(without_speaker(fact.candidate.quote)),
            set(normalised(fact.candidate.text).split()),
        )
        for memory in self.before.values():
            known = normalised(str(memory.provenance.get("quote", "")))
            if not self._stands_in_for(memory):
                continue
            if not known or not quote or (known not in quote and quote not in known):
                continue
            others = set(normalised(memory.text).split())
            if len(words & others) >= _SAME_WORDS * min(len(words), len(others)):
                return memory
        return None


def offset_of(memory: Memory) -> int:
    """Return the byte offset at which a memory was said in its session; 0 if unknown."""
    turn = memory.provenance.get("turn", 0)
    return turn if isinstance(turn, int) else 0
