"""Putting suggestions into the review queue: what capture learned and what agents ask for.

A proposal changes no memory, but it is kept, shown and, on a yes, becomes one. So its texts pass what every
text passes on its way into the store. A suggestion that cannot become a memory is refused here, not when a
person says yes to it.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from memtui import secrets
from memtui.domain.memory import Draft, Origin
from memtui.domain.proposal import LONGEST_SUGGESTED, Finding, words_of
from memtui.domain.sanitise import sanitise
from memtui.domain.text import one_line
from memtui.lifecycle import withheld
from memtui.lifecycle.amend import draft_of
from memtui.lifecycle.checks import checked_scope, checked_text
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import NAMED
from memtui.poison import suspicion
from memtui.store import inserting, proposals, queueing, tombstones
from memtui.store.database import Store, Transaction

MOST_OPEN = 50
"""Proposals of one client that wait at a time."""


@dataclass(slots=True)
class Proposed:
    """What became of suggestions."""

    ids: list[int] = field(default_factory=list)
    """The proposals, new and known."""
    new: int = 0
    """How many of them are new."""
    suppressed: int = 0
    """Decided before, or about a text that was dropped or purged."""
    held: int = 0
    """New, but as many as a client may have wait for a person do so already."""
    refused: list[str] = field(default_factory=list)
    """Why the first hundred that cannot be proposed were refused."""


@dataclass(frozen=True, slots=True)
class Room:
    """Whose proposals wait for a person, at most `most` at a time: one name fills no queue."""

    origin: str = ""
    batch: str = ""
    """Counted by, where the origin is shared by all that is read."""
    most: int = MOST_OPEN

    def left(self, tx: Transaction) -> int:
        """Return how many more may wait."""
        return max(self.most - proposals.count_waiting(tx, origin=self.origin, batch=self.batch), 0)


def propose(
    store: Store,
    findings: Sequence[Finding],
    *,
    allow_dropped: bool = False,
    tx: Transaction | None = None,
    room: "Room | None" = None,
    op_id: int | None = None,
) -> Proposed:
    """Put findings into the queue, cleaned. What was decided before does not come back.

    With `tx`, in a write that does more; with `op_id`, as a part of that op. With `room`, no more of one
    client's than a person gets through.
    """
    proposed = Proposed()
    good: list[Finding] = []
    for finding in findings:
        try:
            clean = _clean(finding)
        except Refused as error:
            if len(proposed.refused) < NAMED:
                proposed.refused.append(str(error))
            continue
        if not allow_dropped and _dropped_before(store, clean):
            proposed.suppressed += 1
        else:
            good.append(clean)
    if good:
        with store.write() if tx is None else contextlib.nullcontext(tx) as writing:
            recorded = queueing.record(
                writing, good, room=None if room is None else room.left(writing), op_id=op_id
            )
        proposed.held = len(recorded.held)
        proposed.ids = recorded.added + recorded.known
        proposed.new = len(recorded.added)
        proposed.suppressed += recorded.suppressed
    return proposed


def as_told(draft: Draft) -> dict[str, Any]:
    """Return a draft as a change holds it: JSON values, without what is at its default."""
    values = asdict(draft)
    unset = asdict(Draft(""))
    kept = {key: value for key, value in values.items() if value != unset[key]}
    return kept | {"text": draft.text, "categories": list(draft.categories)}


def _clean(finding: Finding) -> Finding:
    """Return a finding with its texts as they may be kept. Raises Refused."""
    change = finding.change
    if words_of(finding.rule, finding.origin) is Origin.AGENT and len(change.new_text) > LONGEST_SUGGESTED:
        raise Refused(
            f"a person has to read all of a text that is proposed, so it has at most {LONGEST_SUGGESTED:,} "
            f"characters and this one has {len(change.new_text):,}; propose the statement alone"
        )
    if "text" in change.draft:
        change = replace(change, draft=as_told(draft_of(change.draft)))
        finding = _by_itself_if_planted(finding, change.new_text)
    elif "scope" in change.draft:
        change = replace(change, draft={**change.draft, "scope": checked_scope(str(change.draft["scope"]))})
    if change.text:
        change = replace(change, text=checked_text(change.text))
    return replace(
        finding,
        scope=checked_scope(finding.scope),
        reason=_clean_line(finding.reason, 400),
        change=change,
        evidence=replace(
            finding.evidence,
            facts=tuple(
                (_clean_line(label, 60), _clean_line(value, 400)) for label, value in finding.evidence.facts
            ),
            quote=_clean_line(finding.evidence.quote, 2_000),
        ),
    )


def _by_itself_if_planted(finding: Finding, text: str) -> Finding:
    """Return a finding, in no batch and with the reason told where its text reads as if it was planted."""
    found = suspicion(text)
    if found is None:
        return finding
    return replace(finding, batch="", reason=f"it {found.says}; {finding.reason}")


def _clean_line(text: str, length: int) -> str:
    return one_line(secrets.redact(sanitise(text))[0], length)


def _dropped_before(store: Store, finding: Finding) -> bool:
    if "text" not in finding.change.draft:
        return _rewords_into_dropped(store, finding)
    draft = draft_of(finding.change.draft)
    erased = bool(tombstones.buried(store, [draft]))
    (known,) = inserting.look_up(store, [draft], inserting.hashes_of([draft]))
    if known is not None:
        return True
    return withheld.Withheld(store, everywhere=True).fate(draft, dropped=False, erased=erased) is not None


def _rewords_into_dropped(store: Store, finding: Finding) -> bool:
    """Say whether an agent asks that a memory say what was turned down; what was once so may be so again."""
    if not finding.change.text or words_of(finding.rule, finding.origin) is not Origin.AGENT:
        return False
    draft = Draft(finding.change.text, finding.scope)
    return withheld.turned_down(store, draft, everywhere=True) is not None
