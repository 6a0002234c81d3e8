"""Puts events in an order that all machines agree on: hybrid logical clocks.

A stamp is the clock's milliseconds, a counter for what happens within one, and the device. The clock never
goes back and never falls behind a stamp that it has seen, so an act comes after every act known when it was
done, however wrong the machine's own clock is. As text, stamps sort by time; no two are equal.

Source: Kulkarni, Demirbas and others, "Logical Physical Clocks" (2014).
"""

import os
import re

from memtui.domain.instant import Instant

_DEVICE_LENGTH = 10
_TIME, _COUNT = 12, 4
"""Hexadecimal digits: milliseconds for some thousand years, and as many acts within one as are ever done."""
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_STAMP = re.compile(rf"[0-9a-f]{{{_TIME + _COUNT}}}[{_LETTERS}]{{{_DEVICE_LENGTH}}}")
_CLOCK = re.compile(rf"[0-9a-f]{{{_TIME + _COUNT}}}")
_DEVICE = re.compile(rf"[{_LETTERS}]{{{_DEVICE_LENGTH}}}")


def new_device() -> str:
    """Return a name for a device: fifty bits of chance."""
    return "".join(_LETTERS[byte & 31] for byte in os.urandom(_DEVICE_LENGTH))


def is_device(text: str) -> bool:
    """Say whether `text` can be a device's name."""
    return _DEVICE.fullmatch(text) is not None


def is_stamp(text: str) -> bool:
    """Say whether `text` is a whole stamp."""
    return _STAMP.fullmatch(text) is not None


def next_stamp(latest: str, now: Instant, device: str) -> str:
    """Return the stamp of what this device does now; `latest` is the latest that it made or saw, or empty."""
    clock = int(now * 1000)
    seen, count = (int(latest[:_TIME], 16), int(latest[_TIME : _TIME + _COUNT], 16)) if latest else (0, 0)
    if clock > seen:
        seen, count = clock, 0
    else:
        count += 1
        seen, count = seen + (count >> 4 * _COUNT), count & (1 << 4 * _COUNT) - 1
    return f"{seen:0{_TIME}x}{count:0{_COUNT}x}{device}"


def clock_of(stamp: str) -> str:
    """Return a stamp's time with its counter: of one device a later act has a higher one."""
    return stamp[: _TIME + _COUNT]


def is_clock(text: str) -> bool:
    """Say whether `text` can be what `clock_of` gives."""
    return _CLOCK.fullmatch(text) is not None


def time_of(stamp: str) -> Instant:
    """Return the time of a stamp, by the clock of its machine or a later clock known there."""
    return int(stamp[:_TIME], 16) / 1000


def device_of(stamp: str) -> str:
    """Return which device did it."""
    return stamp[_TIME + _COUNT :]
