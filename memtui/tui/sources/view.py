"""The Sources view: the files that agents read, which of them are kept in step, and what is allowed there.

Files are read in threads; `verbs` has the keys that act on them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from memtui.domain.memory import State
from memtui.domain.text import Longest
from memtui.secrets.masking import masked_error
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.errors import StoreError
from memtui.tui.keys.action import Can, Part, Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.list_and_page import ListAndPage
from memtui.tui.sources.linked import Linked, linked_rows
from memtui.tui.sources.meeting import Meeting, about_meeting_lines, meetings_of
from memtui.tui.sources.pages import Looked, about_sheet, look_into, seen_lines
from memtui.tui.sources.seen_pages import about_agent_lines, agent_lines, views_here
from memtui.tui.sources.sources_list import (
    NOTHING_LISTED,
    Row,
    Seen,
    SourcesList,
    Unlinked,
    lines_for,
)
from memtui.tui.sources.verbs import SourceVerbs
from memtui.tui.themes import Look
from memtui.tui.view import Mode
from memtui.tui.widgets.chrome import Notice, Status
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.links import Sheet

if TYPE_CHECKING:
    from memtui.formats.seen import View


@dataclass
class Stood(Message):
    """How the linked sources stand was read."""

    rows: Sequence[Linked] | None
    views: Sequence[View] = ()
    """What each agent loads in the folder one is in."""
    meetings: Sequence[Meeting] = ()
    """Where this store meets those of other machines."""
    error: str = ""


@dataclass
class LookedInto(Message):
    """The files of one source were read."""

    looked: Looked


class SourcesView(ListAndPage):
    """The list over what there is to say of the source under the cursor."""

    DEFAULT_CSS = "SourcesView Page { height: 55%; }"

    view_id = ViewId.SOURCES

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.list = self.main = SourcesList(0.0)
        self.list.empty = ("Looking for what agents remember on this machine …",)
        self.verbs = SourceVerbs(self, self.list, self.reload)
        self.seen = False
        """Whether the page shows what an agent sees."""
        self.linked: Sequence[Linked] = ()
        self._looked: dict[str, Looked] = {}
        self._looking: set[str] = set()
        self._reading = self._outdated = False
        self._go_to_path: str | None = None
        self._meets = False

    def holds(self) -> Sequence[object]:
        """Return what acts on sources."""
        return (self.verbs, self.verbs.machines)

    def on_mount(self) -> None:
        """Read the state of the sources, and scan the machine unless that was done."""
        self.list.writing_key = self.host.keymap.key_for("writing")
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.show_page())
        self.opened()

    def opened(self) -> None:
        """Catch up with what happened while another view was shown."""
        self.seen = False
        if self.host.on_machine.found is None:
            self.host.on_machine.look()
        self._go_to_path = self._meant()
        self.store_changed()

    def _meant(self) -> str | None:
        """Return the path of the source that the person was last told of; None for none.

        The card that they come from names one for as long as it is shown, a notice over it another.
        """
        told, self.host.source_told = self.host.source_told, ""
        of_card = self.host.source_to_allow if self.host.came_from is ViewId.REVIEW else ""
        noticed = self.screen.query_one(Notice).display
        return (told or of_card if noticed else of_card or told) or None

    def on_resize(self) -> None:
        """Wrap the page anew."""
        super().on_resize()
        self.call_after_refresh(self.show_page)

    # -- reading -----------------------------------------------------------------------------

    def store_changed(self) -> None:
        """Read how the sources stand, in a thread."""
        if self._reading:
            self._outdated = True
            return
        self._reading, self._outdated = True, False
        store = self.host.store
        given = (store, self.host.own)
        threading.Thread(target=self._read, args=given, name="memtui-sources", daemon=True).start()

    def sources_changed(self) -> None:
        """Read how the sources stand."""
        self.store_changed()

    def reload(self, path: str | None = None) -> None:
        """Read everything anew; the cursor goes to the source at `path`."""
        self._go_to_path = path
        self._looked.clear()
        self.store_changed()

    def _read(self, store: Store, own: bool) -> None:
        try:
            with store.sibling() as sibling:
                stood = Stood(linked_rows(sibling), views_here(own=own), meetings_of(sibling))
        except StoreError as error:
            stood = Stood(None, error=str(error))
        except Exception as error:  # noqa: BLE001 - a thread must not end silently
            reason = masked_error(error, Longest.REASON)
            stood = Stood(None, error=f"Sources could not be read: {reason}")
        self.post_message(stood)

    def on_stood(self, event: Stood) -> None:
        """Show how the sources stand."""
        self._reading = False
        if event.rows is None:
            self.host.say(event.error, "error")
            self.list.empty = (event.error,)
            self.list.refresh()
            return
        if self._outdated:
            self.store_changed()
        if list(event.rows) != list(self.linked):
            self._looked.clear()
        self.linked = event.rows
        app = self.host
        if app.on_machine.found is not None:
            self.list.empty = [self.host.keymap.filled(line) for line in NOTHING_LISTED]
        path, self._go_to_path = self._go_to_path, None
        self._meets = any(not meeting.status.scope for meeting in event.meetings)
        if self.list.listed is None and path is None:
            path = next((row.path for row in self.linked if row.pending), None)
        lines = lines_for(self.linked, app.on_machine.found, event.views, event.meetings)
        self.list.show(lines, app.store.now(), path)
        self.show_page()
        app.tell(self)

    def on_looked_into(self, event: LookedInto) -> None:
        """Show what a source's files say."""
        self._looking.discard(event.looked.path)
        self._looked[event.looked.path] = event.looked
        row = self.list.row
        if row is not None and row.path == event.looked.path:
            self.show_page(from_top=False)
            self.tell()

    def _look(self, row: Row) -> Looked | None:
        """Return what a source's files say; None while they are being read."""
        known = self._looked.get(row.path)
        if known is None and row.path not in self._looking:
            self._looking.add(row.path)
            store = self.host.store
            threading.Thread(target=self._read_files, args=(store, row), daemon=True).start()
        return known

    def _read_files(self, store: Store, row: Row) -> None:
        try:
            with store.sibling() as own:
                looked = look_into(own, row)
        except StoreError as error:
            looked = Looked(row.path, problem=str(error))
        except Exception as error:  # noqa: BLE001 - a thread must not end silently
            looked = Looked(row.path, problem=f"could not be read: {type(error).__name__}")
        self.post_message(LookedInto(looked))

    # -- the page ----------------------------------------------------------------------------

    def show_page(self, *, from_top: bool = True) -> None:
        """Say what there is to say of the source under the cursor."""
        row, width, look = self.list.listed, self.page.line_width, self.page.look
        sheet = Sheet([[]] if self.alone else [])
        if row is None or not width:
            sheet = Sheet()
        elif isinstance(row, Seen):
            agent_page = agent_lines if self.seen else about_agent_lines
            sheet.lines += agent_page(row.view, self.host.keymap.key_for, width, look)
        elif isinstance(row, Meeting):
            sheet.lines += about_meeting_lines(row, self.list.now, self.host.keymap.key_for, width, look)
        else:
            sheet.below(self._about(row, width, look))
        self.page.show_sheet(sheet, from_top=from_top)

    def _about(self, row: Row, width: int, look: Look) -> Sheet:
        """Return what there is to say of a source, or what an agent sees of it."""
        looked = self._look(row)
        if self.seen and looked is not None and looked.loaded is not None:
            return Sheet(seen_lines(looked.loaded, looked.memory_of, self._marked(looked), width, look))
        trouble = self.host.in_step.trouble
        return about_sheet(row, looked, self.host.keymap.key_for, width, look, trouble)

    def _marked(self, looked: Looked) -> Callable[[int], bool]:
        """Say of a memory whether it is live and marked in Memories."""
        marks = self.host.marks
        live = {
            memory.id
            for memory in memories.get_many(self.host.store, sorted(set(looked.memory_of.values())))
            if memory.state is State.LIVE and memory.id in marks
        }
        return live.__contains__

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the source the cursor came to, or say where the link leads."""
        event.stop()
        if event.list is self.list:
            self.show_page()
        self.tell()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open what was double-clicked."""
        event.stop()
        self.do_open()

    # -- status and keys -----------------------------------------------------------------------

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        row = self.list.row
        part = Part.NOTHING if row is None else Part.LINKED if isinstance(row, Linked) else Part.FOUND
        offers: set[Can] = set()
        if isinstance(self.list.listed, Seen):
            part = Part.AGENT
            offers.add(Can.LOAD)
        if isinstance(self.list.listed, Meeting):
            part = Part.MEETING
        if self._meets:
            offers.add(Can.LEAVE)
        if isinstance(row, Linked) and row.writes:
            offers.add(Can.WRITE)
            if row.still.dropped and row.source.agreed_at is not None and not row.pending:
                offers.add(Can.DROP_AGAIN)
        if any(linked.writes and linked.source.agreed_at is None for linked in self.linked):
            offers.add(Can.WRITE_ALL)
        known = self._looked.get(row.path) if row is not None else None
        if known is not None and known.loaded is not None:
            offers.add(Can.LOAD)
        busy = self.host.acts.busy
        return Situation(self.view_id, self.list.count, part=part, offers=frozenset(offers), busy=busy)

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter here, the one that lists the memories of a file first."""
        shows = [(self.host.keymap.key_for("open"), "show them")] if self.link is not None else []
        return [*shows, *super().hints()]

    def status(self) -> Status:
        """Return how many are linked, and how many more there are; on a file, its memories."""
        linked = len(self.linked)
        more = sum(isinstance(row, Unlinked) for row in self.list.rows)
        count = f"{linked:,} linked"
        at_work = "looking …" if self.host.on_machine.looking else ""
        if self.verbs.machines.exchanging:
            at_work = "exchanging …"
        if (running := self.host.review_pass) is not None and running.came:
            at_work = f"looking at what came in: {running.progress}"
        if (link := self.link) is not None:
            return Status(count=link.says, busy=at_work)
        return Status(count=count + (f", {more:,} not" if more else ""), busy=at_work)

    def do_open(self) -> None:
        """Let what there is to say fill the screen; list the memories of a file; or put it back."""
        if (link := self.link) is not None:
            self.follow_link(link)
        elif self.pane is self.page and self.zoomed:
            self.do_back()
        else:
            self.seen = False
            self._zoom_in()

    def do_seen(self) -> None:
        """Show what an agent sees of it, or go back to its state."""
        if self.seen and self.pane is self.page:
            self.do_back()
        else:
            self.seen = True
            self._zoom_in()

    def _zoom_in(self) -> None:
        self.zoomed = True
        self.go_to(self.page)
        self.call_after_refresh(self.show_page)

    def do_back(self) -> None:
        """Leave the zoom or the page, then the view; what looks at what came in goes on."""
        if self.away:
            self.seen = False
            self.call_after_refresh(self.show_page)
        super().do_back()

    def modes(self) -> Iterator[Mode]:
        """Yield the view, which one comes to for a look."""
        yield Mode("leave", self.host.go_back)

    def do_scan(self) -> None:
        """Look again for what is on this machine."""
        self._looked.clear()
        self.host.on_machine.look()
        self.store_changed()
