"""`completion`: lets a shell complete the commands and options of memtui."""

import click
from click.shell_completion import get_completion_class

from memtui.cli import output
from memtui.cli.failures import Code, Stop

SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_MEMTUI_COMPLETE"
"""Which the shell sets when it asks for completions; click derives the name from the program's."""


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> Code:
    """Print the script that completes memtui's commands and options in a shell.

    For bash put it into ~/.local/share/bash-completion/completions/memtui, for zsh into a file _memtui in a
    folder of your fpath, for fish into ~/.config/fish/completions/memtui.fish.
    """
    shell_class = get_completion_class(shell)
    if shell_class is None:
        raise Stop(f"The installed click does not complete for {shell}.")
    output.block(shell_class(ctx.find_root().command, {}, "memtui", _VARIABLE).source())
    return Code.DONE
