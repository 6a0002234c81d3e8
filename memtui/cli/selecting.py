"""From what a person typed to memories: uids, filter tokens, and the options that stand for tokens."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.domain.filter import Filter, ScopeNamed, parse, tokens_apart
from memtui.domain.memory import VISIBLE_STATES, Memory, State
from memtui.domain.scope import ROOT, ScopeError, normalise
from memtui.store import memories, scopes, selection
from memtui.store.database import Store
from memtui.store.errors import LookupRefused
from memtui.store.listing import Listing

_F = TypeVar("_F", bound=Callable[..., Any])

STATES = [*(state.value for state in VISIBLE_STATES), "all"]

_TOKENS = {
    "scope": "in",
    "older_than": "older",
    "idle": "idle",
    "below": "below",
    "categories": "cat",
    "types": "type",
}
_PAGE = 500
"""Ids that are read at a time, so that an export of a million begins at once."""
_ONCE = ("in", "older", "idle", "below")
_ALIKE = 70.0
"""How like a scope is, of 100, to be the one that was meant."""


def _states_of(word: str) -> frozenset[State]:
    """Return the states that `--state` asked for."""
    return frozenset(VISIBLE_STATES if word == "all" else [State(word)])


def filter_options(command: _F) -> _F:
    """Add the options that narrow a selection; the command gets them as one `tokens` argument."""

    @wraps(command)
    def with_tokens(*args: Any, **kwargs: Any) -> Any:
        tokens: list[str] = []
        for name, key in _TOKENS.items():
            given = kwargs.pop(name)
            values = given if isinstance(given, tuple) else [] if given is None else [given]
            tokens += [f"{key}:{value}" for value in values]
        return command(*args, tokens=tokens, **kwargs)

    options = (
        click.option("--scope", help="In this scope and all below it."),
        click.option("--older-than", metavar="AGE", help="Created longer ago than 30d, 2w, 6m (months), 1y."),
        click.option("--idle", metavar="AGE", help="Not used for that long."),
        click.option("--category", "categories", multiple=True, help="Of this category; repeat for OR."),
        click.option("--type", "types", multiple=True, help="Of this type; repeat for OR."),
        click.option("--below", metavar="STRENGTH", help="Weaker than this, 0 to 1."),
    )
    wrapped: Any = with_tokens
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped  # type: ignore[no-any-return]


def filter_of(
    tokens: Sequence[str],
    typed: Sequence[str] = (),
    *,
    state: str = State.LIVE,
    scope_named: ScopeNamed = normalise,
) -> Filter:
    """Return the filter of options and typed tokens together.

    `scope_named` says which scope `in:` means. Raises FilterError, and a usage error where an option and a
    token would overrule each other.
    """
    typed = [token for word in typed for token in tokens_apart(word)]
    for key in _ONCE:
        given = [token for token in (*tokens, *typed) if token.lower().startswith(f"{key}:")]
        if len(given) > 1:
            raise click.UsageError(f"Only one of {' and '.join(given)} can count; leave the others out.")
    return parse([*tokens, *typed], Filter(states=_states_of(state)), scope_named=scope_named)


def filter_to_read(
    store: Store, scope: str | None, typed: Sequence[str], *, state: str = State.LIVE
) -> Filter:
    """Return the filter of a command that only reads, so that a part of its path will do for a scope.

    Raises as `filter_of` does.
    """

    def scope_named(name: str) -> str:
        try:
            return scopes.named(store, name)[0]
        except ScopeError:
            return normalise(name)  # of which is said that nothing is filed there, and what may be meant

    given = [] if scope is None else [f"in:{scope}"]
    return filter_of(given, typed, state=state, scope_named=scope_named)


def place_named(store: Store, name: str) -> str:
    """Return the scope that a person means as a place, and say which where a bare name is of a longer path.

    Raises ScopeError.
    """
    place = scopes.meant(store, name)
    if place != normalise(name):
        output.say(f"{name.strip()} is {place}.")
    return place


def named(store: Store, uids: Sequence[str]) -> list[Memory]:
    """Return the memories with these uids (unique beginnings will do), each once. Raises LookupRefused."""
    by_id = {memory.id: memory for memory in (memories.find_uid(store, uid) for uid in uids)}
    return list(by_id.values())


def ids_of(lines: Listing, start: int, stop: int) -> Iterator[int]:
    """Yield the ids on some lines of a listing, a page at a time."""
    for first in range(start, stop, _PAGE):
        yield from lines.ids(first, min(first + _PAGE, stop))


def telling_length(store: Store, listed: Sequence[Memory]) -> int:
    """Return how many letters of their uids tell these memories from all others in the store."""
    for length in range(8, 26, 2):
        try:
            for memory in listed:
                memories.find_uid(store, memory.uid[:length])
        except LookupRefused:
            continue
        return length
    return 26


def chosen(store: Store, uids: Sequence[str], tokens: Sequence[str], *, state: str = "live") -> list[int]:
    """Return the ids of the memories that were named, or that match the options. Raises Stop for none."""
    if bool(uids) == bool(tokens):
        raise click.UsageError(
            "Name memories by UID, or say which with options such as --scope; one of the two."
        )
    if uids:
        return [memory.id for memory in named(store, uids)]
    wanted = filter_of(tokens, state=state)
    matching(store, wanted)
    return selection.ids(store, wanted)


def matching(store: Store, wanted: Filter) -> int:
    """Return how many memories a filter selects. Raises Stop when there are none."""
    count = selection.count(store, wanted)
    if not count:
        nearest = nearest_scope(store, wanted)
        raise Stop(f"Nothing matches {asked(wanted) or 'that'}.{nearest}", Code.NOTHING)
    return count


def asked(wanted: Filter) -> str:
    """Return what a filter asks for, in words for people; empty where that is everything."""
    if wanted.states != frozenset(VISIBLE_STATES):
        return wanted.describe()
    words = replace(wanted, states=frozenset({State.LIVE})).describe()
    return f"{words} in any state" if words else ""


def nearest_scope(store: Store, wanted: Filter) -> str:
    """Return a sentence naming the scope that was probably meant, where nothing is filed in the one asked.

    Empty where something is, in whatever state; a space begins it.
    """
    filed = [one.scope for one in scopes.tree(store, *VISIBLE_STATES)]
    if wanted.scope == ROOT or wanted.scope in filed:
        return ""
    from rapidfuzz import fuzz, process  # ten milliseconds, for a sentence that is seldom said

    near = process.extractOne(wanted.scope, filed, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    meant = f" Did you mean {near[0]}?" if near is not None and near[0] != ROOT else ""
    return f" Nothing is filed in {wanted.scope}.{meant}"
