"""A folder that something else carries from machine to machine: Syncthing, Dropbox, a share, a stick.

`WHERE/<device>/head.json` and `WHERE/<device>/<blob>`. Files get their name when they are whole. What another
program has brought only in part is not what its head says it is, and is waited for.
"""

import contextlib
import errno
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from memtui.domain.stamp import is_device
from memtui.plain_files import bytes_up_to
from memtui.sync.carrier import Blobs
from memtui.sync.errors import CarrierAway, MayNotWrite
from memtui.sync.packing import LARGEST
from memtui.whole_files import replacing

_HEAD = "head.json"


class Folder:
    """A carrier that is a folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    @property
    def place(self) -> str:
        """The folder's path."""
        return str(self._root)

    def heads(self) -> Mapping[str, bytes]:
        """Return the heads that lie there."""
        with self._reaching():
            by_device = {}
            for folder in sorted(self._root.iterdir()):
                if is_device(folder.name) and (head := _read(folder / _HEAD)) is not None:
                    by_device[folder.name] = head
            return by_device

    def get(self, device: str, names: Sequence[str]) -> Mapping[str, bytes]:
        """Return the blobs that have arrived."""
        with self._reaching():
            read = {name: _read(self._root / device / name) for name in names}
            return {name: blob for name, blob in read.items() if blob is not None}

    def put(self, device: str, blobs: Blobs, head: bytes, keep: Collection[str]) -> None:
        """Write the blobs, then the head, then take away what is left over."""
        with self._reaching(), _asking_leave(self._root):
            own = self._root / device
            own.mkdir(exist_ok=True)
            for name, blob in blobs:
                _lay_down(own / name, blob)
            _lay_down(own / _HEAD, head)
            for path in sorted(own.iterdir()):
                if path.name != _HEAD and path.name not in keep:
                    path.unlink(missing_ok=True)

    def leave(self, device: str) -> None:
        """Take the device's folder away."""
        with self._reaching(), _asking_leave(self._root):
            if (self._root / device).is_dir():
                shutil.rmtree(self._root / device)

    @contextlib.contextmanager
    def _reaching(self) -> Iterator[None]:
        if not self._root.is_dir():
            raise CarrierAway(f"there is no folder {self._root}; make it, or see whether the disk is away")
        try:
            yield
        except OSError as error:
            raise CarrierAway(f"{self._root}: {error.strerror or error}") from error


@contextlib.contextmanager
def _asking_leave(root: Path) -> Iterator[None]:
    """Raise what the system refuses in this block as MayNotWrite."""
    try:
        yield
    except OSError as error:
        if error.errno not in {errno.EACCES, errno.EPERM, errno.EROFS}:
            raise
        raise MayNotWrite(f"{root}: you may read there, and not write") from None


def _read(path: Path) -> bytes | None:
    """Return a file's bytes; None where there is none, or more than any blob has."""
    try:
        return bytes_up_to(path, LARGEST)
    except FileNotFoundError:
        return None


def _lay_down(path: Path, data: bytes) -> None:
    with replacing(path, shared=True) as file:
        file.buffer.write(data)
