"""What one device did, as others are told of it: the records that segments are made of."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from memtui.domain.memory import Draft
from memtui.store.tombstones import Tombstone
from memtui.sync import given
from memtui.sync.encoding import as_list, as_object, encoded, encoded_memory
from memtui.sync.errors import BrokenSegment
from memtui.sync.values import FIELDS, as_json, as_memory, as_stored

_MOST_VERSIONS = 2**53
BESIDE = {"text": "state", "state": "text"}
"""Two fields that can clash: a text was edited on one machine, and its memory dropped on another."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One field of one memory got a value."""

    uid: str
    field: str
    value: object
    """As it is stored."""
    known: tuple[str, ...]
    """Stamps of the values that the device saw in the field before: this setting replaces those."""
    beside: tuple[str, ...] = ()
    """For a text the stamps of the state that the device saw, for a state those of the text: a drop and an
    edit made without knowing of each other are a clash although their fields differ."""
    is_over: bool = False
    """Whether the same device has set the field anew since, so that the value is not told any more."""

    def to_json(self) -> list[object]:
        """Return it as JSON values."""
        if self.is_over:
            return [self.uid, self.field, None, [*self.known], [*self.beside], True]
        return [self.uid, self.field, as_json(self.field, self.value), [*self.known], [*self.beside]]


@dataclass(frozen=True, slots=True)
class Uses:
    """How often one device used a memory since it first had it."""

    uid: str
    accesses: int
    sessions: int
    last_at: float | None


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was done at one moment."""

    stamp: str
    added: tuple[Draft, ...] = ()
    settings: tuple[Setting, ...] = ()
    marks: tuple[tuple[str, int, float], ...] = ()
    """For each memory in `settings`: its uid, its version, and when it was last changed."""
    uses: tuple[Uses, ...] = ()
    refused: tuple[int, ...] = ()
    """Suggestions to which a person said no, by identity."""
    erased: tuple[str, ...] = ()
    """Uids of purged memories."""
    tombstones: tuple[Tombstone, ...] = ()

    def line(self) -> str:
        """Return it as JSON; what is empty is left out."""
        parts = {
            "set": [setting.to_json() for setting in self.settings],
            "marks": [[*mark] for mark in self.marks],
            "uses": [[use.uid, use.accesses, use.sessions, use.last_at] for use in self.uses],
            "refused": [*self.refused],
            "erased": [*self.erased],
            "tombstones": [
                [_text(tombstone.key), _text(tombstone.hash), tombstone.scope]
                for tombstone in self.tombstones
            ],
        }
        first = {"at": encoded(self.stamp)}
        if self.added:
            first["added"] = as_list(map(encoded_memory, self.added))
        return as_object({**first, **{name: encoded(part) for name, part in parts.items() if part}})

    @classmethod
    def from_json(cls, value: object, about: frozenset[str] | None = None) -> Self:
        """Return what `line` wrote. Raises BrokenSegment for anything else.

        With `about`, uids, only what it says of these memories, but not that they were erased.
        """
        try:
            return cls._read(value if about is None else _about(value, about))
        except (TypeError, ValueError, LookupError, AttributeError, binascii.Error) as error:
            raise BrokenSegment(f"an act that cannot be read: {error}") from None

    @classmethod
    def _read(cls, value: Any) -> Self:
        stamp = given.stamp(value["at"])
        stones = tuple(_tombstone(*tombstone) for tombstone in value.get("tombstones", ()))
        if len({stone.key for stone in stones}) > 1:
            raise ValueError("a store has one key for its tombstones")
        added = tuple(_added(draft) for draft in value.get("added", ()))
        if len({draft.uid for draft in added}) < len(added):
            raise ValueError("a memory is added once")
        return cls(
            stamp,
            added,
            tuple(_setting(*setting) for setting in value.get("set", ())),
            tuple(_mark(*mark) for mark in value.get("marks", ())),
            tuple(_uses(*use) for use in value.get("uses", ())),
            tuple(given.whole(refusal) for refusal in value.get("refused", ())),
            tuple(given.uid(uid) for uid in value.get("erased", ())),
            stones,
        )

    def without(self, uids: frozenset[str]) -> "Act":
        """Return the act without what it says of these memories, except that they were erased."""
        return Act(
            self.stamp,
            tuple(draft for draft in self.added if draft.uid not in uids),
            tuple(setting for setting in self.settings if setting.uid not in uids),
            tuple(mark for mark in self.marks if mark[0] not in uids),
            tuple(use for use in self.uses if use.uid not in uids),
            self.refused,
            self.erased,
            self.tombstones,
        )


def _about(value: Any, uids: frozenset[str]) -> dict[str, Any]:
    """Return the JSON values of an act without what they say of other memories, which is not looked at."""
    about = {
        name: [entry for entry in value.get(name, ()) if entry[0] in uids]
        for name in ("set", "marks", "uses")
    }
    return {
        "at": value["at"],
        "added": [draft for draft in value.get("added", ()) if draft["uid"] in uids],
        **about,
    }


def _added(value: Mapping[str, object]) -> Draft:
    memory = as_memory(value)
    if not memory.uid:
        raise ValueError("a memory without a uid")
    return memory


def _setting(
    uid: object,
    field: object,
    value: object,
    known: list[object],
    beside: list[object],
    is_over: object = False,
) -> Setting:
    if field not in FIELDS:
        raise ValueError("a field that no memory has")
    return Setting(
        given.uid(uid),
        str(field),
        None if is_over is True else as_stored(str(field), value),
        tuple(map(given.stamp, known)),
        tuple(map(given.stamp, beside)),
        is_over is True,
    )


def _mark(uid: object, version: object, updated_at: object) -> tuple[str, int, float]:
    if given.whole(version) > _MOST_VERSIONS:
        raise ValueError("a version that is none")
    return given.uid(uid), max(given.whole(version), 1), given.time(updated_at)


def _uses(uid: object, accesses: object, sessions: object, last_at: object) -> Uses:
    last = None if last_at is None else given.time(last_at)
    return Uses(given.uid(uid), given.whole(accesses), given.whole(sessions), last)


def _tombstone(key: object, hashed: object, scope: object) -> Tombstone:
    return Tombstone(given.octets(key), given.octets(hashed), given.string(scope))


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode()
