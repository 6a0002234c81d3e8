"""What one run of the command line carries: where the store is, the settings, the time, who acts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from memtui.cli import output
from memtui.cli.running import Running
from memtui.cli.terminal import watched
from memtui.config import Loaded, Settings, clock, config_path, load, prompts_beside, store_path
from memtui.domain.actor import CLI, SCRIPT, Actor, ActorKind
from memtui.domain.instant import Clock, Instant, to_iso

if TYPE_CHECKING:
    from memtui.store.database import Store


class Screen(Protocol):
    """Opens the screen and returns the exit code.

    `__main__` supplies it, since faces don't import each other.
    """

    def __call__(
        self,
        store_path: Path,
        settings: Settings,
        clock: Clock,
        demo: bool = False,
        config: Path | None = None,
        on_review: bool = False,
    ) -> int:
        """Run until the person quits."""


class Serve(Protocol):
    """Serves an agent on stdin and stdout, and returns the exit code. `__main__` supplies it too."""

    def __call__(
        self, store_path: Path, settings: Settings, clock: Clock, config: Path | None = None, scope: str = ""
    ) -> int:
        """Run until the agent closes the pipe."""


@dataclass
class Session:
    """One run. Commands get it with `@click.pass_obj`; nothing is read before it is asked for."""

    screen: Screen | None = None
    serve: Serve | None = None
    answer: Callable[[Sequence[str]], int] | None = None
    """Answers an agent's hook: the event and its options in, the exit code out. `__main__` supplies it."""
    db: Path | None = None
    """What `--db` said."""
    opened: "Store | None" = None
    """The store, once a command has asked for it."""
    config: Path | None = None
    """What `--config` said."""

    @cached_property
    def loaded(self) -> Loaded:
        """The settings and where they come from; unknown keys are named on stderr, once."""
        loaded = load(self.config)
        for warning in loaded.warnings:
            output.say(f"Warning: {warning}")
        return loaded

    @property
    def settings(self) -> Settings:
        """The settings in force. Raises ConfigError."""
        return self.loaded.settings

    @property
    def settings_file(self) -> Path:
        """Where the settings file is, or would be."""
        return self.config.expanduser() if self.config else config_path()

    @property
    def prompts(self) -> Path:
        """The folder in which a person keeps prompts of their own."""
        return prompts_beside(self.settings_file)

    @cached_property
    def clock(self) -> Clock:
        """The time, or what `MEMTUI_NOW` says it is. Raises ConfigError."""
        return clock()

    @cached_property
    def now(self) -> Instant:
        """When this run began."""
        return self.clock()

    @cached_property
    def path(self) -> Path:
        """Where the store is."""
        return self.db.expanduser() if self.db else store_path()

    @cached_property
    def actor(self) -> Actor:
        """Who acts at the command line, a person or a script."""
        return self.actor_called(*((ActorKind.PERSON, CLI) if watched() else (ActorKind.SCRIPT, SCRIPT)))

    def actor_called(self, kind: ActorKind, client: str) -> Actor:
        """Return who acts under a name; a day of use is one session."""
        return Actor(kind, client, session=f"{client}-{to_iso(self.now)[:10]}")

    def store(self) -> "Store":
        """Open the store, made when it is missing; it is closed when the command ends. Raises StoreError."""
        return self._open(create=True)

    def store_to_read(self) -> "Store":
        """Do the same for a command that only looks: what `--db` names has to be there."""
        return self._open(create=self.db is None)

    def _open(self, *, create: bool) -> "Store":
        from memtui.store.opening import open_store

        store = self.opened = open_store(
            self.path, decay=self.settings.decay_rules, clock=self.clock, create=create
        )
        click.get_current_context().call_on_close(lambda: _close(store, self.settings))
        if not store.read_only:
            _catch_up(store)
        return store


def _close(store: "Store", settings: Settings) -> None:
    """Close the store, after linked files were told what the command changed."""
    from memtui.store import sources
    from memtui.store.errors import StoreError

    try:
        if not store.read_only and sources.needs_writing(store):
            from memtui.cli.settling import settle  # loads the readers of all formats

            settle(store, settings.gate)
    except StoreError as error:
        output.say(f"Linked files were not brought in step: {error}")
    finally:
        store.close()


def _catch_up(store: "Store") -> None:
    """Say what a killed process left half done, and rank memories by settings that changed since."""
    from memtui.store import journal, repair

    for op in journal.left_running(store):
        output.say(f"Left unfinished: {op.label}. `memtui undo --op {op.id}` takes back what was done.")
    if repair.ranks_are_old(store):
        output.say("The decay settings changed; ranking the memories anew, once.")
        with Running("ranking") as running:
            repair.rank_anew(store, watch=running.watch)
        if running.cancelled():
            raise KeyboardInterrupt


pass_session = click.make_pass_decorator(Session)
"""Gives a command the Session as its first argument."""
