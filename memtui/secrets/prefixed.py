"""Finds tokens of issuers that no rule knows, by their form: a short name, a joint, and much drawn by lot.

Most issuers give out such tokens today (`acme_live_…`), so that they are known when they leak. Ids have the
same form and are shorter: ULIDs have 26 characters, KSUIDs 27, and those of deployments and chats up to 29.
Where the name says what it is (`live`, `pat`), less is enough, and a value in hexadecimal digits will do.
"""

import re
from collections.abc import Iterator

from memtui.secrets import likeness
from memtui.secrets.ruleset import word_set
from memtui.secrets.secret import Secret

LEAST = 24
"""The shortest such token has this many characters."""
_TOKEN = re.compile(
    r"(?<![\w/.:@#%+=\\-])"
    r"(?P<name>[A-Za-z][A-Za-z0-9]{1,11}(?:[_-][a-z]{2,8}){0,2})[_-](?P<drawn>[A-Za-z0-9][\w-]{19,200})"
    r"(?!\.?[\w/:@(\\-])",
    re.ASCII,
)
_JOINT = re.compile("[_-]")
_LEAST_RUN = 20
"""Characters without a joint that look drawn by lot."""
_LONGER_THAN_AN_ID = 32
_LEAST_HEX = 32
_LEAST_BITS = 3.7
"""Bits a character: more than words and numbers of this length have."""


def find_secrets(text: str) -> Iterator[Secret]:
    """Yield the words of `text` that have the form of an issuer's token."""
    for match in _TOKEN.finditer(text):
        parts = _JOINT.split(match["name"].lower())
        if not word_set("harmless_prefixes").intersection(parts) and _drawn(match, parts):
            yield Secret("token", *match.span())


def _drawn(match: re.Match[str], parts: list[str]) -> bool:
    """Say whether what follows the name can be nothing but drawn by lot, and no id or digest."""
    value = match["drawn"]
    stated = not word_set("token_prefixes").isdisjoint(parts)
    if likeness.hexadecimal(value):
        # `prod-` and a digest is a build; `acme_live_` and a digest is none.
        return stated and len(parts) > 1 and "-" not in match[0] and len(value) >= _LEAST_HEX
    if len(value) < _LONGER_THAN_AN_ID and not stated:
        return False
    run = max(_JOINT.split(value), key=len)
    drawn = likeness.drawn(run, _LEAST_RUN) and likeness.entropy(run) >= _LEAST_BITS
    return drawn and not likeness.hexadecimal(run)
