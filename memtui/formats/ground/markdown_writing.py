"""Changing statements in a markdown file: exactly their lines go, change or come.

A format says where its records stand (a `Layout`); this module finds lines that make the change and then
reads the result again. It is only taken when every other statement reads as before and the changed one as
asked; else another way of writing it is tried, and at last the change is left with the reason. Used for
instruction files, Claude's index, Codex, lists and Hermes.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from memtui.domain.memory import Draft
from memtui.domain.text import fingerprint, normalised, well_formed
from memtui.domain.tokens import tokens
from memtui.formats.changes import Held, LoadedLine, RecordChange
from memtui.formats.ground.files import fault
from memtui.formats.ground.frontmatter import opening
from memtui.formats.ground.labels import is_item, is_title
from memtui.formats.ground.markdown import COLONS, Block, introduces, statements
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.splicing import BINARY, Page, Rewritten, Splice, in_halves, to_do
from memtui.formats.ground.tables import new_row, row_saying
from memtui.formats.ground.underlined import with_marks
from memtui.formats.protocol import Skipped

_MARKER = re.compile(r"(\s*)([-*+•–]|\d{1,4}[.)])(\s+)(?=\S)")
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_JOINT = " › "


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement stands."""

    key: str
    text: str
    """As the reader gives it."""
    start: int
    """Its first line, from 0."""
    end: int
    """The line behind its last one."""
    section: str = ""
    """The headings above it, joined as in the provenance of a draft."""
    context: str = ""
    """What the reader puts before the statement itself; it isn't written again."""
    tail: str = ""
    """The text after the statement that is not part of it."""
    record: bool = True
    """False for a statement that no reader takes up, but that has to stay."""
    whole: bool = False
    """Whether it is a record of several parts, which stay as they are laid out."""
    columns: tuple[str, ...] = ()
    """Of the table that it is a row of; none for all else."""


class Layout:
    """Statements as `markdown.statements` finds them; formats say what of them are records."""

    goes_when_empty = False
    """Whether the file is one memory as a whole, and goes with it."""

    def __init__(self, name: str) -> None:
        self.name = name
        """Of the file, as it goes into keys."""
        self._found: dict[str, list[Place]] = {}

    def of(self, page: Page) -> list[Place]:
        """Return the statements of a page, in order; a page that is asked for again isn't read again."""
        text = page.text
        if text not in self._found:
            # The readers take nothing from a binary file.
            self._found[text] = self.places(text) if "\0" not in text[:BINARY] else []
        return self._found[text]

    def places(self, text: str) -> list[Place]:
        """Return the statements of a file, in order."""
        return [self.place(block) for block in statements(text)[1]]

    def place(self, block: Block) -> Place:
        """Return a statement's place in the file and its key."""
        statement, bare = block.statement, block.text
        formed = well_formed(statement)
        start = block.line - 1
        return Place(
            record_key(self.name, formed),
            formed,
            start,
            start + len(block.lines),
            _JOINT.join(block.headings),
            statement[: len(statement) - len(bare)] if statement.endswith(bare) else "",
            record=bool(formed) and not fault(statement) and self.is_record(block),
            whole=block.whole,
            columns=block.columns,
        )

    def is_record(self, block: Block) -> bool:  # noqa: ARG002 - for layouts that pass some over
        """Say whether the reader makes a memory of a statement that is fit to be one."""
        return True

    def section(self, draft: Draft) -> str:
        """Return the section that a record belongs into."""
        name = draft.provenance.get("section", "")
        return name if isinstance(name, str) else ""

    def tail(self, draft: Draft) -> str:  # noqa: ARG002 - for layouts whose records have one
        """Return the text to add after an inserted record."""
        return ""

    # -- ways to make a change, the best first ---------------------------------------------------

    def removals(self, page: Page, place: Place) -> Iterator[Splice]:
        """Yield ways to take a statement out."""
        start, end = place.start, place.end
        yield Splice(start, end + _blank_behind(page, start, end))
        label = start
        # Words such as "Ports:" that only introduced it would become a statement of their own.
        for _ in range(4):
            above = next((at for at in range(label - 1, -1, -1) if not page.blank(at)), None)
            if above is None or not (introduces(words := page.line(above)) or is_title(words)):
                break
            label = above
            yield Splice(label, end + _blank_behind(page, label, end))
        yield Splice(start, end, [""])

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:
        """Yield ways to give a statement another text."""
        first = page.line(place.start)
        if place.columns:
            rows = (
                row_saying(place.columns, text, first)
                for text in bare(draft.text, place.section, place.context)
            )
            yield from (Splice(place.start, place.end, [row]) for row in rows if row)
            return
        marker = _MARKER.match(first)
        numbered = marker is not None and marker[2][0].isdigit()
        margin = " " * (len(first) - len(first.lstrip()))
        style = Style(margin, margin) if marker is None or numbered else Style.like(marker)
        below = [page.line(at) for at in range(place.start + 1, place.end) if not page.blank(at)]
        if below and (is_item(first) or (marker is not None and not numbered)):
            deep = min(len(line) - len(line.lstrip()) for line in below)
            style = Style(style.first, below[0][:deep]) if deep > len(margin) else style
        for text in bare(draft.text, place.section, place.context):
            yield Splice(place.start, place.end, style.lines(text + place.tail))
        yield Splice(place.start, place.end, Style("- ", "  ").lines(draft.text + place.tail))

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield ways to put a statement in."""
        section, tail = self.section(draft), self.tail(draft)
        rows = [place for place in places if place.columns and place.section == section]
        for last in rows[-1:]:
            written = (new_row(last.columns, text) for text in bare(draft.text, section, ""))
            yield from (Splice(last.end, last.end, [row]) for row in written if row)
        spots = list(_spots(page, places, section))
        for at, style, rest in spots:
            for text in bare(draft.text, section, ""):
                yield inserted(page, at, style, rest, text + tail)
        for at, style, _ in spots:
            yield inserted(page, at, style, (), draft.text + tail)

    def refusal(self, page: Page, before: Page) -> str:  # noqa: ARG002 - for layouts with a limit
        """Return why a page that reads well must not be written all the same; empty when it may."""
        return ""


@dataclass(frozen=True, slots=True)
class Style:
    """What is put before the first line of a statement, and before the others."""

    first: str
    rest: str

    @classmethod
    def like(cls, marker: re.Match[str]) -> "Style":
        """Return the style of a statement that opens with a marker."""
        lead = marker[0]
        return cls(lead, marker[1] + " " * (len(lead) - len(marker[1])))

    def lines(self, text: str) -> list[str]:
        """Return a text as lines."""
        head, *more = text.split("\n")
        if not self.first.strip():
            # A blank line would end a paragraph; within a fence it may stay, so that is tried by itself.
            more = [line for line in more if line.strip()] if "```" not in text else more
        return [self.first + head, *(self.rest + line if line.strip() else "" for line in more)]


def bare(text: str, section: str, context: str) -> Iterator[str]:
    """Yield a text without the headings that the reader would put before it again, then with them."""
    names = section.split(_JOINT) if section else []
    leads = [context] if context else []
    leads += [_JOINT.join(names[at:]) + end for at in range(len(names)) for end in (": ", ":\n")]
    for lead in dict.fromkeys(leads):
        if lead and text.startswith(lead) and text[len(lead) :].strip():
            yield text[len(lead) :]
            break
    yield text


def _blank_behind(page: Page, start: int, end: int) -> int:
    """Return 1 when the blank line behind lines that go is one too many."""
    return int(end < len(page.lines) and page.blank(end) and page.blank(start - 1))


def inserted(page: Page, at: int, style: Style, rest: Sequence[str], text: str) -> Splice:
    """Return the lines that put a text in before line `at`, below the headings or the label in `rest`."""
    lines = style.lines(text)
    above = page.line(at - 1) if at > 0 else ""
    packed = bool(style.first.strip()) and bool(_MARKER.match(above) or above.startswith((" ", "\t")))
    if rest:
        lines = [*rest, *lines]
        packed = packed and rest[0].endswith(COLONS)
    if at > 0 and not page.blank(at - 1) and not packed:
        lines = ["", *lines]
    behind = page.line(at) if at < len(page.lines) else ""
    if behind.strip() and not (style.first.strip() and _MARKER.match(behind)):
        lines = [*lines, ""]
    return Splice(at, at, lines)


def _spots(page: Page, places: Sequence[Place], section: str) -> Iterator[tuple[int, Style, tuple[str, ...]]]:
    """Yield where a statement of a section could go: the line, the style, and headings to write above it."""
    names = section.split(_JOINT) if section else []
    headed = _headed(page, places)
    for size in range(len(names), -1, -1):
        outer = _JOINT.join(names[:size])
        missing = names[size:]
        inner = [place for place in places if place.section == outer]
        above: tuple[str, ...] = (f"{missing[-1]}:",) if len(missing) == 1 and size else ()
        if missing and not above:
            above = tuple(f"{'#' * (2 + size + depth)} {name}" for depth, name in enumerate(missing))
            above = tuple(line for name in above for line in (name, ""))
            yield _foot(page), Style("- ", "  "), above
        elif inner:
            last = inner[-1]
            yield last.end, _style_of(page, inner), above
        elif outer in headed:
            yield headed[outer] + 1, Style("- ", "  "), ("", *above) if above else ()
        elif not outer:
            yield opening(page.text)[1], Style("- ", "  "), ()
    yield _foot(page), _style_of(page, places[-1:]), ()
    yield _foot(page), Style("- ", "  "), ()


def _style_of(page: Page, places: Sequence[Place]) -> Style:
    for place in reversed(places):
        marker = _MARKER.match(page.line(place.start))
        if marker is not None and not marker[2][0].isdigit():
            return Style.like(marker)
    return Style("- ", "  ") if not places else Style("", "")


def _headed(page: Page, places: Sequence[Place]) -> dict[str, int]:
    """Return the last line of every heading, by the path of headings that leads to it."""
    taken = {at for place in places for at in range(place.start, place.end)}
    skipped = opening(page.text)[1]
    titles = sum(page.line(at).startswith("# ") for at in range(len(page.lines)))
    as_written = [page.line(at) for at in range(len(page.lines))]
    marked = with_marks(as_written)
    lines: dict[str, int] = {}
    path: list[tuple[int, str]] = []
    for at in range(skipped, len(page.lines)):
        heading = _HEADING.match(marked[at].rstrip()) if at not in taken else None
        if heading is None:
            continue
        level = len(heading[1])
        path = [outer for outer in path if outer[0] < level]
        if level > 1 or titles > 1:
            path.append((level, heading[2].rstrip("#").strip("*_ \t")))
        lines[_JOINT.join(name for _, name in path)] = at + (marked[at] != as_written[at])
    return lines


def _foot(page: Page) -> int:
    """Return where what is added to the end of a file goes: before the blank lines there."""
    at = len(page.lines)
    while at > 0 and page.blank(at - 1):
        at -= 1
    return at


# -- carrying changes out ------------------------------------------------------------------------


def rewrite(layout: Layout, data: bytes | None, changes: Sequence[RecordChange]) -> Rewritten:
    """Return what a file becomes by changes to its statements."""
    done = Rewritten(data)
    page = Page.of(data or b"")
    texts = {place.key: place.text for place in layout.of(page)}
    wanted = to_do(layout.name, changes, texts, done)
    attempt = partial(_attempt, layout, done)
    page, failed = in_halves(page, wanted, attempt)
    done.left += [Skipped(change.key, _why_not(layout, page, change)) for change in failed]
    done.data = page.data if data is not None or page.data else None
    done.held = held_records(layout, page)
    return done


def _attempt(layout: Layout, done: Rewritten, page: Page, changes: Sequence[RecordChange]) -> Page | None:
    """Return the page with the changes carried out, or None when it would not read as asked afterwards."""
    places = layout.of(page)
    by_key: dict[str, list[Place]] = {}
    for place in places:
        by_key.setdefault(place.key, []).append(place)
    alone = len(changes) == 1
    fallback: tuple[Page, dict[str, str]] | None = None
    for ways in _ways(layout, page, places, by_key, changes, alone=alone):
        try:
            new = page.spliced(ways)
        except ValueError:
            return None
        renaming = _renamed(places, layout.of(new), changes, by_key)
        if renaming is None or layout.refusal(new, page):
            continue
        renamed, exact = renaming
        if exact:
            done.renamed |= renamed
            return new
        fallback = fallback or (new, renamed)
    if fallback is None or not alone:
        return None
    done.renamed |= fallback[1]
    return fallback[0]


def _ways(
    layout: Layout,
    page: Page,
    places: Sequence[Place],
    by_key: dict[str, list[Place]],
    changes: Sequence[RecordChange],
    *,
    alone: bool,
) -> Iterator[list[Splice]]:
    """Yield sets of splices that make all changes: every way for one alone, only the first for several."""
    if not alone:
        firsts = [next(_ways(layout, page, places, by_key, [change], alone=True), None) for change in changes]
        if all(way is not None for way in firsts):
            yield [splice for way in firsts if way for splice in way]
        return
    change = changes[0]
    places_of = by_key.get(change.key, [])
    make: Callable[[Place], Iterator[Splice]]
    if change.after is None:
        make = partial(layout.removals, page)
    elif places_of:
        after = change.after
        make = lambda place: layout.edits(page, place, after)  # noqa: E731 - one of three ways
    else:
        for splice in layout.insertions(page, places, change.after):
            yield [splice]
        return
    yield from (list(way) for way in zip(*(make(place) for place in places_of), strict=False))


def _renamed(
    before: Sequence[Place],
    after: Sequence[Place],
    changes: Sequence[RecordChange],
    by_key: dict[str, list[Place]],
) -> tuple[dict[str, str], bool] | None:
    """Return the new keys of changed records and whether they read as asked; None when others changed."""
    touched = {change.key for change in changes}
    others = Counter(place.key for place in before if place.key not in touched)
    now = Counter(place.key for place in after)
    if others - now:
        return None
    new = now - others
    renamed: dict[str, str] = {}
    exact = True
    texts = {place.key: place for place in after if place.key in new}
    by_text: dict[int, list[str]] = {}
    for key, place in texts.items():
        by_text.setdefault(fingerprint(place.text), []).append(key)
    for change in changes:
        if change.after is None:
            continue
        times = len(by_key.get(change.key, [])) or 1
        same = [key for key in by_text.get(fingerprint(change.after.text), []) if new[key] >= times]
        if not same and len(changes) == 1:
            # Headings around it may say more or less before it than they did.
            same, exact = [key for key in new if _is_end(texts[key].text, change.after.text)][:1], False
        if not same or new[same[0]] < times:
            return None
        if not texts[same[0]].record and same[0] != change.key:
            return None
        new[same[0]] -= times
        renamed[change.key] = same[0]
    return None if +new else ({old: key for old, key in renamed.items() if old != key}, exact)


def _is_end(one: str, other: str) -> bool:
    one, other = normalised(one), normalised(other)
    return one.endswith(other) or other.endswith(one)


def _why_not(layout: Layout, page: Page, change: RecordChange) -> str:
    known = {place.key: place for place in layout.of(page)}
    for ways in _ways(
        layout,
        page,
        list(known.values()),
        {key: [place] for key, place in known.items()},
        [change],
        alone=True,
    ):
        if wrong := layout.refusal(page.spliced(ways), page):
            return wrong
        break
    if change.after is None:
        return f"taking it out of {layout.name} would change what stands around it"
    return f"it could not be written into {layout.name} so that it reads the same"


def held_records(layout: Layout, page: Page) -> list[Held]:
    """Return the records of a file."""
    return [Held(place.key, place.text) for place in layout.of(page) if place.record]


def loaded_lines(
    layout: Layout, data: bytes, seen: Callable[[int, int], bool] | None = None
) -> list[LoadedLine]:
    """Return a file line by line; `seen` is asked with how many lines and bytes it takes to get there."""
    page = Page.of(data)
    owner = {
        at: place.key for place in layout.of(page) if place.record for at in range(place.start, place.end)
    }
    result = []
    size = 0
    last = len(page.lines) - (page.lines[-1] == b"")
    for at in range(last):
        text = page.line(at)
        size += len(page.lines[at]) + 1
        result.append(
            LoadedLine(text, owner.get(at, ""), tokens(text + "\n"), seen is None or seen(at + 1, size))
        )
    return result
