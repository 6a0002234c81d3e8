"""Where `memtui` starts: the screen at once, or the command line, told how to open the screen and serve."""

import atexit
import gc
import os
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from memtui import opening, streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memtui.config import Settings
    from memtui.domain.instant import Clock


def main() -> None:
    """Run what was asked for and exit.

    Plain `memtui` in a terminal is what people run most, so it does not load the command line, which
    would take a tenth of the time until the first row shows.
    """
    streams.stand_in_for_closed()
    # Read when numpy is loaded, here and in children. Matrices are small here: a second thread mostly waits
    # for its turn, and waiting, too, keeps a processor busy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    hook = _hook(sys.argv[1:])
    if hook is not None:
        gc.disable()  # it ends at once
        from memtui.hooks import entry

        entry.main(hook[0], db=hook[1], config=hook[2])
        entry.leave()
    if streams.is_closed("stdout"):
        print("stdout is closed, so nothing could be shown. Nothing was done.", file=sys.stderr)
        sys.exit(1)
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # a library's warning may quote what a file holds
    # Importing makes some hundred thousand objects that stay: looking for garbage among them again and
    # again costs a twentieth of the start.
    gc.set_threshold(50_000, 20, 20)
    # What a process holds ends with it: looking through it for garbage would only hold up the end.
    atexit.register(gc.freeze)
    if len(sys.argv) == 1 and sys.stdin.isatty() and sys.stdout.isatty():
        try:
            code = _own_store()
        except KeyboardInterrupt:  # while the screen loads; once it is there it takes every key
            opening.wipe()
            code = 130
        sys.exit(code)
    from memtui.cli.group import root
    from memtui.cli.session import Session

    root.main(obj=Session(screen=_screen, serve=_serve, answer=_answer))


def _hook(arguments: list[str]) -> tuple[list[str], str, str] | None:
    """Return what `memtui [--db PATH] [--config PATH] hook …` was called with, None for another command.

    An agent waits for a hook, so it is told apart before the command line is loaded. Its help is not.
    """
    places = {"--db": "", "--config": ""}
    at = 0
    while at < len(arguments) and arguments[at] != "hook":
        name, sign, value = arguments[at].partition("=")
        if name not in places:
            return None
        if not sign:
            at += 1
            value = arguments[at] if at < len(arguments) else ""
        places[name] = value
        at += 1
    rest = arguments[at + 1 :]
    if at >= len(arguments) or "--help" in rest or "-h" in rest:
        return None
    return rest, places["--db"], places["--config"]


def _answer(arguments: "Sequence[str]") -> int:
    from memtui.hooks import entry

    return entry.main(arguments)


def _own_store() -> int:
    """Open the screen on the person's own store, as the settings say."""
    from memtui import config

    try:
        loaded = config.load()
        path, clock = config.store_path(), config.clock()
    except config.ConfigError as error:
        print(error, file=sys.stderr)
        return 1
    for warning in loaded.warnings:
        print(f"Warning: {warning}", file=sys.stderr)
    return _screen(path, loaded.settings, clock)


def _screen(
    store_path: Path,
    settings: "Settings",
    clock: "Clock",
    demo: bool = False,
    config: Path | None = None,
    on_review: bool = False,
) -> int:
    opening.say()
    gc.disable()  # `start_up` lets it look for garbage again, once the first rows are there
    from memtui.tui.run import run

    return run(store_path, settings, clock, demo=demo, config=config, on_review=on_review)


def _serve(
    store_path: Path, settings: "Settings", clock: "Clock", config: Path | None = None, scope: str = ""
) -> int:
    from memtui.mcp.loading import lightly

    with lightly():
        from memtui.mcp.server import serve

    return serve(store_path, settings, clock, config, scope)


if __name__ == "__main__":
    main()
