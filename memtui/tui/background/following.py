"""Keeps a child process that exchanges with other machines at once, where their meeting place calls.

Elsewhere `session_queue` starts one for each exchange. `sync.following` is the child.
"""

import time

from memtui.child import Line
from memtui.config.settings import Sync
from memtui.domain.counting import plural
from memtui.domain.text import Longest, one_line
from memtui.store.database import Store
from memtui.sync.following import Request, calling_places
from memtui.tui.background.children import Child
from memtui.tui.host import Host

_LOOK_EVERY = 3.0
"""Seconds between two looks whether there is anybody to follow; each takes microseconds."""


class Following:
    """The child, while there is one."""

    def __init__(self, store: Store, wanted: Sync) -> None:
        self._store, self._wanted = store, wanted
        self._next = 0.0
        self.child: Child | None = None

    def start_when_due(self, host: Host) -> None:
        """Start the child where the others call and none runs."""
        now = time.monotonic()
        if self.child is not None or now < self._next or not self._wanted.every or self._store.read_only:
            return
        self._next = now + _LOOK_EVERY
        if calling_places(self._store):
            request = Request(str(self._store.path), str(host.config or ""))
            self.child = Child("memtui.sync.following", request.line())
            host.run_worker(self._listen(self.child, host), group="following", exit_on_error=False)

    async def _listen(self, child: Child, host: Host) -> None:
        try:
            async for line in child.lines():
                if line["is"] == "error":
                    host.say(one_line(str(line["says"]), Longest.REASON), "error")
                elif sentence := exchanged_words(line):
                    host.say(sentence, "note")
        except (OSError, ValueError) as error:
            host.say(f"Other machines are not followed: {one_line(str(error), Longest.SENTENCE)}", "error")
        self.child, self._next = None, time.monotonic() + self._wanted.every


def exchanged_words(line: Line) -> str:
    """Return what other machines brought, in words; empty if it is no news."""
    brought = [f"{plural(line['changed'])} changed on other machines"] if line["changed"] else []
    brought += [f"{plural(line['clashes'], 'clash')} in Review"] if line["clashes"] else []
    return "; ".join(brought)
