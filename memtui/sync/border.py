"""The border between a team and this store: what colleagues may bring in, and what goes out to them.

What comes from others is untrusted text. A segment that goes beyond a limit, or files something outside the
scope that is shared, is set aside as a whole. A colleague cannot pin a memory, make it a rule or give it the
highest importance: only a person may do that for their own agents.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Draft, Memory, MemoryType, Origin
from memtui.domain.proposal import LONGEST_SUGGESTED
from memtui.domain.scope import contains
from memtui.domain.stamp import device_of
from memtui.domain.text import Longest, one_line
from memtui.domain.whose import WHOSE, Teller
from memtui.store.carried import Device
from memtui.store.replicas import Replica
from memtui.sync.acts import Act, Setting, Uses
from memtui.sync.errors import BrokenSegment

LARGEST_PACKED = 8 << 20
"""Bytes of a colleague's segment as it is carried."""
LARGEST = 16 << 20
"""Bytes that it unpacks to."""
MOST_MACHINES = 2_000
"""Machines that are heard of at one place."""
A_DAY = 2_000
"""Memories and changes that one machine may bring in a day."""
DAYS_AT_FIRST = 10
"""A new machine may bring as much at once as others in so many days: who joins late has much to tell."""
_MOST_IMPORTANT = 0.7
_MOST_CATEGORIES = 20
_MOST_USES = 100_000
"""Uses of one memory on one machine."""
_TOLD = ("source", "quote")
"""The parts of a provenance that a team is told: no session, folder or file."""
_LONGEST_NOTE = 600
_OWN_TO_GIVE = frozenset({"pinned"})
"""Fields that each person sets for their own store."""


@dataclass(frozen=True, slots=True)
class Border:
    """What is asked of one colleague's acts."""

    scope: str
    """What is shared."""
    teller: Teller
    """Whose machine they come from."""
    device: str
    """The name of that machine: its acts may not bear another."""

    def admitted(self, acts: Sequence[Act]) -> list[Act]:
        """Return the acts as they are taken in. Raises BrokenSegment for what a colleague may not do."""
        if any(device_of(act.stamp) != self.device for act in acts):
            raise BrokenSegment("an act that bears the name of another machine")
        return [
            replace(
                act,
                added=tuple(map(self._added, act.added)),
                settings=tuple(setting for given in act.settings for setting in self._setting(given)),
                uses=tuple(map(_checked_uses, act.uses)),
                refused=(),
                tombstones=(),
            )
            for act in acts
        ]

    def _added(self, draft: Draft) -> Draft:
        self._check_scope(draft.scope)
        _check_text(draft.text)
        _check_categories(draft.categories)
        kind = MemoryType.SEMANTIC if draft.type is MemoryType.CONSTITUTIONAL else draft.type
        return replace(
            draft,
            type=kind,
            importance=min(draft.importance, _MOST_IMPORTANT),
            pinned=False,
            origin=Origin.IMPORTED,
            provenance=self._provenance(draft.provenance),
            access_count=min(draft.access_count, _MOST_USES),
            session_count=min(draft.session_count, _MOST_USES),
        )

    def _setting(self, given: Setting) -> list[Setting]:
        value = given.value
        match given.field:
            case name if name in _OWN_TO_GIVE:
                return []
            case _ if given.is_over:
                return [given]
            case "type" if value == MemoryType.CONSTITUTIONAL:
                return []
            case "scope":
                self._check_scope(str(value))
            case "text":
                _check_text(str(value))
            case "categories":
                _check_categories(json.loads(str(value)))
            case "importance" if isinstance(value, float):
                value = min(value, _MOST_IMPORTANT)
            case "provenance":
                known = self._provenance(json.loads(str(value)))
                value = json.dumps(known, ensure_ascii=False, sort_keys=True)
        return [replace(given, value=value)]

    def _provenance(self, given: Mapping[str, object]) -> dict[str, object]:
        """Return the part of a provenance that a team may see, with the author."""
        claimed = given.get(WHOSE)
        teller = self.teller
        if isinstance(claimed, Mapping):
            person, machine = (str(claimed.get(name, "")) for name in ("person", "machine"))
            # Who had no name yet may have set one since.
            if person != teller.person and (person or machine != teller.machine):
                teller = Teller(person, machine, via=teller.label)
        return {**_short_notes(given), WHOSE: teller.note}

    def in_the_words_of_others(self, given: Mapping[str, object]) -> dict[str, object]:
        """Return the provenance of a memory whose text this colleague has replaced."""
        return {**_short_notes(given), WHOSE: self.teller.note}

    def _check_scope(self, scope: str) -> None:
        if not contains(self.scope, scope):
            raise BrokenSegment(
                f"it files a memory under {one_line(scope, Longest.PATH)}, outside of {self.scope}"
            )


def goes_out(memory: Memory | Draft) -> bool:
    """Say whether a memory is within the limits at which colleagues take one in."""
    return len(memory.text) <= LONGEST_SUGGESTED and len(memory.categories) <= _MOST_CATEGORIES


def outgoing(draft: Draft, own: Replica) -> Draft:
    """Return a memory as a team is told it: with its author, and without what is private to this store."""
    whose = draft.provenance.get(WHOSE) or Teller(own.person, own.name).note
    return replace(draft, pinned=False, provenance={**_short_notes(draft.provenance), WHOSE: whose})


def is_told(name: str, value: object, own: Replica) -> bool:
    """Say whether a change of a field is told to the team.

    A move out of what is shared is not: the memory is no longer the team's (see `teams.let_go`).
    """
    if name == "scope":
        return contains(own.place, str(value))
    return name not in _OWN_TO_GIVE and not (name == "text" and len(str(value)) > LONGEST_SUGGESTED)


def outgoing_value(name: str, value: object, own: Replica) -> object:
    """Return what a team gets of a field's value; of the provenance only short notes and whose it is."""
    if name == "provenance":
        known = json.loads(str(value))
        whose = known.get(WHOSE) or Teller(own.person, own.name).note
        return json.dumps({**_short_notes(known), WHOSE: whose}, ensure_ascii=False, sort_keys=True)
    return value


def count(acts: Sequence[Act]) -> int:
    """Return how many memories and changes acts bring."""
    return sum(len(act.added) + len(act.settings) + len(act.erased) for act in acts)


def check_rate(device: Device, more: int, now: Instant) -> None:
    """Raise BrokenSegment when a machine brings more than is allowed for the time it has been known."""
    days = DAYS_AT_FIRST + max(now - device.since, 0.0) / DAY
    if device.brought + more > A_DAY * days:
        raise BrokenSegment(
            f"it brings more than {A_DAY:,} memories and changes a day; the rest waits until there is room"
        )


def _short_notes(given: Mapping[str, object]) -> dict[str, object]:
    return {name: one_line(str(given[name]), _LONGEST_NOTE) for name in _TOLD if given.get(name)}


def _check_text(text: str) -> None:
    if len(text) > LONGEST_SUGGESTED:
        raise BrokenSegment(f"a memory of {len(text):,} characters, where {LONGEST_SUGGESTED:,} are the most")


def _check_categories(categories: Sequence[str]) -> None:
    if len(categories) > _MOST_CATEGORIES:
        raise BrokenSegment(
            f"a memory of {len(categories)} categories, where {_MOST_CATEGORIES} are the most"
        )


def _checked_uses(uses: Uses) -> Uses:
    if not (0 <= uses.accesses <= _MOST_USES and 0 <= uses.sessions <= _MOST_USES):
        raise BrokenSegment(f"a count of uses that is not between 0 and {_MOST_USES:,}")
    return uses
