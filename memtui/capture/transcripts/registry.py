"""Lists the transcript formats, recognises the format of a file, and reads a stretch of it.

    reading = read(path, offset=where_we_were)
    while True:
        ...                               # reading.turns
        if reading.complete:
            break
        reading = read(path, offset=reading.offset)

Reading on from the last offset gives the same turns as reading at once, also while the file grows. Pass
`ended` when it no longer grows; otherwise an unfinished last line is left out.
"""

from collections import Counter
from pathlib import Path

from memtui.capture.transcripts.chat import Chat
from memtui.capture.transcripts.claude_code import ClaudeCode
from memtui.capture.transcripts.codex import Codex
from memtui.capture.transcripts.gemini import Gemini
from memtui.capture.transcripts.hermes import Hermes
from memtui.capture.transcripts.messages import Messages
from memtui.capture.transcripts.opencode import OpenCode
from memtui.capture.transcripts.opencode_database import OpenCodeDatabase, in_database
from memtui.capture.transcripts.records import Head, head_of
from memtui.capture.transcripts.turns import Reading, TranscriptError, TranscriptReader, Turn

MOST_TURNS = 5_000
"""Turns that one reading returns, so that memory stays bounded whatever the session's length."""
MOST_CHARACTERS = 8_000_000
"""Of the turns in one reading; it ends behind the record that reaches it."""
_MOST_NAMES = 100
"""Different things that are counted by name; the rest counts together, so that a file cannot fill the
report."""
_LONGEST_NAME = 4096
"""Characters of a session's id or folder: the longest path that Linux takes."""
_OTHERS = "unknown: others"

_READERS: tuple[TranscriptReader, ...] = (
    ClaudeCode(),
    Codex(),
    Hermes(),
    OpenCode(),
    Gemini(),
    Messages(),
    Chat(),
)
_IN_DATABASE = OpenCodeDatabase()
"""Reads what is no file of its own, so it is not told by the beginning of one."""


def readers() -> tuple[TranscriptReader, ...]:
    """Return one reader for each format."""
    return _READERS


def reader_for(path: Path) -> TranscriptReader:
    """Return the reader that recognises the content of `path`. Raises TranscriptError."""
    if path.is_dir():
        raise TranscriptError("it is a folder; give a file that holds a conversation")
    if in_database(path):
        return _IN_DATABASE
    reader = _recognised(head_of(path))
    if reader is None:
        names = ", ".join(reader.name for reader in _READERS)
        raise TranscriptError(f"it is no log of a session that memtui reads: {names}")
    return reader


def read(
    path: Path,
    *,
    offset: int = 0,
    most: int = MOST_TURNS,
    ended: bool = False,
    reader: TranscriptReader | None = None,
) -> Reading:
    """Return the turns behind `offset`, at least `most` of them if there are as many.

    A file without a first line has none yet. Raises TranscriptError when the file is no transcript, or
    cannot be read.
    """
    if reader is None:
        if path.is_dir() or in_database(path) or not (head := head_of(path)).unborn or ended:
            reader = reader_for(path)
        elif (reader := _recognised(head)) is None:
            return Reading([], offset, True)
    about = reader.about(path)
    turns: list[Turn] = []
    skipped: Counter[str] = Counter()
    position, size, complete = offset, 0, True
    for item in reader.read(path, offset=offset, ended=ended):
        if item.offset != position and (len(turns) >= most or size >= MOST_CHARACTERS):
            complete = False
            break
        position = item.offset
        if isinstance(item, Turn):
            turns.append(item)
            size += len(item.text)
        else:
            skipped[item.what if item.what in skipped or len(skipped) < _MOST_NAMES else _OTHERS] += 1
    return Reading(
        turns,
        position,
        complete,
        about.session[:_LONGEST_NAME],
        about.cwd[:_LONGEST_NAME],
        about.client,
        about.subagent,
        about.own,
        skipped,
    )


def _recognised(head: Head) -> TranscriptReader | None:
    sure, best = max(((reader.detect(head.start), reader) for reader in _READERS), key=lambda found: found[0])
    return best if sure else None
