"""The keys that move: lines, panes, one step back."""

from memtui.tui.keys.action import Action, Can, Group, Situation
from memtui.tui.keys.needs import a_row
from memtui.tui.keys.views import LISTS, VIEWS, ViewId

_WITH_DETAIL = (
    ViewId.MEMORIES,
    ViewId.DROPPED,
    ViewId.EXTRACT,
    ViewId.HISTORY,
    ViewId.SOURCES,
    ViewId.ASK,
    ViewId.TIME,
)
_WITHOUT_SIDES = {ViewId.REVIEW, ViewId.SOURCES}
_WITH_SIDES = (*(view.id for view in VIEWS if view.id not in _WITHOUT_SIDES), ViewId.SETTINGS)


def _something_to_open(now: Situation) -> str:
    return "" if Can.LINK in now.offers else a_row(now)


MOVING: tuple[Action, ...] = (
    Action("down", ("j", "down"), "down", "Next line; in Review the next card", Group.MOVE),
    Action("up", ("k", "up"), "up", "Line above; in Review the card before", Group.MOVE),
    Action("first", ("g", "home"), "first", "First line, or card", Group.MOVE),
    Action("last", ("G", "end"), "last", "Last line, or card", Group.MOVE),
    Action("half_down", ("ctrl+d",), "half page down", "Half a page down", Group.MOVE),
    Action("half_up", ("ctrl+u",), "half page up", "Half a page up", Group.MOVE),
    Action("page_down", ("pagedown",), "page down", "A page down", Group.MOVE),
    Action("page_up", ("pageup",), "page up", "A page up", Group.MOVE),
    Action(
        "left",
        ("h", "left"),
        "fold",
        "Fold the scope or the section, or go one pane to the left",
        Group.MOVE,
        _WITH_SIDES,
    ),
    Action(
        "right",
        ("l", "right"),
        "unfold",
        "Unfold the scope or the section, or go one pane to the right",
        Group.MOVE,
        _WITH_SIDES,
    ),
    Action(
        "jump",
        ("ctrl+o",),
        "jump back",
        "Back to where one was before `{first}`, `{last}`, a filter, another order or a related memory",
        Group.MOVE,
        LISTS,
    ),
    Action("next_pane", ("tab",), "next pane", "Next pane; in Review the other memory of a pair", Group.MOVE),
    Action("previous_pane", ("shift+tab",), "previous pane", "Pane before", Group.MOVE),
    Action(
        "open",
        ("enter",),
        "open",
        "Show what is under the cursor in full; of a batch, its members; of a figure, its memories",
        Group.MOVE,
        (*_WITH_DETAIL, ViewId.REVIEW, ViewId.INSIGHTS),
        _something_to_open,
    ),
    Action(
        "zoom",
        ("z",),
        "zoom",
        "Let the pane fill the screen, or the card show everything, or put it back",
        Group.MOVE,
        (*_WITH_DETAIL, ViewId.REVIEW),
    ),
    Action(
        "back",
        ("escape",),
        "back",
        "One step back: zoom, selection, filter, another order",
        Group.MOVE,
    ),
)
