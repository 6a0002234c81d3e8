"""`export`: memories out, as JSON lines or in the formats of other programs."""

import json
import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.revealing import may_reveal, secrets_option
from memtui.cli.running import Running
from memtui.cli.selecting import STATES, filter_to_read, ids_of
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import for_a_person
from memtui.domain.counting import plural
from memtui.domain.memory import Memory, State
from memtui.formats import memtui_jsonl
from memtui.formats.exports import Exported, History, ReadByScope
from memtui.formats.ground import exchange
from memtui.lifecycle.holding import deciding
from memtui.sources import exporting
from memtui.sources.leaving import Leaving
from memtui.store import journal, memories, tombstones
from memtui.store.database import Store
from memtui.store.listing import Order, listing

_OWN = memtui_jsonl.MemtuiJsonl.name
_TARGETS = [target.name for target in exporting.formats()]
_BY_SCOPE = [target.name for target in exporting.formats() if isinstance(target, ReadByScope)]
_HELD_BACK = "no agent is told what is held back until a person has decided"
_GUESSES = "with it one can test what was purged, so a person takes it along"


@click.command()
@click.argument("filter", nargs=-1)
@click.option("--scope", help="Only this scope and all below it.")
@click.option("--state", type=click.Choice(STATES), default="live", show_default=True, help="In this state.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(_TARGETS),
    default="memtui",
    show_default=True,
    help="What to write; claude and hermes are folders.",
)
@click.option(
    "--output",
    "-o",
    "target",
    type=click.Path(path_type=Path),
    help="A file, replaced in one step; or a new folder.",
)
@click.option(
    "--with-purged",
    is_flag=True,
    help="Also what keeps purged texts away, for another store of yours; whoever has it can test guesses.",
)
@click.option(
    "--held-back",
    is_flag=True,
    help="For another program: also what no agent is told before you decide; asks for a terminal.",
)
@secrets_option
@click.option("--json", "as_document", is_flag=True, help="One JSON array; with --output an object about it.")
@pass_session
def export(
    session: Session,
    filter: tuple[str, ...],  # noqa: A002
    scope: str | None,
    state: str,
    format_name: str,
    target: Path | None,
    with_purged: bool,
    held_back: bool,
    in_the_clear: bool,
    as_document: bool,
) -> Code:
    """Write memories as JSON lines for `memtui import`, or in the format of another program.

    Oldest first. FILTER works as for list. The memtui format holds all of a memory; what another cannot
    hold is counted and told. History, the queue and links to files are in none: that is `memtui backup`.
    Another store of yours follows your drops from an export with --state all.
    What no agent is told until you have decided is in the memtui format only, or taken along by --held-back.
    What was purged stays away from another store of yours once that imports an export --with-purged, which is
    for a person at a terminal.
    """
    _check_options(format_name, target, with_purged=with_purged, as_document=as_document)
    for is_asked, why in ((with_purged, _GUESSES), (held_back, _HELD_BACK)):
        if is_asked:
            for_a_person(session.settings, why, "Nothing was written.")
    clear = may_reveal(session, in_the_clear)
    store = session.store_to_read()
    wanted = filter_to_read(store, scope, filter, state=state)
    place = None if target is None else _checked_target(target, store)
    order = Order.SCOPE if format_name in _BY_SCOPE else Order.OLDEST
    lines = listing(store, wanted, order=order, now=session.now)
    purged = list(tombstones.every(store)) if with_purged else []
    if not (lines.count or purged):
        if as_document:
            output.array(())
        raise Stop(_nothing_matches(wanted.describe() or "that", filter), Code.NOTHING)
    leaving = Leaving(store, with_held=held_back or format_name == _OWN, in_the_clear=clear)
    stream = leaving.through(memories.stream(store, ids_of(lines, 0, lines.count)))
    if stream is None and not purged:
        _say_all(leaving)
        raise Stop("Nothing was written.", Code.NOTHING)
    history = History(lambda memory: journal.earlier_texts(store, memory.id), purged)
    if place is None and format_name == _OWN:
        _print(stream or (), history, as_document=as_document)
    else:
        done = _write(format_name, place, stream or (), lines.count, history)
        _report(done, format_name, place, as_document=as_document, held_back=len(leaving.held))
    _say_all(leaving)
    if format_name == _OWN:
        _say_what_stays(store, scope, filter, state)
    return Code.DONE


def _check_options(format_name: str, target: Path | None, *, with_purged: bool, as_document: bool) -> None:
    """Raise Stop for options that do not go together."""
    if as_document and target is None and format_name != _OWN:
        raise Stop(f"--json on stdout is the memtui format. Name a file for {format_name} with --output.")
    if with_purged and format_name != _OWN:
        raise Stop("Only the memtui format holds what keeps purged texts away.")


def _checked_target(target: Path, store: Store) -> Path:
    """Return the file or folder to write, in full. Raises Stop where nothing can be written there."""
    target = target.expanduser()
    if target.exists() and target.samefile(store.path):
        raise Stop(f"{target} is the store itself. Name another file.")
    if not target.parent.is_dir():
        raise Stop(f"There is no folder {target.parent}. Make it first, or name a file elsewhere.")
    return target


def _nothing_matches(wanted: str, words: Sequence[str]) -> str:
    """Say that nothing was written; how a file is named, where a word of the filter looks like one."""
    file = next((word for word in words if ":" not in word and (Path(word).suffix or "/" in word)), None)
    hint = f" To write to a file: memtui export --output {shlex.quote(file)}" if file else ""
    return f"Nothing matches {wanted}; nothing was written.{hint}"


def _say_all(leaving: Leaving) -> None:
    """Say what stayed behind, and what was masked."""
    if leaving.held:
        count = len(leaving.held)
        are, them = ("is", "it") if count == 1 else ("are", "them")
        way = deciding(leaving.store, leaving.held)
        output.say(
            f"{plural(count)} {are} held back until you have decided (`{way}`) and stayed here; "
            f"--held-back takes {them} along."
        )
    if leaving.masked:
        output.say(f"Secrets in {plural(leaving.masked)} are masked; --secrets writes them as they are.")


def _report(
    done: Exported, format_name: str, target: Path | None, *, as_document: bool, held_back: int
) -> None:
    """Say what was written, and what the format could not hold."""
    if as_document:
        output.document(
            {
                "exported": done.count,
                "output": str(target),
                "format": format_name,
                "lost": dict(done.lost),
                "held_back": held_back,
                "notes": done.notes,
            }
        )
    output.say(f"Wrote {plural(done.count)} to {'stdout' if target is None else target}.")
    if done.lost:
        output.say(f"Not held by this format: {done.losses()}.")
    for note in done.notes:
        output.say(note)


def _say_what_stays(store: Store, scope: str | None, filter: tuple[str, ...], state: str) -> None:  # noqa: A002
    """Say which drops another store doesn't hear of: those of an export of what lives."""
    if state != State.LIVE:
        return
    dropped = filter_to_read(store, scope, filter, state=State.DROPPED)
    count = listing(store, dropped).count if dropped.states == {State.DROPPED} else 0
    if count:
        stay = "stays" if count == 1 else "stay"
        output.say(f"{plural(count, 'dropped memory')} {stay} here; --state all takes drops along.")


def _print(stream: Iterable[Memory], history: History, *, as_document: bool) -> None:
    """Write memories in the format of memtui to stdout, and what keeps purged texts away behind them."""
    lines = chain(
        (exchange.line(memory, history.was(memory)) for memory in stream),
        map(memtui_jsonl.purged_line, history.purged),
    )
    if as_document:
        output.array(map(json.loads, lines))
        return
    for line in lines:
        output.exchange_line(line)


def _write(
    format_name: str, place: Path | None, stream: Iterable[Memory], total: int, history: History
) -> Exported:
    """Write memories in a format to a place, or to stdout without one."""
    with Running("export") as running:
        sink = output.Stdout() if place is None else place
        return exporting.export(format_name, _watched(stream, total, running), sink, history)


def _watched(memories: Iterable[Memory], total: int, running: Running) -> Iterator[Memory]:
    """Pass memories on, telling how far it is and stopping when asked to."""
    for count, memory in enumerate(memories, start=1):
        yield memory
        if count % 2000 == 0:
            running.progress(count, total)
            if running.cancelled():
                raise KeyboardInterrupt
