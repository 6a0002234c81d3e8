"""Proposes to archive old events and tool output: by age, not by disuse.

It looks only at episodic memories and those of category `tool_output`. Their age since creation decides
which stay in view:

* up to 7 days everything;
* to 30 days decisions, gotchas and preferences;
* to 90 days those too, and whatever the compact rule may still sum up. The rest is proposed here: tool
  output that is no event, summaries of summaries, and memories with a relevance below 0.2, which add
  nothing to a summary;
* after that decisions only.

Identity always stays, and so do memories that `protection` spares, that were used within the last 30 days,
or that were used so often that the promote rule takes them for more than events. It is the same suggestion
at any age: a memory kept by a "no" in its second week is not asked about again in its fourth month.
"""

import math
from collections.abc import Iterator

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.counting import plural
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import LOW, KeepValue
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.scope import first_levels
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.protection import relevance_at, relevance_below, spared_until, weigh

WEEK, MONTH, QUARTER = 7 * DAY, 30 * DAY, 90 * DAY
MAX_DEPTH = 2
"""A summary this deep is not summarised again."""

KEPT = frozenset({"decision", "gotcha", "preference"})
"""The categories of events that stay in view for a quarter."""
_TOOL_OUTPUT = "tool_output"


class Retention(MemoryRule):
    """Looks for events and tool output that have outlived their band of age."""

    kind = Kind.RETENTION
    by_time = True

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to archive an event or a tool's output that is too old to stay in view."""
        age = now.now - memory.created_at
        if age < WEEK or not _concerned(memory, now) or not _outlived(memory, now.now):
            return None
        if now.now < _used_until(memory):
            return None
        kept = weigh(memory, now)
        return None if kept is None else _finding(memory, kept, age)

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when it will be too old and nothing spares it any more."""
        if not _concerned(memory, now):
            return None
        soonest = max(now.now, memory.created_at + WEEK, _used_until(memory))
        free = spared_until(memory, now, soonest)
        if free is None:
            return None
        for start, end in _stretches(memory):
            at = max(start, free)
            if at + 1.0 < end:
                return math.floor(at) + 1.0
        return None


def _concerned(memory: Memory, now: Context) -> bool:
    if memory.type is not MemoryType.EPISODIC and _TOOL_OUTPUT not in memory.categories:
        return False
    much = now.settings.review.promote
    return memory.access_count < max(much.accesses, 1) or memory.session_count < much.sessions


def _used_until(memory: Memory) -> Instant:
    """Return until when a memory counts as in use."""
    return -math.inf if memory.last_accessed_at is None else memory.last_accessed_at + MONTH


def _compactable(memory: Memory) -> bool:
    return memory.type is MemoryType.EPISODIC and memory.depth < MAX_DEPTH


def _outlived(memory: Memory, at: Instant) -> bool:
    """Say whether a memory of a week or more may go by its age."""
    age = at - memory.created_at
    if age >= QUARTER:
        return "decision" not in memory.categories
    if not KEPT.isdisjoint(memory.categories):
        return False
    return age < MONTH or not _compactable(memory) or relevance_at(memory, at) < LOW


def _stretches(memory: Memory) -> Iterator[tuple[Instant, Instant]]:
    """Yield from when to when `_outlived` is true of a memory, in order."""
    created = memory.created_at
    if KEPT.isdisjoint(memory.categories):
        yield created + WEEK, created + MONTH
        low = created + MONTH
        if _compactable(memory):
            low = relevance_below(memory, LOW, low, created + QUARTER) or math.inf
        yield low, created + QUARTER
    if "decision" not in memory.categories:
        yield created + QUARTER, math.inf


_PAST_QUARTER, _PAST_MONTH, _PAST_WEEK = 0.6, 0.5, 0.45
"""How sure it is that an event goes out of view, by its age: the older, the surer.

Chosen around a half, since age alone proves nothing: even with `_NEVER_USED` none counts as obvious.
"""
_NEVER_USED = 0.15
"""So much surer where nobody ever used it: the age then speaks unopposed."""


def _finding(memory: Memory, kept: KeepValue, age: float) -> Finding:
    output = _TOOL_OUTPUT in memory.categories
    days = plural(int(age / DAY), "day")
    old = f"this tool output is {days} old" if output else f"it happened {days} ago"
    if age >= QUARTER:
        limit, reason, confidence = (
            "three months",
            f"{old}; after three months only decisions stay in view",
            _PAST_QUARTER,
        )
    elif age >= MONTH:
        limit, reason, confidence = "a month", f"{old} and is not worth a summary", _PAST_MONTH
    else:
        limit, confidence = "a week", _PAST_WEEK
        reason = f"{old}; after a week only decisions, gotchas and preferences stay in view"
    what = "tool output" if output else "events"
    return Finding(
        kind=Kind.RETENTION,
        rule=rule_name(Kind.RETENTION),
        targets=(Target.of(memory),),
        reason=reason,
        change=Change(Deed.ARCHIVE, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence(facts=kept.facts()),
        confidence=confidence if memory.access_count else round(confidence + _NEVER_USED, 2),
        saves=tokens(memory.text),
        batch="" if memory.access_count else f"{what} of {first_levels(memory.scope)} older than {limit}",
    )


RULE = Retention()
