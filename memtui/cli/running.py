"""Long changes: progress for a person who watches, and a Ctrl-C that stops between two chunks.

What was done up to then is committed and can be undone, so stopping is safe and says so.
"""

import signal
import sys
import time
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self

from memtui.cli import output
from memtui.domain.watch import Watch

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_SHOW_AFTER = 0.5
"""Seconds a change may take before progress is worth showing (and loading)."""


class Running:
    """One long change, and who watches it."""

    def __init__(self, label: str) -> None:
        self.watch = Watch(self.progress, self.cancelled)
        """What the lifecycle's verbs take."""
        self._label = label
        self._started = time.monotonic()
        self._stop = False
        self._preparing = False
        self._before: signal.Handlers | object = None
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._on_interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]
        if self._bar is not None:
            self._bar.stop()

    def cancelled(self) -> bool:
        """Say whether the person pressed Ctrl-C."""
        return self._stop

    def progress(self, done: int, total: int) -> None:
        """Show how far it is, on a terminal and once it takes a while. A total of 0 is not known."""
        if self._bar is None:
            if not output.person_watches() or time.monotonic() - self._started < _SHOW_AFTER:
                return
            self._bar = _bar()
            self._task = self._bar.add_task(self._label, total=None)
            self._bar.start()
        if self._task is not None:
            self._bar.update(self._task, completed=done, total=total or None)

    def prepares(self, label: str) -> None:
        """Show at once what comes before the first step of a long change; Ctrl-C ends it there and then."""
        self._preparing, self._label = True, label
        self._started -= _SHOW_AFTER
        self.progress(0, 0)

    def stage(self, label: str, done: int, total: int) -> None:
        """Show how far it is in one of several stages, by the stage's name."""
        self._preparing = False
        if label != self._label:
            self._label = label
            if self._bar is not None and self._task is not None:
                self._bar.update(self._task, description=label)
        self.progress(done, total)

    def _on_interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if self._stop or self._preparing:
            raise KeyboardInterrupt
        self._stop = True


def _bar() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(file=sys.stderr),
        transient=True,
    )
