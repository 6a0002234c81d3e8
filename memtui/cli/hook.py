"""`hook`: what agents call. `memtui.__main__` answers before the command line is loaded; this is the help."""

import click

from memtui.cli.failures import Code
from memtui.cli.session import Session, pass_session


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("event", metavar="EVENT")
@click.option("--client", default="", help="The agent that calls: claude-code, codex or gemini.")
@pass_session
def hook(session: Session, event: str, client: str) -> Code:
    """Leave a job for the worker, or tell an agent what is known. Agents call it; it always exits with 0.

    The event's JSON is read from stdin. EVENT is SessionStart, UserPromptSubmit, PostToolUse,
    Stop, SubagentStop, PreCompact, PostCompact or SessionEnd. `memtui hooks install` sets it up.
    """
    if session.answer is not None:
        session.answer([event, *(["--client", client] if client else [])])
    return Code.DONE
