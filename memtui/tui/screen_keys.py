"""The keys that do the same in every view: undo and redo, the theme, the palette, help, quitting."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from memtui.tui import themes
from memtui.tui.host import Host
from memtui.tui.keys.action import Action
from memtui.tui.keys.views import ViewId
from memtui.tui.view import PaneView

if TYPE_CHECKING:
    from memtui.tui.palette.choices import Choice


class ScreenKeys:
    """Answers the keys that no view answers."""

    def __init__(
        self,
        host: Host,
        views: Mapping[ViewId, PaneView],
        shown: Callable[[], PaneView],
        perform: Callable[[Action], Awaitable[None]],
        show: Callable[[ViewId], Awaitable[PaneView]],
    ) -> None:
        """Answer for the `views` of `host` that were opened, of which one is `shown`.

        `perform` does what is chosen in the palette or among the keys, `show` opens the view it belongs to.
        """
        self._host, self._views, self._shown, self._perform = host, views, shown, perform
        self._show = show

    def do_undo(self) -> None:
        """Take back the person's last change."""
        from memtui.tui.history.undoing import undo

        undo(self._host)

    def do_redo(self) -> None:
        """Do again what was taken back."""
        from memtui.tui.history.undoing import redo

        redo(self._host)

    def do_theme(self) -> None:
        """Go to the next theme, and keep it."""
        from memtui.tui.settings.changing import keep_theme

        names = list(themes.PALETTES)
        keep_theme(self._host, names[(names.index(self._host.theme) + 1) % len(names)])

    def do_suspend(self) -> None:
        """Step aside for the shell."""
        self._host.action_suspend_process()

    def do_palette(self) -> None:
        """Open the line that finds everything."""
        from memtui.tui.palette.dialog import Palette

        self._host.push_screen(Palette(self._host, self._shown().situation()), self._chosen)

    async def _chosen(self, choice: Choice | None) -> None:
        if choice is not None:
            from memtui.tui.palette.going import go

            await go(choice, self._host, self._show, self._perform, self._shown().view_id)

    def do_keys(self) -> None:
        """Show the keys of the view; the one that is chosen there runs, in the view that has it."""
        from memtui.tui.help import KeysScreen

        self._host.push_screen(KeysScreen(self._host.keymap, self._shown().situation), self._key_chosen)

    async def _key_chosen(self, action: Action | None) -> None:
        if action is not None:
            if self._shown().view_id not in action.views:
                await self._show(action.views[0])
            await self._perform(action)

    def do_quit(self) -> None:
        """Quit; a long change stops at its next chunk, and what was done can be undone.

        What was accepted and is not stored yet is asked about first.
        """
        view = next((view for view in self._views.values() if view.unsaved), None)
        if view is None:
            self._leave()
        else:
            from memtui.tui.leaving import LeaveDialog

            dialog = LeaveDialog(view.unsaved, can_save=view.can_save)
            self._host.push_screen(dialog, lambda answer: self._left(view, answer))

    def _left(self, view: PaneView, answer: str | None) -> None:
        if answer == "leave":
            self._leave()
        elif answer == "keep":
            self._host.open_view(view.view_id)
            view.save_unsaved()

    def _leave(self) -> None:
        self._host.acts.cancel()
        self._host.exit(0)
