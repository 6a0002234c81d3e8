"""Taking records out and putting them back, over files of every format, generated and real."""

import json
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.memory import Draft
from memtui.domain.text import normalised
from memtui.formats.changes import FileChange, HasPlaces, Plan, RecordChange, WritesBack
from memtui.formats.protocol import Reader
from memtui.formats.registry import reader_for
from memtui.sources.replacing import replace_file
from tests.depth import THOROUGH, examples
from tests.formats.reading import drafts, texts
from tests.formats.samples import SAMPLES

FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures" / "memory_files"
REAL = sorted(FIXTURES.glob("*/*/"))
READ_ONLY = {"chatgpt", "chatgpt-export", "claude-account", "claude-mem"}
WRITTEN = sorted(name for name, (format_name, _) in SAMPLES.items() if format_name not in READ_ONLY)

words = st.sampled_from(
    ["tea", "till", "Ports", "oven", "8080", "`ship`", "é", "never", "guests", "a:b", "(x)"]
)
sentences = st.lists(words, min_size=1, max_size=6).map(" ".join)
bullets = st.builds("{}{} {}".format, st.sampled_from(["", "", "  "]), st.sampled_from("-*"), sentences)
ends = st.sampled_from(["\n", "\r\n"])


@st.composite
def markdown(draw: st.DrawFn) -> str:
    """A document with headings, labels, bullets, paragraphs, lists, tables, questions, days and code."""
    parts = st.one_of(
        bullets,
        bullets,
        sentences,
        st.just(""),
        st.builds("{} {}".format, st.sampled_from(["#", "##", "###"]), sentences),
        st.builds("{}:".format, sentences),
        st.builds("1. {}\n2. {}".format, sentences, sentences),
        st.builds("```\n{}\n\n# {}\n```".format, words, words),
        st.builds("| {} | {} |\n|---|---|\n| {} | {} |".format, words, words, words, words),
        st.builds("**Q: {}**\n\nA: {}".format, sentences, sentences),
        st.builds("### Step {}: {}\n- {}".format, st.integers(1, 3), sentences, sentences),
        st.builds("1. **{}:**\n   - {}\n2. {}".format, words, sentences, sentences),
        st.builds("\n*2026-02-0{}*\n\n{}\n".format, st.integers(1, 3), sentences),
        st.builds("<!-- {} -->".format, words),
        st.just("---"),
    )
    lines = "\n".join(draw(st.lists(parts, max_size=14)))
    tail = draw(st.sampled_from(["", "\n", "\n\n"]))
    return (lines + tail).replace("\n", draw(ends))


entries = st.lists(
    st.one_of(sentences, st.builds("{}\n{}".format, sentences, sentences)), min_size=1, max_size=6
)
hermes = st.builds(lambda found, tail: "\n§\n".join(found) + tail, entries, st.sampled_from(["", "\n"]))
entities = st.fixed_dictionaries(
    {
        "type": st.just("entity"),
        "name": st.sampled_from(["Till", "Rosa", "default_user", "Oven"]),
        "entityType": st.sampled_from(["tool", "user", "project"]),
        "observations": st.lists(sentences, max_size=4),
        "x": st.just([1, {"y": None}]),
    }
)
relations = st.fixed_dictionaries(
    {
        "type": st.just("relation"),
        "from": st.sampled_from(["Till", "Rosa"]),
        "to": st.sampled_from(["Oven", "Rosa"]),
        "relationType": st.sampled_from(["owns", "worksAt"]),
    }
)
graphs = st.builds(
    lambda rows, between, tail: between.join(json.dumps(row) for row in rows) + tail,
    st.lists(st.one_of(entities, relations), min_size=1, max_size=6),
    st.sampled_from(["\n", "\r\n", "\n\n", " "]),
    st.sampled_from(["", "\n"]),
)
exports = st.builds(
    lambda rows, tail: "\n".join(json.dumps(row) for row in rows) + tail,
    st.lists(
        st.fixed_dictionaries({"text": sentences}, optional={"scope": st.just("/a"), "x": st.just({"y": 1})}),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from(["", "\n", "\r\n"]),
)
mem0s = st.builds(
    lambda rows, indent, bare: json.dumps(rows if bare else {"results": rows}, indent=indent),
    st.lists(
        st.fixed_dictionaries({"id": st.uuids().map(str), "memory": sentences, "user_id": st.just("rosa")}),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from([None, 2]),
    st.booleans(),
)
FORMATS: dict[str, tuple[str, st.SearchStrategy[str]]] = {
    "markdown": ("CLAUDE.md", markdown()),
    "claude": ("memory/MEMORY.md", markdown()),
    "list": ("list.txt", st.one_of(markdown(), st.lists(sentences, max_size=6).map("\n".join))),
    "hermes": ("MEMORY.md", st.one_of(hermes, markdown())),
    "mcp": ("memory.jsonl", graphs),
    "memtui": ("x.jsonl", exports),
    "mem0": ("x.json", mem0s),
}


def change(reader: Reader, path: Path, draft: Draft, *, gone: bool) -> RecordChange:
    key, file = str(draft.provenance.get("record")), str(draft.provenance.get("path"))
    if isinstance(reader, HasPlaces):
        key, file = reader.key_of(path, draft), str(path.resolve())
    return RecordChange(key, file, draft.text if gone else None, None if gone else draft)


def plan(reader: Reader, path: Path, changes: list[RecordChange]) -> Plan:
    assert isinstance(reader, WritesBack)
    return reader.plan(path, changes)


def carry_out(files: list[FileChange]) -> None:
    for one in files:
        replace_file(one)


def take_back(files: list[FileChange]) -> None:
    carry_out([FileChange(one.path, one.after, one.before) for one in reversed(files)])


def lines_only_went(one: FileChange) -> bool:
    """Say whether every line there is was there before, to the byte, in the same order."""
    left = iter((one.before or b"").splitlines())
    return all(line in left for line in (one.after or b"").splitlines() if line.strip())


def said(reader: Reader, path: Path) -> list[str]:
    return [normalised(text) for text in texts(reader, path)] if path.exists() else []


def check_each(reader: Reader, path: Path, most: int = 1000, *, exact: bool = True) -> int:
    """Take every record out and put it back, check what is read meanwhile; returns how often that worked.

    `exact` when it also has to read as before, not only with more or less of the headings before it.
    """
    before = drafts(reader, path)
    worked = 0
    for draft in before[:most]:
        gone = change(reader, path, draft, gone=True)
        out = plan(reader, path, [gone])
        if out.left:
            assert out.files == []
            continue
        old = {one.path: one.before for one in out.files}
        rest = [normalised(d.text) for d in before if change(reader, path, d, gone=True).key != gone.key]
        carry_out(out.files)
        now = said(reader, path)
        assert [text for text in now if text in rest] == rest
        if reader.name in {"markdown", "claude", "list", "hermes", "codex", "memtui"}:
            assert all(lines_only_went(one) for one in out.files)
        # Of an entity that nothing is said about any more it is said what it is.
        assert [text for text in now if text not in rest] == [] or draft.provenance["source"] == "mcp"
        back = plan(reader, path, [change(reader, path, draft, gone=False)])
        if not back.left:
            carry_out(back.files)
            returned = set(said(reader, path)) - set(rest)
            # What an entity is, is no longer said when there is something else to say of it.
            lost = set(rest) - set(said(reader, path))
            assert all(" is a" in text and draft.provenance["source"] == "mcp" for text in lost)
            assert len(returned) <= 1
            wanted = normalised(draft.text)
            assert all(text.endswith(wanted) or wanted.endswith(text) for text in returned)
            assert not exact or returned <= {wanted}
            assert returned or any(text.endswith(wanted) for text in rest)
            take_back(back.files)
            worked += 1
        take_back(out.files)
        assert {file: file.read_bytes() if file.exists() else None for file in old} == old
    return worked


def check_nothing_changed(reader: Reader, path: Path) -> None:
    assert isinstance(reader, WritesBack)
    found = drafts(reader, path)
    same = [
        RecordChange(c.key, c.file, d.text, d) for d in found if (c := change(reader, path, d, gone=True))
    ]
    assert reader.plan(path, same).files == []
    by_file: dict[str, list[tuple[str, str, bool]]] = {}
    for one, draft in zip(same, found, strict=True):
        by_file.setdefault(one.file, []).append((one.key, draft.text, draft.pinned))
    for file, expected in by_file.items():
        held = reader.holds(path, Path(file), Path(file).read_bytes())
        assert [(one.key, one.text, one.pinned) for one in held] == expected


@pytest.mark.few(7)
@pytest.mark.parametrize("name", WRITTEN)
def test_each_record_of_every_format_goes_out_and_comes_back(name: str, tmp_path: Path) -> None:
    format_name, make = SAMPLES[name]
    path = make(tmp_path / "project")
    reader = reader_for(path, format_name)
    check_nothing_changed(reader, path)
    assert check_each(reader, path) == len(drafts(reader, path))


@pytest.mark.few(1)
@pytest.mark.parametrize("format_name", FORMATS)
@given(data=st.data())
@settings(max_examples=examples(25))
def test_records_of_generated_files_go_out_and_come_back_and_leave_the_others_alone(
    format_name: str, data: st.DataObject
) -> None:
    name, contents = FORMATS[format_name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "project", name)
        path.parent.mkdir(parents=True)
        path.write_bytes(data.draw(contents).encode())
        reader = reader_for(path, format_name)
        check_nothing_changed(reader, path)
        check_each(reader, path, most=4, exact=False)


@pytest.mark.few(3)
@pytest.mark.parametrize("format_name", FORMATS)
@given(data=st.data())
@settings(max_examples=examples(25))
def test_many_changes_at_once_leave_the_lines_of_the_others_alone(
    format_name: str, data: st.DataObject
) -> None:
    name, contents = FORMATS[format_name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "project", name)
        path.parent.mkdir(parents=True)
        path.write_bytes(data.draw(contents).encode())
        reader = reader_for(path, format_name)
        found = drafts(reader, path)
        chosen = [draft for draft in found if data.draw(st.booleans())]
        out = plan(reader, path, [change(reader, path, draft, gone=True) for draft in chosen])
        keys = {change(reader, path, draft, gone=True).key for draft in chosen} - {
            one.where for one in out.left
        }
        rest = [d.text for d in found if change(reader, path, d, gone=True).key not in keys]
        carry_out(out.files)
        now = texts(reader, path) if path.exists() else []
        assert [text for text in now if text in rest] == rest


@pytest.mark.long
@pytest.mark.real
@pytest.mark.skipif(not FIXTURES.is_dir(), reason="the real memory files are not part of the project")
@pytest.mark.parametrize("original", REAL, ids=lambda path: path.name)
def test_real_files_stay_as_they_are_and_each_record_goes_and_comes_back(
    original: Path, tmp_path: Path
) -> None:
    path = tmp_path / original.name
    shutil.copytree(original, path, copy_function=shutil.copyfile)
    reader = reader_for(path)
    check_nothing_changed(reader, path)
    most = 60 if THOROUGH else 10
    assert check_each(reader, path, most=most) == len(drafts(reader, path)[:most])
