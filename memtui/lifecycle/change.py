"""Editing memories: text, scope, type, importance, pin, categories, expiry."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from memtui.domain.actor import AGENTS, Actor
from memtui.domain.instant import Instant
from memtui.domain.memory import Draft, Memory, MemoryType, State, ValueRefused, checked_importance
from memtui.domain.scope import ScopeError, normalise
from memtui.domain.watch import UNWATCHED, Watch
from memtui.language.short_form import short_form
from memtui.lifecycle import chunks, withheld
from memtui.lifecycle.checks import (
    checked_abstract,
    checked_categories,
    checked_scope,
    checked_text,
    look_alikes,
    may_vouch,
)
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.meanwhile import check_unchanged
from memtui.lifecycle.outcome import Outcome
from memtui.secrets.vouching import noted, vouched
from memtui.store import recording
from memtui.store.database import Store, Transaction
from memtui.store.memories import get, get_many


class Unset(Enum):
    """Tells "leave it as it is" from None."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


@dataclass(frozen=True, slots=True)
class Edit:
    """New values for some fields; the others stay as they are."""

    text: str | Unset = UNSET
    abstract: str | Unset = UNSET
    scope: str | Unset = UNSET
    type: MemoryType | Unset = UNSET
    importance: float | Unset = UNSET
    pinned: bool | Unset = UNSET
    categories: tuple[str, ...] | Unset = UNSET
    expires_at: Instant | Unset | None = UNSET

    def values(self, but: frozenset[str] = frozenset()) -> dict[str, object]:
        """Return the given fields as they are stored. Raises Refused for a value that cannot be.

        `but` says for which secrets in them a person vouched.
        """
        values: dict[str, object] = {}
        try:
            if not isinstance(self.text, Unset):
                values["text"] = checked_text(self.text, but=but)
            if not isinstance(self.abstract, Unset):
                values["abstract"] = checked_abstract(self.abstract, but=but)
            if not isinstance(self.scope, Unset):
                values["scope"] = checked_scope(self.scope, but)
            if not isinstance(self.type, Unset):
                values["type"] = self.type.value
            if not isinstance(self.importance, Unset):
                values["importance"] = checked_importance(self.importance)
            if not isinstance(self.pinned, Unset):
                values["pinned"] = int(self.pinned)
            if not isinstance(self.categories, Unset):
                values["categories"] = recording.categories_json(checked_categories(self.categories, but))
            if not isinstance(self.expires_at, Unset):
                values["expires_at"] = self.expires_at
        except (ScopeError, ValueRefused) as error:
            raise Refused(str(error)) from None
        return values


def edit(
    store: Store,
    ids: chunks.Ids,
    wanted: Edit,
    *,
    by: Actor,
    not_secret: bool = False,
    noting: Mapping[str, object] = MappingProxyType({}),
    seen: Memory | None = None,
    because: str = "",
    watch: Watch = UNWATCHED,
) -> Outcome:
    """Give memories new values. Memories that have them already are left alone.

    A person may say that what looks like a secret is none. `noting` goes into the provenance of one memory;
    History says `because` with the change.
    Raises Refused for a value that cannot be, and for one text given to several memories; ChangedMeanwhile
    where the one memory is not as it was `seen`.
    """
    ids = chunks.looked_up(store, ids)
    if by.kind in AGENTS and isinstance(wanted.text, str):
        _check_dropped(store, ids, wanted.text)
    values = _values(store, ids, wanted, may_vouch(by, not_secret), noting)
    if not values:
        raise Refused("nothing to change was given")
    if "text" in values and len(ids) > 1:
        raise Refused("one text cannot be given to several memories; edit them one by one")
    if isinstance(text := values.get("text"), str) and "abstract" not in values:
        for old in get_many(store, ids):
            values["abstract"] = short_form(old.abstract, old.text, text)
    kind, done, detail = _wording(wanted)

    def change(tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        if seen is not None:
            check_unchanged(store, seen, values)
        return recording.apply(tx, op_id, chunk, values, unless_state=State.ABSENT)

    return chunks.run(
        store,
        ids,
        kind=kind,
        change=change,
        done=done,
        by=by,
        detail=because or detail,
        watch=watch,
    )


def _check_dropped(store: Store, ids: Sequence[int], text: str) -> None:
    """Raise Refused if an agent, or its shell, would bring back what the person dropped."""
    scopes = {memory.scope for memory in get_many(store, ids)}
    if any(withheld.turned_down(store, Draft(text, scope), everywhere=True) for scope in scopes):
        raise Refused("the person dropped a memory that says this; only they can bring it back")


def _values(
    store: Store, ids: Sequence[int], wanted: Edit, not_secret: bool, noting: Mapping[str, object]
) -> dict[str, object]:
    """Return the new values, with what is noted, and the secrets that a person vouched for, now or before."""
    if len(ids) != 1 or (memory := get(store, ids[0])) is None:
        return wanted.values()
    if not (not_secret or noting):
        return wanted.values(vouched(memory.provenance))
    given = [text for text in (wanted.text, wanted.scope, wanted.abstract) if isinstance(text, str)]
    known = {**memory.provenance, **noting}
    provenance = noted(known, look_alikes(*given)) if not_secret else known
    encoded = json.dumps(provenance, ensure_ascii=False)
    return {**wanted.values(vouched(provenance)), "provenance": encoded}


def _wording(wanted: Edit) -> tuple[str, str, str]:
    """Return the op's kind, its sentence and its detail, by what is changed."""
    given = {name for name in Edit.__dataclass_fields__ if not isinstance(getattr(wanted, name), Unset)}
    if given == {"scope"} and isinstance(wanted.scope, str):
        scope = normalise(wanted.scope)
        return "move", f"Moved {{}} to {scope}", f"to {scope}"
    if given == {"pinned"}:
        return ("pin", "Pinned {}", "") if wanted.pinned is True else ("unpin", "Unpinned {}", "")
    if given == {"importance"}:
        return "importance", f"Importance {wanted.importance:.2f} for {{}}", f"{wanted.importance:.2f}"
    return "edit", "Edited {}", ""
