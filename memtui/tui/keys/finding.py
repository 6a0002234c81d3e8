"""The keys that find and select memories."""

from memtui.tui.keys.action import Action, Group, Part, Situation
from memtui.tui.keys.needs import a_memory, a_row
from memtui.tui.keys.views import LISTS, ViewId

_LISTS_AND_REVIEW = (*LISTS, ViewId.REVIEW)


def _markable(now: Situation) -> str:
    if now.view is ViewId.REVIEW and now.part is not Part.MEMBERS:
        return "This marks members of a batch; {open} on its card lists them"
    return a_memory(now)


FINDING: tuple[Action, ...] = (
    Action(
        "filter",
        ("/",),
        "filter",
        "Filter as you type: words, and tokens such as `type:fact older:30d`; `shift+tab` lists all scopes",
        Group.FIND,
        LISTS,
        hint=5,
    ),
    Action(
        "filter_history",
        ("/",),
        "filter",
        "Filter as you type: words, and tokens such as `by:claude-code did:drop`",
        Group.FIND,
        (ViewId.HISTORY,),
        hint=5,
    ),
    Action("sort", ("s",), "sort", "Next order: strength, newest, oldest, last used …", Group.FIND, LISTS),
    Action(
        "worth",
        ("!",),
        "worth a look",
        "Worth a look first: what Review doubts, what reads like junk, what is weak; again: strongest first",
        Group.FIND,
        (ViewId.MEMORIES,),
        hint=6,
    ),
    Action("turn", ("w",), "weakest", "Turn the order round: weakest first, or back", Group.FIND, LISTS),
    Action(
        "reveal",
        ("R",),
        "show secret",
        "Show the secret in the memory under the cursor, until the cursor moves or the key is pressed again",
        Group.FIND,
        LISTS,
        a_memory,
    ),
    Action(
        "mark",
        ("space",),
        "mark",
        "Select the memory, or the member of a batch, and go to the next",
        Group.FIND,
        _LISTS_AND_REVIEW,
        _markable,
        4,
    ),
    Action("range", ("v",), "range", "Start a range; move, then press it again", Group.FIND, LISTS, a_memory),
    Action(
        "mark_all",
        ("A",),
        "all",
        "Select everything the filter matches, or all members",
        Group.FIND,
        _LISTS_AND_REVIEW,
        _markable,
    ),
    Action(
        "invert", ("I",), "invert", "Select what is not selected", Group.FIND, _LISTS_AND_REVIEW, _markable
    ),
    Action(
        "formula",
        ("=",),
        "formula",
        "Show the sum behind the strength, or leave it out",
        Group.FIND,
        LISTS,
        a_row,
    ),
    Action(
        "rows",
        ("L",),
        "two lines",
        "Give each memory of the list two lines, or one again",
        Group.FIND,
        LISTS,
    ),
    Action(
        "raw",
        ("`",),
        "as written",
        "Show the text as it was written, its markdown not rendered, or rendered again",
        Group.FIND,
        _LISTS_AND_REVIEW,
        a_row,
    ),
)
