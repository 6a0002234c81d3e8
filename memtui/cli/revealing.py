"""Showing secrets in the clear: a person's wish at a terminal, which no script and no agent has by itself."""

from collections.abc import Callable
from typing import TypeVar

import click

from memtui.cli.session import Session
from memtui.cli.terminal import for_a_person

_F = TypeVar("_F", bound=Callable[..., object])


def secrets_option(command: _F) -> _F:
    """Add the option that shows secrets in the clear."""
    explanation = "Show secrets in the clear; asks for a terminal."
    return click.option("--secrets", "in_the_clear", is_flag=True, help=explanation)(command)


def may_reveal(session: Session, in_the_clear: bool) -> bool:
    """Return whether secrets are shown. Raises Stop when they are asked for where no person is."""
    if in_the_clear:
        reason = "Secrets in the clear are for a person's eyes"
        for_a_person(session.settings, reason, "Nothing was shown.")
    return in_the_clear
