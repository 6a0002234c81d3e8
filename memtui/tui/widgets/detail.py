"""One memory in full: its text, where its strength comes from, where it came from, what changed it.

Beneath the table, beside it on wide screens, or over the whole screen when it is zoomed.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import log2

from rich.cells import cell_len
from rich.segment import Segment

from memtui.domain import decay, durations
from memtui.domain.counting import plural
from memtui.domain.decay import DecayRules
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, State
from memtui.domain.text import one_line, printable, printable_lines
from memtui.secrets.masking import masked_value, shown
from memtui.store.journal import Change
from memtui.tui.sources.names import Place, access_words
from memtui.tui.themes import Look
from memtui.tui.widgets.pages import Line, Page, flowing, text_lines

_GLIMPSE = 4_000
"""How much of a text is laid out while it is only passed by; zoomed, all of it is."""

_SHOWN_ELSEWHERE = frozenset({"source", "quote", "session", "turn"})


class Detail(Page):
    """The pane that shows one memory."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.whole = False
        """Whether the text is laid out to its end."""
        self.open_key = "enter"
        """The key that shows all of a long text."""
        self._shown: tuple[Memory, list[Change], Instant, DecayRules, Sequence[Place]] | None = None

    def show(
        self,
        memory: Memory | None,
        changes: list[Change],
        now: Instant,
        rules: DecayRules,
        places: Sequence[Place] = (),
    ) -> None:
        """Show `memory` as it stands at `now`, with the linked files it stands in, or nothing."""
        other = memory is None or self._shown is None or self._shown[0].id != memory.id
        self._shown = (memory, changes, now, rules, places) if memory else None
        self._lay_out(from_top=other)

    def show_whole(self, whole: bool) -> None:
        """Lay the text out to its end, or only its beginning."""
        if whole != self.whole:
            self.whole = whole
            self._lay_out(from_top=not whole)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._lay_out(from_top=False)

    def theme_changed(self) -> None:
        """Style anew."""
        super().theme_changed()
        self._lay_out(from_top=False)

    def _lay_out(self, *, from_top: bool) -> None:
        if self._shown is None or not self.line_width:
            self.show_lines([])
            return
        memory, changes, now, rules, places = self._shown
        lines = lines_of(
            memory, changes, now, rules, self.line_width, self.look, self.whole, places, self.open_key
        )
        self.show_lines([[], *lines] if self.whole else lines, from_top=from_top)


def lines_of(
    memory: Memory,
    changes: list[Change],
    now: Instant,
    rules: DecayRules,
    width: int,
    look: Look,
    whole: bool,
    places: Sequence[Place] = (),
    open_key: str = "enter",
) -> list[Line]:
    """Return everything there is to say about `memory`, wrapped to `width`, its secrets masked."""
    memory = shown(memory)
    sum_ = decay.explain(memory.importance, memory.last_touch, memory.half_life, now)
    text = memory.text if whole else memory.text[:_GLIMPSE]
    room = width - cell_len(sum_) - 3
    lines = list(text_lines(printable_lines(text), room if room >= 40 else width, look.strong))
    if room >= 40:
        lines[0] += [
            Segment(" " * (width - 1 - cell_len(lines[0][0].text) - cell_len(sum_))),
            Segment(sum_, look.accent),
        ]
    if len(text) < len(memory.text):
        lines.append([Segment(f" … {len(memory.text):,} characters; {open_key} shows them all", look.dim)])
    lines.append([])
    if room < 40:
        lines.append([Segment(f" {sum_}", look.accent)])
    facts = [(memory.scope, look.text), (str(memory.type), look.text)]
    facts += [(", ".join(memory.categories), look.text)] if memory.categories else []
    facts += [("pinned", look.accent)] if memory.pinned else []
    facts += [(str(memory.state), look.warn)] if memory.state is not State.LIVE else []
    facts.append((origin_words(memory), look.text))
    lines += flowing(facts, width, look.dim)
    lines += flowing([(fact, look.dim) for fact in _times(memory, now, rules)], width, look.dim)
    for place in places:
        lines += flowing([(place.words, look.text), (access_words(place.source), look.dim)], width, look.dim)
    lines += _provenance(memory, width, look)
    return lines + _history(changes, now, width, look)


def origin_words(memory: Memory) -> str:
    """Return who wrote a memory, and from where it came."""
    words = {"person": "written by a person", "agent": "written by an agent"}
    written = words.get(memory.origin, str(memory.origin))
    session = memory.provenance.get("session")
    source = one_line(memory.source, 60)
    return (
        written
        + (f", from {source}" if source else "")
        + (f", session {one_line(str(session), 24)}" if session else "")
    )


def _times(memory: Memory, now: Instant, rules: DecayRules) -> list[str]:
    used = durations.ago(now - memory.last_touch, now="now")
    uses = f"used {used}" if memory.access_count else "never used"
    facts = [f"created {day(memory.created_at)}", uses]
    if memory.access_count:
        facts.append(f"{_times_word(memory.access_count)} in {plural(memory.session_count, 'session')}")
    facts.append(_forecast(memory, now, rules))
    if memory.expires_at is not None:
        facts.append(f"{'expired' if memory.expires_at <= now else 'expires'} {day(memory.expires_at)}")
    return facts


def _forecast(memory: Memory, now: Instant, rules: DecayRules) -> str:
    """Say when the strength falls below the prune threshold."""
    threshold = rules.prune_threshold
    if memory.half_life is None:
        return "does not fade"
    if memory.importance <= threshold or threshold <= 0:
        return f"below {threshold:g}"
    when = memory.last_touch + memory.half_life * DAY * log2(memory.importance / threshold)
    days = (when - now) / DAY
    if days <= 0:
        return f"below {threshold:g} since {day(when)}"
    return f"below {threshold:g} in {plural(max(round(days), 1), 'day')}, on {day(when)}"


def _provenance(memory: Memory, width: int, look: Look) -> list[Line]:
    lines: list[Line] = []
    quote = memory.provenance.get("quote")
    if isinstance(quote, str) and quote.strip():
        lines += text_lines(f"“{one_line(quote, 600)}”", width, look.dim)
    rest = {key: value for key, value in memory.provenance.items() if key not in _SHOWN_ELSEWHERE}
    for key, value in rest.items():
        lines += text_lines(f"{one_line(key, 40)}  {one_line(told_value(value), 300)}", width, look.dim)
    return lines


def told_value(value: object) -> str:
    """Return a value of the provenance as text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _history(changes: list[Change], now: Instant, width: int, look: Look) -> list[Line]:
    if not changes:
        return []
    lines: list[Line] = [[], [Segment(" Changes", look.dim)]]
    for change in changes:
        when = durations.age(max(now - change.op.at, 0.0))
        who = one_line(change.op.actor.client, 30)
        said = f"{when:>5}  {described(change)}   {who}"
        lines += text_lines(said, width, look.dim)
    return lines


def described(change: Change) -> str:
    """Return one changed field as safe words."""
    before, after = masked_value(change.before), masked_value(change.after)
    if change.field == "state" and State.ABSENT in (before, after):
        return "added" if before == State.ABSENT else "taken out again"
    if change.field == "pinned":
        return "pinned" if after else "unpinned"
    if change.field == "provenance":
        return "provenance changed"
    if change.field == "expires_at":
        before, after = _date(before), _date(after)
    return f"{printable(change.field)}  {_value(before)} → {_value(after)}"


def _value(value: object) -> str:
    if isinstance(value, str) and value.startswith("["):
        with suppress(ValueError):
            value = " ".join(map(str, json.loads(value)))
    if value is None or value == "":
        return "none"
    return f"{value:g}" if isinstance(value, float) else one_line(str(value), 60)


def _date(value: object) -> str | None:
    return day(value) if isinstance(value, (int, float)) else None


def day(instant: Instant) -> str:
    """Return a date as `18 Nov 2026`, in UTC."""
    try:
        moment = datetime.fromtimestamp(instant, UTC)
    except (OverflowError, ValueError, OSError):
        return "in the far future"
    return f"{moment.day} {moment:%b} {moment.year}"


def _times_word(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")
