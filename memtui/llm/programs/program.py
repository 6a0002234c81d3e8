"""What a program is to the rest: a command to run, and a reader of what it printed.

A new program is one file with a `Program` and a line in `known`.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])|[\x00-\x08\x0b-\x1f\x7f]"
)
_DECODER = json.JSONDecoder(strict=False)
_START = re.compile(r"^[ \t]*(?=[{\[])", re.MULTILINE)
_MOST_STARTS = 5_000
"""Places in an output at which a JSON value is looked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a program is asked."""

    model: str
    """The model that the program is to use; empty for its usual one."""
    system: str
    user: str
    folder: Path
    """Where files for the program may be put; it does not run in there."""

    @property
    def whole(self) -> str:
        """Both parts as one text, for a program that takes no instructions apart."""
        return f"{self.system}\n\n{self.user}" if self.system else self.user

    def file(self, name: str, text: str) -> str:
        """Write a file for the program and return its path."""
        place = self.folder / name
        place.write_text(text, "utf-8")
        return str(place)


@dataclass(frozen=True, slots=True)
class Command:
    """The command line and the input with which to run a program."""

    arguments: tuple[str, ...]
    """Without the program's own name."""
    stdin: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables that are set besides."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended, in plain text: escapes are taken out."""

    out: str
    err: str
    code: int

    @classmethod
    def of(cls, out: bytes, err: bytes, code: int) -> "Ended":
        """Return what was printed as text."""
        return cls(plain(out), plain(err), code)

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the JSON objects on stdout: one a line, one in all, or a list of them, among other words."""
        for value in _values(self.out):
            yield from (
                item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)
            )


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program answered."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    """Both 0 when it does not count."""


class NoAnswer(Exception):
    """The program printed no answer; `str()` is what it said instead, in its own words, or nothing."""


class Program(ABC):
    """An agent's program that can be asked like a model."""

    name: str
    """Of the program on the path, and behind `cli/`."""
    label: str
    """As people call it."""
    sign_in: str
    """The command that signs one in."""
    longest: int = 0
    """Tokens that it reads at once where it would cut off the rest unseen; 0 for what the model reads."""
    lists: tuple[str, ...] = ()
    """The arguments that have it list its models, for a program that would fetch one it does not have."""

    @abstractmethod
    def command(self, question: Question) -> Command:
        """Return how the question is asked."""

    @abstractmethod
    def answer_in(self, ended: Ended) -> Answer:
        """Return the answer in what was printed. Raises NoAnswer."""

    def model_of(self, listing: str, wanted: str) -> str:
        """Return which of the models in `listing` to use. Raises NoAnswer."""
        del listing
        return wanted


def plain(printed: bytes) -> str:
    """Return what was printed without colours and other escapes."""
    return _ESCAPES.sub("", printed.decode("utf-8", "replace").replace("\r\n", "\n"))


def count(usage: object, *names: str) -> int:
    """Return the sum of the fields `names` in a program's usage; what is not a number counts 0."""
    counts = usage if isinstance(usage, dict) else {}
    return sum(value for name in names if isinstance(value := counts.get(name), int))


def _values(text: str) -> Iterator[object]:
    """Yield the JSON values that begin a line."""
    at = 0
    for _ in range(_MOST_STARTS):
        match = _START.search(text, at)
        if match is None:
            return
        try:
            value, at = _DECODER.raw_decode(text, match.end())
        except (ValueError, RecursionError):
            at = match.end() + 1
            continue
        yield value
