"""Tells whether a fact belongs to the project or to the person, whatever they work on.

Who a person is, where they live and how they like to be answered holds everywhere. What they want of one
code base does not, however strongly they want it.
"""

from pathlib import Path

from memtui.capture.facts import Candidate
from memtui.domain import scope as scopes
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("about.toml"))
_OF_THE_PERSON = _PHRASES["of_the_person"].pattern
_LOCAL = _PHRASES["local"].pattern
"""Speaks of something that belongs to one piece of work."""


def scope_of(candidate: Candidate, scope: str) -> str:
    """Return the scope of a fact that was found where `scope` is worked on."""
    if scopes.contains(scopes.USER, scope):
        return scope
    if not candidate.of_the_person and _OF_THE_PERSON.match(candidate.text) is None:
        return scope
    if "identity" in candidate.categories:
        return scopes.USER
    name = scopes.name(scope)
    local = _LOCAL.search(candidate.text) or (name and name.lower() in candidate.text.lower())
    return scopes.USER if "preference" in candidate.categories and not local else scope
