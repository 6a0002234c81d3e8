"""The filter of History's `/` line and of `memtui history WORDS`: words, actor, kind, scope and time.

Words and tokens are joined with AND; one token given more than once with OR. The language is that of
`domain.filter`; the tokens are those that fit an op.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memtui.domain.actor import ActorKind
from memtui.domain.days import Days, DaysError
from memtui.domain.deeds import Deed
from memtui.domain.filter import TOKENS as MEMORY_TOKENS
from memtui.domain.filter import FilterError, ScopeNamed, parts_of
from memtui.domain.scope import ROOT, ScopeError, normalise
from memtui.store.op_labels import KINDS

TOKENS = {
    "by": "who did it, by:person, by:agent, or a program such as by:claude-code",
    "did": "what was done, did:drop, did:edit, did:undo",
    "in": "what it changed is in this scope or below it, in:/project",
    "made": "done in these days, made:2026-11 or made:2026-11-12..2026-11-18",
}
"""Every token's key and what it means, for help and completion."""

PEOPLE = ("you", "person", "script", "agent", "system")
"""Who acts, whatever the program; `you` is a person."""


@dataclass(frozen=True, slots=True)
class OpFilter:
    """A conjunction of conditions on ops; a field left at its default asks nothing."""

    words: tuple[str, ...] = ()
    """Words that must all be in the op's sentence, or in a memory it changed, before or after."""
    prefix: bool = False
    """Whether the last word is unfinished."""
    by: tuple[str, ...] = ()
    """Kinds of actors, or how the names of programs begin: any of them."""
    actor: ActorKind | None = None
    """Who acts, whatever `by` says."""
    did: frozenset[str] = frozenset()
    """Kinds of ops, and what a yes in Review did: a drop is found by `drop` either way."""
    scope: str = ROOT
    """A memory that it changed is in it or below, or was before a move or came there."""
    made: Days | None = None
    """Done in these days."""


def parse(
    text: str | Iterable[str], *, prefix: bool = False, scope_named: ScopeNamed = normalise
) -> OpFilter:
    """Read a line, or the tokens that a shell has split. Raises FilterError.

    With `prefix` the last word counts as unfinished. `scope_named` says which scope `in:` means.
    """
    parts = parts_of(text)
    words: list[str] = []
    by: list[str] = []
    did: set[str] = set()
    scope, made = ROOT, None
    for part, quoted in parts:
        key, colon, value = part.partition(":")
        key = key.lower()
        if quoted or not colon or key not in TOKENS.keys() | MEMORY_TOKENS.keys():
            words += [part] if part.strip() else []
        elif key not in TOKENS:
            known = ", ".join(f"{token}:" for token in TOKENS)
            raise FilterError(f"{key}: asks about memories; of changes you can ask {known}")
        elif not value:
            raise FilterError(f"{key}: needs a value; {TOKENS[key]}")
        elif key == "by":
            by.append("person" if value.lower() == "you" else value.lower())
        elif key == "did":
            did |= _kinds(value.lower())
        else:
            try:
                if key == "in":
                    scope = scope_named(value)
                else:
                    made = Days.parse(value)
            except (ScopeError, DaysError) as error:
                raise FilterError(str(error)) from None
    unfinished = prefix and bool(words) and parts[-1][0] == words[-1]
    return OpFilter(tuple(words), unfinished, tuple(by), did=frozenset(did), scope=scope, made=made)


_IN_REVIEW = frozenset(
    noun for deed in Deed for noun in (str(deed.record.noun), deed.record.noun_alone) if noun
)
"""What a yes in Review may have done; its op is called so, and its kind says only that it was a yes."""


def kinds_saying(word: str) -> list[str]:
    """Return the kinds of ops whose label has a word that begins so."""
    start = word.casefold()
    return sorted(k for k, says in KINDS.items() if any(w.startswith(start) for w in f"{k} {says}".split()))


def _kinds(value: str) -> set[str]:
    """Return what was done that a value names, whole or by its beginning. Raises FilterError for none."""
    known = {**{deed: deed for deed in _IN_REVIEW}, **KINDS}
    if value in known:
        return {value}
    kinds = {kind for kind, label in known.items() if kind.startswith(value) or label.startswith(value)}
    if not kinds:
        raise FilterError(f"did:{value} is not understood; there are {', '.join(sorted(KINDS))}")
    return kinds
