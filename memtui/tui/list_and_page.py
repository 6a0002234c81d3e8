"""A view of a list and a page about the line under the cursor, below the list or beside it.

History, Sources, Settings and What if derive from it. Each makes its list as `main`, returns the page's
height, and fills the page when the cursor has moved, perhaps with links.
"""

from __future__ import annotations

from textual.app import ComposeResult

from memtui.tui.view import PaneView
from memtui.tui.widgets.borders import Rule
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.links import Link, LinkPage


class ListAndPage(PaneView):
    """A list over a page; side by side where there is room."""

    DEFAULT_CSS = """
    ListAndPage {
        layout: vertical;
        LineList { height: 1fr; width: 1fr; }
        Page { min-height: 6; }
        &.-wide { layout: horizontal; }
        &.-wide Page { width: 45%; height: 1fr; border-left: solid $faint; }
        &.-wide Page:focus { border-left: solid $accent; }
        &.-alone Page { width: 1fr; height: 1fr; border-left: none; }
    }
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.page = LinkPage()
        self.rule = Rule(self.page, "page_height")
        self.borders = (self.rule,)

    def compose(self) -> ComposeResult:
        """Lay out the list and the page."""
        yield self.main
        yield self.rule
        yield self.page

    def panes(self) -> tuple[LineList, ...]:
        """Return the list and the page."""
        return (self.main, self.page)

    def share_out(self) -> None:
        """Show the panes that have room."""
        super().share_out()
        self.rule.display = not self.alone and not self.has_class("-wide")
        self.settle_borders()
        if self.page.display:
            self.call_after_refresh(self._fill)

    def show_page(self) -> None:
        """Say on the page what there is to say of the line under the cursor."""
        raise NotImplementedError

    @property
    def link(self) -> Link | None:
        """The link under the cursor of the page, while that has the focus."""
        return self.page.link if self.pane is self.page else None

    def follow_link(self, link: Link) -> None:
        """Go where a link leads."""
        self.host.open_view(link.view, link.filter, link.memory)

    def on_link_page_followed(self, event: LinkPage.Followed) -> None:
        """Follow what was double-clicked."""
        event.stop()
        self.follow_link(event.link)

    def _fill(self) -> None:
        """Fill the page if it was away, and so without a width, when the cursor came to its line."""
        if not self.page.count:
            self.show_page()
