"""`told`: what hooks told each session of an agent, what it cost, and what of it was used."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session, pass_session
from memtui.cli.telling import local
from memtui.config.places import from_home
from memtui.domain.counting import plural
from memtui.domain.instant import to_iso
from memtui.setup.hooks import CLIENTS

if TYPE_CHECKING:
    from memtui.store.database import Store

_NAME = 12
"""Letters of a session's name in the list; they are enough to ask for it."""


@click.command()
@click.argument("session_name", metavar="[SESSION]", default="")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="So many sessions.")
@click.option("--json", "as_document", is_flag=True, help="One JSON array.")
@click.option(
    "--next",
    "agent",
    type=click.Choice(list(CLIENTS)),
    help="The very text that this agent would be told if a session started in this folder now.",
)
@pass_session
def told(session: Session, session_name: str, limit: int, as_document: bool, agent: str | None) -> Code:
    """Show what agents were told unasked, session by session, or all that one SESSION was told.

    Used is what an agent recalled, or said to have helped, within a day of being told; it counts for the
    session that was told last before. What you ask for, confirm or bring back yourself is no such use. What
    was told more than a month ago is forgotten.
    """
    store = session.store_to_read()
    if agent is not None:
        if session_name or as_document:
            raise click.UsageError("--next shows a text; leave SESSION and --json out.")
        return _next(session, store, agent)
    if session_name:
        return _of(store, session_name, as_document=as_document)
    return _list(store, limit, as_document=as_document)


def _next(session: Session, store: "Store", agent: str) -> Code:
    from memtui.projects.temporary import is_temporary
    from memtui.recall.briefing import Why, place_of
    from memtui.recall.itself import loaded_in
    from memtui.recall.session_start import at_start
    from memtui.recall.told_block import block

    here, label = Path.cwd(), CLIENTS[agent].label
    itself = loaded_in(store, agent, here)
    limits = session.settings.recall
    briefing = at_start(
        store,
        place_of(store, str(here)),
        budget=limits.start_tokens,
        itself=itself,
        agent=limits.asking_as(agent),
    )
    beside = ""
    for why, which in ((Why.LOADED, "that it loads itself"), (Why.OTHERS, "written for other agents")):
        if left := sum(entry.why is why for entry in briefing.left_out):
            beside += f" {plural(left)} {which} {'is' if left == 1 else 'are'} left out."
    if not briefing.told:
        why_not = " This folder is a temporary one, which is no project." if is_temporary(str(here)) else ""
        output.say(f"{label} would be told nothing here.{beside}{why_not}")
        return Code.NOTHING
    output.block(block(briefing.memories, briefing.notes))
    output.say(f"{label}: {plural(len(briefing.told))}, about {briefing.tokens:,} tokens.{beside}")
    return Code.DONE


def _list(store: "Store", limit: int, *, as_document: bool) -> Code:
    from memtui.recall import told_sessions as known

    sessions = known.sessions(store, limit)
    if as_document:
        output.array(
            {
                "session": told_session.session,
                "client": told_session.client,
                "folder": told_session.folder,
                "last": to_iso(told_session.last),
                "memories": told_session.memories,
                "tokens": tokens,
                "used": told_session.used,
            }
            for told_session, tokens in sessions
        )
    else:
        for told_session, tokens in sessions:
            name, memories = told_session.session[:_NAME], plural(told_session.memories)
            where = f"{told_session.client:<11}  {from_home(told_session.folder)}"
            output.row(
                f"{name:<{_NAME}}  {local(told_session.last)}  {memories:>12}  "
                f"{tokens:>6,} tokens  {told_session.used:>3} used  {where}".rstrip()
            )
    if not sessions:
        output.say("No session was told anything yet. `memtui hooks` says which agents have memtui's hooks.")
    return Code.DONE if sessions else Code.NOTHING


def _of(store: "Store", name: str, *, as_document: bool) -> Code:
    from memtui.domain.headings import row_text
    from memtui.recall.told_sessions import cost, of_session
    from memtui.secrets.masking import masked, masked_memory
    from memtui.store.told import starting_with

    names = starting_with(store, name)
    if len(names) != 1:
        what = "was told anything" if not names else "has that name alone; give more of it"
        raise Stop(f"No session {name!r} {what}.", Code.NOTHING if not names else Code.USAGE)
    rows = of_session(store, names[0])
    if as_document:
        output.array(
            {
                "uid": told_memory.memory.uid,
                "text": masked(told_memory.memory.text),
                "scope": told_memory.memory.scope,
                "at": to_iso(told_memory.line.at),
                "tokens": told_memory.tokens,
                "used": told_memory.line.used,
                "before_it": told_memory.line.before_it,
            }
            for told_memory in rows
        )
        return Code.DONE
    for told_memory in rows:
        mark = "used" if told_memory.line.used else ""
        text, _ = row_text(masked_memory(told_memory.memory))
        output.row(f"{local(told_memory.line.at)}  {told_memory.tokens:>5,} tokens  {mark:<4}  {text}")
    output.say(f"{plural(len(rows))}, about {cost(rows):,} tokens with what stands around them.")
    return Code.DONE
