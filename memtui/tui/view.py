"""What every view has in common: panes of which one has the focus, and how they share the screen.

Under 80 columns, or when zoomed, the focused pane has the screen to itself. Each view is a pane of
the app's one screen, made when it is first opened and kept; switching is showing and hiding.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from textual import events
from textual.containers import Container

from memtui.domain.scope import ROOT
from memtui.tui.host import Host
from memtui.tui.keys.action import Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.widgets.borders import Border, settle_all
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.line_list import LineList

NARROW = 80
ROOMY = 110
WIDE = 160
_WRITING_OUT = 0.002
"""Seconds in which what was painted goes out. Another thread writes it, and Python lets only one work:
without a pause it would wait until this one has nothing to do any more."""


class Mode(NamedTuple):
    """Something that is on in a view until one steps back out of it: a filter, another order."""

    way_out: str
    """What stepping back does, in one or two words for the status line."""
    end: Callable[[], object]


class PaneView(Container):
    """A view made of panes."""

    DEFAULT_CSS = "PaneView { height: 1fr; width: 1fr; }"

    view_id: ViewId
    wide = WIDE
    """From so many columns on the view lays its panes out side by side."""
    main: LineList
    """The pane that the keys act on, wherever the focus is."""
    borders: Sequence[Border] = ()
    """The lines between its panes that can be dragged."""
    waiting = False
    """Whether its rows are being read in a thread."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.zoomed = False
        self.at: LineList | None = None
        """The pane that has the focus when this view is shown."""

    @property
    def host(self) -> Host:
        """The app, as far as a view knows it."""
        return cast(Host, self.app)

    def holds(self) -> Sequence[object]:
        """Return what answers keys of this view besides the view itself, each a `do_<action>`."""
        return ()

    def handler(self, action_id: str) -> Callable[[], None] | None:
        """Return what an action does here; None where the app does it."""
        for holder in (self, *self.holds()):
            handler: Callable[[], None] | None = getattr(holder, f"do_{action_id}", None)
            if handler is not None:
                return handler
        return None

    def panes(self) -> Sequence[LineList]:
        """Return the panes from left to right."""
        return (self.main,)

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        return Situation(self.view_id, rows=self.main.count, busy=self.host.acts.busy)

    def modes(self) -> Iterator[Mode]:
        """Yield what is on here, in the order in which one steps back out of it."""
        yield from ()

    @property
    def way_back(self) -> str:
        """What a step back does here, in one or two words; empty where there is none."""
        return "back" if self.away else next((mode.way_out for mode in self.modes()), "")

    def has_read(self) -> bool:
        """Say whether the rows are those of the filter, and none are being read in a thread."""
        return not self.waiting

    def status(self) -> Status:
        """Return what the status line says here."""
        return Status(count=f"{self.main.count:,}")

    def after_paint(self, act: Callable[[], object]) -> None:
        """Do what the rows of this view need not wait for, once they are painted.

        Twice, because a refresh that nothing was yet asked to take part in is over at once.
        """

        async def once_out() -> None:
            if not self.app.is_headless:
                await asyncio.sleep(_WRITING_OUT)
            act()

        self.call_after_refresh(self.call_after_refresh, once_out)

    @property
    def chosen_scope(self) -> str:
        """The scope that is chosen here, for what is about to be filed."""
        return ROOT

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that the status line names."""
        return self.host.keymap.hints(self.situation())

    def tell(self) -> None:
        """Bring the status line up to date, when this view is the one that is shown."""
        self.host.tell(self)

    def types(self, key: str) -> bool:
        """Say whether this view takes a key itself, for a field or for its page, so that it is no action."""
        return self.main.takes(key)

    def opened(self) -> None:
        """Catch up, because the view is about to be shown."""

    def visit(self, line: str | None, memory: int | None) -> None:
        """List what a filter asks for, with the cursor on a memory, because a link led here."""

    def store_changed(self) -> None:
        """Catch up, because another process wrote."""

    def sources_changed(self) -> None:
        """Catch up, because a linked file was brought in step, or something was found on this machine."""

    @property
    def unsaved(self) -> str:
        """What would be lost if one left now, in words; empty when nothing would."""
        return ""

    @property
    def can_save(self) -> bool:
        """Whether what would be lost can be kept by `save_unsaved`."""
        return bool(self.unsaved)

    def save_unsaved(self) -> None:
        """Keep what would be lost."""

    @property
    def is_empty(self) -> bool:
        """Whether the store was never written to."""
        return False

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """Show what this process just changed; `to` is a memory to put the cursor on.

        `complete` says that `changed` names all of them.
        """
        del changed, complete, to
        self.store_changed()

    def renew(self) -> None:
        """Take the present as the view's now."""

    # -- panes -------------------------------------------------------------------------------

    @property
    def away(self) -> bool:
        """Whether a step back leads to the main pane: one is in another, or it fills the screen."""
        return self.zoomed or self.pane is not self.main

    @property
    def alone(self) -> bool:
        """Whether only the focused pane is shown."""
        return self.zoomed or self.app.size.width < NARROW

    def _by_width(self) -> dict[str, bool]:
        """Return which classes the style rules of a view ask for at this width, and which not."""
        width, alone = self.app.size.width, self.alone
        return {"-alone": alone, "-wide": width >= self.wide and not alone, "-roomy": width >= ROOMY}

    def on_compose(self) -> None:
        """Know the width before there is anything to style, so that only the view itself is styled twice."""
        self.update_classes(self._by_width(), update=False)
        self.app.stylesheet.apply(self)

    def share_out(self) -> None:
        """Show the panes that have room."""
        self.update_classes(self._by_width(), animate=False)
        alone, panes = self.alone, self.panes()
        for at, pane in enumerate(panes):
            pane.display = not alone or pane is self.pane
            pane.take_edge(at == 0 and len(panes) > 1 and not alone)

    def settle_borders(self) -> None:
        """Give the panes the sizes they were dragged to."""
        settle_all(self.borders, self.host.settings.screen)

    def on_border_dragged(self, event: Border.Dragged) -> None:
        """Keep where a border was dragged to."""
        from memtui.tui.settings.changing import keep_size  # settings are no part of the first paint

        event.stop()
        keep_size(self.host, event.setting, event.size)

    def on_show(self) -> None:
        """Take over what was dragged in another view."""
        self.share_out()

    def go_to(self, pane: LineList) -> None:
        """Give a pane the focus."""
        self.at = pane
        pane.display = True
        self.screen.set_focus(pane)
        self.share_out()
        self.tell()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Remember which pane was clicked into, unless the focus has gone on since."""
        for pane in self.panes():
            if pane is event.widget and pane is self.screen.focused and pane is not self.at:
                self.at = pane
                self.share_out()
        self._light_borders()

    def on_descendant_blur(self) -> None:
        """Let the lines show that no pane has the focus, until one has."""
        self._light_borders()

    def _light_borders(self) -> None:
        for border in self.borders:
            border.refresh()

    def on_resize(self) -> None:
        """Give the panes the room there is now."""
        self.share_out()

    @property
    def pane(self) -> LineList:
        """The pane that the movement keys move."""
        return self.at or self.main

    # -- what the keys for moving do ---------------------------------------------------------

    def do_down(self) -> None:
        """Go to the next line."""
        self.pane.move_by(1)

    def do_up(self) -> None:
        """Go to the line above."""
        self.pane.move_by(-1)

    def do_first(self) -> None:
        """Go to the first line."""
        self.pane.move_to(0)

    def do_last(self) -> None:
        """Go to the last line."""
        self.pane.move_to(self.pane.count - 1)

    def do_half_down(self) -> None:
        """Go down half a page."""
        self.pane.move_by(max(self.pane.page // 2, 1))

    def do_half_up(self) -> None:
        """Go up half a page."""
        self.pane.move_by(-max(self.pane.page // 2, 1))

    def do_page_down(self) -> None:
        """Go down a page."""
        self.pane.move_by(self.pane.page)

    def do_page_up(self) -> None:
        """Go up a page."""
        self.pane.move_by(-self.pane.page)

    def do_left(self) -> None:
        """Go one pane to the left."""
        self._step(-1, around=False)

    def do_right(self) -> None:
        """Go one pane to the right."""
        self._step(1, around=False)

    def do_next_pane(self) -> None:
        """Go to the next pane."""
        self._step(1, around=True)

    def do_previous_pane(self) -> None:
        """Go to the pane before."""
        self._step(-1, around=True)

    def do_zoom(self) -> None:
        """Let the pane fill the screen, or put it back."""
        self.zoomed = not self.zoomed
        self.share_out()

    def do_back(self) -> None:
        """Leave the zoom and the side pane, else the first thing that is on."""
        if not self.away:
            for mode in self.modes():
                mode.end()
                return
        if self.zoomed:
            self.do_zoom()
        if self.pane is not self.main:
            self.go_to(self.main)

    def _step(self, by: int, *, around: bool) -> None:
        panes = list(self.panes())
        index = panes.index(self.pane) + by
        if around:
            self.go_to(panes[index % len(panes)])
        elif 0 <= index < len(panes):
            self.go_to(panes[index])
