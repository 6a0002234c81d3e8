"""What a review pass did: how many proposals of each kind it found and added, and what it has to say.

Filled by the pass and its recorder; read by the command line, the screen's child process and the tests.
"""

from dataclasses import dataclass, field

from memtui.domain.card_kinds import Kind
from memtui.domain.proposal import Finding
from memtui.lifecycle.outcome import Outcome


@dataclass(slots=True)
class KindCount:
    """What a pass found of one kind."""

    found: int = 0
    added: int = 0
    known: int = 0
    """In the queue already."""
    suppressed: int = 0
    """Rejected before."""
    held: int = 0
    """Found when the queue was full of this kind."""
    seconds: float = 0.0


@dataclass(slots=True)
class PassReport:
    """What a pass did."""

    status: str = "done"
    """`done`, `cancelled`, or `busy` when another process is at it."""
    run_id: int | None = None
    full: bool = False
    """Whether it looked at the whole store."""
    looked_at: int = 0
    read: int = 0
    """Memories that a model has read."""
    kinds: dict[Kind, KindCount] = field(default_factory=dict)
    new: list[int] = field(default_factory=list)
    """The proposals that are new; none in a dry run."""
    withdrawn: int = 0
    """Proposals that no longer applied."""
    seconds: float = 0.0
    auto: list[Outcome] = field(default_factory=list)
    """What the rules that may act without asking did."""
    notes: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    """Filled by a dry run only."""

    @property
    def added(self) -> int:
        """How many proposals are new."""
        return sum(count.added for count in self.kinds.values())

    def counts(self) -> dict[str, int]:
        """Return the figures that are kept with the run."""
        counts = {"looked_at": self.looked_at, "withdrawn": self.withdrawn, "full": int(self.full)}
        for kind, count in self.kinds.items():
            counts |= {f"{kind}": count.added, f"{kind}_ms": round(count.seconds * 1000)}
        return counts

    def count(self, kind: Kind) -> KindCount:
        """Return the figures of one kind, at zero the first time."""
        return self.kinds.setdefault(kind, KindCount())
