"""What every text and value passes on its way into the store, whoever sends it."""

from dataclasses import replace
from functools import lru_cache

from memtui.domain import text as texts
from memtui.domain.instant import EARLIEST, LATEST
from memtui.domain.memory import Draft, ValueRefused, checked_category, checked_importance
from memtui.domain.scope import ScopeError, normalise
from memtui.lifecycle.errors import Refused

_MOST = 2**53
"""Uses of one memory: more than this is a mistake, and JSON could not hold it."""


def checked(draft: Draft) -> Draft:
    """Return the draft in the form that is stored. Raises Refused with the reason."""
    try:
        _check_numbers(draft)
        values = (
            checked_text(draft.text),
            checked_abstract(draft.abstract),
            normalise(draft.scope),
            checked_importance(draft.importance),
            checked_categories(draft.categories),
        )
        if values == (draft.text, draft.abstract, draft.scope, draft.importance, draft.categories):
            return draft
        text, abstract, scope, importance, categories = values
        return replace(
            draft, text=text, abstract=abstract, scope=scope, importance=importance, categories=categories
        )
    except (ScopeError, ValueRefused) as error:
        raise Refused(str(error)) from None


def _check_numbers(draft: Draft) -> None:
    """Raise Refused for a time outside the calendar and a count that is none: a source's mistakes."""
    for time in (draft.created_at, draft.updated_at, draft.last_accessed_at, draft.expires_at):
        if time is not None and not EARLIEST <= time <= LATEST:
            raise Refused(f"a time lies between the years 1 and 9999; {time:g} does not")
    for number in (draft.access_count, draft.session_count):
        if not 0 <= number <= _MOST:
            raise Refused(f"a count of uses is a whole number from 0; {number} is none")


def checked_text(text: str) -> str:
    """Return a memory's text as it is stored. Raises Refused when it is empty or too long."""
    clean = texts.well_formed(text)
    if not clean:
        raise Refused("a memory needs some text")
    if len(clean) > texts.MAX_LENGTH:
        raise Refused(
            f"a memory has at most {texts.MAX_LENGTH:,} characters and this text has {len(clean):,}; "
            "keep the statement and leave the rest in a file"
        )
    return clean


def checked_abstract(text: str) -> str:
    """Return an abstract as one line of at most 300 characters."""
    return texts.one_line(texts.well_formed(text), 300) if text else ""


@lru_cache(maxsize=1024)
def checked_categories(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return categories sorted and without repeats. Raises Refused for one that is no word."""
    try:
        return tuple(sorted({checked_category(name) for name in names}))
    except ValueRefused as error:
        raise Refused(str(error)) from None
