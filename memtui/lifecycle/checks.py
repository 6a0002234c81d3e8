"""What every text and value passes on its way into the store, whoever sends it.

Reasoning, tool noise and injected context are taken out. A text that holds a secret is refused where
someone can write it differently; from an import it is taken in with the secret redacted and flagged.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from memtui import secrets
from memtui.domain import text as texts
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import EARLIEST, LATEST
from memtui.domain.invisible import shows_nothing
from memtui.domain.memory import Draft, Origin, ValueRefused, checked_category, checked_importance
from memtui.domain.sanitise import sanitise
from memtui.domain.scope import ScopeError, normalise
from memtui.domain.small_talk import is_small_talk
from memtui.domain.traces import may_hold
from memtui.lifecycle.errors import Refused, SecretHeld
from memtui.secrets.masking import masked, masked_value
from memtui.secrets.vouching import noted, unnoted, vouched

_MOST = 2**53
"""The most uses of one memory: JSON holds no larger whole number exactly, so a larger one is a mistake."""


SECRET_CATEGORY = "secret"  # noqa: S105 the name of a category
"""The category that an imported memory gets when a secret in it was redacted."""
_REDACTED = re.compile(r"\[redacted [^\]]{0,60}\]")


_MODELS = {Origin.AGENT, Origin.EXTRACTED, Origin.COMPACTED}
"""Origins whose texts a model worded: such a text may be a raw answer, its reasoning cut off in the middle.
"""


def checked(draft: Draft, *, not_secret: bool = False) -> Draft:
    """Return the draft in the form that is stored. Raises Refused with the reason.

    With `not_secret` a person says that what looks like a secret in it is none. Nobody else's word counts,
    and none that comes with the draft.
    """
    return _checked(draft, raw=draft.origin in _MODELS, not_secret=not_secret)


def _checked(draft: Draft, *, raw: bool, not_secret: bool = False) -> Draft:
    try:
        _check_numbers(draft)
        provenance = _clean(unnoted(draft.provenance))
        if not_secret:
            provenance = noted(provenance, look_alikes(draft.text, draft.scope, *draft.categories))
        but = vouched(provenance)
        values = (
            checked_text(draft.text, raw=raw, but=but),
            checked_abstract(draft.abstract, raw=raw, but=but),
            checked_scope(draft.scope, but),
            checked_importance(draft.importance),
            checked_categories(draft.categories, but),
            provenance,
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

    Unlike `checked` it redacts secrets, since nobody is there to write the text differently. Their kinds go
    into the provenance under `secrets`, and the memory into the category `secret`. A record is never treated
    as a model's raw answer: somebody kept it as a statement.
    """
    text, kinds = secrets.redact(draft.text)
    scope, in_scope = _redacted_scope(draft.scope)
    categories, in_categories = _without_secrets(tuple(draft.categories))
    kinds = (*kinds, *in_scope, *in_categories)
    if not kinds:
        return _checked(draft, raw=False)
    return _checked(
        replace(
            draft,
            text=text,
            scope=scope,
            categories=(*categories, SECRET_CATEGORY),
            provenance={**draft.provenance, "secrets": sorted(set(kinds))},
        ),
        raw=False,
    )


@lru_cache(maxsize=4096)
def _redacted_scope(scope: str) -> tuple[str, tuple[str, ...]]:
    """Return a scope without the secrets in it, and their kinds."""
    clean, kinds = secrets.redact(scope)
    return _REDACTED.sub("redacted", clean), kinds


@lru_cache(maxsize=1024)
def _without_secrets(categories: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the categories that are no secrets, and the kinds of those that are."""
    kinds = [secret.kind for name in categories for secret in secrets.find_secrets(name)]
    return tuple(name for name in categories if not secrets.find_secrets(name)), tuple(kinds)


def may_vouch(by: Actor, not_secret: bool) -> bool:
    """Return `not_secret`. Raises Refused when it is not a person who says so."""
    if not_secret and by.kind is not ActorKind.PERSON:
        raise Refused("only a person can say that what looks like a secret is none")
    return not_secret


def look_alikes(*given: str) -> Iterator[str]:
    """Yield what looks like a secret in texts, in the form in which they would be stored."""
    for text in given:
        clean = sanitise(texts.well_formed(text))
        for secret in secrets.find_secrets(clean):
            yield clean[secret.start : secret.end]


def loses_blocks(draft: Draft) -> bool:
    """Say whether reasoning, tool noise or injected context is taken out of a statement on its way in."""
    return any(
        may_hold(text) and sanitise(whole := texts.well_formed(text)) != whole
        for text in (draft.text, draft.abstract)
    )


def _check_numbers(draft: Draft) -> None:
    """Raise Refused for a time outside the calendar, and for a count below 0 or too large."""
    for time in (draft.created_at, draft.updated_at, draft.last_accessed_at, draft.expires_at):
        if time is not None and not EARLIEST <= time <= LATEST:
            raise Refused(f"a time lies between the years 1 and 9999; {time:g} does not")
    for number in (draft.access_count, draft.session_count):
        if not 0 <= number <= _MOST:
            raise Refused(f"a count of uses is a whole number from 0; {number} is none")


def checked_text(text: str, *, raw: bool = False, but: frozenset[str] = frozenset()) -> str:
    """Return a memory's text as it is stored. Raises Refused when it is empty or too long, and SecretHeld.

    `raw` may be a model's own answer (see `sanitise`); `but` says for which secrets a person vouched.
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
    if is_small_talk(clean):
        raise Refused("this text says nothing by itself; give the statement that is to be kept")
    if len(clean) > texts.MAX_LENGTH:
        raise Refused(
            f"a memory has at most {texts.MAX_LENGTH:,} characters and this text has {len(clean):,}; "
            "keep the statement and leave the rest in a file"
        )
    _check_secrets("text", clean, but)
    return clean


def _check_secrets(what: str, text: str, but: frozenset[str]) -> None:
    """Raise SecretHeld if a text holds a secret; the error says where it is and never quotes it."""
    hits = secrets.find_secrets(text, but)
    if hits:
        place = f"{hits[0].kind}, characters {hits[0].start + 1} to {hits[0].end}"
        raise SecretHeld(f"this {what} holds a secret ({place}), and memtui keeps none; write it without")


def checked_abstract(text: str, *, raw: bool = False, but: frozenset[str] = frozenset()) -> str:
    """Return an abstract as one line of at most 300 characters, its secrets redacted."""
    if not text:
        return ""
    clean, _ = secrets.redact(sanitise(texts.well_formed(text), raw=raw), but)
    return texts.one_line(clean, 300)


@lru_cache(maxsize=4096)
def checked_scope(scope: str, but: frozenset[str] = frozenset()) -> str:
    """Return a scope in its normal form. Raises ScopeError, and SecretHeld."""
    _check_secrets("scope", scope, but)
    return normalise(scope)


def _clean(provenance: Mapping[str, object]) -> Mapping[str, object]:
    """Return a provenance with its texts cleaned like a memory's; the same object when they are clean."""
    if not provenance:
        return provenance
    names, texts_in = _names_and_texts(provenance)
    if (
        _plain_names(names)
        and not may_hold("\n".join(texts_in))
        and all(masked(text) == text for text in texts_in)
    ):
        return provenance
    cleaned: Mapping[str, object] = masked_value(_sanitised(provenance))
    return provenance if cleaned == provenance else cleaned


def _names_and_texts(provenance: Mapping[str, object]) -> tuple[tuple[str, ...], list[str]]:
    """Return the names of all fields, and all texts, at whatever depth."""
    names: list[str] = []
    strings: list[str] = []
    left: list[object] = [provenance]
    while left:
        value = left.pop()
        if isinstance(value, str):
            strings.append(value)
        elif isinstance(value, Mapping):
            names += map(str, value)
            left += value.values()
        elif isinstance(value, list | tuple):
            left += value
    return tuple(names), strings


@lru_cache(maxsize=1024)
def _plain_names(names: tuple[str, ...]) -> bool:
    """Say whether the names of fields have nothing to do with secrets."""
    return all(secrets.unsuspicious(name) for name in names)


def _sanitised(value: object) -> object:
    if isinstance(value, str):
        return sanitise(value)
    if isinstance(value, list | tuple):
        return [_sanitised(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _sanitised(item) for key, item in value.items()}
    return value


@lru_cache(maxsize=1024)
def checked_categories(names: tuple[str, ...], but: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return categories sorted and without repeats. Raises Refused for what is no word, SecretHeld."""
    for name in names:
        _check_secrets("category", name, but)
    try:
        return tuple(sorted({checked_category(name) for name in names}))
    except ValueRefused as error:
        raise Refused(str(error)) from None
