"""What carries segments between stores. A carrier moves named bytes and understands none of them.

Each device has a place of its own there, which nobody else writes: blobs that never change once they are
there, and one head that says which blobs count. So two devices never write the same thing, and a carrier
needs no locks.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

Blobs = Iterable[tuple[str, bytes]]
"""Blobs by name, each made when it is asked for: all of a large store would fill the memory."""


class Carrier(Protocol):
    """Where stores meet. Every method raises CarrierAway when it cannot be reached."""

    @property
    def place(self) -> str:
        """Where it is, as a person knows it; no password in it."""

    def heads(self) -> Mapping[str, bytes]:
        """Return the head of each device that has one, by the device's name."""

    def get(self, device: str, names: Sequence[str]) -> Mapping[str, bytes]:
        """Return those blobs of a device that are there, by name."""

    def put(self, device: str, blobs: Blobs, head: bytes, keep: Collection[str]) -> None:
        """Write blobs and then the head of a device; other blobs than those in `keep` go."""

    def leave(self, device: str) -> None:
        """Take away all that a device has there."""
