"""What one exchange did, for who tells it."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Exchanged:
    """What one exchange did."""

    sent: int = 0
    """Segments that the carrier has now."""
    sent_bytes: int = 0
    taken: int = 0
    """Segments of others."""
    changed: int = 0
    """Memories that others changed here."""
    clashes: int = 0
    """Cards about what was changed on two machines."""
    erased: int = 0
    """Memories that others purged."""
    withheld: int = 0
    """New memories that look like secrets and were told to nobody."""
    troubles: dict[str, str] = field(default_factory=dict)
    """What could not be taken, by the machine's name."""

    def add(self, other: "Exchanged") -> None:
        """Count what was done at another place too."""
        for name in ("sent", "sent_bytes", "taken", "changed", "clashes", "erased", "withheld"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.troubles |= other.troubles

    @property
    def nothing(self) -> bool:
        """Whether nothing went and nothing came."""
        return not (self.sent or self.taken)
