"""The Insights view: what there is to do, where it comes from and how it grows, as a page of links.

Figures from maintained counts are there at the first paint. The others scan the store in a thread; the page
says so until they arrive. Enter shows the memories behind the figure under the cursor.
"""

import threading
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.message import Message

from memtui.config.settings import Settings
from memtui.store.database import Store
from memtui.tui.background.unforeseen import error_words
from memtui.tui.insights.figures import Glance, Scanned, glance, scanned
from memtui.tui.insights.page import page_sheet
from memtui.tui.keys.views import ViewId
from memtui.tui.view import PaneView
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.links import LinkPage, Sheet


@dataclass
class FiguresCounted(Message):
    """The rest of the figures is there."""

    rest: Scanned | None
    error: str = ""


_EMPTY = (
    "There is nothing to count yet",
    "",
    "{view_sources}    link what agents remember on this machine",
    "{view_extract}    take facts from a text",
    "{view_memories} {add}  write the first memory",
)


class InsightsView(PaneView):
    """One page of figures."""

    view_id = ViewId.INSIGHTS

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.page = LinkPage()
        self.main = self.page
        self._glance: Glance | None = None
        self._rest: Scanned | None = None
        self._counting = False

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield self.page

    def on_mount(self) -> None:
        """Start counting."""
        self.page.empty = tuple(map(self.host.keymap.filled, _EMPTY))
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._lay_out())
        self.store_changed()

    def opened(self) -> None:
        """Count anew."""
        self.store_changed()

    def store_changed(self) -> None:
        """Show what is known at once, and count the rest in a thread; the old figures stay until then."""
        self._glance = glance(self.host.store)
        self._lay_out()
        if not self._counting:
            self._counting = True
            known = self.host.store, self.host.settings
            threading.Thread(target=self._count, args=known, name="memtui-count", daemon=True).start()

    def _count(self, store: Store, settings: Settings) -> None:
        try:
            with store.sibling() as own:
                counted = FiguresCounted(scanned(own, settings))
        except Exception as error:  # noqa: BLE001 - a thread must not end silently
            counted = FiguresCounted(None, f"The figures could not be counted: {error_words(error)}")
        self.post_message(counted)

    def on_figures_counted(self, event: FiguresCounted) -> None:
        """Show the rest of the figures."""
        self._counting = False
        if event.rest is None:
            self.host.say(event.error, "error")
            return
        self._rest = event.rest
        self._lay_out()

    def on_resize(self) -> None:
        """Lay out for the new width."""
        self.call_after_refresh(self._lay_out)

    def _lay_out(self) -> None:
        if self._glance is not None and self.page.line_width:
            sheet = page_sheet(self._glance, self._rest, self.page.line_width, self.page.look)
            sheet = sheet if any(self._glance.by_state.values()) else Sheet()
            self.page.show_sheet(sheet, from_top=False)
            self.tell()

    # -- following links ---------------------------------------------------------------------

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Say what stands behind the link the cursor came to."""
        event.stop()
        self.tell()

    def on_link_page_followed(self, event: LinkPage.Followed) -> None:
        """Follow what was double-clicked."""
        event.stop()
        self.do_open()

    def do_open(self) -> None:
        """Show the memories behind the figure under the cursor."""
        link = self.page.link
        if link is None:
            return
        if link.view is ViewId.ASK:
            self.host.ask_scope = link.filter
        self.host.open_view(link.view, link.filter, link.memory)

    def do_first(self) -> None:
        """Go to the first figure."""
        self.page.to_end(first=True)

    def do_last(self) -> None:
        """Go to the last figure."""
        self.page.to_end(first=False)

    def do_left(self) -> None:
        """Go to the link at the left."""
        self.page.step(-1)

    def do_right(self) -> None:
        """Go to the link at the right."""
        self.page.step(1)

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter here, the one that follows a link first."""
        shows = [(self.host.keymap.key_for("open"), "show")] if self.page.link is not None else []
        return [*shows, *super().hints()]

    def status(self) -> Status:
        """Say where the link under the cursor leads, in words or else by its filter."""
        link = self.page.link
        return Status() if link is None else Status(filter="" if link.says else link.filter, count=link.says)
