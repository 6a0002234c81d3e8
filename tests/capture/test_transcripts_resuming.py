import json
import tempfile
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.capture.transcripts.records import MAX_DOCUMENT, MAX_LINE
from memtui.capture.transcripts.registry import read
from memtui.capture.transcripts.turns import Reading, TranscriptError, Turn
from tests.capture.transcript_samples import (
    ASKED,
    CHAT,
    CLAUDE_CODE,
    DOCUMENTS,
    HERMES,
    LINES,
    WISH,
    claude,
    written,
)

NOISE = (
    b"",
    b"   ",
    b"42",
    b'"massive error"',
    b"null",
    b"{broken",
    b"\xff\xfe\0\x80",
    b'{"silly": "this"}',
    b"\0\0",
)


def as_bytes(records: list[dict[str, object]]) -> list[bytes]:
    return [json.dumps(record).encode() for record in records]


@st.composite
def transcripts(draw: st.DrawFn) -> bytes:
    """Return a transcript in any format, its lines mixed with what does not belong there."""
    if draw(st.booleans()):
        document = draw(st.sampled_from([*DOCUMENTS.values(), CHAT]))
        indent = draw(st.sampled_from([None, 1]))
        return (
            document.encode() if isinstance(document, str) else json.dumps(document, indent=indent).encode()
        )
    first, *rest = as_bytes(LINES[draw(st.sampled_from(sorted(LINES)))])
    for noise in draw(st.lists(st.sampled_from(NOISE), max_size=4)):
        rest.insert(draw(st.integers(0, len(rest))), noise)
    end = draw(st.sampled_from([b"\n", b"\r\n"]))
    last = draw(st.sampled_from([b"", end]))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + end.join([first, *rest]) + last


@contextmanager
def in_a_file(content: bytes) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "transcript"
        path.write_bytes(content)
        yield path


def told(turn: Turn) -> tuple[str, str]:
    return turn.role, turn.text


def read_on(path: Path, offset: int, ended: bool) -> Reading:
    """Read as a worker does, which tries again later when nothing is recognised yet."""
    try:
        return read(path, offset=offset, ended=ended)
    except TranscriptError:
        return Reading([], offset, True)


@given(transcripts(), st.lists(st.integers(1, 4), min_size=1))
def test_reading_in_steps_gives_what_reading_at_once_gives(content: bytes, steps: list[int]) -> None:
    with in_a_file(content) as path:
        whole = read(path, ended=True)
        turns: list[Turn] = []
        skipped: Counter[str] = Counter()
        offset, number = 0, 0
        while True:
            part = read(path, offset=offset, most=steps[number % len(steps)], ended=True)
            turns, skipped, offset, number = (
                turns + part.turns,
                skipped + part.skipped,
                part.offset,
                number + 1,
            )
            if part.complete:
                break
        assert (turns, skipped, offset) == (whole.turns, whole.skipped, whole.offset)


@given(transcripts(), st.lists(st.floats(0, 1)))
def test_reading_while_the_file_grows_loses_and_doubles_nothing(content: bytes, cuts: list[float]) -> None:
    turns: list[Turn] = []
    offset = 0
    with in_a_file(b"") as path:
        for cut in sorted(cuts):
            path.write_bytes(content[: int(cut * len(content))])
            part = read_on(path, offset, ended=False)
            turns, offset = turns + part.turns, part.offset
        path.write_bytes(content)
        turns += read_on(path, offset, ended=True).turns
        assert list(map(told, turns)) == list(map(told, read(path, ended=True).turns))


@given(st.binary(max_size=300), st.integers(0, 400))
def test_no_bytes_are_too_strange_to_read(content: bytes, offset: int) -> None:
    with in_a_file(json.dumps(CLAUDE_CODE[2]).encode() + b"\n" + content) as path:
        reading = read(path, offset=offset, ended=True)
        assert 0 <= reading.offset <= path.stat().st_size


KEYS = "type role content message text timestamp toolUseResult origin payload data event name input parts"
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS.split()), inner),
    max_leaves=12,
)


@given(VALUES)
def test_no_value_is_too_strange_for_a_record(value: object) -> None:
    for known in LINES.values():
        strange: list[dict[str, object]] = [
            {"type": "user", "message": value, "sessionId": value},
            {"type": "response_item", "payload": value, "timestamp": value},
            {"role": "user", "content": value, "tool_calls": value},
            {**known[-1], "content": value},
            {**known[-1], "message": value, "data": value},
        ]
        with in_a_file(b"\n".join(as_bytes([*known, *strange]))) as path:
            assert all(turn.text for turn in read(path, ended=True).turns)


def test_a_half_line_is_left_for_next_time(tmp_path: Path) -> None:
    path = written(tmp_path / "s.jsonl", [claude("user", ASKED)])
    whole = path.stat().st_size
    with path.open("a") as file:
        file.write(json.dumps(claude("user", WISH))[:-9])
    reading = read(path)
    assert (len(reading.turns), reading.offset, reading.complete) == (1, whole, True)
    assert read(path, ended=True).skipped["broken line"] == 1


def test_the_last_turn_of_a_chat_waits_until_it_is_over(tmp_path: Path) -> None:
    path = tmp_path / "chat.md"
    path.write_text("User: hello\nAssistant: We use\n")
    first = read(path)
    path.write_text(path.read_text() + "Postgres.\nUser: fine\n")
    assert [turn.text for turn in first.turns] == ["hello"]
    assert [turn.text for turn in read(path, offset=first.offset).turns] == ["We use\nPostgres."]


def test_a_document_that_is_written_again_is_read_on_behind_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_text(json.dumps({"message_count": 9, **HERMES}, indent=2))
    first = read(path)
    messages = [*DOCUMENTS["a list"], {"role": "session_meta"}, {"role": "user", "content": "Käse, please."}]  # type: ignore[misc]
    path.write_text(json.dumps({"message_count": 10, **HERMES, "messages": messages}, indent=2))
    assert [turn.text for turn in read(path, offset=first.offset).turns] == ["Käse, please."]


def test_a_file_that_became_shorter_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = written(tmp_path / "s.jsonl", [claude("user", WISH)])
    assert len(read(path, offset=1_000_000).turns) == 1


@pytest.mark.long
def test_a_line_of_500_megabytes_is_passed_over_without_being_held(tmp_path: Path) -> None:
    path = written(tmp_path / "s.jsonl", [claude("user", ASKED)])
    with path.open("ab") as file:
        file.truncate(500_000_000)
        file.write(b"\n" + json.dumps(claude("user", WISH)).encode() + b"\n")
    tracemalloc.start()
    try:
        reading = read(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [turn.text for turn in reading.turns] == [ASKED, WISH]
    assert reading.skipped == {"line too long": 1}
    assert peak < 4 * MAX_LINE


@pytest.mark.long
def test_a_reading_ends_where_its_turns_are_many_characters(tmp_path: Path) -> None:
    path = written(tmp_path / "s.jsonl", [claude("user", "tea " * 200_000)] * 15)
    first = read(path)
    assert not first.complete
    assert len(first.turns) + len(read(path, offset=first.offset).turns) == 15


def test_a_document_too_large_to_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    with path.open("wb") as file:
        file.write(b'{"messages": [{"role": "user", "content": "hello"}')
        file.seek(MAX_DOCUMENT)
        file.write(b"]}")
    with pytest.raises(TranscriptError, match="save it as JSON lines"):
        read(path)
