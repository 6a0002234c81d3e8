"""Prints a few words while the screen loads, which takes a second or two on a busy machine.

A silent terminal looks like a program that hangs. `say` runs before the imports, and `wipe` before anything
else is shown, so that the words never stay on the terminal. Standard library only.
"""

import sys
from contextlib import suppress

_WORDS = "memtui is opening "
_DIM, _PLAIN, _WIPED = "\x1b[2m", "\x1b[0m", "\r\x1b[K"
_said = False


def say() -> None:
    """Show the words, where there is a terminal to show them."""
    global _said
    if sys.stdout.isatty() and not _said:
        _said = True
        _write(f"{_DIM}{_WORDS}{_PLAIN}")


def wipe() -> None:
    """Take the words away, and what was typed behind them: the screen reads that once it is there."""
    global _said
    if _said:
        _said = False
        _write(_WIPED)


def _write(text: str) -> None:
    with suppress(OSError):  # the screen says what is wrong with this terminal
        sys.stdout.write(text)
        sys.stdout.flush()
