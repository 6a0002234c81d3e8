"""A statement that would take away a rule is a question: what never fades is not replaced by what does.

An update takes the place of a memory, with its own type and not pinned. Where that memory is a rule, the yes
to one of many rows would end it, so it is shown as a conflict that says so. A rule that goes on in its own
words, with another value in them, keeps its standing and needs no question.

Called by consolidation about each verdict.
"""

from dataclasses import replace
from pathlib import Path

from memtui.capture.facts import Fact, Outcome
from memtui.domain.memory import Memory, MemoryType, State
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, read
from memtui.lifecycle.taking_place import place_of
from memtui.phrases import phrases_in
from memtui.store.database import Store

_ALWAYS = phrases_in(Path(__file__).with_name("rules_kept.toml"))["always"].pattern
"""How a memory tells what is to be done each time."""
_VALUES = frozenset({Kind.NUMBER, Kind.VERSION, Kind.DATE})
_REPLACES = frozenset({Outcome.UPDATES, Outcome.MERGES, Outcome.CONFLICTS})


def is_a_rule(memory: Memory) -> bool:
    """Say whether a memory is a rule: by its type, pinned, or as it tells how to do something each time."""
    if memory.pinned or memory.type is MemoryType.CONSTITUTIONAL:
        return True
    return memory.type is MemoryType.PROCEDURAL and _ALWAYS.search(memory.text) is not None


def asked_of_a_rule(store: Store, fact: Fact) -> Fact:
    """Return a verdict as it is, or as a question where a yes to it would take away a rule."""
    rule = fact.target
    if rule is None or rule.state is not State.LIVE or not is_a_rule(rule):
        return fact
    if fact.outcome is Outcome.DELETES:
        return replace(fact, rule_goes=True)
    if fact.outcome not in _REPLACES or not _goes(store, rule, fact.candidate.text):
        return fact
    why = "; ".join(filter(None, [fact.why, "that is a rule, and would go"]))
    return replace(fact, outcome=Outcome.CONFLICTS, why=why, rule_goes=True, names_what_was=False)


def _goes(store: Store, rule: Memory, statement: str) -> bool:
    """Say whether a rule is dropped for a statement, or loses words that this does not have."""
    place = place_of(store, rule, statement)
    if place.stays:
        return False
    if not place.text:
        return True
    return not _words(rule.text) <= _words(place.text) | _words(statement)


def _words(text: str) -> frozenset[str]:
    """Return what a text says, but for figures: with other ones in it a rule stays one."""
    return frozenset(word_id(t) for t in read(text).tokens if tells(t) and t.kind not in _VALUES)
