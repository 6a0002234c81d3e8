"""The keys that change memories, remove them and bring them back."""

from memtui.tui.keys.action import Action, Can, Group, Situation
from memtui.tui.keys.needs import a_memory, idle, memory_and_idle, memory_or_scope, row_and_idle
from memtui.tui.keys.review import a_cut
from memtui.tui.keys.views import EVERYWHERE, LISTS, WITH_MEMORIES, ViewId

_LIVE = (ViewId.MEMORIES, ViewId.ASK)
"""The views that list live memories."""


def _several(now: Situation) -> str:
    return idle(now) or ("" if now.marked > 1 else "Select the memories to merge first, with {mark}")


def _editable(now: Situation) -> str:
    return idle(now) if now.view is ViewId.EXTRACT else memory_and_idle(now)


def _droppable(now: Situation) -> str:
    return a_cut(now) if now.view is ViewId.REVIEW else memory_or_scope(now)


def _undoable(now: Situation) -> str:
    if now.view is not ViewId.SETTINGS:
        return idle(now)
    return (
        "" if Can.UNDO in now.offers else "No setting was changed here yet; for memories, leave with {back}"
    )


def _redoable(now: Situation) -> str:
    if now.view is not ViewId.SETTINGS:
        return idle(now)
    return "" if Can.REDO in now.offers else "No setting was taken back here; for memories, leave with {back}"


CHANGING: tuple[Action, ...] = (
    Action(
        "add",
        ("a",),
        "add",
        "Add a memory",
        Group.CHANGE,
        (ViewId.MEMORIES,),
        idle,
        7,
    ),
    Action("edit", ("e",), "edit", "Edit the memory", Group.CHANGE, _LIVE, memory_and_idle, 6),
    Action(
        "pin",
        ("p",),
        "pin",
        "Pin, so that it does not fade, or unpin",
        Group.CHANGE,
        _LIVE,
        memory_and_idle,
        hint_marked=5,
    ),
    Action(
        "more",
        ("+",),
        "importance +",
        "Raise the importance by 0.1",
        Group.CHANGE,
        _LIVE,
        memory_and_idle,
    ),
    Action(
        "less",
        ("-",),
        "importance −",
        "Lower the importance by 0.1",
        Group.CHANGE,
        _LIVE,
        memory_and_idle,
    ),
    Action(
        "merge",
        ("M",),
        "merge",
        "Merge the selected memories into one, after a look at its text",
        Group.CHANGE,
        (ViewId.MEMORIES,),
        _several,
        hint_marked=3,
    ),
    Action(
        "move",
        ("m",),
        "move",
        "Move to another scope; in the tree, rename the scope or file it elsewhere",
        Group.CHANGE,
        WITH_MEMORIES,
        memory_or_scope,
        hint_marked=4,
    ),
    Action(
        "share",
        ("P",),
        "share",
        "Share with a team: a copy goes to all who share its scope",
        Group.CHANGE,
        _LIVE,
        memory_and_idle,
    ),
    Action(
        "write_rule",
        ("i",),
        "as a rule",
        "Write it as a rule into the CLAUDE.md or AGENTS.md of its agents, after a look; again takes it out",
        Group.CHANGE,
        _LIVE,
        memory_and_idle,
    ),
    Action(
        "categorise",
        ("C",),
        "categories",
        "Give the selection categories, take some, rename one: `infra deploy`, `+infra -old`, `old>new`",
        Group.CHANGE,
        (ViewId.MEMORIES,),
        memory_and_idle,
    ),
    Action(
        "edit_outside",
        ("E",),
        "in your editor",
        "Edit the selection, or the text to extract from, in $EDITOR; all that changed is one change",
        Group.CHANGE,
        (ViewId.MEMORIES, ViewId.EXTRACT),
        _editable,
    ),
    Action(
        "export",
        ("X",),
        "export",
        "Write the selection to a new file, secrets masked",
        Group.CHANGE,
        (ViewId.MEMORIES,),
        memory_and_idle,
    ),
    Action(
        "copy",
        ("y",),
        "copy",
        "Copy the text to the clipboard",
        Group.CHANGE,
        WITH_MEMORIES,
        a_memory,
        hint_marked=7,
    ),
    Action(
        "drop",
        ("d",),
        "drop",
        "Drop: gone from recall at once, and `{undo}` brings it back; in the tree, all of the scope; on a "
        "card that would cut a part out, all of the memory",
        Group.REMOVE,
        (*WITH_MEMORIES, ViewId.REVIEW),
        _droppable,
        1,
        _LIVE,
        hint_marked=1,
    ),
    Action(
        "undo",
        ("u",),
        "undo",
        "Take back your last change; in Settings that of a setting, in What if that of a slider",
        Group.REMOVE,
        EVERYWHERE,
        _undoable,
        2,
    ),
    Action("redo", ("ctrl+r",), "redo", "Do again what was taken back", Group.REMOVE, EVERYWHERE, _redoable),
    Action(
        "restore",
        ("r",),
        "restore",
        "Restore to Memories",
        Group.REMOVE,
        LISTS,
        memory_and_idle,
        1,
        (ViewId.DROPPED,),
        hint_marked=2,
    ),
    Action(
        "revert",
        ("r",),
        "take back",
        "Take back the change under the cursor, whoever made it; if it is undone, do it again",
        Group.REMOVE,
        (ViewId.HISTORY,),
        row_and_idle,
        1,
    ),
    Action(
        "forget",
        ("D",),
        "forget many",
        "Drop what is selected, else everything a filter matches, after a preview",
        Group.REMOVE,
        (ViewId.MEMORIES,),
        idle,
        8,
        hint_marked=9,
    ),
    Action(
        "archive",
        ("x",),
        "archive",
        "Archive: kept, searched on request only",
        Group.REMOVE,
        WITH_MEMORIES,
        memory_and_idle,
        hint_marked=6,
    ),
    Action(
        "purge",
        ("$",),
        "purge",
        "Erase for good; asks for the count",
        Group.REMOVE,
        (ViewId.DROPPED,),
        memory_and_idle,
        9,
        hint_marked=8,
    ),
)
