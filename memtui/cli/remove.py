"""`drop`, `forget`, `restore` and `archive`: out of sight, never out of reach. `purge` has its own file."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from memtui.cli.asking import agree, bulk_options
from memtui.cli.failures import Code, Stop
from memtui.cli.reporting import rehearse, report
from memtui.cli.running import Running
from memtui.cli.selecting import chosen, filter_of, filter_options, matching, named
from memtui.cli.session import Session, pass_session
from memtui.domain.memory import State
from memtui.lifecycle import states
from memtui.lifecycle.outcome import Outcome
from memtui.store import memories, selection
from memtui.store.database import Store

_NAMED = 1000
"""As many of a selection as a dry run names by uid."""


@click.command()
@click.argument("uids", metavar="UID...", nargs=-1, required=True)
@bulk_options
@pass_session
def drop(session: Session, uids: tuple[str, ...], dry_run: bool, yes: bool, as_document: bool) -> Code:
    """Drop memories. They come back with `restore` or `undo`."""
    store = session.store()
    ids = [memory.id for memory in named(store, uids)]
    return _change(
        session, store, "drop", states.drop, ids, dry_run=dry_run, yes=yes, as_document=as_document
    )


@click.command()
@click.argument("uids", metavar="[UID]...", nargs=-1)
@click.option(
    "--from",
    "source",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Put the whole store back as it is in FILE, made by backup; the replaced one is kept beside it.",
)
@bulk_options
@pass_session
def restore(
    session: Session, uids: tuple[str, ...], source: Path | None, dry_run: bool, yes: bool, as_document: bool
) -> Code:
    """Bring dropped or archived memories back, or with --from the whole store."""
    if (source is None) != bool(uids):
        raise click.UsageError("Name memories by UID, or a backup with --from; one of the two.")
    if source is not None:
        if dry_run:
            raise click.UsageError("--dry-run is for memories; --from asks before it replaces anything.")
        from memtui.cli.backup import put_back

        return put_back(session, source, yes=yes, as_document=as_document)
    store = session.store()
    ids = [memory.id for memory in named(store, uids)]
    return _change(
        session, store, "restore", states.restore, ids, dry_run=dry_run, yes=yes, as_document=as_document
    )


@click.command()
@click.argument("filter", nargs=-1)
@filter_options
@bulk_options
@pass_session
def forget(
    session: Session,
    filter: tuple[str, ...],  # noqa: A002
    tokens: Sequence[str],
    dry_run: bool,
    yes: bool,
    as_document: bool,
) -> Code:
    """Drop every memory that matches. All of them come back with `undo`.

    Options and FILTER tokens are joined with AND; without any, nothing is forgotten.
    """
    wanted = filter_of(tokens, filter)
    if not wanted.narrows:
        raise Stop("This would forget everything. Say which memories: a scope, an age, a category, or words.")
    store = session.store()
    wanted = replace(wanted, states=wanted.states - {State.DROPPED})
    count = matching(store, wanted)
    first = memories.get_many(store, selection.ids(store, wanted, _NAMED))
    if dry_run:
        return rehearse("forget", count, first, now=session.now, as_json=as_document)
    agree("forget", count, first, now=session.now, yes=yes)
    with Running("forget") as running:
        outcome = states.forget(store, wanted, by=session.actor, watch=running.watch)
    return report(store, "forget", outcome, as_json=as_document)


@click.command()
@click.argument("uids", metavar="[UID]...", nargs=-1)
@filter_options
@bulk_options
@pass_session
def archive(
    session: Session,
    uids: tuple[str, ...],
    tokens: Sequence[str],
    dry_run: bool,
    yes: bool,
    as_document: bool,
) -> Code:
    """Put memories into cold storage: kept, searched on request. Name them, or say which with options."""
    store = session.store()
    ids = chosen(store, uids, tokens)
    return _change(
        session, store, "archive", states.archive, ids, dry_run=dry_run, yes=yes, as_document=as_document
    )


def _change(
    session: Session,
    store: Store,
    action: str,
    verb: Callable[..., Outcome],
    ids: Sequence[int],
    *,
    dry_run: bool,
    yes: bool,
    as_document: bool,
) -> Code:
    first = memories.get_many(store, ids[:_NAMED])
    if dry_run:
        return rehearse(action, len(ids), first, now=session.now, as_json=as_document)
    agree(action, len(ids), first, now=session.now, yes=yes)
    with Running(action) as running:
        outcome = verb(store, ids, by=session.actor, watch=running.watch)
    return report(store, action, outcome, as_json=as_document)
