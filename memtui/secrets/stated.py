"""Finds secrets of no known form by the words beside them: `password=…`, `the token is …`, `user:…@host`.

It looks for the name of a secret first, and reads on from there, never beyond a sentence. The plainer the
text calls it a secret, the less a value must look like one: after `password=` any word will do, but a few
words after `key` only a value that can be nothing else.
"""

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, lru_cache

from memtui.secrets import likeness, paired
from memtui.secrets.ruleset import word_list, word_set
from memtui.secrets.secret import Secret

_OPEN = "[\"'`“„«‘*\\\\]{0,4}"
_VALUE = r"(?P<value>[^\s\"'`“”„«»‘’,;<>|&]{0,160})"
"""What a value begins with; with some signs before it, nothing (see `_whole`)."""
_SIGNED = re.compile(
    r"s?(?P<more>(?:[_.-]\w{1,24})?)[\"'`*\]\)\\]{0,4}[ \t]{0,4}"
    r"(?P<sign>:=|=>|->|→|==?|:[ ]?[A-Za-z]{3,12} =|:(?!//)|\||(?<=\w)>)(?:\*{1,3}(?=[ \t]))?[ \t]{0,4}"
    + _OPEN
    + _VALUE,
)
_DIRECT = re.compile(r"s?[ \t]{1,3}(?P<quote>[\"'`“„«‘(]{0,2})" + _VALUE)
_FOLLOWS = re.compile(r":?\s+" + _OPEN + _VALUE)
_QUALIFIER = re.compile(r"([A-Za-z]+)[\s_-]*$")
_FOLLOWING = re.compile(r"[\s_.-]*([A-Za-z]+)")
_SCHEME = re.compile(r"\b(?:bearer|basic)\s+([A-Za-z0-9._~+/-]{16,400}={0,2})", re.IGNORECASE)
_URL = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"]{0,100}:(?!\d{1,5}/)([^\s'\"]{1,200}?)@"
    r"(?=[\w.-]{1,253}(?::\d|[/?#\s'\"`)>,;]|\Z))",
    re.IGNORECASE,
)
"""Up to the sign before a host: a password may have that sign in it, though it should be escaped."""
_URL_TOKEN = re.compile(r"\bhttps?://([\w-]{20,200})@", re.IGNORECASE)
_COMMANDS = re.compile(
    r"(?:\s(?:-u|--user)[ =]['\"]?[\w.@-]{1,64}:"
    r"|\s(?:-u|--username)[ =]?[\w.@-]{1,64}\s[^\n]{0,40}?(?<=\s)-p[ =]?['\"]?"
    r"|\bsshpass\s+-p\s*['\"]?|\bmysql\w*\b[^\n]{0,60}?\s-p"
    r"|\bredis-cli\b[^\n]{0,60}?\s-a\s+['\"]?)"
    r"([^\s'\"]{4,100})"
)
_FOUR_BY_FOUR = re.compile(r"pass\w{0,12}[ \t]?[=:][ \t]?[\"']?([a-z]{4}(?: [a-z]{4}){3})\b", re.IGNORECASE)
_PHRASE = re.compile(
    r"passphrase\W{1,4}([a-z]{3,10}(?:-[a-z]{3,10}){2,7}(?:-[a-z]{3,10}|-?\d{1,4}))(?![\w-])", re.IGNORECASE
)
"""Several words with joints between them, the last of which may be a number."""
_WORD = re.compile(r"[\w+/-]{20,400}={0,2}")
_CLOSED_BY = {'"': '"', "'": "'", "`": "`", "“": "”", "„": "“", "«": "»", "‘": "’"}
_ON = re.compile(
    r"(?:[^\s\"'`“”„«»‘’,;<>|&]++|[,;](?!\s|$|[\w.-]{1,40}=)|&(?!\s|$|&|[\w.-]{1,40}=)|<(?!/|br\b)|>|\|(?!\s|$))++"
)
"""What a value that stands in no quotes goes on with: not with the next pair, nor with the end of an element.
"""
_ON_LONGEST, _ON_AHEAD = 160, 48
"""Characters of it, and those behind them that say where it ends."""
_TRAILING = ".,:)]}*?…"
_LONGEST = 480
"""Characters in which a value begins and ends."""
_LEAST_TOKEN, _LEAST_KEY = 8, 16
_LONG = re.compile(rf"[^\s\"'`“”„«»‘’]{{{_LEAST_TOKEN},}}")
_WORDS_BEFORE = re.compile(r"\S{1,160}")
_BEFORE, _MOST_BETWEEN = 240, 6
"""Characters, and words, before the name of a secret in which it stands if it is said first."""
_QUOTES = "\"'`“”„«»‘’("
_NEAR = 60
"""Characters between the name of a secret and the sign of its value, or a word that can only be the secret.
"""
_TELLING = re.compile(
    r"[\dA-Z!@#$%^&*+~?=\u00b2\u00b3\u00b9\u2070-\u2089\u2460-\u24ff\u2776-\u2793]|[a-f]{8}-"
)
"""What each value that is taken for a secret has in it, or before it the sign `=`."""
_TELLING_WIDTH = 8
"""How far a match of it may reach beyond its first character."""
_QUALIFYING = 24
"""Characters before and behind a name in which a word makes something else of it."""
_FEW = 256
"""Surroundings of names that are kept to be asked for again: a text that repeats itself has the same few."""
_REACH = 2 * _NEAR + 2 * _LONGEST
"""Characters behind the name of a secret in which a value begins that is read with it, and ends."""


def find_secrets(text: str, lower: str) -> Iterator[Secret]:
    """Yield the secrets that `text` calls one; `lower` is the text in lower case."""
    if "://" in lower:
        yield from _grouped(_URL, text, "password", _is_url_password)
        yield from _grouped(_URL_TOKEN, text, "token", lambda value: likeness.drawn(value, 20))
    if "bearer" in lower or "basic " in lower:
        yield from _grouped(_SCHEME, text, "token", lambda value: likeness.drawn(value, 16))
    if " -u" in lower or " --user" in lower or any(hint in lower for hint in ("sshpass", "mysql", "redis")):
        yield from _grouped(_COMMANDS, text, "password", likeness.password)
    if "pass" in lower:
        yield from _grouped(_FOUR_BY_FOUR, text, "password", bool)
        yield from _grouped(_PHRASE, text, "password", bool)
    yield from paired.find_secrets(text, lower)
    if not lower.isascii():
        yield from _grouped(_unspaced(), text, "password", likeness.password)
    if _TELLING.search(text):
        yield from _by_their_names(text, lower)


def _by_their_names(text: str, lower: str) -> Iterator[Secret]:
    """Yield the secrets beside the words that name one."""
    names = [name for name in _names().finditer(lower) if _starts_a_word(text, name)]
    if not names:
        return
    plain = _plain_ones(text)
    tokens = list(_LONG.finditer(text))
    keys = [word for word in tokens if word.end() - word.start() >= _LEAST_KEY]
    long = {"token": tokens, "key": keys}
    following: dict[str, int] = {}
    """Where the next name of a kind begins: what is said behind that is read from there."""
    telling = looked_from = len(text) + _REACH
    for name in reversed(names):
        if nearer := _TELLING.search(text, name.end(), looked_from):
            telling = nearer.start()
        looked_from = name.end() + _TELLING_WIDTH
        ahead = telling - name.end() < _REACH
        kind = name.lastgroup or "key"
        called = kind in {"password", "short"}
        if not (ahead or called or plain) or _qualified(text, name):
            continue
        ahead = ahead and (kind not in long or _follows_near(long[kind], name.end()))
        if ahead and (secret := _named(text, name, following.get(kind, len(text)))):
            yield secret
        else:
            if called and (before := _called_one(text, name)):
                yield before
            if kind != "key":
                yield from _beside(text, name, plain)
        following[kind] = name.start()


@cache
def _names() -> re.Pattern[str]:
    """Return the pattern of the names that secrets have, in lower case."""
    return re.compile(
        f"(?:(?P<password>{_any('passwords')})|(?P<short>{_any('short_passwords')})"
        f"|(?P<token>{_any('tokens')})|(?P<key>{_any('keys')}))(?![a-rt-z]|s[a-z])"
    )


@cache
def _unspaced() -> re.Pattern[str]:
    """Return the pattern of a password after its name in a language that puts no space between words."""
    names, says = _any("unspaced_passwords"), _any("unspaced_says")
    return re.compile(
        f"(?:{names})(?:[^\\s\\x00-\\x7f]{{0,6}}?(?:{says}))?[ \\t]{{0,2}}{_OPEN}([!-~]{{5,100}})"
    )


def _starts_a_word(text: str, name: re.Match[str]) -> bool:
    """Say whether a short name is one: `pass` in `smtp_pass` or `Key` in `stripeKey`, not in `bypass`.

    None is between two colons, where the name of a resource has it: `arn:…:secret:…`.
    """
    if text[max(name.start() - 1, 0) : name.start()] == ":" == text[name.end() : name.end() + 1]:
        return False
    if name.lastgroup in {"password", "token"} or not name.start():
        return True
    before, first = text[name.start() - 1], text[name.start()]
    return not before.isalpha() or (name.lastgroup == "key" and before.islower() and first.isupper())


def _any(name: str) -> str:
    longest_first = sorted(word_list(name), key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\ ", "[ _-]?") for word in longest_first)


def _stated_values(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield what could be the secret of a sentence: what follows `is`, or a colon, a few words on."""
    for word in _saying().finditer(text, start, end):
        if word[0] in ".|\n":
            return
        follows = _FOLLOWS.match(text, word.end(), word.end() + _LONGEST)
        if follows:
            yield follows


@cache
def _saying() -> re.Pattern[str]:
    """Return the pattern of words and signs before a value, such as `is` and a colon, and of a sentence's
    end.
    """
    return re.compile(rf"(?<![^\W\d_])(?:{_any('says')})(?![^\W\d_])|→|[:=|\n]|\.(?!\w)", re.IGNORECASE)


def _named(text: str, name: re.Match[str], end: int) -> Secret | None:
    """Return the secret after its name and before `end`."""
    around = text[name.start() : name.end() + _REACH]
    near = min(end - name.end(), _NEAR)
    secret = _read(name.lastgroup or "key", around, name.end() - name.start(), near)
    return secret.moved(name.start()) if secret else None


@lru_cache(maxsize=_FEW)
def _read(kind: str, text: str, at: int, near: int) -> Secret | None:
    """Return the secret of a text that begins with its name, which has `at` characters.

    The word that says what it is stands within `near` characters.
    """
    for way, match in _readings(text, at, near):
        value, start = match["value"].rstrip(_TRAILING), match.start("value")
        fits = value and _fits(kind, way, match, value)
        if not fits and kind == "key":
            continue
        whole = _whole(text, start)
        if fits or _fits_whole(kind, way, whole):
            called = _kind(text[:at] + match.groupdict().get("more", ""))
            return Secret(called, start, start + max(len(value), len(whole)))
    return None


def _called_one(text: str, name: re.Match[str]) -> Secret | None:
    """Return what a sentence calls a password after saying it: `… is the password`, `use … as password`."""
    first = max(name.start() - _BEFORE, 0)
    after = _FOLLOWING.match(text, name.end(), name.end() + 24)
    alone = after is None or "." in after[0] or after[1].lower() in word_set("goes_on")
    span = _said_before(text[first : name.start()], alone)
    return Secret(_kind(name[0]), first + span[0], first + span[1]) if span else None


@lru_cache(maxsize=_FEW)
def _said_before(text: str, alone: bool) -> tuple[int, int] | None:
    """Return where the value stands that the last words of a text are about to call a password."""
    if word_set("calls").isdisjoint(text.lower().split()[-_MOST_BETWEEN:]):
        return None
    words = list(_WORDS_BEFORE.finditer(text))
    for said, verb in itertools.pairwise(reversed(words[-_MOST_BETWEEN:])):
        value = verb[0].strip(_QUOTES).rstrip(_TRAILING)
        if said[0].lower() in word_set("calls") and likeness.signed(value, doubtless=alone):
            start = verb.start() + verb[0].index(value)
            return start, start + len(value)
    return None


def _qualified(text: str, name: re.Match[str]) -> bool:
    """Say whether the word before or after a name makes something else of it: a public key, a token count."""
    around = (
        text[max(name.start() - _QUALIFYING, 0) : name.start()],
        text[name.end() : name.end() + _QUALIFYING],
    )
    return _qualify(*around)


@lru_cache(maxsize=_FEW)
def _qualify(words_before: str, words_after: str) -> bool:
    before, after = _QUALIFIER.search(words_before), _FOLLOWING.match(words_after)
    return (before is not None and before[1].lower() in word_set("not_after")) or (
        after is not None and after[1].lower() in word_set("not_before")
    )


def _follows_near(long: list[re.Match[str]], position: int) -> bool:
    """Say whether something so long that it could be a key stands behind a position, near enough to be it."""
    following = bisect_right(long, position, key=re.Match.end)
    return following < len(long) and long[following].start() < position + _NEAR + _LONGEST


class _Way(Enum):
    """A way to call a value a secret, with the fewest characters that a key then needs."""

    SIGNED = 8
    """`token=…`"""
    SAID = 11
    """`the token is …`"""
    DIRECT = 17
    """`the token …`"""


def _readings(text: str, at: int, near: int) -> Iterator[tuple[_Way, re.Match[str]]]:
    """Yield the ways in which a value can follow a name that ends at `at`."""
    if signed := _SIGNED.match(text, at):
        yield _Way.SIGNED, signed
    for candidate in _stated_values(text, at, at + near):
        yield _Way.SAID, candidate
    if direct := _DIRECT.match(text, at):
        yield _Way.DIRECT, direct


def _fits(kind: str, way: _Way, match: re.Match[str], value: str) -> bool:
    """Say whether a value is what the kind of its name, and the way in which it is said, call for."""
    if kind == "token":
        return likeness.drawn(value, way.value) or (way is not _Way.DIRECT and likeness.uuid(value))
    if kind == "key":
        return _fits_key(value, max(way.value, _LEAST_KEY))
    if way is _Way.SIGNED and _may_be_careless(match):
        return likeness.password(value) or likeness.plain_word(value)
    if way is _Way.SIGNED:
        return likeness.password(value) or (value.isdigit() and len(value) >= 6)
    if way is _Way.SAID and kind == "password":
        return likeness.password(value)
    if way is _Way.DIRECT and match["quote"]:
        return likeness.password(value)
    return len(value) >= 6 and likeness.password(value) and any(map(str.isdigit, value))


def _whole(text: str, start: int) -> str:
    """Return the value at `start` with the signs in it that end one elsewhere, as in `Zx9&Qw8;er`.

    In quotes it goes to the closing one on its line, else to white space.
    """
    close = _CLOSED_BY.get(text[start - 1 : start], "")
    quoted = text[start : start + _LONGEST].partition("\n")[0].partition(close) if close else ("", "", "")
    if quoted[1]:
        return quoted[0].rstrip("\\")
    on = _ON.match(text, start, start + _ON_LONGEST + _ON_AHEAD)
    return on[0][:_ON_LONGEST].rstrip(_TRAILING + ";>") if on else ""


def _fits_whole(kind: str, way: _Way, value: str) -> bool:
    """Say whether a value with any signs in it can be nothing but a password, where one is called for."""
    if kind == "key" or any(map(str.isspace, value)):
        return False
    if way is _Way.DIRECT or kind == "token":
        return likeness.mixed(value) or (way is not _Way.SAID and likeness.signed(value))
    return likeness.mixed(value) or (kind == "password" and likeness.password(value))


def _may_be_careless(match: re.Match[str]) -> bool:
    """Say whether a password is assigned as programs do it, so that even `letmein` is meant as one."""
    spaced = match[0][: match.start("sign") - match.start()].endswith((" ", "\t"))
    return "=" in match["sign"] and not spaced


def _fits_key(value: str, least: int) -> bool:
    """Say whether a value is a secret's. A bare `key` may be one of a map, whose keys are ids and digests."""
    last = value.rpartition("/")[2]
    weak = likeness.uuid(last) or (likeness.hexadecimal(last) and (last != value or len(value) < 32))
    return likeness.drawn(value, least) and not weak


def _plain_ones(text: str) -> list[re.Match[str]]:
    """Return the words of a text that can be nothing but drawn by lot."""
    return [w for w in _WORD.finditer(text) if _alone(text, w) and likeness.plainly_drawn(w[0].strip("=-"))]


def _beside(text: str, name: re.Match[str], plain: list[re.Match[str]]) -> Iterator[Secret]:
    """Yield the words near a name, on its line, that can be nothing but secrets."""
    around = slice(
        bisect_left(plain, name.start() - _NEAR, key=re.Match.end),
        bisect_right(plain, name.end() + _NEAR, key=re.Match.start),
    )
    for word in plain[around]:
        first, last = sorted((name, word), key=re.Match.start)
        near = last.start() - first.end() <= _NEAR
        if near and "\n" not in text[first.end() : last.start()]:
            yield Secret(_kind(name[0]), *word.span())


def _alone(text: str, word: re.Match[str]) -> bool:
    """Say whether a word is one by itself, no part of a path, an address or a digest."""
    before, after = text[word.start() - 1 : word.start()], text[word.end() : word.end() + 1]
    return before not in set("/.:@#%-+\\") and after not in set("/:@\\(")


def _grouped(pattern: re.Pattern[str], text: str, kind: str, fits: Callable[[str], bool]) -> Iterator[Secret]:
    """Yield the first group of each match that is what it should be."""
    for match in pattern.finditer(text):
        value = match[1].rstrip(_TRAILING)
        if value and fits(value):
            yield Secret(kind, match.start(1), match.start(1) + len(value))


def _is_url_password(value: str) -> bool:
    if "/" in value and not likeness.signed(value):
        return False
    return not likeness.placeholder(value) and value.lower() not in word_set("shown_forms")


def _kind(name: str) -> str:
    """Return what a secret is called in a message."""
    name = name.lower()
    for kind in ("key", "token", "secret"):
        if kind in name:
            return kind
    if any(word in name for word in word_list("tokens")):
        return "token"
    return (
        "password"
        if any(word in name for word in (*word_list("passwords"), *word_list("short_passwords")))
        else "key"
    )
