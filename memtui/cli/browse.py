"""`list` and `show`: reading, which never counts as use."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import click

from memtui.cli import output
from memtui.cli.failures import Code
from memtui.cli.revealing import may_reveal, secrets_option
from memtui.cli.rows import as_json, write_table
from memtui.cli.selecting import STATES, asked, filter_to_read, ids_of, named, nearest_scope, telling_length
from memtui.cli.session import Session, pass_session
from memtui.cli.telling import change_json, change_line, local
from memtui.domain import decay, durations
from memtui.domain.counting import plural
from memtui.domain.durations import time_named
from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line
from memtui.domain.uid import LENGTH as UID_LENGTH
from memtui.domain.whose import WHOSE, Teller
from memtui.secrets.masking import masked_memory
from memtui.store import journal, memories
from memtui.store.database import Store
from memtui.store.listing import Order, listing

_SCREENFUL = 50
"""Lines of a tall terminal."""
_SHORTENED = 500
"""More rows than this show whole uids."""


@click.command("list")
@click.argument("filter", nargs=-1)
@click.option("--scope", help="Only this scope and all below it.")
@click.option("--state", type=click.Choice(STATES), default="live", show_default=True, help="In this state.")
@click.option(
    "--sort",
    type=click.Choice([order.value for order in Order]),
    default=Order.STRENGTH.value,
    show_default=True,
    help="The order.",
)
@click.option("--reverse", is_flag=True, help="From its end: weakest first, smallest first.")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    help=f"At most so many; 0 for all. On a terminal {_SCREENFUL}, elsewhere all.",
)
@click.option("--offset", type=click.IntRange(min=0), default=0, help="Leave out the first so many.")
@click.option(
    "--at", metavar="TIME", help="Strengths as of this time: 2027-01-31, or 30d for in thirty days."
)
@secrets_option
@click.option("--json", "as_document", is_flag=True, help="One JSON array.")
@pass_session
def list_memories(
    session: Session,
    filter: tuple[str, ...],  # noqa: A002
    scope: str | None,
    state: str,
    sort: str,
    reverse: bool,
    limit: int | None,
    offset: int,
    at: str | None,
    in_the_clear: bool,
    as_document: bool,
) -> Code:
    """List memories, strongest first.

    FILTER takes whole words and tokens as / does on the screen: in:/project type:fact cat:infra
    older:30d idle:14d below:0.1 made:2026-11 used:never fades:30d source:claude origin:extracted
    file:CLAUDE.md is:pinned is:faded is:review.
    """
    now = session.now if at is None else _instant(at, session.now)
    clear = may_reveal(session, in_the_clear)
    store = session.store_to_read()
    wanted = filter_to_read(store, scope, filter, state=state)
    lines = listing(store, wanted, order=Order(sort), turned=reverse, now=now)
    on_terminal = output.to_terminal() and not as_document
    if limit is None:
        limit = _SCREENFUL if on_terminal else 0
    stop = min(offset + limit, lines.count) if limit else lines.count
    stream = memories.stream(store, ids_of(lines, offset, stop))
    if as_document:
        count = output.array(as_json(memory, now, in_the_clear=clear) for memory in stream)
    elif on_terminal and limit and limit <= _SHORTENED:
        page = list(stream)
        count = write_table(page, now, uid=telling_length(store, page), in_the_clear=clear)
    else:
        count = write_table(stream, now, uid=UID_LENGTH, in_the_clear=clear)
    if not count:
        output.say(_nothing(store, wanted, lines.count, offset))
        if not (lines.count or as_document):
            _say_what_comes_near(store, wanted, now)
        return Code.NOTHING
    if on_terminal and count < lines.count:
        output.say(f"{count:,} of {lines.count:,}. --limit 0 lists all, --offset {offset + count} goes on.")
    return Code.DONE


@click.command()
@click.argument("uid")
@secrets_option
@click.option("--json", "as_document", is_flag=True, help="One JSON object.")
@pass_session
def show(session: Session, uid: str, in_the_clear: bool, as_document: bool) -> Code:
    """Show one memory: text, strength, provenance and history."""
    clear = may_reveal(session, in_the_clear)
    store = session.store_to_read()
    (memory,) = named(store, [uid])
    memory = memory if clear else masked_memory(memory)
    changes = journal.history_of(store, memory.id)
    now = session.now
    explained = decay.explain(memory.importance, memory.last_touch, memory.half_life, now)
    if as_document:
        output.document(
            {
                **as_json(memory, now, in_the_clear=clear),
                "explained": explained,
                "provenance": dict(memory.provenance),
                "depth": memory.depth,
                "history": [change_json(change, in_the_clear=clear) for change in changes],
            }
        )
        return Code.DONE
    output.row(f"{memory.uid}  {memory.state}{', pinned' if memory.pinned else ''}")
    output.row("")
    output.block(memory.text)
    output.row("")
    for name, value in _facts(memory, explained, now):
        output.row(f"{name:<12} {value}")
    if changes:
        output.row("")
        output.row("history")
        for _, of_op in groupby(changes, key=lambda change: change.op.id):
            output.row(f"  {change_line(list(of_op), in_the_clear=clear)}")
    return Code.DONE


def _facts(memory: Memory, explained: str, now: Instant) -> Iterator[tuple[str, str]]:
    if memory.abstract:
        yield "abstract", one_line(memory.abstract)
    yield "scope", memory.scope
    yield "type", memory.type.label
    yield "categories", ", ".join(memory.categories) or "none"
    yield "strength", explained
    yield "created", local(memory.created_at)
    if memory.updated_at != memory.created_at:
        yield "changed", local(memory.updated_at)
    if memory.last_accessed_at is None:
        yield "used", "never"
    else:
        uses = f"{plural(memory.access_count, 'time')} in {plural(memory.session_count, 'session')}"
        yield "used", f"{durations.ago(now - memory.last_accessed_at, now='now')}, {uses}"
    if memory.expires_at is not None:
        yield "expires", local(memory.expires_at)
    teller = Teller.of(memory)
    yield "origin", memory.origin if teller is None else f"a colleague, {teller.label}"
    for name, value in memory.provenance.items():
        if name != WHOSE:
            yield one_line(name, 24), one_line(value if isinstance(value, str) else json.dumps(value))


def _instant(text: str, now: Instant) -> Instant:
    try:
        return time_named(text.removeprefix("+"), now)
    except ValueError:
        raise click.UsageError(
            f"--at takes a time such as 2027-01-31 or 2027-01-31T09:30Z, or 30d for in thirty days; "
            f"not {text!r}."
        ) from None


def _say_what_comes_near(store: Store, wanted: Filter, now: Instant) -> None:
    """Say what would be found on the screen, such as what a word begins."""
    if not wanted.words:
        return
    from memtui.recall.finding import find  # as long again as all of `list` takes

    found = find(store, replace(wanted, prefix=True), now)
    near = [*found.best, *found.near]
    nearest = memories.get(store, near[0]) if near else None
    if nearest is None:
        return
    first = one_line(masked_memory(nearest).text, Longest.PHRASE)
    comes = "comes" if len(near) == 1 else "come"
    output.say(
        f"{plural(len(near))} {comes} near, such as “{first}”: `memtui recall` finds more than whole words."
    )


def _nothing(store: Store, wanted: Filter, count: int, offset: int) -> str:
    if count:
        return f"Only {count:,} {'matches' if count == 1 else 'match'}; --offset {offset} is past the end."
    if described := asked(wanted):
        return f"Nothing matches {described}." + nearest_scope(store, wanted)
    return (
        f"No memories in {store.path} yet. "
        "`memtui add TEXT` adds one, `memtui import PATH` brings in what agents wrote."
    )
