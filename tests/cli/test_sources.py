"""`memtui sources` in words: what somebody reads who links a file for the first time."""

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui


@pytest.fixture
def notes(memtui: Memtui, tmp_path: Path, scripted: None) -> Path:
    """A list that is linked and may be written to."""
    path = tmp_path / "notes.md"
    path.write_text("- Lisa owns billing\n- Use pnpm, not npm\n")
    assert memtui("sources", "link", str(path)).code == 0
    assert memtui("sources", "allow", str(path), "--yes").code == 0
    return path


def test_status_says_just_now(memtui: Memtui, notes: Path) -> None:
    (line,) = memtui("sources", "status").lines
    assert "synced just now" in line


def test_a_diff_of_nothing_says_so(memtui: Memtui, notes: Path) -> None:
    ran = memtui("sources", "diff", str(notes))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "Nothing is to be written: the files say what the store says.\n"


def test_what_is_gone_is_not_called_in_step(memtui: Memtui, notes: Path) -> None:
    notes.unlink()
    ran = memtui("sources", "sync")
    assert ran.code == 1
    assert f"{notes}: not in step." in ran.err
    assert "There is no" in memtui("sources", "diff", str(notes)).err


def test_a_file_that_became_binary_is_not_called_in_step(memtui: Memtui, notes: Path) -> None:
    notes.write_bytes(b"\x00\xff\x07" * 900)
    said = memtui("sources", "sync").err
    assert "1 part could not be read" in said
    assert "in step" not in said


def test_a_file_that_is_read_only_is_not_said_to_need_permission_here(memtui: Memtui, notes: Path) -> None:
    notes.chmod(0o444)
    (uid, *_) = [row["uid"] for row in memtui("list", "Lisa", "--json").json]
    ran = memtui("drop", uid)
    assert "read-only" in ran.err
    assert f"{notes}: not in step." in ran.err
    assert "once you allow it" not in ran.err
    for command in (["list"], ["history"], ["add", "Tea is at four"]):
        assert memtui(*command).err.count("not in step") == 1
    assert memtui("list").err == "1 linked place is still not in step: memtui sources status\n"
    assert "read-only" in memtui("sources", "status").out
    notes.chmod(0o644)
    assert f"{notes}: wrote 1 file." in memtui("list").err
    assert memtui("list").err == ""


def test_a_name_stays_as_it_is_written(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    assert "No memories that memtui can read are in empty. It is empty." in memtui("import", "empty").err


def test_what_else_a_folder_holds_is_told(memtui: Memtui, tmp_path: Path) -> None:
    for name in ("AGENTS.md", "memory-bank/activeContext.md", ".serena/memories/tea.md"):
        (tmp_path / "tearoom" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tearoom" / name).write_text("- Rinse the pot\n")
    for command in (("import",), ("sources", "link")):
        said = memtui(*command, str(tmp_path / "tearoom")).err
        assert (
            f"Serena, too: memtui {' '.join(command)} {tmp_path}/tearoom/.serena/memories --format serena"
            in said
        )
        assert f"{tmp_path}/tearoom/memory-bank --format memory-bank" in said


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the instructions of two agents, in a home of its own."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    shop = tmp_path / "shop"
    shop.mkdir()
    (tmp_path / ".hermes").mkdir()
    (shop / "CLAUDE.md").write_text("Use tabs\n<!-- nobody sees this -->\nThe password is Tr0ub4dor&3xyz\n")
    (shop / "AGENTS.md").write_text("Use pnpm\n")
    monkeypatch.chdir(shop)
    return shop


@pytest.mark.usefixtures("scripted")
def test_a_linked_folder_answers_to_the_file_that_it_is_shown_by(memtui: Memtui, shop: Path) -> None:
    assert memtui("sources", "link", str(shop)).code == 0
    assert "CLAUDE.md and AGENTS.md in ~/shop" in memtui("sources", "status").out
    for command in (["diff"], ["allow", "--yes"], ["sync"], ["forbid"], ["unlink"]):
        told = memtui("sources", command[0], str(shop / "CLAUDE.md"), *command[1:])
        assert "is not linked" not in told.err
    assert "is not linked" in memtui("sources", "sync", str(shop / "CLAUDE.md")).err


def test_seen_shows_each_agent_what_it_loads_here(memtui: Memtui, shop: Path) -> None:
    claude, codex, hermes = memtui("sources", "seen", "--json").json
    lines = [[line["text"] for file in view["files"] for line in file["lines"]] for view in (claude, codex)]
    assert lines[0][0] == "Use tabs"
    assert "Tr0ub4dor" not in str(lines[0])
    assert len(lines[0]) == 2
    assert lines[1] == ["Use pnpm"]
    assert hermes["left"][0]["path"] == str(shop / "CLAUDE.md")
    assert claude["tokens"] == sum(file["tokens"] for file in claude["files"])


def test_seen_of_one_agent_and_another_folder(memtui: Memtui, shop: Path, tmp_path: Path) -> None:
    ran = memtui("sources", "seen", "--agent", "codex", str(shop))
    assert "===== Codex in" in ran.lines[0]
    assert ran.lines[2].endswith("Use pnpm")
    assert "Use tabs" not in ran.out
    (tmp_path / "empty").mkdir()
    assert memtui("sources", "seen", str(tmp_path / "empty")).code == 3
    assert memtui("sources", "seen", "--agent", "gemini").code == 2


def test_seen_of_a_linked_folder_of_instructions_is_each_agents_view(memtui: Memtui, shop: Path) -> None:
    assert memtui("sources", "link", str(shop)).code == 0
    assert [view["agent"] for view in memtui("sources", "seen", str(shop), "--json").json] == [
        *("claude-code", "codex", "hermes"),
    ]


def test_seen_of_a_file_is_what_an_agent_loads_of_it(memtui: Memtui, shop: Path) -> None:
    assert memtui("sources", "seen", str(shop / "AGENTS.md"), "--json").json["lines"][0]["text"] == "Use pnpm"


def test_linking_says_what_is_told_to_no_agent_because_its_folder_is_temporary(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path / "tmp"))
    for place in ("tmp", "work"):
        (tmp_path / place / "lamp-shop" / ".git" / "objects").mkdir(parents=True)
        (tmp_path / place / "lamp-shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        (tmp_path / place / "lamp-shop" / "AGENTS.md").write_text(f"- Lamps of {place} are stored in lux\n")
    told = memtui("sources", "link", str(tmp_path / "tmp" / "lamp-shop" / "AGENTS.md")).err
    assert "1 memory is from a temporary folder: filed under /temporary, and told to no agent" in told
    assert (
        "temporary" not in memtui("sources", "link", str(tmp_path / "work" / "lamp-shop" / "AGENTS.md")).err
    )


def test_each_place_that_is_named_beside_the_instructions_can_be_linked(
    memtui: Memtui, tmp_path: Path
) -> None:
    shop = tmp_path / "shop"
    for name in (
        "CLAUDE.md",
        ".clinerules/tea.md",
        ".roo/rules/tea.md",
        ".cursorrules",
        ".cursor/rules/tea.mdc",
    ):
        (shop / name).parent.mkdir(parents=True, exist_ok=True)
        (shop / name).write_text(f"- The tea of {name} is green.\n")
    ran = memtui("sources", "link", str(shop))
    named = [line.partition("too: memtui ")[2] for line in ran.err.splitlines() if "too: memtui" in line]
    assert len(named) == 4
    for command in named:
        assert memtui(*shlex.split(command), "--json").json["added"] == 1
