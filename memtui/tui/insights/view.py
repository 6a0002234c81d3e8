"""The Insights view: what the store holds and how it has been changing, on one page.

The figures scan the store, so they are read in a thread; the page says so until they are there.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult
from textual.message import Message

from memtui.domain import decay
from memtui.domain.filter import Filter
from memtui.domain.memory import Memory
from memtui.domain.text import bar, one_line
from memtui.secrets.masking import shown
from memtui.store import listing, memories
from memtui.store.database import Store
from memtui.store.errors import StoreError
from memtui.store.statistics import WEEKS, Stats, stats
from memtui.tui.keys.views import ViewId
from memtui.tui.themes import Look
from memtui.tui.view import PaneView
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.detail import day
from memtui.tui.widgets.line_list import fitted, fitted_end, right
from memtui.tui.widgets.pages import Line, Page

_BLOCKS = "▁▂▃▄▅▆▇█"
_LISTED = 8
_COLUMN = 39


@dataclass(frozen=True, slots=True)
class Figures:
    """What the page shows."""

    stats: Stats
    strongest: list[Memory]
    soon: list[Memory]
    """The weakest that are not yet below the prune threshold."""
    now: float


@dataclass
class Counted(Message):
    """The figures are there."""

    figures: Figures | None
    error: str = ""


class InsightsView(PaneView):
    """One page of figures."""

    view_id = ViewId.INSIGHTS

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.page = self.main = Page()
        self.page.empty = ("Counting …",)
        self._figures: Figures | None = None
        self._counting = False

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield self.page

    def on_mount(self) -> None:
        """Start counting."""
        self.store_changed()

    def opened(self) -> None:
        """Count anew."""
        self.store_changed()

    def store_changed(self) -> None:
        """Count anew, in a thread; the old figures stay until then."""
        if not self._counting:
            self._counting = True
            store = self.host.store
            threading.Thread(target=self._count, args=(store,), name="memtui-count", daemon=True).start()

    def _count(self, store: Store) -> None:
        try:
            with store.sibling() as own:
                counted = Counted(figures_of(own))
        except StoreError as error:
            counted = Counted(None, str(error))
        self.post_message(counted)

    def on_counted(self, event: Counted) -> None:
        """Show the figures."""
        self._counting = False
        if event.figures is None:
            self.host.say(event.error, "error")
            return
        self._figures = event.figures
        self._lay_out()

    def on_resize(self) -> None:
        """Lay out for the new width."""
        self.call_after_refresh(self._lay_out)

    def _lay_out(self) -> None:
        if self._figures is not None and self.page.line_width:
            lines = page_lines(self._figures, self.page.line_width, self.page.look)
            self.page.show_lines(lines, from_top=False)

    def status(self) -> Status:
        """Say nothing but the keys."""
        return Status()


def figures_of(store: Store) -> Figures:
    """Read all figures."""
    now = store.now()
    live = listing.listing(store, Filter(), now=now)
    figures = stats(store)
    fading_from = max(live.count - figures.faded, 0)
    return Figures(
        figures,
        memories.get_many(store, live.ids(0, _LISTED)),
        memories.get_many(store, live.ids(max(fading_from - _LISTED, 0), fading_from))[::-1],
        now,
    )


def page_lines(figures: Figures, width: int, look: Look) -> list[Line]:
    """Return the page for a width: blocks of figures side by side, then lists of memories."""
    known = figures.stats
    blocks = [
        counts("State", known.by_state, look),
        counts("Type", known.by_type, look),
        counts("Origin", known.by_origin, look),
        counts("Source", {name or "your own": n for name, n in known.by_source.items()}, look),
        counts("Category", known.by_category, look),
        counts("Scope", dict(known.scopes), look),
    ]
    columns = max((width - 1) // _COLUMN, 1)
    lines: list[Line] = [[], *headline(figures, width, look), []]
    lines += [*_weeks("added", known.added_per_week, look), *_weeks("dropped", known.dropped_per_week, look)]
    for start in range(0, len(blocks), columns):
        lines += [[], *side_by_side(blocks[start : start + columns])]
    lines += [[], *_listed("Strongest", figures.strongest, figures.now, width, look)]
    lines += [[], *_listed("Fading next", figures.soon, figures.now, width, look)]
    return lines


def headline(figures: Figures, width: int, look: Look) -> list[Line]:
    """Return the figures that matter most, in a line or two."""
    known = figures.stats
    live = known.by_state.get("live", 0)
    said = [
        (f"{live:,}", "live"),
        (f"≈ {known.tokens:,}", "tokens"),
        (f"{known.pinned:,}", "pinned"),
        (f"{known.never_used:,}", "never used"),
        (f"{known.faded:,}", "faded"),
        (f"{known.file_bytes / 1e6:,.1f}", "MB on disk"),
    ]
    lines: list[Line] = []
    used = width
    for figure, words in said:
        part = [Segment(figure, look.accent_strong), Segment(f" {words}    ", look.dim)]
        length = sum(cell_len(segment.text) for segment in part)
        if used + length > width:
            lines.append([Segment("  ")])
            used = 2
        lines[-1] += part
        used += length
    if known.oldest is not None and known.newest is not None:
        lines.append([Segment(f"  from {day(known.oldest)} to {day(known.newest)}", look.dim)])
    return lines


def _weeks(words: str, values: Sequence[int], look: Look) -> list[Line]:
    top = max([*values, 1])
    blocks = "".join(_BLOCKS[min(value * len(_BLOCKS) // (top + 1), len(_BLOCKS) - 1)] for value in values)
    return [
        [
            Segment(f"  {fitted(words, 9)}", look.dim),
            Segment(blocks, look.accent),
            Segment(f"  {values[-1]:,} this week, {sum(values):,} in {WEEKS} weeks", look.dim),
        ]
    ]


def counts(title: str, values: Mapping[str, int], look: Look) -> list[Line]:
    """Return one block of figures with bars."""
    lines: list[Line] = [[Segment(f"  {title}", look.strong)]]
    top = max([*values.values(), 1])
    for name, count in list(values.items())[:_LISTED]:
        full, rest = bar(count / top, 6)
        lines.append(
            [
                Segment("  " + fitted_end(one_line(str(name), 60), 20) + " ", look.text),
                Segment(full, look.accent),
                Segment(rest, look.faint),
                Segment(right(f"{count:,}", 8), look.dim),
            ]
        )
    if len(values) > _LISTED:
        lines.append([Segment(f"  and {len(values) - _LISTED:,} more", look.dim)])
    return lines


def side_by_side(blocks: Sequence[list[Line]]) -> list[Line]:
    """Return blocks next to each other."""
    lines: list[Line] = []
    for row in range(max(len(block) for block in blocks)):
        line: Line = []
        for block in blocks:
            part = block[row] if row < len(block) else []
            used = sum(cell_len(segment.text) for segment in part)
            line += [*part, Segment(" " * max(_COLUMN - used, 1))]
        lines.append(line)
    return lines


def _listed(title: str, rows: Sequence[Memory], now: float, width: int, look: Look) -> list[Line]:
    lines: list[Line] = [[Segment(f"  {title}", look.strong)]]
    for memory in rows:
        strength = decay.strength_of(memory, now)
        full, rest = bar(strength, 8)
        lines.append(
            [
                Segment("  "),
                Segment(full, look.accent),
                Segment(rest, look.faint),
                Segment(f" {strength:4.2f}  ", look.dim),
                Segment(fitted(shown(memory).headline, max(width - 18, 8)), look.text),
            ]
        )
    return lines
