"""The app: one screen with tabs, a view and a status line. It hands keys to actions, nothing more.

A key is looked up in the registry for the view that is shown, its precondition is asked, and then the
`do_<action>` of the view, of what it holds, or of `screen_keys` runs. Called by `run`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget

from memtui.config.settings import Settings
from memtui.domain.actor import SCREEN, Actor, ActorKind
from memtui.domain.uid import new_uid
from memtui.secrets.masking import masked
from memtui.store import visits
from memtui.store.database import Store
from memtui.store.errors import StoreError
from memtui.tui import start_up, themes
from memtui.tui.background.acts import ActDone, ActProgress, Acts
from memtui.tui.background.figures import Figures
from memtui.tui.background.in_step import InStep, InStepTold
from memtui.tui.background.on_machine import OnMachine, Scanned
from memtui.tui.background.others import OtherWriters
from memtui.tui.background.review_runs import ReviewRuns
from memtui.tui.background.terminal import terminal_is_gone
from memtui.tui.before_key import BeforeTheNextKey, dealt_with, with_letters_behind
from memtui.tui.host import Host
from memtui.tui.keys.action import Action
from memtui.tui.keys.keymap import Keymap, name_of
from memtui.tui.keys.views import ALL_VIEWS, VIEWS, ViewId
from memtui.tui.main_screen import Main
from memtui.tui.memories.marks import Marks
from memtui.tui.memories.view import MemoriesView
from memtui.tui.screen_keys import ScreenKeys
from memtui.tui.view import PaneView
from memtui.tui.widgets.chrome import Header, Notice, StatusLine
from memtui.tui.widgets.overview_line import OverviewLine

if TYPE_CHECKING:
    from memtui.store.overview import Overview
    from memtui.tui.background.review_pass import Pass
    from memtui.tui.background.session_queue import Capturing
    from memtui.tui.widgets.prompts import Prompt

_WATCH_EVERY = 0.25
"""Seconds between two looks whether another process wrote: felt as at once, each some microseconds."""
_IDLE = 60.0
"""Seconds without a key after which a view's frozen now is renewed."""
_COUNT_EVERY = 20.0
"""Seconds after which it is looked whether a card that was put off is due again."""
_AFTER_PAINT = 0.5
"""Seconds after the first paint at which the review pass may start."""
_AT_QUIT = 0.2
"""Seconds that a review pass gets to end when the screen is closed."""


class MemtuiApp(Host):
    """The screen."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    ALLOW_SELECT = False
    TITLE = "memtui"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        store: Store,
        *,
        theme: str = themes.DEFAULT,
        keymap: Keymap | None = None,
        name: str | None = None,
        settings: Settings | None = None,
        prompts: Path | None = None,
        config: Path | None = None,
        own: bool = True,
    ) -> None:
        """Show `store`, called `name`, in one of `themes.PALETTES`; `Host` says what the rest is for."""
        super().__init__()
        self.settings = settings or Settings()
        self.config, self.prompts = config, prompts
        for known in themes.themes():
            self.register_theme(known)
        self.theme, self.store, self.own = theme, store, own
        self.bind_keys(keymap or Keymap())
        self.actor = Actor(ActorKind.PERSON, SCREEN, new_uid(store.now()))
        """Who the screen's changes are by."""
        self.crash: BaseException | None = None
        """What ended the app, when something unexpected did."""
        self._runs = ReviewRuns(self)
        self.acts = Acts(
            self,
            store,
            self.say,
            way_out=lambda: self.keymap.filled(" · {back} cancels"),
            after=self.count_review,
        )
        self._upkeep = Acts(self, store, self.say, way_out=str)
        """What the store needs after its settings changed; the person does not wait for it."""
        self.in_step = InStep(self, store, lambda: self.settings.gate)
        self.on_machine = OnMachine(self)
        self._capturing: Capturing | None = None
        """What reads the sessions that wait; None until the first paint is done with."""
        self._header = Header(name or store.path.name)
        self._overview = OverviewLine(name or store.path.name)
        self._figures = Figures(store, self._header, self._overview)
        self._notice = Notice()
        self._status = StatusLine(self._notice)
        self._prompt: Prompt | None = None
        self.before_key = BeforeTheNextKey(self)
        self._views: dict[ViewId, PaneView] = {}
        self.view_id = self.came_from = ViewId.MEMORIES
        self._keys = ScreenKeys(self, self._views, lambda: self.view, self.perform, self._show)
        self._others = OtherWriters(store, self.actor)
        self.ask_scope, self.seen_op = None, visits.seen_op(store)
        self._last_key = time.monotonic()

    def get_default_screen(self) -> Screen[None]:
        """Return the one screen, with Memories in it."""
        first = self._views[self.view_id] = start_up.pane_of(VIEWS[0])
        return Main(self.size.height, self._header, self._overview, first, self._status, self._notice)

    def on_mount(self) -> None:
        """Look after what other processes do."""
        self.before_key.until_there(self.view)
        self.set_interval(_WATCH_EVERY, self._watch)
        self.view.after_paint(self._first_words)
        self.call_after_refresh(self.in_step.start)

    def _first_words(self) -> None:
        start_up.say_what_was_left(self, self._upkeep)
        self.count_review()
        if self.own and self.view.is_empty:
            self.on_machine.look()
        if not self.is_headless:
            self.set_timer(_AFTER_PAINT, self._second_thoughts)

    def _second_thoughts(self) -> None:
        """Do what nobody waits for: make Review open at once, and start the pass when it is due."""
        start_up.import_ahead()
        if self.settings.review.on_start != "never":
            self.start_pass(if_due=True)
        from memtui.tui.background.session_queue import Capturing  # no part of the first paint

        self._capturing = Capturing(self.store, self.settings.sync)

    async def on_unmount(self) -> None:
        """Write the last changes to linked files, and stop what still runs."""
        self._figures.end()
        self.in_step.end(_AT_QUIT)
        working = self._capturing.children if self._capturing is not None else []
        children = [child for child in (self.review_pass, *working) if child is not None]
        for child in children:
            child.stop()
        for child in children:
            await child.settle(_AT_QUIT)

    # -- linked files ------------------------------------------------------------------------

    def on_in_step_told(self, event: InStepTold) -> None:
        """Say what happened to linked files, if it is news, behind what was just done here."""
        # Nothing that the first paint waits for.
        from memtui.tui.background.linked_news import tell_linked_news

        tell_linked_news(self, event, behind=self._notice.done)
        if event.done is not None and event.done.proposed:
            self.count_review()
        for view in self._views.values():
            view.sources_changed()

    def on_scanned(self, event: Scanned) -> None:
        """Take over what was found on this machine."""
        self.on_machine.take(event)
        for view in self._views.values():
            view.sources_changed()
        self.tell_shown()

    def open_view(self, view_id: ViewId, listing: str | None = None, memory: int | None = None) -> None:
        """Open a view, once the key that asks for it is done with; see `Host`."""
        self.before_key.finish(self._show(view_id, listing, memory))
        self.call_later(self.before_key.over)

    # -- the review pass -----------------------------------------------------------------------

    def count_review(self) -> None:
        """Count the open proposals anew for the header; those whose delay is over count again."""
        try:
            self._figures.count()
        except StoreError as error:
            self.say(str(error), "error")

    def compare_figures(self, since: Overview | None) -> Overview | None:
        """Show beside the figures what they were before what is done now; see `Host`."""
        return self._overview.compare(since)

    async def on_overview_line_chosen(self, event: OverviewLine.Chosen) -> None:
        """Go to what is behind the figure that was clicked."""
        await self._show(event.figure.view, event.figure.listing)

    @property
    def review_pass(self) -> Pass | None:
        """The review pass that is at work."""
        return self._runs.current

    def start_pass(
        self, *, asked: bool = False, if_due: bool = False, judge: bool = False, model: str = ""
    ) -> None:
        """Look for what to propose, see `Host`; `if_due` leaves it when the last pass was not long ago."""
        self._runs.start(asked=asked, if_due=if_due, judge=judge, model=model)

    def review_changes(self, came: int = 0) -> None:
        """Look at what was just stored, where the pass may start by itself; see `Host`."""
        if self.settings.review.on_start != "never" and (came or not self.is_headless):
            self._runs.start(came=came)

    def stop_pass(self) -> None:
        """Stop the pass that is at work; what it found stays."""
        self._runs.stop()

    @property
    def view(self) -> PaneView:
        """The view that is shown."""
        return self._views[self.view_id]

    @property
    def scope(self) -> str:
        """The scope that is chosen in Memories."""
        return self._views[ViewId.MEMORIES].chosen_scope

    @property
    def marks(self) -> Marks:
        """What is selected in Memories."""
        view = self._views[ViewId.MEMORIES]
        return view.marks if isinstance(view, MemoriesView) else Marks()

    async def _show(self, view_id: ViewId, listing: str | None = None, memory: int | None = None) -> PaneView:
        before, is_new = self._views.get(self.view_id), view_id not in self._views
        if view_id is not self.view_id:
            self.came_from = self.view_id
        if is_new:
            made = start_up.pane_of(next(view for view in ALL_VIEWS if view.id == view_id))
            await self.screen_stack[0].mount(made, before=self._status)
            self._views[view_id] = made  # until now the view before it heard of what happened
        self.view_id = view_id
        if not is_new:
            self.view.opened()
        if before is not None and before is not self.view:
            before.display = False
        self.view.display = True
        self.view.visit(listing, memory)
        self.view.go_to(self.view.pane)
        self._header.show(view_id)
        self.tell_shown()
        return self.view

    # -- keys --------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Deal with a key, in its field too, before the next: behind `/` are letters, behind enter keys."""
        if event.is_forwarded or not isinstance(event, events.Key | events.Paste):
            await super().on_event(event)
            return
        await self.before_key.over()
        if isinstance(event, events.Key):
            self._last_key = self.in_step.last_key = time.monotonic()
            action = None if self._types(event) else self.keymap.find(self.view_id, name_of(event))
            if action is not None:
                await self.perform(action)
                return
            event = await with_letters_behind(self, event)
        taker = self.focused or self.screen
        await super().on_event(event)
        self.before_key.finish(dealt_with(taker))

    def on_key(self, event: events.Key) -> None:
        """For a key that nothing here takes, say where it works."""
        if not self._types(event) and "ctrl+c" not in event.key:
            self.say(self.keymap.nothing_here(name_of(event)))

    def _types(self, event: events.Key) -> bool:
        """Say whether a dialog, a prompt or a field takes a key."""
        return len(self.screen_stack) > 1 or self._prompt is not None or self.view.types(event.key)

    async def on_paste(self, event: events.Paste) -> None:
        """Take a text that no field takes to Extract, where its facts can be looked at."""
        if len(self.screen_stack) > 1 or self.view_id is ViewId.EXTRACT:
            return
        event.stop()
        await self._show(ViewId.EXTRACT)
        self.view.post_message(events.Paste(event.text))

    async def perform(self, action: Action) -> None:
        """Run an action in the view that is shown, or say why it cannot run."""
        if action.id == "back" and self.acts.cancel():
            self.say(f"Stopping: {self.acts.busy}")
            return
        reason = self.keymap.blocked(action, self.view.situation())
        if reason:
            self.say(reason)
            return
        if action.id.startswith("view_"):
            self._notice.turn_away()
            await self._show(ViewId(action.id.removeprefix("view_")))
            return
        handler = self.view.handler(action.id) or getattr(self._keys, f"do_{action.id}")
        self._notice.answers_key = True
        try:
            handler()
        except StoreError as error:
            self.say(str(error), "error")
        self._notice.answers_key = False
        self.tell_shown()

    async def on_header_tab_chosen(self, event: Header.TabChosen) -> None:
        """Open the view whose tab was clicked."""
        self._notice.turn_away()
        await self._show(event.view)

    async def on_status_line_key_chosen(self, event: StatusLine.KeyChosen) -> None:
        """Do what the clicked key of the status line does; the words at its left are the filter's."""
        action = self.keymap.written(self.view_id, event.key or self.keymap.key_for("filter"))
        if action is not None:
            await self.perform(action)

    # -- what the lines around the view say ----------------------------------------------------

    def say(self, text: str, kind: str = "note") -> None:
        """Show a passing message with its keys in it; `kind` is done, note or error."""
        self._notice.say(masked(self.keymap.filled(text)), kind)

    def shows(self, view: object) -> bool:
        """Say whether a view is the one that is shown."""
        return view is self._views.get(self.view_id)

    def tell_shown(self) -> None:
        """Bring the status line up to date with the view that is shown."""
        self.tell(self.view)

    def store_changed(self) -> None:
        """Let the view that is shown catch up with what others wrote."""
        self.view.store_changed()

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """Let the view that is shown follow a change."""
        self.view.follow(changed, complete=complete, to=to)
        self._figures.count_if_cards_left()

    def tell(self, view: Widget) -> None:
        """Bring the status line up to date with `view`, when it is the one that is shown."""
        if not self.shows(view):
            return
        view = self.view
        status = view.status()
        back = [(self.keymap.key_for("back"), view.way_back)] if view.way_back else []
        status.hints = [*back, *view.hints()]
        at_work = self.acts if self.acts.busy else self._upkeep
        if at_work.busy:
            status.busy = f"{at_work.busy}: {at_work.progress}"
        elif not status.busy and self._capturing is not None:
            status.busy = self._capturing.progress
        self._status.show(status)
        if self._prompt is not None:
            self._prompt.tell(status.count)

    def take_settings(self, settings: Settings) -> None:
        """Let other settings hold from now on: theme, keys, how memories fade, and all the rest."""
        before, self.settings = self.settings, settings
        self.wear(settings.screen.theme)
        if settings.keys != before.keys:
            self.bind_keys(Keymap(settings.keys))
        if settings.decay_rules != before.decay_rules:
            self.store.decay = settings.decay_rules
            start_up.rank_anew_when_old(self, self._upkeep)
        self.tell_shown()

    def prompt(self, prompt: Prompt) -> None:
        """Put a line to type in where the status line is."""
        self._notice.turn_away()
        self._prompt = prompt
        prompt.closed = self.prompt_closed
        self._status.give_way()
        self.before_key.finish(self.screen.mount(prompt, after=self._status))

    def prompt_closed(self) -> None:
        """Put the status line back."""
        prompt, self._prompt = self._prompt, None
        if prompt is not None:
            prompt.remove()
        self._status.come_back()
        self.view.go_to(self.view.pane)
        self.before_key.until(self.view.has_read)
        self.tell_shown()

    # -- changes -----------------------------------------------------------------------------

    def on_act_progress(self, event: ActProgress) -> None:
        """Show how far a long change is."""
        event.acts.note_progress(event.done, event.total)
        self.tell_shown()

    def on_act_done(self, event: ActDone) -> None:
        """Finish a change that ran in a thread."""
        event.finish()
        self.tell_shown()

    def _watch(self) -> None:
        """Notice what other processes wrote, the passing of time, and a terminal that was closed."""
        gone = not self.is_headless and terminal_is_gone()
        if gone:
            self.exit(0)
        if gone or not self.is_running:  # while the screen closes, its views have no parts any more
            return
        now = time.monotonic()
        try:
            if self._others.wrote():
                self._others.note()
                self.count_review()
                self.view.store_changed()
                if self._capturing is not None and self._capturing.child is not None:
                    self._capturing.count()
            elif now - self._figures.counted_at > _COUNT_EVERY:
                self.count_review()
            if self._capturing is not None:
                self._capturing.start_when_due(self)
        except StoreError as error:
            self.say(str(error), "error")
        self._header.name_writers(self._others.summary)
        if now - self._last_key > _IDLE:
            self._last_key = now
            self.view.renew()

    def action_help_quit(self) -> None:
        """Say how to quit to whoever presses ctrl+c, and quit when it is pressed again."""
        how = self.keymap.filled("{quit} quits, and so does ctrl+c again")
        if self._notice.display and self._notice.text == how and len(self.screen_stack) == 1:
            self._keys.do_quit()
        self.say(how)

    def _fatal_error(self) -> None:
        """Leave without a traceback on the screen; `run` says what happened."""
        self.crash = self._exception
        self._close_messages_no_wait()
