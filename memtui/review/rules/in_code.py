"""Compares memories with the code of their project, if that is on this machine.

Nobody has to remember what the code itself says and keeps true: the card shows where, and a yes drops the
memory. If the code says something else (another version, another tool, no such command), the card has no
default: the code may have moved on, or the memory may tell what is still to come.

The rule says nothing of a project whose code is not here, nor of memories that a person wrote or pinned or
that were used lately: `rules.learned` spares the same.
"""

import re

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import keep_value
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.text import one_line
from memtui.language.headed import below_topics_at, own_words_at
from memtui.review.code.assigned import known
from memtui.review.code.facts import Held
from memtui.review.code.holding import LONGEST
from memtui.review.folders import checkout_of
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.learned import spared
from memtui.review.rules.protection import redundancy
from memtui.store.unsettled import IN_CODE

SAME, OTHERWISE = rule_name(Kind.DEAD, "in-code"), IN_CODE
_ASK_AGAIN = 30 * DAY
"""Nothing in the store says that the code changed, so memories that it bears on are looked at once a
month.
"""
_SURE = 0.75
"""How sure it is that nobody needs a memory that the code says word for word; chosen, below git's word."""
_SURE_OTHERWISE = 0.7
"""The same where the code says something else: the memory may be the plan."""
_BY_GIT = 0.85
"""The same where git knows that the code said once what the memory says."""
_IN_WORDS = 0.55
"""The same where the memory only names in words what the code names: it may mean something else."""
_MOST_SHOWN = 4
"""Lines of code on one card: it is read at a glance."""


class InCode(MemoryRule):
    """Looks for memories that repeat the code, or that the code no longer bears out."""

    kind = Kind.DEAD
    by_files = True

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to drop what the code says itself, or ask about what it says otherwise."""
        holding = _holding(memory, now)
        if holding is None:
            return None
        if not holding.same:
            return _otherwise(memory, holding)
        return None if spared(memory, now) else _same(memory, holding, now)

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when to look again: nothing in the store says when the code changes."""
        return now.now + _ASK_AGAIN if _may_be_held(memory) and checkout_of(memory, now) is not None else None


def _may_be_held(memory: Memory) -> bool:
    return memory.type is not MemoryType.CONSTITUTIONAL and len(memory.text) <= LONGEST


def _holding(memory: Memory, now: Context) -> Held | None:
    top = checkout_of(memory, now) if _may_be_held(memory) else None
    code = None if top is None else now.projects.at(top)
    if top is None or code is None:
        return None
    found = code.hold(memory.text)
    if found is None and (at := _behind_headings(memory, top)):
        found = code.hold(memory.text[at:])
        return None if found is None or found.same else found.behind(memory.text[:at])
    return found


def _behind_headings(memory: Memory, top: str) -> int:
    """Return where the words begin that are the project's whatever heading they stand under; 0 for none.

    In a file of the project a heading names a part of that; elsewhere it may name another thing.
    """
    path = memory.provenance.get("path")
    of_the_project = isinstance(path, str) and path.startswith(f"{top}/")
    at = own_words_at(memory) if of_the_project else below_topics_at(memory)
    heading = re.findall(r"\w+", memory.text[:at].lower())
    return 0 if known().leads_away(heading) else at


def _same(memory: Memory, holding: Held, now: Context) -> Finding:
    first = holding.facts[0]
    more = len(holding.facts) - 1
    besides = f", and in {more} more {'place' if more == 1 else 'places'}" if more else ""
    kept = keep_value(
        memory,
        now.now,
        usage_known=now.usage_known(memory),
        redundancy=redundancy(memory, now),
        validity="whoever needs it reads it where it is kept true",
    )
    return Finding(
        kind=Kind.DEAD,
        rule=SAME,
        targets=(Target.of(memory),),
        reason=f"the code says the same: {one_line(first.place, 100)}{besides}",
        change=Change(Deed.DROP, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence((*_places(holding), *kept.facts()), {memory.id: holding.marks}),
        confidence=_SURE,
        saves=tokens(memory.text),
    )


def _otherwise(memory: Memory, holding: Held) -> Finding:
    """Ask about what the code says otherwise; where git knows that it changed, propose what it says now."""
    where = f"{one_line(holding.facts[0].place, 100)}: " if holding.facts else ""
    return Finding(
        kind=Kind.DEAD,
        rule=OTHERWISE,
        targets=(Target.of(memory),),
        reason=f"the code says otherwise: {where}{one_line(holding.why, 160)}",
        change=Change(Deed.KEEP, keep=memory.id, text=holding.text) if holding.text else Change(Deed.KEEP),
        scope=memory.scope,
        evidence=Evidence(_places(holding), {memory.id: holding.marks}),
        confidence=_BY_GIT if holding.sure else _SURE_OTHERWISE if holding.named else _IN_WORDS,
    )


def _places(holding: Held) -> tuple[tuple[str, str], ...]:
    """Return the lines of the code, each under where it stands."""
    facts = holding.facts[:_MOST_SHOWN]
    return tuple((one_line(each.place, 100), each.shown) for each in facts if each.line)


RULE = InCode()
