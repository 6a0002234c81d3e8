"""Where `memtui` starts: the screen at once, or the command line, told how to open the screen."""

import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memtui.config import Settings
    from memtui.domain.instant import Clock


def main() -> None:
    """Run what was asked for and exit.

    Plain `memtui` in a terminal is what people run most, so it does not load the command line, which
    would take a tenth of the time until the first row shows.
    """
    # Importing makes some hundred thousand objects that stay: looking for garbage among them again and
    # again costs a twentieth of the start.
    gc.set_threshold(50_000, 20, 20)
    if len(sys.argv) == 1 and sys.stdin.isatty() and sys.stdout.isatty():
        sys.exit(_own_store())
    from memtui.cli.group import root
    from memtui.cli.session import Session

    root.main(obj=Session(screen=_screen))


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
    store_path: Path, settings: "Settings", clock: "Clock", demo: bool = False, config: Path | None = None
) -> int:
    from memtui.tui.run import run

    return run(store_path, settings, clock, demo=demo, config=config)


if __name__ == "__main__":
    main()
