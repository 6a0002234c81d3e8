"""Made-up secrets and their look-alikes, put together when they are asked for.

`data/` holds shapes such as `ghp_{b36}`, never a value, so that no scanner takes a file of the project for a
leak. The development half may be looked at while rules are written. The held-out half has other issuers,
other sentences and another source of characters; only its final number is of interest.
"""

import hashlib
import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "data"
HALVES = ("development", "held_out")

_LOWER = "abcdefghijklmnopqrstuvwxyz"
_UPPER = _LOWER.upper()
_DIGITS = "0123456789"
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
    "a": _LOWER,
    "A": _UPPER,
    "o": "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
}
_SLOT = re.compile(r"\{([a-zA-Z])(\d+)\}")
_WORDS = ("Falcon", "Winter", "Maple", "Rocket", "Kiesel", "Hafen", "Copper", "Saturn", "Nebel", "Tiger")


@dataclass(frozen=True, slots=True)
class Example:
    """A line of the corpus."""

    kind: str
    text: str
    secret: str
    """What must not be left of it; empty for a look-alike."""


def secrets(half: str) -> list[Example]:
    """Return the secrets of a half: each issuer's format bare and in sentences, and secrets in prose."""
    return list(_issued(half)) + list(_said(half))


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
            value = _filled(shape, half, issuer + frame)
            name = re.sub(r"\W", "_", issuer).upper()
            text = frame.replace("{issuer}", issuer).replace("{NAME}", name)
            yield Example(issuer, text.replace("{secret}", value), value)


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
