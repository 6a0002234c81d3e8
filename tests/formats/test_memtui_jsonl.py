import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from memtui.domain.memory import Draft, Memory, MemoryType, Origin, State
from memtui.domain.text import MAX_LENGTH
from memtui.formats.ground import json_lines
from memtui.formats.ground.exchange import line
from memtui.formats.memtui_jsonl import MemtuiJsonl
from memtui.formats.protocol import Record, Skipped, SourceError

MEMORY = Memory(
    id=7,
    uid="01KA9YBVDXQJ4M0P3R5T7W9Z1C",
    text="Deploys need a plan, “posted” first\nand a 2nd line \\ with a slash",
    abstract="Deploys need a plan",
    scope="/project/shop/deploy",
    type=MemoryType.PROCEDURAL,
    state=State.ARCHIVED,
    importance=0.85,
    pinned=True,
    half_life=None,
    created_at=1_700_000_000.125,
    updated_at=1_710_000_000.5,
    last_accessed_at=1_720_000_000.75,
    access_count=12,
    session_count=7,
    expires_at=1_900_000_000.0,
    version=3,
    origin=Origin.EXTRACTED,
    provenance={"source": "codex", "turn": 4, "quote": "日本語 \u2028", "nested": {"list": [1, 2.5, None]}},
    depth=0,
    categories=("decision", "ops"),
)


def read(path: Path) -> list[Record]:
    return list(MemtuiJsonl().read(path))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "export.jsonl"


def only(records: list[Record]) -> Draft:
    (record,) = records
    assert isinstance(record, Draft), record
    return record


def reasons(records: list[Record]) -> Iterator[str]:
    return (f"{record.where}: {record.reason}" for record in records if isinstance(record, Skipped))


def test_a_memory_comes_back_with_everything_the_format_names(file: Path) -> None:
    file.write_text(line(MEMORY) + "\n", encoding="utf-8")
    draft = only(read(file))
    for name in set(Draft.__slots__) - {"was"}:
        assert getattr(draft, name) == getattr(MEMORY, name), name


def test_a_memory_never_used_and_without_end_comes_back_as_such(file: Path) -> None:
    bare = replace(MEMORY, last_accessed_at=None, expires_at=None, categories=(), provenance={}, abstract="")
    file.write_text(line(bare), encoding="utf-8")
    draft = only(read(file))
    assert (draft.last_accessed_at, draft.expires_at, draft.categories) == (None, None, ())


def test_what_a_memory_said_before_comes_back_too(file: Path) -> None:
    file.write_text(line(MEMORY, [-(2**63), -1, 0, 2**63 - 1]) + "\n", encoding="utf-8")
    assert only(read(file)).was == (-(2**63), -1, 0, 2**63 - 1)


def test_what_was_written_is_one_object_of_the_documented_keys() -> None:
    written = line(MEMORY)
    assert "\n" not in written
    assert list(json.loads(written)) == [
        *("uid", "text", "abstract", "scope", "type", "categories", "importance", "pinned", "state"),
        *("created_at", "updated_at", "last_accessed_at", "access_count", "session_count", "expires_at"),
        *("origin", "provenance", "version"),
    ]
    assert json.loads(written)["created_at"] == "2023-11-14T22:13:20.125Z"


def test_only_a_text_is_required(file: Path) -> None:
    file.write_text('{"text": "Ports below 1024 need root"}')
    draft = only(read(file))
    assert draft.scope == "/"
    assert draft.type is MemoryType.SEMANTIC
    assert draft.origin is Origin.IMPORTED
    assert draft.categories == ("observation",)
    assert draft.uid is None


def test_an_empty_file_has_no_records(file: Path) -> None:
    file.write_bytes(b"\n\n")
    assert read(file) == []


def test_a_byte_order_mark_and_a_missing_last_newline_are_read_over(file: Path) -> None:
    file.write_bytes(b'\xef\xbb\xbf{"text": "one"}\r\n\r\n{"text": "two"}')
    assert [record.text for record in read(file) if isinstance(record, Draft)] == ["one", "two"]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ('{"text": "cut off', "not JSON"),
        ("nonsense", "not JSON"),
        ("[1, 2]", "a JSON list"),
        ("null", "a JSON null"),
        ("{}", "no text"),
        ('{"text": null}', "no text"),
        ('{"text": "  "}', "empty"),
        ('{"text": 5}', "text is a JSON number"),
        ('{"text": "x", "scope": "/a/../b"}', "without . or .."),
        ('{"text": "x", "scope": " "}', "cannot be empty"),
        ('{"text": "x", "scope": ["/a"]}', "scope is a JSON list"),
        ('{"text": "x", "scope": "/a\\u0007b"}', "printable"),
        ('{"text": "x", "type": "vague"}', "no type of memory"),
        ('{"text": "x", "state": "absent"}', "state"),
        ('{"text": "x", "state": "lost"}', "state"),
        ('{"text": "x", "origin": "dream"}', "origin"),
        ('{"text": "x", "importance": "0.5"}', "importance"),
        ('{"text": "x", "importance": true}', "importance"),
        ('{"text": "x", "importance": 1.5}', "importance"),
        ('{"text": "x", "importance": NaN}', "NaN"),
        ('{"text": "x", "importance": 1e999}', "too large"),
        ('{"text": "x", "pinned": "yes"}', "pinned"),
        ('{"text": "x", "categories": "decision"}', "categories"),
        ('{"text": "x", "categories": [1]}', "categories"),
        ('{"text": "x", "categories": ["two words"]}', "category"),
        ('{"text": "x", "access_count": -1}', "access_count"),
        ('{"text": "x", "access_count": 1e3}', "access_count"),
        ('{"text": "x", "session_count": 99999999999999999999}', "session_count"),
        ('{"text": "x", "created_at": "yesterday"}', "created_at"),
        ('{"text": "x", "created_at": 1700000000}', "created_at"),
        ('{"text": "x", "provenance": []}', "provenance"),
        ('{"text": "x", "was": ["no number"]}', "fingerprint"),
        ('{"text": "x", "provenance": {"a": ' + "[" * 40 + "]" * 40 + "}}", "nested"),
        ('{"text": "\\u0041", "provenance": {"a": ' + "[" * 900 + "]" * 900 + "}}", "nested"),
        ('{"text": "x", "n": ' + "9" * 5000 + "}", "not JSON"),
        ("[" * 100_000, "nested"),
    ],
)
def test_a_bad_record_is_skipped_with_its_line_and_reason(file: Path, bad: str, reason: str) -> None:
    file.write_text(f'{{"text": "before"}}\n\n{bad}\n{{"text": "after"}}\n')
    before, skipped, after = read(file)
    assert isinstance(before, Draft)
    assert isinstance(after, Draft)
    assert isinstance(skipped, Skipped)
    assert skipped.where == "line 3"
    assert reason in skipped.reason


def test_bytes_that_are_not_utf8_are_skipped(file: Path) -> None:
    file.write_bytes(b'{"text": "caf\xe9"}\n{"text": "tea"}\n')
    skipped, tea = read(file)
    assert isinstance(tea, Draft)
    assert skipped == Skipped("line 1", "not UTF-8: byte 14 of the line")


def test_two_objects_on_a_line_are_two_memories(file: Path) -> None:
    file.write_text('{"text": "one"}{"text": "two"} {"text": \n{"text": "three"}')
    records = read(file)
    assert [record.text for record in records if isinstance(record, Draft)] == ["one", "two", "three"]
    assert len(list(reasons(records))) == 1


def test_lone_surrogates_and_nuls_cannot_reach_a_draft(file: Path) -> None:
    file.write_text(r'{"text": "a\ud800b\u0000c", "provenance": {"\udfff": ["\ud800", {"k": "\u0000"}]}}')
    draft = only(read(file))
    assert draft.text.startswith("a")
    assert draft.text.endswith("bc")
    json.dumps(draft.provenance, ensure_ascii=False).encode("utf-8")
    assert "\0" not in str(draft.provenance)


def test_a_text_that_is_too_long_is_skipped(file: Path) -> None:
    file.write_text(
        json.dumps({"text": "x" * (MAX_LENGTH + 1)}) + "\n" + json.dumps({"text": "x" * MAX_LENGTH})
    )
    skipped, longest = read(file)
    assert isinstance(longest, Draft)
    assert isinstance(skipped, Skipped)
    assert "1,000,001" in skipped.reason


def test_an_endless_line_is_passed_over_without_being_held(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_lines, "MAX_LINE", 1000)
    file.write_text('{"text": "' + "y" * 12_345 + '"}\n{"text": "next"}\n' + "z" * 5000)
    first, following, last = read(file)
    assert isinstance(following, Draft)
    assert first == Skipped("line 1", "longer than 1,000 bytes")
    assert last == Skipped("line 3", "longer than 1,000 bytes")


def test_an_id_of_another_program_is_kept_in_the_provenance(file: Path) -> None:
    file.write_text('{"text": "x", "uid": "mem-42"}')
    draft = only(read(file))
    assert draft.uid is None
    assert draft.provenance == {"foreign_uid": "mem-42"}


def test_a_folder_is_no_export(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot read"):
        read(tmp_path)
