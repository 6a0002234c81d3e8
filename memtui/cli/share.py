"""`share`: a memory for the people who share a scope. Only a person's hand or yes does that."""

import click

from memtui.cli.asking import agree, bulk_options
from memtui.cli.failures import Code
from memtui.cli.reporting import rehearse, report
from memtui.cli.running import Running
from memtui.cli.selecting import named
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import for_a_person
from memtui.domain.scope import normalise


@click.command()
@click.argument("uids", metavar="UID...", nargs=-1, required=True)
@click.argument("scope")
@bulk_options
@pass_session
def share(
    session: Session, uids: tuple[str, ...], scope: str, dry_run: bool, yes: bool, as_document: bool
) -> Code:
    """Share memories with the team of SCOPE: a copy goes there, and each stays where it is.

    `memtui sync init WHERE --scope SCOPE` begins to share a scope. `undo` takes a copy back from everybody.
    """
    from memtui.lifecycle import share as sharing

    shared = normalise(scope)
    if not dry_run:
        for_a_person(session.settings, "What others are told is a person's to say", "Nothing was shared.")
    store = session.store()
    sharing.check_shared(store, shared)
    chosen = named(store, uids)
    if dry_run:
        return rehearse("share", len(chosen), chosen, now=session.now, as_json=as_document)
    agree("share", len(chosen), chosen, now=session.now, yes=yes)
    with Running("share") as running:
        ids = [memory.id for memory in chosen]
        outcome = sharing.share(store, ids, shared, by=session.actor, watch=running.watch)
    return report(store, "share", outcome, as_json=as_document)
