"""What a transcript is read as: turns, what was passed over between them, and how far it was read.

The command line, the worker and the hooks' jobs meet transcripts only through this page and `registry`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from memtui.domain import roles
from memtui.domain.instant import Instant

USER = "user"
ASSISTANT = "assistant"
TOOL = "tool"

LONG_LINE = "line too long"
LONG_TURN = "text beyond the longest turn"
BROKEN = "broken line"
_LEFT_OUT = (LONG_LINE, LONG_TURN, BROKEN)
"""Skipped though somebody may have said something there; the other kinds are nobody's statement."""


class TranscriptError(Exception):
    """A file that cannot be read as a transcript; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side said, or that a tool was called."""

    role: str
    """`user`, `assistant` or `tool`."""
    text: str
    """Without reasoning, injected context and recalled memories; of a tool call one short line."""
    at: Instant | None
    tool: bool
    """A call of a tool: it counts for `capture.interval`."""
    offset: int
    """Where to go on behind the record that the turn came from. Turns of one record share it."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A record, or a part of one, that is nobody's statement."""

    what: str
    """Why in a few words; of a record type that no reader knows its name, `unknown: frame-link`."""
    offset: int


@dataclass(slots=True)
class About:
    """What a transcript says of itself, as far as it was found at its beginning."""

    session: str = ""
    cwd: str = ""
    client: str = ""
    """The program that wrote it, such as `claude-code`."""
    subagent: bool = False
    """An agent was talking to an agent: what reads like a person's request is none."""
    own: bool = False
    """memtui started the session itself, so nothing is to be learned from it."""


@dataclass(slots=True)
class Reading:
    """A stretch of a transcript."""

    turns: list[Turn]
    offset: int
    """Where to go on. Never inside a record; of a JSON document counted from where its messages begin."""
    complete: bool
    """There was nothing more to read. What is still being written, a half line, is left for next time."""
    session: str = ""
    cwd: str = ""
    client: str = ""
    subagent: bool = False
    own: bool = False
    skipped: Counter[str] = field(default_factory=Counter)
    """How often what was passed over."""

    @property
    def left_out(self) -> Counter[str]:
        """How often what was passed over that could not be read, or not whole."""
        return Counter({what: self.skipped[what] for what in _LEFT_OUT if what in self.skipped})


class TranscriptReader(Protocol):
    """One format. Readers hold no state: one instance serves every file."""

    @property
    def name(self) -> str:
        """What messages and provenance call the format, one word."""

    @property
    def label(self) -> str:
        """What it is, for help pages: `Claude Code session`."""

    def detect(self, head: bytes) -> float:
        """Return from 0 (not this format) to 1 (certainly) how sure the beginning of a file makes us."""

    def about(self, path: Path) -> About:
        """Return what the file says of itself. Raises TranscriptError when it cannot be read."""

    def read(self, path: Path, *, offset: int = 0, ended: bool = False) -> Iterator[Turn | Passed]:
        """Yield what stands behind `offset`, in order, holding one record at a time.

        `ended` says that nothing will be added any more: then a last line without its end, or a last
        turn that nothing closes, is read too. Raises TranscriptError when the file cannot be read.
        """


# Where a sentence may begin, so not in "of the user: …" or `"user": …`.
_SPEAKER = re.compile(
    rf"(?<![\w,(] )(?<![\w(/.-])({roles.PERSON}|{roles.AGENT}|agent|system)(?=[*_]{{0,2}}[ \t]*[:：])",
    re.IGNORECASE,
)


def as_text(turns: Iterable[Turn], *, tools: bool = False) -> str:
    """Return `turns` as the conversation that `capture.windows` reads: `User: …`, `Assistant: …`.

    Calls of tools are left out unless `tools`. A name that begins a line inside a turn is put in brackets,
    so that no words are given to a wrong speaker.
    """
    parts = []
    for turn in turns:
        if turn.tool:
            if tools:
                parts.append(_quoted(turn.text))
            continue
        who = "User" if turn.role == USER else "Assistant"
        parts.append(f"{who}: {_quoted(turn.text)}")
    return "\n\n".join(parts)


def _quoted(text: str) -> str:
    return _SPEAKER.sub(r"(\1)", text)
