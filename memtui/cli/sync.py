"""`sync`: the same memory on several machines, by way of a git remote, a folder or a PostgreSQL database."""

import platform
from typing import TypeVar

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import for_a_person
from memtui.domain.durations import ago

_T = TypeVar("_T")
_json = click.option("--json", "as_document", is_flag=True, help="JSON.")


@click.group(invoke_without_command=True)
@_json
@click.pass_context
def sync(ctx: click.Context, as_document: bool) -> Code | None:
    """Exchange with your other machines what was done on each.

    `sync init WHERE` says where they meet; after that this is all there is to do. What two machines changed
    without knowing of each other becomes a card in Review.
    """
    if ctx.invoked_subcommand is not None:
        return None
    return _exchange(ctx.ensure_object(Session), as_document=as_document)


@sync.command()
@click.argument("where")
@click.option("--name", default="", help="What the others call this machine. By default its own name.")
@_json
@pass_session
def init(session: Session, where: str, name: str, as_document: bool) -> Code:
    """Meet other machines at WHERE, and exchange for the first time.

    WHERE is a git remote that your git can reach, a folder that something carries (Syncthing, Dropbox, a
    share, a stick), or a PostgreSQL database (postgresql://…). Whoever can read it can read the memories.
    """
    from memtui.sync.places import carrier_at, resolved
    from memtui.sync.running import join

    for_a_person(session.settings, "Where memories go is a person's to say", "Nothing was changed.")
    store = session.store()
    place = resolved(where)
    carrier_at(place, store.path).heads()
    join(store, place, name or platform.node() or "a machine")
    return _exchange(session, as_document=as_document)


@sync.command()
@_json
@pass_session
def status(session: Session, as_document: bool) -> Code:
    """Tell what the others have not been told, what two machines disagree on, and who has not purged yet."""
    from memtui.sync.status import status as read_status

    standing = _met(read_status(session.store()), as_document=as_document)
    if as_document:
        output.document(
            {
                "where": standing.where,
                "name": standing.name,
                "machines": standing.machines,
                "to_send": standing.to_send,
                "clashes": standing.clashes,
                "not_purged_yet": [*standing.unconfirmed],
                "reads_only": standing.reads_only,
                "trouble": standing.trouble,
            }
        )
        return Code.DONE
    output.row(f"{standing.words}, at {standing.where}")
    if standing.reads_only:
        output.say("This machine may read there, and not write: what is done here stays here.")
    if standing.trouble:
        output.say(f"The last exchange failed: {standing.trouble}")
    if standing.clashes:
        output.say("`memtui review` shows what two machines changed without knowing of each other.")
    if standing.unconfirmed:
        output.say(f"Not purged yet on {', '.join(standing.unconfirmed)}; it is when they exchange again.")
    return Code.DONE


@sync.command()
@_json
@pass_session
def devices(session: Session, as_document: bool) -> Code:
    """List the machines that meet here, and when each was last heard of."""
    from memtui.sync.status import status as read_status

    standing = _met(read_status(session.store()), as_document=as_document)
    if as_document:
        output.array(
            {"name": each.name, "device": each.device, "heard_at": each.heard_at, "trouble": each.trouble}
            for each in standing.others
        )
        return Code.DONE
    output.row(f"{standing.name}  this machine")
    for each in standing.others:
        trouble = f"  {each.trouble}" if each.trouble else ""
        output.row(f"{each.name}  {ago(session.now - each.heard_at)}{trouble}")
    return Code.DONE


@sync.command()
@_json
@pass_session
def leave(session: Session, as_document: bool) -> Code:
    """Stop exchanging: take away what this machine wrote there. Every memory stays where it is."""
    from memtui.store.replicas import replica
    from memtui.sync.places import carrier_at
    from memtui.sync.running import leave as go

    for_a_person(session.settings, "Leaving is a person's to say", "Nothing was changed.")
    store = session.store()
    own = _met(replica(store), as_document=as_document)
    carrier = carrier_at(own.where, store.path)
    go(store, carrier)
    if as_document:
        output.document({"left": carrier.place})
    output.say(f"Left {carrier.place}. Every memory stays here; the others keep what they took.")
    return Code.DONE


def _exchange(session: Session, *, as_document: bool) -> Code:
    from memtui.store.replicas import replica
    from memtui.sync.pauses import exchange_now
    from memtui.sync.words import said

    store = session.store()
    _met(replica(store), as_document=as_document)
    done = exchange_now(store, session.settings.sync)
    if as_document:
        output.document(
            {
                "sent": done.sent,
                "sent_bytes": done.sent_bytes,
                "taken": done.taken,
                "changed": done.changed,
                "clashes": done.clashes,
                "erased": done.erased,
                "withheld": done.withheld,
                "troubles": done.troubles,
            }
        )
    else:
        output.say(said(done))
    return Code.DONE


def _met(known: _T | None, *, as_document: bool) -> _T:
    """Return what is known of where the stores meet; end the command when this one meets no others."""
    if known is not None:
        return known
    if as_document:
        output.document(None)
    raise Stop(
        "This store meets no others yet. `memtui sync init WHERE` says where: a git remote, a folder that "
        "something carries to your other machines, or a PostgreSQL database.",
        Code.NOTHING,
    )
