"""The keys of the Time view: to another day, and what can be taken along from there."""

from memtui.tui.keys.action import Action, Group
from memtui.tui.keys.needs import a_row, row_and_idle
from memtui.tui.keys.views import ViewId

_TIME = (ViewId.TIME,)

TRAVELLING: tuple[Action, ...] = (
    Action("day_back", ("left", "h"), "day back", "A day back", Group.TIME, _TIME, hint=1),
    Action("day_on", ("right", "l"), "day on", "A day on", Group.TIME, _TIME, hint=2),
    Action("month_back", ("shift+left", "H"), "month back", "A month back", Group.TIME, _TIME, hint=3),
    Action("month_on", ("shift+right", "L"), "month on", "A month on", Group.TIME, _TIME, hint=4),
    Action("today", (".",), "today", "Back to today", Group.TIME, _TIME, hint=5),
    Action(
        "filter_then",
        ("/",),
        "filter",
        "Filter the day as you type, by what memories said then",
        Group.TIME,
        _TIME,
        hint=8,
    ),
    Action(
        "bring_back",
        ("r",),
        "bring back",
        "Make the memory again what it was on this day",
        Group.TIME,
        _TIME,
        row_and_idle,
        6,
    ),
    Action("copy_then", ("y",), "copy", "Copy the text as it was", Group.TIME, _TIME, a_row, 7),
)
