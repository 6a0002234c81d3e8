"""The keys of the Settings view."""

from memtui.tui.keys.action import Action, Group, Part, Situation
from memtui.tui.keys.needs import a_row
from memtui.tui.keys.views import ViewId

_SETTINGS = (ViewId.SETTINGS,)


def _changed(now: Situation) -> str:
    if now.part is Part.SECTION:
        return "This puts one setting back; {change_setting} unfolds the section"
    return a_row(now) or ("" if now.part is Part.CHANGED else "This is at its default already")


SETTING: tuple[Action, ...] = (
    Action(
        "change_setting",
        ("enter", "e", "space"),
        "change",
        "Go to the next choice, or type a value; it is written to the settings file and holds at once. On a"
        " section, unfold or fold it",
        Group.SETTINGS,
        _SETTINGS,
        a_row,
        1,
    ),
    Action(
        "default_setting",
        ("x",),
        "default",
        "Put it back to its default",
        Group.SETTINGS,
        _SETTINGS,
        _changed,
        2,
    ),
    Action(
        "find_setting",
        ("/",),
        "find",
        "List the settings that have the words in their name or sentence, or else some of them",
        Group.SETTINGS,
        _SETTINGS,
        hint=3,
    ),
)
