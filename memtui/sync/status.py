"""How far this store and the others are in step, told from this store alone: the carrier is not asked.

The screen asks this, so nothing of what an exchange needs is imported here.
"""

from dataclasses import dataclass

from memtui.addresses import without_password
from memtui.config.settings import Sync
from memtui.domain.counting import plural
from memtui.domain.instant import Instant
from memtui.store import carried, elsewhere, replicas
from memtui.store.carried import Device
from memtui.store.database import Store
from memtui.store.replicas import OWN, Replica
from memtui.sync.tried import tried_at

_IN_STEP = "in step"


@dataclass(frozen=True, slots=True)
class Status:
    """Where the stores meet, what is still to be told, and what waits for a person."""

    scope: str
    """What is shared there with a team; empty for the person's own machines."""
    where: str
    """As it is shown, without a password."""
    name: str
    to_send: int
    """Ops that the others have not been told, and segments that the carrier was not given."""
    clashes: int
    """Memories about which two machines say different things and a person is asked."""
    others: tuple[Device, ...]
    unconfirmed: tuple[str, ...]
    """Machines that have not carried out every purge of this one yet."""
    trouble: str
    """Why the last exchange failed; empty when it did not."""
    reads_only: bool
    """Whether it may not write there: what is done here stays here."""
    tried_at: Instant
    """When it last tried to exchange; 0 when it never did."""
    elsewhere: int = 0
    """Memories of the others that do not come here, by their scope."""

    @property
    def machines(self) -> int:
        """How many machines there are, this one too."""
        return len(self.others) + 1

    @property
    def summary(self) -> str:
        """The whole in a few words, as the header shows it."""
        if self.trouble:
            return "not exchanged"
        if self.clashes:
            return plural(self.clashes, "clash")
        if self.reads_only:
            return "reads only"
        if self.to_send:
            return f"{self.to_send:,} to send"
        return f"{_IN_STEP} · {plural(self.machines, 'machine')}"


def status(store: Store, place: str = OWN) -> Status | None:
    """Return how this store stands with the others of a place; None when it meets none there."""
    own = replicas.replica(store, place)
    return None if own is None else _standing(store, own)


def all_standings(store: Store) -> list[Status]:
    """Return how this store stands at each place where it meets others, the person's own machines first."""
    return [_standing(store, own) for own in replicas.places(store)]


def in_a_word(store: Store) -> str:
    """Return for the screen's header the one place that most needs attention, and why.

    Empty where it meets none.
    """
    standings = all_standings(store)
    ask = [standing for standing in standings if not standing.summary.startswith(_IN_STEP)]
    if ask:
        worst = min(
            ask, key=lambda standing: (not standing.trouble, not standing.clashes, not standing.reads_only)
        )
        return f"{worst.scope}: {worst.summary}" if worst.scope else worst.summary
    return standings[0].summary if standings else ""


def _standing(store: Store, own: Replica) -> Status:
    others = tuple(device for device in carried.devices(store, own.place).values() if device.there)
    late = [device.name for device in others if not set(own.erased) <= set(device.erased)]
    return Status(
        own.place,
        without_password(own.where),
        own.name,
        replicas.count_untold(store, own.op) + carried.count_unsent(store, own.sent, own.place),
        replicas.clashing(store, own.place),
        others,
        tuple(sorted(late)),
        own.trouble,
        own.reads_only,
        tried_at(store),
        elsewhere.count(store) if own.is_partial else 0,
    )


def is_due(store: Store, wanted: Sync) -> bool:
    """Say whether an exchange is to be made now; takes microseconds where the store meets no others."""
    if not wanted.every or store.read_only:
        return False
    return bool(replicas.places(store)) and store.now() - tried_at(store) >= wanted.every
