"""What many actions ask for before they run: a row, a memory, that nothing keeps the store busy.

Each returns why an action cannot run now, or an empty string when it can. A key stands in such a sentence as
`{back}`, by the action it belongs to; `Keymap.filled` puts in the key that the person has for it.
"""

from memtui.tui.keys.action import Situation
from memtui.tui.keys.views import LISTS


def a_row(now: Situation) -> str:
    """Ask for something that is listed."""
    return "Nothing is listed here" if now.rows == 0 and not now.marked else ""


def idle(now: Situation) -> str:
    """Ask that nothing keeps the store busy."""
    return f"Wait for {now.busy}, or press {{back}} to cancel it" if now.busy else ""


def a_memory(now: Situation) -> str:
    """Ask for a memory under the cursor, or selected ones."""
    if now.aside and not now.marked:
        return "This acts on a memory; {open} goes to the memories of the scope"
    return a_row(now)


def memory_and_idle(now: Situation) -> str:
    """Ask for a memory, and that nothing keeps the store busy."""
    return idle(now) or a_memory(now)


def memory_or_scope(now: Situation) -> str:
    """Ask for a memory or a scope, and that nothing keeps the store busy."""
    return idle(now) or ("" if now.aside and now.view in LISTS else a_memory(now))


def row_and_idle(now: Situation) -> str:
    """Ask for a row, and that nothing keeps the store busy."""
    return idle(now) or a_row(now)
