"""`purge`: the one thing that cannot be undone, so the one thing a script may not do unasked."""

from collections.abc import Sequence

import click

from memtui.cli import output
from memtui.cli.asking import agree, bulk_options, count_typed, preview
from memtui.cli.failures import Code
from memtui.cli.reporting import rehearse
from memtui.cli.selecting import chosen, filter_options
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import for_a_person
from memtui.domain.counting import plural
from memtui.domain.memory import Memory
from memtui.lifecycle.purge import PurgeReport, purge_proposals
from memtui.sources import purging
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.errors import LookupRefused

_NAMED = 1000
"""Memories that are looked up for their texts, of what may be a million."""


@click.command()
@click.argument("uids", metavar="[UID]...", nargs=-1)
@click.option(
    "--state",
    type=click.Choice(["dropped", "archived"]),
    default="dropped",
    show_default=True,
    help="Among which memories the options below choose.",
)
@click.option(
    "--proposal",
    "cards",
    type=int,
    multiple=True,
    metavar="ID",
    help="Erase this proposal of the review queue, decided or not, and the text it would store; repeatable.",
)
@filter_options
@bulk_options
@pass_session
def purge(
    session: Session,
    uids: tuple[str, ...],
    state: str,
    cards: tuple[int, ...],
    tokens: Sequence[str],
    dry_run: bool,
    yes: bool,
    as_document: bool,
) -> Code:
    """Erase memories for good, and search the files for what is left.

    They leave the store and its journal, the queue, and the linked files that may be written; there is no
    undo. Name memories by UID, in any state, those whose adding was undone too, or choose dropped ones with
    options. For a person at a terminal, who types their count.
    """
    asks = not dry_run and for_a_person(
        session.settings, "purge cannot be undone, so it asks a person", "Nothing was erased."
    )
    store = session.store()
    if cards:
        if uids or tokens:
            raise click.UsageError("--proposal goes alone: erase memories with a command of their own.")
        if dry_run:
            raise click.UsageError("See what a proposal says with: memtui review show ID")
        if asks:
            count_typed(len(cards), plural(len(cards), "proposal"), lambda: None)
        done = purge_proposals(store, cards, by=session.actor)
        return _report(done, [], as_document=as_document)
    ids = _chosen(store, uids, tokens, state)
    first = memories.get_many(store, ids[:_NAMED])
    if dry_run:
        return rehearse("purge", len(ids), first, now=session.now, as_json=as_document)
    if asks:
        count_typed(len(ids), plural(len(ids)), lambda: preview(len(ids), first, session.now))
    else:
        agree("purge", len(ids), first, now=session.now, yes=yes)
    return _report(
        purging.purge(store, ids, by=session.actor, gate=session.settings.gate),
        first,
        as_document=as_document,
    )


def _chosen(store: Store, uids: Sequence[str], tokens: Sequence[str], state: str) -> list[int]:
    """Return the ids of the memories that are meant; what is found nowhere else may have been undone."""
    if len(uids) == 1 and not tokens:
        try:
            return chosen(store, uids, tokens, state=state)
        except LookupRefused:
            undone = memories.find_undone(store, uids[0])
            if undone is None:
                raise
            return [undone]
    return chosen(store, uids, tokens, state=state)


def _report(done: PurgeReport, first: Sequence[Memory], *, as_document: bool) -> Code:
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
                "linked": done.linked,
                "pending": done.pending,
                "message": done.message,
            }
        )
    output.say(done.message)
    return Code.DONE if done.purged else Code.REFUSED
