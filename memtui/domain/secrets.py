"""Finding keys, tokens and passwords in a text, so that none reaches the store, a job or a log.

The lifecycle refuses a text that holds one and redacts it on import; capture redacts what it reads; the
review pass looks for what an older version let through. Patterns are the prefixes that issuers give their
keys, and assignments (`password = …`) whose value looks like a value and not like a word of prose. Asking
costs a microsecond or two for a short text that holds nothing which could begin one, as most do.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a text holds a secret, and of what kind. It never holds the secret itself."""

    kind: str
    start: int
    end: int


@lru_cache(maxsize=16)  # a text on its way in is asked about more than once
def unsuspicious(text: str) -> bool:
    """Say whether `text` holds nothing that could even begin a secret; True for most short texts."""
    lower = text.lower()
    for hint in _HINTS:
        if hint in lower:
            return False
    return max(map(len, text.split()), default=0) < _LONG


def found(text: str) -> list[Secret]:
    """Return the secrets in `text` in their order, apart from each other."""
    if len(text) < _LONG_TEXT and unsuspicious(text):
        return []
    spans = sorted(_in_parts(text), key=lambda secret: (secret.start, -secret.end))
    apart: list[Secret] = []
    for secret in spans:
        if not apart or secret.start >= apart[-1].end:
            apart.append(secret)
    return apart


def redact(text: str) -> tuple[str, tuple[str, ...]]:
    """Return `text` with each secret replaced by `[redacted KIND]`, and the kinds without repeats."""
    secrets = found(text)
    if not secrets:
        return text, ()
    pieces = []
    position = 0
    for secret in secrets:
        pieces += [text[position : secret.start], f"[redacted {secret.kind}]"]
        position = secret.end
    pieces.append(text[position:])
    return "".join(pieces), tuple(dict.fromkeys(secret.kind for secret in secrets))


_ISSUED = {
    "AWS key": r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})",
    "GitLab token": r"\bgl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w-]{20,}",
    "Anthropic key": r"\bsk-ant-[\w-]{16,}",
    "OpenAI key": r"\bsk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,}",
    "Google key": r"\bAIza[\w-]{35}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}",
    "Slack token": r"\bxox[abeoprs]-[\w-]{15,}|\bxapp-\d-[\w-]{20,}",
    "Slack webhook": r"https://hooks\.slack\.com/(?:services|workflows)/[\w/+-]{20,}",
    "Discord webhook": r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}",
    "Stripe key": r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/=]{20,}",
    "npm token": r"\bnpm_[A-Za-z0-9]{30,}",
    "PyPI token": r"\bpypi-AgE[\w-]{30,}",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{30,}",
    "SendGrid key": r"\bSG\.[\w-]{16,}\.[\w-]{30,}",
    "Telegram token": r"\b\d{8,10}:AA[\w-]{33}\b",
    "DigitalOcean token": r"\bdo[opr]_v1_[a-f0-9]{64}\b",
    "Databricks token": r"\bdapi[a-f0-9]{32}\b",
    "Shopify token": r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b",
    "Vault token": r"\bhv[sbr]\.[\w-]{24,}",
    "Twilio key": r"\bSK[0-9a-f]{32}\b",
    "Mailgun key": r"\bkey-[0-9a-f]{32}\b",
    "Atlassian token": r"\bATATT3[\w=-]{30,}",
    "Linear key": r"\blin_api_[A-Za-z0-9]{30,}",
    "Notion token": r"\bntn_[A-Za-z0-9]{40,}",
    "Supabase token": r"\bsb(?:p_[a-f0-9]{40}|_secret_[\w-]{20,})",
    "Tailscale key": r"\btskey-[\w-]{16,}",
    "age key": r"\bAGE-SECRET-KEY-1[A-Z0-9]{40,}",
    "model key": r"\b(?:gsk_[A-Za-z0-9]{30,}|xai-[A-Za-z0-9]{30,}|r8_[A-Za-z0-9]{30,}|pplx-[A-Za-z0-9]{30,})",
    "JSON web token": r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}",
    "private key": r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[^-]|-(?!----END))*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?",
}
_GROUPS = tuple(_ISSUED)
_ISSUED_RE = re.compile("|".join(f"({pattern})" for pattern in _ISSUED.values()))

_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"]{0,100}:([^\s/@'\"]{1,200})@", re.IGNORECASE)
_BEARER = re.compile(r"\b(?:bearer|basic)\s+([A-Za-z0-9._~+/-]{16,}=*)", re.IGNORECASE)
_ASSIGNED = re.compile(
    r"(pass(?:word|wd|phrase|code)|passwort|kennwort|(?<![a-z])pwd|secret(?:[_-]?(?:access[_-]?)?key)?|"
    r"api[_-]?(?:key|token|secret)|(?:access|private|signing|encryption|account|auth)[_-]?key|"
    r"(?<![a-z])token|(?:access|auth|refresh|bearer|session)[_-]?token|credentials?)"
    r"[\"'`*]{0,3}[ \t]{0,4}(?P<sign>:=|=>|==?|:)[ \t]{0,4}[\"'`*]{0,3}(?P<value>[^\s\"'`,;<>]{4,400})",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\b(?:pass(?:word|wd|phrase|code)|passwort|kennwort|api key|secret key|access token)\b[^.\n:=]{0,60}?"
    r"\b(?:is|was|to|ist|lautet|auf)(?:\s+now)?:?\s+[\"'`“„]?(?P<value>[^\s\"'`”“,;]{5,200})",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"[\[<{(*$%.]|x{3,}|y?our[_-]|example|placeholder|redacted|changeme|change[_-]me|todo|dummy|none$|null$|true$|"
    r"false$|undefined|process\.env|os\.(?:environ|getenv)|env[.\[(]|getenv|secrets?\.|vault:|settings\.|config\.|"
    r"self\.|https?://",
    re.IGNORECASE,
)
_HINTS = ("pass", "kennw", "pwd", "secret", "token", "key", "cred", "://", "bearer", "basic ", "-----begin")
_NAMES = ("pass", "kennw", "pwd", "secret", "token", "key", "cred")
"""Without one of these, nothing is assigned that would be a secret."""
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_LONG_TEXT = 2_000
_LONG = 20
"""The shortest key an issuer gives out has this many characters."""


def _in_parts(text: str) -> Iterator[Secret]:
    """Yield the secrets of each paragraph; only the suspicious ones are looked at closely."""
    if len(text) < _LONG_TEXT or "-----BEGIN" in text:
        yield from _spans(text)
        return
    start = 0
    for end in (*(match.end() for match in _PARAGRAPH.finditer(text)), len(text)):
        part = text[start:end]
        if not unsuspicious(part):
            for secret in _spans(part):
                yield Secret(secret.kind, start + secret.start, start + secret.end)
        start = end


def _spans(text: str) -> Iterator[Secret]:
    lower = text.lower()
    if "-----begin" in lower or any(len(word) >= _LONG for word in text.split()):
        for match in _ISSUED_RE.finditer(text):
            yield Secret(_GROUPS[(match.lastindex or 1) - 1], match.start(), match.end())
    if "://" in lower:
        for match in _URL.finditer(text):
            if not _PLACEHOLDER.match(match[1]):
                yield Secret("password", *match.span(1))
    if "bearer" in lower or "basic " in lower:
        for match in _BEARER.finditer(text):
            if _mixed(match[1]):
                yield Secret("token", *match.span(1))
    if any(map(lower.__contains__, _NAMES)):
        yield from _named(text)


def _named(text: str) -> Iterator[Secret]:
    """Yield the values that a text assigns to a password or key, or says they are."""
    for match in _ASSIGNED.finditer(text):
        value = match["value"].rstrip(".)]}*")
        if value and _is_value(match[1], match["sign"], value):
            start = match.start("value")
            yield Secret(_kind(match[1]), start, start + len(value))
    for match in _SAID.finditer(text):
        value = match["value"].rstrip(".!?)")
        if _mixed(value) and not _PLACEHOLDER.match(value):
            start = match.start("value")
            yield Secret(_kind(match[0]), start, start + len(value))


def _kind(name: str) -> str:
    name = name.lower()
    if name.startswith(("pass", "kennw", "pwd")):
        return "password"
    return "key" if "key" in name else "token" if "token" in name else "secret"


def _is_value(name: str, sign: str, value: str) -> bool:
    """Tell `password=letmein` and `token: 8f3a91c2` from `password: required` and `max_token=4096`."""
    if _PLACEHOLDER.match(value) or (
        value.replace("_", "").replace(".", "").isdigit() and "pass" not in name.lower()
    ):
        return False
    if _mixed(value):
        return len(value) >= 6
    return sign != ":" and _kind(name) == "password" and "(" not in value


def _mixed(value: str) -> bool:
    """Say whether a word has what people put into passwords: a digit beside letters, or odd characters."""
    letters = any(c.isalpha() for c in value)
    return (letters and any(c.isdigit() for c in value)) or any(c in "!@#$%^&*+~?" for c in value[1:-1])
