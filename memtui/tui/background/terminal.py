"""Whether the terminal that the screen is on is still there."""

import os
import sys


def terminal_is_gone() -> bool:
    """Say whether the window was closed without a signal; Textual would read its end for ever."""
    if sys.__stdin__ is None:
        return False
    try:
        return not os.isatty(sys.__stdin__.fileno())
    except (OSError, ValueError):
        return True
