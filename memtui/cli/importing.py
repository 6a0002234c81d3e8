"""`import`: memories in from other programs' files."""

import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import click

from memtui.cli import output, pipes
from memtui.cli.failures import Code
from memtui.cli.running import Running
from memtui.cli.session import Session, pass_session
from memtui.cli.settling import gate_words
from memtui.cli.terminal import for_who_dropped_it
from memtui.config.places import from_home
from memtui.domain import scope as scopes
from memtui.domain.counting import plural
from memtui.domain.memory import Draft
from memtui.domain.text import Longest, one_line
from memtui.formats import memtui_jsonl, registry
from memtui.formats.ground.files import in_any_encoding
from memtui.formats.protocol import Reader, Record, Skipped
from memtui.lifecycle.bulk_add import ImportOutcome, import_drafts
from memtui.lifecycle.outcome import cleaned_words
from memtui.lifecycle.purged_elsewhere import TakenIn, take_in
from memtui.sources import filing
from memtui.sources.forms import knowing_imports
from memtui.sources.gating import gated_by
from memtui.store import memories
from memtui.store.database import Store

_FORMATS = [registry.AUTO, *(reader.name for reader in registry.readers())]
_REASONS = 10
"""Reasons for leaving records out that are told; the rest are counted."""


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
                yield replace(record, scope=filing.scope_below(self._under, record), version=0)
            except scopes.ScopeError as error:
                self._leave_out(Skipped(one_line(record.text, Longest.NAME), str(error)))

    def _leave_out(self, record: Skipped) -> None:
        self.skipped += 1
        if len(self.reasons) < _REASONS:
            self.reasons.append(record)


@dataclass(frozen=True, slots=True)
class _Imported:
    """What an import came to."""

    reader: Reader
    reading: _Reading
    done: ImportOutcome
    purged: TakenIn
    dry_run: bool
    others: Sequence[tuple[Reader, Path]]
    """Formats that have memories in the folder too, each with the place that holds them."""

    @property
    def left_out(self) -> int:
        """How many records were left out."""
        return self.reading.skipped + self.done.refused_count

    @property
    def met_memories(self) -> bool:
        """Whether any memory was added, changed or known, or would have been."""
        done = self.done
        met = done.added + done.updated + done.clashes + done.duplicates + done.suppressed + done.asked
        return bool(met or self.purged.kept)

    @property
    def code(self) -> Code:
        """The exit code: a script that goes on may take what was left out for kept."""
        if self.done.interrupted:
            return Code.INTERRUPTED
        if self.left_out:
            return Code.REFUSED
        return Code.DONE if self.met_memories else Code.NOTHING

    def document(self, store: Store) -> dict[str, object]:
        """Return the counts by outcome, as JSON gets them."""
        done, reading = self.done, self.reading
        return {
            "format": self.reader.name,
            "dry_run": self.dry_run,
            "added": done.added,
            "duplicates": done.duplicates,
            "updated": done.updated,
            "clashes": done.clashes,
            "held": done.held,
            "asked": done.asked,
            "suppressed": done.suppressed,
            "purged": {"kept": self.purged.kept, "cards": self.purged.cards},
            "redacted": done.redacted,
            "cleaned": done.cleaned,
            "refused": done.refused_count,
            "skipped": reading.skipped,
            "reasons": [
                *({"where": skipped.where, "reason": skipped.reason} for skipped in reading.reasons),
                *({"where": "", "reason": reason} for reason in done.refused[:_REASONS]),
            ],
            "reasons_left_out": max(reading.skipped - _REASONS, 0) + max(done.refused_count - _REASONS, 0),
            "others": [{"format": other.name, "path": str(place)} for other, place in self.others],
            "uids": [memory.uid for memory in memories.get_many(store, done.ids)],
            "uids_left_out": 0 if self.dry_run else done.added - len(done.ids),
            "op": None if done.op is None else done.op.id,
            "interrupted": done.interrupted,
        }

    def sentence(self, path: str) -> str:
        """Return the counts as a sentence; `path` is what was asked for, `-` for stdin."""
        done, purged = self.done, self.purged
        if self.met_memories or self.left_out or done.interrupted:
            parts = [
                f"{'Would add' if self.dry_run else 'Added'} {plural(done.added)} from {self.reader.label}"
            ]
        else:
            parts = [f"There are no memories in {'what came on stdin' if path == '-' else path}"]
        parts += [f"{done.updated:,} brought up to date"] if done.updated else []
        parts += gate_words(done.held, done.asked)
        parts += [f"{done.clashes:,} changed on both sides (see memtui review)"] if done.clashes else []
        parts += [f"{done.duplicates:,} known already"] if done.duplicates else []
        again = "--allow-dropped brings them"
        parts += [f"{done.suppressed:,} dropped before ({again})"] if done.suppressed else []
        parts += [f"{purged.kept:,} purged there stay away from here"] if purged.kept else []
        here = "of what was purged there is here (see memtui review)"
        parts += [f"{purged.cards:,} {here}"] if purged.cards else []
        parts += [f"secrets blotted out in {done.redacted:,} (see cat:secret)"] if done.redacted else []
        parts += [cleaned_words(done.cleaned)] if done.cleaned else []
        parts += [f"{self.left_out:,} left out"] if self.left_out else []
        return "; ".join(parts) + "."

    def say_why_left_out(self) -> None:
        """Say why the first records were left out, and how many more there are."""
        reasons = [f"{skipped.where}: {skipped.reason}" for skipped in self.reading.reasons]
        for reason in [*reasons, *self.done.refused][:_REASONS]:
            output.say(f"  {reason}")
        if self.left_out > _REASONS:
            output.say(f"  … and {self.left_out - _REASONS:,} more")


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
    with in_any_encoding(), _file(path) as file:
        name = "memtui" if path == "-" and format_name == registry.AUTO else format_name
        reader = knowing_imports(session.store(), registry.reader_for(file, name), file)
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
    others = registry.beside(file, reader) if format_name == registry.AUTO else []
    imported = _Imported(reader, reading, done, purged, dry_run, others)
    if as_document:
        output.document(imported.document(store))
    output.say(imported.sentence(path))
    imported.say_why_left_out()
    for other, place in others:
        output.say(f"{other.called}, too: memtui import {shlex.quote(str(place))} --format {other.name}")
    if done.interrupted:
        output.say("Interrupted. What was added stays; `memtui undo` takes it back, the same import goes on.")
    return imported.code


def _purged(store: Store, reader: Reader, file: Path, name: str, *, dry_run: bool) -> TakenIn:
    """Take in what a memtui export tells of purges, before the memories that they may be about."""
    if dry_run or reader.name != memtui_jsonl.MemtuiJsonl.name:
        return TakenIn(0, 0)
    return take_in(store, list(memtui_jsonl.purged(file)), "what came on stdin" if name == "-" else file.name)


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
