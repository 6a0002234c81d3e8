"""Proposes a more lasting type for memories that are used again and again.

An event with the uses, sessions and days that `[review.promote]` asks for is no longer just an event: it
becomes a fact, or a how-to if it reads as one. A fact or how-to used over 90 days in 10 sessions is
durable. It becomes constitutional, so that it never fades and agents always carry it, but only if it is
short and reads as a rule or says who someone is: the port of a database may be asked for daily and is still
no principle. Memories with an end or a passing category stay as they are, and so do faded ones: the fading
rule asks about those.

Five uses in one session count as one session. The days run from the first recorded use to the last, or from
the creation when older uses are known only as a count.

The conflict rule proposes the way back, when a constitutional memory is contradicted.
"""

from pathlib import Path

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.counting import plural
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.phrases import phrases_in
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.fading import faded_unused
from memtui.store import accesses, memories

DURABLE_DAYS = 90
DURABLE_SESSIONS = 10

_SHORT = 60
"""Tokens. A constitutional memory is in every context, so a long one costs too much."""
_ABOUT_WHO = frozenset({"identity", "preference"})
_PASSING = frozenset({"session_state", "project_status", "tool_output"})
"""However often it is used, it will not be so for long."""

_PHRASES = phrases_in(Path(__file__).with_name("promote.toml"))
_RULE = _PHRASES["rule"].pattern
_HOW_TO = _PHRASES["how_to"].pattern
_READ = 2_000
"""Characters; how a text begins tells whether it is a how-to."""


class Promote(MemoryRule):
    """Looks for memories that are used so much that they should last longer."""

    kind = Kind.PROMOTE

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose the next more lasting type for a memory that is used again and again."""
        wanted = now.settings.review.promote
        if memory.access_count < wanted.accesses or memory.session_count < wanted.sessions:
            return None
        if memory.last_accessed_at is None or memory.expires_at is not None:
            return None
        if not _PASSING.isdisjoint(memory.categories) or faded_unused(memory, now):
            return None
        if memory.type is MemoryType.EPISODIC:
            days = float(wanted.days)
            to = MemoryType.PROCEDURAL if _HOW_TO.search(memory.text[:_READ]) else MemoryType.SEMANTIC
        elif memory.type is MemoryType.CONSTITUTIONAL or memory.session_count < DURABLE_SESSIONS:
            return None
        else:
            days = float(max(wanted.days, DURABLE_DAYS))
            to = MemoryType.CONSTITUTIONAL
        if memory.last_accessed_at - memory.created_at < days * DAY:
            return None
        if to is MemoryType.CONSTITUTIONAL and not _is_principle(memory):
            return None
        span = _span_days(memory, now)
        return None if span < days else _finding(memory, to, span, now)


def _is_principle(memory: Memory) -> bool:
    if tokens(memory.text) > _SHORT:
        return False
    return not _ABOUT_WHO.isdisjoint(memory.categories) or _RULE.search(memory.text) is not None


def _span_days(memory: Memory, now: Context) -> float:
    """Return over how many days a memory was used."""
    recorded = accesses.recorded(now.store, memory.id)
    last = memory.last_accessed_at or memory.created_at
    complete = recorded.uses >= memory.access_count or recorded.sessions >= memory.session_count
    first = recorded.first if complete and recorded.first is not None else memory.created_at
    return max(last - first, 0.0) / DAY


_LASTS_LONGER, _NEVER_FADES = 0.6, 0.5
"""How sure it is that a memory should last: its use says so; less where it would never fade again."""
_TWICE_THE_USE = 0.2
"""So much surer where it is used twice as much as is needed."""


def _finding(memory: Memory, to: MemoryType, span: float, now: Context) -> Finding:
    times, sessions = plural(memory.access_count, "time"), plural(memory.session_count, "session")
    days = plural(int(span), "day")
    lasting = to is MemoryType.CONSTITUTIONAL
    what = {
        MemoryType.SEMANTIC: "an event that serves as a fact",
        MemoryType.PROCEDURAL: "an event that serves as a how-to",
        MemoryType.CONSTITUTIONAL: "it reads as a rule or says who someone is",
    }[to]
    group = {
        MemoryType.SEMANTIC: "events that serve as facts",
        MemoryType.PROCEDURAL: "events that serve as how-tos",
    }.get(to, "")
    wanted = now.settings.review.promote
    doublings = (memory.access_count // max(wanted.accesses, 1)).bit_length()
    strong = memory.session_count >= 2 * max(wanted.sessions, DURABLE_SESSIONS if lasting else 1)
    return Finding(
        kind=Kind.PROMOTE,
        rule=rule_name(Kind.PROMOTE, "durable" if lasting else "used"),
        targets=(Target.of(memory),),
        reason=f"used {times} in {sessions} over {days}: {what}",
        change=Change(Deed.RETYPE, keep=memory.id, type=to),
        scope=memory.scope,
        evidence=Evidence(
            facts=(
                ("accesses", f"{memory.access_count:,}"),
                ("sessions", f"{memory.session_count:,}"),
                ("over", days),
                ("type", f"{memory.type} → {to}"),
                *_fades(memory, to, now),
            )
        ),
        confidence=(_NEVER_FADES if lasting else _LASTS_LONGER) + (_TWICE_THE_USE if strong else 0.0),
        batch="" if memory.pinned else group,
        bucket=doublings,
    )


def _fades(memory: Memory, to: MemoryType, now: Context) -> tuple[tuple[str, str], ...]:
    files = memories.files_of(now.store, [memory.id]).get(memory.id, ())
    before = _fading(memory.half_life)
    after = _fading(now.decay.half_life_of(memory, files, memory_type=to))
    return (("fades", before if before == after else f"{before} → {after}"),)


def _fading(half_life: float | None) -> str:
    return "never" if half_life is None else f"by half in {half_life:g} days"


RULE = Promote()
