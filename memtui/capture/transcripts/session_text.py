"""The conversation in a transcript that a person hands over as a text, to look for facts in it.

A session log is records of a program, one a line. Read as prose it says nothing; what both sides said in it
does. What `capture` learns unasked comes from the file itself, with its turns' times and its project.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memtui.capture.dates import day_of
from memtui.capture.transcripts.registry import read
from memtui.capture.transcripts.turns import Reading, TranscriptError, as_text
from memtui.domain.counting import plural

_RECORDS = ("{", "[")
"""What a file of records begins with. A chat in plain lines can be read as the text that it is."""


@dataclass(frozen=True, slots=True)
class SessionText:
    """What was said in a session."""

    text: str
    """The turns, `User: …` and `Assistant: …`; above them the day of the first, where it is known."""
    client: str
    """The program that wrote it, such as `claude-code`; empty where the records don't say."""
    turns: int

    @property
    def named(self) -> str:
        """What it is, for a sentence: `a claude-code session of 12 turns`."""
        of = f"{self.client} session" if self.client else "session"
        return f"a {of} of {plural(self.turns, 'turn')}"


def session_in(text: str) -> SessionText | None:
    """Return what is said in `text` if it is a transcript's records; None for any other text."""
    if not text.lstrip("\ufeff \t\r\n").startswith(_RECORDS):
        return None
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", errors="replace", suffix=".jsonl") as written:
        written.write(text)
        written.flush()
        try:
            readings = list(_readings(Path(written.name)))
        except TranscriptError:
            return None
    turns = [turn for reading in readings for turn in reading.turns if not turn.tool]
    at = next((turn.at for turn in turns if turn.at is not None), None)
    head = f"Session, {day_of(at).isoformat()}\n\n" if at is not None else ""
    return SessionText(head + as_text(turns) if turns else "", readings[0].client, len(turns))


def _readings(path: Path) -> Iterator[Reading]:
    """Yield a whole file, stretch by stretch. Raises TranscriptError."""
    reading = read(path, ended=True)
    yield reading
    while not reading.complete:
        reading = read(path, offset=reading.offset, ended=True)
        yield reading
