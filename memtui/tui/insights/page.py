"""Lays out the Insights page: the place of each figure, for a width.

First what there is to do, then where it comes from, what agents get of it, and how it has been changing.
"""

from collections.abc import Callable, Mapping, Sequence

from rich.cells import cell_len
from rich.segment import Segment

from memtui.domain import decay
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import size
from memtui.domain.days import day
from memtui.domain.filter import quoted
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.scope import ROOT
from memtui.domain.text import Longest, bar, one_line
from memtui.review.rule_words import LONGEST, rule_words
from memtui.secrets.masking import masked, masked_memory
from memtui.store.review_rules import RuleRecord
from memtui.store.statistics import WEEKS
from memtui.tui.insights import parts_table
from memtui.tui.insights.days_map import days_map
from memtui.tui.insights.drawing import chart, counted, heading, spark
from memtui.tui.insights.figures import LISTED, UNUSED, Glance, Scanned
from memtui.tui.insights.scope_map import scope_map
from memtui.tui.keys.views import ViewId
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import at_most, fitted, right
from memtui.tui.widgets.links import Link, Sheet
from memtui.tui.widgets.wrapping import wrapped

Part = Callable[[int], Sheet]
"""A part of the page, laid out for a width."""

_TWO = 110
"""From this many columns on, related parts are side by side."""
_BLOCK = 39
_READ = 78
"""Cells of a sentence that is read."""
_NO_USES = "Agents say what they used once `memtui init` has set them up; then this page tells what is not."
_WEAK = "They do not fade: they may not, or no agent says what it uses of them. They only sink in the list."
_MAP = 12
"""Lines of the map of scopes."""
_COUNT = 7
"""Cells of a number before what it counts."""
_VERDICTS = 27
"""Cells of the columns of verdicts, and of what says that a rule is muted."""
_TO_DECIDE = {
    Kind.SECRET: "with a password or a key in them",
    Kind.POISON: "that tell agents what to do",
    Kind.CONFLICT: "contradictions",
    Kind.LEARNED: "said by sessions and texts, to let in",
    Kind.DUPLICATE: "that say what another says",
    Kind.JUNK: "junk: chatter, output, a moment that is over",
    Kind.EXPIRED: "whose time is over",
    Kind.DEAD: "to hold against the files and code they speak of",
    Kind.FADING: "to drop: faded, and unused for long",
    Kind.PROMOTE: "used so often that they should last",
    Kind.SHARE: "to share with a team, or not",
    Kind.RETENTION: "old episodes and output, for the archive",
    Kind.BUDGET: "more than fits what agents are told",
    Kind.COMPACT: "to sum up in one",
    Kind.JUDGE: "that a model found wanting",
}
"""What the cards of a kind are about, behind their number; the most urgent first."""


def page_sheet(glance: Glance, rest: Scanned | None, width: int, look: Look) -> Sheet:
    """Return the page; without `rest` only what is known at once."""
    sheet = Sheet([[]])
    sheet.below(_headline(glance, rest, width, look))
    if rest is None:
        _put(sheet, [_to_do(glance, None, look)], width)
        sheet.add([])
        sheet.add([Segment("  Counting the rest …", look.dim)])
        return sheet
    _put(sheet, [_to_do(glance, rest, look), _starts(rest, look)], width)
    _put(sheet, _tables(glance, rest, look), width, from_width=2 * parts_table.LEAST)
    if rest.used_most or rest.loaded.clients or rest.loaded.shown:
        _put(sheet, [_listed_most(rest, look), _agents(rest, look)], width)
    else:
        _put(sheet, [_nothing_used(look)], width)
    if rest.sessions:
        _put(sheet, [_sessions_told(rest, look)], width)
    _put(sheet, [_growing(glance, rest, look), _ahead(rest, glance.now, look)], width)
    _put(sheet, _calendars(glance, rest, look), width)
    if rest.parts.tokens:
        _put(sheet, [_where_tokens_are(rest, look)], width)
    _put(sheet, [_holds(rest, look), _rules(glance.rules, look)], width)
    return sheet


def _put(sheet: Sheet, parts: Sequence[Part], width: int, *, from_width: int = _TWO) -> None:
    """Add parts beside each other where there is room, else beneath each other."""
    if width >= from_width:
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
    figures: list[tuple[str, str, Link | None]] = [
        (f"{glance.by_state.get('live', 0):,}", "live", Link(says="all memories"))
    ]
    if rest is not None:
        bytes_, unit = size(glance.file_bytes).split(" ")
        figures += [
            (f"{rest.pinned:,}", "pinned", Link("is:pinned", says="pinned")),
            (f"{rest.faded:,}", "faded", Link("is:faded", says="faded")),
            (f"≈ {rest.tokens:,}", "tokens in all", None),
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
    return sheet


def _to_do(glance: Glance, rest: Scanned | None, look: Look) -> Part:
    """Return what a person can do about the store, each line with how many memories or cards it is about."""

    def part(width: int) -> Sheet:
        sheet = heading("What to do", look)
        rows: list[tuple[int, str, Link]] = []
        for kind, words in _TO_DECIDE.items():
            count = glance.cards.get(kind, 0)
            rows.append((count, words, Link(kind, view=ViewId.REVIEW, says=f"{words}, in Review")))
        if rest is not None:
            soon = dict(rest.forecast).get("30d", 0)
            rows += [(rest.faded, "faded: weak, and nobody used them", Link("is:faded", says="faded"))]
            rows += [(rest.unused or 0, "never used in 30 days and more", Link(UNUSED, says="never used"))]
            rows += [(soon, "fade within 30 days", Link("fades:30d", says="fade within 30 days"))]
        rows = [row for row in rows if row[0]]
        for count, words, link in rows:
            sheet.add(
                [
                    Segment(right(f"{count:,}", _COUNT), look.accent_strong),
                    Segment(f"  {words}"[: max(width - _COUNT, 8)], look.text),
                ],
                link,
            )
        if not rows:
            sheet.add([Segment("  nothing waits for you", look.dim)])
        return sheet

    return part


def _starts(rest: Scanned, look: Look) -> Part:
    """Return what a session is told as it starts, place by place, and what that costs."""

    def part(width: int) -> Sheet:
        more = "" if rest.starts else "nothing"
        sheet = heading("Told as a session starts", look, more)
        for start in rest.starts:
            figures = f"{start.told:>5,} told  ≈ {start.tokens:,} tokens"
            room = max(min(width - cell_len(figures) - 4, LONGEST), 8)
            name = "outside of projects" if start.scope == ROOT else masked(start.scope)
            link = Link(start.scope, view=ViewId.ASK, says="what a session there is told, in Ask")
            label = fitted(one_line(name, Longest.PHRASE), room)
            sheet.add([Segment(f"  {label}", look.text), Segment(f"  {figures}", look.dim)], link)
        return sheet

    return part


def _tables(glance: Glance, rest: Scanned, look: Look) -> list[Part]:
    """Return who wrote what, and where it is kept."""
    return [
        lambda width: parts_table.of_sources(rest.parts.sources, glance.now, width, look),
        lambda width: parts_table.of_folders(rest.parts.folders, glance.now, width, look),
    ]


def _growing(glance: Glance, rest: Scanned, look: Look) -> Part:
    """Return live memories over time, and what was dropped each week."""

    def part(width: int) -> Sheet:
        sheet = heading("Live memories", look, "by their own dates")
        sheet.below(chart(rest.growth, width, look))
        dropped = glance.dropped_per_week
        figures = f"{dropped[-1]:,} this week, {sum(dropped):,} in {WEEKS} weeks"
        for kind, values in rest.growth.by_type.items():
            if any(values):
                link = Link(f"type:{kind}", says=f"{kind.label}: {values[-1]:,}")
                sheet.below(spark(kind.label, values, width, look, link, f"{values[-1]:<{len(figures)},}"))
        to_dropped = Link(view=ViewId.DROPPED, says="what was dropped")
        sheet.below(spark("dropped here", dropped, width, look, to_dropped, figures))
        return sheet

    return part


def _calendars(glance: Glance, rest: Scanned, look: Look) -> list[Part]:
    """Return the days on which memories were made, and those on which they were used."""
    days = rest.calendar
    return [
        lambda width: days_map("made", days.made, glance.now, width, look),
        lambda width: days_map("used", days.used, glance.now, width, look),
    ]


def _where_tokens_are(rest: Scanned, look: Look) -> Part:
    """Return the scopes as boxes, as large as what agents can be told of each."""

    def part(width: int) -> Sheet:
        sheet = heading("Tokens by scope", look, f"≈ {rest.tokens:,} in all")
        sheet.below(scope_map(rest.parts.tokens, width, _MAP, look))
        return sheet

    return part


def _ahead(rest: Scanned, now: Instant, look: Look) -> Part:
    """Return what fades and when, and the memories that do so next."""

    def part(width: int) -> Sheet:
        if not rest.faded and not any(count for _, count in rest.forecast):
            sheet = heading("Fades, when nobody uses it", look, "nothing, within a year")
            sheet.below(_weak(rest, width, look))
            return sheet
        rows: list[tuple[str, int, Link | None]] = [("faded by now", rest.faded, Link("is:faded"))]
        rows += [
            (f"within {ahead.removesuffix('d')} days", count, Link(f"fades:{ahead}"))
            for ahead, count in rest.forecast
        ]
        sheet = counted("Fades, when nobody uses it", rows, min(width, _BLOCK + 10), look)
        sheet.below(_weak(rest, width, look))
        for memory in rest.soon[: 0 if rest.faded else LISTED]:
            sheet.below(_listed(memory, now, width, look))
        return sheet

    return part


def _weak(rest: Scanned, width: int, look: Look) -> Sheet:
    """Return what is as weak as faded memories and has not faded; nothing where there is none."""
    sheet = Sheet()
    if rest.weak:
        link = Link(f"below:{rest.threshold:g}", says=f"weaker than {rest.threshold:g}")
        count = Segment(f"  {rest.weak:,}", look.accent_strong)
        what = at_most(f" weaker than {rest.threshold:g} by age", max(width - count.cell_length, 0))
        sheet.add([count, Segment(what, look.text)], link)
        for row in wrapped(_WEAK, max(width - 4, 16)):
            sheet.add([Segment(f"  {row}", look.dim)])
    return sheet


def _rules(rules: Sequence[RuleRecord], look: Look) -> Part:
    """Return how often each rule of Review was right with the person."""

    def part(width: int) -> Sheet:
        judged = [rule for rule in rules if rule.accepted or rule.rejected or rule.muted_at is not None]
        judged.sort(key=lambda rule: (-(rule.accepted + rule.rejected), -rule.open, rule.rule))
        sheet = heading("What you said to Review", look, "rule by rule" if judged else "nothing yet")
        room = max(min(width - _VERDICTS - 4, LONGEST), 8)
        if judged:
            sheet.add([Segment(f"  {'':<{room}}  {'yes':>6} {'no':>6} {'open':>6}", look.dim)])
        for rule in judged[:LISTED]:
            figures = f"{rule.accepted:>6,} {rule.rejected:>6,} {rule.open:>6,}"
            figures += "  muted" if rule.muted_at is not None else ""
            name = fitted(rule_words(rule.rule), room)
            link = Link(view=ViewId.REVIEW, says="the queue of Review")
            sheet.add([Segment(f"  {name}", look.text), Segment(f"  {figures}", look.dim)], link)
        if len(judged) > LISTED:
            sheet.add([Segment(f"  and {len(judged) - LISTED:,} more rules", look.dim)])
        return sheet

    return part


def _holds(rest: Scanned, look: Look) -> Part:
    """Return what sorts of memories there are: by type and by category."""

    def block(title: str, values: Mapping[str, int], token: str, named: Callable[[str], str] = str) -> Sheet:
        rows = [
            (named(name), count, Link(f"{token}:{quoted(name)}"))
            for name, count in list(values.items())[:LISTED]
        ]
        return counted(title, rows, _BLOCK, look, len(values) - LISTED)

    def part(width: int) -> Sheet:
        sheet = block("Type", rest.by_type, "type", lambda name: MemoryType(name).label)
        categories = block("Category", rest.by_category, "cat")
        if width >= 2 * _BLOCK:
            sheet.beside(categories, _BLOCK)
        else:
            sheet.add([])
            sheet.below(categories)
        return sheet

    return part


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


def _nothing_used(look: Look) -> Part:
    """Say that no use is known, and how it comes to be."""

    def part(width: int) -> Sheet:
        sheet = heading("Used most in 30 days", look, "none was logged here")
        for line in wrapped(_NO_USES, min(width, _READ) - 3):
            sheet.add([Segment(f"  {line}", look.dim)])
        return sheet

    return part


def _agents(rest: Scanned, look: Look) -> Part:
    """Return how much of the store agents loaded."""

    def part(width: int) -> Sheet:
        rows: list[tuple[str, int, Link | None]] = [(name, uses, None) for name, uses in rest.loaded.clients]
        rows.append(("shown unasked", rest.loaded.shown, None))
        return counted("What agents loaded in 30 days", rows[:LISTED], width, look, len(rows) - LISTED)

    return part


def _listed(memory: Memory, now: Instant, width: int, look: Look) -> Sheet:
    """Return a memory with how strong it is."""
    sheet = Sheet()
    full, rest = bar(decay.strength(memory.importance, memory.last_touch, memory.half_life, now), 8)
    text = fitted(masked_memory(memory).headline, max(width - 13, 8))
    line = [Segment("  "), Segment(full, look.accent), Segment(rest, look.faint)]
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
