"""What can go wrong between stores, in sentences that say what to do."""

from memtui.lifecycle.errors import Refused


class SyncError(Refused):
    """A run that could not do its work; nothing of this store is lost by it."""


class CarrierAway(SyncError):
    """Where the stores meet cannot be reached now."""


class BrokenSegment(SyncError):
    """A segment that says nothing this program can take: damaged, hostile, or of a newer version."""


class OwnLost(SyncError):
    """Something that this store told and has no more is not at the carrier either."""


class MayNotWrite(SyncError):
    """Where the stores meet, this one may only read."""


class OthersAtWork(SyncError):
    """Another process exchanges this store right now."""
