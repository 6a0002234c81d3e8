"""Names for what comes from elsewhere: scopes, categories and record keys; used by the readers."""

import hashlib
from functools import lru_cache

from memtui.domain.memory import ValueRefused, checked_category
from memtui.domain.scope import normalise
from memtui.domain.text import normalised

_SEGMENT_LENGTH = 80


@lru_cache(maxsize=1024)
def scope_under(above: str, name: str) -> str:
    """Return the scope called `name` below the scope `above`, whatever characters the name has.

    Lower case, words joined by hyphens, so that it can be typed: `Web Shop` becomes `web-shop`.
    """
    kept = "".join(c if c.isprintable() and c not in "/\\" else " " for c in name)
    segment = "-".join(kept.casefold().split())[:_SEGMENT_LENGTH].strip(".-")
    return normalise(f"{above}/{segment or 'unnamed'}")


def categories(reserved: str, *words: str) -> tuple[str, ...]:
    """Return `reserved` and each of `words` that can be a category, without repeats."""
    found = {reserved: None}
    for word in words:
        try:
            found[checked_category("-".join(word.split()))] = None
        except ValueRefused:
            continue
    return tuple(found)


def record_key(container: str, text: str) -> str:
    """Return what a later sync finds a record by that has no name of its own: where, and its text."""
    digest = hashlib.sha256(normalised(text).encode("utf-8", "replace")).hexdigest()
    return f"{container}#{digest[:12]}"
