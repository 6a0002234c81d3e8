"""The pages of Sources about one source: its state, the pending writes, and what an agent sees."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from memtui.config.places import files_from_home
from memtui.domain.counting import plural
from memtui.domain.days import day
from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.domain.text import Longest, one_line, printable
from memtui.secrets.masking import masked
from memtui.sources.called import format_name
from memtui.store import holes, sources, write_backs
from memtui.store.database import Store
from memtui.store.sources import Source, Standing
from memtui.store.write_backs import Write
from memtui.tui.sources.linked import Linked
from memtui.tui.sources.plan_lines import plan_lines, written_lines
from memtui.tui.sources.sources_list import Row, Unlinked
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import fitted, right
from memtui.tui.widgets.links import Link, Sheet
from memtui.tui.widgets.pages import Line, flowing, text_lines

if TYPE_CHECKING:
    from memtui.domain.memory import Draft
    from memtui.formats.changes import FileChange, Loaded, Plan
    from memtui.formats.protocol import Skipped

_STATEMENTS = 40
_READ = 2_000
"""So many records of a linked source are read to find those that cannot be."""


@dataclass(slots=True)
class Looked:
    """What a source's files say, read in a thread."""

    path: str
    plan: Plan | None = None
    """What would be written to them now."""
    written: Sequence[FileChange] = ()
    """What was written to them last, as long as they still say so."""
    written_at: Instant = 0.0
    statements: list[str] = field(default_factory=list)
    """The first memories they hold, of what is not linked."""
    skipped: list[str] = field(default_factory=list)
    """What could not be read, and why."""
    loaded: Loaded | None = None
    memory_of: Mapping[str, int] = field(default_factory=dict)
    """Which memory a record became, by its key."""
    files: int = 0
    memories_in: Mapping[str, int] = field(default_factory=dict)
    """How many live memories stand in each of its files."""
    problem: str = ""


def look_into(store: Store, row: Row) -> Looked:
    """Read what there is to say of a source. Reads its files: for a thread."""
    from memtui.formats.changes import WritesBack
    from memtui.formats.protocol import Skipped, SourceError
    from memtui.formats.registry import reader_for
    from memtui.sources import syncing

    looked = Looked(row.path)
    try:
        if isinstance(row, Linked):
            looked.plan = syncing.plan_pending(store, row.source) if row.pending else None
            if row.source.address:
                return looked
            records = sources.records(store, row.source.id)
            looked.memory_of = {r.key: r.memory_id for r in records if r.fingerprint is not None}
            looked.memories_in = sources.files_of_memories(store, row.source.id)
            looked.files = len(sources.marks(store, row.source.id))
            reader = syncing.reader_of(row.source)
            looked.written, looked.written_at = _written(store, row)
            met = islice(reader.read(Path(row.path)), _READ)
            looked.skipped += [_unread(record) for record in met if isinstance(record, Skipped)]
        elif row.place.address:
            return looked
        else:
            reader = reader_for(Path(row.path), row.format)
            for record in islice(reader.read(Path(row.path)), _STATEMENTS):
                if isinstance(record, Skipped):
                    looked.skipped.append(_unread(record))
                else:
                    looked.statements.append(_statement(record))
        if isinstance(reader, WritesBack):
            looked.loaded = reader.loaded(Path(row.path))
    except (SourceError, OSError) as error:
        looked.problem = one_line(str(error), Longest.REASON)
    return looked


def _statement(record: Draft) -> str:
    """Return what a record says in one line, with a colon behind the subject that its text has in front."""
    subject = record.abstract
    apart = bool(subject) and record.text.startswith(f"{subject}\n\n")
    text = f"{subject}: {record.text[len(subject) + 2 :]}" if apart else record.text
    return one_line(masked(text), Longest.REASON)


def _unread(record: Skipped) -> str:
    return one_line(f"{record.where}: {record.reason}", Longest.SENTENCE)


def _written(store: Store, row: Linked) -> tuple[list[FileChange], Instant]:
    from memtui.formats.changes import FileChange

    changes, at = [], 0.0
    key = holes.key_of(store.query)
    for kept in write_backs.latest(store, row.source.id):
        file = Path(kept.file)
        now = file.read_bytes() if file.is_file() else None
        if kept.write.after_hash == (None if now is None else hashlib.sha256(now).digest()):
            changes.append(FileChange(file, _as_it_was(key, kept.write, now), now))
            at = kept.at
    return changes, at


def _as_it_was(key: bytes, write: Write, now: bytes | None) -> bytes | None:
    """Return a file before a write, with the secrets that it still holds: they are no difference."""
    try:
        return holes.filled(key, write.before, write.holes, [now])
    except holes.Missing:
        return write.before


# -- about a source --------------------------------------------------------------------------------


def about_sheet(
    row: Row, looked: Looked | None, key_for: Callable[[str], str], width: int, look: Look, trouble: str
) -> Sheet:
    """Return how a source stands; `looked` is None while its files are being read.

    `trouble` says why no linked source is kept in step now, where none is.
    """
    sheet = Sheet(list(text_lines(files_from_home(row.path, row.files), width, look.strong)))
    if trouble and isinstance(row, Linked):
        again = f"{key_for('sync')} tries now, memtui by itself every half minute"
        lines = [*text_lines(f"! {trouble}", width, look.warn), *text_lines(again, width, look.dim), []]
        sheet.lines += lines
    if isinstance(row, Linked):
        sheet.below(_linked(row, looked, key_for, width, look))
    else:
        sheet.lines += _unlinked_page(row, looked, key_for, width, look)
    message = row.source.message if isinstance(row, Linked) else ""
    if looked is not None and looked.problem and not message:
        sheet.lines += [[], *text_lines(f"! {looked.problem}", width, look.error)]
    return sheet


def _linked(
    row: Linked, looked: Looked | None, key_for: Callable[[str], str], width: int, look: Look
) -> Sheet:
    from memtui.sources.pending import still_words

    source = row.source
    count = plural(row.records)
    facts = [(format_name(source.format), look.text), (count, look.text)]
    if looked is not None and looked.files:
        facts.append((plural(looked.files, "file"), look.text))
    facts.append((f"linked {day(source.linked_at)}", look.text))
    lines = flowing(facts, width, look.dim)
    if source.status is Standing.MISSING:
        problem = f"! {one_line(source.message, Longest.QUOTE)}"
        return Sheet([*lines, [], *text_lines(problem, width, look.warn)])
    lines += text_lines(_writing_words(row, key_for), width, look.dim)
    for skipped in looked.skipped if looked is not None else ():
        lines += text_lines(f"! left out, {skipped}", width, look.warn)
    for sentence in still_words(row.still, writes=True):
        lines += text_lines(f"! {sentence}", width, look.warn)
    if row.still.gone and not row.pending:
        sentence = (
            f"{key_for('take_out')} takes what you dropped out of there again; Dropped brings it back"
            if row.still.dropped and source.agreed_at is not None
            else "Take those lines out in the file, or bring the memories back: what was dropped from "
            f"Dropped, what was undone by {key_for('redo')}"
        )
        lines += text_lines(sentence, width, look.dim)
    if source.message:
        lines += [[], *text_lines(f"! {one_line(source.message, Longest.QUOTE)}", width, look.warn)]
    if row.undecided:
        wait = plural(row.undecided, "change")
        lines += text_lines(f"{wait} of it to decide on in Review", width, look.accent)
    sheet = Sheet(lines)
    if looked is None:
        return sheet
    if looked.memories_in:
        sheet.lines.append([])
        sheet.below(_files_sheet(row, looked.memories_in, key_for, width, look))
    if looked.plan is not None:
        sheet.lines += [[], *plan_lines(looked.plan, width, look)]
    if looked.loaded is not None:
        sheet.lines += [[], *_loaded_words(row, looked.loaded, key_for, width, look)]
    if looked.written:
        sheet.lines += [[], *written_lines(looked.written, looked.written_at, width, look)]
    return sheet


def _files_sheet(
    row: Linked, memories_in: Mapping[str, int], key_for: Callable[[str], str], width: int, look: Look
) -> Sheet:
    """Return the files of a source with the memories in each, which lead to those."""
    several = len(memories_in) > 1
    sentence = f"{'Memories by file' if several else 'Memories'}; {key_for('open')} lists them"
    sheet = Sheet(list(text_lines(sentence, width, look.dim)))
    for file, count in memories_in.items():
        name = Path(file).name if file == row.path else file.removeprefix(f"{row.path}/")
        shown = f"  {fitted(one_line(name, Longest.PATH), width - 10).rstrip()}"
        wanted = Filter(files=frozenset([file])).describe()
        link = Link(wanted, says=f"{plural(count)} in {one_line(Path(file).name, Longest.PATH)}")
        sheet.add([Segment(right(f"{count:,}", 7), look.text), Segment(shown, look.text)], link)
    return sheet


def _writing_words(row: Linked, key_for: Callable[[str], str]) -> str:
    """Say whether what is changed here is written to the source."""
    source = row.source
    if not row.writes:
        return "memtui reads this format; it cannot write it"
    if source.address:
        return _store_words(source, key_for)
    if source.agreed_at is not None:
        return (
            f"Drops, edits, pins and restores are written to its files since {day(source.agreed_at)}; "
            f"{key_for('undo')} puts the old bytes back"
        )
    return (
        f"Drops, edits, pins and restores are not written to its files; {key_for('writing')} shows the "
        "lines, and asks"
    )


def _store_words(source: Source, key_for: Callable[[str], str]) -> str:
    if source.agreed_at is None:
        key = key_for("writing")
        return f"Drops, edits and restores are not written to it; {key} shows what would be, and asks"
    since, key = day(source.agreed_at), key_for("undo")
    return f"Drops, edits and restores are written to it since {since}; {key} puts the old memory back"


def _unlinked_page(
    row: Unlinked, looked: Looked | None, key_for: Callable[[str], str], width: int, look: Look
) -> list[Line]:
    place = row.place
    count = f"about {place.amount}" if place.counted else place.amount
    lines = flowing([(format_name(place.format), look.text), (count, look.text)], width, look.dim)
    sentence = f"{key_for('link')} imports them and keeps both in step; nothing is written to the files"
    lines += text_lines(sentence, width, look.dim)
    if place.problem:
        lines += text_lines(f"! {one_line(place.problem, Longest.REASON)}", width, look.warn)
    if looked is None:
        return [*lines, [], [Segment(" Reading …", look.dim)]]
    lines.append([])
    for statement in looked.statements:
        lines.append([Segment(fitted(f" · {statement}", width - 1), look.text)])
    rest = place.records - len(looked.statements)
    if rest > 0 and looked.statements:
        lines.append([Segment(f"   and about {rest:,} more", look.dim)])
    for skipped in looked.skipped:
        lines += text_lines(f"left out, {skipped}", width, look.dim)
    if looked.loaded is not None:
        lines += [[], *_loaded_words(row, looked.loaded, key_for, width, look)]
    return lines


def _loaded_words(
    row: Row, loaded: Loaded, key_for: Callable[[str], str], width: int, look: Look
) -> list[Line]:
    sentence = f"Agents load ≈ {loaded.tokens:,} tokens of it"
    if row.format == "markdown":
        sentence = f"It holds ≈ {loaded.tokens:,} tokens, of which each agent loads its own part"
    if loaded.cut:
        sentence += f", and never see {plural(loaded.cut, 'line')} behind {loaded.limit}"
    return list(text_lines(f"{sentence}; {key_for('seen')} shows the text", width, look.dim))


# -- what an agent sees ----------------------------------------------------------------------------


def seen_lines(
    loaded: Loaded, memory_of: Mapping[str, int], marked: Callable[[int], bool], width: int, look: Look
) -> list[Line]:
    """Return the text an agent loads, line by line, with what it weighs.

    Memories that are marked would go when they are dropped; they are struck out, and what that saves is said.
    """
    going = {key for key, memory_id in memory_of.items() if marked(memory_id)}
    saved = sum(line.tokens for line in loaded.lines if line.key in going and line.seen)
    segments: list[tuple[str, Style]] = [(f"≈ {loaded.tokens:,} tokens", look.accent_strong)]
    count = sum(line.seen for line in loaded.lines)
    segments.append((plural(count, "line"), look.text))
    if loaded.limit:
        segments.append((f"agents stop at {loaded.limit}", look.dim))
    if going:
        after = loaded.tokens - saved
        segments.append((f"without what is marked ≈ {after:,}, {saved:,} saved", look.accent))
    lines: list[Line] = [*flowing(segments, width, look.dim), [], [Segment(" tokens", look.dim)]]
    cut = False
    per_record = _weights(loaded)
    for at, line in enumerate(loaded.lines):
        if not line.seen and not cut:
            limit = f" agents stop reading here, at {loaded.limit} "
            rest = max(width - 10 - cell_len(limit), 0)
            lines.append(
                [
                    Segment(" " * 9 + "──", look.warn),
                    Segment(limit, look.warn),
                    Segment("─" * rest, look.warn),
                ]
            )
            cut = True
        weight = per_record.get(at, 0)
        goes = line.key in going and bool(line.text.strip())
        style = look.dim if not line.seen or not line.key else look.text
        mark = "  would go" if goes else ""
        if goes:
            style = look.dim + Style(strike=True)
        text = printable(line.text.expandtabs(4))
        room = max(width - 10 - len(mark), 4)
        lines.append(
            [
                Segment(right(f"{weight:,}" if weight else "", 7) + "  ", look.dim),
                Segment(fitted(text, room).rstrip() if goes else fitted(text, room), style),
                Segment(mark, look.warn),
            ]
        )
    return lines


def _weights(loaded: Loaded) -> dict[int, int]:
    """Return the tokens to write beside a line: those of its whole memory, at the memory's first line."""
    tokens_at: dict[int, int] = {}
    first: dict[str, int] = {}
    for at, line in enumerate(loaded.lines):
        place = first.setdefault(line.key, at) if line.key else at
        tokens_at[place] = tokens_at.get(place, 0) + line.tokens
    return tokens_at
