"""`sources`: the files that agents really read, found, linked and kept in step."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memtui.cli import output, showing
from memtui.cli.asking import agree_to
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import for_a_person
from memtui.domain.counting import listed, plural
from memtui.domain.durations import ago
from memtui.domain.instant import Instant, to_iso
from memtui.setup.known_files import place_of, shown_as
from memtui.sources import agents
from memtui.store import sources as store_sources

if TYPE_CHECKING:
    from memtui.formats.protocol import Reader
    from memtui.store.database import Store
    from memtui.store.sources import Source

_json = click.option("--json", "as_document", is_flag=True, help="JSON.")
_where = click.argument("where", type=click.Path(), metavar="PATH")
_OF_PROJECTS = (".git", ".claude")


@click.group(invoke_without_command=True)
@_json
@click.pass_context
def sources(ctx: click.Context, as_document: bool) -> Code | None:
    """Find, link and write back to the files that agents read."""
    if ctx.invoked_subcommand is not None:
        return None
    return _status(ctx.ensure_object(Session), as_document=as_document)


@sources.command()
@_json
@pass_session
def scan(session: Session, as_document: bool) -> Code:
    """Look for memories on this machine, in the places where agents keep them. Reads only."""
    from memtui.formats.registry import left_out
    from memtui.sources.places import is_linked
    from memtui.sources.places import scan as find

    places = list(find(Path.home(), os.environ, Path.cwd()))
    linked = store_sources.get_all(session.store())
    if as_document:
        output.array(
            {
                "format": place.format,
                "path": str(place.path),
                "records": place.records,
                "bytes": place.bytes,
                "newest": None if place.newest is None else to_iso(place.newest),
                "linked": is_linked(place, linked),
                "problem": place.problem,
            }
            for place in places
        )
    else:
        for problem in left_out():
            output.say(problem)
        for place in places:
            state = "  linked" if is_linked(place, linked) else ""
            names = f" in {listed(place.files)}" if place.files else ""
            what = place.problem or f"{place.amount}{names}{state}"
            output.row(f"{place.format:<12} {place.path}  {what}")
    if not places:
        output.say("Nothing was found. `memtui import PATH` takes memories from any file or folder.")
        return Code.NOTHING
    output.say("Link one with: memtui sources link PATH")
    return Code.DONE


@sources.command()
@_where
@click.option("--format", "format_name", default="auto", show_default=True, help="Not by content, but this.")
@_json
@pass_session
def link(session: Session, where: str, format_name: str, as_document: bool) -> Code:
    """Import what PATH holds, and keep it and the store in step from now on.

    PATH is a file, a folder, or the address of a live store, such as langgraph+sqlite:memory.db.
    Nothing is written to PATH until you allow it: `memtui sources allow PATH`.
    """
    from memtui.cli.running import Running
    from memtui.cli.settling import gate_words, left_out_words, say_first, synced_json
    from memtui.formats import registry
    from memtui.lifecycle.outcome import cleaned_words
    from memtui.sources import syncing
    from memtui.sources.filing import temporary_words
    from memtui.sources.pending import still_there, still_words
    from memtui.sources.source_files import reader_of

    store = session.store()
    with Running("reading") as running:
        source, done = syncing.link(
            store, where, format_name, by=session.actor, gate=session.settings.gate, watch=running.watch
        )
    if as_document:
        output.document({"path": source.path, "format": source.format, **synced_json(done)})
    added = f"added {plural(done.added)}{done.duplicates_words}"
    output.say(f"Linked {place_of(store, source)} ({source.format}): {added}.")
    for line in gate_words(done.held, done.asked):
        output.say(line)
    if done.cleaned:
        output.say(f"  {cleaned_words(done.cleaned)}")
    say_first(left_out_words(done.skipped, source.path), source.path)
    for warning in [*temporary_words(store, source), *still_words(still_there(store, source), writes=False)]:
        output.say(f"  {warning}")
    if done.problem:
        raise Stop(done.problem)
    if syncing.can_write(source):
        allow_it = f"memtui sources allow {_named(source, where)}"
        output.say(f"What you drop or edit is not written there yet. To allow it: {allow_it}")
    else:
        output.say("What you drop or edit is not written there: memtui only reads it.")
    path = Path(where).expanduser()
    for other, place in () if source.address else registry.beside(path, reader_of(source)):
        output.say(
            f"{other.called}, too: memtui sources link {shlex.quote(str(place))} --format {other.name}"
        )
    return Code.DONE


@sources.command()
@_json
@pass_session
def status(session: Session, as_document: bool) -> Code:
    """Show what is linked, how it stands, and what waits to be written."""
    return _status(session, as_document=as_document)


@sources.command()
@click.argument("where", type=click.Path(), metavar="PATH", required=False)
@click.option("--wholly", is_flag=True, help="Read the files even when they look unchanged.")
@_json
@pass_session
def sync(session: Session, where: str | None, wholly: bool, as_document: bool) -> Code:
    """Bring PATH, or everything that is linked, in step with the store."""
    from memtui.cli.running import Running
    from memtui.cli.settling import synced_json, talk
    from memtui.sources import syncing

    store = session.store()
    chosen = [_linked(store, where)] if where is not None else store_sources.get_all(store)
    if not chosen:
        raise Stop("Nothing is linked. `memtui sources scan` shows what could be.", Code.NOTHING)
    with Running("reading") as running:
        results = [
            syncing.sync(store, source, wholly=wholly, gate=session.settings.gate, watch=running.watch)
            for source in chosen
        ]
    if as_document:
        output.array(
            {"path": source.path, **synced_json(done)} for source, done in zip(chosen, results, strict=True)
        )
    for source, done in zip(chosen, results, strict=True):
        talk(done, store, source)
    return Code.REFUSED if any(done.problem for done in results) else Code.DONE


@sources.command()
@_where
@_json
@pass_session
def diff(session: Session, where: str, as_document: bool) -> Code:
    """Show what would be written to the files at PATH."""
    from memtui.cli.settling import show
    from memtui.sources import syncing
    from memtui.sources.diff import diff_of
    from memtui.sources.dropped_again import back_in_files

    store = session.store()
    source = _linked(store, where)
    plan = syncing.plan_pending(store, source)
    back = back_in_files(store, source)
    if as_document:
        output.document(
            {
                "files": [
                    {
                        "path": str(change.path),
                        "diff": [f"{line.sign}{line.text}" for line in diff_of(change)],
                    }
                    for change in plan.files
                ],
                "left": [{"record": left.where, "reason": left.reason} for left in plan.left],
                "warnings": plan.warnings,
                "dropped_again": [{"uid": one.memory.uid, "file": one.record.file} for one in back],
            }
        )
    else:
        show(plan)
        for one in back:
            output.say(f"{one.words}, which you dropped; to bring it back: memtui restore {one.memory.uid}")
        if back:
            output.say(f"To take it out of the files: memtui sources drop-again {_named(source, where)}")
    if plan.files or plan.left or back:
        return Code.DONE
    raise Stop(source.message or "Nothing is to be written: the files say what the store says.", Code.NOTHING)


@sources.command()
@click.argument("where", type=click.Path(), metavar="PATH", required=False)
@click.option("--all", "everywhere", is_flag=True, help="To all linked files, on one yes.")
@click.option("--yes", "-y", is_flag=True, help="Don't ask.")
@_json
@pass_session
def allow(session: Session, where: str | None, everywhere: bool, yes: bool, as_document: bool) -> Code:
    """Let memtui write your drops, edits and restores to the files at PATH.

    Shows first what it would change now. Undo puts the old bytes back. For a person at a terminal.
    """
    if everywhere is (where is not None):
        raise click.UsageError("Name a PATH, or --all.")
    if where is None:
        from memtui.cli.allowing import allow_all

        return allow_all(session, yes=yes, as_document=as_document)
    from memtui.cli.settling import show, synced_json, talk
    from memtui.sources import syncing

    store = session.store()
    source = _linked(store, where)
    if not syncing.can_write(source):
        raise Stop(f"memtui can read {source.format}, but not write it.")
    for_a_person(session.settings, "That memtui writes to your files is for you to allow", "It does not.")
    plan = syncing.plan_pending(store, source)
    agree_to("change", len(plan.files), "memory" if source.address else "file", lambda: show(plan), yes=yes)
    with store.write() as tx:
        store_sources.agree(tx, source.id, True)
    done = syncing.sync(store, _linked(store, source.path), gate=session.settings.gate)
    if as_document:
        output.document({"path": source.path, **synced_json(done)})
    if done.written or done.problem or done.left:
        talk(done, store, source)
    output.say(f"From now on {place_of(store, source)} is kept in step. `memtui sources forbid` stops that.")
    return Code.REFUSED if done.problem else Code.DONE


@sources.command("drop-again")
@_where
@click.option("--yes", "-y", is_flag=True, help="Don't ask.")
@_json
@pass_session
def drop_again(session: Session, where: str, yes: bool, as_document: bool) -> Code:
    """Take what you dropped out of the files at PATH, where an agent wrote it again.

    Shows the lines first. Undo puts them back; `memtui restore` brings a memory back instead.
    """
    from memtui.cli.reporting import report
    from memtui.cli.settling import show
    from memtui.sources import dropped_again

    store = session.store()
    source = _linked(store, where)
    back = dropped_again.back_in_files(store, source)
    if not back:
        raise Stop("Nothing that you dropped is in these files again.", Code.NOTHING)
    plan = dropped_again.plan_dropping(store, source, back)
    agree_to("change", len(plan.files), "file", lambda: show(plan), yes=yes)
    outcome = dropped_again.drop_again(store, source, back, by=session.actor)
    return report(store, "drop-again", outcome, as_json=as_document)


@sources.command()
@_where
@pass_session
def forbid(session: Session, where: str) -> Code:
    """Write nothing more to the files at PATH; still read them.

    A setting and no change of memories, so it is not in the history: `memtui sources allow` turns it back.
    """
    from memtui.sources import syncing

    store = session.store()
    source = _linked(store, where)
    syncing.let_go(store, source, gate=session.settings.gate, unlink=False)
    back = f"`memtui sources allow {_named(source, where)}`"
    output.say(f"Nothing more is written to {place_of(store, source)}. {back} turns that back.")
    return Code.DONE


@sources.command()
@_where
@pass_session
def unlink(session: Session, where: str) -> Code:
    """Leave the files at PATH alone from now on. The memories stay.

    A setting and no change of memories, so it is not in the history: `memtui sources link` turns it back.
    """
    from memtui.sources import syncing

    store = session.store()
    source = _linked(store, where)
    syncing.let_go(store, source, gate=session.settings.gate, unlink=True)
    output.say(f"{place_of(store, source)} is left alone from now on; its memories stay.")
    output.say(f"To follow it again: memtui sources link {_named(source, where)}")
    return Code.DONE


@sources.command()
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option(
    "--agent",
    type=click.Choice(list(agents.agents())),
    help="Only this agent; without it all whose rules are known.",
)
@_json
@pass_session
def seen(session: Session, path: Path | None, agent: str | None, as_document: bool) -> Code:
    """Show what each agent would load in the folder PATH, with tokens, and where it stops reading.

    Without PATH in the folder you are in. Of a file, or a folder that holds memories, it is what an agent
    loads of that. Secrets are blotted out.
    """
    place = (path or Path.cwd()).expanduser()
    reader = None if agent or path is None else _reader_of(session, place)
    if reader is not None:
        return showing.one(reader, place, as_document=as_document)
    if not place.is_dir():
        raise Stop(f"{place} is no folder. Name the one that a session would begin in.")
    begins = agents.place(place, Path.home(), os.environ)
    views = [agents.agents()[agent].view(begins)] if agent else agents.views(begins)
    return showing.views(views, as_document=as_document)


def _reader_of(session: Session, place: Path) -> "Reader | None":
    """Return who reads what is at a path; None for a folder that agents work in."""
    from memtui.formats.instructions.format import Instructions
    from memtui.formats.instructions.reading import files_in
    from memtui.formats.protocol import SourceError
    from memtui.formats.registry import reader_for

    source = store_sources.find(session.store(), str(place.resolve()))
    known = source.format if source is not None else "auto"
    if not place.is_dir():
        return reader_for(place, known)
    worked_in = any(files_in(place)) or any((place / name).is_dir() for name in _OF_PROJECTS)
    try:
        reader = None if worked_in and known == "auto" else reader_for(place, known)
    except SourceError:
        return None
    return None if reader is not None and reader.name == Instructions.name else reader


def _named(source: "Source", where: str) -> str:
    """Return a source as a command may name it: as it was typed, but for an address, which may tell more."""
    return shlex.quote(source.path) if source.address else where


def _linked(store: "Store", where: str) -> "Source":
    from memtui.sources import syncing

    source = syncing.find(store, where)
    if source is None or source.status is store_sources.Standing.UNLINKED:
        source = shown_as(store, syncing.place_of(where))
    if source is None:
        named = where if Path(where).exists() else syncing.place_of(where)
        raise Stop(f"{named} is not linked. `memtui sources link {named}` does that.", Code.NOTHING)
    return source


def _status(session: Session, *, as_document: bool) -> Code:
    from memtui.sources import syncing
    from memtui.sources.pending import still_there, still_words

    store = session.store()
    linked = store_sources.get_all(store)
    rows = [
        (
            source,
            len(syncing.pending(store, source)) if syncing.can_write(source) else 0,
            still_there(store, source),
        )
        for source in linked
    ]
    if as_document:
        output.array(
            {
                "path": source.path,
                "format": source.format,
                "status": source.status.value,
                "message": source.message,
                "writes": source.agreed_at is not None,
                "synced_at": None if source.synced_at is None else to_iso(source.synced_at),
                "records": store_sources.count_records(store, source.id),
                "pending": pending,
                "gone_still_there": [*still.gone],
                "secrets_in": [*still.secret],
            }
            for source, pending, still in rows
        )
    else:
        for source, pending, still in rows:
            output.row(_line(source, place_of(store, source), pending, session.now))
            for warning in still_words(still, writes=source.agreed_at is not None):
                output.say(f"  {warning}")
    if not linked:
        output.say("Nothing is linked. `memtui sources scan` shows what could be.")
        return Code.NOTHING
    return Code.DONE


def _when(synced_at: Instant | None, now: Instant) -> str:
    return "never" if synced_at is None else ago(now - synced_at)


def _line(source: "Source", place: str, pending: int, now: float) -> str:
    parts = [f"{source.format:<12} {place}", f"synced {_when(source.synced_at, now)}"]
    parts += ["reads and writes" if source.agreed_at is not None else "reads only"]
    parts += [f"{pending:,} to write"] if pending else []
    parts += [source.message] if source.message else []
    return "  ".join(parts)
