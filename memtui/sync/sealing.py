"""Sealing what goes to a meeting place for certain keys, so that whoever carries or keeps it cannot read it.

age does it, through pyrage (the extra `memtui[sealed]`): https://age-encryption.org/v1. What can be told
all the same is which devices there are, how much each writes, and when. Names of segments hold a hash of what
is in them, which nobody can guess, since stamps are in there too.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.config.settings import Sync
from memtui.domain.text import Longest, one_line
from memtui.plain_files import bytes_up_to
from memtui.sync.carrier import Blobs, Carrier
from memtui.sync.errors import SyncError
from memtui.sync.packing import SEALED

if TYPE_CHECKING:
    from pyrage.x25519 import Identity, Recipient

_LONGEST_KEY_FILE = 1 << 20


class Sealed:
    """A carrier that gives another one only what is sealed."""

    def __init__(
        self, carrier: Carrier, recipients: "Sequence[Recipient]", own: "Sequence[Identity]"
    ) -> None:
        self._carrier, self._recipients, self._own = carrier, recipients, own

    @property
    def place(self) -> str:
        """Where the other one is."""
        return self._carrier.place

    def heads(self) -> Mapping[str, bytes]:
        """Return the heads; those that are sealed for others as they are."""
        return {device: self._opened(head) for device, head in self._carrier.heads().items()}

    def get(self, device: str, names: Sequence[str]) -> Mapping[str, bytes]:
        """Return those blobs that are there."""
        return {name: self._opened(blob) for name, blob in self._carrier.get(device, names).items()}

    def put(self, device: str, blobs: Blobs, head: bytes, keep: Collection[str]) -> None:
        """Seal and write blobs and head."""
        sealed = ((name, self._sealed(blob)) for name, blob in blobs)
        self._carrier.put(device, sealed, self._sealed(head), keep)

    def leave(self, device: str) -> None:
        """Take away all that a device has there."""
        self._carrier.leave(device)

    def _sealed(self, data: bytes) -> bytes:
        import pyrage

        return bytes(pyrage.encrypt(data, self._recipients))

    def _opened(self, data: bytes) -> bytes:
        import pyrage

        if not data.startswith(SEALED):
            return data
        try:
            return bytes(pyrage.decrypt(data, self._own))
        except pyrage.DecryptError:
            return data  # said where it is read: one that is sealed for others must not hinder the rest


def sealed(carrier: Carrier, wanted: Sync) -> Carrier:
    """Return a carrier that seals what it gives to `carrier`, where the settings say so. Raises SyncError."""
    if not wanted.recipients and not wanted.key:
        return carrier
    if not wanted.key:
        raise SyncError("`sync.recipients` seals; `sync.key` has to name your own key file, to read with")
    try:
        from pyrage import IdentityError, RecipientError, x25519  # an extra, which most do without
    except ImportError:
        raise SyncError("to seal, install pyrage: `pip install 'memtui[sealed]'`") from None
    try:
        own = [x25519.Identity.from_str(line) for line in _lines(Path(wanted.key).expanduser())]
    except IdentityError:
        raise SyncError(
            f"{wanted.key} holds a line that is no age key; `age-keygen -o FILE` makes one"
        ) from None
    if not own:
        raise SyncError(f"{wanted.key} holds no age key; `age-keygen -o FILE` makes one")
    recipients = [identity.to_public() for identity in own]
    for given in wanted.recipients:
        try:
            recipients.append(x25519.Recipient.from_str(given))
        except RecipientError:
            raise SyncError(
                f"{one_line(given, Longest.PATH)} in `sync.recipients` is no age recipient (age1…)"
            ) from None
    return Sealed(carrier, recipients, own)


def seal_mark(wanted: Sync) -> str:
    """Return what differs when something is sealed for others than before; empty where nothing is sealed."""
    if not wanted.recipients and not wanted.key:
        return ""
    return hashlib.sha256("\n".join([*sorted(wanted.recipients), wanted.key]).encode()).hexdigest()[:16]


def _lines(path: Path) -> list[str]:
    """Return the lines of a key file that are no comments. Raises SyncError."""
    try:
        text = bytes_up_to(path, _LONGEST_KEY_FILE)
    except OSError as error:
        raise SyncError(f"{path}: {error.strerror or error}") from None
    lines = (text or b"").decode("utf-8", "replace").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
