"""`purge`: the one thing that cannot be undone, so the one thing a script may not do unasked."""

from collections.abc import Sequence

import click

from memtui.cli import output
from memtui.cli.asking import agree, bulk_options, count_typed, for_a_person, plural, preview
from memtui.cli.failures import Code
from memtui.cli.reporting import rehearse
from memtui.cli.selecting import chosen, filter_options
from memtui.cli.session import Session, pass_session
from memtui.lifecycle import purge as purging
from memtui.store import memories

_NAMED = 1000


@click.command()
@click.argument("uids", metavar="[UID]...", nargs=-1)
@click.option(
    "--state",
    type=click.Choice(["dropped", "archived"]),
    default="dropped",
    show_default=True,
    help="Among which memories the options below choose.",
)
@filter_options
@bulk_options
@pass_session
def purge(
    session: Session,
    uids: tuple[str, ...],
    state: str,
    tokens: Sequence[str],
    dry_run: bool,
    yes: bool,
    as_document: bool,
) -> Code:
    """Erase memories for good, and search the files for what is left.

    They leave the store and its journal, and there is no undo. Name memories by UID, in any state, or
    choose dropped ones with options. Asks for their count; without a terminal it refuses, unless
    `review.scripted` is set or MEMTUI_SCRIPTED=1.
    """
    asks = not dry_run and for_a_person(
        session.settings, "purge cannot be undone, so it asks a person", "Nothing was erased.", "purge"
    )
    store = session.store()
    ids = chosen(store, uids, tokens, state=state)
    first = memories.get_many(store, ids[:_NAMED])
    if dry_run:
        return rehearse("purge", len(ids), first, now=session.now, as_json=as_document)
    if asks:
        count_typed(len(ids), plural(len(ids)), lambda: preview(len(ids), first, session.now))
    else:
        agree("purge", len(ids), first, now=session.now, yes=yes)
    done = purging.purge(store, ids, by=session.actor)
    if as_document:
        output.document(
            {
                "action": "purge",
                "dry_run": False,
                "changed": done.purged,
                "op": None,
                "uids": [memory.uid for memory in first],
                "verified": done.verified,
                "found_in": done.found_in,
                "pending": done.pending,
                "message": done.message,
            }
        )
    output.words(done.message)
    return Code.DONE if done.purged else Code.REFUSED
