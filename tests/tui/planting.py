"""Findings about the five memories, to be put into the queue, and what the Review view shows of them."""

from collections.abc import Callable

from textual.pilot import Pilot

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, MemoryType, State
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.store import memories
from memtui.tui.review.view import ReviewView
from memtui.tui.widgets.line_list import LineList
from tests.tui.conftest import app_of

JUNK = "Releases are tagged on Fridays"
OLD, NEW = "The shop runs on port 8080", "Ada prefers small commits"
KEY = "ghp_0123456789abcdefghijABCDEFGHIJ456789"


def junk(memory: int = 2, batch: str = "", kind: Kind = Kind.JUNK, **more: object) -> Callable[..., Finding]:
    """A proposal to drop a memory."""

    def make(five: list[Memory]) -> Finding:
        target = five[memory - 1]
        change = Change(Deed.DROP, gone=(target.id,))
        facts = (("it says", "nothing that lasts"),)
        return Finding(
            kind, f"{kind}/test", (Target.of(target),), f"number {memory} is of no use", change, target.scope,
            Evidence(facts), batch=batch, **({"confidence": 0.8} | more),  # type: ignore[arg-type]
        )  # fmt: skip

    return make


def conflict(older: int = 4, newer: int = 5) -> Callable[..., Finding]:
    """A proposal to keep one of two memories."""

    def make(five: list[Memory]) -> Finding:
        one, other = five[older - 1], five[newer - 1]
        return Finding(
            Kind.CONFLICT, "conflict/test", (Target.of(one), Target.of(other)), "two memories disagree",
            Change(Deed.KEEP, keep=other.id, gone=(one.id,)), one.scope,
            Evidence((("newer", "the marked one"),), {one.id: ((17, 26),)}), 0.9,
        )  # fmt: skip

    return make


def promote(five: list[Memory]) -> Finding:
    """A proposal to give a memory another type."""
    return Finding(
        Kind.PROMOTE, "promote/test", (Target.of(five[0]),), "used again and again",
        Change(Deed.RETYPE, keep=five[0].id, type=MemoryType.PROCEDURAL), five[0].scope,
    )  # fmt: skip


def review(pilot: Pilot[int]) -> ReviewView:
    """Return the Review view."""
    view = app_of(pilot).view
    assert isinstance(view, ReviewView)
    return view


def shown(pilot: Pilot[int]) -> str:
    """Return the card as text."""
    page = review(pilot).page
    return "\n".join("".join(part.text for part in line).rstrip() for line in page.lines) or "\n".join(
        page.empty
    )


def here(pilot: Pilot[int]) -> LineList:
    """Return the pane that is shown."""
    return review(pilot).pane


def reason(pilot: Pilot[int]) -> str:
    """Return what the card says, in a line."""
    card = review(pilot).queue.card
    assert card is not None
    return card.first.reason if card.first else "decided"


def state_of(pilot: Pilot[int], memory_id: int) -> State:
    """Return where a memory stands."""
    return memories.get_many(app_of(pilot).store, [memory_id])[0].state


def texts(pilot: Pilot[int]) -> list[str]:
    """Return the live memories' texts."""
    found = memories.get_many(app_of(pilot).store, [1, 2, 3, 4, 5])
    return [memory.text for memory in found if memory.state is State.LIVE]


def alone(memory: Memory) -> Finding:
    """A proposal to drop a memory, on a card of its own."""
    change = Change(Deed.DROP, gone=(memory.id,))
    return Finding(Kind.JUNK, "junk/test", (Target.of(memory),), "of no use", change, memory.scope)
