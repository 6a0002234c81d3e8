"""Finds passwords by what they stand beside: a login under a heading, a table's column, a network, a prompt.

People write a login and its password side by side, `admin / Winter-Otter-7741`, below a word that says so and
without calling either by its name. What stands after a slash or a colon has to look made up; after a comma,
an `and` or nothing but a space also what is before it has to be introduced as a login.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from memtui.secrets import likeness
from memtui.secrets.hints import NETWORKS
from memtui.secrets.ruleset import word_list
from memtui.secrets.secret import Secret

_QUOTES = "[\"'`*]{0,3}"
_VALUE = r"(?P<value>[^\s\"'`“”„«»]{6,100})"
_LOGIN = re.compile(r"[\w.@+-]{2,64}")
_PASSWORD = re.compile(
    rf"{_QUOTES}(?:(?P<firm>[ ]?[/:][ ]?)|(?P<weak>,[ ]|[ ](?:and|with|und|mit|et|avec|y|con)[ ]|[ ])"
    rf"|(?P<below>[ ]*\n))(?:pass(?:word)?[ ]|pw[ ])?{_QUOTES}{_VALUE}",
    re.IGNORECASE,
)
"""What follows a login."""
_INTRODUCED = re.compile(
    r"(?:[:(>→：]\s{0,2}|(?:^|\n)\W{0,4}|\b(?:as|with|user|als|mit|use)\s)[\"'`*]{0,3}\Z", re.IGNORECASE
)
_ENDS = re.compile(r"[*`\"']{0,3}(?:[.,;:)\]]{0,2}(?:\s*\Z|\s*\n|[ ]\()|[.;,)]{1,2}\s)")
_ALONE = re.compile(r"[ \t]*(?:\n|\Z)")
_HEADED = re.compile(r"(?:^|\n)[^\S\n]*#|[:：][^\S\n]*\Z")
"""The beginning, or the end, of a line that is a heading."""
_LONGEST_HEADING, _WORDS_OF_HEADING = 60, 4
_LINE = 200
"""Characters behind a word for a login on its line that are read."""
_BLOCK = 400
"""Characters below a heading that are read."""
_NETWORK = re.compile(
    r"\b(?:wi-?fi|wlan|hotspot|ssid)\b"
    r"(?:[^\n:=]{0,40}[:=]|[^\n]{0,80}?\b(?:key|code|schlüssel|clé)(?: is| ist| lautet| est|:))"
    rf"[ \t]*{_QUOTES}{_VALUE}",
    re.IGNORECASE,
)
_TYPED = re.compile(
    r"\b(?:unlock|decrypt|open|sudo|entsperr\w{0,4}|entschlüssel\w{0,4}|déverrouill\w{0,4})\b[^\n.]{0,60}?"
    rf"\b(?:type|enter|tippe|tippt|tapez|saisir)[ ]{_QUOTES}{_VALUE}",
    re.IGNORECASE,
)
_AUTH = re.compile(rf"\bAUTH[ ]{_QUOTES}{_VALUE}")
_RULE = re.compile(r"[ \t|:]*+--[ \t:|-]*+")
_TRAILING = ".,:;)]*"
_A_NAME = re.compile(r"v\d+[.\d]|.*\.[a-z]{1,5}\Z|\w+\?\.\w")
"""A version, a file, or a piece of code."""
_TAG = re.compile(
    r"(?:(?:[\w.-]+/)*[a-z][\w.-]*:)?v?\d{1,3}(?:\.\d{1,3}){0,3}(?:-[a-z]{3,12}(?:\d{1,2}(?:\.\d{1,2})?)?){1,3}"
)
"""Of an image, with or without its name: a version and what it is built on, as in `redis:7.2-bookworm`."""
_ODD = re.compile(r"[!@#$%^&*+~?]")
_DIGIT = re.compile(r"\d")
_ROWS = 60
"""Rows of a table that are read."""


def find_secrets(text: str, lower: str) -> Iterator[Secret]:
    """Yield the passwords that stand beside something; `lower` is the text in lower case."""
    for start, end in _zones(text, lower):
        yield from _pairs(text, start, end)
    if any(hint in lower for hint in NETWORKS):
        yield from _valued(_NETWORK, text)
    if " type " in lower or " enter " in lower or "tip" in lower or "tapez" in lower or "saisir" in lower:
        yield from _valued(_TYPED, text)
    if "AUTH " in text:
        yield from _valued(_AUTH, text)
    if "|" in text:
        yield from _columns(text, lower)


@cache
def _logins() -> re.Pattern[str]:
    names = sorted(word_list("logins"), key=len, reverse=True)
    return re.compile("|".join(re.escape(name) for name in names))


def _zones(text: str, lower: str) -> Iterator[tuple[int, int]]:
    """Yield from where to where logins are looked for, apart from each other."""
    begin = end = 0
    for word in _logins().finditer(lower):
        reach = _reach(text, word.start(), word.end())
        if word.end() > end:
            if end > begin:
                yield begin, end
            begin = word.end()
        end = max(end, reach)
    if end > begin:
        yield begin, end


def _reach(text: str, start: int, end: int) -> int:
    """Return how far a word for a login reaches: to the end of its line, or a block below it."""
    first = text.rfind("\n", max(start - _LONGEST_HEADING, 0), start) + 1
    stop = text.find("\n", end, end + _LINE)
    last = min(end + _LINE, len(text)) if stop < 0 else stop
    line = text[first:last]
    short = len(line) <= _LONGEST_HEADING and (first > 0 or start < _LONGEST_HEADING)
    if stop < 0 or not short:
        return last
    if not _HEADED.search(line) and len(line.split()) > _WORDS_OF_HEADING:
        return last
    following = text.find("\n#", last, last + _BLOCK)
    return min(last + _BLOCK, len(text)) if following < 0 else following


def _pairs(text: str, start: int, end: int) -> Iterator[Secret]:
    for login in _LOGIN.finditer(text, start, end):
        if text[login.start() - 1 : login.start()] in {"/", "."}:
            continue
        after = _PASSWORD.match(text, login.end(), min(login.end() + 200, end))
        if after is None:
            continue
        value = after["value"].rstrip(_TRAILING)
        if not made_up(value):
            continue
        if after["firm"] or _stands_apart(text, login.start(), after, value):
            yield Secret("password", after.start("value"), after.start("value") + len(value))


def _stands_apart(text: str, login: int, after: re.Match[str], value: str) -> bool:
    """Say whether what stands beside a login, with no sign between, can be nothing but its password."""
    end = after.start("value") + len(value)
    if after["below"]:
        line = text[max(login - 3, 0) : login].rpartition("\n")
        return bool(line[1]) and not line[2].strip("-* ") and _ALONE.match(text, end) is not None
    introduced = _INTRODUCED.search(text[max(login - 12, 0) : login])
    return introduced is not None and _ENDS.match(text, end, end + 12) is not None


def made_up(value: str) -> bool:
    """Say whether a value looks like a password and not like a name with a number, a version or a file."""
    if not likeness.password(value) or _A_NAME.match(value) or _TAG.fullmatch(value):
        return False
    return len(_DIGIT.findall(value)) > 1 or _ODD.search(value) is not None or likeness.drawn(value, 8)


def _valued(pattern: re.Pattern[str], text: str) -> Iterator[Secret]:
    for match in pattern.finditer(text):
        value = match["value"].rstrip(_TRAILING)
        if made_up(value) and _ENDS.match(text, match.start("value") + len(value)):
            yield Secret("password", match.start("value"), match.start("value") + len(value))


def _columns(text: str, lower: str) -> Iterator[Secret]:
    """Yield the passwords in the columns of tables that are headed so."""
    heads = frozenset(
        (*word_list("passwords"), *word_list("short_passwords"), *word_list("unspaced_passwords"))
    )
    wanted: list[int] = []
    rows = at = 0
    for line, following in _with_next(lower):
        if "|" not in line:
            wanted = []
        elif _RULE.fullmatch(following):
            cells = [cell.strip(" \t*_`") for cell in line.split("|")]
            wanted = [place for place, cell in enumerate(cells) if cell in heads]
            rows = _ROWS
        elif wanted and rows and not _RULE.fullmatch(line):
            rows -= 1
            yield from _cells(text[at : at + len(line)], at, wanted)
        at += len(line) + 1


def _with_next(text: str) -> Iterator[tuple[str, str]]:
    lines = text.split("\n")
    yield from zip(lines, [*lines[1:], ""], strict=True)


def _cells(line: str, at: int, wanted: Sequence[int]) -> Iterator[Secret]:
    """Yield what looks like a password in some cells of a row."""
    for place, cell in enumerate(line.split("|")):
        value = cell.strip(" \t`*")
        if place in wanted and likeness.password(value) and not any(map(str.isspace, value)):
            start = at + cell.index(value)
            yield Secret("password", start, start + len(value))
        at += len(cell) + 1
