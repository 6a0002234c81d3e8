"""Memories and texts as they may be shown: the secrets in them blotted out, whatever let them in.

Faces show nothing of a memory that did not pass here. Asking again for a text costs a look-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from memtui.domain.memory import Memory
from memtui.domain.text import Longest, one_line
from memtui.secrets.finding import redact
from memtui.secrets.vouching import vouched

if TYPE_CHECKING:
    from memtui.domain.proposal import Proposal

_NONE: frozenset[str] = frozenset()
_LIKE_A_TOKEN = "3f2b8c1e-7a4d-4f60-9b1e-2c5d8a6f0e17"  # noqa: S105 it is none
"""As the value of a mere key it would be an id."""
_LONG = 20_000
"""Characters from which on few texts are kept to be asked for again: those that a screen shows."""


def masked(text: str, but: frozenset[str] = _NONE) -> str:
    """Return `text` with its secrets replaced by what kind they are, but those that were vouched for."""
    return _masked(text, but) if len(text) < _LONG else _masked_long(text, but)


@lru_cache(maxsize=4096)
def _masked(text: str, but: frozenset[str]) -> str:
    return redact(text, but)[0]


@lru_cache(maxsize=64)
def _masked_long(text: str, but: frozenset[str]) -> str:
    return redact(text, but)[0]


def masked_value(value: Any, but: frozenset[str] = _NONE) -> Any:
    """Return a JSON value with the secrets masked in every text of it, names of fields too."""
    if isinstance(value, str):
        return masked(value, but)
    if isinstance(value, Mapping):
        return {masked(str(key), but): _masked_field(str(key), inner, but) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [masked_value(inner, but) for inner in value]
    return value


def _masked_field(name: str, value: Any, but: frozenset[str]) -> Any:
    """Return the value of a field; `password` says of `letmein2` what the value alone does not."""
    if not isinstance(value, str) or not _names_a_secret(name):
        return masked_value(value, but)
    before = f"{name}: "
    return masked(before + value, but).removeprefix(before)


@lru_cache(maxsize=1024)
def _names_a_secret(name: str) -> bool:
    """Say whether what a field of this name holds is a password or token, if it looks like one."""
    return "\n" not in name and masked(f"{name}: {_LIKE_A_TOKEN}").startswith(f"{name}: [")


def masked_memory(memory: Memory) -> Memory:
    """Return a memory as it may be shown; the same object when it holds no secret."""
    but = vouched(memory.provenance)
    text, abstract, scope = (masked(part, but) for part in (memory.text, memory.abstract, memory.scope))
    categories = tuple(masked(name, but) for name in memory.categories)
    provenance = masked_value(memory.provenance, but) if memory.provenance else memory.provenance
    before = (memory.text, memory.abstract, memory.scope, memory.categories, memory.provenance)
    if (text, abstract, scope, categories, provenance) == before:
        return memory
    return replace(
        memory, text=text, abstract=abstract, scope=scope, categories=categories, provenance=provenance
    )


def masked_proposal(proposal: Proposal) -> Proposal:
    """Return a proposal as it may be shown: what it says of itself and its evidence, not the change."""
    given = proposal.evidence
    evidence = replace(
        given,
        facts=tuple((masked(label), masked(value)) for label, value in given.facts),
        quote=masked(given.quote),
        before_after=tuple((masked(before), masked(after)) for before, after in given.before_after),
    )
    return replace(proposal, reason=masked(proposal.reason), evidence=evidence)


def masked_error(error: Exception, length: Longest = Longest.QUOTE) -> str:
    """Return an error that nobody foresaw as one line that may be shown: its kind, and what it says."""
    return one_line(masked(f"{type(error).__name__}: {error}"), length)


def headline(memory: Memory) -> str:
    """Return a memory as one line that may be shown: a secret that is cut first is known for none.

    Of a long text only a beginning is looked at, of which the line shows a small part.
    """
    begins = memory if len(memory.text) < _LONG else replace(memory, text=memory.text[:_LONG])
    return masked_memory(begins).headline
