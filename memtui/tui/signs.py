"""The signs behind the text of a row: words and not colours alone, with what each of them means.

The table of memories shows them, the page of the keys and docs/keys.md explain them.
"""

from collections.abc import Collection
from typing import NamedTuple

from memtui.domain.card_kinds import Kind
from memtui.domain.days import days_until
from memtui.domain.decay import DecayRules
from memtui.domain.fading import fades_at, has_faded
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, State
from memtui.store.standing import CHANGED, NEW, Standing

FADED = "faded"
_SOON = 7 * DAY
"""How long before a memory fades its row says so."""


class Meaning(NamedTuple):
    """What a sign means."""

    sign: str
    means: str
    urgent: bool = False
    """It asks for a person, and has the colour of a warning."""


MEANINGS = (
    Meaning("secret", "Holds a password or a key, which is masked", urgent=True),
    Meaning("conflict", "Review has a card of this kind about it; or poison, duplicate, junk …", urgent=True),
    Meaning("fades 5d", "Falls below the prune threshold in so many days", urgent=True),
    Meaning(FADED, "Unused, and below the prune threshold; its text is dim", urgent=True),
    Meaning(NEW, "Was added since you last left the screen, and not by a person"),
    Meaning(CHANGED, "Was changed since you last left the screen, and not by a person"),
    Meaning("archived", "Is kept, and told to no agent"),
    Meaning("dropped", "Can be restored"),
    Meaning("pin", "Is pinned: it does not fade"),
    Meaning("⇄", "Stands in a linked file, and is kept in step with it"),
)
"""The signs, what is most urgent first."""

Sign = tuple[str, bool]
"""What it says, and whether it asks for a person."""


def signs_of(
    memory: Memory, standing: Standing, now: Instant, rules: DecayRules, *, secret: bool
) -> list[Sign]:
    """Return what is special about a memory, what is most urgent first; `secret` says that it holds one."""
    card = first_kind(standing.kinds - ({Kind.SECRET} if secret else set()))
    fading = _fading(memory, now, rules)
    signs = [("secret", True)] if secret else []
    if card is not None and not (card is Kind.FADING and fading):
        signs += [(str(card), not card.record.praises)]
        fading = fading if fading != FADED else ""
    signs += [(fading, True)] if fading else []
    signs += [(standing.news, False)] if standing.news else []
    signs += [(str(memory.state), False)] if memory.state is not State.LIVE else []
    signs += [("pin", False)] if memory.pinned else []
    return signs + ([("⇄", False)] if standing.linked else [])


def first_kind(kinds: Collection[Kind]) -> Kind | None:
    """Return of the kinds of cards about a memory the one that its row names."""
    return min(kinds, key=list(Kind).index, default=None)


def is_faded(memory: Memory, now: Instant, rules: DecayRules) -> bool:
    """Say whether a memory is live and has faded."""
    return memory.state is State.LIVE and has_faded(memory, now, rules)


def _fading(memory: Memory, now: Instant, rules: DecayRules) -> str:
    if is_faded(memory, now, rules):
        return FADED
    when = fades_at(memory, rules) if memory.state is State.LIVE else None
    if when is None or not 0 < when - now <= _SOON:
        return ""
    ahead = days_until(when, now)
    return f"fades {ahead}d" if ahead else "fades today"
