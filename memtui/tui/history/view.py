"""The History view: every op, by whom, and what it changed. Any of them can be taken back from here.

`u` takes back your own latest change in every view; `r` here takes back the one under the cursor,
which is how what an agent did is undone.
"""

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult

from memtui.domain import durations
from memtui.domain.actor import ActorKind
from memtui.domain.instant import Instant
from memtui.domain.rewording import reworded
from memtui.domain.text import one_line, printable
from memtui.secrets.masking import masked, masked_memory, masked_value
from memtui.store import journal, memories
from memtui.store.database import Store
from memtui.store.journal import Change, Op
from memtui.tui.keys.views import ViewId
from memtui.tui.list_and_page import ListAndPage
from memtui.tui.review.texts import marked_lines
from memtui.tui.themes import Look
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.detail import day, described
from memtui.tui.widgets.line_list import LineList, fitted, right
from memtui.tui.widgets.pages import Line, flowing, text_lines

_PAGE = 200
_SHOWN_CHANGES = 60


class HistoryList(LineList):
    """Ops, newest first; older ones are read as the cursor comes near."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.ops: list[Op] = []
        self.complete = False
        self.now: Instant = store.now()
        self.empty = ("Nothing has happened yet", "", "Every change is listed here, and can be taken back")

    @property
    def op(self) -> Op | None:
        """The op under the cursor."""
        return self.ops[self.cursor] if self.ops else None

    def load(self) -> None:
        """Read the newest ops; the cursor stays on its op."""
        chosen = self.op
        self.now = self.store.now()
        size = max(len(self.ops), _PAGE)
        self.ops = journal.ops(self.store, limit=size)
        self.complete = len(self.ops) < size
        line = next((i for i, op in enumerate(self.ops) if chosen and op.id == chosen.id), 0)
        self.lines_changed(len(self.ops), line)

    def move_to(self, index: int) -> None:
        """Move the cursor, reading on where it comes near the end."""
        while not self.complete and index >= len(self.ops) - 1:
            more = journal.ops(self.store, limit=_PAGE, before=self.ops[-1].id)
            self.ops += more
            self.complete = len(more) < _PAGE
            self.lines_changed(len(self.ops), self.cursor)
        super().move_to(index)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one op as one line: when, who, what, and how it stands."""
        op, look = self.ops[index], self.look
        state = standing(op)
        who = fitted(actor_name(op), 14)
        when = right(durations.age(max(self.now - op.at, 0.0)), 5)
        lead = f"   {when}  "
        room = max(width - len(lead) - 16 - (len(state) + 2 if state else 0) - 1, 4)
        quiet = look.dim if op.undone_by is not None else look.text
        segments = [Segment(lead, look.dim)]
        segments.append(Segment(who + "  ", look.dim if op.actor.kind is ActorKind.PERSON else look.accent))
        segments.append(Segment(fitted(printable(masked(op.label)), room), quiet))
        if state:
            segments.append(Segment(f"  {state}", look.warn if op.status == "interrupted" else look.dim))
        return [*segments, Segment(" ")]


def actor_name(op: Op) -> str:
    """Return who did it, as a word."""
    client = one_line(op.actor.client, 30)
    return f"you, {client}" if op.actor.kind is ActorKind.PERSON else client or str(op.actor.kind)


def standing(op: Op) -> str:
    """Return how an op stands, where that is worth a word."""
    if op.undone_by is not None:
        return "undone"
    if op.status != "done":
        return op.status
    return "" if op.undoable else "final"


class HistoryView(ListAndPage):
    """The list of ops over what the one under the cursor changed."""

    DEFAULT_CSS = "HistoryView Page { height: 40%; }"

    view_id = ViewId.HISTORY

    def compose(self) -> ComposeResult:
        """Lay out the list and the page."""
        self.list = self.main = HistoryList(self.host.store)
        yield from super().compose()

    def on_mount(self) -> None:
        """Read the newest ops."""
        self.store_changed()

    def on_resize(self) -> None:
        """Wrap the page anew."""
        self.call_after_refresh(self.show_op)

    def opened(self) -> None:
        """Catch up with what happened while another view was shown."""
        self.store_changed()

    def store_changed(self) -> None:
        """Read the newest ops."""
        self.list.load()
        self.show_op()
        self.tell()

    def renew(self) -> None:
        """Let the ages move on."""
        self.store_changed()

    def status(self) -> Status:
        """Say how many ops there are, as far as they were read."""
        more = "" if self.list.complete else "+"
        noun = "change" if self.list.count == 1 else "changes"
        return Status(count=f"{self.list.count:,}{more} {noun}")

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the op the cursor came to."""
        event.stop()
        if event.list is self.list:
            self.show_op()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open the op that was double-clicked."""
        event.stop()
        self.do_open()

    def show_op(self) -> None:
        """Show what the op under the cursor changed."""
        op = self.list.op
        width = self.page.line_width
        if op is None or not width:
            self.page.show_lines([])
            return
        self.page.show_lines(op_lines(self.host.store, op, width, self.page.look))

    def do_open(self) -> None:
        """Show everything the op changed; from there, go back."""
        if self.pane is self.page and self.zoomed:
            self.do_back()
        else:
            self.zoomed = True
            self.go_to(self.page)

    def do_revert(self) -> None:
        """Take back the op under the cursor."""
        from memtui.tui.history.undoing import undo

        op = self.list.op
        if op is not None:
            undo(self.host, op.id)


def op_lines(store: Store, op: Op, width: int, look: Look) -> list[Line]:
    """Return one op with its changes, as lines."""
    lines = list(text_lines(printable(masked(op.label)), width, look.strong))
    facts = [f"by {actor_name(op)}", f"on {day(op.at)}", f"with memtui {one_line(op.version, 20)}"]
    facts.append(f"change {op.id:,}")
    if op.undone_by is not None:
        facts.append(f"taken back by change {op.undone_by:,}")
    elif op.status != "done":
        facts.append(op.status)
    lines += [[], *flowing([(fact, look.dim) for fact in facts], width, look.dim), []]
    changes = journal.changes(store, op.id, limit=_SHOWN_CHANGES)
    named = {
        m.id: masked_memory(m).headline for m in memories.get_many(store, [c.memory_id for c in changes])
    }
    last = None
    for change in changes:
        if change.memory_id != last:
            last = change.memory_id
            headline = named.get(last, "a memory that was taken out again, or erased")
            lines.append([Segment(" " + fitted(headline, width - 2), look.text)])
        if change.field == "text":
            lines += _reworded_lines(change, width, look)
        elif described(change) != "added":
            lines += text_lines(described(change), width, look.dim, indent=3)
    if op.changed > _SHOWN_CHANGES:
        lines.append([Segment(f" … {op.changed:,} memories in all", look.dim)])
    return lines


def _reworded_lines(change: Change, width: int, look: Look) -> list[Line]:
    """Return what a memory said before and after, in full, with what differs marked."""
    before, after = (str(masked_value(value) or "") for value in (change.before, change.after))
    goes, comes = reworded(before, after)
    lines: list[Line] = []
    for sign, text, spans in (("−", before, goes), ("+", after, comes)):
        marked = look.accent + Style(underline=True, bold=True)
        wrapped = marked_lines(text, spans, width - 6, look.text, marked)
        lines += [
            [Segment(f"   {sign} " if not at else "     ", look.accent_strong), *line]
            for at, line in enumerate(wrapped)
        ]
    return lines
