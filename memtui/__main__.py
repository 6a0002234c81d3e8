"""Where `memtui` starts: the command line, told how to open the screen."""

from pathlib import Path

from memtui.cli.group import root
from memtui.cli.session import Session
from memtui.config import Settings
from memtui.domain.instant import Clock


def main() -> None:
    """Run one command line and exit."""
    root.main(obj=Session(screen=_screen))


def _screen(store_path: Path, settings: Settings, clock: Clock, demo: bool = False) -> int:
    from memtui.tui.run import run

    return run(store_path, settings, clock, demo=demo)


if __name__ == "__main__":
    main()
