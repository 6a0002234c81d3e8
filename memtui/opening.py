"""Prints a few words while the screen loads, which takes a second or two on a busy machine.

A silent terminal looks like a program that hangs. `say` runs before the imports, and `wipe` before anything
else is shown, so that the words never stay on the terminal. Between the two the terminal does not show what
is typed and keeps it as it was typed, so that the screen does it once it is there. Standard library only.
"""

import atexit
import sys
from contextlib import suppress
from typing import Any

try:
    import termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

_WORDS = "memtui is opening "
_DIM, _PLAIN, _WIPED = "\x1b[2m", "\x1b[0m", "\r\x1b[K"
_said = False
_modes: "list[Any] | None" = None
"""How the terminal was set before the words, to be put back."""


def say() -> None:
    """Show the words, where there is a terminal to show them."""
    global _said
    if sys.stdout.isatty() and not _said:
        _said = True
        _write(f"{_DIM}{_WORDS}{_PLAIN}")
        _hush()


def wipe() -> None:
    """Take the words away; what was typed meanwhile is still to be read."""
    global _said
    if _said:
        _said = False
        _write(_WIPED)
        _unhush()


def _hush() -> None:
    """Let the terminal not show what is typed, and keep enter as enter: the end of a line is another key."""
    global _modes
    if termios is not None and sys.stdin.isatty():
        with suppress(termios.error):
            _modes = termios.tcgetattr(sys.stdin)
            quiet = [*_modes]
            quiet[0] &= ~termios.ICRNL
            quiet[3] &= ~(termios.ECHO | termios.ICANON)
            termios.tcsetattr(sys.stdin, termios.TCSANOW, quiet)
            atexit.register(_unhush)  # where something ends the program before the screen is there


def _unhush() -> None:
    global _modes
    if _modes is not None:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSANOW, _modes)
        _modes = None


def _write(text: str) -> None:
    with suppress(OSError):  # the screen says what is wrong with this terminal
        sys.stdout.write(text)
        sys.stdout.flush()
