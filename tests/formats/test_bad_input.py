"""What goes wrong in files that nobody vouches for: one record lost and named, never the file."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.formats.claude_code.format import ClaudeCode
from memtui.formats.codex.format import Codex
from memtui.formats.ground import files
from memtui.formats.hermes.format import Hermes
from memtui.formats.instructions.format import Instructions
from memtui.formats.plain_list import PlainList
from memtui.formats.protocol import Reader, Skipped, SourceError
from memtui.formats.registry import readers
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.database import Store
from tests.depth import SHARED, examples
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import SAMPLES

MARKDOWN = pytest.mark.parametrize(
    ("reader", "name", "mark"),
    [
        (ClaudeCode(), "MEMORY.md", "\n"),
        (Codex(), "memory_summary.md", "\n"),
        (Hermes(), "MEMORY.md", "§\n"),
        (Instructions(), "CLAUDE.md", "\n"),
        (PlainList(), "list.md", ""),
    ],
    ids=lambda value: getattr(value, "name", ""),
)


@MARKDOWN
def test_a_record_that_is_not_utf8_costs_only_itself(
    tmp_path: Path, reader: Reader, name: str, mark: str
) -> None:
    parts = [b"Tea is green here\n", b"caf\xe9 is closed now\n", b"Lids are made of tin"]
    file = write(tmp_path / name, mark.encode().join(parts))
    assert texts(reader, file) == ["Tea is green here", "Lids are made of tin"]
    assert [record.reason for record in skipped(reader, file)] == ["not UTF-8: byte 4"]


@MARKDOWN
def test_an_endless_line_is_passed_over_without_being_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Reader, name: str, mark: str
) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 1000)
    parts = ["Tea is green here\n", "y" * 12_345 + "\n", "Lids are made of tin"]
    file = write(tmp_path / name, mark.join(parts))
    assert texts(reader, file) == ["Tea is green here", "Lids are made of tin"]
    assert [record.reason for record in skipped(reader, file)] == ["a line longer than 1,000 bytes"]


def test_an_endless_bullet_does_not_take_the_one_above_it_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 1000)
    file = write(tmp_path / "x.md", "- Tea is green\n- " + "y" * 5000 + "\n- Lids are tin\n")
    assert texts(PlainList(), file) == ["Tea is green", "Lids are tin"]
    assert [record.where for record in skipped(PlainList(), file)] == ["line 2"]


@MARKDOWN
def test_a_binary_file_is_named(tmp_path: Path, reader: Reader, name: str, mark: str) -> None:
    file = write(tmp_path / name, b"\x89PNG\r\n\x00\x00" + b"\xff" * 500)
    assert reader.detect(file) <= 0.1
    assert list(reader.read(file)) == [Skipped(name, "a binary file")]


@MARKDOWN
def test_windows_line_ends_and_a_missing_last_one_change_nothing(
    tmp_path: Path, reader: Reader, name: str, mark: str
) -> None:
    unix = f"Tea is green here\n{mark}Lids are made of tin\n"
    expected = texts(reader, write(tmp_path / name, unix))
    assert len(expected) == 2
    assert (
        texts(reader, write(tmp_path / name, b"\xef\xbb\xbf" + unix.replace("\n", "\r\n").encode()))
        == expected
    )
    assert texts(reader, write(tmp_path / name, unix.rstrip("\n"))) == expected


def test_links_out_of_a_memory_folder_are_named_and_not_followed(tmp_path: Path) -> None:
    secret = write(
        tmp_path / "outside" / "secret.md", "---\nname: vault\ntype: project\n---\nThe vault is 9."
    )
    folder = write(
        tmp_path / "memory" / "tea.md", "---\nname: kettle\ntype: project\n---\nKettle is green."
    ).parent
    (folder / "secret.md").symlink_to(secret)
    (folder / "more").symlink_to(secret.parent)
    (folder / "same.md").symlink_to(folder / "tea.md")
    (folder / "loop.md").symlink_to(folder / "loop.md")
    assert texts(ClaudeCode(), folder) == ["Kettle is green."]
    named = {record.where: record.reason for record in skipped(ClaudeCode(), folder)}
    assert set(named) >= {"more", "secret.md"}
    assert all("not followed" in reason for reason in named.values())


@pytest.mark.parametrize("reader", [Hermes(), Codex(), ClaudeCode()], ids=lambda reader: str(reader.name))
def test_an_index_that_is_a_link_out_of_the_folder_is_not_followed(tmp_path: Path, reader: Reader) -> None:
    secret = write(tmp_path / "outside" / "secret.md", "# Task Group: x\n\n- The vault is 9.\n")
    folder = tmp_path / "memories"
    folder.mkdir()
    (folder / "MEMORY.md").symlink_to(secret)
    (record,) = reader.read(folder)
    assert isinstance(record, Skipped)
    assert "not followed" in record.reason


def test_a_folder_of_fact_files_keeps_the_good_ones(tmp_path: Path) -> None:
    write(tmp_path / "MEMORY.md", "- Lamps stay on\n")
    write(tmp_path / "broken.md", "---\nname: [\ntype: project\n---\nStill read.")
    write(tmp_path / "open.md", "---\nname: never closed\n\nAlso read.")
    write(tmp_path / "latin.md", b"caf\xe9")
    write(tmp_path / "image.md", b"\x00\x01")
    assert len(drafts(ClaudeCode(), tmp_path)) == 3
    assert {record.where for record in skipped(ClaudeCode(), tmp_path)} == {"latin.md", "image.md"}


@pytest.mark.few(4)
@pytest.mark.parametrize("sample", SAMPLES)
def test_no_reader_breaks_on_the_files_of_another(tmp_path: Path, sample: str) -> None:
    path = SAMPLES[sample][1](tmp_path)
    for reader in readers():
        with contextlib.suppress(SourceError):
            assert list(reader.read(path)) == list(reader.read(path)), reader.name


PIECES = st.lists(
    st.one_of(
        st.binary(max_size=12),
        st.sampled_from(
            [
                b"\n",
                b"- ",
                b"# ",
                b"  ",
                b"```",
                b"---\n",
                b"\xc2\xa7\n",
                b"# Task Group: a\n",
                b"@x.md",
                b"a: ",
                b"1. ",
            ]
        ),
        st.sampled_from(
            [b'{"', b'": ', b"[", b"]}", b'"memory"', b'"text"', b'"entityName"', b"User has ", b"\r"]
        ),
    ),
    max_size=30,
).map(b"".join)


@pytest.mark.few(4)
@settings(max_examples=examples(80), deadline=None, suppress_health_check=SHARED)
@given(content=PIECES)
@pytest.mark.parametrize("reader", readers(), ids=lambda reader: str(reader.name))
def test_no_bytes_break_a_reader(tmp_path: Path, reader: Reader, content: bytes) -> None:
    file = write(tmp_path / "MEMORY.md", content)
    assert 0.0 <= reader.detect(file) <= 1.0
    with contextlib.suppress(SourceError):
        for record in reader.read(file):
            if isinstance(record, Draft):
                assert record.text == well_formed(record.text) != ""
                json.dumps(dict(record.provenance), ensure_ascii=False).encode()
            else:
                assert record.reason


DEEP = {
    "list": "[" * 100_000 + "]" * 100_000,
    "object": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "hundreds": "[" * 700 + "]" * 700,
    "dozens": "[" * 70 + "]" * 70,
}
SOUND = ("Tea is green here", "Lids are made of tin")
UNCLOSED = ["[" * 100_000, '{"memory":' * 100_000, '[{"results":[' * 50_000]


@pytest.mark.few(4)
@pytest.mark.parametrize("content", UNCLOSED, ids=["lists", "objects", "both"])
@pytest.mark.parametrize("reader", readers(), ids=lambda reader: str(reader.name))
def test_brackets_that_nothing_closes_are_a_sentence(tmp_path: Path, reader: Reader, content: str) -> None:
    file = write(tmp_path / "memories.json", content)
    assert 0.0 <= reader.detect(file) <= 1.0
    with contextlib.suppress(SourceError):
        assert [
            record for record in reader.read(file) if isinstance(record, Draft) and reader.name == "mem0"
        ] == []


FORMATS_OF_JSON = {
    "memtui": '{{"text": "{}", "provenance": {{"x": {}}}}}',
    "mem0": '{{"memory": "{}", "user_id": "ada", "id": "1", "metadata": {{"x": {}}}}}',
    "mcp": '{{"type": "entity", "name": "Ada", "entityType": "cook", "observations": ["{}"], "x": {}}}',
}


@pytest.mark.few(1)
@pytest.mark.parametrize("nested", DEEP.values(), ids=DEEP)
@pytest.mark.parametrize("form", FORMATS_OF_JSON)
@pytest.mark.parametrize("layout", ["lines", "one line", "list", "document"])
def test_a_deeply_nested_record_costs_only_itself(
    store: Store, tmp_path: Path, form: str, nested: str, layout: str
) -> None:
    row = FORMATS_OF_JSON[form]
    rows = [row.format(SOUND[0], "1"), row.format("Deep", nested), row.format(SOUND[1], "1")]
    if layout in {"list", "document"} and form == "memtui":
        pytest.skip("the exchange format is lines only")
    part = {"mem0": "results", "mcp": "entities"}.get(form, "")
    content = {
        "lines": "\n".join(rows),
        "one line": " ".join(rows),
        "list": f"[{', '.join(rows)}]",
        "document": f'{{"{part}": [{", ".join(rows)}], "other": {nested}}}',
    }[layout]
    file = write(tmp_path / "memories.json", content)
    reader = next(reader for reader in readers() if reader.name == form)
    left = skipped(reader, file)
    assert [record.reason for record in left] in (["nested more than 64 levels deep"], [PROVENANCE_TOO_DEEP])
    done = import_drafts(store, drafts(reader, file), by=PERSON_AT_CLI)
    assert (done.added, done.refused_count) == (2, 0)


PROVENANCE_TOO_DEEP = "provenance is nested more than 32 levels deep"
