"""Notes in the known places of agents: found where they lie, whose they are, and for which paths."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.formats.protocol import SourceError
from memtui.formats.registry import reader_for, readers
from memtui.sources.places import scan
from tests.formats.changing import remove
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import FOLDERS

COUNTS = {
    "serena": 5,
    "memory-bank": 6,
    "cursor": 5,
    "windsurf": 2,
    "kiro": 3,
    "copilot": 2,
    "cline": 2,
    "progress": 4,
    "lessons": 3,
}
"""How many memories each sample holds."""


@pytest.fixture(params=COUNTS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def shop(name: str, tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDERS / name, tmp_path / "work/shop"))


def test_a_project_its_folder_and_each_file_are_read_alike(name: str, shop: Path) -> None:
    reader = reader_for(shop)
    whole = drafts(reader, shop)
    assert (reader.name, len(whole)) == (name, COUNTS[name])
    files = {Path(str(draft.provenance["path"])) for draft in whole}
    for file in files:
        assert reader_for(file).name == name
        assert reader_for(file.parent).name in {name, "markdown"}
    assert sorted(text for file in files for text in texts(reader, file)) == sorted(texts(reader, shop))
    assert {draft.scope for draft in whole} == {"/project/shop"}
    assert {draft.provenance["cwd"] for draft in whole} == {str(shop)}
    assert skipped(reader, shop) == []


def test_a_scan_of_the_project_finds_them(name: str, shop: Path, tmp_path: Path) -> None:
    found = [one for one in scan(tmp_path / "home", {}, shop) if one.format == name]
    assert sum(one.records for one in found) == COUNTS[name]
    assert all(shop in one.path.parents for one in found)
    reader = next(reader for reader in readers() if reader.name == name)
    there = [text for one in found for text in texts(reader, one.path)]
    assert sorted(there) == sorted(texts(reader, shop))


def test_a_folder_without_any_is_refused_with_what_was_looked_for(name: str, tmp_path: Path) -> None:
    reader = next(reader for reader in readers() if reader.name == name)
    with pytest.raises(SourceError, match=r"holds no .* notes; looked for "):
        drafts(reader, tmp_path)


def test_a_memory_goes_with_its_lines_and_no_others(name: str, shop: Path) -> None:
    reader = reader_for(shop)
    first = texts(reader, shop)[0]
    (change,) = remove(reader, shop, first).files
    kept = (change.after or b"").decode().split("\n")
    gone = [line for line in (change.before or b"").decode().split("\n") if line not in kept]
    assert gone
    assert all(line.strip("-*# ") in first for line in gone)


@pytest.mark.parametrize(
    ("sample", "words", "paths"),
    [
        ("cursor", "Count in cents", ["src/till/**/*.py", "tests/**"]),
        ("cursor", "British English", None),
        ("windsurf", "two digits", ["menu/*.md"]),
        ("kiro", "Errors are JSON", ["app/api/**/*"]),
        ("copilot", "Type every function", ["**/*.py", "**/*.pyi"]),
    ],
)
def test_the_paths_that_a_rule_is_for_are_kept(sample: str, words: str, paths: list[str] | None) -> None:
    path = FOLDERS / sample
    (found,) = [draft for draft in drafts(reader_for(path), path) if words in draft.text]
    assert found.provenance.get("applies_to") == paths


def test_rules_of_claude_keep_their_paths_too(tmp_path: Path) -> None:
    file = write(
        tmp_path / ".claude/rules/api.md", '---\npaths: ["api/**", "web/**"]\n---\n- Errors are JSON\n'
    )
    assert drafts(reader_for(file), file)[0].provenance["applies_to"] == ["api/**", "web/**"]


def test_what_is_the_persons_is_filed_under_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    write(home / ".codeium/windsurf/memories/global_rules.md", "- Prefer short answers\n")
    write(home / ".kiro/steering/style.md", "- No emoji\n")
    found = {one.format: one.path for one in scan(home, {})}
    assert found["windsurf"] == home / ".codeium/windsurf/memories/global_rules.md"
    assert found["kiro"] == home / ".kiro/steering"
    for format_name, path in found.items():
        assert [draft.scope for draft in drafts(reader_for(path, format_name), path)] == ["/user"]


def test_geminis_notes_are_found_by_project_and_its_inbox_is_counted(tmp_path: Path) -> None:
    home = Path(shutil.copytree(FOLDERS / "gemini", tmp_path / "home"))
    (found,) = [one for one in scan(home, {}) if one.format == "gemini"]
    assert (found.path.parent.name, found.records) == ("tea-house", 2)
    reader = reader_for(found.path)
    assert {draft.scope for draft in drafts(reader, found.path)} == {"/project/tea-house"}
    assert ["inbox: 1;" in one.reason for one in skipped(reader, found.path)] == [True]


def test_a_line_of_geminis_index_that_names_a_note_is_no_memory(tmp_path: Path) -> None:
    memory = tmp_path / ".gemini/tmp/shop/memory"
    write(memory / "MEMORY.md", "# Memory\n\n- [Till](till.md): how it counts\n- The till is grey.\n")
    write(memory / "till.md", "# Till\n\n- It counts in cents.\n")
    reader = reader_for(memory)
    assert (reader.name, sorted(texts(reader, memory))) == (
        "gemini",
        ["It counts in cents.", "The till is grey."],
    )
    assert [(one.where, one.reason) for one in skipped(reader, memory)] == [
        ("MEMORY.md, 1 line", "of an index, no memory")
    ]
    remove(reader, memory, "grey")
    assert "- [Till](till.md): how it counts" in (memory / "MEMORY.md").read_text()


def test_an_entry_of_a_log_is_as_old_as_its_heading() -> None:
    path = FOLDERS / "progress"
    entry = next(draft for draft in drafts(reader_for(path), path) if "Wired" in draft.text)
    assert datetime.fromtimestamp(entry.created_at or 0, UTC).strftime("%Y-%m-%d") == "2026-01-07"


def test_progress_with_entries_and_no_headings_is_read(tmp_path: Path) -> None:
    entry = "Story {}: done\n  Files changed:\n    - till.py (opens at 9)\n  Outcome: all tests pass\n\n"
    file = write(tmp_path / "progress.txt", entry.format(1) + entry.format(2))
    assert [text.split("\n")[0] for text in texts(reader_for(tmp_path), file)] == [
        "Story 1: done",
        "Story 2: done",
    ]


def test_progress_without_headings_is_left_to_others(tmp_path: Path) -> None:
    file = write(tmp_path / "progress.txt", "12%\n40%\n")
    with pytest.raises(SourceError):
        reader_for(file)


def test_observations_say_their_sort_and_what_they_are_about(tmp_path: Path) -> None:
    home = tmp_path / "home"
    path = Path(shutil.copytree(FOLDERS / "basic-memory", home / "basic-memory"))
    (place,) = [one for one in scan(home, {}) if one.format == "basic-memory"]
    assert (place.path, place.records) == (path, 4)
    assert reader_for(path).name == reader_for(path / "till.md").name == "basic-memory"
    lids, *_, till = drafts(reader_for(path), path)
    assert lids.text == "Observations: [decision] Lids are of tin #lids #till (from the meeting)"
    assert {"decision", "lids", "till"} <= set(lids.categories)
    assert datetime.fromtimestamp(lids.created_at or 0, UTC).strftime("%Y-%m-%d") == "2026-02-03"
    assert {"gotcha", "money"} <= set(till.categories)


def test_paths_in_braces_are_one(tmp_path: Path) -> None:
    file = write(
        tmp_path / ".kiro/steering/web.md",
        "---\ninclusion: fileMatch\nfileMatchPattern: 'web/*.{js,ts}, api/**'\n---\n- Type it\n",
    )
    assert drafts(reader_for(file), file)[0].provenance["applies_to"] == ["web/*.{js,ts}", "api/**"]


def test_relations_of_a_note_are_counted_and_no_memories(tmp_path: Path) -> None:
    note = "---\ntitle: Lids\npermalink: lids\n---\n\nLids are of tin.\n\n## Relations\n\n"
    links = (
        "[[Tea]], [[Cups|the cups]]\n\n- made_by [[Tin smith]]\n"
        "- relates to [[Cups]] (as they fit)\n- [[Tea]] is why they are warm\n"
    )
    file = write(tmp_path / "lids.md", note + links)
    assert texts(reader_for(file), file) == ["Lids are of tin.", "Relations: [[Tea]] is why they are warm"]
    assert [(one.where, one.reason) for one in skipped(reader_for(file), file)] == [
        ("lids.md line 10", "links to headings or to other notes"),
        ("lids.md, 2 relations", "to other notes, which stay in the page"),
    ]
