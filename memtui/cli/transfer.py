"""`import` and `export`: memories in from other programs' files, and out in their formats."""

import json
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import click

from memtui.cli import output, pipes
from memtui.cli.failures import Code, Stop
from memtui.cli.revealing import may_reveal, secrets_option
from memtui.cli.running import Running
from memtui.cli.selecting import STATES, filter_of, ids_of
from memtui.cli.session import Session, pass_session
from memtui.cli.settling import gate_words
from memtui.cli.terminal import for_a_person, for_who_dropped_it
from memtui.config.places import from_home
from memtui.domain import scope as scopes
from memtui.domain.counting import plural
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.text import Longest, one_line
from memtui.formats import memtui_jsonl, registry
from memtui.formats.exports import History, ReadByScope
from memtui.formats.ground import exchange
from memtui.formats.protocol import Reader, Record, Skipped
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.outcome import cleaned_words
from memtui.lifecycle.purged_elsewhere import TakenIn, take_in
from memtui.secrets.masking import masked_memory
from memtui.sources import exporting, filing
from memtui.sources.gating import gated_by
from memtui.store import journal, memories, tombstones
from memtui.store.database import Store
from memtui.store.listing import Order, listing
from memtui.store.tombstones import Tombstone

_FORMATS = [registry.AUTO, *(reader.name for reader in registry.readers())]
_TARGETS = [target.name for target in exporting.formats()]
_BY_SCOPE = [target.name for target in exporting.formats() if isinstance(target, ReadByScope)]
_REASONS = 10
"""Reasons for leaving records out that are told; the rest are counted."""
_GUESSES = "with it one can test what was purged, so a person takes it along"


class _Reading:
    """Drafts on their way from a file to the store; counts what is left out."""

    def __init__(self, records: Iterator[Record], under: str) -> None:
        self._records = records
        self._under = under
        self.skipped = 0
        self.reasons: list[Skipped] = []

    def drafts(self) -> Iterator[Draft]:
        """Yield the drafts, filed below the scope that was asked for."""
        for record in self._records:
            if isinstance(record, Skipped):
                self._leave_out(record)
                continue
            if self._under == scopes.ROOT:
                yield record
                continue
            try:
                # Filed elsewhere it is another memory, whatever uid it had.
                yield replace(record, scope=scopes.normalise(f"{self._under}/{record.scope}"), version=0)
            except scopes.ScopeError as error:
                self._leave_out(Skipped(one_line(record.text, Longest.NAME), str(error)))

    def _leave_out(self, record: Skipped) -> None:
        self.skipped += 1
        if len(self.reasons) < _REASONS:
            self.reasons.append(record)


@click.command("import")
@click.argument("path")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(_FORMATS),
    default=registry.AUTO,
    show_default=True,
    help="What PATH is; auto looks.",
)
@click.option("--scope", default="/", show_default=True, help="File everything below this scope.")
@click.option("--allow-dropped", is_flag=True, help="Also bring back what you dropped before.")
@click.option("--dry-run", is_flag=True, help="Say what would be added; add nothing.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: counts by outcome.")
@pass_session
def import_memories(
    session: Session,
    path: str,
    format_name: str,
    scope: str,
    allow_dropped: bool,
    dry_run: bool,
    as_document: bool,
) -> Code:
    """Add the memories in a file or folder. PATH may be - for a memtui export on stdin.

    Importing the same thing again adds nothing. A memory that is here under the same uid follows a newer
    version of it, a drop too; what was changed on both sides becomes a card. The whole import is one op:
    `undo` takes it back.
    """
    for_who_dropped_it(session.settings, allow_dropped)
    for problem in registry.left_out():
        output.say(problem)
    with _file(path) as file:
        name = "memtui" if path == "-" and format_name == registry.AUTO else format_name
        reader = registry.reader_for(file, name)
        name = "stdin" if path == "-" else file.name
        under = scopes.normalise(scope)
        store = session.store()
        purged = _purged(store, reader, file, path, dry_run=dry_run)
        note = not dry_run
        read = filing.records(store, reader, file, note=note) if under == scopes.ROOT else reader.read(file)
        reading = _Reading(read, under)
        with Running("import") as running:
            done = import_drafts(
                store,
                (filing.said_by(session.actor, draft) for draft in reading.drafts()),
                by=session.actor,
                detail=f"{reader.called}, {name if path == '-' else from_home(file)}",
                gated=gated_by(session.settings.gate, reader, file, name),
                allow_dropped=allow_dropped,
                dry_run=dry_run,
                watch=running.watch,
            )
    if as_document:
        output.document(
            {
                "format": reader.name,
                "dry_run": dry_run,
                "added": done.added,
                "duplicates": done.duplicates,
                "updated": done.updated,
                "clashes": done.clashes,
                "held": done.held,
                "asked": done.asked,
                "suppressed": done.suppressed,
                "purged": {"kept": purged.kept, "cards": purged.cards},
                "redacted": done.redacted,
                "cleaned": done.cleaned,
                "refused": done.refused_count,
                "skipped": reading.skipped,
                "reasons": [
                    *({"where": skipped.where, "reason": skipped.reason} for skipped in reading.reasons),
                    *({"where": "", "reason": reason} for reason in done.refused[:_REASONS]),
                ],
                "reasons_left_out": max(reading.skipped - _REASONS, 0)
                + max(done.refused_count - _REASONS, 0),
                "uids": [memory.uid for memory in memories.get_many(store, done.ids)],
                "uids_left_out": 0 if dry_run else done.added - len(done.ids),
                "op": None if done.op is None else done.op.id,
                "interrupted": done.interrupted,
            }
        )
    left_out = reading.skipped + done.refused_count
    done_something = (
        done.added
        or done.updated
        or done.clashes
        or done.duplicates
        or done.suppressed
        or done.asked
        or purged.kept
    )
    nothing = not (done_something or left_out or done.interrupted)
    parts = [f"{'Would add' if dry_run else 'Added'} {plural(done.added)} from {reader.label}"]
    parts = (
        [f"There are no memories in {'what came on stdin' if path == '-' else path}"] if nothing else parts
    )
    parts += [f"{done.updated:,} brought up to date"] if done.updated else []
    parts += gate_words(done.held, done.asked)
    parts += [f"{done.clashes:,} changed on both sides (see memtui review)"] if done.clashes else []
    parts += [f"{done.duplicates:,} known already"] if done.duplicates else []
    parts += [f"{done.suppressed:,} dropped before (--allow-dropped brings them)"] if done.suppressed else []
    parts += [f"{purged.kept:,} purged there stay away from here"] if purged.kept else []
    parts += (
        [f"{purged.cards:,} of what was purged there is here (see memtui review)"] if purged.cards else []
    )
    parts += [f"secrets blotted out in {done.redacted:,} (see cat:secret)"] if done.redacted else []
    parts += [cleaned_words(done.cleaned)] if done.cleaned else []
    parts += [f"{left_out:,} left out"] if left_out else []
    output.say("; ".join(parts) + ".")
    reasons = [f"{skipped.where}: {skipped.reason}" for skipped in reading.reasons] + list(done.refused)
    for reason in reasons[:_REASONS]:
        output.say(f"  {reason}")
    if left_out > _REASONS:
        output.say(f"  … and {left_out - _REASONS:,} more")
    for other, place in registry.beside(file, reader) if format_name == registry.AUTO else ():
        output.say(f"{other.called}, too: memtui import {shlex.quote(str(place))} --format {other.name}")
    if done.interrupted:
        output.say("Interrupted. What was added stays; `memtui undo` takes it back, the same import goes on.")
        return Code.INTERRUPTED
    if done_something:
        return Code.DONE
    return Code.REFUSED if left_out else Code.NOTHING


def _purged(store: Store, reader: Reader, file: Path, name: str, *, dry_run: bool) -> TakenIn:
    """Take in what a memtui export tells of purges, before the memories that they may be about."""
    if dry_run or reader.name != memtui_jsonl.MemtuiJsonl.name:
        return TakenIn(0, 0)
    return take_in(store, list(memtui_jsonl.purged(file)), "what came on stdin" if name == "-" else file.name)


def _nothing_matches(wanted: str, words: Sequence[str]) -> str:
    """Say that nothing was written; how a file is named, where a word of the filter looks like one."""
    file = next((word for word in words if ":" not in word and (Path(word).suffix or "/" in word)), None)
    hint = f" To write to a file: memtui export --output {shlex.quote(file)}" if file else ""
    return f"Nothing matches {wanted}; nothing was written.{hint}"


@click.command()
@click.argument("filter", nargs=-1)
@click.option("--scope", help="Only this scope and all below it.")
@click.option("--state", type=click.Choice(STATES), default="live", show_default=True, help="In this state.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(_TARGETS),
    default="memtui",
    show_default=True,
    help="What to write; claude and hermes are folders.",
)
@click.option(
    "--output",
    "-o",
    "target",
    type=click.Path(path_type=Path),
    help="A file, replaced in one step; or a new folder.",
)
@click.option(
    "--with-purged",
    is_flag=True,
    help="Also what keeps purged texts away, for another store of yours; whoever has it can test guesses.",
)
@secrets_option
@click.option("--json", "as_document", is_flag=True, help="One JSON array; with --output an object about it.")
@pass_session
def export(
    session: Session,
    filter: tuple[str, ...],  # noqa: A002
    scope: str | None,
    state: str,
    format_name: str,
    target: Path | None,
    with_purged: bool,
    in_the_clear: bool,
    as_document: bool,
) -> Code:
    """Write memories as JSON lines for `memtui import`, or in the format of another program.

    Oldest first. FILTER works as for list. The memtui format holds all of a memory; what another cannot
    hold is counted and told. History, the queue and links to files are in none: that is `memtui backup`.
    Another store of yours follows your drops from an export with --state all.
    What was purged stays away from another store of yours once that imports an export --with-purged, which is
    for a person at a terminal.
    """
    if as_document and target is None and format_name != "memtui":
        raise Stop(f"--json on stdout is the memtui format. Name a file for {format_name} with --output.")
    if with_purged and format_name != "memtui":
        raise Stop("Only the memtui format holds what keeps purged texts away.")
    if with_purged:
        for_a_person(session.settings, _GUESSES, "Nothing was written.")
    clear = may_reveal(session, in_the_clear)
    wanted = filter_of([] if scope is None else [f"in:{scope}"], filter, state=state)
    store = session.store_to_read()
    if target is not None:
        target = target.expanduser()
        if target.exists() and target.samefile(store.path):
            raise Stop(f"{target} is the store itself. Name another file.")
        if not target.parent.is_dir():
            raise Stop(f"There is no folder {target.parent}. Make it first, or name a file elsewhere.")
    order = Order.SCOPE if format_name in _BY_SCOPE else Order.OLDEST
    lines = listing(store, wanted, order=order, now=session.now)
    purged = list(tombstones.every(store)) if with_purged else []
    if not (lines.count or purged):
        if as_document:
            output.array(())
        raise Stop(_nothing_matches(wanted.describe() or "that", filter), Code.NOTHING)
    stream = memories.stream(store, ids_of(lines, 0, lines.count))
    stream = stream if clear else map(masked_memory, stream)

    def was(memory: Memory) -> list[int]:
        return journal.earlier_texts(store, memory.id)

    if target is None and format_name == "memtui":
        if as_document:
            output.array(map(json.loads, _exchanged(stream, was, purged)))
        else:
            for line in _exchanged(stream, was, purged):
                output.exchange_line(line)
        _say_what_stays(store, scope, filter, state)
        return Code.DONE
    with Running("export") as running:
        watched = _watched(stream, lines.count, running)
        sink = output.Stdout() if target is None else target
        done = exporting.export(format_name, watched, sink, History(was, purged))
    if as_document:
        output.document(
            {
                "exported": done.count,
                "output": str(target),
                "format": format_name,
                "lost": dict(done.lost),
                "notes": done.notes,
            }
        )
    output.say(f"Wrote {plural(done.count)} to {'stdout' if target is None else target}.")
    if done.lost:
        output.say(f"Not held by this format: {done.losses()}.")
    for note in done.notes:
        output.say(note)
    if format_name == "memtui":
        _say_what_stays(store, scope, filter, state)
    return Code.DONE


def _say_what_stays(store: Store, scope: str | None, filter: tuple[str, ...], state: str) -> None:  # noqa: A002
    """Say which drops another store doesn't hear of: those of an export of what lives."""
    if state != State.LIVE:
        return
    dropped = filter_of([] if scope is None else [f"in:{scope}"], filter, state=State.DROPPED)
    count = listing(store, dropped).count if dropped.states == {State.DROPPED} else 0
    if count:
        stay = "stays" if count == 1 else "stay"
        output.say(f"{plural(count, 'dropped memory')} {stay} here; --state all takes drops along.")


def _exchanged(
    memories: Iterable[Memory], was: Callable[[Memory], list[int]], purged: Iterable[Tombstone]
) -> Iterator[str]:
    yield from (exchange.line(memory, was(memory)) for memory in memories)
    yield from map(memtui_jsonl.purged_line, purged)


def _watched(memories: Iterator[Memory], total: int, running: Running) -> Iterator[Memory]:
    """Pass memories on, telling how far it is and stopping when asked to."""
    for count, memory in enumerate(memories, start=1):
        yield memory
        if count % 2000 == 0:
            running.progress(count, total)
            if running.cancelled():
                raise KeyboardInterrupt


@contextmanager
def _file(path: str) -> Iterator[Path]:
    """Yield the path to read; what comes through a pipe is put aside on disk, as readers go over it twice."""
    named = Path(path).expanduser()
    if path != "-" and not named.is_fifo():
        yield named
        return
    with tempfile.TemporaryDirectory(prefix="memtui-") as folder:
        spooled = Path(folder) / "stdin.jsonl"
        coming = nullcontext(sys.stdin.buffer) if path == "-" else pipes.opened(named)
        with coming as source, spooled.open("wb") as file:
            shutil.copyfileobj(source, file)
        yield spooled
