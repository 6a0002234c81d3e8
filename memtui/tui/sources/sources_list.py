"""The list of Sources: linked files, found files, what agents load here, and other machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.segment import Segment

from memtui.config.places import files_from_home, from_home
from memtui.domain import durations
from memtui.domain.counting import plural
from memtui.domain.instant import Instant
from memtui.domain.text import Longest, one_line
from memtui.sources.called import format_name
from memtui.store.sources import Source
from memtui.tui.sources.linked import Linked
from memtui.tui.sources.meeting import Meeting
from memtui.tui.sources.state_words import BRIEF, FULL, state_of
from memtui.tui.widgets.headed_list import HeadedList
from memtui.tui.widgets.line_list import fitted, fitted_end, right

if TYPE_CHECKING:
    from memtui.formats.finding import Found
    from memtui.formats.seen import View
    from memtui.tui.widgets.pages import Line


@dataclass(frozen=True, slots=True)
class Unlinked:
    """Something that was found, as a row."""

    place: Found
    loads: bool = True

    @property
    def path(self) -> str:
        """Where it is."""
        return str(self.place.path)

    @property
    def format(self) -> str:
        """Its format."""
        return self.place.format

    @property
    def files(self) -> tuple[str, ...]:
        """The files that people know it by, from its path on; empty where the path says it."""
        return self.place.files


@dataclass(frozen=True, slots=True)
class Seen:
    """What an agent loads in the folder one is in, as a row."""

    view: View

    @property
    def path(self) -> str:
        """The folder."""
        return str(self.view.folder)

    @property
    def key(self) -> str:
        """What tells it from other rows."""
        return f"{self.view.agent} {self.view.folder}"


@dataclass(frozen=True, slots=True)
class Heading:
    """A line between rows, which the cursor passes over."""

    title: str
    columns: tuple[str, str, str, str] = ("", "", "", "")


Row = Linked | Unlinked
Listed = Row | Seen | Meeting
SourceLine = Listed | Heading

_BY_SLUG = "claude"
"""The format whose folders are called after a project's whole path, which no column holds."""
_FORMAT = 13
_COUNT = 9
_WHEN = 9
_ROOM_FOR_WORDS = 112
"""Columns from which on access and state are said in full."""


NOTHING_LISTED = (
    "Nothing is linked, and nothing was found on this machine",
    "",
    "{link_path:4}links a file or folder by its path",
    "{meet:4}meets your other machines",
    "{scan:4}looks again",
)
"""What to say when there is no source at all; the keys are to be filled in."""


class SourcesList(HeadedList):
    """The rows under their headings."""

    def __init__(self, now: Instant) -> None:
        super().__init__()
        self.rows: list[SourceLine] = []
        self.now = now
        self.empty = NOTHING_LISTED
        self.writing_key = ""
        """What shows what would be written, and allows it."""

    @property
    def listed(self) -> Listed | None:
        """What is under the cursor."""
        row = self.rows[self.cursor] if self.cursor < len(self.rows) else None
        return None if isinstance(row, Heading) else row

    @property
    def row(self) -> Row | None:
        """The source under the cursor."""
        row = self.listed
        return row if isinstance(row, Linked | Unlinked) else None

    @property
    def next_unlinked(self) -> str:
        """The path of the first unlinked source below the cursor; empty when there is none."""
        below = (row.path for row in self.rows[self.cursor + 1 :] if isinstance(row, Unlinked))
        return next(below, "")

    def show(self, rows: Sequence[SourceLine], now: Instant, path: str | None = None) -> None:
        """Show rows; the cursor goes to the one at `path`, or stays on its own."""
        wanted = path or _key(self.listed)
        self.rows, self.now = list(rows), now
        self.rows_changed(len(rows), lambda index: _key(rows[index]), wanted)
        if self.cursor < self.page:
            self.scroll_to(y=0, animate=False, force=True)  # what was linked goes to the top

    def is_heading(self, index: int) -> bool:
        """Say whether a line is a heading, or nothing but room between two groups."""
        return isinstance(self.rows[index], Heading)

    def draw(self, index: int, width: int) -> Line:
        """Return one line."""
        row, look = self.rows[index], self.look
        access_width, state_width = FULL if width >= _ROOM_FOR_WORDS else BRIEF if width >= 64 else (0, 0)
        when_width = _WHEN if width >= 76 else 0
        ends = _COUNT + sum(wide + 2 for wide in (when_width, access_width, state_width) if wide) + 1
        path_width = max(width - 3 - _FORMAT - 2 - ends, 0)
        access = ""
        if isinstance(row, Heading):
            count, when, access, state = row.columns
            style, head = look.dim, [Segment(fitted(f"   {row.title}", width - ends), look.strong)]
        elif isinstance(row, Linked):
            count, when = f"{row.records:,}", _last(row.source.synced_at, self.now)
            access, state, style = state_of(row, look, self.writing_key, full=width >= _ROOM_FOR_WORDS)
        elif isinstance(row, Seen):
            count, when, style = f"{len(row.view.files):,}", f"{row.view.tokens:,}", look.dim
            state = f"{plural(row.view.cut, 'line')} cut" if row.view.cut else ""
        elif isinstance(row, Meeting):
            count, when = f"{row.status.machines:,}", _last(row.status.tried_at or None, self.now)
            state, style = row.status.summary, look.warn if row.status.trouble else look.dim
        else:
            count = f"{row.place.records:,}" if row.place.records else ""
            when = _last(row.place.newest, self.now)
            state, style = _found_words(row.place), look.warn if row.place.problem else look.dim
        if not isinstance(row, Heading):
            known, place = _names(row)
            name = f"   {fitted(known, _FORMAT)}  "
            head = [
                Segment(fitted(name, min(width - ends, len(name))), look.text),
                Segment(fitted_end(place, path_width) if path_width else "", look.text),
            ]
        line = [*head, Segment(right(count, _COUNT), look.dim if isinstance(row, Heading) else look.text)]
        if when_width:
            line.append(Segment("  " + right(when, when_width), look.dim))
        if access and access_width:
            line.append(Segment("  " + fitted(access, access_width), look.dim))
        if state_width:
            room = state_width if access else access_width + 2 + state_width
            line.append(Segment("  " + fitted(state, room), style))
        return [*line, Segment(" ")]


def _names(row: Listed) -> tuple[str, str]:
    """Return what a row is of, and where."""
    if isinstance(row, Meeting):
        return row.kind, row.place
    if isinstance(row, Seen):
        return row.view.label, from_home(row.path)
    if isinstance(row, Linked) and row.project and row.source.format == _BY_SLUG:
        return format_name(row.format), f"{Path(row.path).name} of {one_line(row.project, Longest.PHRASE)}"
    return format_name(row.format), files_from_home(row.path, row.files)


def _found_words(place: Found) -> str:
    if place.problem:
        return one_line(place.problem, Longest.PHRASE)
    waits = "waits" if place.waiting == 1 else "wait"
    return f"{place.waiting:,} {waits} for approval" if place.waiting else ""


def _key(row: SourceLine | None) -> str | None:
    if row is None or isinstance(row, Heading):
        return None
    return row.key if isinstance(row, Seen) else row.path


def _last(at: Instant | None, now: Instant) -> str:
    """Return how long ago something was last done; empty where it never was."""
    return "" if at is None else durations.ago(now - at, now="now")


def _not_linked(places: Sequence[Found], linked: Sequence[Source]) -> list[Unlinked]:
    from memtui.sources.places import not_linked  # the formats are not for a first paint

    return [Unlinked(place) for place in not_linked(places, linked)]


def lines_for(
    linked: Sequence[Linked],
    places: Sequence[Found] | None,
    views: Sequence[View] = (),
    meetings: Sequence[Meeting] = (),
) -> list[SourceLine]:
    """Return the lines: linked files, found ones that are not linked, what agents load here, other
    machines.
    """
    lines: list[SourceLine] = []
    if linked:
        lines += [Heading("Linked", ("memories", "in step", "memtui", "state")), *linked]
    rest = _not_linked(places or (), [row.source for row in linked])
    if rest:
        lines += [Heading("")] if lines else []
        lines += [Heading("On this machine, not linked", ("memories", "changed", "", "")), *rest]
    seen = [Seen(view) for view in views if view.files]
    if seen:
        lines += [Heading("")] if lines else []
        lines += [Heading("What each agent loads here", ("files", "≈ tokens", "", "")), *seen]
    if meetings:
        lines += [Heading("")] if lines else []
        lines += [Heading("Other machines", ("machines", "tried", "", "")), *meetings]
    return lines
