from dataclasses import replace
from pathlib import Path

from memtui.formats.claude_code.format import ClaudeCode
from memtui.formats.claude_code.index_writing import MAX_BYTES, MAX_LINES
from tests.formats.changing import change, loaded, plan, put_back, record, remove, reword
from tests.formats.reading import texts, write
from tests.sources.linked import DEPLOY, INDEX, folder_of

CLAUDE = ClaudeCode()


def test_the_last_statement_of_a_label_takes_the_label_with_it(tmp_path: Path) -> None:
    index = write(tmp_path / "MEMORY.md", "# A\n\n## B\nPorts:\n- 8080\n\n## C\n- other\n")
    remove(CLAUDE, index, "8080")
    assert index.read_text() == "# A\n\n## B\n\n## C\n- other\n"


def test_a_statement_comes_back_below_its_heading(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    gone = record(CLAUDE, folder, "8080")
    remove(CLAUDE, folder, "8080")
    put_back(CLAUDE, folder, gone)
    swapped = "- the printer listens on 9100\n- the till listens on 8080\n"
    both = "- the till listens on 8080\n- the printer listens on 9100\n"
    assert (folder / "MEMORY.md").read_text() == INDEX.replace(both, swapped)


def test_a_statement_comes_back_with_its_heading_when_that_is_gone_too(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    gone = record(CLAUDE, folder, "8080")
    (folder / "MEMORY.md").write_text("# Tea house memory\n")
    put_back(CLAUDE, folder, gone)
    assert (
        folder / "MEMORY.md"
    ).read_text() == "# Tea house memory\n\n## Ports\n\n- the till listens on 8080\n"


def test_a_row_of_the_index_goes_with_its_file(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    head = "# Tea house memory\n\n| File | Type | Summary |\n|---|---|---|\n"
    row = "| [Rosa](rosa.md) | user | who bakes, on which days, and what she likes to bake |\n"
    gone = f"| deploy.md | project | {'when to ship and when to leave it ' * 2}|\n"
    (folder / "MEMORY.md").write_text(head + gone + row)
    remove(CLAUDE, folder, "Fridays")
    assert (folder / "MEMORY.md").read_text() == head + row


def test_a_fact_whose_file_is_gone_is_written_anew_with_its_frontmatter(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    gone = record(CLAUDE, folder, "Fridays")
    remove(CLAUDE, folder, "Fridays")
    done = put_back(CLAUDE, folder, gone)
    assert [one.path.name for one in done.files] == ["deploy.md", "MEMORY.md"]
    again = record(CLAUDE, folder, "Fridays")
    assert (again.text, again.abstract, again.scope, again.type) == (
        gone.text,
        gone.abstract,
        gone.scope,
        gone.type,
    )
    assert {**again.provenance} == {**gone.provenance}


def test_a_fact_without_frontmatter_is_pinned_by_a_block_that_goes_again(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    file = write(folder / "plain.md", "The oven is slow.\n")
    found = record(CLAUDE, folder, "oven")
    reword(CLAUDE, folder, "oven", replace(found, pinned=True))
    assert file.read_text() == "---\npinned: true\n---\n\nThe oven is slow.\n"
    reword(CLAUDE, folder, "oven", found)
    assert file.read_text() == "The oven is slow.\n"


def test_a_fact_that_is_a_description_alone_is_reworded_there(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    file = write(folder / "plain.md", "---\nname: oven\ndescription: The oven is slow.\ntype: project\n---\n")
    found = record(CLAUDE, folder, "oven is slow")
    reword(CLAUDE, folder, "oven is slow", replace(found, text="The oven is fast."))
    assert file.read_text() == "---\nname: oven\ndescription: The oven is fast.\ntype: project\n---\n"


def test_a_byte_order_mark_and_a_missing_last_newline_stay(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    file = write(folder / "deploy.md", b"\xef\xbb\xbf" + DEPLOY.rstrip().encode())
    found = record(CLAUDE, folder, "Fridays")
    reword(CLAUDE, folder, "Fridays", replace(found, text=found.text.replace("Fridays", "Mondays")))
    assert file.read_bytes() == b"\xef\xbb\xbf" + DEPLOY.rstrip().replace("Fridays", "Mondays").encode()


def test_a_new_abstract_is_a_new_description(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    found = record(CLAUDE, folder, "Fridays")
    reword(CLAUDE, folder, "Fridays", replace(found, abstract="Ship: on any day"))
    assert (folder / "deploy.md").read_text() == DEPLOY.replace(
        '"Ship: only after the tests"   # a comment', '"Ship: on any day"'
    )


def test_only_the_line_of_the_dropped_fact_goes_from_a_paragraph_of_pointers(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "MEMORY.md").write_text("[Deploys](deploy.md) — ship\n[Rosa](rosa.md) — who\nshe is\n")
    remove(CLAUDE, folder, "Fridays")
    assert (folder / "MEMORY.md").read_text() == "[Rosa](rosa.md) — who\nshe is\n"


def test_a_line_that_mentions_a_dropped_fact_otherwise_is_named(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "MEMORY.md").write_text(INDEX + "\nSee also [this](deploy.md) on Fridays off.\n")
    found = record(CLAUDE, folder, "Fridays, never")
    done = plan(CLAUDE, folder, change(CLAUDE, folder, found, after=None))
    assert "still mentions deploy.md" in done.warnings[0]


def test_what_falls_off_an_index_that_is_too_long_is_named(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    gone = record(CLAUDE, folder, "Fridays")
    remove(CLAUDE, folder, "Fridays")
    filler = "".join(f"- shelf {n} holds jars\n" for n in range(MAX_LINES))
    (folder / "MEMORY.md").write_text(filler + "\n## Files\n- [Rosa](rosa.md)\n")
    done = put_back(CLAUDE, folder, gone)
    assert "fall off" in done.warnings[0]
    assert "## Files" in done.warnings[0]


def test_a_secret_in_a_file_is_not_overwritten_by_an_edit(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    file = write(folder / "key.md", f"---\nname: key\ntype: project\n---\n\nThe key is {secret} here.\n")
    found = record(CLAUDE, folder, "The key")
    done = reword(CLAUDE, folder, "The key", replace(found, text="The key is elsewhere."))
    assert done.files == []
    assert "holds a secret" in done.left[0].reason
    assert secret in file.read_text()


def test_an_agent_sees_the_index_up_to_its_limit(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    found = loaded(CLAUDE, folder)
    assert "\n".join(line.text for line in found.lines) + "\n" == INDEX
    keys = [line.key for line in found.lines if line.key]
    assert keys[:2] == ["deploy.md", "rosa.md"]
    assert found.cut == 0
    assert found.tokens == sum(line.tokens for line in found.lines) > 0


def test_an_agent_does_not_see_what_is_behind_200_lines_or_25_kilobytes(tmp_path: Path) -> None:
    index = write(tmp_path / "MEMORY.md", "# A\n" + "- b\n" * MAX_LINES)
    assert [line.seen for line in loaded(CLAUDE, index).lines].count(True) == MAX_LINES
    index.write_text("# A\n- " + "b" * MAX_BYTES + "\n- c\n")
    assert [line.seen for line in loaded(CLAUDE, index).lines] == [True, False, False]


def test_a_fact_that_is_linked_alone_leaves_the_index_beside_it(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    done = remove(CLAUDE, folder / "deploy.md", "Fridays")
    assert (folder / "MEMORY.md").read_text() == INDEX
    assert texts(CLAUDE, folder)
    assert not (folder / "deploy.md").exists()
    assert done.files[0].after is None


def test_facts_in_agent_folders_change_the_index_beside_them(tmp_path: Path) -> None:
    folder = tmp_path / "tea-house" / ".claude" / "agent-memory" / "tester"
    write(folder / "MEMORY.md", "- [Deploys](deploy.md) — ship\n")
    write(folder / "deploy.md", DEPLOY)
    done = remove(CLAUDE, tmp_path / "tea-house", "Fridays")
    assert [one.path.relative_to(folder).as_posix() for one in done.files] == ["MEMORY.md", "deploy.md"]
    assert (folder / "MEMORY.md").read_text() == ""
