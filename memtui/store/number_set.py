"""A set of 64-bit numbers in little room: a million take 17 MB, where a set of Python takes four times that.

Open addressing in one array. Give it numbers that are spread evenly, such as hashes.
"""

from array import array

_AT_FIRST = 1 << 12


class NumberSet:
    """Numbers that were put in."""

    def __init__(self) -> None:
        self._slots = array("q", bytes(8 * _AT_FIRST))
        self._used = 0

    def put_in(self, number: int) -> bool:
        """Put a number in, and say whether it is new. 0 counts as 1."""
        if not _put(self._slots, number or 1):
            return False
        self._used += 1
        if self._used * 2 > len(self._slots):
            self._grow()
        return True

    def _grow(self) -> None:
        wider = array("q", bytes(16 * len(self._slots)))
        for number in self._slots:
            if number:
                _put(wider, number)
        self._slots = wider


def _put(slots: "array[int]", number: int) -> bool:
    """Put a number into the first free slot from its own on; False when it is met before."""
    last = len(slots) - 1
    slot = number & last
    while held := slots[slot]:
        if held == number:
            return False
        slot = (slot + 1) & last
    slots[slot] = number
    return True
