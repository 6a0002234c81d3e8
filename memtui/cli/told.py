"""`told`: what hooks told each session of an agent, what it cost, and what of it was used."""

from typing import TYPE_CHECKING

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session, pass_session
from memtui.cli.telling import local
from memtui.config.places import from_home
from memtui.domain.counting import plural
from memtui.domain.instant import to_iso

if TYPE_CHECKING:
    from memtui.domain.memory import Memory
    from memtui.store.database import Store
    from memtui.store.told import ToldMemory

_NAME = 12
"""Letters of a session's name in the list; they are enough to ask for it."""


@click.command()
@click.argument("session_name", metavar="[SESSION]", default="")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="So many sessions.")
@click.option("--json", "as_document", is_flag=True, help="One JSON array.")
@pass_session
def told(session: Session, session_name: str, limit: int, as_document: bool) -> Code:
    """Show what agents were told unasked, session by session, or all that one SESSION was told.

    Used is what was recalled, or said to have helped, within a day of being told. What was told more than a
    month ago is forgotten.
    """
    store = session.store()
    if session_name:
        return _of(store, session_name, as_document=as_document)
    return _list(store, limit, as_document=as_document)


def _list(store: "Store", limit: int, *, as_document: bool) -> Code:
    from memtui.store import told as known

    found = known.sessions(store, limit)
    tokens = {each.session: sum(cost for *_, cost in _memories(store, each.session)) for each in found}
    if as_document:
        output.array(
            {
                "session": each.session,
                "client": each.client,
                "folder": each.folder,
                "last": to_iso(each.last),
                "memories": each.memories,
                "tokens": tokens[each.session],
                "used": each.used,
            }
            for each in found
        )
    else:
        for each in found:
            output.row(
                f"{each.session[:_NAME]:<{_NAME}}  {local(each.last)}  {plural(each.memories):>12}  "
                f"{tokens[each.session]:>6,} tokens  {each.used:>3} used  {from_home(each.folder)}".rstrip()
            )
    if not found:
        output.say("No session was told anything yet. `memtui hooks` says which agents have memtui's hooks.")
    return Code.DONE if found else Code.NOTHING


def _of(store: "Store", name: str, *, as_document: bool) -> Code:
    from memtui.secrets.masking import masked
    from memtui.store import told as known

    names = known.starting_with(store, name)
    if len(names) != 1:
        what = "was told anything" if not names else "has that name alone; give more of it"
        raise Stop(f"No session {name!r} {what}.", Code.NOTHING if not names else Code.USAGE)
    rows = _memories(store, names[0])
    if as_document:
        output.array(
            {
                "uid": memory.uid,
                "text": masked(memory.text),
                "scope": memory.scope,
                "at": to_iso(line.at),
                "tokens": cost,
                "used": line.used,
                "before_it": line.before_it,
            }
            for line, memory, cost in rows
        )
        return Code.DONE
    for line, memory, cost in rows:
        mark = "used" if line.used else ""
        output.row(f"{local(line.at)}  {cost:>5,} tokens  {mark:<4}  {masked(memory.headline)}")
    output.say(f"{plural(len(rows))}, about {sum(cost for *_, cost in rows):,} tokens.")
    return Code.DONE


def _memories(store: "Store", session: str) -> "list[tuple[ToldMemory, Memory, int]]":
    """Return what a session was told and is still in the store, each with about how many tokens it takes."""
    from memtui.recall.block import line_tokens
    from memtui.store import memories
    from memtui.store import told as known

    lines = known.of_session(store, session)
    by_id = {memory.id: memory for memory in memories.get_many(store, [line.memory_id for line in lines])}
    return [
        (line, by_id[line.memory_id], line_tokens(by_id[line.memory_id]))
        for line in lines
        if line.memory_id in by_id
    ]
