"""The lists of the Review view, the members of a batch and the rules with their records, and its head."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual import events

from memtui.domain import durations
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import plural
from memtui.domain.instant import Instant
from memtui.domain.proposal import Proposal
from memtui.domain.text import bar
from memtui.review.queue import Card
from memtui.review.rule_words import LONGEST, rule_words
from memtui.store.review_rules import RuleRecord
from memtui.store.runs import Run
from memtui.tui.review.member_line import member_line, member_row, scope_width
from memtui.tui.themes import Look, look
from memtui.tui.widgets.chrome import OneLine
from memtui.tui.widgets.line_list import LineList, fitted, right, within

_SHARE, _BAR, _DECIDED = LONGEST + 33, LONGEST + 43, LONGEST + 63
"""Columns from which on there is room for how often a rule was right, for a bar of it, for its verdicts."""


class ReviewHead(OneLine):
    """The card's number, the cards of each kind, and the time they will take."""

    DEFAULT_CSS = "ReviewHead { margin: 1 0 0 0; }"

    def __init__(self, choose: Callable[[Kind], None]) -> None:
        """Let a click on the count of a kind `choose` it."""
        super().__init__()
        self._choose = choose
        self.place = ""
        self.kinds: Mapping[Kind, int] = {}
        self.kind: Kind | None = None
        """The kind of the card that is shown."""
        self.share: float | None = None
        """How much of the five minutes is done; None outside of them."""
        self.time = ""

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return place and counts at the left, the time at the right."""
        left = [Segment(f" {self.place}", look.strong), Segment("   ")]
        if self.share is not None:
            full, rest = bar(self.share, 16)
            left += [Segment(full, look.accent), Segment(rest, look.faint), Segment("   ")]
        if sum(cell_len(s.text) for s in left) + cell_len(self.time) >= width:
            left = left[:2]  # the bar says less than the time
        room = width - sum(cell_len(s.text) for s in left) - cell_len(self.time) - 4
        for index, (kind, count) in enumerate(self.kinds.items()):
            figure = f"{count:,} {kind}"
            length = cell_len(figure) + (3 if index else 0)
            if room - length < 2:
                left += [Segment(" …", look.dim)] if index else []
                break
            left += [Segment(" · ", look.faint)] if index else []
            left.append(Segment(figure, look.text if kind is self.kind else look.dim))
            room -= length
        return left, [Segment(f"{self.time} ", look.dim)] if self.time else []

    def on_click(self, event: events.Click) -> None:
        """Show the cards of the kind whose count was clicked."""
        left, _ = self.parts(look(self.app.theme), self.size.width)
        kinds = {f"{count:,} {kind}": kind for kind, count in self.kinds.items()}
        x = 0
        for segment in left:
            end = x + cell_len(segment.text)
            if x <= event.x < end and segment.text in kinds:
                self._choose(kinds[segment.text])
            x = end


class MembersList(LineList):
    """The proposals of a batch; those that are marked, or the one under the cursor, can be decided apart."""

    def __init__(self) -> None:
        super().__init__()
        self.card: Card | None = None
        self.marked: set[int] = set()
        """The proposals that are marked."""
        self.now: Instant = 0.0
        self.empty = ("All of them are decided", "", "{back} goes back to the cards")

    @property
    def proposal(self) -> Proposal | None:
        """The proposal under the cursor."""
        return self.card.proposals[self.cursor] if self.card is not None and self.count else None

    @property
    def ids(self) -> list[int]:
        """The proposals that are listed."""
        return [proposal.id for proposal in self.card.proposals] if self.card is not None else []

    @property
    def chosen(self) -> list[int]:
        """The proposals that are marked, or the one under the cursor where none is."""
        marked = [i for i in self.ids if i in self.marked]
        return marked or ([self.proposal.id] if self.proposal is not None else [])

    def toggle(self, ids: Iterable[int]) -> None:
        """Mark what is not marked of these proposals, and take the mark from the others."""
        self.marked.symmetric_difference_update(ids)
        self.forget_strips()
        self.refresh()

    def show(self, card: Card, now: Instant) -> None:
        """Show the members of a batch; the cursor stays on its line, and marks on what is still listed."""
        self.card, self.now = card, now
        self.marked &= set(self.ids)
        self.lines_changed(len(card.proposals), self.cursor)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one member: its mark, strength, age, text and scope."""
        if self.card is None:
            return [Segment(" " * width)]
        proposal = self.card.proposals[index]
        row = member_row(proposal, self.card.memories, self.now)
        mark = Segment(" ● " if proposal.id in self.marked else "   ", self.look.accent)
        return [mark, *member_line(row, width - 4, scope_width(24, width - 4), self.look), Segment(" ")]


class RulesList(LineList):
    """Every rule that ever proposed something, and how it fares with the person."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[RuleRecord] = []
        self.now: Instant = 0.0
        self.unmute_key = ""
        """What lets a muted rule be heard again."""
        self.empty = (
            "No rule has proposed anything yet",
            "",
            "Each that does stands here, with how often you said yes and no to it.",
            "One that you keep turning down is muted, and says so here.",
            "",
            "{run_pass:4}runs a pass now",
            "{back:4}goes back",
        )

    @property
    def record(self) -> RuleRecord | None:
        """The rule under the cursor."""
        return self.records[self.cursor] if self.records else None

    def show(self, records: list[RuleRecord], now: Instant) -> None:
        """Show the rules; the cursor stays on its line."""
        self.records, self.now = records, now
        self.lines_changed(len(records), self.cursor)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one rule: its name, the verdicts on it, its open cards, and whether it is muted."""
        record, look = self.records[index], self.look
        share = record.acceptance
        full, rest = bar(share or 0.0, 10)
        share_words = "not asked yet" if share is None else f"{share:4.0%} yes"
        decided = "" if share is None else f"{record.accepted:,} yes · {record.rejected:,} no"
        state = ""
        if record.muted_at is not None:
            muted = durations.ago(self.now - record.muted_at, now="now")
            state = f"muted {muted} · {self.unmute_key} unmutes"
        line = [Segment("   " + fitted(rule_words(record.rule), LONGEST) + "  ", look.text)]
        if width >= _BAR:
            line += [Segment(full, look.accent if share else look.faint), Segment(rest, look.faint)]
        line += [Segment(f" {fitted(share_words, 13)}  ", look.dim)] if width >= _SHARE else []
        line += [Segment(fitted(decided, 18), look.dim)] if width >= _DECIDED else []
        line += [Segment(right(f"{record.open:,} open", 11) + "   ", look.dim), Segment(state, look.warn)]
        if not state and sum(cell_len(part.text) for part in line) + cell_len(record.rule) < width:
            line.append(Segment(record.rule, look.dim))  # what commands know it by, where there is room
        return within(line, width)


def run_words(run: Run | None, now: Instant) -> str:
    """Return what the last pass did, in a sentence or two."""
    if run is None:
        return "The pass has not run yet."
    when = durations.ago(now - run.started_at)
    if run.status == "running":
        return f"A pass is at work, since {when.removesuffix(' ago')}."
    looked_at = run.counts.get("looked_at", 0)
    counts = {kind: run.counts[kind] for kind in Kind if run.counts.get(kind)}
    took = max(run.last_at - run.started_at, 0.0)
    how = {"done": "", "cancelled": ", and was stopped", "failed": ", and failed"}.get(run.status, "")
    sentence = f"The last pass ran {when}, looked at {plural(looked_at)} in {took:.1f} s{how}"
    listed = " · ".join(f"{count:,} {kind}" for kind, count in counts.items())
    return f"{sentence}. New: {listed}." if listed else f"{sentence}. It found nothing new."
