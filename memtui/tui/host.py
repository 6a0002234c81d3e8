"""What a view may ask of the app that shows it.

Views, prompts and dialogs know the app by this class alone, and the app knows the views: so the imports
between them run one way. `app.MemtuiApp` does what is only named here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from textual.widget import Widget

from memtui.config.settings import Settings
from memtui.domain.actor import Actor
from memtui.store.database import Store
from memtui.tui.background.acts import Acts
from memtui.tui.background.in_step import InStep
from memtui.tui.background.on_machine import OnMachine
from memtui.tui.before_key import BeforeTheNextKey
from memtui.tui.keys.keymap import Keymap
from memtui.tui.keys.views import ViewId
from memtui.tui.memories.marks import Marks
from memtui.tui.on_terminal import OnTerminal

if TYPE_CHECKING:
    from memtui.store.overview import Overview
    from memtui.tui.background.meaning import MeaningProcess
    from memtui.tui.background.review_pass import Pass
    from memtui.tui.widgets.prompts import Prompt


class Host(OnTerminal):
    """The app, as far as its views know it."""

    store: Store
    """The screen's own connection."""
    keymap: Keymap
    actor: Actor
    """Who the screen's changes are by."""
    own: bool
    """Whether the store is the person's, so that what agents remember on this machine is offered to it."""
    config: Path | None
    """The settings file, when it is not the usual one."""
    prompts: Path | None
    """The folder with a person's own prompts for models."""
    acts: Acts
    """The change that the person makes."""
    in_step: InStep
    """What keeps linked files in step."""
    on_machine: OnMachine
    """What was found on this machine."""
    ask_scope: str | None
    """The scope that Ask is to be opened for; None leaves it where it is."""
    source_to_allow: str = ""
    """The path of the linked source that the card of Review would have memtui write to; empty for none."""
    source_told: str = ""
    """The path of the linked source last said to wait for writing; empty once Sources has opened."""
    seen_op: int | None
    """The last op before the screen was left the last time; what others did after it is news."""
    folder: str = ""
    """The folder that the screen was opened in, whose project a text is taken to be about; empty for none."""
    before_key: BeforeTheNextKey
    """What has to be over before the next key is looked at."""
    came_from: ViewId
    """The view that was shown before this one."""
    going_back_to: ViewId | None = None
    """The view that is opened because one steps back to it; it opens as it was left."""

    def go_back(self) -> None:
        """Step back to the view that this one was opened from."""
        self.going_back_to = self.came_from
        self.open_view(self.came_from)

    @cached_property
    def meaning(self) -> MeaningProcess:
        """What searches by meaning, for all views; its process starts with the first question."""
        from memtui.tui.background.meaning import MeaningProcess  # a search is no part of the first paint

        return MeaningProcess(self.store.path, self.config, self.settings.embeddings.model)

    @property
    def review_pass(self) -> Pass | None:
        """The review pass that is at work."""
        raise NotImplementedError

    @property
    def scope(self) -> str:
        """The scope that is chosen in Memories."""
        raise NotImplementedError

    @property
    def marks(self) -> Marks:
        """What is selected in Memories."""
        raise NotImplementedError

    def shows(self, view: object) -> bool:
        """Say whether a view is the one that is shown."""
        raise NotImplementedError

    def say(self, text: str, kind: str = "note") -> None:
        """Show a passing message; `kind` is done, note or error. A key stands in it as `{undo}`."""
        raise NotImplementedError

    def tell(self, view: Widget) -> None:
        """Bring the status line up to date with a view, when it is the one that is shown."""
        raise NotImplementedError

    def tell_shown(self) -> None:
        """Bring the status line up to date with the view that is shown."""
        raise NotImplementedError

    def store_changed(self) -> None:
        """Let the view that is shown catch up with what others wrote."""
        raise NotImplementedError

    def take_settings(self, settings: Settings) -> None:
        """Let other settings hold from now on: theme, keys, how memories fade, and all the rest."""
        raise NotImplementedError

    def prompt(self, prompt: Prompt) -> None:
        """Put a line to type in where the status line is."""
        raise NotImplementedError

    def open_view(self, view_id: ViewId, listing: str | None = None, memory: int | None = None) -> None:
        """Open a view, once the key that asks for it is done with.

        With a filter it lists what that asks for, with the cursor on a memory.
        """
        raise NotImplementedError

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """Let the view that is shown follow a change, see `PaneView.follow`."""
        raise NotImplementedError

    def count_review(self) -> None:
        """Bring the count of open proposals in the header up to date."""
        raise NotImplementedError

    def compare_figures(self, since: Overview | None) -> Overview | None:
        """Show the figures of the store beside those `since` a moment, or else those of now; return these."""
        raise NotImplementedError

    def start_pass(self, *, asked: bool = False, judge: bool = False, model: str = "") -> None:
        """Look for what to propose, in a child process.

        `asked` says that the person wants it now, `judge` that they let a model read: `model`, or the one
        that is set.
        """
        raise NotImplementedError

    def stop_pass(self) -> None:
        """Stop the pass that is at work; what it found stays."""
        raise NotImplementedError

    def review_changes(self, came: int = 0) -> None:
        """Look at what was just stored, where the pass may start by itself.

        Of `came` memories that were linked it is said how many are worth a look.
        """
        raise NotImplementedError
