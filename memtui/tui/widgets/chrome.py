"""The three lines around every view: the tabs above, the status line below, the passing message.

They only draw what the app hands them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from memtui.domain.text import Longest, one_line
from memtui.secrets.masking import masked
from memtui.tui.keys.views import ALL_VIEWS, PASSING, SELDOM, View, ViewId
from memtui.tui.themes import Look, look
from memtui.tui.widgets.line_list import fitted, fitted_end

TALL = 24
"""From so many lines of the screen on there is a line below the tabs that says how the store is."""
_GAPS = (3, 2)
"""Cells between two tabs, and where there is little room."""
_NAME = 12
"""Cells that a name of a store has at least; in fewer it says nothing."""


_PART = 16
"""Cells that each other part of the status line is reckoned with at most."""
_KEYS_TOLD = 10
"""Cells for the key that lists the keys, before and behind which there is room."""


class OneLine(Widget):
    """A line that is drawn from segments at its left and at its right end."""

    DEFAULT_CSS = "OneLine { height: 1; }"

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return what stands at the left and at the right."""
        raise NotImplementedError

    def render_line(self, _y: int) -> Strip:
        """Draw the line: the right end gives way to the left one."""
        width, styles = self.size.width, look(self.app.theme)
        left, right = self.parts(styles, width)
        used = sum(cell_len(segment.text) for segment in left)
        room = width - used
        while right and sum(cell_len(segment.text) for segment in right) > room:
            right = right[:-1]
        gap = room - sum(cell_len(segment.text) for segment in right)
        strip = Strip([*left, Segment(" " * max(gap, 0)), *right])
        return strip.adjust_cell_length(width).apply_style(styles.base)


def name_within(name: str, room: int) -> str:
    """Return a store's name and a space in `room` cells and that space, or nothing where it would say little.

    What stands behind a comma goes first: of "examples, thrown away on quit" there stays "examples".
    """
    short = name if cell_len(name) <= room else name.partition(",")[0]
    if cell_len(short) <= room:
        return f"{short} "
    return f"{fitted(short, room)} " if room >= _NAME else ""


class Header(OneLine):
    """The tabs, who else is writing, and the name of the store if no line below tells it."""

    @dataclass
    class TabChosen(Message):
        """A tab was clicked."""

        view: ViewId

    def __init__(self, store_name: str) -> None:
        super().__init__()
        self.store_name = one_line(store_name, Longest.PHRASE)
        self.view = ViewId.MEMORIES
        self.writers = ""
        """What others changed lately, `3 changed by mcp`."""
        self.waiting = 0
        """Cards that wait for a decision."""

    def show(self, view: ViewId) -> None:
        """Show which view is open."""
        self.view = view
        self.refresh()

    def count_waiting(self, waiting: int) -> None:
        """Show how many cards wait."""
        if waiting != self.waiting:
            self.waiting = waiting
            self.refresh()

    def name_writers(self, writers: str) -> None:
        """Show who else writes."""
        if writers != self.writers:
            self.writers = writers
            self.refresh()

    def tabs(self, width: int) -> list[tuple[ViewId, str, str]]:
        """Return each tab's view, key and label; the labels are shortened until the tabs fit into `width`
        cells.
        """
        return self._laid_out(width)[0]

    def _laid_out(self, width: int) -> tuple[list[tuple[ViewId, str, str]], int]:
        """Return the tabs and the gap between them: the fullest that fit, else only the open one's name."""
        known = [view for view in ALL_VIEWS if view not in PASSING or self.view is view.id]
        standing = [view for view in known if view not in SELDOM or self.view is view.id]
        beside = width - self._aside
        for views, short, room in (
            (known, False, beside),
            (standing, False, width),
            (known, True, beside),
            (standing, True, width),
        ):
            named = [(view.id, view.key, self._tab_label(view, short=short)) for view in views]
            least = self._cells(named, 0) + (self._longest(views) if short else 0)
            for gap in _GAPS:
                if least + gap * (len(named) - 1) <= room:
                    return named, gap
        bare = [(view.id, view.key, self._tab_label(view, short=None)) for view in standing]
        if self._cells(bare, _GAPS[-1]) > width:
            bare = [tab for tab in bare if tab[0] is self.view]
        return bare, _GAPS[-1]

    def _longest(self, views: Sequence[View]) -> int:
        """Return how much longer the tabs would be with another view open, so that they never jump."""
        more = {view.id: len(view.title) - len(view.short_title) for view in views}
        return max(more.values()) - more.get(self.view, 0)

    @property
    def _aside(self) -> int:
        """Cells kept at the right, for which a seldom used tab gives way; other writers wait for room."""
        return 0 if self.app.size.height >= TALL else cell_len(self.store_name.partition(",")[0]) + 2

    @property
    def _writers(self) -> int:
        """Cells that the other writers take, with what keeps them apart from the tabs and from the name."""
        return cell_len(self.writers) + 4 if self.writers else 0

    def _cells(self, named: Sequence[tuple[ViewId, str, str]], gap: int) -> int:
        return 1 + sum(cell_len(key + label) for _, key, label in named) + gap * (len(named) - 1)

    def _tab_label(self, view: View, *, short: bool | None) -> str:
        """Return what stands behind a view's key: its name, short, full or none, and what waits there."""
        count = self._count(view.id)
        if self.view is view.id or short is False:
            return f" {view.title}{count}"
        return f" {view.short_title}{count}" if short else count.replace(" ", "·")

    def _count(self, view: ViewId) -> str:
        return f" {self.waiting:,}" if view is ViewId.REVIEW and self.waiting else ""

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return the tabs, and what is known about the store."""
        left = [Segment(" ")]
        tabs, gap = self._laid_out(width)
        for view, key, label in tabs:
            is_open = view is self.view
            left.append(Segment(key, look.accent if is_open else look.dim))
            left += [Segment(label, look.accent_strong if is_open else look.dim), Segment(" " * gap)]
        left.pop()
        fits = self._cells(tabs, gap) + self._writers <= width
        right = [Segment(f"{self.writers}  ", look.warn)] if self.writers and fits else []
        if self.app.size.height >= TALL:
            return left, right  # the line below names the store
        room = width - sum(cell_len(s.text) for s in [*left, *right]) - 2
        return left, [*right, Segment(name_within(self.store_name, room), look.dim)]

    def on_click(self, event: events.Click) -> None:
        """Open the view whose tab was clicked."""
        x = 1
        tabs, gap = self._laid_out(self.size.width)
        for view, key, label in tabs:
            end = x + len(key) + len(label)
            if x <= event.x < end:
                self.post_message(self.TabChosen(view))
            x = end + gap


@dataclass(slots=True)
class Status:
    """What the status line says."""

    scope: str = ""
    filter: str = ""
    count: str = ""
    selected: str = ""
    busy: str = ""
    hints: Sequence[tuple[str, str]] = field(default_factory=tuple)


class StatusLine(OneLine):
    """The place, the count, the selection, and the keys that matter here.

    A click on a key presses it, and a click on the filter opens it.
    """

    @dataclass
    class KeyChosen(Message):
        """One of the keys was clicked."""

        key: str
        """As it is written on the screen."""

    def __init__(self, notice: "Notice") -> None:
        """Show `notice` at the right end while it has something to say."""
        super().__init__()
        self.status = Status()
        self._notice = notice
        notice.covers = self._leave_room
        self._covered = 0
        """Cells at its right end that the message lies on."""

    def _leave_room(self, cells: int) -> None:
        if cells != self._covered:
            self._covered = cells
            self.refresh()

    def give_way(self) -> None:
        """Make room for an input line in its place; the message moves above it."""
        self.display = False
        self._notice.lift(1)

    def come_back(self) -> None:
        """Take its place again."""
        self.display = True
        self._notice.lift(0)

    def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        left, right = self.parts(look(self.app.theme), self.size.width)
        right = right[: len(right) // 2 * 2]  # pairs of a key and its label, then the room of a message
        at = self.size.width - self._covered - sum(cell_len(segment.text) for segment in right)
        for key, label in zip(right[::2], right[1::2], strict=True):
            end = at + cell_len(key.text) + cell_len(label.text)
            if at <= event.x < end:
                self.post_message(self.KeyChosen(key.text))
                return
            at = end
        if event.x < sum(cell_len(segment.text) for segment in left):
            self.post_message(self.KeyChosen(""))

    def _beside(self, now: Status) -> int:
        """Return how many cells the count leaves to what stands beside it, and to where the keys are told."""
        others = [text for text in (now.scope, now.filter, now.selected, now.busy) if text]
        return sum(min(cell_len(text), _PART) + 3 for text in others) + _KEYS_TOLD

    def show(self, status: Status) -> None:
        """Show another status."""
        if status != self.status:
            self.status = status
            self.refresh()

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return the state at the left, and as many hints as fit."""
        now = self.status
        longest = max(width // 3, 16)
        segments: list[tuple[str, Style]] = (
            [(_shortened(masked(now.scope), longest), look.text)] if now.scope else []
        )
        segments += (
            [(fitted(now.filter, min(cell_len(now.filter), longest)), look.accent)] if now.filter else []
        )
        segments += [(_count_within(now.count, width - self._beside(now)), look.dim)] if now.count else []
        segments += [(now.selected, look.accent_strong)] if now.selected else []
        segments += [(now.busy, look.warn)] if now.busy else []
        left = [Segment(" ")]
        for text, style in segments:
            left += [Segment(text, style), Segment("   ")]
        covered = min(self._covered, width)
        while len(left) > 3 - 2 * bool(covered) and sum(map(_cells, left[:-1])) > width - covered:
            del left[-2:]  # what would be cut, or what a message would lie on half
        room = width - covered - sum(cell_len(segment.text) for segment in left)
        hints = _hints(now.hints, room, look)
        return left, [*hints, Segment(" " * covered)] if covered else hints


def _cells(segment: Segment) -> int:
    return cell_len(segment.text)


def _count_within(count: str, room: int) -> str:
    """Return a count in `room` cells: of "9 told, 4 not, 174 elsewhere" there stays "9 told, 4 not".

    Its first part always stays.
    """
    while cell_len(count) > room and ", " in count:
        count = count.rpartition(", ")[0]
    if cell_len(count) > room and "   " in count:
        count = count.rpartition("   ")[0]
    return count


def _shortened(scope: str, width: int) -> str:
    return scope if cell_len(scope) <= width else fitted_end(scope, width)


def _hints(hints: Sequence[tuple[str, str]], room: int, look: Look) -> list[Segment]:
    """Return the hints that fit; the last two stay longest, the one that tells how to find the rest last."""
    width = [cell_len(key) + 1 + cell_len(label) + 2 for key, label in hints]
    kept = list(range(len(hints)))
    while kept and sum(width[i] for i in kept) > room:
        kept.pop(-3 if len(kept) > 2 else -1)
    segments: list[Segment] = []
    for index in kept:
        key, label = hints[index]
        segments += [Segment(key, look.accent), Segment(f" {label}  ", look.dim)]
    return segments


class Notice(Widget):
    """The passing message at the right end of the status line: one at a time, the latest wins.

    It lies on no text of a view, unless it needs several lines. Ours and not Textual's, which stacks them,
    takes markup, and writes control characters through.
    """

    DEFAULT_CSS = """
    Notice {
        layer: above; dock: bottom; display: none;
        height: auto; width: auto; max-width: 100%;
    }
    """
    SIGNS: ClassVar = {"done": "✓", "note": "·", "error": "!"}
    SECONDS: ClassVar = {"done": 4.0, "note": 5.0, "error": 9.0}

    def __init__(self) -> None:
        super().__init__()
        self.covers: Callable[[int], None] = lambda _cells: None
        """Is told how many cells at the right end of the lowest line it lies on."""
        self.text = ""
        self.kind = "note"
        self._done: list[str] = []
        self.answers_key = False
        """Whether what is said now answers a key, and comes from nothing that is at work on its own."""
        self._of_view = True
        self._timer: Timer | None = None

    @property
    def done(self) -> Sequence[str]:
        """What is said to be done, with what was said to be just before it; empty where nothing is."""
        return self._done if self.display and self.kind == "done" else ()

    def lift(self, lines: int) -> None:
        """Move some lines up, so that the input line below stays visible."""
        self.styles.margin = (0, 0, lines, 0)

    def say(self, text: str, kind: str = "note") -> None:
        """Show a sentence for a few seconds; `kind` is done, note or error."""
        text = one_line(text, Longest.QUOTE)
        goes_on = text != self.text and self.text in text
        self._done = [text] if goes_on else [*self.done, text]
        self.text, self.kind = text, kind
        self._of_view = kind == "note" or (kind == "error" and self.answers_key)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(self.SECONDS[kind], self.hide)
        screen = self.app.size.width
        room = max(screen - 8, 20)
        lines = -(-cell_len(self.text) // room)
        width = cell_len(self.text) + 6 if lines == 1 else screen
        self.styles.width, self.styles.height = width, lines
        self.styles.offset = (max(screen - width, 0), 0)
        self.display = True
        self.covers(width)
        self.refresh()

    def turn_away(self) -> None:
        """Take away what was said of the view that is left; what was done stays, and troubles elsewhere."""
        if self._of_view:
            self.hide()

    def hide(self) -> None:
        """Take the message away."""
        self.display = False
        self.covers(0)

    def on_click(self) -> None:
        """Take the message away."""
        self.hide()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the message on the colour of raised things."""
        from memtui.tui.widgets.wrapping import wrapped

        width, styles = self.size.width, look(self.app.theme)
        lines = list(wrapped(self.text, max(width - 5, 8)))
        colour = styles.error if self.kind == "error" else styles.accent
        lead = f" {self.SIGNS[self.kind]}  " if y == 0 else "    "
        text = lines[y] if y < len(lines) else ""
        strip = Strip([Segment(lead, colour), Segment(fitted(text, max(width - 4, 0)), styles.text)])
        return strip.adjust_cell_length(width).apply_style(styles.cursor)
