"""`schema`: tells scripts what `--json` prints, as JSON Schema."""

import click

from memtui.cli import output
from memtui.cli.answers import answers
from memtui.cli.failures import Code, Stop


@click.command()
@click.argument("command", nargs=-1)
def schema(command: tuple[str, ...]) -> Code:
    """Print the JSON Schema of what a command prints with --json, or of all, with the version of the schema.

    The version is raised when a field goes or changes its type, not when one comes. For example:
    memtui schema review list
    """
    known = answers()
    command_name = " ".join(command)
    if command_name and command_name not in known.commands:
        raise Stop(
            f"No command {command_name!r} prints JSON; `memtui schema` tells all that do.", Code.NOTHING
        )
    named = [command_name] if command_name else list(known.commands)
    output.document({"version": known.version, "answers": {name: known.schema(name) for name in named}})
    return Code.DONE
