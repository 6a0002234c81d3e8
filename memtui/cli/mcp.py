"""`mcp`: the server that agents talk to."""

import click

from memtui import streams
from memtui.cli import output
from memtui.cli.failures import Stop
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import answers
from memtui.domain import scope as scopes


@click.command()
@click.option("--scope", default="", help="The project's scope, when the folder's name is not to give it.")
@pass_session
def mcp(session: Session, scope: str) -> int:
    """Serve an agent over MCP on stdin and stdout. The agent's program starts it.

    For example: claude mcp add memtui -- memtui mcp
    """
    if session.serve is None:
        raise Stop("The server cannot be started from here.")
    if streams.is_closed("stdin"):
        raise Stop("stdin is closed, so no agent can be heard. An agent's program starts this with pipes.")
    if answers():
        output.say("Agents start this themselves: claude mcp add memtui -- memtui mcp. Ctrl-C ends it.")
    filed_under = scopes.normalise(scope) if scope else ""
    return session.serve(session.path, session.settings, session.clock, session.config, filed_under)
