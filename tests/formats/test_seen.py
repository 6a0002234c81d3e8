"""What each agent loads in a folder: its own files, in its own order, up to its own limits."""

import subprocess
from pathlib import Path

import pytest

from memtui.formats.claude_code.seen_markdown import imports_in, without_comments
from memtui.formats.seen import View
from memtui.sources import agents


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def project(home: Path) -> Path:
    """A repository with a folder in it."""
    project = home / "shop"
    (project / "api").mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", str(project)], check=True)
    return project


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def seen_by(agent: str, folder: Path, home: Path, **environment: str) -> View:
    return agents.agents()[agent].view(agents.place(folder, home, environment, within=home))


def names(view: View, home: Path) -> list[str]:
    return [file.path.relative_to(home).as_posix() for file in view.files]


def text(view: View) -> str:
    return "\n".join(line.text for file in view.files for line in file.loaded.lines if line.seen)


def reasons(view: View) -> str:
    return "\n".join(f"{Path(left.where).name}: {left.reason}" for left in view.left)


# -- Claude Code -----------------------------------------------------------------------------------


def test_claude_code_goes_from_the_persons_own_file_down_to_the_folder(home: Path, project: Path) -> None:
    order = (
        *(".claude/CLAUDE.md", "shop/CLAUDE.md", "shop/.claude/CLAUDE.md", "shop/.claude/rules/tests.md"),
        *("shop/CLAUDE.local.md", "shop/api/CLAUDE.md"),
    )
    for name in reversed(order):
        write(home / name, f"From {name}\n")
    assert names(seen_by("claude-code", project / "api", home), home) == list(order)
    assert "shop/api/CLAUDE.md" not in names(seen_by("claude-code", project, home), home)


def test_claude_code_loads_agents_md_only_where_it_is_imported(home: Path, project: Path) -> None:
    write(project / "AGENTS.md", "- Use pnpm\n")
    write(project / "CLAUDE.md", "# Shop\n")
    view = seen_by("claude-code", project, home)
    assert names(view, home) == ["shop/CLAUDE.md"]
    assert "AGENTS.md: it reads CLAUDE.md; a line @AGENTS.md there imports this one" in reasons(view)
    write(project / "CLAUDE.md", "@AGENTS.md\n")
    view = seen_by("claude-code", project, home)
    assert names(view, home) == ["shop/CLAUDE.md", "shop/AGENTS.md"]
    assert not view.left


def test_where_there_is_no_claude_md_it_says_which_versions_read_agents_md(home: Path, project: Path) -> None:
    write(project / "AGENTS.md", "- Use pnpm\n")
    view = seen_by("claude-code", project, home)
    assert not view.files
    assert "from version 2.1.277 on" in reasons(view)


def test_claude_code_follows_imports_four_deep(home: Path, project: Path) -> None:
    write(project / "CLAUDE.md", "See @docs/1.md\n")
    for number in range(1, 6):
        write(project / "docs" / f"{number}.md", f"Hop {number}, then @./{number + 1}.md\n")
    view = seen_by("claude-code", project, home)
    assert [Path(name).stem for name in names(view, home)] == ["CLAUDE", "1", "2", "3", "4"]
    assert reasons(view) == "5.md: 4.md imports it, more than 4 imports deep"


def test_an_import_in_code_is_none(home: Path, project: Path) -> None:
    write(
        project / "CLAUDE.md",
        "Not `@a.md`\n```\n@a.md\n```\nmail me@a.md\n\nBut @~/b.md, and @/nowhere/at/all\n",
    )
    write(project / "a.md", "A")
    write(home / "b.md", "B")
    view = seen_by("claude-code", project, home)
    assert names(view, home) == ["shop/CLAUDE.md", "b.md"]
    assert view.files[1].why == "imported by CLAUDE.md, once you have allowed it: it lies outside the folder"


def test_files_that_import_each_other_are_loaded_once(home: Path, project: Path) -> None:
    write(project / "CLAUDE.md", "@a.md @a.md")
    write(project / "a.md", "@CLAUDE.md")
    assert names(seen_by("claude-code", project, home), home) == ["shop/CLAUDE.md", "shop/a.md"]


def test_comments_are_not_loaded_nor_what_they_import(home: Path, project: Path) -> None:
    write(project / "CLAUDE.md", "Use tabs\n<!-- who\n@a.md\nknows -->\n```\n<!-- kept -->\n```\n")
    write(project / "a.md", "A")
    assert text(seen_by("claude-code", project, home)) == "Use tabs\n```\n<!-- kept -->\n```"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <!-- b --> c", "a <!-- b --> c"),
        ("<!-- a --><!-- b -->c", "c"),
        ("<!-- a\n```\n-->\nb", "b"),
        ("<!-- never ends\nb", "<!-- never ends\nb"),
    ],
)
def test_only_whole_comments_that_begin_a_line_go(text: str, left: str) -> None:
    assert without_comments(text) == left


def test_a_rule_for_some_paths_is_not_loaded_at_the_start(home: Path, project: Path) -> None:
    write(project / ".claude/rules/web.md", '---\npaths: "web/**"\n---\nUse grid\n')
    view = seen_by("claude-code", project, home)
    assert not view.files
    assert reasons(view) == "web.md: a rule for some paths: loaded when it reads one of them"


def test_the_index_of_its_memory_is_cut_at_200_lines(home: Path, project: Path) -> None:
    slug = str(project).replace("/", "-").replace("_", "-").replace(".", "-")
    memory = f".claude/projects/{slug}/memory"
    write(home / memory / "MEMORY.md", "".join(f"- fact {number}\n" for number in range(230)))
    write(home / memory / "deploys.md", "Deploys go out on Fridays")
    view = seen_by("claude-code", project / "api", home)
    assert names(view, home) == [f"{memory}/MEMORY.md"]
    assert (view.cut, view.files[0].loaded.limit) == (30, "200 lines or 25 KB")
    off = seen_by("claude-code", project, home, CLAUDE_CODE_DISABLE_AUTO_MEMORY="1")
    assert not off.files


def test_what_is_larger_than_four_mebibytes_is_passed_over(home: Path, project: Path) -> None:
    write(project / "CLAUDE.md", "x" * (4 << 20) + "\n")
    view = seen_by("claude-code", project, home)
    assert not view.files
    assert "larger than 4 MiB" in reasons(view)


@pytest.mark.few(1)
@pytest.mark.parametrize("piece", ["<!---->", "`", "@a", "<!--", "```\n", "@a#", "   <!--\n"])
def test_reading_a_long_file_takes_no_more_than_its_length(piece: str) -> None:
    """A megabyte; what grows with the square would not come to an end here."""
    long = piece * (1_000_000 // len(piece))
    assert len(without_comments(long)) <= len(long)
    assert sum(1 for _ in imports_in(long)) <= len(long)


# -- Codex -----------------------------------------------------------------------------------------


def test_codex_takes_one_file_a_folder_from_the_repository_down(home: Path, project: Path) -> None:
    write(home / ".codex/AGENTS.md", "Mine\n")
    write(home / "AGENTS.md", "Above the repository\n")
    write(project / "AGENTS.md", "Use pnpm\n")
    write(project / "AGENTS.override.md", "Use npm\n")
    write(project / "CLAUDE.md", "For another agent\n")
    write(project / "api/AGENTS.md", "Routes are files\n")
    view = seen_by("codex", project / "api", home)
    assert names(view, home) == [".codex/AGENTS.md", "shop/AGENTS.override.md", "shop/api/AGENTS.md"]
    assert reasons(view) == "AGENTS.md: AGENTS.override.md stands in for it"


def test_codex_without_a_repository_reads_the_folder_alone(home: Path) -> None:
    write(home / "AGENTS.md", "Above\n")
    write(home / "notes/AGENTS.md", "Here\n")
    assert text(seen_by("codex", home / "notes", home)) == "Here"


def test_codex_cuts_what_is_behind_32_kib_of_the_project(home: Path, project: Path) -> None:
    write(home / ".codex/AGENTS.md", "Mine, which does not count\n")
    write(project / "AGENTS.md", "0123456\n" * 4_095 + "the last")
    write(project / "api/AGENTS.md", "Routes are files\n")
    view = seen_by("codex", project / "api", home)
    assert (view.cut, len(text(view).splitlines()[-1])) == (0, 8)
    assert "32 KiB" in reasons(view)
    write(project / "AGENTS.md", "0123456\n" * 4_095 + "cut here")
    write(home / ".codex/config.toml", "project_doc_max_bytes = 32764\n")
    assert text(seen_by("codex", project, home)).endswith("cut ")


def test_codex_reads_other_names_that_its_settings_give(home: Path, project: Path) -> None:
    write(home / ".codex/config.toml", 'project_doc_fallback_filenames = ["TEAM.md"]\n')
    write(project / "TEAM.md", "We\n")
    assert names(seen_by("codex", project, home), home) == ["shop/TEAM.md"]


# -- Hermes ----------------------------------------------------------------------------------------


def test_hermes_sees_its_memory_up_to_its_limits(home: Path) -> None:
    write(home / ".hermes/memories/MEMORY.md", "A\n§\n" + "b" * 2_300 + "\n")
    write(home / ".hermes/memories/USER.md", "Ada\n")
    view = seen_by("hermes", home, home)
    assert names(view, home) == [".hermes/memories/MEMORY.md", ".hermes/memories/USER.md"]
    assert view.cut == 1


def test_hermes_reads_one_kind_of_instructions(home: Path, project: Path) -> None:
    write(project / ".hermes.md", "For Hermes\n")
    write(project / "api/AGENTS.md", "For all\n")
    view = seen_by("hermes", project / "api", home)
    assert names(view, home) == ["shop/.hermes.md"]
    assert reasons(view) == "AGENTS.md: it reads one kind of instructions, and .hermes.md goes first"


# -- all -------------------------------------------------------------------------------------------


def test_nothing_outside_of_where_it_may_look_is_read(tmp_path: Path, home: Path, project: Path) -> None:
    write(tmp_path / "CLAUDE.md", "Outside\n")
    write(tmp_path / "AGENTS.md", "Outside\n")
    (project / "AGENTS.md").symlink_to(tmp_path / "AGENTS.md")
    write(project / "CLAUDE.md", f"@{tmp_path}/AGENTS.md @../../AGENTS.md Inside\n")
    for agent in agents.agents():
        assert "Outside" not in text(seen_by(agent, project, home))


def test_without_hermes_nobody_reads_the_files_of_others_as_hermes(home: Path, project: Path) -> None:
    write(project / "CLAUDE.md", "Use tabs\n")
    assert seen_by("hermes", project, home).files == []
    (home / ".hermes").mkdir()
    assert names(seen_by("hermes", project, home), home) == ["shop/CLAUDE.md"]
