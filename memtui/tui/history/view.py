"""The History view: every op, by whom, and what it changed. Any of them can be taken back from here.

`u` takes back your own latest change in every view; `r` here takes back the one under the cursor, and so
also an agent's. That is a change of yours too: `u` right after it takes back just that.
"""

from collections.abc import Iterator, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult

from memtui.domain import durations
from memtui.domain.actor import ActorKind
from memtui.domain.counting import plural
from memtui.domain.days import day
from memtui.domain.instant import Instant
from memtui.domain.rewording import reworded_in_part
from memtui.domain.text import Longest, one_line, printable
from memtui.secrets.masking import masked, masked_value
from memtui.store import journal, op_labels, scopes
from memtui.store.database import Store
from memtui.store.journal import Change, Op
from memtui.store.op_filter import OpFilter, parse
from memtui.store.writers import program
from memtui.tui.history.filtering import OpSearch, OpsFound
from memtui.tui.history.headlines import ERASED, headlines
from memtui.tui.keys.views import ViewId
from memtui.tui.list_and_page import ListAndPage
from memtui.tui.review.texts import marked_lines
from memtui.tui.themes import Look
from memtui.tui.view import Mode
from memtui.tui.widgets.about_memory import described
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.line_list import LineList, fitted, right, within
from memtui.tui.widgets.pages import Line, flowing, text_lines

_PAGE = 200
_SHOWN_CHANGES = 60
_EMPTY = ("Nothing has happened yet", "", "Every change is listed here, and can be taken back")
_NO_MATCH = ("Nothing matches this filter", "", "{back:5}clears the filter", "{filter_history:5}changes it")
_EXAMPLE = "words  by:claude-code  did:drop  in:/project/atlas  made:2026-11"


class HistoryList(LineList):
    """Ops, newest first; older ones are read as the cursor comes near."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.ops: list[Op] = []
        self.found: list[int] | None = None
        """The ids of what a filter found so far, newest first; None without a filter."""
        self.complete = False
        self.now: Instant = store.now()
        self.empty = _EMPTY

    @property
    def op(self) -> Op | None:
        """The op under the cursor."""
        return self.ops[self.cursor] if self.ops else None

    def load(self) -> None:
        """Read the newest ops, of a filter the newest it found; the cursor stays on its op."""
        chosen = self.op
        self.now = self.store.now()
        self.ops, self.complete = [], False
        self._read(max(self.count, _PAGE))
        line = next((i for i, op in enumerate(self.ops) if chosen and op.id == chosen.id), 0)
        self.lines_changed(len(self.ops), line)

    def take(self, ids: Sequence[int], *, first: bool) -> None:
        """Take in ops that a filter found: the first of them, or older ones."""
        if first or self.found is None:
            self.found = list(ids)
            self.load()
        else:
            self.found += ids
            self.complete = False
            if len(self.ops) < _PAGE:
                self._read(_PAGE)
                self.lines_changed(len(self.ops), self.cursor)

    def _read(self, size: int) -> None:
        """Read `size` more ops, or as many as there are."""
        if self.found is None:
            before = self.ops[-1].id if self.ops else None
            more = journal.ops(self.store, limit=size, before=before, folded=True)
            self.complete = len(more) < size
        else:
            ids = self.found[len(self.ops) : len(self.ops) + size]
            more = journal.ops_of(self.store, ids)
            gone = set(ids).difference(op.id for op in more)
            self.found = [i for i in self.found if i not in gone] if gone else self.found
            self.complete = len(self.ops) + len(more) >= len(self.found)
        self.ops += more

    def move_to(self, index: int) -> None:
        """Move the cursor, reading on where it comes near the end."""
        while not self.complete and index >= len(self.ops) - 1:
            self._read(_PAGE)
            self.lines_changed(len(self.ops), self.cursor)
        super().move_to(index)

    def go_to_op(self, op: Op) -> None:
        """Put the cursor on an op of the list, reading on until it is there."""
        while not self.complete and self.ops[-1].id > op.id:
            self._read(_PAGE)
        self.lines_changed(len(self.ops), self.cursor)
        self.move_to(next((line for line, known in enumerate(self.ops) if known.id <= op.id), self.cursor))

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one op as one line: time, actor, act and state."""
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
        return within([*segments, Segment(" ")], width)


def actor_name(op: Op) -> str:
    """Return who did it, as a word."""
    name = one_line(program(op.actor), 30)
    return f"you, {name}" if op.actor.kind is ActorKind.PERSON else name


def standing(op: Op) -> str:
    """Return the state of an op in a word, if it is worth one."""
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
        self.line = ""
        """The filter as it was typed."""
        self.wanted = OpFilter()
        self.total = 0
        """How many are listed without a filter, as a search counted them; 0 where it asks for others, too."""
        self.waiting = False
        """Whether a search is under way."""
        self.outdated = False
        """Whether others wrote meanwhile."""
        self.search = OpSearch(self, self.host.store)
        yield from super().compose()

    def on_mount(self) -> None:
        """Read the newest ops."""
        self.store_changed()

    def on_resize(self) -> None:
        """Wrap the page anew."""
        self.call_after_refresh(self.show_page)

    def opened(self) -> None:
        """Catch up with what happened while another view was shown."""
        self.store_changed()

    def store_changed(self) -> None:
        """Read the newest ops, or what the filter asks for; a search under way ends first."""
        if self.waiting:
            self.outdated = True
        elif self.line:
            self._search()
        else:
            self._show()

    def renew(self) -> None:
        """Bring what is told in days and hours up to now."""
        self.list.load()
        self.show_page()

    def _show(self) -> None:
        self.list.empty = _EMPTY
        self.list.load()
        self.show_page()
        self.tell()

    def _search(self) -> None:
        """Look for what the filter asks for; what is listed stays until something is found."""
        self.waiting, self.outdated = True, False
        self.search.ask(self.wanted)
        self.tell()

    def apply(self, line: str) -> None:
        """List what a typed line asks for. Raises FilterError, and then lists what it did."""
        store = self.host.store
        wanted = parse(line, prefix=True, scope_named=lambda part: scopes.named(store, part)[0])
        self.line = line.strip()
        if not self.line:
            self.search.cancel()
            self.waiting, self.wanted, self.list.found = False, OpFilter(), None
            self._show()
        elif wanted != self.wanted or self.list.found is None:
            self.wanted = wanted
            self._search()

    def on_ops_found(self, event: OpsFound) -> None:
        """Show what the filter found so far."""
        event.stop()
        if not self.search.is_current(event):
            return
        self.waiting = not event.last
        if event.error:
            self.host.say(event.error, "error")
        else:
            self.total = event.total
            self.list.empty = tuple(map(self.host.keymap.filled, _NO_MATCH))
            if event.first or event.ids:
                self.list.take(event.ids, first=event.first)
                self.show_page()
        self.tell()
        if event.last and self.outdated:
            self._search()

    def do_filter_history(self) -> None:
        """Open the filter line."""
        from memtui.tui.memories.completing import op_completions
        from memtui.tui.memories.filter_prompt import FilterPrompt

        self.go_to(self.list)
        before = self.list.op

        def apply(line: str) -> None:
            self.apply(line)
            if not self.line and before is not None:
                self.list.go_to_op(before)

        prompt = FilterPrompt(
            self.list,
            lambda: self.line,
            apply,
            lambda: self.status().count,
            lambda line: op_completions(self.host.store, line),
            example=_EXAMPLE,
        )
        self.host.prompt(prompt)

    def modes(self) -> Iterator[Mode]:
        """Yield the filter."""
        if self.line:
            yield Mode("no filter", lambda: self.apply(""))

    def status(self) -> Status:
        """Say how many ops there are: as far as they were read, or what the filter finds of all."""
        if self.line:
            known = None if self.waiting or self.list.found is None else len(self.list.found)
            if not self.total:
                return Status(filter=self.line, count="…" if known is None else plural(known, "change"))
            count = "…" if known is None else f"{known:,}"
            return Status(filter=self.line, count=f"{count} of {plural(self.total, 'change')}")
        more = "" if self.list.complete else "+"
        noun = "change" if self.list.count == 1 else "changes"
        return Status(count=f"{self.list.count:,}{more} {noun}")

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the op the cursor came to."""
        event.stop()
        if event.list is self.list:
            self.show_page()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open the op that was double-clicked."""
        event.stop()
        self.do_open()

    def show_page(self) -> None:
        """Show what the op under the cursor changed."""
        op = self.list.op
        width = self.page.line_width
        if op is None or not width:
            self.page.show_lines([])
            return
        self.page.show_lines(_op_lines(self.host.store, op, width, self.page.look))

    def do_open(self) -> None:
        """Show everything the op changed; from there, go back."""
        if self.pane is self.page and self.zoomed:
            self.do_back()
        else:
            self.zoomed = True
            self.go_to(self.page)

    def do_revert(self) -> None:
        """Take back the op under the cursor."""
        from memtui.tui.history.undoing import take_back

        op = self.list.op
        if op is not None:
            take_back(self.host, op)


def _op_lines(store: Store, op: Op, width: int, look: Look) -> list[Line]:
    """Return one op with its changes, as lines."""
    lines = list(text_lines(printable(masked(op.label)), width, look.strong))
    facts = [f"by {actor_name(op)}", f"on {day(op.at)}", f"with memtui {one_line(op.version, Longest.WORD)}"]
    facts.append(f"change {op.id:,}")
    if op.undone_by is not None:
        facts.append(_undone(store, op))
    elif op.status != "done":
        facts.append(op.status)
    lines += [[], *flowing([(fact, look.dim) for fact in facts], width, look.dim), []]
    changes = journal.changes(store, op.id, limit=_SHOWN_CHANGES)
    decided = [] if changes else op_labels.decided_about(store, op.id, limit=_SHOWN_CHANGES)
    named = headlines(store, [*(change.memory_id for change in changes), *decided])
    lines += [
        [Segment(" " + fitted(named.get(memory_id, ERASED), width - 2), look.text)] for memory_id in decided
    ]
    last = None
    for change in changes:
        if change.memory_id != last:
            last = change.memory_id
            lines.append([Segment(" " + fitted(named.get(last, ERASED), width - 2), look.text)])
        if change.field == "text":
            lines += _reworded_lines(change, width, look)
        elif described(change) != "added":
            lines += text_lines(described(change), width, look.dim, indent=3)
    if op.changed > _SHOWN_CHANGES and not decided:
        lines.append([Segment(f" … {op.changed:,} memories in all", look.dim)])
    return lines


def _undone(store: Store, op: Op) -> str:
    """Return by which change an op was undone, when and by whom."""
    by = None if op.undone_by is None else journal.op(store, op.undone_by)
    if by is None:
        return "undone"
    return f"undone {durations.ago(store.now() - by.at)} by {actor_name(by)}, change {by.id:,}"


def _reworded_lines(change: Change, width: int, look: Look) -> list[Line]:
    """Return what a memory said before and after, in full, with what differs marked if they share words."""
    before, after = (str(masked_value(value) or "") for value in (change.before, change.after))
    goes, comes = reworded_in_part(before, after)
    lines: list[Line] = []
    for sign, text, spans in (("−", before, goes), ("+", after, comes)):
        marked = look.accent + Style(underline=True, bold=True)
        wrapped = marked_lines(text, spans, width - 6, look.text, marked)
        lines += [
            [Segment(f"   {sign} " if not at else "     ", look.accent_strong), *line]
            for at, line in enumerate(wrapped)
        ]
    return lines
