"""A file of any length is read in a time that grows with its length only, whatever it repeats."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.capture.transcripts.registry import reader_for
from memtui.capture.transcripts.registry import readers as transcripts
from memtui.capture.transcripts.turns import TranscriptError, TranscriptReader
from memtui.formats.protocol import Reader, SourceError
from memtui.formats.registry import readers
from tests.capture.test_transcripts_opencode import executed, second_version
from tests.capture.transcript_samples import HERMES, claude, codex, said
from tests.depth import THOROUGH
from tests.growth import grows_too_fast

OFTEN = ("x\n\n", "- ", "#", "|", "\t", "\n", "- x\n\n", '{"text": "x"} ', "[", "a: b\n")
PIECES: tuple[str, ...] = (
    *OFTEN,
    *("\n\n", " ", "- x\n", "* x\n  y\n", "# x\n", "## x\n\n", "| a |\n", "§\n", "x\n§\n", "---\n", "```\n"),
    *("@a ", "@a.md\n", "[x](y.md) ", "- [x](y.md) - z\n", "<!--", "> ", "1. x\n", "**a** ", "`", "x", "{"),
    *("**a**: b\n", "## x\n**a**: b\n**c**: d\n\n", "2026-02-20 x\n\n"),
    *("User has tea. ", "# Task Group: a\n", '{"text": "x"}\n'),
)
HEADS: tuple[str, ...] = ("", "- x\n", "---\nname: a\n---\n")
LONGEST, SHORTER = 64_000, 8_000
"""Characters of a text that repeats what is in OFTEN from its beginning on, and of any other."""
FLOOR = 0.02
"""Seconds that nobody notices when a file is read."""
if not THOROUGH:
    PIECES, HEADS, LONGEST = OFTEN, HEADS[:1], 16_000
NAMES = {"hermes": "MEMORY.md", "codex": "MEMORY.md", "claude": "MEMORY.md", "instructions": "AGENTS.md"}


def reading(reader: Reader, file: Path) -> Callable[[str], object]:
    def read(text: str) -> object:
        file.write_text(text, encoding="utf-8")
        with contextlib.suppress(SourceError):
            return sum(1 for _ in reader.read(file))
        return None

    return read


def ways_of_reading() -> list[Reader]:
    """Return one reader for each way of reading: most folders of notes share theirs."""
    ways = {(type(one).read, getattr(type(one), "records_in", None)): one for one in readers()}
    return list(ways.values())


@pytest.mark.few(1)
@pytest.mark.parametrize("reader", ways_of_reading(), ids=lambda reader: str(reader.name))
def test_a_long_file_takes_as_long_as_its_parts(tmp_path: Path, reader: Reader) -> None:
    read = reading(reader, tmp_path / NAMES.get(str(reader.name), "memories.jsonl"))
    for piece in PIECES:
        for head in HEADS:
            worse = grows_too_fast(read, piece, head=head, longest=_longest(piece, head), floor=FLOOR)
            assert not worse, f"{worse} behind {head!r}"


def _longest(piece: str, head: str = "") -> int:
    return LONGEST if piece in OFTEN and not head else SHORTER


def told(text: str) -> dict[str, str]:
    """Return a session in which that is said, as each program writes it."""
    turn = {"role": "user", "content": text}
    rollout = [codex("session_meta", id="t"), codex("response_item", **said("user", text))]
    gemini_begins = {"sessionId": "s", "projectHash": "p", "startTime": "2026-03-01T10:00:00Z"}
    message = {"info": {"role": "user", "sessionID": "s"}, "parts": [{"type": "text", "text": text}]}
    return {
        "claude-code": json.dumps(claude("user", text)),
        "codex": "\n".join(map(json.dumps, rollout)),
        "gemini": "\n".join(map(json.dumps, (gemini_begins, {"id": "u", "type": "user", "content": text}))),
        "hermes": json.dumps(HERMES | {"messages": [turn]}),
        "messages": json.dumps(turn),
        "opencode": json.dumps({"info": {"id": "s"}, "messages": [message]}),
        "chat": f"**User**: {text}\n\n**Assistant**: ok",
    }


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("reader", transcripts(), ids=lambda reader: str(reader.name))
def test_a_long_session_takes_as_long_as_its_parts(tmp_path: Path, reader: TranscriptReader) -> None:
    file = tmp_path / "session"

    def read(content: str) -> int:
        file.write_text(content + "\n", encoding="utf-8")
        with contextlib.suppress(TranscriptError):
            return len(list(reader.read(file, offset=0, ended=True)))
        return 0

    for piece in PIECES:
        assert not grows_too_fast(read, piece, longest=_longest(piece), floor=FLOOR), f"a file of {piece!r}"
        turns = lambda text: read(told(text)[str(reader.name)])  # noqa: E731
        assert not grows_too_fast(turns, piece, longest=_longest(piece), floor=FLOOR), f"a turn of {piece!r}"


@pytest.mark.few(1)
def test_a_long_session_in_a_database_takes_as_long_as_its_parts(tmp_path: Path) -> None:
    session = second_version(tmp_path)

    def read(text: str) -> int:
        said = json.dumps({"text": text})
        executed(session.parent, ("UPDATE session_message SET data = ? WHERE type = 'user'", (said,)))
        return len(list(reader_for(session).read(session, ended=True)))

    for piece in PIECES:
        assert not grows_too_fast(read, piece, longest=_longest(piece), floor=FLOOR), f"a turn of {piece!r}"
