"""The quiet line below the tabs: how the store is, and which one it is. A figure leads to what is behind it.

During a review, and for a while after it, a figure that has changed shows what it was before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.timer import Timer

from memtui.domain.card_kinds import Kind
from memtui.domain.text import Longest, one_line
from memtui.tui.keys.views import ViewId
from memtui.tui.themes import Look
from memtui.tui.widgets.chrome import OneLine, name_within

if TYPE_CHECKING:
    from memtui.store.overview import Overview

_COMPARED = 120.0
"""Seconds after the last verdict in which figures show what they were before."""


class Figure(NamedTuple):
    """One figure, and where a click on it leads."""

    value: str
    label: str
    view: ViewId
    listing: str = ""
    urgent: bool = False
    before: str = ""
    """What it was before the review; empty where that is the same."""

    @property
    def cells(self) -> int:
        """How wide it is."""
        return cell_len(f"{self.before} → " if self.before else "") + cell_len(f"{self.value} {self.label}")


def figures(now: Overview, before: Overview) -> list[Figure]:
    """Return the figures of a store, the most important first, without those that are zero."""

    def figure(
        name: str, label: str, view: ViewId, listing: str = "", *, about: str = "", urgent: bool = False
    ) -> list[Figure]:
        is_, was = (f"{round(getattr(figures, name)):,}" for figures in (now, before))
        if is_ != was:
            return [Figure(is_, label, view, listing, urgent, f"{about}{was}")]
        return [Figure(f"{about}{is_}", label, view, listing, urgent)] if round(getattr(now, name)) else []

    def some(count: int, one: str, many: str) -> str:
        return one if count == 1 else many

    put_off = 0 < now.contradictions == now.put_off.get(Kind.CONFLICT)
    review = figure("minutes", "min of review", ViewId.REVIEW, about="≈ ")
    if not review:
        review = [_little_to_review(now)]
    return [
        *figure("secrets", some(now.secrets, "secret", "secrets"), ViewId.REVIEW, "secret", urgent=True),
        *figure(
            "contradictions",
            some(now.contradictions, "contradiction", "contradictions") + (" put off" if put_off else ""),
            ViewId.REVIEW,
            "conflict",
            urgent=True,
        ),
        *review,
        *figure("faded", "faded", ViewId.MEMORIES, "is:faded"),
        *figure("tokens", "tokens in all", ViewId.INSIGHTS, about="≈ "),
    ]


def _little_to_review(now: Overview) -> Figure:
    """Return what to say where a review takes no minute: that of nothing is told only after a pass."""
    if now.waiting or not now.not_looked_at:
        return Figure("under a min" if now.waiting else "nothing", "to review", ViewId.REVIEW)
    return Figure(f"{now.not_looked_at:,}", "not looked at yet", ViewId.REVIEW)


class OverviewLine(OneLine):
    """How the store is, at the left, and its name at the right."""

    DEFAULT_CSS = "OverviewLine { height: 1; }"

    @dataclass
    class Read(Message):
        """The figures were read."""

        overview: Overview
        in_step: str = ""
        """How the store stands with those on other machines; empty where it meets none."""

    @dataclass
    class Chosen(Message):
        """A figure was clicked."""

        figure: Figure

    def __init__(self, store_name: str) -> None:
        super().__init__()
        self.store_name = one_line(store_name, Longest.PHRASE)
        self.overview: Overview | None = None
        self.in_step = ""
        self._before: Overview | None = None
        self._timer: Timer | None = None

    def on_overview_line_read(self, event: Read) -> None:
        """Show the figures."""
        event.stop()
        if (event.overview, event.in_step) != (self.overview, self.in_step):
            self.overview, self.in_step = event.overview, event.in_step
            self.refresh()

    def compare(self, since: Overview | None) -> Overview | None:
        """Show the figures beside those `since` a review began, or else beside those of now; return these."""
        self._before = since or self.overview
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(_COMPARED, self._forget)
        return self._before

    def _forget(self) -> None:
        self._before = None
        self.refresh()

    def fitting(self, width: int) -> list[Figure]:
        """Return the figures that fit, from the second on beside the name of the store."""
        if self.overview is None:
            return []
        shown = figures(self.overview, self._before or self.overview)
        room = width - cell_len(self.store_name.partition(",")[0]) - 2
        while shown and sum(figure.cells + 3 for figure in shown) > (room if len(shown) > 1 else width):
            shown.pop()
        return shown

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return the figures, and the name of the store."""
        left = [Segment(" ")]
        for index, figure in enumerate(self.fitting(width)):
            left += [Segment(" · ", look.faint)] if index else []
            left += [Segment(f"{figure.before} → ", look.dim)] if figure.before else []
            left += [Segment(figure.value, look.warn if figure.urgent else look.text)]
            left += [Segment(f" {figure.label}", look.dim)]
        room = width - sum(cell_len(segment.text) for segment in left) - 3
        standing = f"{self.in_step} · " if self.in_step else ""
        name = name_within(self.store_name, room - cell_len(standing))
        return left, [Segment(f"{standing}{name}" if name else f"{self.in_step} ", look.dim)]

    def on_click(self, event: events.Click) -> None:
        """Go to what is behind the figure that was clicked."""
        x = 1
        for figure in self.fitting(self.size.width):
            if x <= event.x < x + figure.cells:
                self.post_message(self.Chosen(figure))
            x += figure.cells + 3
