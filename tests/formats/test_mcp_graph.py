import json
from pathlib import Path

import pytest

from memtui.domain.instant import from_iso
from memtui.domain.memory import Draft, MemoryType
from memtui.formats.mcp_graph.format import McpGraph
from memtui.formats.protocol import Skipped, SourceError


def drafts(path: Path) -> list[Draft]:
    return [record for record in McpGraph().read(path) if isinstance(record, Draft)]


def skipped(path: Path) -> list[Skipped]:
    return [record for record in McpGraph().read(path) if isinstance(record, Skipped)]


def graph(folder: Path, *rows: object, name: str = "memory.jsonl") -> Path:
    file = folder / name
    file.write_text("".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows))
    return file


KITE = {"type": "entity", "name": "Kite", "entityType": "project", "observations": ["Kite flies", "Uses Zig"]}


def test_each_observation_is_a_memory_that_names_its_entity(tmp_path: Path) -> None:
    file = graph(tmp_path, KITE)
    assert [draft.text for draft in drafts(file)] == ["Kite flies", "Kite: Uses Zig"]
    assert {draft.scope for draft in drafts(file)} == {"/project/kite"}
    assert {draft.categories for draft in drafts(file)} == {("observation", "project")}
    assert drafts(file)[0].provenance["source"] == "mcp"


def test_a_relation_is_a_sentence(tmp_path: Path) -> None:
    file = graph(
        tmp_path,
        {"type": "relation", "from": "Kite", "to": "Wind", "relationType": "depends_on"},
        {"from": "Kite", "to": "Shed", "relationType": "livesIn"},
    )
    assert [draft.text for draft in drafts(file)] == ["Kite depends on Wind", "Kite lives in Shed"]


def test_rows_without_a_type_are_read(tmp_path: Path) -> None:
    file = graph(tmp_path, {"name": "Loom", "entityType": "tool", "observations": ["weaves at night"]})
    assert [draft.text for draft in drafts(file)] == ["Loom: weaves at night"]


def test_flat_rows_are_read(tmp_path: Path) -> None:
    file = graph(tmp_path, {"entityName": "Loom", "entityType": "tool", "observation": "weaves at night"})
    assert [draft.text for draft in drafts(file)] == ["Loom: weaves at night"]


def test_observations_may_be_objects_with_a_text_and_a_time(tmp_path: Path) -> None:
    said = [
        {"text": "Loom squeaks", "timestamp": "2026-02-03T04:05:06Z", "version": 2},
        {"content": "Loom was oiled", "timestamp": "2026-02-04T00:00:00Z"},
        {"colour": "red"},
    ]
    file = graph(tmp_path, {"type": "entity", "name": "Loom", "entityType": "tool", "observations": said})
    first, second = drafts(file)
    assert (first.text, second.text) == ("Loom squeaks", "Loom was oiled")
    assert first.created_at == from_iso("2026-02-03T04:05:06Z")
    assert first.provenance["fields"] == {"version": 2}
    assert skipped(file) == [Skipped("line 1, observation 3", "an observation without a text")]


def test_broken_lines_are_skipped_and_two_objects_on_a_line_are_both_read(tmp_path: Path) -> None:
    file = graph(tmp_path, json.dumps(KITE) + json.dumps(KITE) + "\n", '{"type":"entity","na\n', "7\n", KITE)
    assert len(drafts(file)) == 6
    assert [record.where for record in skipped(file)] == ["line 2", "line 3"]


@pytest.mark.parametrize("indent", [None, 2])
def test_one_whole_document_is_read(tmp_path: Path, indent: int | None) -> None:
    whole = {"entities": [KITE], "relations": [{"from": "Kite", "to": "Wind", "relationType": "needs"}]}
    file = tmp_path / "graph.json"
    file.write_text(json.dumps(whole, indent=indent))
    assert [draft.text for draft in drafts(file)] == ["Kite flies", "Kite: Uses Zig", "Kite needs Wind"]
    assert McpGraph().detect(file) == 1.0


def test_an_entity_that_nobody_observed_is_still_known(tmp_path: Path) -> None:
    file = graph(
        tmp_path,
        {"type": "entity", "name": "Anvil", "entityType": "tool", "observations": []},
        {"type": "entity", "name": "Void", "observations": []},
        {"type": "entity", "entityType": "tool", "observations": ["nameless"]},
    )
    assert [draft.text for draft in drafts(file)] == ["Anvil is a tool"]
    assert [record.reason for record in skipped(file)] == ["nothing is said about Void", "no entity name"]


def test_the_user_is_filed_under_user_and_everything_else_under_the_only_project(tmp_path: Path) -> None:
    user = {"type": "entity", "name": "default_user", "entityType": "person", "observations": ["Likes tea"]}
    task = {"type": "entity", "name": "Mend sail", "entityType": "task", "observations": ["Thread is short"]}
    file = graph(tmp_path, user, task, KITE)
    found = {draft.text: draft for draft in drafts(file)}
    assert found["User: Likes tea"].scope == "/user"
    assert found["Mend sail: Thread is short"].scope == "/project/kite"
    assert found["Mend sail: Thread is short"].type is MemoryType.EPISODIC
    assert "project_status" in found["Mend sail: Thread is short"].categories


DIARY = [
    "Closed issue #41: the till counts in cents since 2026-02-03",
    "Moved round_up() into till/money.py and left tests green",
    "The drawer opens by openDrawer now, which waits for the printer",
    "User prefers short notes",
]


@pytest.mark.parametrize("named", ["rosa", "default_user"])
def test_a_diary_that_is_kept_under_the_users_name_is_none_of_the_person(tmp_path: Path, named: str) -> None:
    rows = ({"name": named, "entityType": "user", "observations": [said]} for said in DIARY)
    found = drafts(graph(tmp_path, KITE, *rows))
    assert {draft.scope for draft in found} == {"/project/kite"}
    lead = "rosa: " if named == "rosa" else ""
    assert f"{lead}{DIARY[0]}" in [draft.text for draft in found]


def test_a_person_may_like_what_only_code_has(tmp_path: Path) -> None:
    said = ["Likes `tin` for till/lids.py", "Bakes at night", "Name is Rosa", "Uses till_2"]
    found = drafts(graph(tmp_path, {"name": "default_user", "entityType": "user", "observations": said}))
    assert {draft.scope for draft in found} == {"/user"}


def test_without_a_project_the_folder_gives_the_scope(tmp_path: Path) -> None:
    folder = tmp_path / "My Workshop" / "memory"
    folder.mkdir(parents=True)
    graph(folder, {"name": "../..", "entityType": "a/b", "observations": ["odd"]})
    (draft,) = drafts(folder)
    assert draft.scope == "/project/my-workshop"
    assert draft.categories == ("observation",)


def test_a_folder_without_a_graph_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"memory\.jsonl"):
        drafts(tmp_path)
