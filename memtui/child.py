"""A child's own end of the processes that the screen starts, so that its keys never wait.

A child is started as `python -P -m memtui.…`. Its stdin begins with a Request, as one line of JSON; on stdout
it tells one JSON object a line. `capture.child`, `capture.filling`, `review.child` and `review.working` are
children; `tui.children` is the other end.
"""

import contextlib
import json
import os
import signal
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self, TypeVar

Line = Mapping[str, Any]
"""One object of a child's stdout; `is` says which kind."""
Tell = Callable[[Line], None]


@dataclass(frozen=True, slots=True)
class Request:
    """What a child is to do."""

    def line(self) -> bytes:
        """Return the request as the first line of stdin."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def of(cls, line: bytes) -> Self:
        """Return the request that `line` holds."""
        return cls(**json.loads(line))


R = TypeVar("R", bound=Request)


def telling(*, unhurried: frozenset[str] = frozenset()) -> Tell:
    """Return what tells the screen a line; what anything else prints from now on goes nowhere.

    Lines of the `unhurried` kinds may wait for the next one of another kind. The function raises
    BrokenPipeError when the screen is gone.
    """
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)

    def tell(line: Line) -> None:
        out.write(json.dumps(line) + "\n")
        if line["is"] not in unhurried:
            out.flush()

    return tell


def be_polite(nice: int = 10) -> None:
    """Leave the processor to others, where the system knows priorities."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(nice)


def at_the_end_of_stdin(stop: threading.Event) -> None:
    """Set `stop` once stdin is closed, which also happens when the screen was killed."""

    def wait() -> None:
        while os.read(0, 1024):  # not sys.stdin: its lock must be free when the interpreter ends
            pass
        stop.set()

    threading.Thread(target=wait, daemon=True).start()


def serve(kind: type[R], work: Callable[[R, Tell, threading.Event], None], *, failed: str) -> int:
    """Do what stdin asks for at low priority; what goes wrong is told as an `error`. Returns the exit code.

    `work` is to end soon once its event is set: stdin was closed, or a terminate signal came. `failed` begins
    the sentence about an error that nobody foresaw.
    """
    tell_screen = telling()

    def tell(line: Line) -> None:
        with contextlib.suppress(BrokenPipeError):
            tell_screen(line)

    from memtui.config import ConfigError
    from memtui.store.errors import StoreError

    stop = threading.Event()
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGTERM, lambda *_: stop.set())
    be_polite()
    try:
        request = kind.of(_first_line())
        at_the_end_of_stdin(stop)
        work(request, tell, stop)
    except (StoreError, ConfigError) as error:
        tell({"is": "error", "says": str(error)})
    except Exception as error:  # noqa: BLE001 - the screen is to say that it failed, not how the store reads
        tell({"is": "error", "says": f"{failed}: {type(error).__name__}."})
    return 0


def _first_line() -> bytes:
    """Read stdin up to the first line's end, without a buffer that would hold a lock at exit."""
    line = b""
    while not line.endswith(b"\n") and (piece := os.read(0, 65_536)):
        line += piece
    return line
