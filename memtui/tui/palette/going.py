"""Does what was chosen in the palette: runs an action where it belongs, or goes to a memory or scope."""

from collections.abc import Awaitable, Callable

from memtui.domain.memory import Memory, State
from memtui.tui.host import Host
from memtui.tui.keys.action import Action
from memtui.tui.keys.views import ViewId
from memtui.tui.memories.view import MemoriesView
from memtui.tui.palette.choices import Choice, Sort
from memtui.tui.settings.changing import keep_theme
from memtui.tui.settings.view import SettingsView
from memtui.tui.view import PaneView


async def go(
    choice: Choice,
    host: Host,
    show: Callable[[ViewId], Awaitable[PaneView]],
    perform: Callable[[Action], Awaitable[None]],
    view_id: ViewId,
) -> None:
    """Do what was chosen while `view_id` is shown; `show` opens another view and returns it."""
    if isinstance(choice.what, Action):
        if view_id not in choice.what.views:
            await show(choice.what.views[0])
        await perform(choice.what)
    elif isinstance(choice.what, Memory):
        kept = choice.what.state is State.LIVE
        view = await show(ViewId.MEMORIES if kept else ViewId.DROPPED)
        if isinstance(view, MemoriesView):
            view.go_to_memory(choice.what.id)
    elif choice.sort is Sort.SCOPE:
        view = await show(ViewId.MEMORIES)
        if isinstance(view, MemoriesView):
            view.go_to_scope(choice.what)
    elif choice.sort is Sort.THEME:
        keep_theme(host, choice.what)
    else:
        view = await show(ViewId.SETTINGS)
        if isinstance(view, SettingsView):
            view.go_to_setting(choice.what)
