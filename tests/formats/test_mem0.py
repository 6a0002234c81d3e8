import json
from pathlib import Path

from memtui.domain.instant import from_iso
from memtui.domain.memory import MemoryType
from memtui.formats.mem0 import Mem0
from memtui.formats.protocol import Skipped
from tests.formats.reading import drafts, skipped, write
from tests.formats.samples import MEM0

READER = Mem0()


def export(folder: Path, *rows: object) -> Path:
    return write(folder / "mem0.json", json.dumps({"results": rows}))


def test_a_record_keeps_its_id_dates_and_what_else_it_says(tmp_path: Path) -> None:
    first, second = drafts(READER, export(tmp_path, *MEM0))
    assert first.text == "Likes her tea without milk"
    assert first.provenance["record"] == "7c1e"
    assert first.created_at == from_iso("2026-02-03T12:05:06Z")
    assert first.updated_at == from_iso("2026-02-04T00:00:00Z")
    assert first.categories == ("preference", "food-habits", "drinks")
    assert first.provenance["fields"] == {"user_id": "rosa", "hash": "aa", "metadata": {"room": "garden"}}
    assert second.type is MemoryType.PROCEDURAL
    assert {first.scope, second.scope} == {"/user"}


def test_several_users_and_agents_are_kept_apart(tmp_path: Path) -> None:
    rows = [
        {"id": "1", "memory": "Name is Rosa", "user_id": "rosa"},
        {"id": "2", "memory": "Name is Mo", "user_id": "mo"},
        {"id": "3", "memory": "Answer briefly", "agent_id": "Cook"},
    ]
    found = drafts(READER, export(tmp_path, *rows))
    assert [draft.scope for draft in found] == ["/user/rosa", "/user/mo", "/agent/cook"]
    assert MemoryType.CONSTITUTIONAL not in {draft.type for draft in found}


def test_a_record_that_ends_expires(tmp_path: Path) -> None:
    (draft,) = drafts(READER, export(tmp_path, {"id": 5, "memory": "Sale", "expiration_date": "2026-12-01"}))
    assert draft.expires_at == from_iso("2026-12-01")
    assert draft.provenance["record"] == "5"


def test_what_is_deleted_or_empty_is_named(tmp_path: Path) -> None:
    file = export(tmp_path, {"memory": "x", "event": "DELETE"}, {"memory": " "}, {"memory": 5}, 7)
    assert skipped(READER, file) == [
        Skipped("results 1", "deleted in mem0"),
        Skipped("results 2", "no memory"),
        Skipped("results 3", "no memory"),
        Skipped("results 4", "not an object with a memory"),
    ]


def test_a_broken_line_costs_only_itself(tmp_path: Path) -> None:
    file = write(tmp_path / "x.jsonl", '{"id": "1", "memory": "a"}{"id": "2", "memory": "b"}\n{"mem\n')
    assert [draft.text for draft in drafts(READER, file)] == ["a", "b"]
    assert [record.where for record in skipped(READER, file)] == ["line 2"]
