"""Sets of memory ids as the journal packs them.

A bulk op changes thousands of memories in the same way. To journal each would cost more than the change, so
one row of `op_sets` names them all: by the first and last id when they are consecutive, otherwise with the
sorted ids packed into a blob of 8 bytes each.
"""

import struct
from bisect import bisect_left
from collections.abc import Sequence


def pack(ids: Sequence[int]) -> bytes | None:
    """Return sorted ids as little-endian 64-bit numbers; None when they are consecutive."""
    if ids[-1] - ids[0] + 1 == len(ids):
        return None
    return struct.pack(f"<{len(ids)}q", *ids)


def unpack(first: int, last: int, packed: bytes | None) -> Sequence[int]:
    """Return the ids that `pack` was given."""
    if packed is None:
        return range(first, last + 1)
    return struct.unpack(f"<{len(packed) // 8}q", packed)


def holds(first: int, last: int, packed: bytes | None, memory_id: int) -> bool:
    """Say whether a packed set holds an id."""
    ids = unpack(first, last, packed)
    position = bisect_left(ids, memory_id)
    return position < len(ids) and ids[position] == memory_id
