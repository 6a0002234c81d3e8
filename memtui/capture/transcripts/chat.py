"""A conversation in plain text or Markdown, as people paste it: `User: …`, `**Human**:`, `## Assistant`.

A turn ends where the next one begins. So the last one is only read when the file is said to have ended:
until then it may go on, and whoever reads again at the last offset gets all of it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from memtui.capture.transcripts.content import EMPTY, INJECTED, RESULT, SYSTEM, instant, role_of, spoken_of
from memtui.capture.transcripts.own import started_here
from memtui.capture.transcripts.records import HEAD, Head, head_of, lines
from memtui.capture.transcripts.sureness import MAYBE_TURNS
from memtui.capture.transcripts.turns import (
    ASSISTANT,
    LONG_LINE,
    LONG_TURN,
    TOOL,
    USER,
    About,
    Passed,
    Turn,
)
from memtui.domain import roles
from memtui.domain.text import MAX_LENGTH

BEFORE = "text before the first turn"

_WHO = (
    rf"(?P<who>{roles.PERSON}|you|{roles.AGENT}|claude|chatgpt|gpt|gemini|copilot|codex|system|tool)"
    r"(?:[ \t]said)?"
)
_TIME = r"(?:\[?(?P<at>\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?Z?)\]?[ \t]+)?"
_LABEL = re.compile(
    rf"^{_TIME}(?:#{{1,6}}[ \t]+)?(?:\*\*|__)?{_WHO}(?:\*\*|__)?[ \t]*[:：](?:\*\*|__)?[ \t]*(?P<said>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_HEADING = re.compile(
    rf"^(?:#{{1,6}}[ \t]+|\*\*|__)(?:[^\w\s]{{1,3}}[ \t]+)?{_WHO}(?:\*\*|__)?"
    r"(?:[ \t]*[(\[–—-][ \t]*(?P<at>\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?Z?)?.{0,60})?[ \t]*$",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")


class Chat:
    """Reads a pasted conversation."""

    name = "chat"
    label = "plain chat with User: and Assistant:"

    def detect(self, head: bytes) -> float:
        """Be fairly sure when two sides speak."""
        start = Head(head)
        if start.json:
            return 0.0
        walk = _Walk()
        roles = {walk.speaker(line)[0] for line in start.text.splitlines()}
        return MAYBE_TURNS if USER in roles and len(roles - {""}) > 1 else 0.0

    def about(self, path: Path) -> About:
        """Return the little that a chat says of itself."""
        head_of(path)
        first = next(
            (t for t in self._turns(path, 0, True, HEAD) if isinstance(t, Turn) and t.role == USER), None
        )
        return About(client=self.name, own=first is not None and started_here(first.text))

    def read(self, path: Path, *, offset: int = 0, ended: bool = False) -> Iterator[Turn | Passed]:
        """Yield the turns from `offset`, which must be the beginning of one."""
        return self._turns(path, offset, ended, None)

    def _turns(self, path: Path, offset: int, ended: bool, until: int | None) -> Iterator[Turn | Passed]:
        walk = _Walk()
        turn = _Open(start=offset)
        end = offset
        for start, behind, line in lines(path, offset, ended):
            if line is None:
                yield Passed(LONG_LINE, turn.start)
                continue
            if (not line.endswith(b"\n") and not ended) or (until is not None and start > until):
                break
            end = behind
            text = line.decode("utf-8", "replace")
            who, speech, when = walk.speaker(text)
            if who:
                yield from turn.closed(start)
                turn = _Open(who, start, instant({"time": when}) if when else None)
                text = speech
            turn.add(text)
        if ended:
            yield from turn.closed(end)


class _Walk:
    """Knows which lines begin a turn: not those that stand in code."""

    def __init__(self) -> None:
        self._fence = ""
        self._blank = True

    def speaker(self, line: str) -> tuple[str, str, str]:
        """Return the speaker who begins with this line, their words and the time; all empty when nobody
        does.
        """
        blank, self._blank = self._blank, not line.strip()
        marker = _FENCE.match(line)
        if marker is not None and (not self._fence or marker[1].startswith(self._fence)):
            self._fence = "" if self._fence else marker[1]
            return "", "", ""
        match = _HEADING.match(line.rstrip("\r\n")) or _LABEL.match(line)
        if match is None or (self._fence and not (blank and match["who"][0].isupper())):
            return "", "", ""
        who = match["who"].lower()
        if who in ("system", "tool") and not blank:
            return "", "", ""
        self._fence = ""
        speech = match.groupdict().get("said") or ""
        return (who if who == "system" else USER if who == "you" else role_of(who)), speech, match["at"] or ""


class _Open:
    """A turn that is being read."""

    def __init__(self, role: str = "", start: int = 0, at: float | None = None) -> None:
        self.start = start
        self._role = role
        self._at = at
        self._parts: list[str] = []
        self._size = 0
        self._cut = False

    def add(self, text: str) -> None:
        if self._size + len(text) > MAX_LENGTH:
            self._cut = True
        else:
            self._parts.append(text)
            self._size += len(text)

    def closed(self, offset: int) -> Iterator[Turn | Passed]:
        text = "".join(self._parts)
        if self._cut:
            yield Passed(LONG_TURN, offset)
        if not self._role:
            if text.strip():
                yield Passed(BEFORE, offset)
        elif self._role in ("system", TOOL):
            yield Passed(SYSTEM if self._role == "system" else RESULT, offset)
        elif spoken := spoken_of(text, raw=self._role == ASSISTANT):
            yield Turn(self._role, spoken, self._at, False, offset)
        else:
            yield Passed(INJECTED if text.strip() else EMPTY, offset)
