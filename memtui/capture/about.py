"""Tells whether a fact belongs to the project or to the person, whatever they work on.

Who a person is, where they live and how they like to be answered holds everywhere. What they want of one
code base does not, however strongly they want it. Who or what a sentence is about decides, never its verb:
a server lives in a town as well as a person does.
"""

from pathlib import Path

from memtui.capture.facts import Candidate
from memtui.domain import scope as scopes
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("about.toml"))
_OF_THE_PERSON, _SELF, _WISH, _MANNER = (
    _PHRASES[name].pattern for name in ("of_the_person", "self", "wish", "manner")
)
_LOCAL = _PHRASES["local"].pattern
"""Speaks of something that belongs to one piece of work."""


def scope_of(candidate: Candidate, scope: str) -> str:
    """Return the scope of a fact that was found where `scope` is worked on."""
    if scopes.contains(scopes.USER, scope):
        return scope
    told = _OF_THE_PERSON.match(candidate.text) is not None
    if "identity" in candidate.categories:
        return scopes.USER if told or _tells_of_themselves(candidate) else scope
    likes = told and ("preference" in candidate.categories or _WISH.match(candidate.text) is not None)
    likes = likes or (candidate.by_the_user and is_of_manner(candidate.text))
    return scopes.USER if likes and not _is_local(candidate, scope) else scope


def is_of_manner(text: str) -> bool:
    """Say whether words are about how an agent talks to a person."""
    return _MANNER.search(text) is not None


def _tells_of_themselves(candidate: Candidate) -> bool:
    return candidate.by_the_user and _SELF.search(candidate.quote) is not None


def _is_local(candidate: Candidate, scope: str) -> bool:
    """Say whether the words of a fact bind it to one piece of work: they name it, or something of it."""
    name = scopes.name(scope)
    return _LOCAL.search(candidate.text) is not None or bool(name and name.lower() in candidate.text.lower())
