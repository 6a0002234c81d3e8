"""What a shell gets of memtui: completion, a manual page; and that a passing memtui sets no agent up."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.cli.completion import SHELLS
from memtui.cli.group import HEADINGS
from tests.cli.conftest import Memtui

PAGE = Path(__file__).resolve().parents[2] / "docs" / "memtui.1"


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_gets_a_script_that_it_can_read(memtui: Memtui, shell: str) -> None:
    ran = memtui("completion", shell)
    assert ran.code == 0
    assert f"_MEMTUI_COMPLETE={shell}_complete" in ran.out
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=ran.out, text=True, check=True)


def test_commands_are_completed_when_the_shell_asks() -> None:
    asked = {"_MEMTUI_COMPLETE": "bash_complete", "COMP_WORDS": "memtui review r", "COMP_CWORD": "2"}
    program = [str(Path(sys.executable).with_name("memtui"))]
    said = subprocess.run(program, env=os.environ | asked, capture_output=True, text=True, check=False).stdout
    assert {"plain,run", "plain,reject", "plain,rules", "plain,relearn"} == set(said.split())


def test_the_manual_page_tells_every_command_and_is_sound() -> None:
    page = PAGE.read_text("utf-8")
    names = [name for heading in HEADINGS for name in heading.commands]
    assert all(f"\n.SS memtui {name} " in page for name in names)
    if program := shutil.which("groff"):
        ran = subprocess.run(
            [program, "-man", "-Tutf8", "-ww", "-z", str(PAGE)], capture_output=True, text=True, check=True
        )
        assert ran.stderr == ""


@pytest.mark.usefixtures("scripted")
def test_a_memtui_from_a_cache_sets_no_agent_up(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "uv" / "archive-v0" / "x"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    (tmp_path / ".claude").mkdir()
    monkeypatch.chdir(tmp_path)
    for args in (["plugin", "codex"], ["hooks", "install", "claude-code", "--yes"]):
        ran = memtui(*args)
        assert (ran.code, "uv tool install memtui" in ran.err) == (1, True)
    ran = memtui("init", "--yes", "--hooks", "--mcp", "--no-open")
    assert ran.code == 0
    assert "uv tool install memtui" in ran.err
    assert list((tmp_path / ".claude").iterdir()) == []
