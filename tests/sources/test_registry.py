import json
from pathlib import Path

import pytest

from memtui.sources.protocol import SourceError
from memtui.sources.registry import reader_for, readers

EXPORT = '{"text": "Boats float", "scope": "/sea"}\n'
GRAPH = json.dumps({"name": "Boat", "entityType": "thing", "observations": ["floats"]})
FACT = "---\nname: boat\ndescription: boats\nmetadata:\n  type: project\n---\nBoats float."
INDEX = "# Sea\n\n## Boats\n- float\n- rust\n- sink\n"


def test_every_format_has_a_name_and_a_label() -> None:
    named = "memtui claude codex hermes mcp mem0 claude-mem markdown chatgpt list"
    assert [reader.name for reader in readers()] == named.split()
    assert all(reader.label for reader in readers())


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (EXPORT, "memtui"),
        ("broken\n" + EXPORT, "memtui"),
        ('{"text": "just this"}', "memtui"),
        ("", "memtui"),
        (GRAPH, "mcp"),
        ('{"entities": [' + GRAPH + "]}", "mcp"),
        (FACT, "claude"),
        (INDEX, "claude"),
    ],
)
def test_a_format_is_recognised_by_content_whatever_the_file_is_called(
    tmp_path: Path, content: str, name: str
) -> None:
    file = tmp_path / "download (1).bin"
    file.write_text(content)
    assert reader_for(file).name == name


def test_a_named_format_is_not_second_guessed(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text(EXPORT)
    assert reader_for(file, "mcp").name == "mcp"


def test_an_unknown_format_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="'xml'; use auto, memtui, claude, codex, hermes, mcp"):
        reader_for(tmp_path, "xml")


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"there is no .*nowhere"):
        reader_for(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "content",
    [
        b"# Readme\n\nA program that floats.\n\n- fast\n",
        b'{"role": "user", "text": "hi"}\n',
        b'{"type": "user", "message": {"role": "user", "content": "hi"}}\n',
        b"\x00\x01\x02\xff" * 100,
        b"name,age\nx,1\n",
    ],
)
def test_what_is_none_of_the_formats_is_refused_with_what_was_looked_for(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_bytes(content)
    with pytest.raises(SourceError, match=r"none of the formats.*claude: .*--format"):
        reader_for(file)


def test_an_empty_folder_is_none_of_the_formats(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="none of the formats"):
        reader_for(tmp_path)
