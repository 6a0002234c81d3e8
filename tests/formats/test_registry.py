import json
from pathlib import Path

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import RESERVED_CATEGORIES, Draft
from memtui.domain.scope import normalise
from memtui.formats.protocol import Skipped, SourceError
from memtui.formats.registry import beside, reader_for, readers
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.database import Store
from tests.formats.samples import EXPORT, SAMPLES

ME = Actor(ActorKind.PERSON, "cli")


def test_every_format_has_a_name_and_a_label() -> None:
    named = [reader.name for reader in readers()]
    assert {"memtui", "claude", "codex", "hermes", "mcp", "mem0", "claude-mem", "markdown"} <= set(named)
    assert (named[0], named[-1]) == ("memtui", "list")
    assert all(reader.label and reader.called for reader in readers())
    assert {reader.name for reader in readers()} == {name for name, _ in SAMPLES.values()}


@pytest.mark.few(12)
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_format_is_recognised_by_content_whatever_the_file_is_called(tmp_path: Path, sample: str) -> None:
    name, write = SAMPLES[sample]
    path = write(tmp_path)
    assert reader_for(path).name == name
    assert all(0.0 <= reader.detect(path) <= 1.0 for reader in readers())


@pytest.mark.few(12)
@pytest.mark.parametrize("sample", [name for name in SAMPLES if name != "memtui, empty"])
def test_every_draft_says_where_it_is_from_and_can_be_found_again(tmp_path: Path, sample: str) -> None:
    name, write = SAMPLES[sample]
    path = write(tmp_path)
    drafts = [record for record in reader_for(path).read(path) if isinstance(record, Draft)]
    again = [record for record in reader_for(path).read(path) if isinstance(record, Draft)]
    assert drafts
    assert drafts == again
    if name == "memtui":
        return
    places = [(draft.provenance["path"], draft.provenance["record"]) for draft in drafts]
    assert len(set(places)) == len(places)
    for draft in drafts:
        assert draft.provenance["source"] == name
        assert Path(str(draft.provenance["path"])).is_file()
        assert draft.scope == normalise(draft.scope)
        assert set(draft.categories) & set(RESERVED_CATEGORIES)
        assert draft.created_at
        json.dumps(dict(draft.provenance))


@pytest.mark.few(12)
@pytest.mark.parametrize("sample", SAMPLES)
def test_importing_again_adds_nothing(tmp_path: Path, store: Store, sample: str) -> None:
    path = SAMPLES[sample][1](tmp_path)

    def added() -> int:
        records = reader_for(path).read(path)
        drafts = (record for record in records if isinstance(record, Draft))
        return import_drafts(store, drafts, by=ME).added

    assert added() == 0 if sample == "memtui, empty" else added() > 0
    assert added() == 0


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


PAGE = b"# Readme\n\n## Install\n\nWith pip.\n\n## History\n\nOld.\n\n## Licence\n\nFree.\n"


@pytest.mark.parametrize(
    ("content", "likely"),
    [
        (b"# Readme\n\nA program that floats.\n\n- fast\n", "memtui import .*x --format markdown"),
        (PAGE, "memtui import .*x --format markdown"),
        (b"name,age\nx,1\n", "memtui import .*x --format markdown"),
        (b'{"role": "user", "text": "hi"}\n', "looks like a conversation: `memtui capture .*x`"),
        (b'[{"mapping": {"a": {"message": {"a', "looks like a conversation: `memtui capture .*x`"),
        (b'{"results": [{"title": "a", "url": "b"}]}\n', "JSON of another kind"),
        (b"\x00\x01\x02\xff" * 100, "It is no text"),
        (b"SQLite format 3\x00" + b"\x00" * 200, "database of another program; `memtui sources scan`"),
    ],
)
def test_what_is_no_memory_is_refused_with_what_it_looks_like_and_the_command(
    tmp_path: Path, content: bytes, likely: str
) -> None:
    file = tmp_path / "x"
    file.write_bytes(content)
    with pytest.raises(SourceError, match=rf"^no memories that memtui can read are in [^\n]*{likely}[^\n]*$"):
        reader_for(file)


def test_a_page_without_a_statement_is_refused_as_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "decisions.md"
    file.write_text("# Decisions\n\n<!-- One line each. -->\n")
    with pytest.raises(SourceError, match="a page that says nothing yet"):
        reader_for(file)


def test_an_empty_folder_is_refused_and_one_of_code_and_pages_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no memories.* It is empty"):
        reader_for(tmp_path)
    for name in ("a.py", "b.py", "c.py", "README.md"):
        (tmp_path / name).write_bytes(PAGE)
    with pytest.raises(SourceError, match=r"the one markdown file in it.*--format markdown"):
        reader_for(tmp_path)


def test_a_folder_with_one_readable_file_is_refused_with_that(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("pass\n")
    (tmp_path / "lessons.jsonl").write_text('{"type": "rule", "content": "Rinse the pot"}\n')
    with pytest.raises(SourceError, match=r"lessons\.jsonl in it looks like lessons .*memtui import .*l`"):
        reader_for(tmp_path)


def test_a_folder_of_projects_is_refused_with_the_names_of_those_that_can_be_linked(tmp_path: Path) -> None:
    for name in ("orchard", "tea house"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "AGENTS.md").write_text("# Rules\n\n- Prune in March\n")
        for code in ("a.py", "b.py"):
            (tmp_path / name / code).write_text("pass\n")
    with pytest.raises(
        SourceError, match=r"orchard and tea house in it hold memories.*sources link .*orchard`"
    ):
        reader_for(tmp_path, "auto")


def test_any_page_of_markdown_and_any_folder_of_notes_is_read(tmp_path: Path) -> None:
    for name in ("notes/tea.md", "notes/deep/till.md", "notes/picture.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(PAGE)
    for path in (tmp_path / "notes", tmp_path / "notes/tea.md"):
        assert reader_for(path).name == "markdown"
    found = list(reader_for(tmp_path / "notes").read(tmp_path / "notes"))
    assert sum(isinstance(record, Draft) for record in found) == 6
    assert [str(one.where) for one in found if isinstance(one, Skipped)] == ["1 other file"]


def test_a_project_is_first_of_all_the_place_of_its_instructions(tmp_path: Path) -> None:
    fact = "---\nname: tea\ndescription: how\nmetadata:\n  type: project\n---\n\nTea is green.\n"
    for name, text in {
        "CLAUDE.md": "# Shop\n\n- Greet the guests.\n",
        ".goose/memory/tea.txt": "# tea\nRinse the pot.\n\n",
        ".claude/agent-memory/brewer/tea.md": fact,
        ".serena/memories/tea.md": "# Tea\n\n- It is green.\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    instructions = reader_for(tmp_path)
    assert instructions.name == "markdown"
    assert {reader.name for reader, _ in beside(tmp_path, instructions)} == {"claude", "goose", "serena"}
    (tmp_path / "CLAUDE.md").unlink()
    (tmp_path / ".serena/memories/tea.md").unlink()
    assert reader_for(tmp_path).name in {"claude", "goose"}
