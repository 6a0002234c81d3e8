"""What the word at the end of the filter line can become with tab: a token, a scope, a type, a category …"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import PurePath

from memtui.domain.filter import SIGNS, TOKENS, quoted
from memtui.domain.memory import TYPE_WORDS, VISIBLE_STATES, MemoryType, Origin
from memtui.domain.scope import ROOT, ScopeError
from memtui.installed import format_names
from memtui.store import journal, memories, op_filter, op_labels, scopes, sources
from memtui.store.database import Store

_MOST = 12
_LATEST = 2_000
"""Among so many of the newest ops are the programs looked for that did something."""
_TIMES = ("7d", "30d", "90d", "6m", "1y")
_STRENGTHS = ("0.05", "0.1", "0.3", "0.5")


def completions(store: Store, line: str) -> list[str]:
    """Return the lines that `line` can become, the likeliest first; none after a space."""
    return _completed(line, TOKENS, partial(_values, store))


def op_completions(store: Store, line: str) -> list[str]:
    """Return the same for a line of History's filter."""
    return _completed(line, op_filter.TOKENS, partial(_op_values, store))


def _completed(line: str, tokens: Iterable[str], values: Callable[[str, str], Iterable[str]]) -> list[str]:
    before, space, word = line.rpartition(" ")
    if not word:
        return []
    key, colon, value = word.partition(":")
    if not colon:
        completions: Iterable[str] = (f"{token}:" for token in tokens if token.startswith(word.lower()))
    else:
        completions = (f"{key}:{quoted(known_value)}" for known_value in values(key.lower(), value.lower()))
    return [f"{before}{space}{completion}" for completion in completions if completion != word][:_MOST]


def _op_values(store: Store, key: str, value: str) -> Iterator[str]:
    match key:
        case "by":
            programs = journal.clients(store, among=_LATEST)
            yield from dict.fromkeys(_beginning(value, (*op_filter.PEOPLE, *programs)))
        case "did":
            yield from _beginning(value, sorted(op_labels.KINDS))
        case "in":
            yield from _scopes(store, value)


def _values(store: Store, key: str, value: str) -> Iterator[str]:
    """Yield what a token can say that begins as `value`; scopes by any part of their path."""
    match key:
        case "in":
            yield from _scopes(store, value)
        case "cat":
            yield from memories.categories_beginning(store, value, limit=_MOST)
        case "type":
            yield from _beginning(value, (*TYPE_WORDS, *MemoryType))
        case "is":
            yield from _beginning(value, (*SIGNS, "pinned", "unpinned", *VISIBLE_STATES))
        case "origin":
            yield from _beginning(value, Origin)
        case "file":
            yield from _files(store, value)
        case "source":
            yield from _beginning(value, format_names())
        case "older" | "idle":
            yield from _beginning(value, _TIMES)
        case "below":
            yield from _beginning(value, _STRENGTHS)


def _beginning(value: str, known: Iterable[str]) -> Iterator[str]:
    return (str(known_value) for known_value in known if str(known_value).startswith(value))


def _scopes(store: Store, value: str) -> list[str]:
    """Return the scopes that a part of a path names; of a whole path those that begin so."""
    try:
        if not value.startswith("/"):
            return scopes.named(store, value) if value else [node.scope for node in scopes.tree(store)][1:]
    except ScopeError:
        return []
    known = (node.scope for node in scopes.tree(store))
    return [scope for scope in known if scope != ROOT and scope.casefold().startswith(value)]


def _files(store: Store, value: str) -> list[str]:
    """Return the files that a part of a path names: by their names, by paths where names are alike."""
    paths = sources.files_of_memories(store)
    count = Counter(PurePath(path).name for path in paths)
    names = (path if count[name := PurePath(path).name] > 1 else name for path in paths)
    fitting = [(name, path) for name, path in zip(names, paths, strict=True) if value in path.casefold()]
    return [
        name for name, _ in sorted(fitting, key=lambda pair: (not pair[0].casefold().startswith(value), pair))
    ]
