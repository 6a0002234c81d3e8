"""What every text and value passes on its way into the store, whoever sends it."""

from dataclasses import replace
from functools import lru_cache

from memtui.domain import text as texts
from memtui.domain.memory import Draft, ValueRefused, checked_category, checked_importance
from memtui.domain.scope import ScopeError, normalise
from memtui.lifecycle.errors import Refused


def checked(draft: Draft) -> Draft:
    """Return the draft in the form that is stored. Raises Refused with the reason."""
    try:
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
