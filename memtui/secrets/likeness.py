"""Tells a random value, or one made up as a password, from words, names and numbers.

It looks at the value alone: whether a text calls it a secret is for `stated` and `rules` to find.
"""

import math
import re
from collections import Counter
from functools import lru_cache

from memtui.secrets.ruleset import word_list, word_set

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_DIGITS_WITHIN = re.compile(r"(?<=[A-Za-z])\d+(?=[A-Za-z])")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_HARD = re.compile(r"[^aeiouyAEIOUY]{5}")
_JOINTS = re.compile(r"[-_./:]")
_CHANGE = re.compile(r"(?<=[a-z])[A-Z]|(?<=[A-Z])[a-z]")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_HEX = re.compile(r"[0-9a-fA-F]+")
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_STANDS_FOR = re.compile(r"\$\(|.{0,12}\$\{|.{0,12}\{\{|([x*.#_-])\1{2}", re.IGNORECASE)
_OPENS_A_NAME = tuple("[<{($%*@")
"""How what stands for a value begins; a password drawn by lot may begin so too."""
_CODE = re.compile(r"[a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)+$|0x[0-9a-f]|\w+::", re.IGNORECASE)
_FILE = re.compile(r"[\w.-]{1,60}/(?:[\w.-]{1,60}/){0,12}[\w.-]{0,60}\.[a-z]{1,5}(?:$|:\d)")
_CALL = re.compile(r"[a-zA-Z_][\w.]*[\[(]")
_MAPS = re.compile(r"\w(?:→|[-=]>)\w")
"""An arrow between two names says what becomes of what: `rfc3339→DateTime`."""
_GOES_ON = re.compile(r"[\])][^\W_]")
"""No code has a letter or digit right behind a closing bracket."""
_PATH = ("/", "./", "../", "~/", "--")
_RANGE = re.compile(r"0-9|[aA]-[zZ]|\\[dws]")
"""What patterns have, such as `[A-Za-z0-9]{8,}`."""
_BRACKETS = {")": "(", "]": "["}
_NUMBER = re.compile(r"v?\d[\d.,:/_%TZ+-]*[a-z]{0,2}", re.IGNORECASE)
_NAME = re.compile(r"[A-Z][A-Z_]*\d{0,3}|[a-z]+(?:[-_.][a-z]+)*[-_.]?(?:v?\d{1,2})?")
_ADDRESS = re.compile(r"[a-z0-9][\w.+-]*@(?:[a-z0-9-]+\.)+[a-z]{2,12}")
"""Of mail; a password looks like one only by chance."""
_SIGN = re.compile(r"[^\w\s.:/-]")
_SMALL, _CAPITAL = re.compile(r"[a-z]"), re.compile(r"[A-Z]")
_ODD = re.compile(r"[!@#$%^&*+~?]")
_WITHIN = re.compile(r"(?<=[^\W_])[!#$%^&*~?](?=[^\W_])")
"""A sign between letters and digits that has no meaning in names, addresses and versions."""
_ENTROPY, _OF_LENGTH = 2.75, 0.75
"""Bits a character of what is drawn by lot, and how far a short value may stay below the most it can have:
words of such a length have less, as their letters repeat.
"""
_PLAIN_ENTROPY = 3.7
"""Bits a character that words, paths and ids of that length do not reach."""
_SHARE = 0.55
"""Of the letters and digits of a wordy value, this much is words."""
_FEW = 64
"""Values that are kept to be asked for again: a text that repeats itself has few beside the names."""


def entropy(value: str) -> float:
    """Return how much a character of `value` tells, in bits."""
    total = len(value)
    return -sum(n / total * math.log2(n / total) for n in Counter(value).values())


def _wordy(value: str) -> bool:
    """Say whether `value` is mostly words run together, such as `TokenAuthenticationFilterV2`.

    Between many digits short runs of letters that could be words come by chance, and count for none.
    """
    parts = _PARTS.findall(value)
    least = 3 if len(_DIGITS_WITHIN.findall(value)) < 3 else 5
    good = sum(len(part) for part in parts if len(part) >= least and _is_word(part))
    return good >= _SHARE * sum(map(len, parts))


def slug(value: str) -> bool:
    """Say whether `value` is words in lower case with joints between them, such as the name of a class."""
    if "://" in value:
        return False
    return value == value.lower() and len(_JOINTS.findall(value)) > 1 and _wordy(value)


def _is_word(part: str) -> bool:
    return _VOWEL.search(part) is not None and not _HARD.search(part)


def placeholder(value: str) -> bool:
    """Say whether `value` stands for another: a variable, a setting, `your-key-here`."""
    if _STANDS_FOR.match(value):
        return True
    if value.startswith(_OPENS_A_NAME):
        return not _scrambled(value)
    return value.lower().startswith(word_list("placeholders"))


def _scrambled(value: str) -> bool:
    """Say whether `value` mixes three sorts of characters, signs among them, and has neither words nor the
    form of a pattern, as what is drawn from all keys of a keyboard.
    """
    inner = value[1:-1]
    sorts = (_DIGIT.search(inner), _SMALL.search(inner), _CAPITAL.search(inner), _SIGN.search(inner))
    return len(value) >= 8 and sum(map(bool, sorts)) >= 3 and not _wordy(value) and not _RANGE.search(value)


def _code(value: str) -> bool:
    """Say whether `value` is a piece of code or a path."""
    if value.startswith(_PATH):
        return not (_scrambled(value) and _WITHIN.search(value))
    if _CODE.match(value) or _FILE.match(value):
        return True
    return _MAPS.search(value) is not None or _called(value)


def _called(value: str) -> bool:
    """Say whether `value` begins as a call or a subscript does, and goes on as one may."""
    call = _CALL.match(value)
    if call is None:
        return False
    if _GOES_ON.search(value):
        return False
    open_ones = ""
    for character in value:
        if character in _BRACKETS.values():
            open_ones += character
        elif character in _BRACKETS and not open_ones.endswith(_BRACKETS[character]):
            return False
        elif character in _BRACKETS:
            open_ones = open_ones[:-1]
    begins = value[call.end() : call.end() + 1]
    return not open_ones or ((begins in "_*" or begins.isalpha()) and not _scrambled(value[call.end() :]))


def hexadecimal(value: str) -> bool:
    """Say whether `value` could be a digest."""
    return _HEX.fullmatch(value) is not None


def uuid(value: str) -> bool:
    """Say whether `value` has the form of a UUID."""
    return _UUID.fullmatch(value) is not None


@lru_cache(maxsize=_FEW)
def drawn(value: str, least: int) -> bool:
    """Say whether `value` has at least `least` characters and looks random, as keys and tokens do."""
    if len(value) < least or placeholder(value) or _code(value) or _NUMBER.fullmatch(value):
        return False
    if not _DIGIT.search(value) and not _changing(value):
        return False
    if not _LETTER.search(value) or value.lower() in word_set("technical") or _wordy(value):
        return False
    return entropy(value) >= min(_ENTROPY, math.log2(len(value)) - _OF_LENGTH)


def _changing(value: str) -> bool:
    """Say whether a value without a digit goes back and forth between small and capital letters."""
    return len(_CHANGE.findall(value)) >= len(value) / 4


def plainly_drawn(value: str) -> bool:
    """Say whether `value` can be nothing but drawn by lot: long, of three kinds of characters, no path."""
    kinds = (any(map(str.isdigit, value)), any(map(str.isupper, value)), any(map(str.islower, value)))
    return (
        all(kinds)
        and drawn(value, 20)
        and entropy(value) >= _PLAIN_ENTROPY
        and not _JOINTS.search(value.strip("-_"))
    )


@lru_cache(maxsize=_FEW)
def password(value: str) -> bool:
    """Say whether `value` has what people put into passwords: digits beside letters, or odd characters."""
    if len(value) < 5 or placeholder(value) or _code(value) or _NUMBER.fullmatch(value):
        return False
    if value.lower() in word_set("technical") or "://" in value or _ADDRESS.fullmatch(value):
        return False
    scrambled = _scrambled(value)
    if "/" in value.strip("/") and not scrambled and (len(value) < 16 or not drawn(value, 16)):
        return False
    digits = len(_DIGIT.findall(value))
    letters = _LETTER.search(value) is not None
    odd = _ODD.search(value, 1) is not None
    if not odd and _JOINTS.search(value) and _NAME.fullmatch(value):
        return False
    if odd:
        return len(value) >= 6 and (letters or digits > 3)
    changing = len(value) >= 8 and _changing(value) and not _wordy(value)
    return letters and (digits > 0 or scrambled or changing)


@lru_cache(maxsize=_FEW)
def mixed(value: str) -> bool:
    """Say whether `value`, one word, mixes letters of both cases, digits and signs, as passwords drawn by
    lot do.
    """
    sorts = (_DIGIT.search(value), _SIGN.search(value), _SMALL.search(value), _CAPITAL.search(value))
    return (
        len(value) >= 8
        and all(sorts)
        and not placeholder(value)
        and not _NUMBER.fullmatch(value)
        and "://" not in value
        and not _wordy(value)
        and not _RANGE.search(value)
        and not _MAPS.search(value)
        and not _called(value)
    )


def signed(value: str, *, doubtless: bool = False) -> bool:
    """Say whether `value`, one word, can be nothing but a password: it has signs between letters and
    digits. Where it is `doubtless` one by what is said of it, digits and any sign will do.
    """
    if mixed(value):
        return True
    if len(value) < 8 or not password(value):
        return False
    if doubtless and _DIGIT.search(value) and _SIGN.search(value):
        return True
    if not _WITHIN.search(value):
        return False
    return _DIGIT.search(value) is not None or (_changing(value) and not _wordy(value))


def plain_word(value: str) -> bool:
    """Say whether `value` is one word or number that could be a careless password."""
    return value.isalnum() and len(value) >= 5 and not placeholder(value) and not value.isupper()
