"""Reads the sessions that wait in the capture queue while the screen is open, in a child process.

`review.working` is its other end. A child is started when something is due and ends when nothing is left, so
that an idle screen has none.
"""

import time

from memtui.child import Line
from memtui.config.settings import Sync
from memtui.domain.counting import plural
from memtui.domain.text import Longest, one_line
from memtui.review.working import Request
from memtui.store import jobs
from memtui.store.database import Store
from memtui.sync.status import is_due
from memtui.tui.background.children import Child
from memtui.tui.background.following import Following, exchanged_words
from memtui.tui.host import Host

_LOOK_EVERY = 3.0
"""Seconds between two looks into the queue; each takes microseconds."""
_AGAIN = 60.0
"""Seconds until a queue is tried again that another process is at."""


class Capturing:
    """The child, and when it is to run next."""

    def __init__(self, store: Store, sync: Sync) -> None:
        self._store = store
        self._sync = sync
        self._next = 0.0
        self._following = Following(store, sync)
        self.child: Child | None = None
        self.waiting = 0
        """Jobs in the queue, the one it is at among them."""

    def due(self) -> bool:
        """Say whether a child is to be started now."""
        now = time.monotonic()
        if self.child is not None or now < self._next or self._store.read_only:
            return False
        self._next = now + _LOOK_EVERY
        alone = self._following.child is None
        return jobs.is_due(self._store) or (alone and is_due(self._store, self._sync))

    def begin(self, config: str, prompts: str) -> Child:
        """Return the child to listen to."""
        self.count()
        request = Request(str(self._store.path), config, prompts, once=True)
        self.child = Child("memtui.review.working", request.line())
        return self.child

    def start_when_due(self, host: Host) -> None:
        """Let a child read the sessions that wait, when there are any; `host` shows what comes of it."""
        self._following.start_when_due(host)
        if self.due():
            child = self.begin(str(host.config or ""), str(host.prompts or ""))
            host.run_worker(listen(self, child, host), group="capture", exit_on_error=False)
            host.tell_shown()

    def ended(self, *, worked: bool) -> None:
        """Let the next one wait when this one could do nothing."""
        self.child = None
        self.count()
        if not worked:
            self._next = time.monotonic() + _AGAIN

    def count(self) -> None:
        """Count what waits."""
        by_status = jobs.counts(self._store)
        self.waiting = by_status.get("queued", 0) + by_status.get("running", 0)

    @property
    def children(self) -> list[Child]:
        """The processes that run."""
        return [child for child in (self.child, self._following.child) if child is not None]

    @property
    def progress(self) -> str:
        """What is going on, for the status line; empty when nothing is."""
        if self.child is None or not self.waiting:
            return ""
        return "reading a session" if self.waiting == 1 else f"{self.waiting:,} sessions to read"


async def listen(capturing: Capturing, child: Child, host: Host) -> None:
    """Take in what came of the sessions that waited, and let `host` say it."""
    worked = False
    try:
        async for line in child.lines():
            if line["is"] == "error":
                host.say(one_line(str(line["says"]), Longest.REASON), "error")
            elif line["is"] == "exchanged":
                worked = True
                if sentence := exchanged_words(line):
                    host.say(sentence, "note")
            elif line["is"] == "worked":
                worked = worked or bool(line["done"])
                if sentence := _worked_words(line):
                    host.say(sentence, "done")
    except (OSError, ValueError) as error:
        host.say(f"Waiting sessions could not be read: {one_line(str(error), Longest.SENTENCE)}", "error")
    capturing.ended(worked=worked)
    host.count_review()
    host.tell_shown()


def _worked_words(line: Line) -> str:
    """Return what came of it, in words; empty if it is no news."""
    stored, queued = int(line.get("stored", 0)), int(line.get("queued", 0))
    counts = [f"{plural(stored, 'fact')} stored"] if stored else []
    counts += [f"{plural(queued, 'fact')} to decide on in Review"] if queued else []
    counts += [f"too long to be read: {what} ({count:,})" for what, count in line.get("left_out", {}).items()]
    return f"From what agents did: {', '.join(counts)}" if counts else ""
