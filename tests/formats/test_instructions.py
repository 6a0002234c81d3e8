from pathlib import Path

import pytest

from memtui.domain.memory import MemoryType
from memtui.formats.instructions import reading
from memtui.formats.instructions.format import Instructions
from memtui.formats.protocol import Skipped, SourceError
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import INSTRUCTIONS

READER = Instructions()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "Tea House"
    (folder / ".git").mkdir(parents=True)
    return folder


def test_bullets_and_paragraphs_are_memories_with_their_heading(project: Path) -> None:
    write(project / "CLAUDE.md", INSTRUCTIONS)
    assert texts(READER, project) == [
        "The till runs on a Raspberry Pi.",
        "Rules: Always rinse the pot before brewing",
        "Rules:\nNever refill a cup without asking\n- guests come first",
        "Rules:\nOpen the shutters like this:\n\n```\nshutter --up\n```",
        "Layout: Two rooms, and a garden behind them.",
    ]


def test_what_gemini_was_told_to_remember_is_read_as_it_was_said(project: Path) -> None:
    kept = "## Gemini Added Memories\n\n- Ada prefers tabs\n\n## Added Memories\n\n- Tin lids\n"
    write(project / "GEMINI.md", kept)
    assert texts(READER, project) == ["Ada prefers tabs", "Added Memories: Tin lids"]


def test_a_paragraph_that_opens_a_list_keeps_it(project: Path) -> None:
    whole = "Every release goes through three stages,\nand none of them may be skipped:\n\n- lint\n- test"
    write(project / "CLAUDE.md", f"{whole}\n\nThe rest.\n")
    assert texts(READER, project) == [whole, "The rest."]


def test_a_long_list_is_taken_apart_from_its_paragraph(project: Path) -> None:
    items = [f"- stage {number} " + "of the long release " * 4 for number in range(20)]
    write(
        project / "CLAUDE.md", "\n".join(["Every release goes through these stages,", "one by one:", *items])
    )
    assert len(texts(READER, project)) == 21


def test_rules_are_procedural_and_facts_semantic(project: Path) -> None:
    write(
        project / "AGENTS.md", "# Tea\n\n- Never boil milk\n\nThe till is grey.\n\n## Decisions\n\nTin lids\n"
    )
    found = {draft.text: (draft.type, draft.categories) for draft in drafts(READER, project)}
    assert found["Never boil milk"] == (MemoryType.PROCEDURAL, ("preference",))
    assert found["The till is grey."] == (MemoryType.SEMANTIC, ("finding",))
    assert found["Decisions: Tin lids"] == (MemoryType.SEMANTIC, ("decision",))


def test_a_projects_instructions_are_filed_under_it_wherever_they_lie(project: Path) -> None:
    for name in ("GEMINI.md", ".claude/CLAUDE.md", ".claude/rules/deep/tea.md", "CLAUDE.local.md"):
        write(project / name, f"Said in {name}\n")
    assert {draft.scope for draft in drafts(READER, project)} == {"/project/tea-house"}
    assert len(drafts(READER, project)) == 4


def test_a_persons_own_instructions_are_filed_under_user(tmp_path: Path) -> None:
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    write(tmp_path / ".claude" / "CLAUDE.md", "Answer briefly.\n")
    for path in (tmp_path / ".claude", tmp_path / ".claude" / "CLAUDE.md"):
        assert [draft.scope for draft in drafts(READER, path)] == ["/user"]


def test_imports_are_followed_once_and_are_no_memories_themselves(project: Path) -> None:
    write(project / "CLAUDE.md", "@docs/style.md\n\nSee @docs/tests.md for tests.\n")
    write(project / "docs" / "style.md", "Two spaces.\n\n@tests.md\n")
    write(project / "docs" / "tests.md", "Run them all. @../CLAUDE.md\n")
    assert texts(READER, project) == [
        "See @docs/tests.md for tests.",
        "Two spaces.",
        "Run them all. @../CLAUDE.md",
    ]
    assert drafts(READER, project)[1].provenance["path"] == str(project.resolve() / "docs" / "style.md")


def test_imports_never_leave_the_project(project: Path, tmp_path: Path) -> None:
    outside = write(tmp_path / "secret.md", "The vault opens at nine.\n")
    (project / "link.md").symlink_to(outside)
    write(project / "CLAUDE.md", f"@../secret.md\n\n@{outside}\n\n@link.md\n\n@gone/away.md\n")
    assert texts(READER, project) == []
    reasons = [record.reason for record in skipped(READER, project)]
    assert sum("outside the project" in reason for reason in reasons) == 3
    assert "imports gone/away.md, which is not there" in reasons


def test_imports_end_after_four(project: Path) -> None:
    write(project / "CLAUDE.md", "@a0.md\n")
    for depth in range(7):
        write(project / f"a{depth}.md", f"Depth {depth}\n\n@a{depth + 1}.md\n")
    assert texts(READER, project) == [f"Depth {depth}" for depth in range(4)]
    assert "more than 4 imports deep" in skipped(READER, project)[0].reason


def test_code_names_and_addresses_are_no_imports(project: Path) -> None:
    write(project / "notes.md", "hidden\n")
    write(project / "CLAUDE.md", "Use `@notes.md` and a@notes.md, @types/node:\n\n```\n@notes.md\n```\n")
    assert len(texts(READER, project)) == 1
    assert [one.where for one in skipped(READER, project)] == ["notes.md"]


def test_a_link_out_of_the_project_is_named_but_a_file_that_is_given_is_read(
    project: Path, tmp_path: Path
) -> None:
    outside = write(tmp_path / "shared.md", "Be brief.\n")
    (project / "CLAUDE.md").symlink_to(outside)
    assert skipped(READER, project) == [
        Skipped("CLAUDE.md", "a link that leads out of the folder; not followed")
    ]
    assert texts(READER, project / "CLAUDE.md") == ["Be brief."]


def test_a_comment_in_code_makes_no_second_title(project: Path) -> None:
    write(project / "CLAUDE.md", "# Tea\n\nRun:\n\n```\n# boil\nkettle\n```\n\nThe till is grey.\n")
    assert texts(READER, project) == ["Run:\n\n```\n# boil\nkettle\n```", "The till is grey."]


def test_broken_frontmatter_and_templates_do_no_harm(project: Path) -> None:
    write(project / ".claude/rules/a.md", "---\npaths: a: b\n  - [\n---\nRinse cups.\n\n- Name: {{NAME}}\n")
    (draft,) = drafts(READER, project)
    assert draft.text == "Rinse cups."
    assert [record.where for record in skipped(READER, project)] == [".claude/rules/a.md line 7"]


def test_bytes_that_are_not_utf8_in_frontmatter_reach_no_provenance(project: Path) -> None:
    write(project / ".claude/rules/a.md", b"---\npaths: caf\xe9\n---\nRinse cups.\n")
    (draft,) = drafts(READER, project)
    assert draft.provenance["frontmatter"] == {"paths": "caf?"}


def test_pages_beside_instructions_are_counted(project: Path) -> None:
    write(project / "CLAUDE.md", "- Rinse the pot\n")
    write(project / ".claude/rules/README.md", "- Greet the guests\n")
    write(project / "README.md", "# Tea house\n")
    assert [one.where for one in skipped(READER, project)] == ["README.md"]


def test_a_folder_without_instructions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"CLAUDE\.md"):
        drafts(READER, tmp_path)


def test_those_of_the_folders_in_a_project_are_filed_under_their_folder(project: Path) -> None:
    write(project / "AGENTS.md", "- Rinse the pot before brewing\n")
    write(project / "bar/AGENTS.md", "- Never stir the milk\n")
    write(project / "bar/back room/CLAUDE.md", "- Keep the door shut\n")
    write(project / "node_modules/tea/AGENTS.md", "- Whatever its authors do\n")
    write(project / ".cache/CLAUDE.md", "- Whatever was cached\n")
    write(project / "other/.git/HEAD", "ref: refs/heads/main\n")
    write(project / "other/CLAUDE.md", "- Whatever another project does\n")
    assert {draft.text: draft.scope for draft in drafts(READER, project)} == {
        "Rinse the pot before brewing": "/project/tea-house",
        "Never stir the milk": "/project/tea-house/bar",
        "Keep the door shut": "/project/tea-house/bar/back-room",
    }
    assert {Path(file).parent.name for file in READER.files(project)} == {"Tea House", "bar", "back room"}
    assert [file.parent.name for file in READER.loads(project)] == ["Tea House"]


def test_a_folder_that_is_no_project_is_not_searched_for_instructions(tmp_path: Path) -> None:
    write(tmp_path / "a/CLAUDE.md", "- Keep the door shut\n")
    assert READER.detect(tmp_path) < 0.7
    assert list(READER.loads(tmp_path / "a")) == [tmp_path / "a" / "CLAUDE.md"]


def test_of_a_project_with_very_many_folders_the_rest_is_told(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_MOST_FOLDERS", 2)
    for name in "abc":
        write(project / name / "CLAUDE.md", f"- Keep the door of {name} shut\n")
    assert texts(READER, project) == ["Keep the door of a shut", "Keep the door of b shut"]
    assert ["not all were looked at" in left.reason for left in skipped(READER, project)] == [True]
