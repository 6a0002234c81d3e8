"""`plugin`: writes what an agent's program installs as a plugin: hooks, server and skill in one folder."""

import os
import shlex
from pathlib import Path

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.program import lasting_command_line
from memtui.cli.session import Session, pass_session
from memtui.config.places import from_home
from memtui.domain.counting import listed, plural
from memtui.setup import hooks, servers
from memtui.setup.files import text_of
from memtui.setup.json_settings import SettingsError
from memtui.setup.plugins import PLUGINS, Plugin, write


@click.command()
@click.argument("program", type=click.Choice(list(PLUGINS)))
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--json", "as_document", is_flag=True, help="JSON.")
@pass_session
def plugin(session: Session, program: str, folder: Path | None, as_document: bool) -> Code:
    """Write a plugin for an agent's program: hooks, server, a skill that says when to recall and remember.

    It goes into FOLDER, or beside the store. What is said then installs it; the program removes it as it
    removes any plugin. Written again, it takes the place of the older one. Nothing else is changed.
    """
    made = PLUGINS[program]
    where = (folder or session.path.with_name("plugins") / program).expanduser().absolute()
    try:
        written = write(made, where, lasting_command_line(session))
    except SettingsError as error:
        raise Stop(f"{where} was left as it is: {error}.") from None
    session.store()  # hooks do not make one: they have no time
    install = [line.format(folder=shlex.quote(str(where))) for line in made.install]
    if as_document:
        output.document(
            {
                "program": program,
                "folder": str(where),
                "files": [str(path.relative_to(where)) for path in written],
                "install": install,
                "remove": list(made.remove),
            }
        )
        return Code.DONE
    output.say(f"{plural(len(written), 'file')} in {from_home(where)}. To install it in {made.label}:")
    for line in install:
        output.row(line)
    output.say(f"To take it out again: {' && '.join(made.remove)}")
    if there := _set_up_already(made):
        output.say(
            f"{made.label} has {listed(there)} from memtui in its own settings too; take that out first, or "
            f"each session is heard twice: memtui init --undo, or memtui hooks remove {program}"
        )
    return Code.DONE


def _set_up_already(made: Plugin) -> list[str]:
    """Return which parts of the plugin stand in the program's own settings; unreadable ones have none."""
    client, serving = hooks.CLIENTS[made.program], servers.PROGRAMS[made.program]
    parts = []
    try:
        if hooks.installed(text_of(client.settings(Path.home(), os.environ))):
            parts.append("hooks")
        if servers.installed(text_of(serving.settings(Path.home(), os.environ)), serving):
            parts.append("the server")
    except SettingsError:
        return parts
    return parts
