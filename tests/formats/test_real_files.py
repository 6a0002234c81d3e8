"""Runs over memory files that agents wrote for real. They lie beside the repository, never in it."""

import json
from pathlib import Path

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import RESERVED_CATEGORIES, Draft
from memtui.domain.scope import normalise
from memtui.formats.ground.frontmatter import split
from memtui.formats.protocol import Skipped
from memtui.formats.registry import reader_for
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.database import Store

FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures"
FOLDERS = sorted(FIXTURES.glob("memory_files/claude_code_auto/*/"))
GRAPHS = sorted(FIXTURES.glob("memory_files/mcp_graph/*/*.jsonl"))
HERMES = sorted(FIXTURES.glob("memory_files/hermes/*/"))
HISTORIES = sorted(FIXTURES.glob("memory_history/mcp_graph/*.jsonl"))

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not FIXTURES.is_dir(), reason="the real memory files are not part of the project"),
]


def read(path: Path) -> list[Draft]:
    records = list(reader_for(path).read(path))
    assert [record for record in records if isinstance(record, Skipped)] == []
    drafts = [record for record in records if isinstance(record, Draft)]
    for draft in drafts:
        assert draft.text
        assert draft.scope == normalise(draft.scope)
        assert set(draft.categories) & set(RESERVED_CATEGORIES)
        json.dumps(dict(draft.provenance)).encode()
    return drafts


@pytest.mark.parametrize("project", FOLDERS, ids=lambda path: path.name)
def test_every_fact_file_is_one_memory_with_its_whole_body(project: Path) -> None:
    drafts = {draft.provenance["record"]: draft for draft in read(project)}
    for file in (project / ".claude" / "memory").glob("*.md"):
        if file.name != "MEMORY.md":
            body = split(file.read_text())[1]
            assert body in drafts[file.name].text
            assert drafts[file.name].abstract


@pytest.mark.parametrize("project", FOLDERS, ids=lambda path: path.name)
def test_every_bullet_of_an_index_is_in_a_memory_or_an_abstract(project: Path) -> None:
    folder = project / ".claude" / "memory"
    drafts = read(project)
    kept = "\n".join(f"{draft.text}\n{draft.abstract}\n{draft.provenance}" for draft in drafts)
    for line in (folder / "MEMORY.md").read_text().split("\n"):
        if line.lstrip().startswith("- ") and "](" not in line:
            assert line.lstrip()[2:].strip().rstrip(":") in kept


@pytest.mark.parametrize("file", GRAPHS, ids=lambda path: path.parent.name)
def test_every_observation_and_relation_of_a_graph_is_read(file: Path) -> None:
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    expected = sum(len(row.get("observations", [])) or 1 for row in rows)
    assert len(read(file)) == expected


@pytest.mark.parametrize("history", HISTORIES, ids=lambda path: path.name)
def test_every_version_in_a_graphs_history_is_read(history: Path, tmp_path: Path) -> None:
    for number, line in enumerate(history.read_text().splitlines()):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(json.loads(line)["text"])
        assert len(read(file)) > 10


@pytest.mark.parametrize("home", HERMES, ids=lambda path: path.name)
def test_every_line_of_a_hermes_file_is_in_a_memory_or_named(home: Path) -> None:
    reader = reader_for(home)
    assert reader.name == "hermes"
    records = list(reader.read(home))
    kept = "\n".join(record.text for record in records if isinstance(record, Draft))
    named = {record.where for record in records if isinstance(record, Skipped)}
    for file in (home / "memories").glob("*.md"):
        for number, line in enumerate(file.read_text().splitlines(), start=1):
            if line.strip() and not line.startswith("#"):
                assert line.removeprefix("- ") in kept or f"{file.name} line {number}" in named


@pytest.mark.long
@pytest.mark.parametrize("path", [*FOLDERS, *GRAPHS, *HERMES], ids=lambda path: path.name)
def test_importing_real_files_again_adds_nothing(path: Path, store: Store) -> None:
    for expected in (True, False):
        drafts = [record for record in reader_for(path).read(path) if isinstance(record, Draft)]
        assert bool(import_drafts(store, drafts, by=Actor(ActorKind.PERSON, "cli")).added) is expected


@pytest.mark.parametrize("path", [*FOLDERS, *GRAPHS, *HERMES], ids=lambda path: path.name)
def test_every_record_of_a_real_file_has_a_place_of_its_own(path: Path) -> None:
    drafts = [record for record in reader_for(path).read(path) if isinstance(record, Draft)]
    places = {(draft.provenance["path"], draft.provenance["record"], draft.text) for draft in drafts}
    assert len(places) == len({place[:2] for place in places})
