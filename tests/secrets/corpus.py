"""Made-up secrets and their look-alikes, put together when they are asked for.

`data/` holds shapes such as `ghp_{b36}`, never a value, so that no scanner takes a file of the project for a
leak. The development half may be looked at while rules are written. The held-out half has other issuers,
other sentences and another source of characters; only its final number is of interest. `fresh` has formats
that were written down before any rule was held against them, and that have a rule since.
"""

import hashlib
import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

DATA = Path(__file__).parent / "data"
HALVES = ("development", "held_out")

_LOWER = "abcdefghijklmnopqrstuvwxyz"
_UPPER = _LOWER.upper()
_DIGITS = "0123456789"
_SIGNS = "!#$%&()*+,-./:;<=>?@[]^_{|}~"
"""What makers of passwords draw from, but for quotes and backslashes, which few sentences hold unchanged."""
_ALPHABETS = {
    "d": _DIGITS,
    "h": _DIGITS + "abcdef",
    "H": _DIGITS + "ABCDEF",
    "l": _LOWER + _DIGITS,
    "u": _UPPER + _DIGITS,
    "b": _LOWER + _UPPER + _DIGITS,
    "w": _LOWER + _UPPER + _DIGITS + "_-",
    "s": _LOWER + _UPPER + _DIGITS + "+/",
    "p": _LOWER + _UPPER + _DIGITS + "!#%&*+?^",
    "x": _LOWER + _UPPER + _DIGITS + _SIGNS,
    "q": _SIGNS,
    "a": _LOWER,
    "A": _UPPER,
    "o": "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
}
_SLOT = re.compile(r"\{([a-zA-Z])(\d+)\}")
_WORDS = ("Falcon", "Winter", "Maple", "Rocket", "Kiesel", "Hafen", "Copper", "Saturn", "Nebel", "Tiger")


_PIECE = 4
"""Characters of a secret that give something of it away."""
_BLOTTED = re.compile(r"\[redacted [^\]]*\]")
_GONE = "\n"


class Left(Enum):
    """How much of a secret is left of it."""

    NOTHING = "whole"
    SOME = "half"
    ALL = "missed"


@dataclass(frozen=True, slots=True)
class Example:
    """A line of the corpus."""

    kind: str
    text: str
    secret: str
    """What must not be left of it; empty for a look-alike."""


def secrets(half: str) -> list[Example]:
    """Return the secrets of a half: each issuer's format bare and in sentences, and secrets in prose.

    Of a format all is secret, or what is between « and ».
    """
    return list(_issued(half)) + list(_said(half))


def passwords(half: str, seed: str = "") -> list[Example]:
    """Return passwords with signs in them, each shape in each frame; `seed` draws others."""
    return _framed("password", half, seed)


def logins(half: str, seed: str = "") -> list[Example]:
    """Return passwords beside their logins, each shape in each form; `seed` draws others."""
    return _framed("login", half, seed)


def _framed(what: str, half: str, seed: str) -> list[Example]:
    given = _data(half)
    return [
        Example(frame, frame.replace("{secret}", value), value)
        for frame in given[f"{what}_frames"]
        for value in (_filled(shape, half, seed + frame + shape) for shape in given[f"{what}_shapes"])
    ]


def left_of(example: Example, text: str) -> Left:
    """Return how much of an example's secret stands in `text`, which was made of the example's.

    Four characters in a row are a piece of it, unless the sentence around the secret has them too.
    """
    if example.secret in text:
        return Left.ALL
    around = example.text.replace(example.secret, _GONE)
    rest = _BLOTTED.sub(_GONE, text)
    starts = range(len(example.secret) - _PIECE + 1)
    pieces = {example.secret[start : start + _PIECE] for start in starts}
    return Left.SOME if any(piece in rest and piece not in around for piece in pieces) else Left.NOTHING


def look_alikes(half: str) -> list[Example]:
    """Return what looks like a secret and is none."""
    told = _data(half)
    return [Example("look-alike", _filled(line, half, line), "") for line in told["look_alikes"]]


def _data(half: str) -> dict[str, list[str]]:
    return tomllib.loads((DATA / f"{half}.toml").read_text("utf-8"))


def _issued(half: str) -> Iterator[Example]:
    told = _data(half)
    for number, line in enumerate(told["issued"]):
        issuer, shape = (part.strip() for part in line.split("|"))
        frames = told["frames"]
        chosen = ("{secret}", frames[number % len(frames)], frames[(number * 7 + 3) % len(frames)])
        for frame in chosen:
            given = _filled(shape, half, issuer + frame)
            _, _, marked = given.partition("«")
            value = marked.partition("»")[0] or given
            name = re.sub(r"\W", "_", issuer).upper()
            text = frame.replace("{issuer}", issuer).replace("{NAME}", name)
            yield Example(issuer, text.replace("{secret}", re.sub("[«»]", "", given)), value)


def _said(half: str) -> Iterator[Example]:
    for line in _data(half)["said"]:
        before, secret, after = re.split(r"[«»]", line)
        value = _filled(secret, half, line)
        yield Example("said", _filled(before, half, line) + value + after, value)


def _filled(shape: str, half: str, seed: str) -> str:
    """Return `shape` with `{b20}` replaced by 20 letters and digits, and `{word}` by a name."""
    drawn = _from_hash(seed) if half == "held_out" else _from_seed(seed)
    filled = _SLOT.sub(lambda slot: _run(drawn, _ALPHABETS[slot[1]], int(slot[2])), shape)
    return re.sub(r"\{word\}", lambda _: _WORDS[next(drawn) % len(_WORDS)], filled)


def _run(drawn: Iterator[int], alphabet: str, length: int) -> str:
    return "".join(alphabet[next(drawn) % len(alphabet)] for _ in range(length))


def _from_seed(seed: str) -> Iterator[int]:
    chance = random.Random(seed)
    while True:
        yield chance.randrange(2**31)


def _from_hash(seed: str) -> Iterator[int]:
    block = hashlib.sha256(seed.encode()).digest()
    while True:
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4])
        block = hashlib.sha256(block).digest()
