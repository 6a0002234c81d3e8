"""The keys of the Sources view, and what each asks of the source under the cursor."""

from memtui.tui.keys.action import Action, Can, Group, Part, Situation
from memtui.tui.keys.needs import idle
from memtui.tui.keys.views import ViewId

_SOURCES = (ViewId.SOURCES,)
_NO_FILE = "This is where other machines are met, no file"


def _a_linked(now: Situation) -> str:
    if now.part is Part.MEETING:
        return _NO_FILE
    if now.part is Part.FOUND:
        return "This is not linked yet: {link} links it"
    if now.part is Part.AGENT:
        return "This is what an agent loads, no source of its own"
    return idle(now) or ("" if now.part is Part.LINKED else "Nothing is linked here")


def _a_linked_or_meeting(now: Situation) -> str:
    return idle(now) if now.part is Part.MEETING else _a_linked(now)


def _nowhere_met(now: Situation) -> str:
    return idle(now) or (
        "This store meets others already; {unlink} leaves them" if Can.LEAVE in now.offers else ""
    )


def _a_found(now: Situation) -> str:
    if now.part is Part.MEETING:
        return _NO_FILE
    if now.part is Part.LINKED:
        return "This is linked already; {unlink} unlinks it"
    if now.part is Part.AGENT:
        return "This is what an agent loads, no source of its own"
    return idle(now) or (
        "" if now.part is Part.FOUND else "Nothing was found here; {link_path} links any file or folder"
    )


def _writable(now: Situation) -> str:
    return _a_linked(now) or (
        "" if Can.WRITE in now.offers else "memtui can read this format, but not write it"
    )


def _some_closed(now: Situation) -> str:
    return idle(now) or (
        "" if Can.WRITE_ALL in now.offers else "Writing is allowed wherever memtui can write"
    )


def _back_there(now: Situation) -> str:
    return _writable(now) or ("" if Can.DROP_AGAIN in now.offers else "Nothing you dropped is back there")


def _loadable(now: Situation) -> str:
    if now.part is Part.MEETING:
        return _NO_FILE
    if now.part not in {Part.LINKED, Part.FOUND, Part.AGENT}:
        return "Nothing is listed here"
    return "" if Can.LOAD in now.offers else "What an agent loads of this format is not known"


LINKING: tuple[Action, ...] = (
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
        "writing_all",
        ("A",),
        "write to all",
        "Let your drops and edits be written to all linked files, after one look at the lines of each",
        Group.SOURCES,
        _SOURCES,
        _some_closed,
        2,
    ),
    Action(
        "take_out",
        ("D",),
        "drop again",
        "Take what you dropped out of its files, where an agent wrote it again, after a look at the lines",
        Group.SOURCES,
        _SOURCES,
        _back_there,
        2,
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
    Action(
        "sync",
        ("s",),
        "sync",
        "Read and write it now; exchange with other machines now",
        Group.SOURCES,
        _SOURCES,
        _a_linked_or_meeting,
        4,
    ),
    Action(
        "unlink",
        ("x",),
        "unlink",
        "Leave its files alone from now on, or other machines; the memories stay",
        Group.SOURCES,
        _SOURCES,
        _a_linked_or_meeting,
        6,
    ),
    Action(
        "link_path",
        ("a",),
        "add",
        "Link a file or folder by its path, or a live store by its address",
        Group.SOURCES,
        _SOURCES,
        idle,
        5,
    ),
    Action(
        "meet",
        ("m",),
        "other machines",
        "Meet other machines: at a git remote, in a folder that something carries, in a PostgreSQL database",
        Group.SOURCES,
        _SOURCES,
        _nowhere_met,
        7,
    ),
    Action(
        "team",
        ("t",),
        "share with a team",
        "Share one scope with colleagues at a place of its own; everything else stays with you",
        Group.SOURCES,
        _SOURCES,
        idle,
        8,
    ),
    Action("scan", ("R",), "look again", "Look again for what is on this machine", Group.SOURCES, _SOURCES),
)
