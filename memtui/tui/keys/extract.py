"""The keys of the Extract view, and what each asks of the text and its facts."""

from memtui.tui.keys.action import Action, Group, Situation
from memtui.tui.keys.needs import idle
from memtui.tui.keys.views import ViewId

_EXTRACT = (ViewId.EXTRACT,)


def _a_text(now: Situation) -> str:
    if not now.aside:
        return "These are the facts of the text; {next_pane} goes back to it"
    return "" if now.text else "There is no text yet: paste one, or press {write} and type"


def _a_fact(now: Situation) -> str:
    if not now.rows and now.typing:
        return "There are no facts yet: {back} ends the typing, then {extract} reads the text"
    if not now.rows and now.reading:
        return "The text is still being read: its facts can be decided on as they come"
    if not now.rows:
        return "There are no facts yet: paste a text, then {extract} reads it"
    return "{next_pane} goes to the facts" if now.aside else ""


def _accepted_and_idle(now: Situation) -> str:
    if now.rows and not now.marked:
        return "Nothing is accepted yet: {accept} accepts a fact, {accept_all} all that are new"
    return idle(now) or ("" if now.rows else _a_fact(now))


def _read(now: Situation) -> str:
    return "" if now.text and not now.typing else "There is no text yet: paste one, or press {write} and type"


def _anything(now: Situation) -> str:
    return "" if now.text or now.rows else "There is nothing to clear"


EXTRACTING: tuple[Action, ...] = (
    Action("write", ("i",), "type", "Type or edit the text; {back} is done", Group.EXTRACT, _EXTRACT, hint=4),
    Action("open_file", ("o",), "file", "Open a file as the text", Group.EXTRACT, _EXTRACT, hint=4),
    Action(
        "clipboard", ("p",), "clipboard", "Take what is on the clipboard", Group.EXTRACT, _EXTRACT, hint=4
    ),
    Action("file_under", ("m",), "scope", "Choose the scope of the facts", Group.EXTRACT, _EXTRACT, hint=4),
    Action(
        "model", ("M",), "model", "Choose the model that reads, or the rules", Group.EXTRACT, _EXTRACT, hint=4
    ),
    Action(
        "as_of",
        ("t",),
        "date",
        "Say which day the text is of: what its `today` and `next Friday` mean",
        Group.EXTRACT,
        _EXTRACT,
        hint=12,
    ),
    Action(
        "extract",
        ("x", "ctrl+e"),
        "extract",
        "Read the text and list its facts; nothing is stored yet",
        Group.EXTRACT,
        _EXTRACT,
        _a_text,
        1,
    ),
    Action(
        "save",
        ("s", "ctrl+s"),
        "save",
        "Store what is accepted, as one change: one `{undo}` takes all of it back",
        Group.EXTRACT,
        _EXTRACT,
        _accepted_and_idle,
        1,
    ),
    Action("accept", ("y",), "accept", "Accept the fact", Group.EXTRACT, _EXTRACT, _a_fact, 1),
    Action("refuse", ("n",), "refuse", "Refuse the fact", Group.EXTRACT, _EXTRACT, _a_fact, 1),
    Action(
        "accept_all",
        ("Y",),
        "accept new",
        "Accept all facts that are new; the others each ask for a `{accept}`",
        Group.EXTRACT,
        _EXTRACT,
        _a_fact,
        1,
    ),
    Action("edit_fact", ("e",), "edit", "Edit the fact, then accept it", Group.EXTRACT, _EXTRACT, _a_fact, 1),
    Action(
        "toggle", ("space",), "mark", "Accept the fact, or leave it open", Group.EXTRACT, _EXTRACT, _a_fact
    ),
    Action(
        "both",
        ("b",),
        "both",
        "Accept the fact beside the memory it would take the place of",
        Group.EXTRACT,
        _EXTRACT,
        _a_fact,
    ),
    Action(
        "replace_near",
        ("r",),
        "replace",
        "Accept a new fact in the place of the memory that is near it",
        Group.EXTRACT,
        _EXTRACT,
        _a_fact,
    ),
    Action(
        "left_out",
        ("w",),
        "left out",
        "Show the sentences that are in no fact, and why; {accept} takes one as a fact",
        Group.EXTRACT,
        _EXTRACT,
        _read,
        6,
    ),
    Action("clear", ("c",), "new text", "Start anew", Group.EXTRACT, _EXTRACT, _anything, 10),
)
