"""What every text and value passes on its way into the store, whoever sends it.

Reasoning, tool noise and injected context are taken out. A text that holds a secret is refused where
someone can write it differently; from an import it is taken in with the secret redacted and flagged.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from memtui import secrets
from memtui.domain import text as texts
from memtui.domain.instant import EARLIEST, LATEST
from memtui.domain.invisible import shows_nothing
from memtui.domain.memory import Draft, Origin, ValueRefused, checked_category, checked_importance
from memtui.domain.sanitise import sanitise
from memtui.domain.scope import ScopeError, normalise
from memtui.lifecycle.errors import Refused

_MOST = 2**53
"""Uses of one memory: more than this is a mistake, and JSON could not hold it."""


SECRET_CATEGORY = "secret"  # noqa: S105 the name of a category
"""What an imported memory is filed under besides when a secret was redacted in it."""


_MODELS = {Origin.AGENT, Origin.EXTRACTED, Origin.COMPACTED}
"""Whose texts a model worded: among them may be a raw answer, with reasoning that nothing closes."""


def checked(draft: Draft) -> Draft:
    """Return the draft in the form that is stored. Raises Refused with the reason."""
    return _checked(draft, raw=draft.origin in _MODELS)


def _checked(draft: Draft, *, raw: bool) -> Draft:
    try:
        _check_numbers(draft)
        values = (
            checked_text(draft.text, raw=raw),
            checked_abstract(draft.abstract, raw=raw),
            normalise(draft.scope),
            checked_importance(draft.importance),
            checked_categories(draft.categories),
            _clean(draft.provenance),
        )
        before = (
            draft.text,
            draft.abstract,
            draft.scope,
            draft.importance,
            draft.categories,
            draft.provenance,
        )
        if values == before:
            return draft
        text, abstract, scope, importance, categories, provenance = values
        return replace(
            draft,
            text=text,
            abstract=abstract,
            scope=scope,
            importance=importance,
            categories=categories,
            provenance=provenance,
        )
    except (ScopeError, ValueRefused) as error:
        raise Refused(str(error)) from None


def checked_import(draft: Draft) -> Draft:
    """Return a draft from a foreign file in the form that is stored. Raises Refused with the reason.

    Unlike `checked` it redacts secrets, since nobody is there to write the text differently. Their kinds
    go into the provenance under `secrets`, and the memory into the category `secret`. A record is a statement
    that somebody kept, whoever worded it first, and no raw answer.
    """
    text, kinds = secrets.redact(draft.text)
    if not kinds:
        return _checked(draft, raw=False)
    return _checked(
        replace(
            draft,
            text=text,
            categories=(*draft.categories, SECRET_CATEGORY),
            provenance={**draft.provenance, "secrets": sorted(kinds)},
        ),
        raw=False,
    )


def loses_blocks(draft: Draft) -> bool:
    """Say whether reasoning, tool noise or injected context is taken out of a statement on its way in."""
    return any(
        "<" in text and sanitise(whole := texts.well_formed(text)) != whole
        for text in (draft.text, draft.abstract)
    )


def _check_numbers(draft: Draft) -> None:
    """Raise Refused for a time outside the calendar and a count that is none: a source's mistakes."""
    for time in (draft.created_at, draft.updated_at, draft.last_accessed_at, draft.expires_at):
        if time is not None and not EARLIEST <= time <= LATEST:
            raise Refused(f"a time lies between the years 1 and 9999; {time:g} does not")
    for number in (draft.access_count, draft.session_count):
        if not 0 <= number <= _MOST:
            raise Refused(f"a count of uses is a whole number from 0; {number} is none")


def checked_text(text: str, *, raw: bool = False) -> str:
    """Return a memory's text as it is stored. Raises Refused when it is empty, too long or has a secret.

    `raw` may be a model's own answer (see `sanitise`).
    """
    whole = texts.well_formed(text)
    if shows_nothing(whole):
        raise Refused("a memory needs some text")
    clean = sanitise(whole, raw=raw)
    if shows_nothing(clean):
        raise Refused(
            "this text is nothing but reasoning, tool output or injected context, which is never kept; "
            "give the statement itself"
        )
    if len(clean) > texts.MAX_LENGTH:
        raise Refused(
            f"a memory has at most {texts.MAX_LENGTH:,} characters and this text has {len(clean):,}; "
            "keep the statement and leave the rest in a file"
        )
    held = secrets.found(clean)
    if held:
        raise Refused(f"this text holds a secret ({held[0].kind}), and memtui keeps none; write it without")
    return clean


def checked_abstract(text: str, *, raw: bool = False) -> str:
    """Return an abstract as one line of at most 300 characters."""
    if not text:
        return ""
    clean, _ = secrets.redact(sanitise(texts.well_formed(text), raw=raw))
    return texts.one_line(clean, 300)


def _clean(provenance: Mapping[str, object]) -> Mapping[str, object]:
    """Return a provenance with its texts cleaned like a memory's; the same object when they are clean."""
    if not provenance:
        return provenance
    texts_only = [value for value in provenance.values() if isinstance(value, str)]
    if len(texts_only) == len(provenance):
        together = "\n".join(texts_only)
        if "<" not in together and secrets.unsuspicious(together):
            return provenance
    cleaned = {key: _clean_value(value) for key, value in provenance.items()}
    return provenance if cleaned == provenance else cleaned


def _clean_value(value: object) -> object:
    if isinstance(value, str):
        return secrets.redact(sanitise(value))[0]
    if isinstance(value, list | tuple):
        return [_clean_value(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _clean_value(item) for key, item in value.items()}
    return value


@lru_cache(maxsize=1024)
def checked_categories(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return categories sorted and without repeats. Raises Refused for one that is no word."""
    try:
        return tuple(sorted({checked_category(name) for name in names}))
    except ValueRefused as error:
        raise Refused(str(error)) from None
