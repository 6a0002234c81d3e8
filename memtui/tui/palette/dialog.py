"""The palette: a line to type in, and under it all that it finds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult

from memtui.domain.filter import Filter, FilterError, parse
from memtui.domain.memory import PUT_AWAY
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.listing import Listing, Order
from memtui.tui.host import Host
from memtui.tui.keys.action import Situation
from memtui.tui.memories.listing_reader import ListingReader, Question, Read
from memtui.tui.memories.matches import RULE, Matches
from memtui.tui.palette import choices
from memtui.tui.palette.choices import Choice, Sort
from memtui.tui.widgets.dialogs import Dialog
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.line_list import LineList, fitted, right

_FROM = 3
"""So many letters are typed before memories are looked for."""
_MOST_MEMORIES = 8
_TITLE = 18
"""Cells of a short title, behind which the notes stand in a column."""


class ChoiceList(LineList):
    """The choices that match what was typed."""

    always_active = True

    def __init__(self) -> None:
        super().__init__()
        self.choices: Sequence[Choice] = ()
        self.empty = ("Nothing has that name",)
        self.can_focus = False

    def show(self, listed: Sequence[Choice]) -> None:
        """Show what was found, the cursor on the first."""
        self.choices = listed
        self.lines_changed(len(listed), 0, keep_line=False)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one choice: its title, what it is about, its key or what it is."""
        choice = self.choices[index]
        aside = max(width // 4, 8) if choice.sort is Sort.MEMORY else cell_len(choice.key)
        whole = width - min(aside, cell_len(choice.key)) - 3
        is_next_theme = choice.sort is Sort.THEME and index > 0 and self.choices[index - 1].sort is Sort.THEME
        note = "" if is_next_theme else choice.blocked or choice.note
        title = min(max(cell_len(choice.title), _TITLE), whole) if note else whole
        room = whole - title
        return [
            Segment(f" {fitted(choice.title, title)}", self.look.dim if choice.blocked else self.look.text),
            Segment(fitted(f" {note}", room), self.look.dim),
            Segment(f" {right(choice.key, width - title - room - 3)} ", self.look.accent),
        ]


@dataclass(frozen=True, slots=True)
class _LiveAndGone:
    """A search of the live memories, then of those that were dropped or archived."""

    live: Question

    def answers(self, store: Store) -> Iterator[Listing]:
        """Yield the listings of both, the live ones first. Raises StoreError and Interrupted."""
        yield from self.live.answers(store)
        yield from self.live._replace(wanted=replace(self.live.wanted, states=PUT_AWAY)).answers(store)


class Palette(Dialog[Choice]):
    """Finds an action, a memory, a scope, a setting or a theme."""

    title_words = "Find anything"

    DEFAULT_CSS = """
    Palette { align: center top; .panel { width: 92; margin-top: 2; } }
    ChoiceList { height: 14; margin-top: 1; }
    """

    def __init__(self, host: Host, now: Situation) -> None:
        super().__init__()
        self._host = host
        store = host.store
        self._all = [
            *choices.actions(host.keymap, now),
            *choices.all_themes(),
            *choices.all_scopes(store),
            *choices.all_settings(host.settings),
        ]
        self._titled: Sequence[Choice] = ()
        """What is called as was typed, then views that are for it: above the memories that are found."""
        self._others: Sequence[Choice] = ()
        """What only has the words somewhere, or nearly: below the memories that have them."""
        self._sure: Sequence[Choice] = ()
        """The live memories that have all the words."""
        self._near: Sequence[Choice] = ()
        """Live memories that only come near them."""
        self._gone: Sequence[Choice] = ()
        """The dropped and archived memories that have all the words."""
        self._enters = False
        """Whether enter was pressed before the memories were found that go first."""
        self._reading = False
        self._theme = host.theme
        self._input = SafeInput(placeholder="an action, a memory, a scope, a setting, a theme …")
        self._list = ChoiceList()
        self._reader = ListingReader(self, store)

    def compose(self) -> ComposeResult:
        """Lay out the line and what it finds."""
        yield self.panel(self._input, self._list)

    def on_mount(self) -> None:
        """Start typing."""
        self.set_focus(self._input)
        self._match()

    def on_unmount(self) -> None:
        """Let no thread go on reading for nothing."""
        self._reader.cancel()

    def on_input_changed(self) -> None:
        """Show what matches, and have memories looked for."""
        self._match()

    def _match(self) -> None:
        typed = self._input.value
        named = choices.matching(self._all, typed) if typed.strip() else self._all
        titled = [choice for choice in named if choices.is_titled(choice, typed)]
        untitled = [choice for choice in named if not choices.is_titled(choice, typed)]
        self._titled = [*titled, *(choice for choice in untitled if choices.is_view_for(choice, typed))]
        self._others = [choice for choice in untitled if not choices.is_view_for(choice, typed)]
        self._list.show([*self._titled, *self._others])
        self._try_on()
        self._reader.cancel()
        self._reading = self._enters = False
        self._sure = self._near = self._gone = ()
        if len(typed.strip()) >= _FROM:
            try:
                wanted = parse(typed, prefix=True)
            except FilterError:
                return
            now = self._host.store.now()
            self._reading = True
            live = Question(wanted, Order.STRENGTH, now, search=bool(wanted.words))
            only_live = wanted.states == Filter().states
            self._reader.ask(_LiveAndGone(live) if live.search and only_live else live)

    def on_read(self, answer: Read) -> None:
        """Show the memories that a thread has found: those with all the words below what is called so.

        A search answers twice, first with its best; the second answer takes the place of the first.
        """
        listing = self._reader.accept(answer)
        if listing is not None:
            ids = listing.ids(0, _MOST_MEMORIES)
            sure = 0 if isinstance(listing, Matches) and listing.spelled else len(ids)
            sure = ids.index(RULE) if sure and RULE in ids else sure
            found = list(
                choices.of_memories(memories.get_many(self._host.store, [i for i in ids if i != RULE]))
            )
            if listing.filter.states == PUT_AWAY:
                self._gone = found[:sure]
            else:
                self._sure, self._near = found[:sure], found[sure:]
            self._show_found()
        if self._reader.is_current(answer):
            self._reading = False
            if self._enters:
                self._enters = False
                self._choose()

    def _show_found(self) -> None:
        """Show memories, those that are gone below the live ones; the cursor stays where it was moved to."""
        at = self._list.choices[self._list.cursor] if self._list.cursor else None
        listed = [*self._titled, *self._sure, *self._gone, *self._others, *self._near]
        self._list.show(listed)
        self._list.move_to(listed.index(at) if at in listed else 0)
        self._try_on()

    def pressed(self, key: str) -> bool:
        """Move, choose or leave."""
        if key in {"down", "up", "ctrl+n", "ctrl+p", "tab"}:
            self._list.move_by(-1 if key in {"up", "ctrl+p"} else 1)
            self._try_on()
            return True
        if key == "enter":
            self._enters = self._reading and not self._titled and not self._list.cursor
            if self._enters:
                self._host.before_key.until(lambda: not self._enters)
            else:
                self._choose()
            return True
        if key == "escape":
            self._host.theme = self._theme
        return super().pressed(key)

    def _try_on(self) -> None:
        """Show the theme under the cursor, or the one there was."""
        listed = self._list.choices
        choice = listed[self._list.cursor] if listed else None
        theme = str(choice.what) if choice is not None and choice.sort is Sort.THEME else self._theme
        if self._host.theme != theme:
            self._host.theme = theme

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Choose with a click as well as with enter."""
        event.stop()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Choose what was double-clicked."""
        event.stop()
        self._choose()

    def _choose(self) -> None:
        if self._list.choices:
            choice = self._list.choices[self._list.cursor]
            if choice.sort is not Sort.THEME:
                self._host.theme = self._theme
            self.dismiss(choice)
