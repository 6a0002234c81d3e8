"""What comes in from a file or a person comes in whole, or it is said what was taken out."""

from pathlib import Path

import pytest

from memtui.domain.text import normalised
from tests.cli.conftest import Memtui
from tests.cli.test_process import run, warm_command
from tests.domain.tag_probes import MENTIONS

RULE = "Always strip <think> tags before you store an answer"
DIRTY = "Atlas uses SQLite. <think>the user wants a fact</think>"
STATEMENTS = list({normalised(text): text for text in MENTIONS if "\n" not in text}.values())


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.md"
    path.write_text(f"- {RULE}\n- Use pnpm, not npm\n")
    return path


def test_statements_that_mention_tags_are_imported_whole(memtui: Memtui, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("".join(f"- {text}\n" for text in STATEMENTS))
    ran = memtui("import", str(path), "--format", "list", "--json")
    assert (ran.json["added"], ran.json["cleaned"]) == (len(STATEMENTS), 0)
    assert "taken out" not in ran.err
    assert sorted(memtui.texts("--limit", "100")) == sorted(STATEMENTS)


def test_a_pin_leaves_a_linked_line_that_mentions_a_tag_as_it_is(memtui: Memtui, notes: Path) -> None:
    memtui("sources", "link", str(notes))
    memtui("sources", "allow", str(notes), "--yes")
    (row,) = memtui("list", "strip", "--json").json
    assert row["text"] == RULE
    memtui("pin", row["uid"])
    assert f"- {RULE}\n" in notes.read_text()


def test_an_import_says_out_of_how_many_records_something_was_taken(memtui: Memtui, notes: Path) -> None:
    notes.write_text(f"- {DIRTY}\n- {RULE}\n- Ports start at 9000 <tool_result>ok</tool_result>\n")
    ran = memtui("import", str(notes), "--json")
    assert ran.json["cleaned"] == 2
    assert "reasoning, tool output or injected context was taken out of 2 records" in ran.err


def test_linking_and_syncing_say_out_of_how_many_records_something_was_taken(
    memtui: Memtui, notes: Path
) -> None:
    notes.write_text(f"- {DIRTY}\n- {RULE}\n")
    ran = memtui("sources", "link", str(notes), "--json")
    assert ran.json["cleaned"] == 1
    assert "taken out of 1 record" in ran.err
    notes.write_text(f"- {DIRTY}\n- {RULE}\n- Use pnpm <think>hm</think>\n")
    ran = memtui("sources", "sync", "--json")
    assert ran.json[0]["cleaned"] == 1
    assert "taken out of 1 record" in ran.err
    assert "taken out" not in memtui("sources", "sync", "--wholly").err


def test_adding_and_editing_say_what_was_left_out_on_stderr(memtui: Memtui) -> None:
    ran = memtui("add", DIRTY)
    assert "Left out of the text" in ran.err
    uid = ran.out.strip()
    for form in ([], ["--json"]):
        assert "Left out of the text" in memtui("edit", uid, "--text", f"{DIRTY} {form}", *form).err
    assert "Left out" not in memtui("edit", uid, "--text", RULE).err
    assert memtui.texts() == [RULE]


SECRET = "AKIA" + "QWERTYUIOPASDFGH"
QUOTED_IN_COMPLAINTS = {
    "a YAML warning": ("claude", "---\nname: &a deploy\nkey: &a {}\ntype: project\n---\n\nShip on Friday.\n"),
    "a YAML error": ("claude", "---\nname: deploy\nkey: [{}\ntype: project\n---\n\nShip on Friday.\n"),
    "text that is not JSON": ("memtui", '{{"text": "Ship on Friday"}}\n{{"text": {}\n'),
    "JSON that breaks off": ("mem0", '{{"memory": "Ship", "user_id": "ada", "id": "1"}}\n{{"memory": "{}\n'),
    "a time that is none": ("memtui", '{{"text": "Ship on Friday"}}\n{{"text": "a", "created_at": "{}"}}\n'),
    "a scope that is none": ("memtui", '{{"text": "Ship"}}\n{{"text": "b", "scope": "/a/../{}"}}\n'),
    "a category that is none": ("memtui", '{{"text": "Ship"}}\n{{"text": "b", "categories": ["? {}"]}}\n'),
    "a type that is none": ("memtui", '{{"text": "Ship"}}\n{{"text": "b", "type": "{}"}}\n'),
    "a statement that is refused": ("memtui", '{{"text": "{} x", "created_at": "0000-01-01T00:00:00Z"}}\n'),
    "an entity of which nothing is said": ("mcp", '{{"name": "{}", "observations": []}}\n'),
}


@pytest.mark.few(4)
@pytest.mark.parametrize("case", QUOTED_IN_COMPLAINTS)
@pytest.mark.parametrize("command", [["import"], ["sources", "link"]])
def test_no_complaint_about_a_file_quotes_a_secret_of_it(
    memtui: Memtui, tmp_path: Path, case: str, command: list[str]
) -> None:
    form, content = QUOTED_IN_COMPLAINTS[case]
    file = tmp_path / "memory" / "deploy.md"
    file.parent.mkdir()
    file.write_text(content.format(SECRET))
    path = file.parent if form == "claude" else file
    said = run([*warm_command(), *command, str(path), "--format", form], memtui.db)
    assert "Traceback" not in said.stderr
    assert "Warning" not in said.stderr
    assert SECRET not in said.stdout + said.stderr
