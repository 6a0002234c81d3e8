import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.domain.memory import Draft
from memtui.formats.changes import WritesBack
from memtui.formats.ground.files import fault
from memtui.formats.protocol import Reader, SourceError
from memtui.formats.registry import reader_for
from tests.depth import examples
from tests.formats.changing import carry_out, change, plan
from tests.formats.reading import drafts

NAMES = {
    "markdown": "CLAUDE.md",
    "claude": "MEMORY.md",
    "codex": "MEMORY.md",
    "hermes": "USER.md",
    "mcp": "memory.jsonl",
    "memtui": "x.jsonl",
    "mem0": "x.json",
    "list": "x.txt",
}
pieces = st.sampled_from(
    [
        b"- tea",
        b"\n",
        b"\r\n",
        b"\r",
        b"\n\n",
        b"# A",
        b"Ports:",
        b"---",
        b"```",
        b"\xff",
        b"\x00",
        b"\xef\xbb\xbf",
        b"\n\xc2\xa7\n",
        b"[a](b.md)",
        b"[[c]]",
        b'{"text": "tea"}',
        b'{"name": "T", "observations": ["a", 1, null]}',
        b'{"from": "T", "to": "U"}',
        b'{"id": 1, "memory": "tea"}',
        b"[",
        b"]",
        b"{",
        b",",
        b" ",
        b"NaN",
        b'"\\ud800"',
        b"# Task Group: x\n",
        b"<!-- ",
        b"1. a\n2. b",
        b"  - b",
        b"metadata: {type: user}",
    ]
)


def read_or_refused(reader: Reader, file: Path) -> tuple[list[Draft], str]:
    """Return what a file holds; or nothing, and why it is not read."""
    try:
        return drafts(reader, file), ""
    except SourceError as error:
        return [], str(error)


@pytest.mark.few(3)
@pytest.mark.parametrize("name", NAMES)
@given(data=st.lists(pieces, max_size=12).map(b"".join))
@example(data=b"")
@example(data=b'{"text": "tea"}\xef\xbb\xbf{"text": "tea"}')
@settings(max_examples=examples(80))
def test_whatever_a_file_holds_only_the_lines_of_removed_records_go(name: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "project", NAMES[name])
        file.parent.mkdir()
        file.write_bytes(data)
        reader = reader_for(file, name)
        assert isinstance(reader, WritesBack)
        found, refused = read_or_refused(reader, file)
        if refused:
            assert (name, "lines of JSON" in refused) == ("list", True)
            return
        held = [(one.key, one.text) for one in reader.holds(file, file, data)]
        assert held == [(change(reader, file, one, after=None).key, one.text) for one in found]
        assert sum(line.seen for line in reader.loaded(file).lines) >= 0
        out = plan(reader, file, *(change(reader, file, draft, after=None) for draft in found))
        carry_out(out.files)
        left = {one.where for one in out.left}
        now = drafts(reader, file) if file.exists() else []
        gone = {change(reader, file, one, after=None).key for one in found} - left
        assert not gone & {change(reader, file, one, after=None).key for one in now}
        assert all(not fault(one.text) for one in now)
