"""Lays out the Insights page: the place of each figure, for a width."""

from collections.abc import Callable, Mapping, Sequence

from rich.cells import cell_len
from rich.segment import Segment

from memtui.domain import decay
from memtui.domain.counting import size
from memtui.domain.days import day
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.text import bar, one_line
from memtui.review.rule_words import LONGEST, rule_words
from memtui.secrets.masking import masked_memory
from memtui.store.review_rules import RuleRecord
from memtui.store.statistics import WEEKS
from memtui.tui.insights.drawing import chart, counted, days_map, heading, quoted, spark, treemap
from memtui.tui.insights.figures import LISTED, Glance, Scanned
from memtui.tui.keys.views import ViewId
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.links import Link, Sheet

Part = Callable[[int], Sheet]
"""A part of the page, laid out for a width."""

_TWO = 110
"""From this many columns on, related parts are side by side."""
_BLOCK = 39
_TREEMAP = 12
_VERDICTS = 27
"""Cells of the columns of verdicts, and of what says that a rule is muted."""
_TYPES_IN_PLURAL = {
    MemoryType.EPISODIC: "what happened",
    MemoryType.SEMANTIC: "facts",
    MemoryType.PROCEDURAL: "how-to",
    MemoryType.CONSTITUTIONAL: "rules",
}
"""What many memories of a type are called."""


def page_sheet(glance: Glance, rest: Scanned | None, width: int, look: Look) -> Sheet:
    """Return the page; without `rest` only what is known at once."""
    sheet = Sheet([[]])
    sheet.below(_headline(glance, rest, width, look))
    if rest is None:
        sheet.add([])
        sheet.add([Segment("  Counting the rest …", look.dim)])
    else:
        _put(sheet, [_growing(glance, rest, look), _ahead(glance, rest, look)], width)
        _put(sheet, _calendars(glance, rest, look), width)
        sheet.add([])
        sheet.below(heading("Tokens by scope", look, f"≈ {rest.stats.tokens:,} in all"))
        sheet.below(treemap(rest.tokens, width, _TREEMAP, look))
    blocks = _blocks(glance, rest, look)
    columns = max((width - 1) // _BLOCK, 1)
    for start in range(0, len(blocks), columns):
        sheet.add([])
        row = Sheet()
        for place, block in enumerate(blocks[start : start + columns]):
            row.beside(block, place * _BLOCK)
        sheet.below(row)
    if rest is not None:
        _put(sheet, [_listed_most(rest, look), _agents(rest, look)], width)
        if rest.sessions:
            _put(sheet, [_sessions_told(rest, look)], width)
    sheet.add([])
    sheet.below(_listed("Strongest", glance.strongest, glance.now, width, look))
    if rest is not None:
        sheet.add([])
        sheet.below(_listed("Fading next", rest.soon, glance.now, width, look))
    return sheet


def _put(sheet: Sheet, parts: Sequence[Part], width: int) -> None:
    """Add parts beside each other where there is room, else beneath each other."""
    if width >= _TWO:
        sheet.add([])
        row = Sheet()
        column = width // len(parts)
        for place, part in enumerate(parts):
            row.beside(part(column - 1), place * column)
        sheet.below(row)
        return
    for part in parts:
        sheet.add([])
        sheet.below(part(width))


def _headline(glance: Glance, rest: Scanned | None, width: int, look: Look) -> Sheet:
    """Return the figures that matter most, in a line or two."""
    figures: list[tuple[str, str, Link | None]] = [(f"{glance.by_state.get('live', 0):,}", "live", Link())]
    if rest is not None:
        known = rest.stats
        bytes_, unit = size(known.file_bytes).split(" ")
        figures += [
            (f"{known.pinned:,}", "pinned", Link("is:pinned")),
            (f"{known.never_used:,}", "never used", Link("used:never")),
            (f"{known.faded:,}", "faded", Link("is:faded")),
            (f"≈ {known.tokens:,}", "tokens kept for agents", None),
            (bytes_, f"{unit} on disk", None),
        ]
    sheet, row, used = Sheet(), Sheet(), 2
    for figure, label, link in figures:
        part = Sheet()
        part.add([Segment(figure, look.accent_strong), Segment(f" {label}", look.dim)], link)
        length = cell_len(figure) + cell_len(label) + 5
        if used + length > width and used > 2:
            sheet.below(row)
            row, used = Sheet(), 2
        row.beside(part, used)
        used += length
    sheet.below(row)
    if rest is not None and rest.stats.oldest is not None and rest.stats.newest is not None:
        days = dict.fromkeys((day(rest.stats.oldest), day(rest.stats.newest)))
        sheet.add([Segment(f"  from {' to '.join(days)}", look.dim)])
    return sheet


def _growing(glance: Glance, rest: Scanned, look: Look) -> Part:
    """Return live memories over time, in all and by type, and what was dropped each week."""

    def part(width: int) -> Sheet:
        sheet = heading("Live memories", look, "by their own dates")
        sheet.below(chart(rest.growth, width, look))
        dropped = glance.dropped_per_week
        figures = f"{dropped[-1]:,} this week, {sum(dropped):,} in {WEEKS} weeks"
        by_type = rest.growth.by_type
        digits = max(len(f"{values[-1]:,}") for values in by_type.values())
        for kind, label in _TYPES_IN_PLURAL.items():
            link, values = Link(f"type:{kind}", says=f"of type {label}"), by_type[kind]
            sheet.below(
                spark(label, values, width, look, link, f"{values[-1]:{digits},}", beside=len(figures))
            )
        to_dropped = Link(view=ViewId.DROPPED, says="what was dropped")
        sheet.below(spark("dropped here", dropped, width, look, to_dropped, figures))
        return sheet

    return part


def _ahead(glance: Glance, rest: Scanned, look: Look) -> Part:
    """Return what fades and when, and how the rules of the review pass fare."""

    def part(width: int) -> Sheet:
        rows: list[tuple[str, int, Link | None]] = [("faded by now", rest.stats.faded, Link("is:faded"))]
        rows += [
            (f"within {ahead.removesuffix('d')} days", count, Link(f"fades:{ahead}"))
            for ahead, count in rest.forecast
        ]
        sheet = counted("Fades, when nobody uses it", rows, min(width, _BLOCK + 10), look)
        sheet.add([])
        sheet.below(_rules(glance.review.rules, width, look))
        return sheet

    return part


def _rules(rules: Sequence[RuleRecord], width: int, look: Look) -> Sheet:
    """Return how often each rule was right with the person."""
    sheet = heading("What Review proposed", look, "rule by rule" if rules else "nothing yet")
    open_first = sorted(rules, key=lambda rule: (-(rule.accepted + rule.rejected), -rule.open, rule.rule))
    room = max(min(width - _VERDICTS - 4, LONGEST), 8)
    if rules:
        sheet.add([Segment(f"  {'':<{room}}  {'yes':>6} {'no':>6} {'open':>6}", look.dim)])
    for rule in open_first[:LISTED]:
        figures = f"{rule.accepted:>6,} {rule.rejected:>6,} {rule.open:>6,}"
        figures += "  muted" if rule.muted_at is not None else ""
        name = fitted(rule_words(rule.rule), room)
        link = Link(view=ViewId.REVIEW, says="the queue of Review")
        sheet.add([Segment(f"  {name}", look.text), Segment(f"  {figures}", look.dim)], link)
    if len(rules) > LISTED:
        sheet.add([Segment(f"  and {len(rules) - LISTED:,} more rules", look.dim)])
    return sheet


def _calendars(glance: Glance, rest: Scanned, look: Look) -> list[Part]:
    """Return the days on which memories were made, and those on which they were used."""
    days = rest.calendar
    return [
        lambda width: days_map("Made, day by day", "made", days.made, glance.now, width, look),
        lambda width: days_map("Used, day by day", "used", days.used, glance.now, width, look),
    ]


def _blocks(glance: Glance, rest: Scanned | None, look: Look) -> list[Sheet]:
    """Return blocks of names and numbers, each as wide as a column."""

    def block(
        title: str,
        values: Mapping[str, int],
        link: Callable[[str], Link | None],
        named: Callable[[str], str] = str,
    ) -> Sheet:
        rows = [
            (named(name) or "your own", count, link(name)) for name, count in list(values.items())[:LISTED]
        ]
        return counted(title, rows, _BLOCK, look, len(values) - LISTED)

    scopes = [(scope, count, Link(f"in:{quoted(scope)}")) for scope, count in glance.scopes]
    blocks = [counted("Scope", scopes, _BLOCK, look, glance.scope_count - len(scopes))]
    views = {"archived": ViewId.DROPPED, "dropped": ViewId.DROPPED}
    blocks.append(block("State", glance.by_state, lambda name: Link(view=views.get(name, ViewId.MEMORIES))))
    if rest is None:
        return blocks
    known = rest.stats
    return [
        *blocks,
        block("Type", known.by_type, lambda name: Link(f"type:{name}"), lambda name: MemoryType(name).label),
        block("Category", known.by_category, lambda name: Link(f"cat:{quoted(name)}")),
        block("Source", known.by_source, lambda name: Link(f"source:{quoted(name)}") if name else None),
        block("Written by", known.by_origin, lambda name: Link(f"origin:{name}")),
    ]


def _listed_most(rest: Scanned, look: Look) -> Part:
    """Return the memories that agents used most."""

    def part(width: int) -> Sheet:
        sheet = heading("Used most in 30 days", look, "" if rest.used_most else "none was logged here")
        for memory, count in rest.used_most:
            text = fitted(masked_memory(memory).headline, max(width - 12, 8))
            link = Link(memory=memory.id, says="the memory")
            sheet.add([Segment(f"  {count:>5,}  ", look.dim), Segment(text, look.text)], link)
        return sheet

    return part


def _agents(rest: Scanned, look: Look) -> Part:
    """Return how much of the store agents loaded."""

    def part(width: int) -> Sheet:
        rows: list[tuple[str, int, Link | None]] = [(name, uses, None) for name, uses in rest.loaded.clients]
        rows.append(("shown unasked", rest.loaded.shown, None))
        return counted("What agents loaded in 30 days", rows[:LISTED], width, look, len(rows) - LISTED)

    return part


def _listed(title: str, rows: Sequence[Memory], now: Instant, width: int, look: Look) -> Sheet:
    sheet = heading(title, look)
    for memory in rows:
        strength = decay.strength(memory.importance, memory.last_touch, memory.half_life, now)
        full, rest = bar(strength, 8)
        line = [Segment("  "), Segment(full, look.accent), Segment(rest, look.faint)]
        text = fitted(masked_memory(memory).headline, max(width - 13, 8))
        sheet.add([*line, Segment(f"  {text}", look.text)], Link(memory=memory.id, says="the memory"))
    return sheet


def _sessions_told(rest: Scanned, look: Look) -> Part:
    """Return what the latest sessions were told unasked, and how much of it was used."""

    def part(width: int) -> Sheet:
        sheet = heading("Told unasked, session by session", look, "used within a day of it")
        for session, tokens in rest.sessions:
            figures = f"{session.memories:>4,} told  {session.used:>4,} used  ≈ {tokens:,} tokens"
            before = f"  {day(session.last)}  {figures}  "
            where = one_line(session.folder or session.client or session.session)
            room = max(width - cell_len(before) - 1, 8)
            sheet.add([Segment(before, look.dim), Segment(fitted(where, room), look.text)])
        return sheet

    return part
