"""From what a person typed to proposals: ids, or a kind and a scope, and which of the queue is asked for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, TypeVar

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.selecting import place_named
from memtui.cli.session import Session
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import listed
from memtui.domain.proposal_status import Status
from memtui.domain.scope import ROOT
from memtui.store import proposals
from memtui.store.database import Store
from memtui.store.proposals import Wanted

_F = TypeVar("_F", bound=Callable[..., Any])

KINDS = click.Choice([kind.value for kind in Kind])


@dataclass(frozen=True, slots=True)
class Selectors:
    """What a person typed to say which proposals they mean."""

    ids: Sequence[int]
    kinds: Sequence[str]
    scope: str | None
    batch: str | None
    everything: bool

    def chosen(self, store: Store) -> list[int]:
        """Return the proposals that were named or that the options choose, the most valuable first.

        Raises Stop when there are none, ScopeError, and a usage error when it is unclear which are meant.
        """
        if bool(self.ids) == bool(self.kinds or self.batch or self.scope is not None or self.everything):
            raise click.UsageError(
                "Name proposals by ID, or say which with --kind KIND --all; one of the two."
            )
        if self.ids:
            return _not_withdrawn(store, named(store, self.ids))
        if not self.everything or not (self.kinds or self.batch):
            raise click.UsageError("To decide several, say of which kind, and --all: --kind duplicate --all.")
        selection = wanted(store, self.kinds, self.scope, self.batch)
        ids = proposals.ids(store, selection)
        if not ids:
            raise Stop(f"No open proposals{described(selection)}.", Code.NOTHING)
        return ids


def choosing(command: _F) -> _F:
    """Add what the verdicts share: ids, or options that choose; the command gets them as `selectors`."""

    @wraps(command)
    def with_selectors(*args: Any, **kwargs: Any) -> Any:
        selectors = Selectors(**{item.name: kwargs.pop(item.name) for item in fields(Selectors)})
        return command(*args, selectors=selectors, **kwargs)

    wrapped: Any = with_selectors
    for decorate in (
        click.option("--all", "everything", is_flag=True, help="All open ones of that kind."),
        click.option("--batch", metavar="WORDS", help="Only those that the list groups under these words."),
        click.option("--scope", help="Only those about this scope and all below it."),
        click.option(
            "--kind",
            "kinds",
            metavar="KIND",
            type=KINDS,
            multiple=True,
            help="Of this kind; repeat for several.",
        ),
        click.argument("ids", metavar="[ID]...", nargs=-1, type=click.IntRange(min=1)),
    ):
        wrapped = decorate(wrapped)
    return wrapped  # type: ignore[no-any-return]


def opened(session: Session) -> Store:
    """Open the store, with what was put off until now back in the queue. Raises StoreError."""
    store = session.store()
    if not store.read_only and proposals.counts(store, Wanted(status=Status.LATER)):
        with store.write() as tx:
            proposals.wake(tx)
    return store


def wanted(
    store: Store,
    kinds: Sequence[str],
    scope: str | None,
    batch: str | None = None,
    status: str = Status.OPEN,
) -> Wanted:
    """Return which proposals options ask for. Raises ScopeError."""
    return Wanted(
        kinds=frozenset(kind for kind in Kind if kind in kinds),
        scope=ROOT if scope is None else place_named(store, scope),
        status=Status(status),
        batch=batch,
    )


def named(store: Store, ids: Sequence[int]) -> list[int]:
    """Return these ids, each once. Raises Stop when one of them is no proposal."""
    known = {proposal.id for proposal in proposals.get_many(store, ids)}
    for proposal_id in ids:
        if proposal_id not in known:
            raise Stop(
                f"There is no proposal {proposal_id}; `memtui review list` shows what is open.", Code.NOTHING
            )
    return list(dict.fromkeys(ids))


def _not_withdrawn(store: Store, ids: Sequence[int]) -> list[int]:
    """Return those of these proposals that were not withdrawn, and name the others. Raises Stop."""
    status = {proposal.id: proposal.status for proposal in proposals.get_many(store, ids)}
    gone = [f"{i}" for i in ids if status[i] is Status.WITHDRAWN]
    if gone:
        rested = "it rests on" if len(gone) == 1 else "they rest on"
        was = "was" if len(gone) == 1 else "were"
        output.say(f"{listed(gone)} {was} withdrawn: what {rested} is not so.")
    if len(gone) == len(ids):
        raise Stop("Nothing was decided.", Code.NOTHING)
    return [i for i in ids if status[i] is not Status.WITHDRAWN]


def described(wanted: Wanted) -> str:
    """Return what narrows a selection, as words to follow a noun: ` of kind fading in /project`."""
    kinds = f" of kind {' or '.join(sorted(wanted.kinds))}" if wanted.kinds else ""
    batch = f" under “{wanted.batch}”" if wanted.batch else ""
    return f"{kinds}{batch}{'' if wanted.scope == ROOT else f' in {wanted.scope}'}"
