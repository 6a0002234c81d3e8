"""The keys that open views, help and the palette."""

from memtui.tui.keys.action import Action, Group
from memtui.tui.keys.views import ALL_VIEWS, View, ViewId

_WHAT = {
    ViewId.MEMORIES: ": all that is remembered, the strongest first",
    ViewId.REVIEW: ": what waits for a yes or no, such as conflicts, duplicates, junk and secrets",
    ViewId.DROPPED: ": what was dropped or forgotten, to look through and restore",
    ViewId.EXTRACT: ": the facts in a text, a file or a session, to keep or leave",
    ViewId.HISTORY: ": every change with who made it, to take back any of them",
    ViewId.INSIGHTS: ": figures and charts of the store, such as its growth, use and fading",
    ViewId.ASK: ": what an agent would be told, and why",
    ViewId.SOURCES: ": the files agents read",
    ViewId.TIME: ": the store as it was on a day, or as it will be",
    ViewId.WHAT_IF: ": sliders for how fast memories fade (decay, half-life, threshold), before that is set",
    ViewId.SETTINGS: ": each with its sentence and where its value comes from",
}


def _open_view(view: View) -> Action:
    what = _WHAT.get(view.id, "")
    return Action(
        f"view_{view.id}",
        tuple(filter(None, (view.key, view.letter))),
        view.title,
        f"Open {view.title}{what}",
        Group.VIEW,
        hint=7 if view.id is ViewId.WHAT_IF else 0,
        hint_in=(ViewId.INSIGHTS, ViewId.SETTINGS),
    )


SCREEN: tuple[Action, ...] = (
    *(_open_view(view) for view in ALL_VIEWS),
    Action("theme", ("T",), "theme", "Next theme: dark, light, the terminal's colours", Group.VIEW),
    Action("suspend", ("ctrl+z",), "suspend", "Step aside for the shell; `fg` comes back", Group.VIEW),
    Action(
        "palette",
        (":", "ctrl+p"),
        "palette",
        "Find anything: an action of any view, a memory, a scope, a setting, a theme",
        Group.VIEW,
    ),
    Action("keys", ("?",), "keys", "Show all keys", Group.VIEW, hint=90),
    Action("quit", ("q",), "quit", "Quit; nothing has to be saved", Group.VIEW, hint=91),
)
