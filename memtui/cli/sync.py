"""`sync`: the same memory on several machines, by way of a git remote, a folder or a PostgreSQL database."""

import platform
from typing import TYPE_CHECKING, TypeVar

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import for_a_person
from memtui.domain.counting import plural
from memtui.domain.durations import ago
from memtui.domain.scope import ROOT, normalise

if TYPE_CHECKING:
    from memtui.sync.status import Status

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
@click.option("--scope", default="", help="Share only this with a team, such as /team/atlas.")
@click.option("--name", default="", help="What the others call this machine. By default its own name.")
@_json
@pass_session
def init(session: Session, where: str, scope: str, name: str, as_document: bool) -> Code:
    """Meet other machines at WHERE, and exchange for the first time.

    WHERE is a git remote that your git can reach, a folder that something carries (Syncthing, Dropbox, a
    share, a stick), or a PostgreSQL database (postgresql://…). Whoever can read it can read the memories.

    With --scope it is a team that meets there: what people file in that scope goes to it, and nowhere else.
    What agents write goes once you share it.
    """
    from memtui.sync.person import person_of
    from memtui.sync.places import carrier_at, resolved
    from memtui.sync.running import free_name, join

    for_a_person(session.settings, "Where memories go is a person's to say", "Nothing was changed.")
    store = session.store()
    place = resolved(where)
    shared = _team(scope)
    called = free_name(name or platform.node() or "a machine", carrier_at(place, store.path).heads())
    person = person_of(session.settings.sync) if shared else ""
    join(store, place, called, shared, person)
    if shared:
        output.say(f"The team knows you as {person or 'nobody: set sync.person'}.")
    return _exchange(session, as_document=as_document)


@sync.command()
@_json
@pass_session
def status(session: Session, as_document: bool) -> Code:
    """Tell what the others have not been told, what two machines disagree on, and who has not purged yet."""
    from memtui.sync.status import all_standings

    standings = _met(all_standings(session.store()), as_document=as_document)
    if as_document:
        teams = [_as_json(standing) for standing in standings if standing.scope]
        output.document({**_as_json(standings[0]), "teams": teams})
        return Code.DONE
    for standing in standings:
        _tell(standing)
    return Code.DONE


def _as_json(standing: "Status") -> dict[str, object]:
    return {
        **({"scope": standing.scope} if standing.scope else {}),
        "where": standing.where,
        "name": standing.name,
        "machines": standing.machines,
        "to_send": standing.to_send,
        "clashes": standing.clashes,
        "not_purged_yet": [*standing.unconfirmed],
        "elsewhere": standing.elsewhere,
        "reads_only": standing.reads_only,
        "trouble": standing.trouble,
        "set_aside": {machine.name: machine.trouble for machine in standing.others if machine.trouble},
    }


def _tell(standing: "Status") -> None:
    team = f"{standing.scope}: " if standing.scope else ""
    output.row(f"{team}{standing.summary}, at {standing.where}")
    if standing.reads_only:
        output.say("This machine may read there, and not write: what is done here stays here.")
    if standing.trouble:
        output.say(f"The last exchange failed: {standing.trouble}")
    if standing.clashes:
        output.say("`memtui review` shows what two machines changed without knowing of each other.")
    if standing.unconfirmed:
        output.say(f"Not purged yet on {', '.join(standing.unconfirmed)}; it is when they exchange again.")
    if standing.elsewhere:
        output.say(f"In scopes that do not come here (`sync.come`): {plural(standing.elsewhere)}.")
    for machine in standing.others:
        if machine.trouble:
            output.say(f"Set aside from {machine.label}: {machine.trouble}")


@sync.command()
@_json
@pass_session
def devices(session: Session, as_document: bool) -> Code:
    """List the machines that meet here, of whom each is, and when it was last heard of."""
    from memtui.sync.status import all_standings

    standings = _met(all_standings(session.store()), as_document=as_document)
    if as_document:
        output.array(
            {
                "name": machine.name,
                "device": machine.device,
                "heard_at": machine.heard_at,
                "trouble": machine.trouble,
                **({"person": machine.person, "scope": machine.place} if machine.place else {}),
            }
            for standing in standings
            for machine in standing.others
        )
        return Code.DONE
    for standing in standings:
        shares = f"  {standing.scope}" if standing.scope else ""
        output.row(f"{standing.name}  this machine{shares}")
        for machine in standing.others:
            trouble = f"  {machine.trouble}" if machine.trouble else ""
            output.row(f"{machine.label}  {ago(session.now - machine.heard_at)}{shares}{trouble}")
    return Code.DONE


@sync.command()
@click.option("--scope", default="", help="Leave the team that this is shared with.")
@_json
@pass_session
def leave(session: Session, scope: str, as_document: bool) -> Code:
    """Stop exchanging: take away what this machine wrote there. Every memory stays where it is.

    What you told a team stays with the team, since others rest on it; purge before what is not to stay.
    """
    from memtui.store.replicas import replica
    from memtui.sync.own import own_part
    from memtui.sync.places import carrier_at
    from memtui.sync.running import leave as go

    for_a_person(session.settings, "Leaving is a person's to say", "Nothing was changed.")
    store = session.store()
    shared = _team(scope)
    own = own_part(store, shared) if shared else _met(replica(store), as_document=as_document)
    carrier = carrier_at(own.where, store.path)
    go(store, carrier, shared)
    if as_document:
        output.document({"left": carrier.place})
    rest = "the team keeps what you told" if shared else "the others keep what they took"
    output.say(f"Left {carrier.place}. Every memory stays here; {rest}.")
    return Code.DONE


def _exchange(session: Session, *, as_document: bool) -> Code:
    from memtui.store.replicas import places
    from memtui.sync.pauses import exchange_now
    from memtui.sync.words import outcome

    store = session.store()
    _met(places(store), as_document=as_document)
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
        output.say(outcome(done))
    return Code.DONE


def _team(scope: str) -> str:
    """Return the scope that a team shares, in normal form; empty for none. Raises Stop for the top."""
    shared = normalise(scope) if scope.strip() else ""
    if shared == ROOT:
        raise Stop("A team shares a scope such as /team/atlas; without --scope everything goes.")
    return shared


def _met(known: _T | None, *, as_document: bool) -> _T:
    """Return what is known of where the stores meet; end the command when this one meets no others."""
    if known:
        return known
    if as_document:
        output.document(None)
    raise Stop(
        "This store meets no others yet. `memtui sync init WHERE` says where: a git remote, a folder that "
        "something carries to your other machines, or a PostgreSQL database.",
        Code.NOTHING,
    )
