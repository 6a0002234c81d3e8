"""Whether a person is at the command line: the one place that says so.

A person's shell has a terminal, also at the end of a pipe; that of a cron job, an agent or a hook has none.
What runs without one acts as a script, which the journal says. Who gives a program a terminal of its own
(`script`, `expect`) cannot be told from a person: this stops accidents, not malice.
"""

import sys
from typing import TextIO

from memtui.cli.failures import Stop
from memtui.config import Settings


def watched() -> bool:
    """Say whether a person sees what this command does: any of its three streams is a terminal."""
    return any(_is_terminal(stream) for stream in (sys.stdin, sys.stdout, sys.stderr))


def answers() -> bool:
    """Say whether a person can be asked: they type where this command reads."""
    return _is_terminal(sys.stdin)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def for_a_person(settings: Settings, reason: str, nothing: str) -> bool:
    """Return whether a person can be asked; raise Stop where none can and scripts may not act alone.

    For what cannot be undone, decides for the person, shows what is hidden, or lets others act unasked. What
    only reads, or takes a right away (`sources forbid`, `hooks remove`), may be a script's. `reason` says why
    a person does it, `nothing` what did not happen. How scripts may be let do it stands in README, not here:
    who reads this may be an agent.
    """
    if answers():
        return True
    if not settings.review.scripted:
        raise Stop(f"{reason}, and there is no terminal to ask on. {nothing}")
    return False


def for_who_dropped_it(settings: Settings, allow_dropped: bool) -> None:
    """Raise Stop if `--allow-dropped` was given with no person there to ask: only a person may bring back a
    drop.
    """
    if allow_dropped:
        for_a_person(settings, "What you dropped comes back at your word", "Nothing was added.")
