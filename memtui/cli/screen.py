"""Opens the screen: on the person's store, or on a throw-away copy of the example store."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

import click

from memtui import opening
from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import answers
from memtui.config.reading import Loaded
from memtui.domain.actor import Actor, ActorKind


def at_terminal() -> bool:
    """Say whether a person can see the screen and type into it."""
    return answers() and output.to_terminal()


def open_screen(session: Session, path: Path, *, demo: bool = False, on_review: bool = False) -> int:
    """Run the screen on the store at `path` until the person quits. Raises Stop without a terminal.

    It opens on Memories, or on Review.
    """
    if session.screen is None or not at_terminal():
        raise Stop("The screen needs a terminal. `memtui list` and `memtui --help` work without one.")
    return session.screen(
        path, session.settings, session.clock, demo=demo, config=session.config, on_review=on_review
    )


@click.command()
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the example store to this file and don't open the screen.",
)
@pass_session
def demo(session: Session, keep: Path | None) -> int:
    """Open the screen on a throw-away store of examples.

    Your own store is not touched, and neither are the files of your agents: the examples bring their own.
    They are gone when the screen is closed.
    """
    from memtui.demo.home import at_home, write_files
    from memtui.sources.places import variables

    if keep is not None:
        if keep.exists():
            raise Stop(f"{keep} exists already. Name a new file.")
        _make(session, keep)
        output.row(str(keep))
        return Code.DONE
    opening.say()
    with tempfile.TemporaryDirectory(prefix="memtui-demo-") as folder:
        path, home = Path(folder) / "demo.db", Path(folder) / "ada"
        _gone_with_the_terminal(folder)
        _make(session, path)
        write_files(home)
        session.config = Path(folder) / "config.toml"
        _copy_settings(session.loaded, session.config)
        with at_home(home, variables()):
            return open_screen(session, path, demo=True)


def _copy_settings(loaded: Loaded, path: Path) -> None:
    """Let the person's settings hold here too, in a file of the demo: what is changed here stays here."""
    from memtui.config.writing import default_file

    if loaded.exists:
        shutil.copyfile(loaded.path, path)
    else:
        path.write_text(default_file(), "utf-8")


def _gone_with_the_terminal(folder: str) -> None:
    """Throw the examples away also when the terminal is closed on them, then end as one does."""
    ours = os.getpid()

    def end(number: int, _frame: object) -> None:
        if os.getpid() == ours:  # a child of the screen inherits this
            shutil.rmtree(folder, ignore_errors=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    for name in ("SIGHUP", "SIGTERM"):
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, end)


def _make(session: Session, path: Path) -> None:
    from memtui.demo.planting import fill
    from memtui.store.opening import open_store

    with open_store(path, decay=session.settings.decay_rules, clock=session.clock) as store:
        # Not by the person: undo must not empty the store of somebody who is trying it out. Nor under the
        # name of a format: what such a one wrote is told of as read from linked files.
        fill(store, session.now, by=Actor(ActorKind.SYSTEM, "examples"))
