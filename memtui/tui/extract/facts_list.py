"""The facts of the Extract view as lines: what was decided, the verdict, and the statement.

What can be decided stands above; what a gate held back stands below a fold, dimmed, with its counts.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from memtui.capture.child import FactLine
from memtui.capture.facts import Candidate, Outcome
from memtui.domain.text import normalised, one_line
from memtui.tui.themes import Look, look
from memtui.tui.widgets.line_list import LineList, fitted


class Choice(StrEnum):
    """What a person said of a fact."""

    OPEN = "open"
    YES = "yes"
    BOTH = "both"
    """Yes, and the memory it disagrees with stays."""
    NO = "no"


SHOWN = {
    Outcome.NEW: "new",
    Outcome.UPDATES: "updates",
    Outcome.MERGES: "completes",
    Outcome.CONFLICTS: "conflict",
    Outcome.DELETES: "ends",
    Outcome.SUPPRESSED: "dropped",
    Outcome.DUPLICATE: "known",
}
"""The verdicts that are listed above the fold, as a word."""
HELD = {
    Outcome.NO_QUOTE: "no quote",
    Outcome.INVENTED: "invented",
    Outcome.UNIMPORTANT: "minor",
    Outcome.TRIVIAL: "trivial",
    Outcome.SECRET: "secret",
    Outcome.MALFORMED: "malformed",
    Outcome.RECALLED: "recalled",
    Outcome.REPEATED: "repeated",
}
"""What the gates held back, by gate, as a word."""
AGAINST = frozenset({Outcome.UPDATES, Outcome.MERGES, Outcome.CONFLICTS, Outcome.DELETES})
"""Verdicts about a memory whose place the fact takes."""
_TO_DECIDE = SHOWN.keys() - {Outcome.DUPLICATE}
"""Verdicts that ask for a yes or a no."""
_COLON = re.compile(r": (?=\S)")
_SHORTEST_LEAD, _LONGEST_LEAD = 20, 110
"""Characters before a colon: a shorter lead, such as a name, hides nothing; a longer one is no heading."""

_WORD, _TYPE = 9, 13
_REASON = 20
_ROOM_FOR_TYPE = 90
_ROOM_FOR_IMPORTANCE = 75


@dataclass(slots=True)
class Row:
    """One fact, and what became of it on the screen."""

    line: FactLine
    candidate: Candidate
    """As it was found, or as it was edited."""
    choice: Choice = Choice.OPEN
    op: int | None = None
    """The op that stored it."""
    stored: bool = False
    """Whether that op is in force; not after an undo."""
    refused_before: bool = False
    """A person refused it when an earlier text said it, and has not said otherwise since."""
    warned: bool = False
    """A person was told that a yes takes a rule away, or that the store seems to have it."""
    left_out: str = ""
    """Why the sentence is in no fact, until a person takes it as one."""

    @property
    def outcome(self) -> Outcome:
        """Its verdict."""
        return self.line.fact.outcome

    @property
    def edited(self) -> bool:
        """Whether a person changed its words."""
        return self.candidate is not self.line.fact.candidate

    @property
    def accepted(self) -> bool:
        """Whether it is to be stored and is not yet."""
        return self.choice in {Choice.YES, Choice.BOTH} and not self.stored

    @property
    def word(self) -> str:
        """Its verdict as a word, or that it is stored, or was refused."""
        if self.left_out:
            return "left out"
        if self.refused_before and self.choice is Choice.NO:
            return "refused"
        if self.line.fact.rule_goes and not self.stored and self.choice is not Choice.BOTH:
            return "rule goes"
        return "stored" if self.stored else SHOWN.get(self.outcome) or HELD[self.outcome]


class FactsList(LineList):
    """Facts with a cursor; behind the last one the fold, and what is below it when it is open."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []
        """What can be decided, in the order of the text."""
        self.held: list[Row] = []
        """What the gates held back."""
        self.unfolded = False
        self.left: list[Row] = []
        """The sentences in no fact, in the order of the text."""
        self.shows_left = False
        self.counts: Counter[Outcome] = Counter()
        self._leads: Counter[str] = Counter()
        """How many facts begin with a heading or name before a colon."""
        self._yes: dict[int, Row] = {}
        """The facts with a yes, by identity; a text of megabytes has too many to look through them."""
        self._refused: set[str] = set()
        """What was refused since memtui was opened, in every text."""

    # -- what there is -----------------------------------------------------------------------

    def clear(self) -> None:
        """Forget all facts."""
        self.rows, self.held, self.unfolded = [], [], False
        self.left, self.shows_left = [], False
        self.counts.clear()
        self._leads.clear()
        self._yes.clear()
        self.lay_out(0)

    def add(self, facts: Sequence[FactLine]) -> None:
        """Take more facts; the cursor stays on its fact."""
        before = len(self.rows)
        for found_fact in facts:
            row = Row(found_fact, found_fact.fact.candidate)
            if row.outcome in _TO_DECIDE and normalised(row.candidate.text) in self._refused:
                row.choice, row.refused_before = Choice.NO, True
            self.counts[row.outcome] += 1
            self._leads.update(_leads(row.candidate.text))
            (self.rows if row.outcome in SHOWN else self.held).append(row)
        below = self.cursor >= before > 0
        self.lay_out(self.cursor + (len(self.rows) - before if below else 0))

    def lay_out(self, cursor: int | None = None) -> None:
        """Count the lines anew."""
        lines = self._left_at + (len(self.left) if self.shows_left else 0)
        self.lines_changed(lines, self.cursor if cursor is None else cursor)

    @property
    def _left_at(self) -> int:
        """The line at which the sentences in no fact begin."""
        return len(self.rows) + bool(self.held) + (len(self.held) if self.unfolded else 0)

    def show_left(self, shows: bool) -> None:
        """Show the sentences in no fact below all others, or hide them."""
        self.shows_left = shows
        self.lay_out(self._left_at if shows else min(self.cursor, max(self._left_at - 1, 0)))

    def take(self, row: Row, fact: Row) -> int:
        """Put a fact that is made of a sentence in none among the others, where that stands in the text.

        Returns its line.
        """
        self.left.remove(row)
        fact.left_out = ""
        self.counts[fact.outcome] += 1
        starts = (i for i, other in enumerate(self.rows) if other.line.start > fact.line.start)
        at = next(starts, len(self.rows))
        self.rows.insert(at, fact)
        self.lay_out(self.cursor + 1)
        return at

    def row_at(self, index: int) -> Row | None:
        """Return the fact on a line; None on the fold."""
        if index < len(self.rows):
            return self.rows[index]
        if self.shows_left and self._left_at <= index < self._left_at + len(self.left):
            return self.left[index - self._left_at]
        below = index - len(self.rows) - 1
        return self.held[below] if self.unfolded and 0 <= below < len(self.held) else None

    @property
    def row(self) -> Row | None:
        """The fact under the cursor."""
        return self.row_at(self.cursor) if self.count else None

    @property
    def on_fold(self) -> bool:
        """Whether the cursor stands on the fold."""
        return bool(self.held) and self.cursor == len(self.rows)

    def fold(self, unfolded: bool) -> None:
        """Show or hide what was held back."""
        if self.held and unfolded != self.unfolded:
            self.unfolded = unfolded
            self.lay_out(min(self.cursor, len(self.rows)))

    def choose(self, row: Row, choice: Choice) -> None:
        """Note what a person said of a fact."""
        row.choice = choice
        keep = self._refused.add if choice is Choice.NO else self._refused.discard
        keep(normalised(row.candidate.text))
        if choice in {Choice.YES, Choice.BOTH}:
            self._yes[id(row)] = row
        else:
            self._yes.pop(id(row), None)

    @property
    def agreed(self) -> list[Row]:
        """The facts with a yes, stored or not."""
        return list(self._yes.values())

    @property
    def accepted(self) -> list[Row]:
        """What saving would store."""
        return [row for row in self._yes.values() if not row.stored]

    @property
    def open(self) -> bool:
        """Whether something is to be stored, or nothing was yet and not all was decided on."""
        undecided = any(row.choice is Choice.OPEN and row.outcome in _TO_DECIDE for row in self.rows)
        return bool(self.accepted) or (undecided and not self._yes)

    # -- drawing -----------------------------------------------------------------------------

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one fact as one line."""
        row = self.row_at(index)
        if row is None:
            return self._fold_line(width)
        if row.left_out:
            return _left_out_line(row, width, self.look)
        return _fact_line(row, width, self.look, self._shared_by(row))

    def _shared_by(self, row: Row) -> str:
        """Return the longest lead of a fact with which others begin, too; else an empty text."""
        shared = [lead for lead in _leads(row.candidate.text) if self._leads[lead] > 1]
        return shared[-1] if shared else ""

    def _fold_line(self, width: int) -> Sequence[Segment]:
        look = self.look
        counts = ", ".join(f"{self.counts[o]:,} {word}" for o, word in HELD.items() if self.counts[o])
        lead = f" {'▾' if self.unfolded else '▸'} {len(self.held):,} held back   "
        return [Segment(lead, look.text), Segment(fitted(counts, width - len(lead)), look.dim)]


def _leads(text: str) -> list[str]:
    """Return what stands before each early colon of a fact and hides what it says, the shortest first."""
    ends = [match.end() for match in _COLON.finditer(text, 0, _LONGEST_LEAD)]
    return [text[:end] for end in ends if end >= _SHORTEST_LEAD]


def _fact_line(row: Row, width: int, look: Look, lead: str) -> list[Segment]:
    """Return a fact in exactly `width` cells: the mark, the verdict, the importance, the type, the text.

    A lead that it shares with others stands behind the text.
    """
    sign, style = _mark(row, look)
    known = row.outcome is Outcome.DUPLICATE and row.choice is Choice.OPEN
    quiet = row.outcome in HELD or known or row.stored or row.choice is Choice.NO
    text = look.dim if quiet else look.text
    segments = [
        Segment(f" {sign} ", style),
        Segment(f" {fitted(row.word, _WORD)} ", _verdict_style(row, look)),
    ]
    used = 3 + _WORD + 2
    if width >= _ROOM_FOR_IMPORTANCE:
        segments.append(Segment(f" {row.candidate.importance:4.2f}  ", look.dim))
        used += 7
    if width >= _ROOM_FOR_TYPE:
        segments.append(Segment(fitted(row.candidate.type.label, _TYPE) + "  ", look.dim))
        used += _TYPE + 2
    room, headline = max(width - used - 1, 4), one_line(row.candidate.text.removeprefix(lead))
    said = min(cell_len(headline), room) if lead else room
    segments.append(Segment(fitted(headline, said), text))
    if said < room:
        segments.append(Segment(fitted(f" · {one_line(lead.rstrip(': '))}", room - said), look.dim))
    return [*segments, Segment(" ")]


def _left_out_line(row: Row, width: int, look: Look) -> list[Segment]:
    """Return a sentence that is in no fact, with the reason before it."""
    reason = fitted(row.left_out, min(_REASON, width // 3))
    said = fitted(one_line(row.candidate.text), max(width - cell_len(reason) - 6, 4))
    return [Segment(f"   {reason}  {said} ", look.dim)]


def _mark(row: Row, look: Look) -> tuple[str, Style]:
    if row.stored:
        return "●", look.dim
    return {
        Choice.OPEN: (
            "·" if row.outcome in SHOWN and row.outcome is not Outcome.DUPLICATE else " ",
            look.dim,
        ),
        Choice.YES: ("✓", look.accent_strong),
        Choice.BOTH: ("✓", look.accent_strong),
        Choice.NO: ("✗", look.error),
    }[row.choice]


def _verdict_style(row: Row, look: Look) -> Style:
    if row.stored or row.outcome is Outcome.DUPLICATE or row.outcome in HELD or row.choice is Choice.NO:
        return look.dim
    return look.accent if row.outcome is Outcome.NEW else look.warn


class FactsHead(Widget):
    """The names of the columns, above the facts."""

    DEFAULT_CSS = "FactsHead { height: 1; }"

    def __init__(self, facts: FactsList) -> None:
        super().__init__()
        self.facts = facts

    def render_line(self, _y: int) -> Strip:
        """Draw the one line."""
        width, styles = self.size.width, look(self.app.theme)
        room = self.facts.line_width
        text = f"    {fitted('verdict', _WORD)} "
        text += " imp.  " if room >= _ROOM_FOR_IMPORTANCE else ""
        text += fitted("type", _TYPE) + "  " if room >= _ROOM_FOR_TYPE else ""
        return Strip([Segment(fitted(text + "fact", width), styles.dim)], width).apply_style(styles.base)
