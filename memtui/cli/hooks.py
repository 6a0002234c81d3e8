"""`hooks`: sets an agent up to tell memtui of its sessions, shows what is set up, takes it out again."""

import difflib
import os
import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import click

from memtui.cli import output
from memtui.cli.asking import agreed
from memtui.cli.failures import Code, Stop
from memtui.cli.program import lasting_command_line
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import answers, for_a_person
from memtui.config.places import from_home
from memtui.domain.counting import plural
from memtui.setup import files, plugins, record
from memtui.setup.hooks import CLIENTS, Client, installed, taken_out, text_before, with_hooks
from memtui.setup.json_settings import SettingsError
from memtui.store import jobs

_T = TypeVar("_T")

_client = click.argument("client", type=click.Choice(list(CLIENTS)))
_settings = click.option(
    "--settings", type=click.Path(path_type=Path), help="The settings file, instead of the agent's usual one."
)
_dry_run = click.option("--dry-run", is_flag=True, help="Show what would change; change nothing.")
_yes = click.option("--yes", "-y", is_flag=True, help="Don't ask.")
_json = click.option("--json", "as_document", is_flag=True, help="JSON.")


@click.group(invoke_without_command=True)
@_json
@click.pass_context
def hooks(ctx: click.Context, as_document: bool) -> Code | None:
    """Have agents tell memtui of their sessions, and be told what is known."""
    if ctx.invoked_subcommand is not None:
        return None
    return _status(ctx.ensure_object(Session), None, as_document=as_document)


@hooks.command()
@_client
@_settings
@_dry_run
@_yes
@pass_session
def install(session: Session, client: str, settings: Path | None, dry_run: bool, yes: bool) -> Code:
    """Add memtui's hooks to an agent's settings file. A copy of it is kept, and all else in it stays.

    For a person at a terminal.
    """
    chosen = CLIENTS[client]
    path = _path(chosen, settings)
    if not settings and plugins.installed(client, Path.home(), os.environ):
        output.say(f"{chosen.label} has the hooks already, by memtui's plugin. Nothing was changed.")
        return Code.DONE
    before, after = _edited(
        path, lambda text: with_hooks(text, chosen, shlex.join(lasting_command_line(session)))
    )
    if after == before:
        output.say(f"{chosen.label} has the hooks already, in {path}. Nothing was changed.")
        return Code.DONE
    if not dry_run:
        for_a_person(
            session.settings, "What an agent's program runs is for you to set", "Nothing was written."
        )
    if not _write(session, path, before, after, dry_run=dry_run, yes=yes):
        return Code.DONE if dry_run else Code.REFUSED
    session.store()  # hooks do not make one: they have no time
    output.say(f"{chosen.label} tells memtui of its sessions from the next one on.")
    output.say("What it leaves is read while the screen is open, or by: memtui work")
    if chosen.remark:
        output.say(chosen.remark)
    return Code.DONE


@hooks.command()
@_client
@_settings
@_dry_run
@_yes
@pass_session
def remove(session: Session, client: str, settings: Path | None, dry_run: bool, yes: bool) -> Code:
    """Take memtui's hooks out of an agent's settings file. All else in it stays; a file made for them goes.

    A setting and no change of memories, so it is not in the history: `memtui hooks install` turns it back.
    """
    chosen = CLIENTS[client]
    path = _path(chosen, settings)
    before, ours = _edited(path, installed)
    if not ours:
        output.say(f"There are no hooks of memtui's in {path}.")
        return Code.NOTHING
    was = text_before(path, files.copies_beside(session.path))
    _, after = _edited(path, partial(taken_out, client=chosen, was=was))
    if not _write(session, path, before, after, dry_run=dry_run, yes=yes):
        return Code.DONE if dry_run else Code.REFUSED
    output.say(
        f"{chosen.label} tells memtui of no session any more; `memtui hooks install {client}` turns it back."
    )
    return Code.DONE


@hooks.command()
@_settings
@_json
@pass_session
def status(session: Session, settings: Path | None, as_document: bool) -> Code:
    """Say which agents have memtui's hooks, and what waits in the capture queue."""
    return _status(session, settings, as_document=as_document)


def _status(session: Session, settings: Path | None, *, as_document: bool) -> Code:
    waiting = jobs.counts(session.store())
    clients = [_client_status(client, _path(client, settings)) for client in CLIENTS.values()]
    if as_document:
        queue = {name: waiting.get(name, 0) for name in ("queued", "running", "failed", "done")}
        output.document({"clients": clients, "jobs": queue})
        return Code.DONE
    for one in clients:
        output.row(f"{one['client']:<12} {one['found']}  {one['path']}")
    left = waiting.get("queued", 0) + waiting.get("running", 0)
    given_up = waiting.get("failed", 0)
    output.say(f"{plural(left, 'job')} waiting, {given_up:,} given up.")
    return Code.DONE


def _client_status(client: Client, path: Path) -> dict[str, object]:
    try:
        commands = installed(files.text_of(path))
    except SettingsError as error:
        return {"client": client.name, "path": str(path), "events": {}, "found": f"not readable: {error}"}
    missing = [event for event in client.events if event not in commands]
    if not commands and plugins.installed(client.name, Path.home(), os.environ):
        return {"client": client.name, "path": str(path), "events": {}, "found": "by its plugin"}
    state = "installed" if not missing else f"partly, without {', '.join(missing)}" if commands else "none"
    return {"client": client.name, "path": str(path), "events": commands, "found": state}


def _path(client: Client, given: Path | None) -> Path:
    return given.expanduser() if given else client.settings(Path.home(), os.environ)


def _edited(path: Path, edit: Callable[[str], _T]) -> tuple[str, _T]:
    """Return a settings file's text, and what `edit` makes of it. Raises Stop."""
    try:
        text = files.text_of(path)
        return text, edit(text)
    except SettingsError as error:
        raise Stop(f"{path} was left as it is: {error}. Mend it, then try again.") from None


def _write(session: Session, path: Path, before: str, after: str, *, dry_run: bool, yes: bool) -> bool:
    """Show what changes, ask, keep a copy of the file and write it. Returns False when it was not written."""
    name = str(path)
    for line in difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, n=2, lineterm=""):
        output.row(line)
    if dry_run:
        output.say("Nothing was written.")
        return False
    if not yes:
        if not answers():
            raise Stop("Nobody can be asked here, so nothing was written. Add --yes, or look with --dry-run.")
        if not agreed(f"Write {path}?"):
            return False
    try:
        needed = record.read(record.file_of(session.path)).copies
    except SettingsError:
        needed = None
    try:
        copy = files.write(files.Edit(path, before, after), files.copies_beside(session.path), needed)
    except SettingsError as error:
        raise Stop(f"{path} was left as it is: {error}.") from None
    if copy is not None:
        output.say(f"The file as it was: {from_home(copy)}")
    return True
