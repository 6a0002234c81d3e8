"""`projects`: which folders are which project, and memories that lie with the wrong one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from memtui.cli import output
from memtui.cli.asking import agree_to, bulk_options
from memtui.cli.failures import Code
from memtui.cli.reporting import report
from memtui.cli.running import Running
from memtui.cli.session import Session, pass_session
from memtui.domain.counting import plural
from memtui.lifecycle import projects as verbs

if TYPE_CHECKING:
    from memtui.lifecycle.outcome import Outcome
    from memtui.lifecycle.projects import Known, Plan
    from memtui.store.database import Store

_json = click.option("--json", "as_document", is_flag=True, help="JSON.")
_project = click.argument("project")


@click.group(invoke_without_command=True)
@_json
@click.pass_context
def projects(ctx: click.Context, as_document: bool) -> Code | None:
    """List projects: where each is filed, and which remotes and folders are it.

    A project is a git repository with all its worktrees and subfolders, or a folder. PROJECT is a scope, the
    name in it, a remote or a folder.
    """
    if ctx.invoked_subcommand is not None:
        return None
    return _list(ctx.ensure_object(Session).store(), as_document=as_document)


@projects.command()
@_project
@click.argument("name")
@bulk_options
@pass_session
def rename(session: Session, project: str, name: str, dry_run: bool, yes: bool, as_document: bool) -> Code:
    """File PROJECT and all its memories under another NAME, or scope. `undo` takes it back."""
    move = _Move("rename", verbs.rename, verbs.named(session.store(), project), name)
    return _moving(session, move, dry_run=dry_run, yes=yes, as_document=as_document)


@projects.command()
@_project
@click.argument("into")
@bulk_options
@pass_session
def merge(session: Session, project: str, into: str, dry_run: bool, yes: bool, as_document: bool) -> Code:
    """Make PROJECT part of INTO: its memories are filed there, its folders and remotes count as that project.

    `undo` takes it back.
    """
    store = session.store()
    move = _Move("merge", verbs.merge, verbs.named(store, project), verbs.named(store, into))
    return _moving(session, move, dry_run=dry_run, yes=yes, as_document=as_document)


@projects.command()
@_project
@_json
@pass_session
def forget(session: Session, project: str, as_document: bool) -> Code:
    """Forget which folders and remotes PROJECT is. Its memories stay; `undo` takes it back."""
    store = session.store()
    scope = verbs.named(store, project)
    done = verbs.forget(store, scope, by=session.actor)
    return report(store, "forget", done, as_json=as_document)


@projects.command()
@bulk_options
@pass_session
def tidy(session: Session, dry_run: bool, yes: bool, as_document: bool) -> Code:
    """File memories with the project they are about, where they lie with another of the same name.

    Each memory says which folder it was learned in. What doesn't, and what you moved yourself, stays.
    """
    store = session.store()
    plan = verbs.plan_tidying(store)
    if dry_run or not plan.moves:
        _show(plan)
        _rehearsed(plan, as_document=as_document)
        return Code.DONE if plan.moves else Code.NOTHING
    agree_to("move", plan.count, "memory", lambda: _show(plan), yes=yes)
    with Running("tidy") as running:
        done = verbs.tidy(store, plan, by=session.actor, watch=running.watch)
    return report(store, "tidy", done, as_json=as_document)


# -- listing ---------------------------------------------------------------------------------------


def _list(store: "Store", *, as_document: bool) -> Code:
    projects = verbs.known(store)
    if as_document:
        output.array(
            {
                "scope": project.scope,
                "identities": [*project.identities],
                "folders": [*project.checkouts],
                "memories": project.memories,
            }
            for project in projects
        )
    else:
        for project in projects:
            output.row(_line(project))
    if not projects:
        output.say("No project is known yet. One is when an agent works in it, or its files are imported.")
        return Code.NOTHING
    return Code.DONE


def _line(one: "Known") -> str:
    known = [*dict.fromkeys((*one.identities, *one.checkouts))]
    return f"{one.scope:<28} {plural(one.memories):<16} {', '.join(known) or 'no folder is known'}"


def _show(plan: "Plan") -> None:
    for (old, new, identity), count in plan.routes().items():
        output.say(f"  {plural(count)} about {identity}: {old} → {new}")
    if plan.gone:
        how = "it stays" if plan.gone == 1 else "they stay"
        output.say(f"  {plural(plan.gone)} from folders that are gone: {how} as filed")


def _rehearsed(plan: "Plan", *, as_document: bool) -> None:
    if as_document:
        moves = [
            {"from": old, "to": new, "project": identity, "count": count}
            for (old, new, identity), count in plan.routes().items()
        ]
        output.document(
            {"action": "tidy", "dry_run": True, "changed": plan.count, "moves": moves, "gone": plan.gone}
        )
    if plan.moves:
        output.say(f"Would move {plural(plan.count)}. Nothing was changed.")
    else:
        output.say("Every memory lies with the project it is about. Nothing was changed.")


# -- changing --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Move:
    """All memories of a project, filed elsewhere."""

    verb: str
    act: "Callable[..., Outcome]"
    scope: str
    to: str


def _moving(session: Session, move: _Move, *, dry_run: bool, yes: bool, as_document: bool) -> Code:
    """Move all memories of a project, once the person agrees."""
    store = session.store()
    count = verbs.size(store, move.scope)
    if dry_run:
        if as_document:
            output.document({"action": move.verb, "dry_run": True, "changed": count, "op": None})
        output.say(f"Would move {plural(count)} of {move.scope}. Nothing was changed.")
        return Code.DONE
    agree_to("move", count, "memory", lambda: output.say(f"All of {move.scope} moves."), yes=yes)
    with Running(move.verb) as running:
        done = move.act(
            store,
            move.scope,
            move.to,
            by=session.actor,
            watch=running.watch,
        )
    return report(store, move.verb, done, as_json=as_document)
