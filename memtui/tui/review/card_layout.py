"""What a card of the review queue looks like: the change that is proposed, why, and what a yes would do.

Functions from a card to lines, without a screen; the Review view shows what they return. A card keeps its
heading in one place, and gives way in long texts and details before what is asked falls off the screen. A
text that a yes would store gives way to nothing: where it doesn't fit, the card is laid out to be scrolled.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from memtui.domain import durations
from memtui.domain.counting import plural
from memtui.domain.deed_record import Offer, before_the_text
from memtui.domain.memory import Memory
from memtui.domain.proposal import Proposal
from memtui.domain.text import Longest, bar, filled_lines, one_line
from memtui.review.queue import Card
from memtui.review.rule_words import DONE_TO_A_FILE, heading_words, rule_words
from memtui.tui.review.before_after import before_after_lines
from memtui.tui.review.card_keys import Button, key_lines
from memtui.tui.review.card_parts import (
    CardState,
    Side,
    choices,
    file_words,
    offers,
    sides_of,
    stale_words,
    widths_of,
)
from memtui.tui.review.member_line import member_lines, member_row, scope_width
from memtui.tui.review.reason_lines import reason_lines
from memtui.tui.review.texts import excerpt, marked_lines, with_its_mark
from memtui.tui.review.time_line import time_line
from memtui.tui.themes import Look
from memtui.tui.widgets.about_memory import origin_words
from memtui.tui.widgets.line_list import at_most, fitted, fitted_end
from memtui.tui.widgets.pages import Line, quoted
from memtui.tui.widgets.rendered import rendered
from memtui.tui.widgets.wrapping import wrapped

_TWO_COLUMNS = 100
"""From so many cells on, the two memories of a pair stand side by side."""
_WIDEST, _WIDEST_PAIR = 104, 160
_LABEL = 12
_BETWEEN = "   │   "
_MOST_TEXT, _EVERYTHING = 4_000, 20_000
_ROOM = (
    (40, 24, True, True),
    (16, 12, True, True),
    (10, 8, True, True),
    (6, 7, True, True),
    (6, 12, False, False),
    (4, 8, False, False),
    (3, 6, False, False),
    (2, 3, False, False),
    (1, 2, False, False),
)
"""Lines for each text, lines of facts, whether the rest is shown, empty lines: tried until it fits.

Without empty lines it gets them between its parts as far as there is room: they make way before words do.
"""
_MEMBERS = {_EVERYTHING: (_EVERYTHING, 6), 40: (40, 3), 16: (16, 2), 10: (10, 2), 6: (8, 1)}
_FEW_MEMBERS = (5, 1)
"""Lines for the members of a batch, and for the text of each: by the lines for a text, and for few."""
_ROOM_TO_SCROLL = _ROOM[1]
"""Where what has to be read is longer than the view."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it is laid out."""

    lines: list[Line]
    read_to: int = 0
    """How many of the lines have to have been on the screen before a yes counts."""
    buttons: Sequence[Button] = ()
    """The keys that stand on it."""


def lay_out(card: Card, state: CardState, width: int, height: int, look: Look) -> Laid:
    """Return a card laid out for a view of `width` by `height` cells, with its margins."""
    first = card.first
    if first is None:
        return Laid([])
    sides = [] if card.ref.batch else sides_of(card, first, state)
    pair = width >= _TWO_COLUMNS and len(sides) == 2
    around = 4 if state.beside else 12 if width >= 100 else 2
    column = min(width - around, _WIDEST_PAIR if pair else _WIDEST)
    above = 1 if state.beside else height // 8
    rooms = ((_EVERYTHING, _EVERYTHING, True, True),) if state.whole else _ROOM
    for room in rooms:
        drawing = _Drawing(card, first, state, sides, column, look, pair, *room)
        lines = drawing.lines()
        if len(lines) <= height - 2:
            break
    if not drawing.airy and len(lines) < height - 2:
        drawing = replace(drawing, spare=height - 2 - len(lines), ends=[], buttons=[])
        lines = drawing.lines()
    if len(lines) > height - 2 and drawing.ends and not state.whole:
        drawing = _Drawing(card, first, state, sides, column, look, pair, *_ROOM_TO_SCROLL)
        lines = drawing.lines()
    read_to = drawing.read_to(lines)
    margin = " " * (2 if state.beside else max((width - column) // 2, 0))
    above = max(min(above, height - len(lines) - 1), 0)
    rows = [*([[]] * above), *([Segment(margin), *line] for line in lines)]
    buttons = [button.moved(len(rows), len(margin)) for button in drawing.buttons]
    return Laid(rows, read_to + above if read_to else 0, buttons)


@dataclass(frozen=True, slots=True)
class _Drawing:
    card: Card
    first: Proposal
    shown: CardState
    sides: Sequence[Side]
    """The texts that it is about; none of a batch, which lists its members."""
    width: int
    look: Look
    side_by_side: bool
    texts: int
    facts: int
    rest: bool
    airy: bool
    spare: int = 0
    """How many empty lines there is room for where it is not `airy`."""
    ends: list[Line] = field(default_factory=list)
    """The last line of each text that has to be read."""
    buttons: list[Button] = field(default_factory=list)
    """The keys, each on a line counted back from the end of the card."""

    @property
    def chooses(self) -> bool:
        """Whether one of several memories is to be chosen."""
        return Offer.WINNER in offers(self.card) and not self.shown.elsewhere and not self.first.stale

    def read_to(self, lines: Sequence[Line]) -> int:
        """Return how many of `lines` it takes to the end of what must be read."""
        ends = {id(line) for line in self.ends}
        return max((at + 1 for at, line in enumerate(lines) if id(line) in ends), default=0)

    def lines(self) -> list[Line]:
        parts = [self.heading(), self.notes(), self.body(), self.why(), self.sections(), self.keys()]
        parts = [part for part in parts if part]
        # The keys stand apart first, then what a yes does, and so on upwards.
        apart = len(parts) if self.airy else self.spare
        lines: list[Line] = []
        for left, part in zip(reversed(range(len(parts))), parts, strict=True):
            lines += [[], *part] if lines and left < apart else part
        return lines

    def heading(self) -> list[Line]:
        """Return what kind of card it is in capitals, and the reason."""
        look, card = self.look, self.card
        kind = heading_words(self.first.rule).upper()
        reason = self.first.reason
        if card.ref.batch:
            reason = f"{card.count:,} {card.ref.batch}"
        room = self.width - cell_len(kind) - 3
        reason_rows = list(wrapped(one_line(reason, Longest.REASON), room))[:3]
        style = look.error if self.first.kind.record.hides else look.accent
        lead = Segment(kind, style + Style(bold=True))
        under = " " * (cell_len(kind) + 3)
        lines = [
            [lead if not i else Segment(under[3:]), Segment("   "), Segment(row, look.strong)]
            for i, row in enumerate(reason_rows)
        ]
        sure = f"   {self.first.confidence:.0%} sure"
        if not self.rest and cell_len(reason_rows[-1]) + len(sure) <= room:
            lines[-1].append(Segment(sure, look.dim))
        return lines

    def notes(self) -> list[Line]:
        """Return what is out of the ordinary: decided elsewhere, or stale."""
        note = self.shown.elsewhere or stale_words(self.card, self.shown.now)
        lines = wrapped(note, self.width - 4) if note else ()
        also = wrapped(self.shown.also, self.width - 4) if self.shown.also else ()
        warning = [
            [Segment("  " if i else "! ", self.look.warn), Segment(w, self.look.warn)]
            for i, w in enumerate(lines)
        ]
        return [*warning, *([Segment("  "), Segment(w, self.look.dim)] for w in also)]

    # -- what it is about --------------------------------------------------------------------

    def body(self) -> list[Line]:
        if self.card.ref.batch:
            return self.members()
        if self.first.evidence.before_after and not self.first.change.draft:
            about = [*self.in_rows(self.sides), []] if len(self.sides) == 1 else []
            most, pairs = max(self.facts, 4), self.first.evidence.before_after
            return [*about, *before_after_lines(pairs, most, self.width, self.how_to_see(), self.look)]
        if self.side_by_side:
            return self.in_columns(self.sides)
        return self.in_rows(self.sides)

    def in_rows(self, sides: Sequence[Side]) -> list[Line]:
        """Return the texts one above the other, their facts in columns."""
        most = max(self.texts, 3)
        series = time_line(self.card, self.first, self.shown, self.width, self.look, most)
        if series:
            return series
        if len(sides) > 3:
            return self.headlines(sides)
        lines: list[Line] = []
        widths = widths_of(sides)
        for side in sides:
            lines += [[]] if lines and self.airy else []
            lines += self.text_of(side, self.width - 4)
            lines += self.facts_of(side, widths, self.width - 4)
        return lines

    def in_columns(self, sides: Sequence[Side]) -> list[Line]:
        """Return two texts next to each other."""
        each = (self.width - len(_BETWEEN)) // 2
        widths = widths_of(sides)
        blocks = []
        texts = [self.text_of(side, each - 4) for side in sides]
        tallest = max(map(len, texts))
        for side, text in zip(sides, texts, strict=True):
            below = self.facts_of(side, widths, each - 4)
            blocks.append([*text, *([[]] * (tallest - len(text))), *below])
        lines: list[Line] = []
        for row in range(max(map(len, blocks))):
            left, right = (block[row] if row < len(block) else [] for block in blocks)
            used = sum(cell_len(segment.text) for segment in left)
            gap = Segment(" " * max(each - used, 0))
            lines.append([*left, gap, Segment(_BETWEEN, self.look.faint), *right])
            if any(end is left or end is right for end in self.ends):
                self.ends.append(lines[-1])
        return lines

    def text_of(self, side: Side, width: int) -> list[Line]:
        """Return a text with its marks; when it is cut, the part that has the marks."""
        plain = self.look.strong if side.sign == "▸" else self.look.text
        shade = self.look.error if self.first.kind.record.hides else self.look.accent
        marked = shade + Style(underline=True, bold=True)
        text, spans = side.text, side.spans
        longest = len(text) if side.to_read else _EVERYTHING if self.shown.whole else _MOST_TEXT
        text, beyond = text[:longest], filled_lines(text[longest:])
        read = (
            None if spans or side.to_read or len(self.first.targets) > 1 else rendered(text, width, self.look)
        )
        lines = read or marked_lines(text, spans, width, plain, marked)
        most = max(self.texts, len(lines)) if side.to_read else self.texts
        if len(lines) + (beyond > 0) > most > 1:
            first = next((i for i, line in enumerate(lines) if any(s.style == marked for s in line)), 0)
            start = first if first >= most - 1 else 0
            lines = excerpt(lines, start, most, beyond, Segment(self.how_to_see(), self.look.dim), width)
        elif len(lines) > most:
            lines = [with_its_mark(lines, width, plain, marked)]
        rows = self.signed(lines, side.sign, marked)
        self.ends.extend(rows[-1:] if side.to_read else ())
        return rows

    def signed(self, lines: Sequence[Line], sign: str, marked: Style) -> list[Line]:
        """Return the lines of a text behind their signs: its own, and that a line is cut out."""
        signs = [sign, *(" " * (len(lines) - 1))]
        if self.first.change.deed.record.shortens:
            goes = [any(part.style == marked for part in line) for line in lines]
            signs = ["−" if cut else own for cut, own in zip(goes, signs, strict=True)]
        style = self.look.accent_strong
        return [[Segment(f"  {own} ", style), *line] for own, line in zip(signs, lines, strict=True)]

    def facts_of(self, side: Side, widths: Sequence[int], width: int) -> list[Line]:
        """Return scope, type, date and strength of a text, under each other in a pair."""
        look = self.look
        line: Line = [Segment("    ")]
        room = width
        kept = (16 if side.strength is not None else 0) + len(side.word)
        for index, fact in enumerate(side.facts):
            size = min(widths[index], 30)
            if size + 3 > room - (kept if index > 1 else 0):
                break
            line.append(Segment(fitted_end(fact, size) if index == 0 else fitted(fact, size), look.dim))
            line.append(Segment("   "))
            room -= size + 3
        room -= len(side.word)
        if side.strength is not None and room >= 7:
            with_bar = room >= (16 if side.word else 14)
            full, rest = bar(side.strength, 8) if with_bar else ("", "")
            line += [Segment(full, look.accent), Segment(rest, look.faint)]
            ends = "   " if room > 16 or side.word else ""
            line.append(Segment(f"{' ' * with_bar}{side.strength:4.2f}{ends}", look.dim))
        if side.word and room >= 0:
            line.append(Segment(side.word, look.dim if side.word == "goes" else look.accent))
        lines = [line] if len(line) > 1 else []
        if side.file and self.airy:
            lines.append([Segment("    "), Segment(fitted_end(side.file, width).rstrip(), look.dim)])
        return lines

    def headlines(self, sides: Sequence[Side]) -> list[Line]:
        """Return many memories as a line each; what is added comes last and in full."""
        room = self.width - 4
        old = [side for side in sides if side.id is not None]
        most = max(min(len(old), self.texts + 2), 2)
        lines: list[Line] = [
            [
                Segment("    "),
                Segment(fitted(f"{side.strength or 0.0:4.2f}", 6), self.look.dim),
                Segment(fitted(one_line(side.text, Longest.REASON), room - 6), self.look.text),
            ]
            for side in old[:most]
        ]
        if len(old) > most:
            lines.append([Segment(f"    … and {len(old) - most:,} more", self.look.dim)])
        for side in sides:
            if side.id is None:
                lines += [[], *self.text_of(side, room), *self.facts_of(side, widths_of([side]), room)]
        return lines

    def members(self) -> list[Line]:
        """Return the members of a batch, as many as there is room for; without a scope that its name says."""
        look, room = self.look, self.width - 4
        most, lines_each = _MEMBERS.get(self.texts, _FEW_MEMBERS)
        rows = [member_row(p, self.card.memories, self.shown.now) for p in self.card.proposals[:most]]
        scope = self.first.scope
        in_its_name = scope in self.card.ref.batch.split() and all(row.scope == scope for row in rows)
        widest = max((cell_len(row.scope) for row in rows), default=0)
        scopes = 0 if in_its_name else scope_width(widest, room)
        lines: list[Line] = []
        shown = 0
        for row in rows:
            member = member_lines(row, room, scopes, lines_each, look)
            if lines and len(lines) + len(member) > most:
                break
            lines += [[Segment("    "), *line] for line in member]
            shown += 1
        if self.card.count > shown:
            lines.append([Segment(f"    … and {self.card.count - shown:,} more", look.dim)])
        return lines

    # -- why, and what then --------------------------------------------------------------------

    def why(self) -> list[Line]:
        """Return the evidence: what is known about it, label and value, and the words it rests on."""
        look, evidence = self.look, self.first.evidence
        if self.card.ref.batch:
            return self.labelled(
                "why", reason_lines(self.card, self.width - _LABEL - 4, max(self.facts // 4, 2), look)
            )
        facts = list(evidence.facts)
        lines: list[Line] = []
        label = min(max((cell_len(name) for name, _ in facts), default=0), 22)
        room = self.width - _LABEL - 4
        for name, value in facts:
            head = fitted(one_line(name, Longest.NAME), label) + "   "
            for i, row in enumerate(wrapped(one_line(value, Longest.QUOTE), max(room - label - 3, 12))):
                lead = head if not i else " " * (label + 3)
                lines.append([Segment(lead, look.dim), Segment(row, look.text)])
        if len(lines) > self.facts:
            hidden = len(lines) - self.facts + 1
            more = at_most(f"… {plural(hidden, 'more line')}{self.how_to_see()}", room)
            lines = [*lines[: self.facts - 1], [Segment(more, look.dim)]]
        quote = one_line(evidence.quote, Longest.QUOTE)
        if quote:
            lines += [[Segment(row, look.dim)] for row in quoted(quote, room, 4 if self.rest else 2)]
        return self.labelled("why", lines)

    def sections(self) -> list[Line]:
        """Return the card's sections: what a yes does, its source, and its confidence."""
        look, room = self.look, self.width - _LABEL - 4
        undo = self.shown.keys.get("undo", "")
        if_yes = list(self.shown.if_yes or self.card.if_yes)
        done = [
            line.worded(undo) for line in (before_the_text(if_yes) if self.first.change.new_text else if_yes)
        ]
        rows: list[Line] = []
        for i, title in enumerate(done):
            rows += [
                [Segment(w, look.text if not i else look.dim)]
                for w in wrapped(one_line(title, Longest.QUOTE), room)
            ]
        if self.shown.kept:
            rows += [[Segment(w, look.warn)] for w in wrapped(self.shown.kept, room)]
        asks = self.first.change.open_question and self.shown.keep is None and self.chooses
        lines = [] if asks else self.labelled("if yes", rows)  # the keys below say what there is to choose
        if self.rest:
            about = [] if self.card.ref.batch else self.labelled("from", self.sources(room))
            lines += [[]] if lines else []
            lines += [*about, *self.labelled("confidence", [self.confidence()])]
        return lines

    def sources(self, room: int) -> list[Line]:
        """Return where the memories come from, each source once, and the words of the one there is."""
        look = self.look
        about = [self.card.memories[t.id] for t in self.first.targets if t.id in self.card.memories]
        told_above = len(self.first.targets) == 2 and self.airy
        about_here = [memory for memory in about if not (told_above and file_words(memory))]
        names = list(dict.fromkeys(self.source_words(memory, room) for memory in about_here))
        if self.first.origin not in {"review", ""} and self.first.rule not in DONE_TO_A_FILE:
            names.append(f"proposed by {one_line(self.first.origin, Longest.NAME)}")
        lines: list[Line] = [
            [Segment(w, look.dim)] for name in names[:2] for w in list(wrapped(name, room))[:2]
        ]
        quote = about[0].provenance.get("quote") if len(about) == 1 else None
        if isinstance(quote, str) and quote.strip() and not self.first.kind.record.hides:
            quote_rows = quoted(one_line(quote, Longest.SENTENCE), room, 2)
            lines += [[Segment(row, look.dim)] for row in quote_rows]
        return lines

    def source_words(self, memory: Memory, room: int) -> str:
        """Return who brought a memory, and the end of its file's path if the card has not told that."""
        file = file_words(memory)
        if not file or len(self.first.targets) > 1:
            return origin_words(memory)
        head = f"{memory.origin} from "
        return head + fitted_end(file, max(room - cell_len(head), 1)).rstrip()

    def confidence(self) -> Line:
        """Return its confidence, savings, age and rule, as far as they fit."""
        look, first = self.look, self.first
        full, rest = bar(first.confidence, 8)
        line = [Segment(full, look.accent), Segment(rest, look.faint)]
        room = self.width - 4 - _LABEL - 8
        saves = sum(p.saves for p in self.card.proposals) if self.card.ref.batch else first.saves
        parts = [f" {first.confidence:4.2f}"]
        parts += [f"   ≈ {saves:,} tokens fewer kept"] if saves > 0 else []
        parts += [f"   found {durations.ago(self.shown.now - first.created_at)}"]
        parts += [f"   rule: {rule_words(first.rule)}"]
        for part in parts:
            room -= cell_len(part)
            if room < 0:
                break
            line.append(Segment(part, look.dim))
        return line

    def how_to_see(self) -> str:
        """Return which key shows what is left out."""
        key = self.shown.keys.get("zoom")
        return f"; {key} shows them" if key else ""

    def labelled(self, label: str, lines: Sequence[Line]) -> list[Line]:
        return [
            [Segment("    " + fitted(label if not i else "", _LABEL), self.look.dim), *line]
            for i, line in enumerate(lines)
        ]

    # -- the keys -----------------------------------------------------------------------------

    def keys(self) -> list[Line]:
        """Return the keys that decide, as many to a line as fit."""
        offered = choices(self.card, self.first, self.shown, stacked=not self.side_by_side)
        lines, buttons = key_lines(offered, self.width, self.look)
        self.buttons.extend(buttons)
        return lines
