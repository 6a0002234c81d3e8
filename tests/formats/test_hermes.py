import json
from pathlib import Path

import pytest

from memtui.domain.instant import from_iso
from memtui.formats.hermes.format import Hermes
from memtui.formats.hermes.pending import pending
from memtui.formats.hermes.reading import entries
from memtui.formats.protocol import Skipped, SourceError
from memtui.formats.waiting import Pending
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import HERMES, HERMES_USER

READER = Hermes()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write(tmp_path / "memories" / "MEMORY.md", HERMES)
    write(tmp_path / "memories" / "USER.md", HERMES_USER)
    return tmp_path


def ask(home: Path, name: str, payload: object, **more: object) -> Path:
    record = {"id": name, "subsystem": "memory", "origin": "background_review", "created_at": 1770091506.5}
    return write(home / f"pending/memory/{name}.json", json.dumps({**record, "payload": payload, **more}))


def test_every_entry_is_one_memory_kept_whole(home: Path) -> None:
    assert texts(READER, home) == [
        "The till's port is 8080.",
        "Always greet guests.\nThen seat them.",
        "The oven is slow.",
        "Name: Rosa",
        "Prefers short answers.",
    ]
    assert {draft.scope for draft in drafts(READER, home)} == {"/agent/hermes", "/user"}
    assert drafts(READER, home)[3].categories == ("identity",)


def test_an_entry_knows_its_line() -> None:
    assert [(line, text) for line, _, text in entries("a\n§\n\nb\nc\n§\n§\nd")] == [
        (1, "a"),
        (4, "b\nc"),
        (8, "d"),
    ]


def test_a_file_laid_out_as_markdown_gives_its_statements(tmp_path: Path) -> None:
    file = write(tmp_path / "USER.md", "# User\n\n## Taste\n- Likes tea\n- Milk: {{MILK}}\n")
    assert texts(READER, file) == ["Taste: Likes tea"]
    assert [record.reason for record in skipped(READER, file)] == ["a template nobody filled in"]


def test_what_waits_for_approval_is_read_as_changes(home: Path) -> None:
    ask(home, "aa", {"action": "add", "target": "user", "content": "Has two cats", "old_text": None})
    ask(home, "bb", {"action": "replace", "target": "memory", "content": "Port 81", "old_text": "8080"})
    ask(home, "cc", {"action": "remove", "target": "memory", "content": None, "old_text": "oven"})
    found = {change.id: change for change in pending(home) if isinstance(change, Pending)}
    assert [(one.action, one.target, one.old_text) for one in found.values()] == [
        ("add", "USER.md", ""),
        ("replace", "MEMORY.md", "8080"),
        ("remove", "MEMORY.md", "oven"),
    ]
    draft = found["aa"].draft
    assert draft is not None
    assert (draft.text, draft.scope, draft.provenance["pending"]) == ("Has two cats", "/user", "aa")
    assert found["aa"].created_at == from_iso("2026-02-03T04:05:06.5Z")
    assert found["cc"].draft is None
    assert list(pending(home / "memories")) == list(pending(home)) == list(pending(home / "pending/memory"))


def test_a_batch_is_several_changes(home: Path) -> None:
    operations = [{"action": "add", "content": "one"}, {"action": "remove", "old_text": "two"}, 7]
    ask(home, "dd", {"action": "batch", "target": "memory", "operations": operations})
    first, second, third = pending(home)
    assert isinstance(first, Pending)
    assert isinstance(second, Pending)
    assert (first.id, second.id) == ("dd/1", "dd/2")
    assert third == Skipped("dd.json, operation 3", "not an object")


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff", b'{"payload": {"action": "sing"}}', b"[" * 99_999])
def test_a_pending_file_that_makes_no_sense_is_named(home: Path, content: bytes) -> None:
    write(home / "pending/memory/x.json", content)
    (found,) = pending(home)
    assert isinstance(found, Skipped)
    assert found.where == "x.json"


def test_a_pending_change_without_what_it_is_about_is_named(home: Path) -> None:
    ask(home, "ee", {"action": "replace", "target": "memory", "content": "new"})
    assert list(pending(home)) == [Skipped("ee.json", "does not say what it is about")]


def test_without_pending_changes_there_are_none(home: Path, tmp_path: Path) -> None:
    assert list(pending(home)) == []


def test_a_folder_without_memory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"USER\.md"):
        drafts(READER, tmp_path / "..")
