"""Where a proposal stands. Apart from what one is made of, which a list of memories does not load."""

from enum import StrEnum


class Status(StrEnum):
    """Where a proposal stands."""

    OPEN = "open"
    LATER = "later"
    """Put off until `until`."""
    MUTED = "muted"
    """Open, but its rule is muted."""
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    """What it rested on is no longer so."""


WAITING = (Status.OPEN, Status.LATER, Status.MUTED)
"""A proposal in one of these has not been decided."""
