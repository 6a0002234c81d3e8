"""ULIDs: 26 characters that sort by the time they were made (https://github.com/ulid/spec).

Ours, and not a package, because an import makes a million of them and the packages cost ten
times as much each and 40 ms to load.
"""

import os

from memtui.domain.instant import Instant

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = [a + b for a in _ALPHABET for b in _ALPHABET]
LENGTH = 26


def new_uid(now: Instant) -> str:
    """Return a new ULID for the millisecond `now` lies in: 48 bits of time, 80 of chance."""
    value = (int(now * 1000) & 0xFFFFFFFFFFFF) << 80 | int.from_bytes(os.urandom(10), "big")
    return "".join([_PAIRS[value >> shift & 1023] for shift in range(120, -1, -10)])


def is_uid(text: str) -> bool:
    """Say whether `text` is a whole ULID."""
    return len(text) == LENGTH and not text.upper().strip(_ALPHABET)
