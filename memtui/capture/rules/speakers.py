"""Who speaks in a text, told by what stands before the words: `User:`, `Nora:`, `10:04 <nora>`.

A name and a colon may be the label of a form as well. Names are speakers where the text is talk, or where one
speaks of themselves behind it.
"""

import re
from pathlib import Path

from memtui.capture.rules.labels import is_label
from memtui.capture.thread import Thread
from memtui.domain import roles
from memtui.phrases import phrases_in

PERSON, AGENT = "user", "assistant"
"""What the two sides of a talk with an agent are called, whatever the text calls them."""
_SPOKEN = phrases_in(Path(__file__).with_name("speakers.toml"))["spoken"].pattern
_ROLE = re.compile(
    rf"^(?:\*\*)?({roles.PERSON}|{roles.AGENT}|agent|system)(?:\*\*)?\s*[:：](?:\*\*)?\s*", re.IGNORECASE
)
_WIDE_NAME = r"[\u3040-\u30ff\u3400-\u9fff]{1,10}"
_NAME = re.compile(
    r"^(?:\[[\d:., /-]{4,22}\]\s*)?(?:\*\*)?"
    r"([^\W\d_a-zß-öø-ÿ\u3040-\u9fff][\w'’-]{1,20}(?: [A-Z][\w'’-]{1,20})?"
    rf"|{_WIDE_NAME})(?:\*\*)?(?: ?:(?:\*\*)?\s+|：(?:\*\*)?\s*)(?=\S)",
    re.MULTILINE,
)
_NICK = re.compile(r"^(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?\s+)?<\s?[~&@%+]?([^\s<>]{1,30})>\s+(?=\S)")
"""A speaker as programs for chats write one: `10:04 <nora> …`."""
_TO = re.compile(r"(?P<at>@)?(?P<name>[^\W\d][\w.'’-]{1,29})(?(at)[:,]?\s+(?=[^a-z\s])|[:,]\s+(?=\S))")
_OF_ONESELF = re.compile(r"(?:i|my)\b(?![/.&-]\w)", re.IGNORECASE)
_FEWEST_LINES, _FEWEST_SPEAKERS = 3, 2
"""Below this a `Name:` before a line is a label, and no conversation."""
_SHARE_SPOKEN = 0.3
"""The share of lines behind names that say I, you or we: a conversation has that many, the labels of a form
fewer.
"""
_AGENTS = frozenset(roles.AGENT_LABELS)


def names_in(text: str) -> frozenset[str]:
    """Return the names that label speakers in a text; empty when it is no conversation."""
    speeches = [
        (match[1], _rest_of_line(text, match.end()))
        for match in _NAME.finditer(text)
        if not is_label(match[0])
    ]
    names = {name for name, _ in speeches}
    spoken = sum(1 for _, speech in speeches if _SPOKEN.search(speech))
    talk = len(speeches) >= _FEWEST_LINES and len(names) >= _FEWEST_SPEAKERS
    if talk and spoken >= _SHARE_SPOKEN * len(speeches):
        return frozenset(names)
    return frozenset(name for name, speech in speeches if _OF_ONESELF.match(speech))


def _rest_of_line(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start : end if end >= 0 else len(text)]


def side_of(name: str) -> str:
    """Return the side that a label is of, `user` or `assistant`; a name that is of none as it is."""
    if roles.is_person(name):
        return PERSON
    return AGENT if name.lower() in _AGENTS else name


def behind_role(words: str) -> tuple[str, str] | None:
    """Return the side whose label stands before words, and the words without it."""
    role = _ROLE.match(words)
    if role is None:
        return None
    return PERSON if roles.is_person(role[1]) else AGENT, words[role.end() :]


def behind_name(words: str, names: frozenset[str]) -> tuple[str, str] | None:
    """Return the speaker whose name stands before words, and the words without it.

    A name counts as one of a speaker when it is among `names`, or written as programs for chats do.
    """
    nick = _NICK.match(words)
    if nick is not None:
        return nick[1], words[nick.end() :]
    name = _NAME.match(words)
    return (name[1], words[name.end() :]) if name is not None and name[1] in names else None


def said_to_somebody(words: str, thread: Thread) -> tuple[str, str]:
    """Return whose words are handed on in a thread, and what is said without the name before it.

    A name of somebody who writes there is whom it is said to. Any other is of somebody who was heard
    elsewhere, as when one person takes down a meeting.
    """
    to = _TO.match(words)
    if to is None:
        return "", words
    if to["name"].lower() in thread.writers:
        return "", words[to.end() :]
    return (to["name"], words[to.end() :]) if to["name"] in thread.heard else ("", words)
