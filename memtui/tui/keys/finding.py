"""The keys that find and select memories."""

from memtui.tui.keys.action import Action, Group
from memtui.tui.keys.needs import a_memory, a_row
from memtui.tui.keys.views import LISTS

FINDING: tuple[Action, ...] = (
    Action(
        "filter",
        ("/",),
        "filter",
        "Filter as you type: words, and tokens such as `type:episodic older:30d`",
        Group.FIND,
        LISTS,
        hint=5,
    ),
    Action("sort", ("s",), "sort", "Next order: strength, newest, oldest, last used …", Group.FIND, LISTS),
    Action(
        "turn", ("w",), "weakest", "Turn the order round: weakest first, or back", Group.FIND, LISTS, hint=6
    ),
    Action(
        "mark", ("space",), "mark", "Select the memory and go to the next", Group.FIND, LISTS, a_memory, 4
    ),
    Action("range", ("v",), "range", "Start a range; move, then press it again", Group.FIND, LISTS, a_memory),
    Action("mark_all", ("A",), "all", "Select everything the filter matches", Group.FIND, LISTS, a_row),
    Action("invert", ("I",), "invert", "Select what is not selected", Group.FIND, LISTS, a_row),
)
