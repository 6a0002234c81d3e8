"""Proposes to archive memories that are past their own end.

Four things can set an end; the first one found decides:

* the memory's expiry (`expired/stated`);
* a full date that its text calls its end, "until 12 March 2026", "expires on", "deadline" (`expired/date`):
  only in a short text whose dates have all passed, and which does not report the past or what follows;
* the day of which its text reports where something stood, "as of 2025-01-10 it waits for legal"
  (`expired/status`): what `[ttl]` gives a `project_status` counts from that day;
* the longest time to live of its categories, `[ttl]`, counted from its creation (`expired/ttl`). A memory
  in use waits: nobody may have used it for its time to live or for a month, and for up to three months if
  it was used in many sessions. Constitutional memories have no such end.

A decision that is a rule ("no deploys on Fridays") is asked about by itself: only a person knows whether it
still holds. An item of a list of statements that tells its own end is to be cut out, and the rest stays.
Constitutional memories under /user are left alone altogether: nothing proposes to remove those.
"""

import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from memtui.capture.dates import dates_written, day_of, noon
from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.counting import plural
from memtui.domain.days import day
from memtui.domain.decay import use_step
from memtui.domain.deeds import Change, Deed
from memtui.domain.durations import days_ago
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import MUCH_USED, keep_value
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.scope import USER, contains
from memtui.domain.text import Longest, one_line
from memtui.formats.ground.wording import is_rule
from memtui.language.cutting import between
from memtui.language.headed import below_topics_at
from memtui.phrases import phrases_in
from memtui.review.parts import items_of, without_some
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.dated_status import Report, report_in
from memtui.review.rules.protection import end_of, redundancy

_LASTING = frozenset({"identity", "decision", "gotcha", "preference"})
"""Where [ttl] sets none of these an end, no other category of the memory does."""
_REPORT = "project_status"
"""The category whose time to live a dated report has, whatever categories it was given."""
_PLURALS = {
    "session_state": "states of a session",
    "tool_output": "tool outputs",
    "project_status": "status reports",
    "decision": "decisions",
    "preference": "preferences",
}
_IN_USE = 30 * DAY
"""How long a report that was used is kept beyond its end, for each step of use."""
_LONGEST = 400
"""Characters. In a longer text a date is the end of a part of it."""

_PHRASES = phrases_in(Path(__file__).with_name("expired.toml"))
_CUE = _PHRASES["cue"].pattern.pattern
_DATE = (
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4}"
    r"|\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?[^\W\d_]{3,10}\.?,?\s+\d{4}"
    r"|[^\W\d_]{3,10}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4})"
)
_FILLER = _PHRASES["filler"].pattern.pattern
_WEEKDAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?"
_END = re.compile(
    rf"\b{_CUE}(?:\s++(?:for|of)\s++[^.;,:!?\n]{{1,40}}?)?(?:\s++{_FILLER})*"
    rf"(?:\s*+[:=])?\s++{_WEEKDAY}(?P<date>{_DATE})\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_TOLD = _PHRASES["told"].pattern
"""Words by which a sentence reports the past, which stays true."""
_THEN = _PHRASES["then"].pattern
"""Words after the date by which a sentence tells what follows."""
_STOPS = (". ", "; ", "! ", "? ", "\n")
_AMBIGUOUS = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


class Expired(MemoryRule):
    """Looks for memories that have outlived their own end."""

    kind = Kind.EXPIRED
    version = 2
    by_time = True

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to archive a memory whose time is up."""
        if memory.expires_at is not None:
            return None if memory.expires_at > now.now or _untouchable(memory) else _stated(memory, now)
        dated = _end_told_by(memory)
        if dated is not None and dated[0] <= now.now and not _untouchable(memory):
            return _of_its_item(_dated(memory, *dated, now), memory, dated[1])
        stood = _stood_until(memory, now)
        if stood is not None and stood[0] <= now.now:
            return _of_its_item(_stood(memory, stood[1], now), memory, stood[1].span)
        ended = _outlived_at(memory, now)
        if ended is None or ended[0] > now.now:
            return None
        return _outlived(memory, ended[1], now)

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when its time will be up."""
        if _untouchable(memory):
            return None
        if memory.expires_at is not None:
            times = [memory.expires_at]
        else:
            dated = _end_told_by(memory)
            ended = _outlived_at(memory, now)
            found = (dated, _stood_until(memory, now), ended)
            times = [finding[0] for finding in found if finding is not None]
        ahead = [at for at in times if at > now.now]
        return min(ahead) if ahead else None


def _of_its_item(finding: Finding, memory: Memory, span: tuple[int, int]) -> Finding:
    """Return the proposal, of a list of statements about the item alone that tells its end."""
    items = items_of(memory.text)
    return without_some(finding, memory, items, [item for item in items if item.meets(span)])


def _untouchable(memory: Memory) -> bool:
    return memory.type is MemoryType.CONSTITUTIONAL and contains(USER, memory.scope)


def _outlived_at(memory: Memory, now: Context) -> tuple[Instant, str] | None:
    """Return the end of its categories' time, if nobody uses it any more, and the category that decides."""
    ttl = now.settings.ttl
    end = None if memory.type is MemoryType.CONSTITUTIONAL else end_of(memory, ttl)
    if end is None or any(category in _LASTING and category not in ttl for category in memory.categories):
        return None
    at, category = end
    return _unused_at(memory, at, at - memory.created_at), category


def _unused_at(memory: Memory, end: Instant, lasts: float) -> Instant:
    """Return the end of a memory's time, put off while it is in use by no more than the time it `lasts`."""
    if memory.last_accessed_at is None:
        return end
    return max(end, memory.last_touch + min(lasts, _IN_USE * use_step(memory.session_count)))


def _stood_until(memory: Memory, now: Context) -> tuple[Instant, Report] | None:
    """Return when a report of where something stood is out of date, and the report; None if it is none."""
    lasts = now.settings.ttl.get(_REPORT)
    if (
        lasts is None
        or memory.type is MemoryType.CONSTITUTIONAL
        or not _LASTING.isdisjoint(memory.categories)
    ):
        return None
    at = below_topics_at(memory)
    own = report_in(memory.text[at:]) if at else None
    report = report_in(memory.text) if own is None else replace(own, span=_moved(own.span, at))
    if report is None:
        return None
    over = noon(report.day) + DAY
    end = lasts.after(over)
    return _unused_at(memory, end, end - over), report


def _end_told_by(memory: Memory) -> tuple[Instant, tuple[int, int]] | None:
    """Return what `_date_in` says of a memory's words below topics, or else of all."""
    at = below_topics_at(memory)
    own = _date_in(memory.text[at:]) if at else None
    return _date_in(memory.text) if own is None else (own[0], _moved(own[1], at))


def _moved(span: tuple[int, int], by: int) -> tuple[int, int]:
    return span[0] + by, span[1] + by


def _date_in(text: str) -> tuple[Instant, tuple[int, int]] | None:
    """Return the end of the day that a text names as its own end, and the span of the date; None without
    one.
    """
    if len(text) > _LONGEST or ("20" not in text and "19" not in text) or _YEAR.search(text) is None:
        return None
    match = _END.search(text)
    if match is None or _THEN.search(text, match.end()):
        return None
    first, last_end = between(text, *match.span(), _STOPS)
    if _TOLD.search(text, first, match.start()) or _TOLD.search(text, match.end(), last_end):
        return None
    reference = date(1, 1, 1)  # stands in for a year that is not written, so that those are told apart
    if not any(days.year > 1 for _, days in dates_written(match["date"], reference)):
        return None
    last = max(_latest(written, days) for written, days in dates_written(text, reference))
    # A day ends at another hour elsewhere; at noon of the next, UTC, it is over everywhere.
    return noon(last) + DAY, match.span()


def _latest(written: str, day: date) -> date:
    """Return the later of the two days that 3/4/2026 may mean."""
    match = _AMBIGUOUS.fullmatch(written)
    if match is None:
        return day
    try:
        return max(day, date(int(match[3]), int(match[2]), int(match[1])))
    except ValueError:
        return day


# How sure it is that nobody needs a memory any more, chosen: by how plainly its end is told.
_STATED = 0.95
"""Whoever wrote it gave it an end."""
_DATED, _DATED_BACK = 0.75, 0.5
"""Its words name a day that was ahead when they were written, or one that had passed even then."""
_STOOD = 0.75
"""Its words say that it was so on a day, and that it was not to stay so."""
_PASSES, _MAY_OUTLIVE = 0.85, 0.5
"""Its category passes by its nature; a decision or preference may outlive its time."""
_WAS_USED = 0.1
"""So much less where an agent has used it."""


def _stated(memory: Memory, now: Context) -> Finding:
    end = memory.expires_at or 0.0
    return _finding(
        memory,
        now,
        variant="stated",
        reason=f"it was to be kept until {day(end)}, {days_ago(now.now - end)}",
        validity=f"its time was up on {day(end)}",
        batch="memories that were given an end, and it has passed",
        confidence=_STATED,
        bucket=int(end // DAY),
    )


def _dated(memory: Memory, over: Instant, span: tuple[int, int], now: Context) -> Finding:
    date = one_line(memory.text[slice(*span)], Longest.PHRASE)
    ahead = over > memory.created_at
    last_day = noon(day_of(over) - timedelta(1))
    return _finding(
        memory,
        now,
        variant="date",
        reason=f"it says “{date}”, and that was {days_ago(now.now - last_day)}",
        validity="the date that it gives as its end has passed",
        batch="memories whose own date has passed" if ahead else "",
        confidence=_DATED if ahead else _DATED_BACK,
        marks=span,
    )


def _stood(memory: Memory, report: Report, now: Context) -> Finding:
    told = one_line(memory.text[slice(*report.span)], Longest.PHRASE)
    return _finding(
        memory,
        now,
        variant="status",
        reason=f"it says where something stood on “{told}”, {days_ago(now.now - noon(report.day))}",
        validity="what it reports was not to stay so, and its day is long past",
        batch="",
        confidence=_STOOD if memory.last_accessed_at is None else _STOOD - _WAS_USED,
        marks=report.span,
    )


def _outlived(memory: Memory, category: str, now: Context) -> Finding:
    named = _PLURALS.get(category, f"memories of the category {category}")
    lasts = str(now.settings.ttl[category])
    age = plural(int((now.now - memory.created_at) / DAY), "day")
    chosen = category in {"decision", "preference"}
    confidence = _MAY_OUTLIVE if chosen else _PASSES
    stands = chosen and (memory.type is MemoryType.PROCEDURAL or is_rule(memory.text))
    return _finding(
        memory,
        now,
        variant="ttl",
        reason=f"{named} are kept for {_in_words(lasts)}; this is {age} old",
        validity="the time that its category lasts is over",
        batch="" if stands else f"expired {named}",
        confidence=confidence if memory.last_accessed_at is None else confidence - _WAS_USED,
    )


def _in_words(duration: str) -> str:
    """Return `7d` as `7 days`."""
    unit = {"d": "day", "w": "week", "m": "month", "y": "year"}[duration[-1]]
    return plural(int(duration[:-1]), unit)


def _finding(
    memory: Memory,
    now: Context,
    *,
    variant: str,
    reason: str,
    validity: str,
    batch: str,
    confidence: float,
    bucket: int = 0,
    marks: tuple[int, int] | None = None,
) -> Finding:
    lasting = memory.type is MemoryType.CONSTITUTIONAL or not _LASTING.isdisjoint(memory.categories)
    delicate = memory.pinned or memory.access_count >= MUCH_USED or (lasting and memory.access_count > 0)
    kept = keep_value(
        memory,
        now.now,
        usage_known=now.usage_known(memory),
        redundancy=redundancy(memory, now),
        validity=validity,
    )
    return Finding(
        kind=Kind.EXPIRED,
        rule=rule_name(Kind.EXPIRED, variant),
        targets=(Target.of(memory),),
        reason=reason,
        change=Change(Deed.ARCHIVE, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence(facts=kept.facts(), marks={} if marks is None else {memory.id: (marks,)}),
        confidence=round(confidence, 2),
        saves=tokens(memory.text),
        batch="" if delicate else batch,
        bucket=bucket,
    )


RULE = Expired()
