"""How a linked source stands, in two columns of the list: what memtui does with its files, what is to do."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from memtui.domain.counting import plural
from memtui.store.sources import Standing
from memtui.tui.sources.linked import Linked
from memtui.tui.sources.names import access_words
from memtui.tui.themes import Look

BRIEF = (6, 14)
"""Columns of the access and the state where there is little room."""
FULL = (16, 24)


class State(NamedTuple):
    """What two columns say."""

    access: str
    """Whether the files are written; empty where there are none, and the words take its column too."""
    words: str
    """What a person should know; empty where all is well."""
    style: Style


def state_of(row: Linked, look: Look, writing_key: str, *, full: bool) -> State:
    """Return how a linked source stands, in the words for `FULL` columns or for `BRIEF` ones.

    `writing_key` shows what would be written, and allows it.
    """
    if row.source.status is Standing.MISSING:
        return State("", "not there any more", look.warn)
    access = access_words(row.source) if full else "writes" if row.source.agreed_at is not None else "reads"
    return State(access, *_to_do(row, look, writing_key, full=full))


def _to_do(row: Linked, look: Look, writing_key: str, *, full: bool) -> tuple[str, Style]:
    agreed, gone, secrets = row.source.agreed_at is not None, len(row.still.gone), len(row.still.secret)
    if row.source.status is Standing.CONFLICT:
        return "needs a look", look.warn
    if row.source.message:
        return "not all is readable" if full else "partly unread", look.warn
    if row.undecided:
        return f"{row.undecided:,} in Review", look.accent
    if row.pending and row.writes:
        return f"{row.pending:,} to write" + ("" if agreed else f", {writing_key}"), look.accent
    if row.still.dropped and agreed:
        return f"{row.still.dropped:,} dropped" + (", still there" if full else ""), look.warn
    if gone and agreed:
        return f"{gone:,} still {'in its files' if full else 'there'}", look.warn
    if secrets:
        return plural(secrets, "secret") + (" in its files" if full else ""), look.warn
    return f"{gone:,} not here" if gone else "", look.dim
