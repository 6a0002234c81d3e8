"""`add`, `edit`, `pin`, `unpin` and `move`."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import click

from memtui.cli import output
from memtui.cli.asking import agree, agree_to_dropped, bulk_options
from memtui.cli.failures import Code, Stop
from memtui.cli.reporting import rehearse, report
from memtui.cli.rows import as_json
from memtui.cli.running import Running
from memtui.cli.selecting import named, place_named
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import answers, for_a_person, for_who_dropped_it
from memtui.domain.actor import ActorKind
from memtui.domain.durations import time_named
from memtui.domain.instant import Instant
from memtui.domain.memory import (
    Draft,
    MemoryType,
    Origin,
    ValueRefused,
    checked_category,
    checked_importance,
    checked_type,
)
from memtui.domain.scope import ROOT
from memtui.domain.text import MAX_LENGTH, normalised
from memtui.lifecycle import add as adding
from memtui.lifecycle import change as changing
from memtui.lifecycle.change import Edit
from memtui.lifecycle.errors import SecretHeld
from memtui.store import memories


class _TypeOfMemory(click.Choice[MemoryType]):
    """A type of memory, named as a person calls it (`fact`) or as the store does (`semantic`)."""

    def __init__(self) -> None:
        super().__init__(MemoryType)

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """Return a person's word for a type, and what names none as it is."""
        with suppress(ValueRefused):
            choice = checked_type(str(choice)).label.replace(" ", "-")
        return super().normalize_choice(choice, ctx)


@click.command()
@click.argument("text")
@click.option(
    "--scope",
    help="Where to file it, such as /project/atlas; without it, with the project you are in, else at /.",
)
@click.option(
    "--type",
    "memory_type",
    type=_TypeOfMemory(),
    default=MemoryType.SEMANTIC.label,
    show_default=True,
    help="What kind of statement.",
)
@click.option("--category", "categories", multiple=True, help="A tag; repeat for several.")
@click.option("--importance", type=float, default=0.5, show_default=True, help="From 0 to 1.")
@click.option("--pin", is_flag=True, help="Keep it from fading.")
@click.option("--expires", metavar="WHEN", help="Until when it holds: 30d, 6m, or a date.")
@click.option("--allow-dropped", is_flag=True, help="Don't ask when you dropped the same text before.")
@click.option("--not-secret", is_flag=True, help="What looks like a secret in it is none; a person's word.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: the memory, and `duplicate`.")
@pass_session
def add(
    session: Session,
    text: str,
    scope: str | None,
    memory_type: MemoryType,
    categories: tuple[str, ...],
    importance: float,
    pin: bool,
    expires: str | None,
    allow_dropped: bool,
    not_secret: bool,
    as_document: bool,
) -> None:
    """Add a memory and print its uid. TEXT is one self-contained statement, or - to read it from stdin."""
    from memtui.lifecycle import filing

    by = session.actor
    written = by.kind is ActorKind.PERSON
    draft = Draft(
        text=_text(text),
        type=memory_type,
        categories=tuple(map(checked_category, categories)),
        importance=checked_importance(importance),
        pinned=pin,
        expires_at=None if expires is None else _still_to_come(expires, session.now),
        origin=Origin.PERSON if written else Origin.AGENT,
        provenance={} if written else {"source": by.client},
    )
    _vouching(session, not_secret)
    for_who_dropped_it(session.settings, allow_dropped)
    store = session.store()
    place = filing.worked_on_in(store, os.getcwd()) if scope is None else place_named(store, scope)
    draft = replace(draft, scope=place)
    with _telling_how_to_insist():
        dropped = adding.dropped_before(store, draft, not_secret=not_secret)
        if dropped is not None and not allow_dropped:
            agree_to_dropped(dropped)
        added = adding.add(store, draft, by=by, allow_dropped=allow_dropped, not_secret=not_secret)
    if as_document:
        output.document({**as_json(added.memory, session.now), "duplicate": added.duplicate})
    else:
        output.row(added.memory.uid)
    _tell_what_was_left_out(draft.text, added.memory.text)
    if added.duplicate:
        output.say(f"Already known in {added.memory.scope}: nothing was added.")
    elif scope is None and not as_document and place != ROOT:
        output.say(f"Filed under {added.memory.scope}, where you are; --scope / is for all projects.")


@click.command()
@click.argument("uid")
@click.option("--text", help="The new text, or - to read it from stdin.")
@click.option("--abstract", help="A short form for lists; empty for none.")
@click.option("--scope", help="File it there.")
@click.option("--type", "memory_type", type=_TypeOfMemory(), help="What kind of statement it is.")
@click.option("--importance", type=float, help="From 0 to 1.")
@click.option("--category", "categories", multiple=True, help="Instead of its tags; repeat for several.")
@click.option("--no-categories", is_flag=True, help="Take all its tags away.")
@click.option("--expires", metavar="WHEN", help="Until when it holds: 30d, 6m, a date, or never.")
@click.option("--not-secret", is_flag=True, help="What looks like a secret in it is none; a person's word.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: the memory after the edit.")
@pass_session
def edit(
    session: Session,
    uid: str,
    text: str | None,
    abstract: str | None,
    scope: str | None,
    memory_type: MemoryType | None,
    importance: float | None,
    categories: tuple[str, ...],
    no_categories: bool,
    expires: str | None,
    not_secret: bool,
    as_document: bool,
) -> Code:
    """Change one memory. What no option names stays as it is."""
    wanted: dict[str, Any] = {}
    if abstract is not None:
        wanted["abstract"] = abstract
    if scope is not None:
        wanted["scope"] = place_named(session.store(), scope)
    if memory_type is not None:
        wanted["type"] = memory_type
    if importance is not None:
        wanted["importance"] = checked_importance(importance)
    if categories and no_categories:
        raise click.UsageError("--category and --no-categories contradict each other.")
    if categories or no_categories:
        wanted["categories"] = tuple(map(checked_category, categories))
    if expires is not None:
        wanted["expires_at"] = None if expires.lower() == "never" else _expiry(expires, session.now)
    if not wanted and text is None:
        raise click.UsageError("Say what to change, for example --text or --importance.")
    _vouching(session, not_secret)
    store = session.store()
    (memory,) = named(store, [uid])
    if text is not None:
        wanted["text"] = _text(text)  # typed by hand it takes its time, in which others may change the memory
    with _telling_how_to_insist():
        outcome = changing.edit(
            store, [memory.id], Edit(**wanted), by=session.actor, not_secret=not_secret, seen=memory
        )
    if text is not None and (changed := memories.get(store, memory.id)) is not None:
        _tell_what_was_left_out(str(wanted["text"]), changed.text)
    if not as_document:
        return report(store, "edit", outcome, as_json=False)
    (memory,) = named(store, [memory.uid])
    output.document({**as_json(memory, session.now), "changed": outcome.changed})
    output.say(outcome.message)
    return Code.DONE


@click.command()
@click.argument("uids", metavar="UID...", nargs=-1, required=True)
@bulk_options
@pass_session
def pin(session: Session, uids: tuple[str, ...], dry_run: bool, yes: bool, as_document: bool) -> Code:
    """Keep memories from fading."""
    return _change(session, "pin", uids, Edit(pinned=True), dry_run=dry_run, yes=yes, as_document=as_document)


@click.command()
@click.argument("uids", metavar="UID...", nargs=-1, required=True)
@bulk_options
@pass_session
def unpin(session: Session, uids: tuple[str, ...], dry_run: bool, yes: bool, as_document: bool) -> Code:
    """Let pinned memories fade again."""
    return _change(
        session, "unpin", uids, Edit(pinned=False), dry_run=dry_run, yes=yes, as_document=as_document
    )


@click.command()
@click.argument("uids", metavar="UID...", nargs=-1, required=True)
@click.argument("scope")
@bulk_options
@pass_session
def move(
    session: Session, uids: tuple[str, ...], scope: str, dry_run: bool, yes: bool, as_document: bool
) -> Code:
    """File memories under another scope."""
    target = Edit(scope=place_named(session.store(), scope))
    return _change(session, "move", uids, target, dry_run=dry_run, yes=yes, as_document=as_document)


def _change(
    session: Session,
    action: str,
    uids: Sequence[str],
    change: Edit,
    *,
    dry_run: bool,
    yes: bool,
    as_document: bool,
) -> Code:
    store = session.store()
    chosen = named(store, uids)
    if dry_run:
        return rehearse(action, len(chosen), chosen, now=session.now, as_json=as_document)
    agree(action, len(chosen), chosen, now=session.now, yes=yes)
    with Running(action) as running:
        outcome = changing.edit(
            store,
            [memory.id for memory in chosen],
            change,
            by=session.actor,
            watch=running.watch,
        )
    return report(store, action, outcome, as_json=as_document)


def _vouching(session: Session, not_secret: bool) -> None:
    """Raise Stop when `--not-secret` is given and no person sits at the terminal to vouch for it."""
    if not_secret:
        reason = "That something is no secret is a person's word"
        for_a_person(session.settings, reason, "Nothing was changed.")


@contextmanager
def _telling_how_to_insist() -> Iterator[None]:
    """Add to the refusal of a text with a likely secret how a person can insist."""
    try:
        yield
    except SecretHeld as held:
        raise Stop(f"{held}. If it is none, --not-secret says so, and it is kept as it is.") from None


def _text(given: str) -> str:
    """Return the text of an argument, or stdin's for `-`, of which no more is read than can be kept."""
    if given != "-":
        return given
    if answers():
        output.say("Type the memory; Ctrl-D on an empty line ends it.")
    raw = sys.stdin.buffer.read(4 * MAX_LENGTH + 5)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.start > 4 * MAX_LENGTH:  # cut in the middle of a character, and too long in any case
            return raw.decode("utf-8-sig", "ignore")
        raise Stop(f"What came in is no UTF-8 text (byte {error.start:,}). Nothing was changed.") from None


def _tell_what_was_left_out(given: str, stored: str) -> None:
    """Say so when less was stored than given, since reasoning and tool noise are never stored."""
    if normalised(given) != normalised(stored):
        output.say(
            "Left out of the text: what was marked as reasoning, tool output or injected context, "
            "and what no text can hold."
        )


def _expiry(text: str, now: Instant) -> Instant:
    try:
        return time_named(text, now)
    except ValueError:
        raise click.UsageError(
            f"--expires takes 30d, 2w, 6m (months), 1y, or a date such as 2027-01-31, not {text!r}."
        ) from None


def _still_to_come(text: str, now: Instant) -> Instant:
    expiry = _expiry(text, now)
    if expiry <= now:
        raise click.UsageError(f"--expires {text} has passed: nothing was added that no longer holds.")
    return expiry
