"""What facts and statements of Claude Code's memory become, by their type, their words and their heading."""

from collections.abc import Mapping

from memtui.domain.memory import MemoryType
from memtui.formats.ground import wording
from memtui.formats.ground.importances import DECIDED, LEARNED, STANDING, STATED, WHO_THEY_ARE, WISH
from memtui.formats.ground.wording import Sort


def kind_of(sort: str, text: str) -> Sort:
    """Return what a fact of Claude's type `sort` becomes."""
    match sort:
        case "user" if wording.SELF.search(text[:500]):
            return Sort(MemoryType.CONSTITUTIONAL, ("identity",), WHO_THEY_ARE)
        case "user":
            return Sort(
                MemoryType.SEMANTIC, ("preference" if wording.LIKING.search(text) else "observation",), WISH
            )
        case "feedback":
            return Sort(MemoryType.PROCEDURAL, ("preference",), WISH)
        case "reference":
            return Sort(MemoryType.SEMANTIC, ("finding", "reference"), LEARNED)
        case "project":
            return Sort(
                MemoryType.SEMANTIC, ("decision" if wording.DECISION.search(text) else "finding",), DECIDED
            )
        case _:
            return Sort(MemoryType.SEMANTIC, ("observation",), STATED)


def kind_of_statement(headings: str, text: str) -> Sort:
    """Return what a statement of an index becomes, by the heading it stands under."""
    if wording.PREFERENCE.search(headings):
        return Sort(MemoryType.PROCEDURAL, ("preference",), DECIDED)
    if wording.DECISION.search(headings):
        return Sort(MemoryType.SEMANTIC, ("decision",), DECIDED)
    if wording.TRAP.search(headings):
        return Sort(MemoryType.SEMANTIC, ("gotcha",), LEARNED)
    if wording.STATUS.search(headings) or text.startswith(("TODO", "DONE")):
        return Sort(MemoryType.SEMANTIC, ("project_status",), STANDING)
    if wording.is_rule(text):
        return Sort(MemoryType.PROCEDURAL, ("finding",), STATED)
    return Sort(MemoryType.SEMANTIC, ("finding",), STATED)


def is_of_person(sort: str, fields: Mapping[str, str]) -> bool:
    """Say whether a fact is about the person: by its type, or by what Claude Code writes of feedback."""
    return sort == "user" or (sort == "feedback" and fields.get("scope", "").casefold() == "person")
