"""The registry of everything a key can do on the screen.

One record per action. The key dispatch, the hints in the status line, the `?` screen, the command
palette, the `[keys]` settings and docs/keys.md are all made from these records, so none of them
can say something the others do not. A new action is one record here and one method `do_<id>` on
the views it names, or on the app when every view has it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from memtui.domain.text import one_line

NEVER_BOUND = frozenset({"ctrl+i", "ctrl+h", "ctrl+m", "ctrl+a", "ctrl+b", "ctrl+j", "ctrl+["})
"""Terminals send tab, backspace and enter for some of these; screen and tmux take the others."""


_TAKEN = frozenset({"ctrl+c", "ctrl+q"})
"""The screen answers these itself, before any action."""
_NAMED = "up|down|left|right|home|end|insert|delete|pageup|pagedown|f[1-9]|f1[0-9]|f2[0-4]"
_KEY = re.compile(
    rf"[^\W\d]|[^\w\s]|_|ctrl\+[a-z]|(ctrl\+|shift\+|ctrl\+shift\+)?({_NAMED})|"
    r"escape|enter|tab|shift\+tab|space|backspace"
)
"""What a key can be called: the character it writes, or one of the names that reach an action."""


class ViewId(StrEnum):
    """The views, by the names their records and tests use."""

    MEMORIES = "memories"
    REVIEW = "review"
    DROPPED = "dropped"
    EXTRACT = "extract"
    HISTORY = "history"
    INSIGHTS = "insights"
    SOURCES = "sources"


@dataclass(frozen=True, slots=True)
class View:
    """One view: a tab in the header, a key, and the pane that is made when it is first opened."""

    id: ViewId
    key: str
    title: str
    pane: str
    """`module:class` below memtui.tui, imported on first use."""


VIEWS = (
    View(ViewId.MEMORIES, "1", "Memories", "memories.view:MemoriesView"),
    View(ViewId.REVIEW, "2", "Review", "review.view:ReviewView"),
    View(ViewId.DROPPED, "3", "Dropped", "dropped.view:DroppedView"),
    View(ViewId.EXTRACT, "4", "Extract", "extract.view:ExtractView"),
    View(ViewId.HISTORY, "5", "History", "history.view:HistoryView"),
    View(ViewId.INSIGHTS, "6", "Insights", "insights.view:InsightsView"),
)
SOURCES = View(ViewId.SOURCES, "S", "Sources", "sources.view:SourcesView")
ALL_VIEWS = (*VIEWS, SOURCES)
"""With the page that has a tab only while it is shown."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What an action may ask about before it runs."""

    view: ViewId
    rows: int | None = 0
    """How many rows the view lists; None while that is being counted."""
    marked: int = 0
    aside: bool = False
    """The focus is on the scopes, or on the text that is extracted from: no row is under the cursor."""
    text: bool = False
    """There is a text to extract from."""
    part: str = ""
    """What Review shows: `card`, `members` of a batch, `source`, `rules`, or `nothing`; in Sources what is
    under the cursor: `linked`, `found`, or `nothing`."""
    offers: frozenset[str] = frozenset()
    """What the card lets one choose, see `card_parts.offers`; of a source, `write` and `load`; of an empty
    store, `sources` that were found."""
    busy: str = ""
    """What keeps the store busy, as a phrase; empty when nothing does."""


Need = Callable[[Situation], str]
"""Returns why an action cannot run now, or an empty string when it can."""


def _a_row(now: Situation) -> str:
    return "Nothing is listed here" if now.rows == 0 and not now.marked else ""


def _idle(now: Situation) -> str:
    return f"Wait for {now.busy}, or press esc to cancel it" if now.busy else ""


def _a_memory(now: Situation) -> str:
    if now.aside and not now.marked:
        return "This acts on a memory; enter goes to the memories of the scope"
    return _a_row(now)


def _memory_and_idle(now: Situation) -> str:
    return _idle(now) or _a_memory(now)


def _row_and_idle(now: Situation) -> str:
    return _idle(now) or _a_row(now)


def _something(now: Situation) -> str:
    return "" if "sources" in now.offers else _a_row(now)


def _several(now: Situation) -> str:
    return _idle(now) or ("" if now.marked > 1 else "Select the memories to merge first, with space")


def _a_linked(now: Situation) -> str:
    if now.part == "found":
        return "This is not linked yet: l links it"
    if now.part == "agent":
        return "This is what an agent loads, no source of its own"
    return _idle(now) or ("" if now.part == "linked" else "Nothing is linked here")


def _a_found(now: Situation) -> str:
    if now.part == "linked":
        return "This is linked already; x unlinks it"
    if now.part == "agent":
        return "This is what an agent loads, no source of its own"
    return _idle(now) or ("" if now.part == "found" else "Nothing was found here; a links any file or folder")


def _writable(now: Situation) -> str:
    return _a_linked(now) or (
        "" if "write" in now.offers else "memtui can read this format, but not write it"
    )


def _loadable(now: Situation) -> str:
    if now.part not in {"linked", "found", "agent"}:
        return "Nothing is listed here"
    return "" if "load" in now.offers else "What an agent loads of this format is not known"


def _a_text(now: Situation) -> str:
    if not now.aside:
        return "These are the facts of the text; tab goes back to it"
    return "" if now.text else "There is no text yet: paste one, or press i and type"


def _a_fact(now: Situation) -> str:
    if not now.rows:
        return "There are no facts yet: paste a text, then x reads it"
    return "tab goes to the facts" if now.aside else ""


def _accepted_and_idle(now: Situation) -> str:
    if now.rows and not now.marked:
        return "Nothing is accepted yet: y accepts a fact, Y all that are new"
    return _idle(now) or ("" if now.rows else _a_fact(now))


def _a_card(now: Situation) -> str:
    if now.part in {"rules", "source"}:
        return "This decides on a card; esc goes back to it"
    return "There is no card to decide on" if now.part == "nothing" else ""


def _card_and_idle(now: Situation) -> str:
    return _a_card(now) or _idle(now)


def _whole_card(now: Situation, offer: str, words: str) -> str:
    if now.part == "members":
        return "This decides on the whole card; esc goes back to it"
    return _card_and_idle(now) or ("" if offer in now.offers else words)


def _a_winner(now: Situation) -> str:
    if now.part == "source":
        return ""
    return _whole_card(now, "winner", "There is no winner to choose: that is for two memories that disagree")


def _both(now: Situation) -> str:
    return _whole_card(now, "both", "Keeping both, with dates, is for two memories that disagree")


def _a_drop(now: Situation) -> str:
    if now.part == "members":
        return _card_and_idle(now)
    return _whole_card(now, "archive", "A yes drops nothing here that could be archived instead")


def _editable(now: Situation) -> str:
    return _whole_card(now, "text", "A yes leaves no text here that could be edited")


def _all_of_kind(now: Situation) -> str:
    return _whole_card(now, "all", "Secrets are erased one at a time, since that cannot be undone")


def _muted_rule(now: Situation) -> str:
    if now.part != "rules":
        return "This is for a muted rule in the list of rules"
    return "" if "unmute" in now.offers else "This rule is not muted"


def _taught(now: Situation) -> str:
    if now.part != "rules":
        return "This is for the list of rules"
    return "" if "relearn" in now.offers else "Your verdicts have taught nothing yet"


def _anything(now: Situation) -> str:
    return "" if now.text or now.rows else "There is nothing to clear"


def _nothing(_now: Situation) -> str:
    return ""


class Group(StrEnum):
    """The headings of the keys page, in its order."""

    MOVE = "Move"
    FIND = "Find and select"
    REVIEW = "Review"
    EXTRACT = "Extract"
    SOURCES = "Sources"
    CHANGE = "Change"
    REMOVE = "Remove and bring back"
    VIEW = "Views and help"


LISTS = (ViewId.MEMORIES, ViewId.DROPPED)
EVERYWHERE = tuple(view.id for view in ALL_VIEWS)
_WITH_DETAIL = (ViewId.MEMORIES, ViewId.DROPPED, ViewId.EXTRACT, ViewId.HISTORY, ViewId.SOURCES)
_EXTRACT = (ViewId.EXTRACT,)
_REVIEW = (ViewId.REVIEW,)
_SOURCES = (ViewId.SOURCES,)
_WITH_SIDES = tuple(view.id for view in VIEWS if view.id is not ViewId.REVIEW)


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a person can do with a key."""

    id: str
    keys: tuple[str, ...]
    label: str
    """One or two words, for hints and the palette."""
    help: str
    """A sentence without a full stop, for the keys page."""
    group: Group
    views: tuple[ViewId, ...] = EVERYWHERE
    blocked: Need = _nothing
    hint: int = 0
    """Its place among the hints in the status line; 0 keeps it out."""
    hint_in: tuple[ViewId, ...] = EVERYWHERE
    """The views whose status line names it."""


def _open_view(view: View) -> Action:
    what = ": the files agents read" if view is SOURCES else ""
    return Action(f"view_{view.id}", (view.key,), view.title, f"Open {view.title}{what}", Group.VIEW)


ACTIONS: tuple[Action, ...] = (
    Action("down", ("j", "down"), "down", "Next line; in Review the next card", Group.MOVE),
    Action("up", ("k", "up"), "up", "Line above; in Review the card before", Group.MOVE),
    Action("first", ("g", "home"), "first", "First line, or card", Group.MOVE),
    Action("last", ("G", "end"), "last", "Last line, or card", Group.MOVE),
    Action("half_down", ("ctrl+d",), "half page down", "Half a page down", Group.MOVE),
    Action("half_up", ("ctrl+u",), "half page up", "Half a page up", Group.MOVE),
    Action("page_down", ("pagedown",), "page down", "A page down", Group.MOVE),
    Action("page_up", ("pageup",), "page up", "A page up", Group.MOVE),
    Action(
        "left", ("h", "left"), "fold", "Fold the scope, or go one pane to the left", Group.MOVE, _WITH_SIDES
    ),
    Action(
        "right",
        ("l", "right"),
        "unfold",
        "Unfold the scope, or go one pane to the right",
        Group.MOVE,
        _WITH_SIDES,
    ),
    Action(
        "jump",
        ("ctrl+o",),
        "jump back",
        "Back to where one was before `g`, `G`, a filter or another order",
        Group.MOVE,
        LISTS,
    ),
    Action("next_pane", ("tab",), "next pane", "Next pane", Group.MOVE),
    Action("previous_pane", ("shift+tab",), "previous pane", "Pane before", Group.MOVE),
    Action(
        "open",
        ("enter",),
        "open",
        "Show what is under the cursor in full; of a batch, its members",
        Group.MOVE,
        (*_WITH_DETAIL, ViewId.REVIEW),
        _something,
    ),
    Action(
        "zoom",
        ("z",),
        "zoom",
        "Let the pane fill the screen, or the card show everything, or put it back",
        Group.MOVE,
        (*_WITH_DETAIL, ViewId.REVIEW),
    ),
    Action("back", ("escape",), "back", "One step back: zoom, range, selection, filter", Group.MOVE),
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
        "mark", ("space",), "mark", "Select the memory and go to the next", Group.FIND, LISTS, _a_memory, 4
    ),
    Action(
        "range", ("v",), "range", "Start a range; move, then press it again", Group.FIND, LISTS, _a_memory
    ),
    Action("mark_all", ("A",), "all", "Select everything the filter matches", Group.FIND, LISTS, _a_row),
    Action("invert", ("I",), "invert", "Select what is not selected", Group.FIND, LISTS, _a_row),
    Action("yes", ("y",), "yes", "Yes: do what the card proposes", Group.REVIEW, _REVIEW, _card_and_idle, 1),
    Action("no", ("n",), "no", "No: it is not proposed again", Group.REVIEW, _REVIEW, _card_and_idle, 1),
    Action("later", ("-",), "later", "Put it off for a week", Group.REVIEW, _REVIEW, _card_and_idle, 1),
    Action(
        "edit_card", ("e",), "edit", "Edit the text that stays, then accept", Group.REVIEW, _REVIEW, _editable
    ),
    Action(
        "winner_left",
        ("left", "h"),
        "choose",
        "Let the other memory of a pair stay",
        Group.REVIEW,
        _REVIEW,
        _a_winner,
    ),
    Action(
        "winner_right",
        ("right", "l"),
        "choose",
        "Let the other memory of a pair stay",
        Group.REVIEW,
        _REVIEW,
        _a_winner,
    ),
    Action(
        "both_dated",
        ("b",),
        "both",
        "Keep both, each with its date in the text",
        Group.REVIEW,
        _REVIEW,
        _both,
    ),
    Action(
        "archive_instead",
        ("x",),
        "archive",
        "Archive instead, where a yes would drop",
        Group.REVIEW,
        _REVIEW,
        _a_drop,
    ),
    Action(
        "yes_to_all",
        ("Y",),
        "all of this kind",
        "Yes to all of this kind, after a preview",
        Group.REVIEW,
        _REVIEW,
        _all_of_kind,
        4,
    ),
    Action(
        "source",
        ("o",),
        "source",
        "Show where the memory comes from: file, session, quote",
        Group.FIND,
        (*LISTS, ViewId.REVIEW),
        _a_memory,
    ),
    Action(
        "five_minutes",
        ("f",),
        "five minutes",
        "Only what gains most in five minutes; again for all cards",
        Group.REVIEW,
        _REVIEW,
        hint=3,
    ),
    Action(
        "filter_cards",
        ("/",),
        "filter",
        "Filter by kind and scope: `conflict in:/project/atlas`",
        Group.REVIEW,
        _REVIEW,
        hint=5,
    ),
    Action(
        "next_kind", ("s",), "next kind", "One kind only: the next, at last all again", Group.REVIEW, _REVIEW
    ),
    Action(
        "run_pass", ("R",), "run the pass", "Look for what to propose, now", Group.REVIEW, _REVIEW, hint=6
    ),
    Action(
        "read_store",
        ("J",),
        "have a model read",
        "Have a model read the memories; told beforehand what it takes",
        Group.REVIEW,
        _REVIEW,
    ),
    Action(
        "rules",
        ("t",),
        "rules",
        "How each rule fares with you, and what the last pass did",
        Group.REVIEW,
        _REVIEW,
        hint=7,
    ),
    Action(
        "unmute", ("M",), "unmute", "Let a muted rule be heard again", Group.REVIEW, _REVIEW, _muted_rule, 1
    ),
    Action(
        "relearn",
        ("F",),
        "forget",
        "Forget what your verdicts taught the learned model",
        Group.REVIEW,
        _REVIEW,
        _taught,
        2,
    ),
    Action("write", ("i",), "type", "Type or edit the text; esc is done", Group.EXTRACT, _EXTRACT, hint=4),
    Action("open_file", ("o",), "file", "Open a file as the text", Group.EXTRACT, _EXTRACT, hint=4),
    Action(
        "clipboard", ("p",), "clipboard", "Take what is on the clipboard", Group.EXTRACT, _EXTRACT, hint=4
    ),
    Action("file_under", ("m",), "scope", "Choose the scope of the facts", Group.EXTRACT, _EXTRACT, hint=4),
    Action(
        "model", ("M",), "model", "Choose the model that reads, or the rules", Group.EXTRACT, _EXTRACT, hint=4
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
        "Store what is accepted, as one change: one `u` takes all of it back",
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
        "Accept all facts that are new; the others each ask for a `y`",
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
    Action("clear", ("c",), "new text", "Start anew", Group.EXTRACT, _EXTRACT, _anything, 10),
    Action(
        "link",
        ("l",),
        "link",
        "Import what it holds, and keep it in step from now on; nothing is written to it yet",
        Group.SOURCES,
        _SOURCES,
        _a_found,
        1,
    ),
    Action(
        "writing",
        ("w",),
        "writing",
        "Let your drops and edits be written to its files, after a look at the lines, or forbid it again",
        Group.SOURCES,
        _SOURCES,
        _writable,
        1,
    ),
    Action(
        "seen",
        ("v",),
        "what agents see",
        "Show the text an agent loads, with tokens, where it stops, and what marked memories would save",
        Group.SOURCES,
        _SOURCES,
        _loadable,
        3,
    ),
    Action("sync", ("s",), "sync", "Read and write it now", Group.SOURCES, _SOURCES, _a_linked, 4),
    Action(
        "unlink",
        ("x",),
        "unlink",
        "Leave its files alone from now on; the memories stay",
        Group.SOURCES,
        _SOURCES,
        _a_linked,
        6,
    ),
    Action(
        "link_path",
        ("a",),
        "add",
        "Link a file or folder by its path",
        Group.SOURCES,
        _SOURCES,
        _idle,
        5,
    ),
    Action("scan", ("R",), "look again", "Look again for what is on this machine", Group.SOURCES, _SOURCES),
    Action(
        "add",
        ("a",),
        "add",
        "Add a memory",
        Group.CHANGE,
        (ViewId.MEMORIES,),
        _idle,
        7,
    ),
    Action("edit", ("e",), "edit", "Edit the memory", Group.CHANGE, (ViewId.MEMORIES,), _memory_and_idle, 6),
    Action(
        "pin",
        ("p",),
        "pin",
        "Pin, so that it does not fade, or unpin",
        Group.CHANGE,
        (ViewId.MEMORIES,),
        _memory_and_idle,
    ),
    Action(
        "more",
        ("+",),
        "importance +",
        "Raise the importance by 0.1",
        Group.CHANGE,
        (ViewId.MEMORIES,),
        _memory_and_idle,
    ),
    Action(
        "less",
        ("-",),
        "importance −",
        "Lower the importance by 0.1",
        Group.CHANGE,
        (ViewId.MEMORIES,),
        _memory_and_idle,
    ),
    Action(
        "merge",
        ("M",),
        "merge",
        "Merge the selected memories into one, after a look at its text",
        Group.CHANGE,
        (ViewId.MEMORIES,),
        _several,
    ),
    Action("move", ("m",), "move", "Move to another scope", Group.CHANGE, LISTS, _memory_and_idle),
    Action("copy", ("y",), "copy", "Copy the text to the clipboard", Group.CHANGE, LISTS, _a_memory),
    Action(
        "drop",
        ("d",),
        "drop",
        "Drop: gone from recall at once, and `u` brings it back",
        Group.REMOVE,
        LISTS,
        _memory_and_idle,
        1,
        (ViewId.MEMORIES,),
    ),
    Action("undo", ("u",), "undo", "Take back your last change", Group.REMOVE, EVERYWHERE, _idle, 2),
    Action("redo", ("ctrl+r",), "redo", "Do again what was taken back", Group.REMOVE, EVERYWHERE, _idle),
    Action(
        "restore",
        ("r",),
        "restore",
        "Restore to Memories",
        Group.REMOVE,
        LISTS,
        _memory_and_idle,
        1,
        (ViewId.DROPPED,),
    ),
    Action(
        "revert",
        ("r",),
        "take back",
        "Take back the change under the cursor, whoever made it",
        Group.REMOVE,
        (ViewId.HISTORY,),
        _row_and_idle,
        1,
    ),
    Action(
        "forget",
        ("D",),
        "forget many",
        "Drop everything a filter matches, after a preview",
        Group.REMOVE,
        (ViewId.MEMORIES,),
        _idle,
        8,
    ),
    Action(
        "archive",
        ("x",),
        "archive",
        "Archive: kept, searched on request only",
        Group.REMOVE,
        LISTS,
        _memory_and_idle,
    ),
    Action(
        "purge",
        ("$",),
        "purge",
        "Erase for good; asks for the count",
        Group.REMOVE,
        (ViewId.DROPPED,),
        _memory_and_idle,
        9,
    ),
    *(_open_view(view) for view in ALL_VIEWS),
    Action("theme", ("T",), "theme", "Next theme: dark, light, the terminal's colours", Group.VIEW),
    Action("palette", (":", "ctrl+p"), "palette", "Find an action by its name", Group.VIEW),
    Action("keys", ("?",), "keys", "Show all keys", Group.VIEW, hint=90),
    Action("quit", ("q",), "quit", "Quit; nothing has to be saved", Group.VIEW, hint=91),
)


class Keymap:
    """Which key does what in which view: the registry with the person's own keys applied."""

    def __init__(self, chosen: Mapping[str, str] | None = None) -> None:
        """Apply `chosen`, action id → key; several keys are joined with commas.

        What cannot be applied leaves the action its own keys and is said in `problems`, one sentence
        each. All is applied at once, so that two actions can change places.
        """
        self.problems: list[str] = []
        wanted: dict[str, tuple[str, ...]] = {}
        for action_id, written in (chosen or {}).items():
            keys = tuple(dict.fromkeys(key.strip() for key in written.split(",") if key.strip()))
            reason = _unfit(action_id, keys)
            if reason:
                self._refuse(action_id, reason)
            else:
                wanted[action_id] = keys
        self.actions = _with_keys(wanted)
        while (clash := _clash(self.actions, wanted)) is not None:
            action_id, reason = clash
            del wanted[action_id]
            self._refuse(action_id, reason)
            self.actions = _with_keys(wanted)
        self._found = _index(self.actions)

    def _refuse(self, action_id: str, reason: str) -> None:
        own = next((" ".join(map(shown, a.keys)) for a in ACTIONS if a.id == action_id), "")
        stays = f"; it stays {own}" if own else ""
        self.problems.append(f"[keys] {one_line(action_id, 40)}: {reason}{stays}")

    def find(self, view: ViewId, key: str) -> Action | None:
        """Return what `key` does in `view`."""
        return self._found.get((view, key))

    def elsewhere(self, key: str) -> Action | None:
        """Return an action of another view that has `key`, to say where it works."""
        return next((action for action in self.actions if key in action.keys), None)

    def in_view(self, view: ViewId) -> list[Action]:
        """Return the actions of a view in the registry's order."""
        return [action for action in self.actions if view in action.views]

    def hints(self, now: Situation) -> list[tuple[str, str]]:
        """Return key and label of the actions the status line names, those that can run, best first."""
        named = (a for a in self.in_view(now.view) if a.hint and now.view in a.hint_in)
        hinted = sorted((a for a in named if not a.blocked(now)), key=lambda action: action.hint)
        return [(shown(action.keys[0]), action.label) for action in hinted]

    def key_for(self, action_id: str) -> str:
        """Return the first key of an action as it is written on screen."""
        return next((shown(a.keys[0]) for a in self.actions if a.id == action_id), "")


def keymap_problems(keys: Mapping[str, str]) -> list[str]:
    """Return a sentence for each of a person's own keys (action id → keys) that cannot be used."""
    return Keymap(keys).problems


def _unfit(action_id: str, keys: tuple[str, ...]) -> str:
    """Return why an action cannot have `keys`, whatever the others have; empty when it can."""
    if action_id not in {action.id for action in ACTIONS}:
        return "there is no such action; docs/keys.md lists them"
    if not keys:
        return "no key cannot be bound"
    digits = [key for key in keys if len(key) == 1 and key.isdigit()]
    if digits and not action_id.startswith("view_"):
        return f"{digits[0]} cannot be bound: digits open views"
    taken = [key for key in keys if key in NEVER_BOUND | _TAKEN]
    if taken:
        return (
            f"{', '.join(taken)} cannot be bound: a terminal does not tell it from another key, or keeps it"
        )
    unknown = [one_line(key, 20) for key in keys if key not in digits and not _KEY.fullmatch(key)]
    if unknown:
        return f"{unknown[0]} is no key; write a character, or a name such as space, pagedown, f2, ctrl+t"
    return ""


def _with_keys(wanted: Mapping[str, tuple[str, ...]]) -> tuple[Action, ...]:
    return tuple(replace(a, keys=wanted[a.id]) if a.id in wanted else a for a in ACTIONS)


def _clash(actions: Iterable[Action], wanted: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    """Return the last of the wanted actions that has another action's key, and a sentence about it."""
    actions = tuple(actions)
    for action_id in reversed(list(wanted)):
        among = [action for action in actions if action.id == action_id]
        for other in actions:
            found = collisions([other, *among]) if other.id != action_id else []
            if found:
                return action_id, found[0]
    return None


def _index(actions: Iterable[Action]) -> dict[tuple[ViewId, str], Action]:
    return {(view, key): action for action in actions for view in action.views for key in action.keys}


def collisions(actions: Iterable[Action]) -> list[str]:
    """Return a sentence for every key that means two things in one view."""
    owner: dict[tuple[ViewId, str], Action] = {}
    found = []
    for action in actions:
        for view in action.views:
            for key in action.keys:
                other = owner.setdefault((view, key), action)
                if other is not action:
                    found.append(f"{key} would mean {other.label!r} and {action.label!r} in {view}")
    return found


_SHOWN = {
    "escape": "esc", "pagedown": "pgdn", "pageup": "pgup", "down": "↓", "up": "↑", "left": "←", "right": "→"
}  # fmt: skip


def shown(key: str) -> str:
    """Return a key as people know it: `esc`, `↓`, `pgdn`."""
    return _SHOWN.get(key, key)


def keys_page() -> str:
    """Return docs/keys.md."""
    lines = [
        "# Keys",
        "",
        "Made from the action registry (`memtui/tui/actions.py`) by `make docs`. Any can be changed in the",
        '`[keys]` table of the settings, by its id: `drop = "d"`.',
        "",
    ]
    for group in Group:
        lines += [f"## {group}", "", "| key | does | where | id |", "|---|---|---|---|"]
        for action in ACTIONS:
            if action.group is group:
                keys = " ".join(f"`{key}`" for key in action.keys)
                lines.append(f"| {keys} | {action.help} | {_where(action)} | `{action.id}` |")
        lines.append("")
    return "\n".join(lines)


def _where(action: Action) -> str:
    if set(action.views) == set(EVERYWHERE):
        return "everywhere"
    return ", ".join(view.title for view in ALL_VIEWS if view.id in action.views)
