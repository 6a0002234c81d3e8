"""Making the panes of views, and what is seen to once the first page is there: what was left unfinished."""

import gc
import threading
from importlib import import_module

from memtui.store import journal, repair
from memtui.store.errors import StoreError
from memtui.tui.background.acts import BULK, Acts
from memtui.tui.host import Host
from memtui.tui.keys.views import View
from memtui.tui.view import PaneView


def say_what_was_left(host: Host, upkeep: Acts) -> None:
    """Say which changes were left unfinished and which keys cannot be used; mend an old order in a thread."""
    try:
        for op in journal.left_running(host.store):
            way_back = host.keymap.filled("{undo} takes back what was done")
            host.say(f"Left unfinished: {op.label}. {way_back}", "error")
        rank_anew_when_old(host, upkeep)
    except StoreError as error:
        host.say(str(error), "error")
    if host.keymap.problems:
        host.say("; ".join(host.keymap.problems), "error")


def rank_anew_when_old(host: Host, upkeep: Acts) -> None:
    """Order a store by changed decay settings, while the old order is shown. Raises StoreError."""
    if not repair.ranks_are_old(host.store):
        return
    upkeep.run(
        repair.rank_anew,
        lambda _none: host.store_changed(),
        size=BULK + 1,
        title="ordering by the new decay settings",
    )


def import_ahead() -> None:
    """Import what Review and Time are made of, and the markdown renderer, in a thread: they open at once.

    What has been made by then stays, so no key waits from now on while it is looked through for garbage.
    """

    def load() -> None:
        try:
            for name in ("memtui.tui.review.view", "memtui.tui.time_travel.view", "markdown_it"):
                import_module(name)
        finally:
            gc.freeze()
            gc.enable()

    threading.Thread(target=load, name="memtui-import", daemon=True).start()


def pane_of(view: View) -> PaneView:
    """Make the pane that shows a view, whose module is imported now."""
    module, _, name = view.pane.partition(":")
    made: PaneView = getattr(import_module(f"memtui.tui.{module}"), name)(id=f"view-{view.id}")
    return made
