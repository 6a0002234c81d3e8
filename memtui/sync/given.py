"""Values that others give, checked: each function returns what it is given, or raises ValueError."""

import base64

from memtui.domain.instant import EARLIEST, LATEST, Instant
from memtui.domain.stamp import is_device, is_stamp
from memtui.domain.uid import is_uid


def stamp(value: object) -> str:
    """Return the value if it is a stamp."""
    if not isinstance(value, str) or not is_stamp(value):
        raise ValueError("a stamp that is none")
    return value


def device(value: object) -> str:
    """Return the value if it is the id of a device."""
    if not isinstance(value, str) or not is_device(value):
        raise ValueError("a device that is none")
    return value


def uid(value: object) -> str:
    """Return the value, in capitals, if it is the uid of a memory."""
    if not isinstance(value, str) or not is_uid(value):
        raise ValueError("a uid that is none")
    return value.upper()


def whole(value: object) -> int:
    """Return a whole number that a store can hold."""
    if isinstance(value, bool) or not isinstance(value, int) or not -(2**63) <= value < 2**63:
        raise ValueError("a number that is none")
    return value


def time(value: object) -> Instant:
    """Return a time of the calendar."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not EARLIEST <= value <= LATEST:
        raise ValueError("a time that is none")
    return float(value)


def string(value: object) -> str:
    """Return the value if it is text."""
    if not isinstance(value, str):
        raise ValueError("a text that is none")
    return value


def octets(value: object) -> bytes:
    """Return the bytes that a base64 text stands for."""
    return base64.b64decode(string(value), validate=True)
