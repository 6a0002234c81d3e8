"""Tells whether a fact belongs to the project or to the person, whatever they work on.

Who a person is, where they live and how they like to be answered holds everywhere. What they want of one
code base does not, however strongly they want it.
"""

import re

from memtui.capture.facts import Candidate
from memtui.domain import scope as scopes

USER = "/user"
_OF_THE_PERSON = re.compile(r"(?:the )?user(?:['’]s)?\b", re.IGNORECASE)
_LOCAL = re.compile(
    r"[`/_]|\w\.\w|\(\)|\b(?:here|this|repo|repository|project|code ?base|branch|main|production|staging|"
    r"tests?|commits?|migrations?|endpoints?|components?|schema|database|api|files?|functions?)\b",
    re.IGNORECASE,
)
"""Speaks of something that belongs to one piece of work."""


def scope_of(candidate: Candidate, scope: str) -> str:
    """Return the scope of a fact that was found where `scope` is worked on."""
    if scopes.contains(USER, scope):
        return scope
    if not candidate.of_the_person and _OF_THE_PERSON.match(candidate.text) is None:
        return scope
    if "identity" in candidate.categories:
        return USER
    name = scopes.name(scope)
    local = _LOCAL.search(candidate.text) or (name and name.lower() in candidate.text.lower())
    return USER if "preference" in candidate.categories and not local else scope
