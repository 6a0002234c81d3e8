"""Finding keys, tokens and passwords in a text, so that none reaches the store, an agent or a screen.

Six looks: PEM blocks, the formats that issuers give out (`rules`), what has the form of such a format
(`prefixed`), long words drawn by lot (`bare`), what the text itself calls a secret (`stated`), and what
stands beside a login (`paired`). A text that has no word of any is done with at once, as most are. A long
text is looked at in overlapping parts, so the time grows with its length whatever it says.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from memtui.secrets import bare, prefixed, rules
from memtui.secrets.hints import hinted
from memtui.secrets.secret import Secret
from memtui.secrets.vouching import digest

_PEM = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PEM_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_COLOUR = re.compile("[\x1b\u241b](?:\\[[0-?]*[ -/]*[@-~])?")
"""What a terminal takes for a colour, also made visible: its last letter is no part of the word behind it."""
_ESCAPED = re.compile(r"\\(?:[nrt]|u[0-9A-Fa-f]{4})")
"""What JSON and code write for a line break and the like: its letter is no part of the word behind it."""
_RUN = re.compile(r"[\w+/=~-]*")
_LONG = 16
"""The shortest secret of a known format has this many characters, without a space."""
_CUT = 100
"""Characters that a pattern matches at least of a secret whose end it does not reach."""
_PART = 9_000
"""Characters that are looked at together."""
_MARGIN = 500
"""Characters before a part that are read with it; behind it, twice as many are."""


@lru_cache(maxsize=16)  # a text on its way in is asked about more than once
def unsuspicious(text: str) -> bool:
    """Say whether `text` holds nothing that could even begin a secret; True for most short texts."""
    return not hinted(text.lower()) and _longest_word(text) < _LONG


def find_secrets(text: str, but: frozenset[str] = frozenset()) -> list[Secret]:
    """Return the secrets in `text` in their order, apart from each other.

    Values whose digests are in `but` are left out: a person vouched for them (see `vouching`).
    """
    given = text
    if "\x1b" in text or "\u241b" in text:
        text = _COLOUR.sub(_blank, text)
    if "\\" in text:
        text = _ESCAPED.sub(_blank, text)
    if len(text) <= _PART and unsuspicious(text):
        return []
    looked = _looked_at(text) if len(text) <= _PART else _in_parts(text)
    secrets = _apart([*_pem_blocks(text), *looked])
    if but:
        return [secret for secret in secrets if digest(given[secret.start : secret.end]) not in but]
    return secrets


def _blank(match: re.Match[str]) -> str:
    """Return spaces in the place of a match, so that all else stays where it was."""
    return " " * len(match[0])


def redact(text: str, but: frozenset[str] = frozenset()) -> tuple[str, tuple[str, ...]]:
    """Return `text` with each secret replaced by `[redacted KIND]`, and the kinds without repeats."""
    secrets = find_secrets(text, but)
    if not secrets:
        return text, ()
    pieces = []
    position = 0
    for secret in secrets:
        pieces += [text[position : secret.start], f"[redacted {secret.kind}]"]
        position = secret.end
    pieces.append(text[position:])
    return "".join(pieces), tuple(dict.fromkeys(secret.kind for secret in secrets))


def _apart(secrets: list[Secret]) -> list[Secret]:
    """Return secrets without those that lie in one before; what overlaps is one, of the first one's kind."""
    apart: list[Secret] = []
    for secret in sorted(secrets, key=lambda secret: (secret.start, -secret.end)):
        if not apart or secret.start >= apart[-1].end:
            apart.append(secret)
        elif secret.end > apart[-1].end:
            apart[-1] = Secret(apart[-1].kind, apart[-1].start, secret.end)
    return apart


def _pem_blocks(text: str) -> Iterator[Secret]:
    """Yield private keys in PEM, each to its end or, where that was cut off, to the end of the text."""
    at = 0
    while at < len(text) and (begin := _PEM.search(text, at)):
        end = _PEM_END.search(text, begin.end())
        at = end.end() if end else len(text)
        yield Secret("private key", begin.start(), at)


def _in_parts(text: str) -> Iterator[Secret]:
    for start in range(0, len(text), _PART):
        first = max(start - _MARGIN, 0)
        part = text[first : start + _PART + 2 * _MARGIN]
        if unsuspicious(part):
            continue
        for secret in _looked_at(part):
            if start <= first + secret.start < start + _PART:
                yield _whole(text, Secret(secret.kind, first + secret.start, first + secret.end))


def _looked_at(text: str) -> Iterator[Secret]:
    lower = _lower(text)
    longest = _longest_word(text)
    if longest >= _LONG:
        for rule in rules.hinted(lower):
            yield from (_whole(text, secret) for secret in rule.secrets_in(text))
    if longest >= prefixed.LEAST:  # after the rules, which know whose it is
        yield from prefixed.find_secrets(text)
    if longest >= bare.LEAST:
        yield from bare.find_secrets(text)
    if hinted(lower):
        from memtui.secrets import stated  # many patterns, for few texts

        yield from (_whole(text, secret) for secret in stated.find_secrets(text, lower))


def _whole(text: str, secret: Secret) -> Secret:
    """Return a long secret to its end, where a pattern or the seam of two parts cut it off."""
    if secret.end - secret.start < _CUT:
        return secret
    run = _RUN.match(text, secret.end)
    return Secret(secret.kind, secret.start, run.end() if run else secret.end)


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=0)


def _lower(text: str) -> str:
    """Return `text` in lower case, each character where it was."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower() if c < "\x80" else c for c in text)
