"""How what is carried is packed, named and checked: a zlib stream of JSON lines, named after its bytes.

The name holds the SHA-256 of the bytes, so that a blob that was damaged, or has not wholly arrived, is not
taken for it.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Iterable
from typing import Any

from memtui.formats.ground.json_depth import too_deep
from memtui.sync.errors import BrokenSegment

VERSION = 1
LARGEST = 64 << 20
"""Bytes of a blob, and of what it unpacks to: a hostile one must not fill the memory."""
SEALED = b"age-encryption.org/"
"""How everything begins that age has sealed."""
_LEVEL = 3
"""Of zlib: takes two fifths of the time of its usual 6, for a tenth more bytes."""
_NAME = re.compile(r"[0-9s][0-9]{7}-[0-9a-f]{32}")


def name_of(number: int, blob: bytes) -> str:
    """Return under which name a segment's blob is carried."""
    return f"{number:08d}-{_hash(blob)}"


def name_of_part(number: int, blob: bytes) -> str:
    """Return under which name a part of a snapshot is carried."""
    return f"s{number:07d}-{_hash(blob)}"


def is_blob(name: str) -> bool:
    """Say whether a blob can have this name; nothing else is asked of a carrier."""
    return _NAME.fullmatch(name) is not None


def is_whole(name: str, blob: bytes) -> bool:
    """Say whether a blob is what its name says."""
    return name.partition("-")[2] == _hash(blob)


def packed(lines: Iterable[str]) -> bytes:
    """Return JSON texts, none of which holds a line end, as a blob."""
    return zlib.compress("\n".join(lines).encode(), _LEVEL)


def unpacked(blob: bytes, most_packed: int = LARGEST, most: int = LARGEST) -> list[Any]:
    """Return the values in a blob. Raises BrokenSegment, also for one over the size limits."""
    return [parsed(line) for line in _inflated(blob, most_packed, most).split(b"\n")]


def first_of(blob: bytes) -> Any:
    """Return the first of the values in a blob that unpacks wholly. Raises BrokenSegment."""
    return parsed(_inflated(blob, LARGEST, LARGEST).partition(b"\n")[0])


def _inflated(blob: bytes, most_packed: int, most: int) -> bytes:
    if len(blob) > most_packed:
        raise BrokenSegment("it is larger than any segment")
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(blob, most)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise BrokenSegment("it is larger than any segment, or cut off")
    except zlib.error:
        raise BrokenSegment("it is damaged") from None
    return text


def parsed(data: bytes) -> Any:
    """Return a JSON value. Raises BrokenSegment."""
    if data.startswith(SEALED):
        raise BrokenSegment("it is sealed, and not for a key of this machine; `sync.key` names its key file")
    try:
        text = data.decode()
        if too_deep(text):
            raise BrokenSegment("it is nested too deeply")
        return json.loads(text)
    except ValueError:
        raise BrokenSegment("it is damaged") from None


def _hash(blob: bytes) -> str:
    return hashlib.sha256(blob).hexdigest()[:32]
