"""What is told of one memory: its text, strength over time, source, relations and changes, as lines.

The pane `detail` shows them, and so do other pages that are about a memory.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from memtui.domain import decay, durations
from memtui.domain.changed import field_in_words
from memtui.domain.counting import plural
from memtui.domain.course import Use, course
from memtui.domain.days import day, days_until
from memtui.domain.decay import DecayRules
from memtui.domain.fading import fades_at, seen_since
from memtui.domain.headings import row_text
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, State
from memtui.domain.scope import TEMPORARY, contains
from memtui.domain.text import Longest, one_line, printable_lines
from memtui.domain.whose import WHOSE, Teller
from memtui.review.rule_words import rule_words
from memtui.secrets.masking import masked_memory, masked_value
from memtui.secrets.vouching import vouched
from memtui.store import accesses, decided, journal, memories
from memtui.store.database import Store
from memtui.store.journal import Change
from memtui.store.writers import program, writer
from memtui.tui.sources.names import Place, access_words, places_of
from memtui.tui.themes import Look
from memtui.tui.widgets.course_chart import chart_lines
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.links import Link, Sheet
from memtui.tui.widgets.pages import Line, flowing, text_lines
from memtui.tui.widgets.rendered import rendered

if TYPE_CHECKING:
    from memtui.store.related import Related

_GLIMPSE = 4_000
"""How much of a text is laid out while it is only passed by; zoomed, all of it is."""

_BESIDE = 100
"""From this many columns on, the strength over time is beside the text."""
_CHART = 46
_HOW = 16

_UNSEEN = "its use is not known: no agent was seen to use anything from there"

_SHOWN_ELSEWHERE = frozenset({"source", "quote", "session", "turn", "path", "record", "cwd", WHOSE})
"""What of a provenance stands in another line, or on the page of where a memory comes from."""


@dataclass(frozen=True, slots=True)
class About:
    """A memory and what is told of it."""

    memory: Memory
    changes: Sequence[Change]
    now: Instant
    rules: DecayRules
    places: Sequence[Place] = ()
    """The linked files it stands in."""
    files: Sequence[str] = ()
    """All files it stands in, by which it may not fade."""
    uses: Sequence[Use] = ()
    """Its recorded uses, in order of time."""
    related: Sequence[Related] = ()
    because: str = ""
    """The rule of Review by whose card it left the live memories; empty where a person dropped it unasked."""
    today_is: str = "today"
    """What its day is called: it may be a past one."""

    @classmethod
    def of(cls, store: Store, memory: Memory, now: Instant) -> About:
        """Read what is told of a memory, without what is related: that takes longer."""
        changes = journal.history_of(store, memory.id, limit=20)
        uses = accesses.uses_of(store, memory.id)
        gone = _gone_by(memory, changes)
        rule = _rule_behind(store, memory, gone) if gone else ""
        places, files = places_of(store, memory.id), memories.files_of(store, [memory.id])
        return cls(memory, changes, now, store.decay, places, files.get(memory.id, ()), uses, because=rule)


@dataclass(frozen=True, slots=True)
class DetailOptions:
    """How much of a memory is shown, and how."""

    whole: bool = False
    """The text to its end."""
    formula: bool = False
    """The sum behind the strength."""
    revealed: bool = False
    """The secrets in the text."""
    raw: bool = False
    """The text as it was written, its markdown not rendered."""
    open_key: str = "enter"
    """The key that shows all of a long text."""


def sheet_of(
    about: About,
    width: int,
    look: Look,
    how: DetailOptions,
) -> Sheet:
    """Return everything about a memory, wrapped to `width`, its secrets masked.

    Its strength over time is beside the text if there is room, else below.
    """
    return _laid_out(about, width, look, how, with_text=True)


def surroundings(about: About, width: int, look: Look) -> Sheet:
    """Return the same without the memory's text, for places that show it already."""
    return _laid_out(about, width, look, DetailOptions(), with_text=False)


def _laid_out(about: About, width: int, look: Look, how: DetailOptions, *, with_text: bool) -> Sheet:
    aside = width >= _BESIDE
    room = width - _CHART - 3 if aside else width
    drawn = course(about.memory, about.uses, about.rules, about.now, about.files)
    chart_room = _CHART if aside else min(max(width - 2, 8), _CHART)
    chart = Sheet(chart_lines(drawn, about.rules.prune_threshold, chart_room, look, about.today_is))
    sheet = Sheet(_statement(about, room, look, how) if with_text else ())
    facts = Sheet(_facts(about, room, look, how.formula))
    if aside:
        sheet.below(facts)
        sheet.beside(chart, room + 2)
    else:
        sheet.below(facts)
        sheet.add([])
        picture = Sheet()
        picture.beside(chart, 1)
        sheet.below(picture)
    sheet.lines += [
        line
        for place in about.places
        for line in flowing(
            [(place.label, look.text), (access_words(place.source), look.dim)], width, look.dim
        )
    ]
    memory = masked_memory(about.memory)
    sheet.lines += _quote(memory, width, look)
    sheet.below(_related(about.related, width, look))
    sheet.lines += _history(about.changes, about.now, width, look)
    sheet.lines += _provenance(memory, width, look)
    return sheet


def _statement(about: About, width: int, look: Look, how: DetailOptions) -> list[Line]:
    """Return what a memory says, its markdown rendered."""
    memory = about.memory if how.revealed else masked_memory(about.memory)
    text = memory.text if how.whole else memory.text[:_GLIMPSE]
    formatted = (
        None
        if how.raw or how.revealed
        else rendered(text, width - 2, look, vouched=vouched(memory.provenance))
    )
    if formatted is None:
        lines = list(plain_lines(text, width, look.strong))
    else:
        lines = [[Segment(" "), *line] for line in formatted]
    if len(text) < len(memory.text):
        lines.append(
            [Segment(f" … {len(memory.text):,} characters; {how.open_key} shows them all", look.dim)]
        )
    return [*lines, []]


@lru_cache(maxsize=1)  # a page lays out its text anew for each thing that it comes to know
def plain_lines(text: str, width: int, style: Style) -> Sequence[Line]:
    """Return a text as lines, as it was written."""
    return list(text_lines(printable_lines(text), width, style))


def _facts(about: About, width: int, look: Look, formula: bool) -> list[Line]:
    """Return a memory's scope, type, author and times."""
    memory = masked_memory(about.memory)
    facts = [(memory.scope, look.text)]
    facts += [("from a temporary folder, told to no agent", look.warn)] * contains(TEMPORARY, memory.scope)
    facts += [(memory.type.label, look.text)]
    facts += [(", ".join(memory.categories), look.text)] if memory.categories else []
    facts += [("pinned", look.accent)] if memory.pinned else []
    facts += [(reason, look.warn) for reason in _gone(about)]
    facts.append((origin_words(memory), look.text))
    times = [(fact, look.dim) for fact in _times(memory, about)]
    if formula:
        sum_ = decay.explain(memory.importance, memory.last_touch, memory.half_life, about.now)
        times.append((f"strength {sum_}", look.accent))
    return flowing(facts, width, look.dim) + flowing(times, width, look.dim)


def _gone_by(memory: Memory, changes: Sequence[Change]) -> Change | None:
    """Return the change by which a memory left the live ones; None of a live one, and where none is known."""
    if memory.state is State.LIVE:
        return None
    return next(
        (change for change in changes if (change.field, change.after) == ("state", memory.state)), None
    )


def _rule_behind(store: Store, memory: Memory, gone: Change) -> str:
    """Return the rule of Review by whose card a memory went; empty where a person dropped it unasked."""
    return decided.rule_accepted(store, gone.op.id, memory.id)


def _gone(about: About) -> list[str]:
    """Return that a memory is not live, with when, by whom, and what Review had said of it."""
    memory = about.memory
    if memory.state is State.LIVE:
        return []
    change = _gone_by(memory, about.changes)
    if change is None or change.before == "absent":
        return [str(memory.state)]
    when = durations.ago(max(about.now - change.op.at, 0.0), now="just now")
    said = [f"{memory.state} {when} by {one_line(writer(change.op.actor), 30)}"]
    return [*said, f"Review said: {rule_words(about.because)}"] if about.because else said


def _related(neighbours: Sequence[Related], width: int, look: Look) -> Sheet:
    """Return the related memories, each a link."""
    sheet = Sheet()
    if neighbours:
        sheet.lines += [[], [Segment(" Related", look.dim)]]
    for related in neighbours:
        memory = masked_memory(related.memory)
        away = f"  {memory.state}" if memory.state is not State.LIVE else ""
        text = fitted(row_text(memory)[0], max(width - _HOW - 4 - len(away), 8))
        line = [Segment(f"  {fitted(related.how, _HOW)} ", look.dim), Segment(text, look.text)]
        sheet.add([*line, Segment(away, look.warn)], Link(memory=memory.id, says=related.how))
    return sheet


def origin_words(memory: Memory) -> str:
    """Return who wrote a memory, and from where it came."""
    teller = Teller.of(memory)
    if teller is not None:
        return f"written by {teller.label}"
    by_origin = {"person": "written by a person", "agent": "written by an agent"}
    written = by_origin.get(memory.origin, str(memory.origin))
    session = memory.provenance.get("session")
    source = one_line(memory.source, Longest.PHRASE)
    return (
        written
        + (f", from {source}" if source else "")
        + (f", session {one_line(str(session), 24)}" if session else "")
    )


def _times(memory: Memory, about: About) -> list[str]:
    now = about.now
    facts = [f"created {day(memory.created_at)}"]
    unseen = seen_since(memory, about.rules) == math.inf
    if not memory.access_count:
        facts.append(_UNSEEN if unseen else "never used")
    elif memory.last_accessed_at is None:
        facts.append("when it was used is not known")
    else:
        facts.append(f"used {durations.ago(now - memory.last_touch, now='now')}")
        facts.append(f"{_times_word(memory.access_count)} in {plural(memory.session_count, 'session')}")
    if not (unseen and memory.half_life is not None):
        facts.append(_forecast(memory, about))
    if memory.expires_at is not None:
        facts.append(f"{'expired' if memory.expires_at <= now else 'expires'} {day(memory.expires_at)}")
    return facts


def _forecast(memory: Memory, about: About) -> str:
    """Say when the strength falls below the prune threshold."""
    now, rules = about.now, about.rules
    when = fades_at(memory, rules)
    if when is None:
        whole = any(map(rules.loaded_whole, about.files))
        return "does not fade, as agents load its file whole" if whole else "does not fade"
    if memory.importance <= rules.prune_threshold:
        return "faded"
    if when <= now:
        return f"faded on {day(when)}"
    ahead = days_until(when, now)
    return f"fades in {plural(ahead, 'day')}, on {day(when)}" if ahead else f"fades today, {day(when)}"


def _quote(memory: Memory, width: int, look: Look) -> list[Line]:
    """Return the words that a memory rests on."""
    quote = memory.provenance.get("quote")
    if not isinstance(quote, str) or not quote.strip():
        return []
    return list(text_lines(f"“{one_line(quote, Longest.PASSAGE)}”", width, look.dim))


def _provenance(memory: Memory, width: int, look: Look) -> list[Line]:
    """Return what programs noted of where a memory comes from, below what people ask for."""
    lines: list[Line] = []
    rest = {key: value for key, value in memory.provenance.items() if key not in _SHOWN_ELSEWHERE}
    for key, value in rest.items():
        lines += text_lines(
            f"{one_line(key, Longest.NAME)}  {one_line(told_value(value), Longest.REASON)}", width, look.dim
        )
    return [[], [Segment(" Noted with it", look.dim)], *lines] if lines else []


def told_value(value: object) -> str:
    """Return a value of the provenance as text; names in a list stand behind each other."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _history(changes: Sequence[Change], now: Instant, width: int, look: Look) -> list[Line]:
    if not changes:
        return []
    lines: list[Line] = [[], [Segment(" Changes", look.dim)]]
    for change in changes:
        when = durations.age(max(now - change.op.at, 0.0))
        who = one_line(program(change.op.actor), 30)
        line = f"{when:>5}  {described(change)}   {who}"
        lines += text_lines(line, width, look.dim)
    return lines


def described(change: Change) -> str:
    """Return one changed field as safe words, its secrets masked."""
    return field_in_words(change.field, masked_value(change.before), masked_value(change.after))


def _times_word(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")
